"""Dragging the end of the current span with the mouse."""

from __future__ import annotations

from dataclasses import dataclass

from annotator.core.segments import Segment, Segments, join
from annotator.ui.article_view.page import Page

REACH = 5
"""Pixels beside an edge in which it is taken hold of."""


@dataclass(frozen=True, slots=True)
class Edge:
    """The start or the end of one segment of a span."""

    span: str
    segments: Segments
    number: int
    is_start: bool

    def moved(self, position: int) -> Segments:
        """Return the segments with the edge at another code point; it goes no further than the segment's other end."""
        start, end = self.segments[self.number]
        first = Segment(min(position, end - 1), end)
        changed = first if self.is_start else Segment(start, max(position, start + 1))
        others = [one for number, one in enumerate(self.segments) if number != self.number]
        return join([*others, changed])


def edge_at(page: Page, span: str | None, segments: Segments, x: float, y: float) -> Edge | None:
    """Return the edge of a span that is painted at a point of the document, or None."""
    if span is None:
        return None
    for piece in page.pieces_of(span):
        if not piece.box.top <= y < piece.box.bottom:
            continue
        first, last = (piece.box.right, piece.box.left) if piece.backwards else (piece.box.left, piece.box.right)
        # The end before the start: of a narrow span it is the one that is moved more often.
        if piece.closes and abs(x - last) <= REACH:
            return Edge(span, segments, piece.segment, is_start=False)
        if piece.opens and abs(x - first) <= REACH:
            return Edge(span, segments, piece.segment, is_start=True)
    return None
