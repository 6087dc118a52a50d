"""Articles that were annotated elsewhere: what their files say, and how that becomes records of ours."""

from annotator.formats.foreign.records import ForeignArticle, ForeignLayer, ForeignRelation, ForeignSpan, Reference

__all__ = ["ForeignArticle", "ForeignLayer", "ForeignRelation", "ForeignSpan", "Reference"]
