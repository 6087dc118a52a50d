from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.core.segments import Segment, Segments, canonical_key, contains, excerpt, join, problem, size, trim

LENGTH = 40
ranges = st.lists(st.tuples(st.integers(-3, LENGTH), st.integers(-3, LENGTH)), max_size=8)
texts = st.text(" \t\n\u00a0\u2028ab🏗é", max_size=LENGTH)


def characters(parts: list[tuple[int, int]] | Segments) -> set[int]:
    return {place for start, end in parts for place in range(start, end)}


@given(ranges)
def test_joining_keeps_every_character_and_leaves_gaps_between_segments(parts: list[tuple[int, int]]) -> None:
    joined = join(parts)
    assert characters(joined) == characters(parts)
    assert all(start < end for start, end in joined)
    assert all(left.end < right.start for left, right in itertools.pairwise(joined))


@given(ranges, st.randoms(use_true_random=False))
def test_joining_again_or_in_another_order_changes_nothing(parts: list[tuple[int, int]], chance: random.Random) -> None:
    joined = join(parts)
    shuffled = list(parts)
    chance.shuffle(shuffled)
    assert join(joined) == joined == join(shuffled)


@given(texts, ranges)
def test_trimming_takes_white_space_from_the_ends_and_nothing_else(text: str, parts: list[tuple[int, int]]) -> None:
    inside = [(max(start, 0), min(end, len(text))) for start, end in parts]
    trimmed = trim(text, inside)
    kept, whole = characters(trimmed), characters(join(inside))
    assert kept <= whole
    assert all(text[place].isspace() for place in whole - kept)
    for start, end in trimmed:
        assert text[start:end] == text[start:end].strip() != ""
    assert trim(text, trimmed) == trimmed


@given(texts, ranges)
def test_what_was_joined_and_lies_inside_is_no_problem(text: str, parts: list[tuple[int, int]]) -> None:
    joined = join((max(start, 0), min(end, len(text))) for start, end in parts)
    found = problem(joined, len(text))
    assert (found is None) == (len(joined) > 0)


@pytest.mark.parametrize(
    ("segments", "reason"),
    [
        ([], "at least one"),
        ([(0, 0)], "empty"),
        ([(3, 2)], "empty"),
        ([(-1, 2)], "outside"),
        ([(0, 11)], "outside"),
        ([(0, 3), (3, 5)], "touches"),
        ([(0, 3), (2, 5)], "touches or overlaps"),
        ([(6, 8), (0, 3)], "touches or overlaps"),
    ],
)
def test_what_is_wrong_with_segments_is_said(segments: list[tuple[int, int]], reason: str) -> None:
    said = problem(tuple(Segment(*segment) for segment in segments), 10)
    assert said is not None
    assert reason in said


def test_the_whole_text_may_be_a_span() -> None:
    assert problem((Segment(0, 10),), 10) is None


@given(ranges.map(join), ranges.map(join))
def test_keys_are_equal_for_equal_segments_only(left: Segments, right: Segments) -> None:
    assert (canonical_key(left) == canonical_key(right)) == (left == right)


def test_keys_stay_short_and_apart_for_a_thousand_segments() -> None:
    many = tuple(Segment(10 * number, 10 * number + 5) for number in range(1000))
    other = (*many[:-1], Segment(9990, 9996))
    assert len(canonical_key(many)) <= 60
    assert canonical_key(many) != canonical_key(other)


@given(ranges.map(join), st.integers(-5, LENGTH + 5))
def test_what_segments_contain_is_what_they_count(segments: Segments, place: int) -> None:
    assert contains(segments, place) == (place in characters(segments))
    assert size(segments) == len(characters(segments))


def test_an_excerpt_tells_where_something_is_left_out() -> None:
    assert excerpt("We will, she said, repair it.", [(0, 7), (19, 29)]) == "We will … repair it."


@given(texts)
def test_the_excerpt_of_a_whole_text_is_the_text(text: str) -> None:
    assert excerpt(text, [(0, len(text))]) == text
