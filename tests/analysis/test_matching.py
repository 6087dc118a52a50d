"""Matching of spans, one to one, by what they share."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis import matching
from annotator.analysis.matching import MOST_PREFERENCE, match, overlaps
from annotator.core.segments import Segment, Segments, join


def segments(*ranges: tuple[int, int]) -> Segments:
    return tuple(Segment(*one) for one in ranges)


spans = (
    st.lists(st.tuples(st.integers(0, 30), st.integers(1, 12)), min_size=1, max_size=3)
    .map(lambda ranges: join((start, start + length) for start, length in ranges))
)  # fmt: skip
few_spans = st.lists(spans, max_size=5)


def shared(one: Segments, other: Segments) -> int:
    return len({at for part in one for at in range(*part)} & {at for part in other for at in range(*part)})


def worth(first: list[Segments], second: list[Segments], pairs: list[tuple[int, int]], preferences: list[int]) -> int:
    """Return one number for overlap first and preference second."""
    total = sum(shared(first[one], second[other]) for one, other in pairs)
    return total * 1000 + sum(
        preference(preferences)(*pair) for pair in pairs if shared(first[pair[0]], second[pair[1]])
    )


def preference(numbers: list[int]) -> Callable[[int, int], int]:
    return lambda one, other: numbers[(one * 5 + other) % len(numbers)]


def best_worth(first: list[Segments], second: list[Segments], preferences: list[int]) -> int:
    """Return the greatest worth, by trying all matchings."""
    places = [*range(len(second)), *([-1] * len(first))]
    return max(
        worth(first, second, [(one, other) for one, other in enumerate(chosen) if other >= 0], preferences)
        for chosen in set(permutations(places, len(first)))
    )


preferences = st.lists(st.integers(0, MOST_PREFERENCE), min_size=1, max_size=30)


@given(st.lists(spans, max_size=4), st.lists(spans, max_size=4), preferences)
def test_no_matching_is_better(first: list[Segments], second: list[Segments], numbers: list[int]) -> None:
    found = match(first, second, preference(numbers))
    assert worth(first, second, found, numbers) == best_worth(first, second, numbers)
    assert len({one for one, _ in found}) == len({other for _, other in found}) == len(found)
    assert all(shared(first[one], second[other]) for one, other in found)


@given(few_spans, few_spans, preferences)
def test_large_groups_of_spans_are_matched_as_well_as_small_ones(
    first: list[Segments], second: list[Segments], numbers: list[int]
) -> None:
    dense = match(first, second, preference(numbers))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(matching, "_MOST_DENSE", 0)
        sparse = match(first, second, preference(numbers))
    assert worth(first, second, sparse, numbers) == worth(first, second, dense, numbers)


@given(few_spans, few_spans)
def test_overlaps_are_all_pairs_that_share_characters(first: list[Segments], second: list[Segments]) -> None:
    found = list(zip(*(part.tolist() for part in overlaps(first, second)), strict=True))
    expected = [
        (one, other, shared(a, b)) for one, a in enumerate(first) for other, b in enumerate(second) if shared(a, b)
    ]
    assert sorted(found) == expected


def test_spans_that_touch_are_not_matched() -> None:
    assert match([segments((0, 10))], [segments((10, 20))]) == []


def test_the_whole_counts_and_not_the_best_single_pair() -> None:
    # The greatest overlap, 8, would leave 2 + nothing; the two smaller ones are 7 + 5.
    first = [segments((0, 10)), segments((12, 17))]
    second = [segments((2, 17)), segments((0, 7))]
    assert match(first, second) == [(0, 1), (1, 0)]


def test_a_span_over_all_others_leaves_them_matched() -> None:
    count = 400
    small = [segments((10 * at, 10 * at + 8)) for at in range(count)]
    whole = segments((0, 10 * count))
    assert match([whole, *small], [*small, whole]) == [(0, count), *((at + 1, at) for at in range(count))]
