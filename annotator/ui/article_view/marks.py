"""The marks that are painted on a page: what each is and where, in coordinates of the document."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from annotator.ui.article_view.span_index import PlacedSpan

SIZE_OF_NUMBER = 9
"""The height of the number at a band's end, for a text of 17 pixels."""


def number_of(spans: int) -> str:
    """Return the words at the end of a band for so many spans."""
    return f"+{spans}"


class Box(NamedTuple):
    """A rectangle by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x: float, y: float) -> bool:
        """Tell whether a point lies inside."""
        return self.left <= x < self.right and self.top <= y < self.bottom


class Piece(NamedTuple):
    """A stretch of one line of text that belongs to a segment of a span.

    `y` is where its own line is drawn; `segment` is the number of the segment, `opens` and `closes` tell whether it
    starts and ends here.
    """

    placed: PlacedSpan
    box: Box
    y: float
    segment: int
    opens: bool
    closes: bool
    backwards: bool

    @property
    def first(self) -> bool:
        """Tell whether the whole span starts here."""
        return self.opens and self.segment == 0

    def reach(self, pitch: float) -> Box:
        """Return the box with the line beside it."""
        return self.box._replace(top=min(self.box.top, self.y - pitch), bottom=max(self.box.bottom, self.y + pitch))


class Badge(NamedTuple):
    """The letter at the start of a span, or ↩ and the letter at a later segment's."""

    placed: PlacedSpan
    box: Box
    later: bool


class Dot(NamedTuple):
    """The end of a span: filled when it is linked."""

    placed: PlacedSpan
    box: Box


class Stripe(NamedTuple):
    """A bar in the left margin beside the lines of a span, with its letter above it."""

    placed: PlacedSpan
    box: Box
    bar: Box


class Name(NamedTuple):
    """The name at the right of the line in which a span starts."""

    placed: PlacedSpan
    box: Box
    text: str


class Band(NamedTuple):
    """The grey band for the spans that found no lane, with their number at its end."""

    box: Box
    number: Box
    spans: tuple[PlacedSpan, ...]

    @property
    def text(self) -> str:
        """What stands in the box of the number."""
        return number_of(len(self.spans))

    @property
    def whole(self) -> Box:
        """The box round the band and its number."""
        (left, top, right, bottom), number = self.box, self.number
        return Box(min(left, number.left), min(top, number.top), max(right, number.right), max(bottom, number.bottom))


class Bracket(NamedTuple):
    """The bar in the left margin beside the lines of a region, where it starts and ends there; `veiled` if it is."""

    box: Box
    opens: bool
    closes: bool
    veiled: bool


class Corner(NamedTuple):
    """The start or the end of a region inside a line."""

    box: Box
    opens: bool


class Kinds(NamedTuple):
    """The kinds of the regions that start in a line, in the left margin."""

    box: Box
    text: str


SpanMark: TypeAlias = Piece | Badge | Dot | Stripe | Name
Mark: TypeAlias = SpanMark | Band | Bracket | Corner | Kinds
