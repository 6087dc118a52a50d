"""Dragging the end of the current span with the mouse."""

from __future__ import annotations

from dataclasses import dataclass

from annotator.core.segments import Segment, Segments, join
from annotator.ui.article_view.page import Page

REACH = 5
"""Pixels within a span, from its edge, in which that is taken hold of."""

BEYOND = 2
"""Pixels outside of it: less than a space, for the next word can be selected from its first letter on."""


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
        to_left, to_right = piece.box.left - x, x - piece.box.right
        before, after = (to_right, to_left) if piece.backwards else (to_left, to_right)
        # The end before the start: of a narrow span it is the one that is moved more often.
        if piece.closes and -REACH <= after <= BEYOND:
            return Edge(span, segments, piece.segment, is_start=False)
        if piece.opens and -REACH <= before <= BEYOND:
            return Edge(span, segments, piece.segment, is_start=True)
    return None
