from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis.search import find_all, fold
from annotator.core.segments import Segment


@given(st.text())
def test_folding_keeps_every_offset(text: str) -> None:
    assert len(fold(text)) == len(text)
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("Ana Núñez said: “No.”", 'nunez said: "no."', ["Núñez said: “No.”"]),
        ("NO — no – no-", "no", ["NO", "no", "no"]),
        ("a\u00a0b\nA B", "a b", ["a\u00a0b", "A B"]),
        ("aaaa", "aa", ["aa", "aa"]),
        ("🏗 Crane 🏗", "crane 🏗", ["Crane 🏗"]),
        ("`a` and `é`", "'a' and 'e'", ["`a` and `é`"]),
        ("Straße", "STRASSE", []),
        ("ΟΔΟΣ οδός", "οδος", ["ΟΔΟΣ", "οδός"]),
        ("한국 하노이", "한", ["한"]),
        ("がか", "か", ["か"]),
        ("text", "  ", []),
    ],
)
def test_words_are_found_whatever_their_case_accents_marks_and_spaces(text: str, words: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in find_all(fold(text), words)] == found


@given(st.text(max_size=60), st.text(max_size=3))
def test_hits_are_in_order_apart_and_equal_when_folded(text: str, words: str) -> None:
    hits = find_all(fold(text), words)
    assert hits == sorted(hits)
    assert all(one.end <= other.start for one, other in pairwise(hits))
    assert all(fold(text[start:end]) == fold(words) for start, end in hits)
    assert Segment(0, 0) not in hits
