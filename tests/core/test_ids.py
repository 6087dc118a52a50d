from __future__ import annotations

import itertools
import time
import uuid

import pytest

from annotator.core.ids import derived_id, new_id


def test_new_ids_are_uuids_of_version_7_with_the_time_in_front() -> None:
    before = time.time_ns() // 1_000_000
    value = uuid.UUID(new_id())
    after = time.time_ns() // 1_000_000
    assert (value.version, value.variant) == (7, uuid.RFC_4122)
    assert before <= value.int >> 80 <= after


def test_ten_thousand_new_ids_differ() -> None:
    assert len({new_id() for _number in range(10_000)}) == 10_000


def test_ids_of_later_milliseconds_sort_later(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = itertools.count(1_700_000_000_000_000_000, 1_000_000)
    monkeypatch.setattr(time, "time_ns", lambda: next(moments))
    ids = [new_id() for _number in range(1000)]
    assert ids == sorted(ids)


def test_derived_ids_never_change_from_version_to_version() -> None:
    assert derived_id("layer", "article", "ada") == "bf6ae869-48c8-54f7-9ee0-78e6d81b739b"
    assert derived_id() == "a24cd697-2611-509f-941a-f957846e3286"


def test_derived_ids_depend_on_each_part_and_on_their_borders() -> None:
    parts = [("layer", "a", "b"), ("layer", "ab"), ("layer", "b", "a"), ("layer", "a"), ("layera", "b"), ("",), ()]
    ids = {derived_id(*each) for each in parts}
    assert len(ids) >= len(parts) - 1  # no part and one empty part are the same
    assert derived_id("layer", "a", "b") in ids
