"""A hit with what stands before and after it, laid out on one line so that all hits stand at the same place."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextLine, QTextOption

_SHARE = 0.46
"""Of the width of a column, what comes before the hits."""

_WIDE = 16_000.0
"""Pixels; no line is longer."""

_SPACE = re.compile(r"\s")
_DIRECTIONS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_FORWARDS, _BACKWARDS = frozenset(["L"]), frozenset(["R", "AL"])


@dataclass(frozen=True, slots=True)
class ContextLine:
    """A line ready to be drawn: `start` and `length` of the hit are UTF-16 units, `left` is where the layout begins.

    `ascent` is the height from its upper edge to the line that its letters stand on.
    """

    layout: QTextLayout
    start: int
    length: int
    left: float
    ascent: float

    def draw(self, painter: QPainter, at: QPointF, emphasis: QTextCharFormat) -> None:
        """Draw the line with its letters standing on `at`, its left end, the hit as `emphasis` says."""
        found = QTextLayout.FormatRange()
        found.start, found.length, found.format = self.start, self.length, emphasis
        self.layout.draw(painter, QPointF(at.x() + self.left, at.y() - self.ascent), [found])


def reads_backwards(text: str) -> bool:
    """Tell whether most letters of a text are read from right to left."""
    if text.isascii():
        return False
    kinds = [unicodedata.bidirectional(one) for one in text]
    return sum(one in _BACKWARDS for one in kinds) > sum(one in _FORWARDS for one in kinds)


def lay_out(before: str, words: str, after: str, font: QFont, width: float) -> ContextLine:
    """Lay a line out for a column: what has no room goes at both ends, an ellipsis in its place.

    A line that is read from right to left is the mirror image of the others. `width` is in pixels.
    """
    backwards = reads_backwards(before + words + after)
    before, words, after = (_on_one_line(part) for part in (before, words, after))
    bold = QFont(font)
    bold.setBold(True)
    metrics, in_bold = QFontMetricsF(font), QFontMetricsF(bold)
    room = width * _SHARE
    before = metrics.elidedText(before, Qt.TextElideMode.ElideLeft, room)
    words = in_bold.elidedText(words, Qt.TextElideMode.ElideRight, width - room)
    after = metrics.elidedText(
        after, Qt.TextElideMode.ElideRight, max(0.0, width - room - in_bold.horizontalAdvance(words))
    )
    layout = QTextLayout(before + words + after, font)
    layout.setTextOption(_direction(backwards))
    emphasised = QTextLayout.FormatRange()
    emphasised.start, emphasised.length = _units(before), _units(words)
    format_ = QTextCharFormat()
    format_.setFont(bold)
    emphasised.format = format_
    layout.setFormats([emphasised])
    layout.setCacheEnabled(True)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(_WIDE)
    layout.endLayout()
    first, last = _edges(line, emphasised.start, emphasised.length)
    left = width - room - last if backwards else room - first
    # Where both directions meet, not all that comes before a hit stands on one side of it.
    whole = line.naturalTextRect()
    left = max(min(left, width - whole.right()), -whole.left())
    return ContextLine(layout, emphasised.start, emphasised.length, left, line.ascent())


def _edges(line: QTextLine, start: int, length: int) -> tuple[float, float]:
    """Return where a part of a line begins and ends, from left to right, whichever way it is read."""
    edges: list[float] = []
    for run in line.glyphRuns(start, length):
        places = [place.x() for place in run.positions()]
        advances = run.rawFont().advancesForGlyphIndexes(run.glyphIndexes())
        edges += [*places, *(place + step.x() for place, step in zip(places, advances, strict=True))]
    return min(edges, default=0.0), max(edges, default=0.0)


def _on_one_line(text: str) -> str:
    return _DIRECTIONS.sub("", _SPACE.sub(" ", text))


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _direction(backwards: bool) -> QTextOption:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    option.setTextDirection(Qt.LayoutDirection.RightToLeft if backwards else Qt.LayoutDirection.LeftToRight)
    return option
