"""Merging another copy of a project into this one: both are databases with the same tables, compared row by row."""
