from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication

from annotator.ui.article_view.text_map import TextMap, display_text

any_text = st.text(st.characters(codec=None) | st.sampled_from("\r\n\u2028\u2029\ufeff\ufffe\0\ufdd0😀\u0301\ud800"))
stored_text = st.text(st.characters(codec="utf-8") | st.sampled_from("\n\u2028\u00a0😀🏳\u0301א\ufeff"))


def units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@given(stored_text)
def test_units_are_those_of_utf_16_and_lead_back(text: str) -> None:
    text_map = TextMap(text)
    assert text_map.units == units(text)
    for position in range(len(text) + 1):
        unit = text_map.to_units(position)
        assert unit == units(text[:position])
        assert text_map.to_code_points(unit) == position
        assert text_map.to_code_points(unit, round_up=True) == position


def test_a_unit_inside_a_pair_belongs_to_its_character() -> None:
    text_map = TextMap("a😀b")
    assert text_map.to_code_points(2) == 1
    assert text_map.to_code_points(2, round_up=True) == 2


@given(any_text)
def test_what_is_shown_is_as_long_as_what_is_stored_place_by_place(text: str) -> None:
    shown = display_text(text)
    assert [units(character) for character in shown] == [units(character) for character in text]


@given(any_text)
def test_qt_keeps_every_unit_of_what_is_shown(qapp: QApplication, text: str) -> None:
    document = QTextDocument()
    QTextCursor(document).insertText(display_text(text))
    assert document.characterCount() - 1 == TextMap(text).units


@pytest.mark.parametrize("text", ["", "plain", "cafe\u0301 \u00a0 שלום 😀\n\nnext"])
def test_an_ordinary_text_is_shown_as_it_is(text: str) -> None:
    assert display_text(text) is text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\r\nb", "a\u200b\nb"),
        ("a\u2028b", "a\nb"),
        ("\ufeffa\ufeff", "\u200ba\ufeff"),
        ("a\0", "a␀"),
        ("a\x85b", "a\nb"),
        ("a\x0bb\x0c\x7f", "a␋b␌␡"),
        ("a\x9f\tb", "a\ufffd\tb"),
    ],
)
def test_what_qt_would_change_is_shown_as_something_else(text: str, shown: str) -> None:
    assert display_text(text) == shown
