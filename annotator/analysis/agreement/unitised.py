"""Krippendorff's unitised α: how far annotators agree where units begin and how long they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from annotator.analysis.agreement.undefined import Undefined
from annotator.analysis.matching import overlaps
from annotator.core.segments import Segment


class Disagreement(NamedTuple):
    """The observed disagreement of one tag, and that which is expected by chance."""

    observed: float
    expected: float


class UnitisedAlpha:
    """Collects the units of one tag that the same annotators found in one text after the other.

    Source: Krippendorff 1995, On the Reliability of Unitizing Continuous Data; 2004, Content Analysis (2nd ed.),
    section 11.6. Several texts are one continuum, but no gap reaches from one text into the next.
    """

    def __init__(self, annotators: int) -> None:
        self._annotators = annotators
        self._length = 0
        self._squares = 0
        self._units: list[int] = []
        self._gaps: list[int] = []

    def add(self, units: Sequence[Sequence[Segment]], length: int) -> None:
        """Take a text of `length` characters: the units of each annotator, in order, none of which overlap."""
        self._length += length
        for one in units:
            self._units += [end - start for start, end in one]
            self._gaps += _gaps(one, length)
        # Each pair of annotators is looked at from both sides.
        self._squares += 2 * sum(_squares(one, other) for one, other in combinations(units, 2))

    def disagreement(self) -> Disagreement:
        """Return the disagreement. Raises Undefined where there are fewer than two annotators, or no units."""
        annotators, total = self._annotators, self._annotators * self._length
        if annotators < 2:
            raise Undefined("there are no two annotators to compare")
        if not self._units:
            raise Undefined("there are no units")
        observed = self._squares / (annotators * (annotators - 1) * self._length**2)
        # Python's own numbers for the powers: they outgrow 64 bits.
        against_units = sum(2 * size**3 - 3 * size**2 + size for size in self._units) * (len(self._units) - 1) / 3
        same_place = total * (total - 1) - sum(size * (size - 1) for size in self._units)
        if not same_place:
            raise Undefined("all is one unit, for chance as well")
        expected = 2 / self._length * (against_units + self._against_gaps()) / same_place
        return Disagreement(observed, expected)

    def alpha(self) -> float:
        """Return α, at most 1. Raises Undefined as `disagreement` does, and where chance cannot disagree."""
        return overall_alpha([self.disagreement()])

    def _against_gaps(self) -> int:
        """Return, of all units, their squared length times the places that it has in all gaps."""
        gaps = np.sort(np.array(self._gaps, dtype=np.int64))
        sums = np.concatenate([[0], np.cumsum(gaps)])
        total = 0
        for size in self._units:
            shorter = int(np.searchsorted(gaps, size))
            fitting = len(gaps) - shorter
            total += size**2 * (int(sums[-1] - sums[shorter]) + fitting * (1 - size))
        return total


def overall_alpha(tags: Iterable[Disagreement]) -> float:
    """Return α over several tags. Raises Undefined where there are none, or where chance cannot disagree."""
    found = list(tags)
    expected = sum(one.expected for one in found)
    if not expected:
        raise Undefined("chance cannot disagree")
    return 1 - sum(one.observed for one in found) / expected


def _gaps(units: Sequence[Segment], length: int) -> list[int]:
    starts = [*(unit.start for unit in units), length]
    ends = [0, *(unit.end for unit in units)]
    return [start - end for start, end in zip(starts, ends, strict=True) if start > end]


def _squares(one: Sequence[Segment], other: Sequence[Segment]) -> int:
    """Return the squared differences of two annotators' units.

    Units that overlap differ by their starts and by their ends; one that meets none of the other annotator's lies in a
    gap, and differs by its whole length.
    """
    rows, columns, _shared = overlaps([[unit] for unit in one], [[unit] for unit in other])
    first, second = (np.array(units, dtype=np.int64).reshape(-1, 2) for units in (one, other))
    overlapping = int(((first[rows] - second[columns]) ** 2).sum())
    lonely = (np.delete(np.diff(units).ravel(), met) for units, met in ((first, rows), (second, columns)))
    return overlapping + sum(int((sizes**2).sum()) for sizes in lonely)
