"""Entities over all articles: looked at, edited, merged, split, and exchanged as lists."""
