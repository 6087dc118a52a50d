"""Lanes: which of the lines below the text a span gets, so that no two spans' lines meet.

The rule is the same for a whole article and for one more span, and the result does not depend on the order in which
spans came: each span, the longest first, takes the lane nearest to the text that no longer span uses where it stands.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heappush
from typing import Protocol, TypeAlias

MOST_LANES = 5
OVERFLOW = MOST_LANES
"""The lane of spans that found none: they share one grey band."""

Units: TypeAlias = tuple[tuple[int, int], ...]


class Laned(Protocol):
    """Anything with segments (ordered, half-open) and a rank of its own: lower ranks choose first.

    Lines above the text and lines below it are never in each other's way.
    """

    segments: Units
    rank: tuple[int, int, str]
    above: bool
    lane: int


def assign_all(spans: Iterable[Laned]) -> None:
    """Give every one of `spans`, which are all on one side of the text, its lane, in O(n log n)."""
    cluster: list[Laned] = []
    cluster_end = -1
    for span in sorted(spans, key=lambda one: one.segments[0][0]):
        if span.segments[0][0] >= cluster_end:
            _assign_cluster(cluster)
            cluster = []
        cluster.append(span)
        cluster_end = max(cluster_end, span.segments[-1][1])
    _assign_cluster(cluster)


def reassign(
    seeds: Iterable[Laned], overlapping: Callable[[Laned], Iterable[Laned]], most: int = 200
) -> list[Laned] | None:
    """Give `seeds` their lanes, and every span whose lane that changes in turn; return those whose lane changed.

    `overlapping` returns the spans on its side that share a character with one, itself included or not. None: `most`
    spans were not enough, lanes are half changed, and `assign_all` is the shorter way.
    """
    changed: list[Laned] = []
    queue = [(span.rank, span) for span in seeds]
    heapify(queue)
    queued = {rank for rank, _ in queue}
    while queue:
        if len(queued) > most:
            return None
        _, span = heappop(queue)
        neighbours = list(overlapping(span))
        taken = {other.lane for other in neighbours if other.rank < span.rank}
        lane = next((lane for lane in range(MOST_LANES) if lane not in taken), OVERFLOW)
        if lane == span.lane:
            continue
        span.lane = lane
        changed.append(span)
        for other in neighbours:
            if other.rank > span.rank and other.rank not in queued:
                queued.add(other.rank)
                heappush(queue, (other.rank, other))
    return changed


def _assign_cluster(cluster: list[Laned]) -> None:
    if len(cluster) == 1:
        cluster[0].lane = 0
        return
    lanes: list[list[tuple[int, int]]] = [[] for _ in range(MOST_LANES)]
    for span in sorted(cluster, key=lambda one: one.rank):
        span.lane = next((lane for lane, taken in enumerate(lanes) if _is_free(taken, span.segments)), OVERFLOW)
        if span.lane != OVERFLOW:
            taken = lanes[span.lane]
            for segment in span.segments:
                taken.insert(bisect_left(taken, segment), segment)


def _is_free(taken: list[tuple[int, int]], segments: Units) -> bool:
    for start, end in segments:
        at = bisect_left(taken, (start, start))
        if (at < len(taken) and taken[at][0] < end) or (at and taken[at - 1][1] > start):
            return False
    return True
