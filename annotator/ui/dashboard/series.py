"""What the parts of bars stand for: the tags of the scheme, or how far articles are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt

from annotator.core.scheme import LineStyle, Tag
from annotator.ui import theme
from annotator.ui.dashboard.bar_plot import Series

_PATTERNS: Mapping[LineStyle, Qt.BrushStyle] = {
    "solid": Qt.BrushStyle.SolidPattern,
    "dashed": Qt.BrushStyle.BDiagPattern,
    "wavy": Qt.BrushStyle.DiagCrossPattern,
    "dotted": Qt.BrushStyle.Dense6Pattern,
}

STATUSES = (
    Series("Done", theme.LIGHT.accent, theme.DARK.accent, Qt.BrushStyle.SolidPattern),
    Series("In progress", theme.LIGHT.accent, theme.DARK.accent, Qt.BrushStyle.BDiagPattern),
    Series("New", theme.LIGHT.muted, theme.DARK.muted, Qt.BrushStyle.NoBrush),
)
"""The statuses of layers, from what is done to what is not begun."""


def of_tags(tags: Sequence[Tag]) -> list[Series]:
    """Return a series for each tag, with the pattern that goes with its line."""
    return [Series(tag.name, tag.light, tag.dark, _PATTERNS[tag.line]) for tag in tags]
