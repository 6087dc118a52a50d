"""Krippendorff's α for nominal values, and Cohen's κ: of values that annotators give to units, such as characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable

from annotator.analysis.agreement.undefined import Undefined


class NominalAlpha:
    """Collects the values that any number of annotators gave to units; some values may be missing.

    Source: Krippendorff 2011, Computing Krippendorff's Alpha-Reliability, section C.
    """

    def __init__(self) -> None:
        self._agreeing = 0.0
        self._totals: Counter[Hashable] = Counter()
        self._values = 0

    def add(self, values: Iterable[Hashable | None], times: int = 1) -> None:
        """Take one unit, or several that are alike: a value for each annotator, None where one is missing."""
        counts = Counter(value for value in values if value is not None)
        present = counts.total()
        if present < 2:  # nothing to pair it with
            return
        self._values += present * times
        for value, count in counts.items():
            self._totals[value] += count * times
            self._agreeing += times * count * (count - 1) / (present - 1)

    @property
    def values(self) -> int:
        """How many values can be paired with others of their unit."""
        return self._values

    def alpha(self) -> float:
        """Return α, at most 1. Raises Undefined where no values can be paired, or where all are the same."""
        if not self._values:
            raise Undefined("no two values can be compared")
        expected = self._values**2 - sum(total**2 for total in self._totals.values())
        if not expected:
            raise Undefined("there is a single value everywhere")
        return 1 - (self._values - 1) * (self._values - self._agreeing) / expected


class CohenKappa:
    """Collects the values that two annotators gave to units.

    Source: Cohen 1960, A Coefficient of Agreement for Nominal Scales.
    """

    def __init__(self) -> None:
        self._agreeing = 0
        self._first: Counter[Hashable] = Counter()
        self._second: Counter[Hashable] = Counter()

    def add(self, first: Hashable, second: Hashable, times: int = 1) -> None:
        """Take one unit, or several that are alike."""
        self._first[first] += times
        self._second[second] += times
        if first == second:
            self._agreeing += times

    def kappa(self) -> float:
        """Return κ, −1 to 1. Raises Undefined where there are no units, or where all values are the same."""
        units = self._first.total()
        if not units:
            raise Undefined("no two values can be compared")
        chance = sum(count * self._second[value] for value, count in self._first.items()) / units**2
        if chance == 1:
            raise Undefined("there is a single value everywhere")
        return (self._agreeing / units - chance) / (1 - chance)
