"""Merging a colleague's work: the file is compared with the project, shown, and taken in as one undoable step."""

from annotator.services.merging.merge import Merge, apply, compare, prepare

__all__ = ["Merge", "apply", "compare", "prepare"]
