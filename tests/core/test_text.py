"""Promise 3: the stored text is what the file said, but for what is listed there."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.core.text import count_words, sha256, snippet, store_text

FORBIDDEN = {0, *range(0xD800, 0xE000), 0xFFFE, 0xFFFF, *range(0xFDD0, 0xFDF0)}
SPACES = [chr(code) for code in range(0x110000) if chr(code).isspace()]
raw = st.text(st.characters(codec=None) | st.sampled_from("\r\n\ufeff\0\ud83d\udc00\ufdd0\ufdef\ufffe\uffff\u2028\x85"))


def test_every_character_but_the_forbidden_ones_and_line_ends_stays() -> None:
    kept = [chr(code) for code in range(0x110000) if code not in FORBIDDEN and chr(code) != "\r"]
    text = "".join(["x", *kept])
    assert store_text(text) == (text, 0)


def test_each_forbidden_character_is_replaced_one_for_one_and_counted() -> None:
    for code in FORBIDDEN:
        assert store_text(f"a{chr(code)}b") == ("a\ufffdb", 1)
    everything = "".join(map(chr, sorted(FORBIDDEN)))
    assert store_text(everything) == ("\ufffd" * len(FORBIDDEN), len(FORBIDDEN))


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("a\r\r\nb\n\r", "a\n\nb\n\n"),
        ("\ufeffa\ufeff", "a\ufeff"),
        ("\ufeff\ufeffa", "\ufeffa"),
        ("", ""),
        ("\ufeff", ""),
        ("a\u2028b\u2029c\x85d\x0be\x0cf\u00a0g", "a\u2028b\u2029c\x85d\x0be\x0cf\u00a0g"),
        ("e\u0301 \u00e9 ﬁ", "e\u0301 \u00e9 ﬁ"),
    ],
)
def test_only_line_ends_and_a_leading_mark_change(text: str, stored: str) -> None:
    assert store_text(text) == (stored, 0)


@given(raw)
def test_what_was_stored_once_is_stored_the_same_and_can_be_written(text: str) -> None:
    stored, _replaced = store_text(text)
    again = store_text(f"x{stored}")
    assert again == (f"x{stored}", 0)
    assert stored.encode("utf-8").decode("utf-8") == stored


@given(raw)
def test_the_length_changes_by_line_ends_and_the_mark_alone(text: str) -> None:
    expected = len(text) - text.count("\r\n") - text.startswith("\ufeff")
    assert len(store_text(text).text) == expected


def test_the_digest_is_that_of_the_text_in_utf_8() -> None:
    assert sha256("“Zoë” 🏗") == hashlib.sha256("“Zoë” 🏗".encode()).hexdigest()
    assert sha256("") == hashlib.sha256().hexdigest()


@given(st.text(max_size=200), st.integers(2, 80))
def test_a_snippet_is_one_line_of_bounded_length(text: str, most: int) -> None:
    line = snippet(text, most)
    assert len(line) <= most
    assert len(line.splitlines()) <= 1
    words = " ".join(text.split())
    assert line == words or (line.endswith("…") and words.startswith(line[:-1]))


def test_a_text_of_just_the_length_is_not_cut() -> None:
    assert snippet("a" * 60) == "a" * 60
    assert snippet("a" * 61) == "a" * 59 + "…"


@given(st.text(st.characters(codec=None) | st.sampled_from(SPACES)))
def test_words_are_what_stands_between_white_space_of_any_kind(text: str) -> None:
    assert count_words(text) == len(text.split())


def test_each_kind_of_white_space_parts_words() -> None:
    for code in range(0x110000):
        assert count_words(f"one{chr(code)}other") == (2 if chr(code) in SPACES else 1), hex(code)
