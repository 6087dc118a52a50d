"""The u-α family: how far annotators agree on units with values, on what is a unit, and on the units' values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from annotator.analysis.agreement.undefined import Undefined
from annotator.analysis.agreement.units import Mark, sections

Pair: TypeAlias = tuple[str, str]
"""The values that two annotators gave the same characters."""

_BLANK, _UNIT = "", "unit"


class UAlpha:
    """Collects the units that the same annotators, at least two, found in one text after the other.

    Lengths are counted as coincidences: how many characters two annotators, of all pairs of them, gave two values.
    What chance is expected to bring lets whole units fall anywhere; what no unit covers comes character by character.

    Source: Krippendorff, Mathet, Bouvry & Widlöcher 2016, On the reliability of unitizing textual continua: Further
    developments (Quality & Quantity 50), sections 5 to 7.
    """

    def __init__(self, annotators: int) -> None:
        self._annotators = annotators
        self._coincidences: Counter[Pair] = Counter()
        # By value, the squared lengths of units, and of what other annotators' units cover of each.
        self._squares: Counter[str] = Counter()
        self._covered_squares: Counter[str] = Counter()

    def add(self, units: Sequence[Sequence[Mark]], length: int) -> None:
        """Take a text of `length` characters: the units of each annotator.

        Raises Undefined where an annotator's units overlap, or where there are fewer than two annotators.
        """
        others = self._annotators - 1
        if others < 1:
            raise Undefined("there are no two annotators to compare")
        ordered = [sorted(one) for one in units]
        if any(unit.end > after.start for one in ordered for unit, after in pairwise(one)):
            raise Undefined("spans of an annotator overlap")
        position = 0
        covered: Counter[tuple[int, int, int]] = Counter()
        places = [0] * len(ordered)
        for size, held in sections(length, ordered):
            for place, one in enumerate(ordered):
                while places[place] < len(one) and one[places[place]].end <= position:
                    places[place] += 1
            values = [next(iter(value), _BLANK) for value in held]
            for i, value in enumerate(values):
                for j, other in enumerate(values):
                    if i != j:
                        self._coincidences[value, other] += size
                        if value != _BLANK and other != _BLANK:
                            covered[i, places[i], j] += size
            position += size
        for one in ordered:
            for unit in one:
                self._squares[unit.value] += (unit.end - unit.start) ** 2
        for (i, place, _j), size in covered.items():
            self._covered_squares[ordered[i][place].value] += size**2

    def u(self) -> float:
        """Return uα: agreement on units and their values, where what is no unit is a value as well."""
        return _alpha(self._lengths(), self._squares)

    def binary(self) -> float:
        """Return |uα: agreement on what is a unit, whatever its value."""
        merged: defaultdict[Pair, float] = defaultdict(float)
        for (one, other), length in self._lengths().items():
            merged[_UNIT if one else _BLANK, _UNIT if other else _BLANK] += length
        return _alpha(merged, {_UNIT: self._squares.total()})

    def coding(self) -> float:
        """Return cuα: agreement on the values of what two annotators have units on."""
        return _alpha(self._valued(), self._covered())

    def coding_of(self, value: str) -> float:
        """Return (k)uα: agreement on what one annotator gave this value, and another has a unit on."""
        return _alpha(self._valued(), self._covered(), value)

    def coverage(self) -> float:
        """Return how much of the texts, 0 to 1, two annotators have units on, on average over pairs of annotators."""
        total = sum(self._lengths().values())
        if not total:
            raise Undefined("there is no text")
        return sum(self._valued().values()) / total

    def _lengths(self) -> dict[Pair, float]:
        """Return the lengths that coincide, by pair of values; all together they are the annotators' texts."""
        return {pair: length / (self._annotators - 1) for pair, length in self._coincidences.items()}

    def _valued(self) -> dict[Pair, float]:
        return {pair: length for pair, length in self._lengths().items() if _BLANK not in pair}

    def _covered(self) -> dict[str, float]:
        return {value: square / (self._annotators - 1) for value, square in self._covered_squares.items()}


def _alpha(observed: Mapping[Pair, float], whole: Mapping[str, float], of: str | None = None) -> float:
    """Return α of all values, or of one: 1 less the observed share of unequal values over the one that chance brings.

    `whole` has the squared lengths of units, by value: what a unit shares with itself, which is no chance. Raises
    Undefined where nothing coincides, or where chance cannot bring unequal values.
    """
    totals: defaultdict[str, float] = defaultdict(float)
    for (one, _other), length in observed.items():
        totals[one] += length
    expected = {
        (one, other): totals[one] * totals[other] - (whole.get(one, totals[one]) if one == other else 0)
        for one in totals
        for other in totals
    }
    by_chance = _share_unequal(expected, of)
    if not by_chance:
        raise Undefined("there is a single value everywhere")
    return 1 - _share_unequal(observed, of) / by_chance


def _share_unequal(lengths: Mapping[Pair, float], of: str | None) -> float:
    meant = {pair: length for pair, length in lengths.items() if of in (None, pair[0])}
    total = sum(meant.values())
    if not total:
        raise Undefined("no two annotators have units on the same words")
    return sum(length for (one, other), length in meant.items() if one != other) / total
