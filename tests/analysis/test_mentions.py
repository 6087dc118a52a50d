"""Where a text names those whom the project knows."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis.mentions import LONGEST, Mention, MentionFinder
from annotator.core.segments import Segment

WORDS = st.sampled_from(["Ada", "Orlo", "ada", "Bo", "of", "West"])
NAMES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


def found(text: str, **names: list[str]) -> list[tuple[str, tuple[str, ...]]]:
    return [(text[slice(*segment)], keys) for segment, keys in MentionFinder(names).mentions(text)]


def test_names_and_aliases_are_found_where_they_stand() -> None:
    text = "Ada Orlo came. “Orlo,” said Bo."
    assert MentionFinder({"ada": ["Ada Orlo", "Orlo"], "bo": ["Bo"]}).mentions(text) == [
        Mention(Segment(0, 8), ("ada",)),
        Mention(Segment(16, 20), ("ada",)),
        Mention(Segment(28, 30), ("bo",)),
    ]


@pytest.mark.parametrize(
    ("text", "name", "written"),
    [
        ("ELAN DU PORT", "Élan du Port", ["ELAN DU PORT"]),
        ("Miss O'Brien–Carr", "O’Brien-Carr", ["O'Brien–Carr"]),
        ("Ada\u00a0Orlo, Ada\nOrlo", "Ada Orlo", ["Ada\u00a0Orlo", "Ada\nOrlo"]),
        ("Ada’s and Adas", "Ada", ["Ada"]),
        ("Neo-Ada", "Ada", ["Ada"]),
        ("e\u0301lan E\u0301lan", "Élan", []),
        ("Ein😀Ada😀", "Ada", ["Ada"]),
    ],
)
def test_whole_words_count_whatever_their_case_accents_and_marks(text: str, name: str, written: list[str]) -> None:
    assert [words for words, _keys in found(text, one=[name])] == written


def test_a_name_with_a_capital_letter_is_not_found_in_small_letters() -> None:
    assert found("They will. Will will. WILL!", will=["Will"]) == [("Will", ("will",)), ("WILL", ("will",))]
    assert found("A clerk said. The clerk, a clerk.", clerk=["a clerk"]) == [
        ("A clerk", ("clerk",)),
        ("a clerk", ("clerk",)),
    ]


def test_the_longest_name_at_a_place_counts() -> None:
    text = "The West Port Times of West Port"
    assert found(text, port=["West Port"], times=["West Port Times"]) == [
        ("West Port Times", ("times",)),
        ("West Port", ("port",)),
    ]


def test_a_long_name_that_is_not_whole_does_not_hide_a_short_one() -> None:
    assert found("Ada Orlofsen", short=["Ada"], long=["Ada Orlo"]) == [("Ada", ("short",))]


def test_a_name_that_several_have_names_all_of_them() -> None:
    assert found("Orlo left", ada=["Ada Orlo", "Orlo"], tom=["Orlo"]) == [("Orlo", ("ada", "tom"))]


@pytest.mark.parametrize(
    ("text", "name", "is_found"),
    [
        ("昨日田中花子が言った", "田中花子", True),
        ("ระบุว่าสมชายกล่าว", "สมชาย", True),
        ("김하나는 말했다", "김하나", True),
        ("قالت سلمى الخطيب أمس", "سلمى الخطيب", True),
        ("וסלמא אמרה", "סלמא", False),
        ("Сказала Анна Орлова.", "АННА ОРЛОВА", True),
        ("АннаОрлова", "Анна", False),
        ("सलमा ने कहा", "सलमा", True),
        ("सलमाी ने कहा", "सलमा", False),
    ],
)
def test_a_word_ends_as_its_script_has_it(text: str, name: str, is_found: bool) -> None:
    assert bool(found(text, one=[name])) is is_found


@pytest.mark.parametrize("name", ["", " ", "A", "…", "--", "x" * (LONGEST + 1)])
def test_names_that_are_none_are_not_looked_for(name: str) -> None:
    assert found(f"{name} A … -- x", one=[name]) == []
    assert MentionFinder({}).mentions("Ada") == []


@given(st.lists(st.one_of(WORDS, st.sampled_from([" ", ", ", "s"]))).map("".join), st.lists(NAMES, max_size=5))
def test_each_mention_is_a_name_as_a_whole_word_and_none_is_missed_or_crosses_another(
    text: str, names: list[str]
) -> None:
    mentions = MentionFinder({name: [name] for name in names}).mentions(text)
    covered = [place for segment, _keys in mentions for place in range(*segment)]
    assert len(covered) == len(set(covered))
    for segment, keys in mentions:
        written = text[slice(*segment)]
        assert all(key.lower() == written.lower() for key in keys)
    for name in names:
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text):
            assert set(range(*match.span())) & set(covered)
