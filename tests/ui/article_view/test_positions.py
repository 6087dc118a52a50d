"""Positions are code points of the stored text, whatever Qt makes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from annotator.core.segments import Segment
from annotator.ui.article_view import ArticleView
from tests.ui.article_view.conftest import span

Show: TypeAlias = Callable[..., ArticleView]

TEXT = (
    "Mayor Ona Verl\u00a0spoke 😀 first.\nThen the cafe\u0301 closed;\u2028nobody knew why.\n"
    'השרה אמרה: "לא נעלה מסים" ביום שני, and left.\n👩\u200d👩\u200d👧 waited.'
)


@pytest.mark.parametrize(
    "part",
    [
        "Verl\u00a0spoke 😀",
        "cafe\u0301",
        "closed;\u2028nobody",
        '"לא נעלה מסים"',
        "שני, and",
        "👩\u200d👩\u200d👧 waited",
    ],
)
def test_a_selected_range_comes_back_and_copies_the_stored_text(show: Show, part: str) -> None:
    view = show(TEXT)
    start = TEXT.index(part)
    view.select_range(start, start + len(part))
    assert view.selected_range() == Segment(start, start + len(part))
    assert view.caret() == start + len(part)
    view.copy()
    assert QApplication.clipboard().text() == part


@pytest.mark.parametrize(("part", "inside"), [("e\u0301", 1), ("😀", 1), ("👩\u200d👩\u200d👧", 3)])
def test_a_selection_is_widened_to_whole_characters(show: Show, part: str, inside: int) -> None:
    view = show(TEXT)
    first = TEXT.index(part)
    cursor = view.textCursor()
    unit = view.text_map.to_units(first) + inside
    cursor.setPosition(unit)
    cursor.setPosition(view.text_map.to_units(first + len(part)) + 1, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    assert view.selected_range() == Segment(first, first + len(part) + 1)


def test_nothing_is_selected_where_the_caret_only_stands(show: Show) -> None:
    view = show(TEXT)
    view.set_caret(12)
    assert (view.caret(), view.selected_range()) == (12, None)


def test_positions_outside_the_text_are_its_ends(show: Show) -> None:
    view = show(TEXT)
    view.select_range(-5, len(TEXT) + 9)
    assert view.selected_range() == Segment(0, len(TEXT))


def test_the_caret_says_where_it_goes(show: Show, qtbot: QtBot) -> None:
    view = show(TEXT)
    view.set_caret(TEXT.index("😀"))
    with qtbot.waitSignal(view.caretMoved) as moved:
        qtbot.keyClick(view, Qt.Key.Key_Right)
    assert moved.args == [TEXT.index("😀") + 1]


@pytest.mark.parametrize(
    ("key", "modifier", "expected"),
    [
        (Qt.Key.Key_End, Qt.KeyboardModifier.NoModifier, TEXT.index("\n")),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier, len("Mayor ")),
        (Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier, len(TEXT)),
    ],
)
def test_keys_move_the_caret(
    show: Show, qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier, expected: int
) -> None:
    view = show(TEXT)
    qtbot.keyClick(view, key, modifier)
    assert view.caret() == expected


def test_shift_extends_the_selection(show: Show, qtbot: QtBot) -> None:
    view = show(TEXT)
    qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert view.selected_range() == Segment(0, len("Mayor O"))


def test_the_copy_key_copies_what_is_stored(show: Show, qtbot: QtBot) -> None:
    view = show("A\u00a0b\u2028\ufeffc\n")
    view.selectAll()
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "A\u00a0b\u2028\ufeffc\n"


def test_spans_at_a_position_are_given_smallest_first(show: Show) -> None:
    outer, inner = span(TEXT, "spoke 😀 first"), span(TEXT, "😀", tag="hedge")
    view = show(TEXT, outer, inner)
    at = TEXT.index("😀")
    assert view.spans_at(at) == [inner.id, outer.id]
    assert view.spans_at(at + 1) == [outer.id]
    assert view.spans_at(0) == []


def test_a_text_is_never_read_as_markup(show: Show) -> None:
    text = "<b>Bold</b> &amp; <img src=x> said Mr Tolk."
    view = show(text)
    assert view.document().characterCount() - 1 == len(text)


@pytest.mark.parametrize("text", ["", "\n", "\n\n\n", "one"])
def test_small_texts_are_shown(show: Show, text: str) -> None:
    view = show(text)
    view.grab()
    view.set_caret(len(text))
    assert view.caret() == len(text)
