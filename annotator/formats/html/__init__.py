"""Pages of the web: the article of a page, without what stands around it."""

from annotator.formats.html.reader import READER, Dropped, Preview, preview

__all__ = ["READER", "Dropped", "Preview", "preview"]
