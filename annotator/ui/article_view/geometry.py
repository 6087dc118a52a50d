"""Where the text is: the laid-out lines of a stretch of the document, and where on a line a range of it stands.

All coordinates are those of the document (the viewport's plus the scroll bar's value), positions are UTF-16 units.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QTextBlock, QTextDocument, QTextLayout, QTextLine

_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_TOUCHING = 1.0


class Interval(NamedTuple):
    """A stretch of a line, from its left to its right edge; `backwards` where it is read from right to left."""

    left: float
    right: float
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One laid-out line. `end` is exclusive, without the paragraph's end; `top` and `bottom` bound its letters."""

    start: int
    end: int
    last: bool
    top: float
    bottom: float
    x: float
    block_start: int
    mixed: bool
    layout: QTextLine
    told: dict[tuple[int, int], list[Interval]] = field(default_factory=dict, compare=False, repr=False)
    """The intervals that were asked for: the same spans stand on a line whenever its marks are placed again."""

    @property
    def end_with_break(self) -> int:
        """The start of what follows: a paragraph's last line includes the paragraph's end."""
        return self.end + 1 if self.last else self.end

    def intervals(self, start: int, end: int) -> list[Interval]:
        """Return where `[start, end)` of the document stands on this line, in reading order; may be empty."""
        found = self.told.get((start, end))
        if found is None:
            found = self.told[start, end] = self._measured(start, end)
        return found

    def _measured(self, start: int, end: int) -> list[Interval]:
        first, last = max(start, self.start) - self.block_start, min(end, self.end) - self.block_start
        if first >= last:
            return []
        if self.mixed:
            return [
                Interval(one.left + self.x, one.right + self.x, one.backwards)
                for one in _runs(self.layout, first, last)
            ]
        left, right = _x(self.layout, first), _x(self.layout, last)
        # A combining mark has no width of its own: what is painted for it is its letter's.
        while left == right and first > self.layout.textStart():
            first -= 1
            left = _x(self.layout, first)
        # White space that hangs over the end of a wrapped line is no place to paint on.
        right = min(right, self.layout.x() + self.layout.naturalTextWidth())
        return [Interval(left + self.x, right + self.x)] if right > left else []


def has_right_to_left(text: str) -> bool:
    """Tell whether a text has characters that are read from right to left, or that change the direction."""
    return not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None


def character_edge(document: QTextDocument, unit: int, *, forwards: bool) -> int:
    """Return `unit`, or the nearest edge of the character (grapheme cluster) that it lies inside."""
    block = document.findBlock(unit)
    layout, start, length = block.layout(), block.position(), block.length()
    at = unit - start
    while 0 < at < length and not layout.isValidCursorPosition(at):
        at += 1 if forwards else -1
    return start + at


class Lines:
    """The laid-out lines of a document. `mixed`: it has paragraphs with letters that are read from right to left."""

    def __init__(self, document: QTextDocument, *, mixed: bool, ascent: float, descent: float) -> None:
        self._document = document
        self._mixed = mixed
        self._ascent, self._descent = ascent, descent

    def between(self, top: float, bottom: float) -> list[Line]:
        """Return the lines that stand between two heights, lines that only touch them included.

        Qt lays a long text out bit by bit: asking for the place at `bottom` has it done down to there.
        """
        self._document.documentLayout().hitTest(QPointF(0.0, bottom), Qt.HitTestAccuracy.FuzzyHit)
        found: list[Line] = []
        block = self._block_at(top)
        while block.isValid():
            layout = block.layout()
            if not layout.lineCount() or layout.position().y() > bottom:
                break
            found.extend(self._lines_of(block, layout, top, bottom))
            block = block.next()
        return found

    def first_below(self, y: float) -> int:
        """Return the start of the first line whose letters are wholly below a height; the text's end if none is."""
        block = self._block_at(y)
        while block.isValid():
            layout = block.layout()
            for line in self._lines_of(block, layout, y, float("inf")):
                if line.top >= y:
                    return line.start
            block = block.next()
        return self._document.characterCount() - 1

    def _block_at(self, y: float) -> QTextBlock:
        # hitTest answers the end of the document in its margins, and a block that is not laid out says y = 0.
        low, high = 0, self._document.blockCount()
        while low < high:
            middle = (low + high) // 2
            layout = self._document.findBlockByNumber(middle).layout()
            if layout.lineCount() and layout.position().y() <= y:
                low = middle + 1
            else:
                high = middle
        return self._document.findBlockByNumber(max(0, low - 1))

    def _lines_of(self, block: QTextBlock, layout: QTextLayout, top: float, bottom: float) -> Iterator[Line]:
        x, y, start, count = layout.position().x(), layout.position().y(), block.position(), layout.lineCount()
        low, high = 0, count
        while low < high:
            middle = (low + high) // 2
            line = layout.lineAt(middle)
            if y + line.y() + line.height() < top:
                low = middle + 1
            else:
                high = middle
        mixed = self._mixed and has_right_to_left(block.text())
        length = block.length() - 1
        for number in range(low, count):
            line = layout.lineAt(number)
            baseline = y + line.y() + line.ascent()
            if baseline - self._ascent > bottom:
                return
            line_start = line.textStart()
            line_end = min(length, line_start + line.textLength())
            yield Line(
                start + line_start,
                start + line_end,
                number == count - 1,
                round(baseline - self._ascent),
                round(baseline + self._descent),
                x,
                start,
                mixed,
                line,
            )


def _x(line: QTextLine, position: int) -> float:
    # The binding returns the place and the cursor position that it belongs to, but declares something else.
    return cast("tuple[float, int]", line.cursorToX(position))[0]


def _runs(line: QTextLine, first: int, last: int) -> list[Interval]:
    """Return an interval for each run of glyphs, in reading order; runs that touch in one direction are one.

    `cursorToX` has two answers where directions meet.
    """
    runs: list[tuple[int, Interval]] = []
    for run in line.glyphRuns(first, last - first, QTextLayout.GlyphRunRetrievalFlag.RetrieveAll):
        starts, indexes = run.positions(), run.stringIndexes()
        if not starts or not indexes:
            continue
        advances = run.rawFont().advancesForGlyphIndexes(run.glyphIndexes())
        left = min(point.x() for point in starts)
        right = max(point.x() + advance.x() for point, advance in zip(starts, advances, strict=True))
        runs.append((min(indexes), Interval(left, right, run.isRightToLeft())))
    joined: list[Interval] = []
    for _, interval in sorted(runs):
        before = joined[-1] if joined else None
        if before is not None and _touch(before, interval):
            joined[-1] = Interval(
                min(before.left, interval.left), max(before.right, interval.right), interval.backwards
            )
        elif interval.right > interval.left:
            joined.append(interval)
    return joined


def _touch(one: Interval, other: Interval) -> bool:
    apart = min(abs(one.right - other.left), abs(other.right - one.left))
    return one.backwards == other.backwards and apart <= _TOUCHING
