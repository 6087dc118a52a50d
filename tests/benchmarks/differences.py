"""Differences of two layers: row 12 of the targets."""

from __future__ import annotations

import random
import time
from dataclasses import replace

from annotator.analysis.differences import differences
from annotator.core.records import Link, Span
from annotator.core.segments import Segment
from tests.benchmarks.corpus import spread_segments
from tests.benchmarks.row import Row

_SPANS = 10_000
_CHARACTERS = 60
_ROUNDS = 3


def benchmarks() -> list[Row]:
    """Compare two layers that differ in every other span; then twice as many, and one span over all the others."""
    one, twice = _best(_SPANS), _best(2 * _SPANS)
    return [
        Row(f"differences of two layers of {_SPANS:,} spans", one, most=1000),
        Row(f"the same of {2 * _SPANS:,}, beside {_SPANS:,}", twice, one, times=2.4),
        Row(f"the same of {_SPANS:,} with one span over all of them", _best(_SPANS, over_all=True), most=1000),
    ]


def _best(count: int, *, over_all: bool = False) -> float:
    first, second = _layers(count, over_all)
    figures = []
    for _ in range(_ROUNDS):
        started = time.perf_counter()
        found = differences(first, second)
        figures.append(time.perf_counter() - started)
        assert len(found) >= count
    return min(figures) * 1000


def _layers(count: int, over_all: bool) -> tuple[list[Span], list[Span]]:
    chance = random.Random(5)
    length = count * _CHARACTERS
    first, second = [], []
    for number, segments in enumerate(spread_segments(length, count)):
        links = (Link(f"l{number}", f"e{number % 40}", "speaker"),)
        first.append(Span(f"a{number}", "quote", segments, links, {"form": "direct"}))
        moved = (Segment(segments[0].start, segments[0].end + 1), *segments[1:]) if chance.random() < 0.2 else segments
        tag = "claim" if chance.random() < 0.2 else "quote"
        second.append(replace(first[-1], id=f"b{number}", tag=tag, segments=moved))
    if over_all:
        whole = Span("whole", "opinion", (Segment(0, length),))
        first.append(whole)
        second.append(replace(whole, id="other whole"))
    return first, second
