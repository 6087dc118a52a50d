"""What is done with hits: going there and coming back, and a tag for many at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QProgressDialog, QPushButton
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.services import articles, layers, projects
from annotator.ui import waiting
from annotator.ui.main_window import MainWindow
from annotator.ui.search.model import CONTEXT
from annotator.ui.search.view import SearchView
from tests.ui.driving import Driver
from tests.ui.search.seeking import answered, cell, hits, letters, look_for, tagged, told

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hits are many."""
    monkeypatch.setattr(waiting, "FEW", 1)


def click(search: SearchView, row: int, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    at = search.list.visualRect(search.list.hits.index(row, CONTEXT)).center()
    QTest.mouseClick(search.list.viewport(), Qt.MouseButton.LeftButton, held, at)


def selected(person: Driver) -> str:
    found = person.view.selected_range()
    return person.view.stored_text[found.start : found.end] if found else ""


def back(person: Driver, search: SearchView) -> None:
    """Give the list the focus again: not every platform does once a dialog is closed."""
    person.window.activateWindow()
    QApplication.processEvents()
    search.list.setFocus()


# Going there


def test_enter_goes_to_the_place_where_a_digit_tags_it(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "ferry")
    person.press("Down", "Down", "Down", "Return")
    assert person.page.views.current is None
    assert person.view.hasFocus()
    assert person.view.stored_text.startswith("Crews on strike")
    assert selected(person) == "ferry"
    person.press("2", "Esc")
    assert tagged(person, "claim") == ["ferry"]


def test_the_key_comes_back_to_the_list_as_it_was(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "pier")
    search.list.go_to_row(120)
    person.press("Shift+Down", "Shift+Down")
    chosen, top = search.list.chosen(), search.list.rowAt(0)
    assert top > 0
    person.press("Return")
    assert selected(person) == "pier"
    person.press("Ctrl+Shift+F")
    answered(search, qtbot)
    assert QApplication.focusWidget() is search.list
    assert (search.list.chosen(), search.list.rowAt(0)) == (chosen, top)
    assert search.bar.field.text() == "pier"
    person.press("Ctrl+Shift+F")
    assert QApplication.focusWidget() is search.bar.field


def test_a_double_click_goes_to_the_place(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "café")
    at = search.list.visualRect(search.list.hits.index(0, CONTEXT)).center()
    click(search, 0)
    QTest.mouseDClick(search.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert selected(person) == "café"


def test_a_place_beyond_the_basic_plane_is_the_right_one(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "fishers")
    person.press("Return")
    assert selected(person) == "fishers"


def test_where_no_hit_is_chosen_it_is_said_so(search: SearchView, person: Driver) -> None:
    person.window.actions_["search_go"].trigger()
    assert person.message() == "Choose a hit first."
    search.list.setFocus()
    for key in ("1", "Ctrl+C"):
        person.window.statusBar().clearMessage()
        person.press(key)
        assert person.message() == "Choose hits first.", key


def test_an_article_that_is_gone_meanwhile_is_said_to_be_gone(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "café")
    gate = threading.Event()
    person.window._runner.run(lambda _progress: gate.wait(10))
    articles.remove(person.page.project.project, [search.list.hits.lines[0].article])
    person.press("Return")
    gate.set()
    assert person.message().startswith("There is no article")
    assert not selected(person)


# Tagging


def test_a_digit_tags_all_chosen_hits_in_one_step(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "ferry")
    click(search, 0)
    click(search, 3, CONTROL)
    click(search, 5, CONTROL)
    assert told(search) == "6 hits in 3 articles, 3 chosen"
    person.press("3")
    answered(search, qtbot)
    assert tagged(person, "hedge") == ["Ferry", "ferry", "ferry"]
    assert person.message() == "3 spans made as Hedge. Undo takes that back."
    assert letters(search) == ["H", "Q", "", "H", "", "H"]
    assert len(search.list.chosen()) == 3
    person.press("Ctrl+Z")
    answered(search, qtbot)
    assert tagged(person, "hedge") == []
    assert person.message() == "Undone: tag 3 hits"
    assert letters(search) == ["", "Q", "", "", "", ""]


def test_hits_that_have_the_tag_already_are_counted(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "ferry")
    person.press("4", "Shift+Down")
    person.press("Num+4")
    answered(search, qtbot)
    assert person.message() == "1 span made as Opinion; 1 had this tag already. Undo takes that back."
    person.press("4")
    assert person.message() == "0 spans made as Opinion; 2 had this tag already."


def test_many_hits_are_tagged_behind_a_box(search: SearchView, person: Driver, qtbot: QtBot, many: None) -> None:
    look_for(search, person, qtbot, "ferry")
    person.press("Ctrl+A", "1")
    assert search.findChildren(QProgressDialog)
    qtbot.waitUntil(lambda: person.message() == "6 spans made as Quote. Undo takes that back.")
    assert len(tagged(person, "quote")) == 7
    qtbot.waitUntil(lambda: not search.findChildren(QProgressDialog))
    back(person, search)
    person.press("Ctrl+Z")
    assert tagged(person, "quote") == ["“The ferry is late again,”"]


def test_tagging_that_is_stopped_leaves_nothing(search: SearchView, person: Driver, qtbot: QtBot, many: None) -> None:
    look_for(search, person, qtbot, "ferry")
    gate = threading.Event()
    person.window._runner.run(lambda _progress: gate.wait(10))
    person.press("Ctrl+A", "2")
    (box,) = search.findChildren(QProgressDialog)
    button = box.findChild(QPushButton)
    assert button is not None
    button.click()
    gate.set()
    qtbot.waitUntil(lambda: not search.findChildren(QProgressDialog))
    assert tagged(person, "claim") == []


def test_hits_in_done_articles_are_refused_together(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "ferry")
    layers.set_status(person.page.project.project, search.list.hits.lines[0].article, "done")
    person.press("Ctrl+A", "2")
    assert person.message().startswith("One of these articles is done")
    assert tagged(person, "claim") == []


def test_the_menu_of_the_list_offers_the_tags_and_what_the_view_does(
    search: SearchView, person: Driver, qtbot: QtBot
) -> None:
    look_for(search, person, qtbot, "café")
    at = QPoint(400, 10)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, search.list.viewport().mapToGlobal(at))
    QApplication.sendEvent(search.list.viewport(), event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    texts = [action.text().partition("\t")[0].replace("&", "") for action in menu.actions() if action.text()]
    assert texts[:5] == ["Quote", "Claim", "Hedge", "Opinion", "Go to the hit"]
    menu.actions()[1].trigger()
    menu.close()
    assert tagged(person, "claim") == ["café"]


def test_a_hit_in_spans_of_several_tags_shows_all_their_letters(
    search: SearchView, person: Driver, qtbot: QtBot
) -> None:
    look_for(search, person, qtbot, "late")
    person.press("Down", "2", "1")
    answered(search, qtbot)
    assert hits(search)[1] == "late"
    assert letters(search)[1] == "Q C"
    accessible = search.list.hits.index(1, 3).data(Qt.ItemDataRole.AccessibleTextRole)
    assert accessible == "Quote, Claim"


# A project that cannot be changed


@pytest.fixture
def reader(qtbot: QtBot, project_file: str, ada: Annotator) -> Iterator[Driver]:
    window = MainWindow()
    qtbot.addWidget(window)
    window.show_project(projects.open_project(project_file, ada, read_only=True))
    window.show()
    yield Driver(window)
    window.close()


def test_a_project_that_is_open_for_reading_is_searched_and_not_tagged(reader: Driver, qtbot: QtBot) -> None:
    reader.press("Ctrl+Shift+F")
    view = reader.page.views.current
    assert isinstance(view, SearchView)
    look_for(view, reader, qtbot, "ferry")
    assert told(view) == "6 hits in 3 articles"
    assert cell(view, 0, CONTEXT).startswith("Ferry late again")
    reader.press("1")
    assert "read" in reader.message()
    assert letters(view) == ["", "Q", "", "", "", ""]
