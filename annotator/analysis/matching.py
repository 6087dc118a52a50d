"""Spans of two layers matched one to one, so that the matched ones share as many characters as they can."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from scipy.sparse import coo_array, csr_array, hstack
from scipy.sparse.csgraph import connected_components, min_weight_full_bipartite_matching

from annotator.core.segments import Segment

Numbers: TypeAlias = NDArray[np.int64]

MOST_PREFERENCE = 3
"""The most that a preference may say."""

_MOST_DENSE = 1 << 16


def match(
    first: Sequence[Iterable[Segment]],
    second: Sequence[Iterable[Segment]],
    preference: Callable[[int, int], int] = lambda _one, _other: 0,
) -> list[tuple[int, int]]:
    """Return pairs of indices, each index at most once, that have the greatest possible total overlap in characters.

    Where several matchings share as many characters, one is returned whose pairs have the greatest sum of
    `preference(one, other)`, 0 to `MOST_PREFERENCE`. What only touches does not overlap and is never paired. Takes
    time as n log n where spans overlap few others.
    """
    one, other, shared = overlaps(first, second)
    if not len(one):
        return []
    if len(np.unique(one)) == len(np.unique(other)) == len(one):  # nothing to choose
        return list(zip(one.tolist(), other.tolist(), strict=True))
    preferred = np.fromiter(map(preference, one.tolist(), other.tolist()), dtype=np.int64, count=len(one))
    chosen = np.concatenate([part[_best(one[part], other[part], shared[part], preferred[part])]
                             for part in _components(one, other, len(first), len(second))])  # fmt: skip
    return sorted(zip(one[chosen].tolist(), other[chosen].tolist(), strict=True))


def overlaps(
    first: Sequence[Iterable[Segment]], second: Sequence[Iterable[Segment]]
) -> tuple[Numbers, Numbers, Numbers]:
    """Return all pairs that share characters: their indices in `first` and in `second`, and how many they share."""
    rows, columns = _Ranges(first), _Ranges(second)
    # Of two ranges that overlap, either the other one starts within the one, or the one after the other's start.
    one, other = rows.starting_in(columns, "left")
    later_other, later_one = columns.starting_in(rows, "right")
    one, other = np.concatenate([one, later_one]), np.concatenate([other, later_other])
    shared = np.minimum(rows.ends[one], columns.ends[other]) - np.maximum(rows.starts[one], columns.starts[other])
    pairs, place = np.unique(rows.owners[one] * len(second) + columns.owners[other], return_inverse=True)
    total = np.bincount(place, weights=shared, minlength=len(pairs)).astype(np.int64)
    return pairs // max(1, len(second)), pairs % max(1, len(second)), total


class _Ranges:
    """All segments of several spans in order of their starts, with the index of the span that each belongs to."""

    def __init__(self, spans: Sequence[Iterable[Segment]]) -> None:
        rows = sorted((start, end, owner) for owner, segments in enumerate(spans) for start, end in segments)
        self.starts, self.ends, self.owners = np.array(rows, dtype=np.int64).reshape(-1, 3).T

    def starting_in(self, others: _Ranges, side: Literal["left", "right"]) -> tuple[Numbers, Numbers]:
        """Return the pairs of these with the `others` that start before their end, and after their start or there.

        `side` "right" leaves out those that start where these do.
        """
        left = others.starts.searchsorted(self.starts, side)
        counts = np.maximum(0, others.starts.searchsorted(self.ends, "left") - left)
        before = np.cumsum(counts) - counts
        return np.repeat(np.arange(len(counts)), counts), np.arange(counts.sum()) + np.repeat(left - before, counts)


def _components(one: Numbers, other: Numbers, rows: int, columns: int) -> Iterator[Numbers]:
    """Yield the indices of the pairs of each group of spans that overlap, directly or by way of others."""
    size = rows + columns
    graph = coo_array((np.ones(len(one), dtype=np.int8), (one, other + rows)), shape=(size, size))
    labels = connected_components(graph.tocsr(), directed=False)[1][one]
    order = np.argsort(labels, kind="stable")
    yield from np.split(order, np.flatnonzero(np.diff(labels[order])) + 1)


def _best(one: Numbers, other: Numbers, shared: Numbers, preferred: Numbers) -> Numbers:
    """Return the indices of those pairs of one component that belong to its best matching."""
    if len(one) == 1:
        return np.zeros(1, dtype=np.int64)
    rows, row = np.unique(one, return_inverse=True)
    columns, column = np.unique(other, return_inverse=True)
    # One shared character outweighs all preferences together; both stay far below 2⁵³, where floats are exact.
    weight = shared * (MOST_PREFERENCE * min(len(rows), len(columns)) + 1) + preferred
    if len(rows) * len(columns) <= _MOST_DENSE:
        table = np.zeros((len(rows), len(columns)))
        table[row, column] = weight
        pairs = linear_sum_assignment(table, maximize=True)
    else:
        pairs = _sparse_assignment(csr_array((weight.astype(float), (row, column)), shape=(len(rows), len(columns))))
    chosen = np.full(len(rows), -1)
    chosen[pairs[0]] = pairs[1]
    return np.flatnonzero(chosen[row] == column)


def _sparse_assignment(weights: csr_array) -> tuple[Numbers, Numbers]:
    """Return the best assignment where most pairs share nothing, as where a span reaches over all the others."""
    rows = weights.shape[0]
    # Each row may stay alone, in a column of its own. One more for every edge changes no comparison: all rows have
    # one, and a stored zero would be none.
    alone = csr_array((np.ones(rows), (np.arange(rows), np.arange(rows))), shape=(rows, rows))
    weights.data += 1
    row, column = min_weight_full_bipartite_matching(hstack([weights, alone], format="csr"), maximize=True)
    return row, column
