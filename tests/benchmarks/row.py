"""What a benchmark reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One measured figure and the floor that was measured beside it in the same run, if there is one.

    The target is met where the figure is at most `times` the floor, `most` itself, and `more` above the floor; of
    these, those that are given count.
    """

    name: str
    figure: float
    floor: float | None = None
    times: float | None = None
    most: float | None = None
    more: float | None = None
    unit: str = "ms"

    @property
    def ratio(self) -> float | None:
        """How many times the floor the figure is."""
        return self.figure / self.floor if self.floor else None

    @property
    def target(self) -> str:
        """The target in words."""
        parts = [
            f"≤ {self.most:g} {self.unit}" if self.most is not None else "",
            f"≤ {self.times:g} × the floor" if self.times is not None else "",
            f"≤ the floor + {self.more:g} {self.unit}" if self.more is not None else "",
        ]
        return ", ".join(part for part in parts if part)

    @property
    def met(self) -> bool:
        """Whether the figure is within all that the target says."""
        floor = self.floor or 0
        limits = (
            self.most,
            None if self.times is None else floor * self.times,
            None if self.more is None else floor + self.more,
        )
        return all(self.figure <= limit for limit in limits if limit is not None)
