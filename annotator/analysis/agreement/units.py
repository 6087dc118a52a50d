"""Units: what the measures that read a text as a continuum are computed of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from annotator.core.records import Span
from annotator.core.segments import Segment

MERGING = (
    "Spans of different tags may overlap: each tag is a layer of its own. Where spans of one tag overlap in a layer, "
    "they count as one unit from the first one's start to the last one's end; spans that only touch stay apart, and "
    "each segment of a span is a unit of its own."
)
"""How the units of unitised α come from spans, in words for people."""


class Mark(NamedTuple):
    """`[start, end)` with a value."""

    start: int
    end: int
    value: str


def tag_units(spans: Iterable[Span], tag: str) -> list[Segment]:
    """Return the units of one tag in order, those that overlap merged; see `MERGING`."""
    units: list[Segment] = []
    for start, end in sorted(segment for span in spans if span.tag == tag for segment in span.segments):
        if units and start < units[-1].end:
            units[-1] = Segment(units[-1].start, max(units[-1].end, end))
        else:
            units.append(Segment(start, end))
    return units


def marks(spans: Iterable[Span]) -> list[Mark]:
    """Return the segments of spans with their tags."""
    return [Mark(start, end, span.tag) for span in spans for start, end in span.segments]


def sections(length: int, layers: Sequence[Iterable[Mark]]) -> Iterator[tuple[int, tuple[frozenset[str], ...]]]:
    """Yield the runs of characters on which no layer changes: their length, and the values that each layer has there.

    The lengths add up to `length`. Takes time as n log n for n marks.
    """
    changes = sorted(
        (position, layer, value, change)
        for layer, held in enumerate(layers)
        for start, end, value in held
        for position, change in ((start, 1), (end, -1))
    )
    open_marks: list[Counter[str]] = [Counter() for _ in layers]
    here: list[frozenset[str]] = [frozenset() for _ in layers]
    last = 0
    for position, layer, value, change in changes:
        if position > last:
            yield position - last, tuple(here)
            last = position
        open_marks[layer][value] += change
        here[layer] = frozenset(+open_marks[layer])
    if length > last:
        yield length - last, tuple(here)
