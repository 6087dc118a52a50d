"""What a benchmark reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One measured figure, the floor that was measured beside it in the same run (if there is one), and the target."""

    name: str
    figure: float
    floor: float | None
    target: str
    unit: str = "ms"
