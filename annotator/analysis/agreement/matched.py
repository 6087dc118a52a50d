"""What can be said of spans that were matched: their tags, their boundaries, their entities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from annotator.analysis.agreement.undefined import Undefined
from annotator.analysis.differences import Difference, DifferenceKind

TagPair: TypeAlias = tuple[str | None, str | None]
"""The tags of two matched spans; None where a span has no counterpart."""


def tag_pair(difference: Difference) -> TagPair:
    """Return the cell of the table of tags by tags that a difference is counted in."""
    first, second = difference.first, difference.second
    return first.tag if first else None, second.tag if second else None


class Matched:
    """Counts differences: by kind, by tags, and by how far the second span begins and ends behind the first.

    `starts` and `ends` have distances in characters, negative where the second span begins or ends before the first.
    """

    def __init__(self) -> None:
        self.kinds: Counter[DifferenceKind] = Counter()
        self.tags: Counter[TagPair] = Counter()
        self.starts: Counter[int] = Counter()
        self.ends: Counter[int] = Counter()
        self.linked = 0
        self._same_entities = 0

    def add(self, found: Iterable[Difference]) -> None:
        """Take differences, each of two spans or of one."""
        for one in found:
            self.kinds[one.kind] += 1
            self.tags[tag_pair(one)] += 1
            if one.first is None or one.second is None:
                continue
            self.starts[one.second.start - one.first.start] += 1
            self.ends[one.second.end - one.first.end] += 1
            if one.links:
                self.linked += 1
                self._same_entities += "entity" not in one.kinds

    @property
    def pairs(self) -> int:
        """How many pairs of spans were matched."""
        return self.starts.total()

    def entity_accuracy(self) -> float:
        """Return how many of the `linked` pairs have the same entities, 0 to 1.

        Those are pairs of which at least one span is linked. Raises Undefined where there are none.
        """
        if not self.linked:
            raise Undefined("no matched span is linked")
        return self._same_entities / self.linked

    def start_distance(self) -> float:
        """Return how far apart matched spans begin on average, in characters. Raises Undefined where none match."""
        return _mean_size(self.starts)

    def end_distance(self) -> float:
        """Return how far apart matched spans end on average, in characters. Raises Undefined where none match."""
        return _mean_size(self.ends)


def _mean_size(distances: Counter[int]) -> float:
    if not distances:
        raise Undefined("no spans were matched")
    return sum(abs(distance) * count for distance, count in distances.items()) / distances.total()
