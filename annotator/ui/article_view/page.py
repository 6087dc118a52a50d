"""The page: everything that is painted on the lines in sight, placed. Painting, clicking and repainting all read it.

Coordinates are those of the document. Marks compare by what they are and where, so two pages can be told apart.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

from annotator.core.segments import Segment
from annotator.ui.article_view.geometry import Line
from annotator.ui.article_view.lanes import OVERFLOW
from annotator.ui.article_view.marks import (
    SIZE_OF_NUMBER,
    Badge,
    Band,
    Box,
    Bracket,
    Corner,
    Dot,
    Kinds,
    Mark,
    Name,
    Piece,
    SpanMark,
    Stripe,
    number_of,
)
from annotator.ui.article_view.metrics import Metrics
from annotator.ui.article_view.span_index import PlacedSpan, SpanIndex
from annotator.ui.article_view.text_map import TextMap

_SLACK = 3


@dataclass(frozen=True, slots=True)
class Page:
    """The marks between `top` and `bottom`."""

    top: float
    bottom: float
    metrics: Metrics
    lines: list[Line] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    badges: list[Badge] = field(default_factory=list)
    dots: list[Dot] = field(default_factory=list)
    stripes: list[Stripe] = field(default_factory=list)
    names: list[Name] = field(default_factory=list)
    bands: list[Band] = field(default_factory=list)
    brackets: list[Bracket] = field(default_factory=list)
    corners: list[Corner] = field(default_factory=list)
    kinds: list[Kinds] = field(default_factory=list)

    def reaches(self, top: float, bottom: float) -> bool:
        """Tell whether everything between two heights is on this page."""
        return self.top <= max(0, top) and self.bottom >= bottom

    def marks(self) -> Iterator[Mark]:
        """Return every mark."""
        yield from self.marks_of_spans()
        for kind in (self.bands, self.brackets, self.corners, self.kinds):
            yield from kind

    def marks_of_spans(self) -> Iterator[SpanMark]:
        """Return the marks that belong to one span each."""
        for kind in (self.pieces, self.badges, self.dots, self.stripes, self.names):
            yield from kind

    def difference(self, other: Page) -> Iterator[Box]:
        """Return the boxes of all that is painted on one of the two pages only, or elsewhere."""
        for mark in set(self.marks()) ^ set(other.marks()):
            yield self._painted(mark)

    def boxes_of(self, span_id: str | None) -> Iterator[Box]:
        """Return the boxes of all that is painted for one span."""
        for mark in self.marks_of_spans():
            if mark.placed.span.id == span_id:
                yield self._painted(mark)

    def boxes_of_parts(self, parts: Sequence[Segment], text_map: TextMap) -> list[Box]:
        """Return the boxes of parts of the text (code points, in order, apart); those far away are not looked at."""
        if not parts or not self.lines:
            return []
        to_units, to_points = text_map.to_units, text_map.to_code_points
        first = bisect_left(parts, to_points(self.lines[0].start), key=lambda part: part.end)
        last = bisect_left(parts, to_points(self.lines[-1].end_with_break), key=lambda part: part.start)
        starts = [line.start for line in self.lines]
        boxes = []
        for start, end in ((to_units(start), to_units(end)) for start, end in parts[first:last]):
            for line in self.lines[max(0, bisect_right(starts, start) - 1) : bisect_left(starts, end)]:
                for left, right, _backwards in line.intervals(start, end):
                    boxes.append(Box(left, line.top - 1, right, line.bottom + 1))
        return boxes

    def pieces_of(self, span_id: str | None) -> list[Piece]:
        """Return the pieces of one span, downwards."""
        return [piece for piece in self.pieces if piece.placed.span.id == span_id]

    def outside_text(self, x: float, y: float) -> PlacedSpan | None:
        """Return the span whose badge, dot, stripe or name is painted at a point."""
        for kind in (self.badges, self.dots, self.stripes, self.names):
            for mark in kind:
                if mark.box.holds(x, y):
                    return mark.placed
        return None

    def hits(self, x: float, y: float) -> list[PlacedSpan]:
        """Return the spans painted at a point: that of a mark or a line there first, then the smallest first."""
        reach = self.metrics.pitch / 2
        first = self.outside_text(x, y)
        under: list[PlacedSpan] = []
        for piece in self.pieces:
            if piece.box.left <= x < piece.box.right:
                on_line = piece.placed.lane != OVERFLOW and piece.y - reach <= y < piece.y + reach
                if on_line and first is None:
                    first = piece.placed
                if on_line or piece.box.holds(x, y):
                    under.append(piece.placed)
        for band in self.bands:
            if band.box.holds(x, y) or band.number.holds(x, y):
                under.extend(band.spans)
        ordered = sorted(dict.fromkeys(under), key=lambda placed: placed.rank, reverse=True)
        return [first, *(placed for placed in ordered if placed is not first)] if first else ordered

    def _painted(self, mark: Mark) -> Box:
        # Outlines and waves go over the mark's own edges.
        left, top, right, bottom = mark.box
        if isinstance(mark, Piece):
            left, top, right, bottom = mark.reach(self.metrics.pitch)
        elif isinstance(mark, Band):
            left, top, right, bottom = mark.whole
        elif isinstance(mark, Name):
            right += (right - left) / 2
        return Box(left - _SLACK, top - _SLACK, right + _SLACK, bottom + _SLACK)


class PageBuilder:
    """Places the marks of an article's spans on lines."""

    def __init__(self, metrics: Metrics, letters: Mapping[str, str], label: QFontMetricsF, width: int) -> None:
        self._metrics = metrics
        self._letters = letters
        self._label = label
        self._width = width

    def build(self, lines: list[Line], index: SpanIndex, top: float, bottom: float) -> Page:
        """Return the page for the lines between `top` and `bottom`."""
        page = Page(top, bottom, self._metrics, lines)
        if not lines or not len(index):
            return page
        found = index.overlapping(lines[0].start, lines[-1].end_with_break)
        starts = [line.start for line in lines]
        rows = [(placed, self._place(page, starts, placed)) for placed in sorted(found, key=lambda one: one.rank)]
        self._badges(page)
        self._stripes(page, rows)
        self._names(page)
        self._bands(page)
        return page

    def _place(self, page: Page, starts: list[int], placed: PlacedSpan) -> list[int]:
        """Add the pieces of one span; return the numbers of the lines that it stands on, in order."""
        rows: list[int] = []
        offset = self._metrics.lane_offset(placed.lane)
        for segment, (start, end) in enumerate(placed.segments):
            for row in range(max(0, bisect_right(starts, start) - 1), bisect_left(starts, end)):
                line = page.lines[row]
                if line.end_with_break <= start:
                    continue
                rows.append(row)
                intervals = line.intervals(start, end)
                for number, interval in enumerate(intervals):
                    opens = number == 0 and start >= line.start
                    closes = number == len(intervals) - 1 and end <= line.end
                    box = Box(interval.left, line.top - 1, interval.right, line.bottom + 1)
                    y = line.top - offset if placed.above else line.bottom + offset
                    piece = Piece(placed, box, y, segment, opens, closes, interval.backwards)
                    page.pieces.append(piece)
                    if closes and end == placed.segments[-1][1] and placed.lane != OVERFLOW:
                        page.dots.append(self._dot(piece))
        return rows

    def _dot(self, piece: Piece) -> Dot:
        radius = 3.5 * self._metrics.unit
        x = piece.box.left if piece.backwards else piece.box.right
        return Dot(piece.placed, Box(x - radius, piece.y - radius, x + radius, piece.y + radius))

    def _badges(self, page: Page) -> None:
        unit = self._metrics.unit
        height = round(12 * unit)
        taken: dict[tuple[float, bool], list[Box]] = defaultdict(list)
        opening = (piece for piece in page.pieces if piece.opens and piece.placed.lane != OVERFLOW)
        for piece in sorted(opening, key=_in_reading_order):
            width = round(((13 + 9 * len(piece.placed.span.mark)) if piece.first else 22) * unit)
            top = self._top_of_badge(piece, height)
            beside = taken[piece.box.top, piece.placed.above]
            left = _free_from(beside, piece.box.right - width if piece.backwards else piece.box.left, width, piece)
            if left < 0 or left + width > self._width:
                continue
            box = Box(left, top, left + width, top + height)
            beside.append(box)
            page.badges.append(Badge(piece.placed, box, later=not piece.first))

    def _top_of_badge(self, piece: Piece, height: int) -> float:
        """Return where a letter stands: above the text, or on its span's line where lines are on both sides."""
        if not self._metrics.two_sided:
            return piece.box.top + 2 - height
        on_line = round(piece.y - height / 2)
        return min(piece.box.top - height, on_line) if piece.placed.above else max(piece.box.bottom, on_line)

    def _stripes(self, page: Page, rows: Iterable[tuple[PlacedSpan, list[int]]]) -> None:
        metrics = self._metrics
        taken: list[set[int]] = [set() for _ in range(metrics.stripe_count)]
        thickness, letter = max(2, round(4 * metrics.unit)), metrics.gap - metrics.lanes
        # The letter reaches a little into the line: a Q has a tail.
        tail = round(3 * metrics.unit)
        for placed, touched in rows:
            column = next((number for number, used in enumerate(taken) if used.isdisjoint(touched)), None)
            if column is None or not touched:
                continue
            taken[column].update(touched)
            middle = metrics.left - round(16 * metrics.unit) - column * metrics.stripe_step
            for first, last in _runs(touched):
                top, bottom = page.lines[first].top, page.lines[last].bottom + metrics.lanes
                bar = Box(middle - thickness / 2, top + tail, middle + thickness / 2, bottom)
                reach = metrics.stripe_step / 2
                page.stripes.append(Stripe(placed, Box(middle - reach, top - letter, middle + reach, bottom), bar))

    def _names(self, page: Page) -> None:
        metrics = self._metrics
        if not metrics.names:
            return
        left = metrics.left + metrics.column + round(20 * metrics.unit)
        room = self._width - left - round(8 * metrics.unit)
        height = round(self._label.height() + 2)
        free = page.top
        starting = [piece for piece in page.pieces if piece.first]
        for piece in sorted(starting, key=lambda one: (one.box.top, one.box.left, one.placed.rank)):
            wanted = round((piece.box.top + piece.box.bottom - height) / 2)
            top = max(wanted, free)
            if top - wanted > 2 * metrics.line_height:
                continue
            free = top + height
            text = self._label.elidedText(self._name(piece.placed), Qt.TextElideMode.ElideRight, room)
            width = self._label.horizontalAdvance(text)
            page.names.append(Name(piece.placed, Box(left, top, left + width, top + height), text))

    def _name(self, placed: PlacedSpan) -> str:
        letter = self._letters.get(placed.span.tag, "?")
        return f"{letter}{placed.span.mark} · {placed.span.entity_name or ('linked' if placed.span.linked else '—')}"

    def _bands(self, page: Page) -> None:
        by_line: dict[float, list[Piece]] = defaultdict(list)  # each side of a line by itself
        for piece in page.pieces:
            if piece.placed.lane == OVERFLOW:
                by_line[piece.y].append(piece)
        if not by_line:
            return
        half, font = self._metrics.unit * 2, QFontMetricsF(self._metrics.letters(SIZE_OF_NUMBER))
        for pieces in by_line.values():
            pieces.sort(key=lambda one: one.box.left)
            groups: list[tuple[float, float, list[PlacedSpan]]] = []
            for piece in pieces:
                if groups and piece.box.left <= groups[-1][1]:
                    left, right, spans = groups[-1]
                    groups[-1] = (left, max(right, piece.box.right), [*spans, piece.placed])
                else:
                    groups.append((piece.box.left, piece.box.right, [piece.placed]))
            y = pieces[0].y
            for left, right, spans in groups:
                counted = tuple(dict.fromkeys(spans))
                number = self._number_box(right, y, number_of(len(counted)), font)
                page.bands.append(Band(Box(left, y - half, right, y + half), number, counted))

    def _number_box(self, right: float, y: float, text: str, font: QFontMetricsF) -> Box:
        """Return the box of a band's number: behind its end, or over it where the window ends."""
        width, half = font.horizontalAdvance(text) + round(6 * self._metrics.unit), font.ascent() / 2 + 1
        left = min(right + 1, self._width - width - 1)
        return Box(left, y - half, left + width, y + half)


def _in_reading_order(piece: Piece) -> tuple[float, int, tuple[int, int, str]]:
    return piece.box.top, piece.placed.segments[piece.segment][0], piece.placed.rank


def _free_from(taken: Sequence[Box], left: float, width: float, piece: Piece) -> float:
    """Return the left edge, at `left` or further on in the direction of the words, of a box that covers no other."""
    for box in sorted(taken, reverse=piece.backwards):
        if box.left - 1 < left + width and left < box.right + 1:
            left = box.left - 1 - width if piece.backwards else box.right + 1
    return left


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Return the first and the last of every stretch of consecutive numbers; `numbers` are in order."""
    first = last = numbers[0]
    for number in numbers[1:]:
        if number > last + 1:
            yield first, last
            first = number
        last = number
    yield first, last
