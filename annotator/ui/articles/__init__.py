"""The list of articles, and what is done to articles from it."""
