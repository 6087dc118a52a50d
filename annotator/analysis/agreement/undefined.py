"""A figure that cannot be computed."""

from __future__ import annotations

from annotator.core.errors import AnnotatorError


class Undefined(AnnotatorError):
    """The figure is undefined; the text says why, to stand after "undefined, because"."""
