"""Menus by keyboard: a letter in an open menu is the menu's own."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from annotator.ui.annotate.context_menu import context_menu
from annotator.ui.keyboard.menu_keys import with_mnemonics
from tests.ui.driving import Driver


def opened(menu: QMenu) -> QMenu:
    """Open a menu without waiting for what is chosen in it."""
    menu.popup(menu.pos())
    QApplication.processEvents()
    assert QApplication.activePopupWidget() is menu
    return menu


def test_a_letter_in_an_open_menu_chooses_there(person: Driver) -> None:
    person.press("N", "1", "Esc")
    person.select("may")
    (view,) = (action.menu() for action in person.window.menuBar().actions() if action.text() == "&View")
    assert isinstance(view, QMenu)
    shown = person.page.page.spans.isVisible()
    QTest.keyClick(opened(view), Qt.Key.Key_S)  # Spans; in the article, S selects a sentence
    assert person.page.page.spans.isVisible() is not shown
    assert person.window.findChildren(QMenu)
    selection = person.view.selected_range()
    assert selection is not None
    assert person.view.stored_text[selection.start : selection.end] == "may"


def test_a_letter_in_a_menu_within_the_attributes_chooses_there(person: Driver) -> None:
    person.press("N", "1", "Esc", "A")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    QTest.keyClick(menu, Qt.Key.Key_F)  # Form; in the article, F flags the span
    inner = QApplication.activePopupWidget()
    assert isinstance(inner, QMenu)
    assert inner is not menu
    QTest.keyClick(inner, Qt.Key.Key_M)  # mixed; in the article, M extends
    (span,) = person.spans()
    assert (span.unsure, span.attributes) == (False, {"form": "mixed"})
    assert not person.view.extending


@pytest.mark.parametrize("key", [Qt.Key.Key_X, Qt.Key.Key_1, Qt.Key.Key_Delete])
def test_a_key_that_a_menu_does_not_know_does_nothing(person: Driver, key: Qt.Key) -> None:
    person.press("N", "1", "Esc")
    before = person.texts()
    menu = opened(context_menu(person.window.actions_, person.page.page, person.view.cursorRect().center()))
    QTest.keyClick(menu, key)
    menu.close()
    assert person.texts() == before


def test_each_text_of_a_menu_gets_a_letter_of_its_own() -> None:
    assert with_mnemonics(["direct", "indirect", "drab", "dir", "r & d", "", "–"]) == [
        "&direct",
        "&indirect",
        "d&rab",
        "dir",
        "r && d",
        "",
        "–",
    ]


def test_mnemonics_in_each_menu_are_unique(person: Driver) -> None:
    for title in person.window.menuBar().actions():
        menu = title.menu()
        assert isinstance(menu, QMenu)
        texts = [action.text().replace("&&", "") for action in menu.actions() if "&" in action.text()]
        letters = [text[text.index("&") + 1].casefold() for text in texts]
        assert len(set(letters)) == len(letters), (title.text(), sorted(letters))
    letters = [title.text()[title.text().index("&") + 1] for title in person.window.menuBar().actions()]
    assert len(set(letters)) == len(letters)
