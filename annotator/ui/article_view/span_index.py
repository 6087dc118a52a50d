"""The spans of the article that is shown, found by position."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from annotator.core.segments import Segments
from annotator.ui.article_view.lanes import Laned, Units, assign_all, reassign
from annotator.ui.article_view.text_map import TextMap

_BUCKET_BITS = 9
_REBUILD_ABOVE = 500


@dataclass(frozen=True, slots=True)
class ViewSpan:
    """What the view has to know of a span. `linked` without a name: linked to an entity whose name is not shown.

    `above`: its line is above the text, not below; `mark` stands beside its letter.
    """

    id: str
    tag: str
    segments: Segments
    entity_name: str | None = None
    linked: bool = False
    above: bool = False
    mark: str = ""


class PlacedSpan:
    """A span of the view in UTF-16 units, with its lane."""

    __slots__ = ("above", "lane", "rank", "segments", "size", "span")

    def __init__(self, span: ViewSpan, segments: Units) -> None:
        self.span = span
        self.segments = segments
        self.above = span.above
        self.size = sum([end - start for start, end in segments])
        self.rank = (-self.size, segments[0][0], span.id)
        self.lane = -1

    def touches(self, start: int, end: int) -> bool:
        """Tell whether a character of `[start, end)` belongs to one of the segments."""
        return any(first < end and last > start for first, last in self.segments)


class SpanIndex:
    """Spans in buckets of 512 units: one more or one less costs the same in any article. Positions are UTF-16 units."""

    def __init__(self, text_map: TextMap, spans: Iterable[ViewSpan] = ()) -> None:
        self._map = text_map
        self.depth = 0
        """The most lanes that were in use at once below the text; `OVERFLOW + 1` with the grey band. Never shrinks."""
        self.depth_above = 0
        """The same above the text."""
        self._load(spans)

    def __len__(self) -> int:
        return len(self._placed)

    def segments_of(self, span_id: str | None) -> Segments:
        """Return the segments of a span in code points; none where it is not shown."""
        placed = self._placed.get(span_id) if span_id else None
        return placed.span.segments if placed else ()

    def __contains__(self, span_id: object) -> bool:
        return span_id in self._placed

    def __iter__(self) -> Iterator[PlacedSpan]:
        return iter(self._placed.values())

    def get(self, span_id: str | None) -> PlacedSpan | None:
        """Return the span with this id, or None."""
        return self._placed.get(span_id) if span_id is not None else None

    def difference(self, spans: Iterable[ViewSpan]) -> tuple[list[ViewSpan], set[str]]:
        """Return those of `spans` that are new or changed, and the ids of the spans here that are not among them."""
        placed = self._placed
        put, gone = [], set(placed)
        for span in spans:
            known = placed.get(span.id)
            gone.discard(span.id)
            if known is None or (known.span is not span and known.span != span):
                put.append(span)
        return put, gone

    def change(self, put: Collection[ViewSpan], removed: Collection[str] = ()) -> None:
        """Put spans in (in the place of those with the same id) and take others out; unknown ids are passed over."""
        if len(put) + len(removed) > _REBUILD_ABOVE:
            gone = set(removed)
            self._load([*(placed.span for placed in self if placed.span.id not in gone), *put])
            return
        for span_id in removed:
            self._remove(span_id)
        for span in put:
            self._put(span)

    def overlapping(self, start: int, end: int) -> set[PlacedSpan]:
        """Return the spans with a character in `[start, end)`."""
        found: set[PlacedSpan] = set()
        for bucket in _buckets(start, end):
            if bucket in self._buckets:
                found |= self._buckets[bucket]
        return {placed for placed in found if placed.touches(start, end)}

    def at(self, unit: int) -> list[PlacedSpan]:
        """Return the spans that the character at `unit` belongs to, smallest first."""
        return sorted(self.overlapping(unit, unit + 1), key=lambda placed: placed.rank, reverse=True)

    def _load(self, spans: Iterable[ViewSpan]) -> None:
        self._placed: dict[str, PlacedSpan] = {}
        self._buckets: defaultdict[int, set[PlacedSpan]] = defaultdict(set)
        for span in {span.id: span for span in spans}.values():
            self._insert(span)
        self._assign_all()

    def _put(self, span: ViewSpan) -> None:
        known = self._placed.get(span.id)
        if known is not None and (known.span.segments, known.above) == (span.segments, span.above):
            self._take_out(known)
            self._insert(span).lane = known.lane
            return
        self._remove(span.id)
        self._settle([self._insert(span)])

    def _remove(self, span_id: str) -> None:
        placed = self._placed.get(span_id)
        if placed is None:
            return
        self._take_out(placed)
        self._settle(other for other in self._neighbours(placed) if other.rank > placed.rank)

    def _settle(self, seeds: Iterable[PlacedSpan]) -> None:
        changed = reassign(seeds, self._neighbours)
        if changed is None:
            self._assign_all()
        else:
            self._deepen(changed)

    def _assign_all(self) -> None:
        for side in (False, True):
            assign_all(placed for placed in self if placed.above == side)
        self._deepen(self)

    def _deepen(self, changed: Iterable[Laned]) -> None:
        for span in changed:
            if span.above:
                self.depth_above = max(self.depth_above, span.lane + 1)
            else:
                self.depth = max(self.depth, span.lane + 1)

    def _neighbours(self, span: Laned) -> set[PlacedSpan]:
        found: set[PlacedSpan] = set().union(*(self.overlapping(start, end) for start, end in span.segments))
        return {other for other in found if other.above == span.above}

    def _insert(self, span: ViewSpan) -> PlacedSpan:
        to_units = self._map.to_units
        placed = PlacedSpan(span, tuple([(to_units(start), to_units(end)) for start, end in span.segments]))
        self._placed[span.id] = placed
        buckets = self._buckets
        for start, end in placed.segments:
            for bucket in _buckets(start, end):
                buckets[bucket].add(placed)
        return placed

    def _take_out(self, placed: PlacedSpan) -> None:
        del self._placed[placed.span.id]
        for start, end in placed.segments:
            for bucket in _buckets(start, end):
                self._buckets[bucket].discard(placed)


def _buckets(start: int, end: int) -> range:
    return range(start >> _BUCKET_BITS, ((end - 1) >> _BUCKET_BITS) + 1)
