from __future__ import annotations

import pytest
from hypothesis import given

from annotator.analysis.folded_words import folded_words
from annotator.analysis.search import fold
from tests.analysis.strategies import texts


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana Núñez said: “No — never.”", 'ANA NUNEZ SAID: "NO -- NEVER."'),
        ("The ferry’s café", "The ferry's\u00a0cafe\u0301"),
        ("a foot\u00adbridge", "a footbridge"),
        ("İzmir", "izmir"),
        ("ΑΘΉΝΑ", "αθηνα"),
    ],
)
def test_words_are_the_same_whatever_their_case_accents_marks_dashes_and_spaces(one: str, other: str) -> None:
    assert folded_words(one) == folded_words(other)


def test_each_character_is_a_word_in_scripts_without_spaces() -> None:
    assert folded_words("桥上有人。OK 5") == ["桥", "上", "有", "人", "ok", "5"]


def test_a_text_without_words_has_the_marks_between_its_spaces() -> None:
    assert folded_words("— … !") == ["-", "…", "!"]
    assert folded_words(" \n") == []


@given(texts)
def test_words_do_not_change_when_they_are_folded_before(text: str) -> None:
    assert folded_words(fold(text)) == folded_words(text)
