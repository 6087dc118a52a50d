"""An article's own text: what is left of it, and of the spans in it, without regions that do not count."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace

from annotator.core.records import LEFT_OUT, Article, Span
from annotator.core.segments import Segment, Segments, join


class OwnText:
    """Positions in a text of `length` characters from which the ranges in `left_out` were cut."""

    def __init__(self, length: int, left_out: Iterable[tuple[int, int]] = ()) -> None:
        self._cut = join((max(0, start), min(length, end)) for start, end in left_out)
        self._starts = [start for start, _end in self._cut]
        # How much was cut before each cut, and before the end.
        self._before = [0]
        for start, end in self._cut:
            self._before.append(self._before[-1] + end - start)
        self.length = length - self._before[-1]

    @classmethod
    def of(cls, article: Article) -> OwnText:
        """Return the own text of an article: without credits, related matter and boilerplate."""
        regions = ((one.start, one.end) for one in article.regions if one.kind in LEFT_OUT)
        return cls(len(article.text), regions)

    def spans(self, spans: Iterable[Span]) -> list[Span]:
        """Return the spans as they stand in the own text; those that nothing is left of are not among them."""
        if not self._cut:
            return list(spans)
        placed = ((span, self.segments(span.segments)) for span in spans)
        return [replace(span, segments=segments) for span, segments in placed if segments]

    def segments(self, segments: Sequence[Segment]) -> Segments:
        """Return what is left of segments, in positions of the own text; parts that now touch are joined."""
        return join((self._position(start), self._position(end)) for start, end in segments)

    def _position(self, position: int) -> int:
        """Return a position in the own text; one within a cut is where the cut is."""
        index = bisect_right(self._starts, position) - 1
        if index < 0:
            return position
        return position - self._before[index] - min(position, self._cut[index].end) + self._cut[index].start
