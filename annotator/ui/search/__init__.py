"""The view for finding words in all articles: hits in their context, gone to, or tagged many at once."""
