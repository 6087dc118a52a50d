"""What the measures are computed of: an article's own text, and the units in it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis.agreement.own_text import OwnText
from annotator.analysis.agreement.units import Mark, marks, sections, tag_units
from annotator.core.ids import new_id
from annotator.core.records import Article, Region, Span
from annotator.core.segments import Segment, join, size

LENGTH = 30
ranges = st.lists(st.tuples(st.integers(0, LENGTH), st.integers(0, LENGTH)).map(sorted).map(tuple), max_size=5)


def span(tag: str, *parts: tuple[int, int]) -> Span:
    return Span(new_id(), tag, tuple(Segment(*part) for part in parts))


@given(ranges, ranges)
def test_of_the_own_text_those_characters_are_left_that_were_not_cut(
    cut: list[tuple[int, int]], parts: list[tuple[int, int]]
) -> None:
    own, segments = OwnText(LENGTH, cut), join(parts)
    kept = [at for at in range(LENGTH) if not any(start <= at < end for start, end in cut)]
    assert own.length == len(kept)
    left = {kept.index(at) for start, end in segments for at in range(start, end) if at in kept}
    placed = own.segments(segments)
    assert {at for start, end in placed for at in range(start, end)} == left
    assert size(placed) == len(left)


def test_regions_that_are_not_the_own_text_take_their_spans_with_them() -> None:
    regions = (
        Region(new_id(), "credit", 0, 10),
        Region(new_id(), "headline", 10, 20),
        Region(new_id(), "related", 24, 26),
    )
    own = OwnText.of(Article(new_id(), "x" * LENGTH, regions=regions))
    lost, cut, kept = span("quote", (2, 8)), span("quote", (8, 13)), span("claim", (22, 28))
    assert own.length == 18
    assert [(one.id, one.segments) for one in own.spans([lost, cut, kept])] == [
        (cut.id, ((0, 3),)), (kept.id, ((12, 16),))
    ]  # fmt: skip


def test_without_such_regions_spans_stay_as_they_are() -> None:
    found = [span("quote", (2, 8))]
    assert OwnText.of(Article(new_id(), "x" * LENGTH)).spans(found) == found


def test_units_of_one_tag_are_merged_where_they_overlap_and_not_where_they_touch() -> None:
    found = [span("quote", (0, 5), (8, 10)), span("quote", (4, 7)), span("quote", (10, 12)), span("claim", (1, 9))]
    assert tag_units(found, "quote") == [(0, 7), (8, 10), (10, 12)]
    assert tag_units(found, "claim") == [(1, 9)]
    assert tag_units(found, "hedge") == []


@given(
    st.lists(st.lists(st.tuples(st.integers(0, 20), st.integers(1, 9), st.sampled_from("ab")), max_size=4), max_size=3)
)
def test_sections_hold_for_each_character_what_is_there(drawn: list[list[tuple[int, int, str]]]) -> None:
    layers = [[Mark(start, start + length, value) for start, length, value in one] for one in drawn]
    found = [held for length, held in sections(LENGTH, layers) for _ in range(length)]
    assert found == [
        tuple(frozenset(one.value for one in layer if one.start <= at < one.end) for layer in layers)
        for at in range(LENGTH)
    ]


def test_marks_are_the_segments_with_their_tags() -> None:
    assert marks([span("quote", (0, 5), (8, 10))]) == [(0, 5, "quote"), (8, 10, "quote")]
