"""The regions of the article that is shown, found by position."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from annotator.core.records import LEFT_OUT, Region
from annotator.core.segments import join
from annotator.ui.article_view.text_map import TextMap


class PlacedRegion(NamedTuple):
    """A region in UTF-16 units."""

    start: int
    end: int
    region: Region


class Regions:
    """Regions in the order of the text. Positions are UTF-16 units."""

    def __init__(self, text_map: TextMap, regions: Sequence[Region] = ()) -> None:
        ordered = sorted(regions, key=lambda one: (one.start, -one.end, one.id))
        to_units = text_map.to_units
        self._placed = [PlacedRegion(to_units(one.start), to_units(one.end), one) for one in ordered]
        self._starts = [one.start for one in self._placed]
        # What overlaps a place may begin far before it: the furthest end so far never falls.
        self._reach = list(accumulate((one.end for one in self._placed), max))
        self.left_out = join((one.start, one.end) for one in ordered if one.kind in LEFT_OUT)
        """What is not the article's own text, in code points."""

    def overlapping(self, start: int, end: int) -> list[PlacedRegion]:
        """Return the regions with a character in `[start, end)`, in the order of the text."""
        first, last = bisect_right(self._reach, start), bisect_left(self._starts, end)
        return [one for one in self._placed[first:last] if one.end > start]
