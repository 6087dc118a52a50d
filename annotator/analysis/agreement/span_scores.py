"""Precision, recall and F1 of spans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.analysis.agreement.undefined import Undefined
from annotator.analysis.matching import match
from annotator.core.records import Span


@dataclass(frozen=True, slots=True)
class SpanScores:
    """Numbers of spans: in the first layer, in the second, and of pairs with the same tag.

    `exact` pairs have the same segments; `overlapping` ones, to which those belong, share a character. Scores add up.
    """

    first: int = 0
    second: int = 0
    exact: int = 0
    overlapping: int = 0

    def __add__(self, other: SpanScores) -> SpanScores:
        return SpanScores(
            self.first + other.first, self.second + other.second, self.exact + other.exact,
            self.overlapping + other.overlapping,
        )  # fmt: skip


def span_scores(first: Sequence[Span], second: Sequence[Span], tag: str) -> SpanScores:
    """Return the scores of one tag: its spans are matched one to one, with the best total overlap."""
    one, other = ([span.segments for span in spans if span.tag == tag] for spans in (first, second))
    exact = (Counter(one) & Counter(other)).total()
    return SpanScores(len(one), len(other), exact, len(match(one, other)))


def precision(pairs: int, scores: SpanScores) -> float:
    """Return how much of the second layer is in the first, 0 to 1. Raises Undefined where the second has no spans."""
    if not scores.second:
        raise Undefined("the second layer has no spans")
    return pairs / scores.second


def recall(pairs: int, scores: SpanScores) -> float:
    """Return how much of the first layer is in the second, 0 to 1. Raises Undefined where the first has no spans."""
    if not scores.first:
        raise Undefined("the first layer has no spans")
    return pairs / scores.first


def f1(pairs: int, scores: SpanScores) -> float:
    """Return the harmonic mean of precision and recall, 0 to 1. Raises Undefined where there are no spans."""
    if not scores.first + scores.second:
        raise Undefined("there are no spans")
    return 2 * pairs / (scores.first + scores.second)
