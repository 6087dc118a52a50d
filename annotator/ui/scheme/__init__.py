"""The editor of tags and guidelines."""

from annotator.ui.scheme.dialog import SchemeDialog

__all__ = ["SchemeDialog"]
