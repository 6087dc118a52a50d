"""The view for annotating: the article with its spans, what its keys do, and the panes beside it."""
