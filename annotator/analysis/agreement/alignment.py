"""The best alignment of the units of several annotators: which of them are about the same thing, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, linear_sum_assignment, milp
from scipy.sparse import csc_array

from annotator.analysis.agreement.undefined import Undefined
from annotator.analysis.agreement.units import Mark

POSITION, CATEGORY, EMPTY = 3.0, 1.0, 1.0
"""What position and category weigh (α and β), and the dissimilarity of a unit and no unit (Δ∅)."""

MOST_TUPLES = 100_000
"""Tuples of units beyond which the best alignment is not searched: it would take minutes and gigabytes."""

Numbers: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Alignment:
    """`tuples` have, for each annotator, the index of a unit or None; each unit is in one. `disorder` is their mean.

    The mean is over the average number of units of an annotator.
    """

    disorder: float
    tuples: tuple[tuple[int | None, ...], ...]


def dissimilarities(first: Sequence[Mark], second: Sequence[Mark]) -> Floats:
    """Return how unlike each of the first units is to each of the second: position and category combined.

    Source: Mathet, Widlöcher & Métivier 2015, The Unified and Holistic Method Gamma (Computational Linguistics 41),
    section 4.2: the positional sporadic dissimilarity, and 0 or Δ∅ for tags that are the same or not.
    """
    one = np.array([unit[:2] for unit in first], dtype=float).reshape(-1, 1, 2)
    other = np.array([unit[:2] for unit in second], dtype=float).reshape(1, -1, 2)
    apart = np.abs(one - other).sum(axis=2)
    lengths = (one[..., 1] - one[..., 0]) + (other[..., 1] - other[..., 0])
    tags = [np.array([unit.value for unit in units], dtype=str) for units in (first, second)]
    combined: Floats = EMPTY * (POSITION * (apart / lengths) ** 2 + CATEGORY * (tags[0][:, None] != tags[1]))
    return combined


def best_alignment(units: Sequence[Sequence[Mark]]) -> Alignment:
    """Return the alignment of the least disorder, found exactly: of more than two annotators by integer programming.

    `units` has those of each annotator. Raises Undefined for fewer than two annotators, where there are no units, and
    where more than `MOST_TUPLES` tuples would have to be looked at. Source: Mathet et al. 2015, sections 4.3 and 5.1.
    """
    annotators, total = len(units), sum(map(len, units))
    if annotators < 2:
        raise Undefined("there are no two annotators to compare")
    if not total:
        raise Undefined("there are no units")
    tuples, costs = _paired(*units) if annotators == 2 else _chosen(units, total)
    return Alignment(
        float(costs.sum()) * annotators / total,
        tuple(tuple(None if index < 0 else index for index in one) for one in tuples.tolist()),
    )


def _paired(first: Sequence[Mark], second: Sequence[Mark]) -> tuple[Numbers, Floats]:
    """Return the tuples of the best alignment of two annotators and their costs; it is an assignment."""
    unlike = dissimilarities(first, second)
    # Two units that are not paired cost Δ∅ each.
    rows, columns = linear_sum_assignment(np.minimum(unlike, 2 * EMPTY))
    useful = unlike[rows, columns] < 2 * EMPTY
    rows, columns = rows[useful], columns[useful]
    alone = [np.setdiff1d(np.arange(len(own)), used) for own, used in ((first, rows), (second, columns))]
    nobody = [np.full(len(one), -1) for one in alone]
    tuples = np.column_stack([
        np.concatenate([rows, alone[0], nobody[1]]), np.concatenate([columns, nobody[0], alone[1]])
    ])  # fmt: skip
    return tuples, np.concatenate([unlike[rows, columns], np.full(len(tuples) - len(rows), EMPTY)])


def _chosen(units: Sequence[Sequence[Mark]], total: int) -> tuple[Numbers, Floats]:
    """Return the tuples of the best alignment of several annotators, who have `total` units, and their costs."""
    tuples, costs = _tuples(units)
    # Each unit is in exactly one of the chosen tuples.
    offsets = np.cumsum([0, *map(len, units)])[:-1]
    chosen, column = np.nonzero(tuples >= 0)
    holds = csc_array((np.ones(len(chosen)), ((tuples + offsets)[chosen, column], chosen)), shape=(total, len(tuples)))
    found = milp(costs, integrality=np.ones(len(costs)), bounds=Bounds(0, 1), constraints=LinearConstraint(holds, 1, 1))
    if not found.success:
        raise Undefined("the best alignment was not found")
    best = found.x > 0.5
    return tuples[best], costs[best]


def _tuples(units: Sequence[Sequence[Mark]]) -> tuple[Numbers, Floats]:
    """Return all tuples that the best alignment can hold, −1 where an annotator has no unit in it; and their costs.

    A tuple costs the mean dissimilarity of its pairs, of which each with no unit in it, or one, is `EMPTY`. A tuple is
    left out that costs more than its units do in two tuples.
    """
    annotators = len(units)
    pairs = annotators * (annotators - 1) // 2
    # Taking a unit out of a tuple of k saves its dissimilarities to the others, and costs Δ∅ for each pair but those
    # that were empty anyway: pairs + k − 1 at most.
    most = EMPTY * (pairs + annotators - 1)
    tables = {(i, j): dissimilarities(units[i], units[j]) for i, j in combinations(range(annotators), 2)}
    tuples = np.zeros((1, 0), dtype=np.int64)
    sums = np.zeros((1, 0))
    for added, own in enumerate(units):
        parts = [
            _extended(tuples[rows], sums[rows], [tables[i, added] for i in range(added)], len(own), most)
            for rows in np.array_split(np.arange(len(tuples)), len(tuples) * (len(own) + 1) // MOST_TUPLES + 1)
        ]
        tuples, sums = (np.concatenate(part) for part in zip(*parts, strict=True))
        if len(tuples) > MOST_TUPLES:
            raise Undefined("there are too many ways to align the spans of so many annotators")
    counts = (tuples >= 0).sum(axis=1)
    useful = (counts > 0) & (sums <= EMPTY * (pairs + counts[:, None] - 1)).all(axis=1)
    tuples, sums, counts = tuples[useful], sums[useful], counts[useful]
    return tuples, (EMPTY * (pairs - counts * (counts - 1) / 2) + sums.sum(axis=1) / 2) / pairs


def _extended(
    tuples: Numbers, sums: Floats, tables: Sequence[Floats], count: int, most: float
) -> tuple[Numbers, Floats]:
    """Return tuples with each of an annotator's `count` units added, and with none, but those that cannot be useful.

    `sums` are, of each unit in a tuple, its dissimilarities to the others, none of which may come to exceed `most`.
    """
    # A last row of zeros stands for no unit: index −1 finds it.
    unlike = [np.vstack([table, np.zeros((1, count))])[tuples[:, i]] for i, table in enumerate(tables)]
    together = np.sum(unlike, axis=0) if unlike else np.zeros((len(tuples), count))
    fits = together <= most
    for i, one in enumerate(unlike):
        fits &= sums[:, i : i + 1] + one <= most
    row, unit = np.nonzero(fits)
    grown = np.column_stack([sums[row][:, i] + one[row, unit] for i, one in enumerate(unlike)] + [together[row, unit]])
    with_unit = np.column_stack([tuples[row], unit])
    without = np.column_stack([tuples, np.full(len(tuples), -1)])
    return (
        np.concatenate([without, with_unit]),
        np.concatenate([np.column_stack([sums, np.zeros(len(tuples))]), grown]),
    )
