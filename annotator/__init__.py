"""Annotate news articles by hand: quotes, claims, hedges and opinions, and who they belong to."""

__version__ = "0.1.0.dev0"
