"""Finding entities by what is typed of their names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis.name_index import ALIKE, Match, NameIndex, folded_name

NAMES = {
    "kmiotek": ["Carla Kmiotek", "Chief Kmiotek"],
    "israel": ["Scott Israel"],
    "peterson": ["Scot Peterson"],
    "lund": ["Oscar Lund", "Carl the Quick"],
    "obrien": ["Éamon O’Brien-Carr"],
    "escargot": ["Vescar Port"],
}
KEYS = st.sampled_from("abcdef")
SHORT_NAMES = st.lists(st.text("aAbéÉ '-’", max_size=6), max_size=3)


def anybody(_key: str) -> bool:
    return True


@pytest.fixture
def index() -> NameIndex:
    made = NameIndex()
    for key, names in NAMES.items():
        made.put(key, names)
    return made


def test_a_name_comes_before_its_words_then_other_names_then_parts(index: NameIndex) -> None:
    assert index.matching("car", 9, anybody) == [
        Match(1, "kmiotek"), Match(2, "obrien"), Match(3, "lund"), Match(4, "escargot")
    ]  # fmt: skip
    assert index.matching("chief kmiotek", 9, anybody) == [Match(0, "kmiotek")]


def test_case_accents_marks_and_spaces_make_no_difference(index: NameIndex) -> None:
    for typed in ("eamon", "ÉAMON", "o'brien", "  O’BRIEN", "brien‑carr"):
        assert [match.key for match in index.matching(typed, 9, anybody)] == ["obrien"]
    assert index.called("éamon  o'brien–carr") == ["obrien"]


def test_a_composed_and_a_decomposed_accent_are_the_same(index: NameIndex) -> None:
    assert index.called("E\u0301amon O’Brien-Carr") == ["obrien"]


def test_those_preferred_come_first_among_equally_good_ones_only(index: NameIndex) -> None:
    ranks = {"peterson": 0, "escargot": 1}
    found = index.matching("sc", 9, anybody, lambda key: ranks.get(key, 9))
    assert [match.key for match in found] == ["peterson", "israel", "escargot", "lund"]


def test_only_those_wanted_are_found_and_no_more_than_asked_for(index: NameIndex) -> None:
    found = index.matching("sc", 9, lambda key: key != "peterson")
    assert [match.key for match in found] == ["israel", "lund", "escargot"]
    assert [match.key for match in index.matching("sc", 1, anybody)] == ["peterson"]


@pytest.mark.parametrize("typed", ["Kmoitek", "kmotek", "kmioteck", "kniotek", "carla kmiotec", "kmoi", "Calra"])
def test_a_slip_of_the_keys_is_forgiven(index: NameIndex, typed: str) -> None:
    assert index.matching(typed, 9, anybody) == []
    assert index.alike(typed, 9, anybody) == [Match(ALIKE, "kmiotek")]


@pytest.mark.parametrize("typed", ["", "k", "kmo", "kxxx", "Koimtek Calra", "x" * 50, "…"])
def test_what_is_short_or_far_away_is_like_nobody(index: NameIndex, typed: str) -> None:
    assert index.alike(typed, 9, anybody) == []


def test_those_who_are_there_already_are_not_offered_as_alike(index: NameIndex) -> None:
    assert index.alike("scoot", 9, anybody) == [Match(ALIKE, "peterson"), Match(ALIKE, "israel")]
    assert index.alike("scoot", 9, anybody, but={"peterson"}) == [Match(ALIKE, "israel")]
    assert index.alike("kmoitek", 9, anybody, but={"kmiotek"}) == []
    assert index.alike("kmoitek", 9, lambda key: key != "kmiotek") == []


def test_names_of_marks_only_are_found_when_they_are_typed_whole() -> None:
    index = NameIndex()
    index.put("stars", ["***"])
    assert index.matching("***", 9, anybody) == [Match(0, "stars")]


def test_a_name_of_ten_thousand_characters_and_one_that_runs_from_right_to_left_are_found() -> None:
    index = NameIndex()
    index.put("long", ["Ada " + "x" * 10_000])
    index.put("arabic", ["سلمى الخطيب"])
    assert [match.key for match in index.matching("ada xxx", 9, anybody)] == ["long"]
    assert [match.key for match in index.matching("الخط", 9, anybody)] == ["arabic"]


@given(st.lists(st.tuples(KEYS, SHORT_NAMES)), st.text("aAbé '", max_size=3))
def test_whatever_was_put_and_dropped_just_what_is_there_is_found(
    steps: list[tuple[str, list[str]]], typed: str
) -> None:
    index, held = NameIndex(), dict[str, list[str]]()
    for key, names in steps:
        index.put(key, names)
        held[key] = list(filter(None, dict.fromkeys(map(folded_name, names))))
    held = {key: names for key, names in held.items() if names}
    assert list(index.in_order()) == sorted(held, key=lambda key: (held[key][0], key))
    for key, names in held.items():
        assert all(key in index.called(name) for name in names)
    words = " ".join(typed.replace("'", " ").split()).lower().replace("é", "e")
    found = {match.key for match in index.matching(typed, 99, anybody)}
    if words:
        plain = {key: [" ".join(_letters(name).split()) for name in names] for key, names in held.items()}
        assert found == {key for key, names in plain.items() if any(words in name for name in names)}
    for key in held:
        index.drop(key)
    assert list(index.in_order()) == []
    assert index.matching(typed, 99, anybody) == []


def _letters(name: str) -> str:
    return "".join(letter if letter.isalnum() else " " for letter in name)
