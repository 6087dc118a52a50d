"""Which of two states of a row is newer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.core.merging import Changes, Counts, Preview, changes_told, joined, newer, stamp

MIRROR = {"same": "same", "clash": "clash", "ours": "theirs", "theirs": "ours"}

histories = st.lists(st.sampled_from("abcdef"), unique=True, max_size=5).map(tuple)


@given(histories, histories)
def test_both_sides_agree_on_which_is_newer(ours: Changes, theirs: Changes) -> None:
    assert newer(theirs, ours) == MIRROR[newer(ours, theirs)]


@given(histories, histories)
def test_whoever_went_on_from_a_state_is_newer(before: Changes, more: Changes) -> None:
    after = joined(before, more)
    expected = "same" if after[-1:] == before[-1:] else "ours"
    if not set(more) & set(before):
        assert newer(after, before) == expected


@given(histories, histories)
def test_two_who_each_went_on_from_what_they_had_in_common_clash(before: Changes, common: Changes) -> None:
    assert newer(joined(common, ("mine",)), joined(before, ("yours",))) == "clash"


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        ((), (), "same"),
        (("a",), (), "ours"),
        ((), ("a", "b"), "theirs"),
        (("a", "b"), ("b",), "same"),
        (("a", "b", "a"), ("b",), "ours"),
    ],
)
def test_the_last_change_names_the_state(ours: Changes, theirs: Changes, expected: str) -> None:
    assert newer(ours, theirs) == expected


def test_a_change_stands_where_it_stands_last() -> None:
    assert joined(("a", "b"), ("c", "a")) == ("b", "c", "a")


def test_what_a_file_tells_of_changes_is_taken_only_where_it_is_a_list_of_texts() -> None:
    assert changes_told({"changes": ["a", "b"]}) == ("a", "b")
    assert changes_told({"changes": []}) == ()
    assert [changes_told(extra) for extra in ({}, {"changes": "a"}, {"changes": [1]}, {"changes": None})] == [None] * 4


def test_moments_are_written_in_utc_with_microseconds() -> None:
    moment = datetime(2026, 11, 30, 20, 31, tzinfo=timezone(timedelta(hours=2)))
    assert stamp(moment) == stamp(moment.astimezone(UTC)) == "2026-11-30T18:31:00.000000Z"


def test_what_is_written_is_what_comes_changes_and_goes() -> None:
    counts = {"span": Counts(1, 2, 4, clashing=8, kept=16, left_out=32), "link": Counts(64)}
    assert Preview(counts).writes == 71
