"""Readers and writers of files, one module a format; they see neither the database nor Qt."""
