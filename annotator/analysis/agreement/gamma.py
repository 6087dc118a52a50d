"""γ: how much better the units of several annotators align than units that chance put there."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from annotator.analysis.agreement.alignment import best_alignment
from annotator.analysis.agreement.undefined import Undefined
from annotator.analysis.agreement.units import Mark

PRECISION = 0.02
"""How near the expected disorder shall be to what endless sampling would give, as a share of it."""

_FIRST_SAMPLES = 30
_NORMAL_95 = 1.96


@dataclass(frozen=True, slots=True)
class Gamma:
    """The disorder of the best alignment, that of `samples` texts annotated by chance, and the number of units.

    `units` is the average number of an annotator; it weighs several texts.
    """

    observed: float
    expected: float
    units: float
    samples: int

    @property
    def value(self) -> float:
        """γ: 1 for the same units, 0 for units as unlike as by chance."""
        return pooled_gamma([self])


def gamma(
    units: Sequence[Sequence[Mark]],
    length: int,
    *,
    seed: int = 0,
    precision: float = PRECISION,
    check: Callable[[], None] = lambda: None,
) -> Gamma:
    """Return γ of one text of `length` characters, in which each annotator has units that may overlap.

    Texts are drawn until the expected disorder is within `precision` with a probability of 95 %; the same `seed` draws
    the same. `check` is called before each and may raise to stop. Raises Undefined as `best_alignment` does. Source:
    Mathet et al. 2015, sections 4.4 (γ), 5.2 (chance) and 5.3 (number of samples).
    """
    observed = best_alignment(units).disorder
    chance = random.Random(seed)
    disorders: list[float] = []
    wanted = _FIRST_SAMPLES
    while len(disorders) < wanted:
        check()
        disorders.append(best_alignment(_by_chance(units, length, chance)).disorder)
        if len(disorders) == wanted:
            wanted = max(wanted, _samples(disorders, precision))
    expected = sum(disorders) / len(disorders)
    return Gamma(observed, expected, sum(map(len, units)) / len(units), len(disorders))


def pooled_gamma(texts: Sequence[Gamma]) -> float:
    """Return γ over several texts: their disorders are summed, each as often as an annotator has units there.

    Raises Undefined where there are none, or where units by chance are in no disorder.
    """
    expected = sum(one.expected * one.units for one in texts)
    if not expected:
        raise Undefined("units by chance are in no disorder")
    return 1 - sum(one.observed * one.units for one in texts) / expected


def _samples(disorders: Sequence[float], precision: float) -> int:
    mean = sum(disorders) / len(disorders)
    variance = sum((one - mean) ** 2 for one in disorders) / (len(disorders) - 1)
    return math.ceil(variance * (_NORMAL_95 / (precision * mean)) ** 2) if mean else 0


def _by_chance(units: Sequence[Sequence[Mark]], length: int, chance: random.Random) -> list[list[Mark]]:
    """Return units for as many annotators: each has those of somebody, moved round the text by a distance of chance.

    So the units of one annotator keep their number, lengths, tags and gaps. No two distances are nearer to each other
    than half an average unit: or else what is really the same would often come to lie together again.
    """
    every = [unit for one in units for unit in one]
    # With many long units there may be no more room than this.
    apart = min(sum(unit.end - unit.start for unit in every) / len(every) / 2, length / (2 * len(units)))
    distances: list[float] = []
    # Not all of them those of annotators who have none: there would be nothing to align.
    sources = chance.choices(units, k=len(units))
    while not any(sources):
        sources = chance.choices(units, k=len(units))
    drawn = []
    for source in sources:
        distance = chance.uniform(0, length)
        while any(min(abs(distance - one), length - abs(distance - one)) < apart for one in distances):
            distance = chance.uniform(0, length)
        distances.append(distance)
        drawn.append([_moved(unit, distance, length) for unit in source])
    return drawn


def _moved(unit: Mark, distance: float, length: int) -> Mark:
    start = round(unit.start + distance) % length
    return Mark(start, start + unit.end - unit.start, unit.value)
