"""Who annotates, in the window; and projects that are only looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from annotator import settings
from annotator.core.records import Annotator
from annotator.services import annotate, articles, metadata, people, projects
from annotator.store.project import Project
from annotator.ui.app import open_window
from annotator.ui.dialogs.article_dialog import ArticleDialog
from annotator.ui.dialogs.name_dialog import NameDialog
from annotator.ui.main_window import MainWindow
from annotator.ui.people_menu import PeopleMenu
from tests.ui.answering import back, keys_into, meanwhile
from tests.ui.driving import Driver


def project_of(person: Driver) -> Project:
    return person.page.project.project


def open_people(person: Driver, choose: Callable[[PeopleMenu], object]) -> list[object]:
    met = meanwhile(PeopleMenu, choose)
    QTest.mouseClick(person.window.status.who, Qt.MouseButton.LeftButton)
    return met


def choose_row(menu: PeopleMenu, row: int) -> None:
    for _number in range(row + 1):
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)


def test_switching_shows_the_others_layers_at_once_and_what_is_written_is_theirs(
    person: Driver, ada: Annotator
) -> None:
    bo = people.add(project_of(person), "Bo Lindqvist")
    person.press("N", "1", "Return")
    shown: list[str] = []

    def switch(menu: PeopleMenu) -> None:
        shown.extend(action.text() for action in menu.actions())
        choose_row(menu, 1)

    assert open_people(person, switch)
    assert shown[:2] == ["Ada Ferris: 1 article, 1 span", "Bo Lindqvist: 0 articles, 0 spans"]
    assert person.window.status.who.text() == "Bo Lindqvist"
    assert person.page.page.article.spans == {}
    assert person.article_list.model().index(0, 2).data() == ""
    assert not person.window.actions_["undo"].isEnabled()
    person.view.setFocus()
    person.press("N", "1", "Esc")
    layers = articles.whole_article(project_of(person), person.page.page.list.model.keys[0]).layers
    assert {layer.annotator: len(layer.spans) for layer in layers} == {ada.id: 1, bo.id: 1}
    open_people(person, lambda menu: choose_row(menu, 0))
    assert person.texts()[0][2] == "Ines Calloway"
    assert settings.load().annotator_name != "Bo Lindqvist"


def test_a_note_that_is_being_typed_stays_with_who_typed_it(person: Driver) -> None:
    bo = people.add(project_of(person), "Bo Lindqvist")
    person.press("N", "1", "Esc", "C")
    person.type("check this")
    person.page.switch(bo.id)
    layers = articles.whole_article(project_of(person), person.page.page.list.model.keys[0]).layers
    assert [span.note for layer in layers for span in layer.spans] == ["check this"]


def test_switching_while_the_picker_is_open_closes_it_and_links_nothing(person: Driver, ada: Annotator) -> None:
    bo = people.add(project_of(person), "Bo Lindqvist")
    person.press("N", "1")
    assert person.picker.isVisible()
    person.page.switch(bo.id)
    assert not person.picker.isVisible()
    assert person.view.hasFocus()
    assert person.message() == "Bo Lindqvist annotates now."
    person.press("Return")
    person.page.switch(ada.id)
    assert [entity for _tag, _texts, entity in person.texts()] == [None]


def test_switching_to_who_is_gone_says_so_and_nothing_else(person: Driver) -> None:
    person.page.switch("nobody")
    assert person.message() == "This annotator is not in the project any more."
    assert person.window.status.who.text() == "Ada Ferris"


def test_an_annotator_is_added_and_the_own_name_changed_and_taken_back(person: Driver) -> None:
    def name(menu: PeopleMenu, row: int, text: str) -> None:
        meanwhile(NameDialog, lambda asked: keys_into(asked, Qt.Key.Key_Return, text=text))
        choose_row(menu, row)

    open_people(person, lambda menu: name(menu, 1, "Bo Lindqvist"))
    assert [row.annotator.name for row in people.rows(project_of(person))] == ["Ada Ferris", "Bo Lindqvist"]
    assert person.window.status.who.text() == "Ada Ferris"
    open_people(person, lambda menu: name(menu, 3, "Ada Holm"))
    assert person.window.status.who.text() == "Ada Holm"
    back(person)
    person.press("Ctrl+Z")
    assert person.window.status.who.text() == "Ada Ferris"


# Read-only


@pytest.fixture
def reader(qtbot: QtBot, project_file: str, ada: Annotator, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    """A window that opened the project read-only, by the menu; the person has never given a name here."""
    opened = projects.open_project(project_file, ada)
    annotate.add_span(opened, articles.article_ids(opened)[0], "claim", [(0, 5)])
    metadata.edit(opened, articles.article_ids(opened)[0], {"publication": "The Harbour Post"})
    opened.close()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (project_file, ""))
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    window.actions_["open_read_only"].trigger()
    yield Driver(window)
    window.close()


def test_a_project_is_opened_read_only_and_says_so(reader: Driver, project_file: str) -> None:
    assert "(read-only)" in reader.window.windowTitle()
    assert reader.window.status.saved.text() == "Read-only"
    assert reader.window.status.who.text() == "Ada Ferris"
    assert [tag for tag, _texts, _entity in reader.texts()] == ["claim"]
    assert settings.load().recent == (project_file,)
    assert settings.load().last_project == ""
    for key in ("unusable", "collect", "uncollect", "collections", "remove_article", "done", "reopen", "import",
                "rename_project", "rename_annotator", "undo"):  # fmt: skip
        assert not reader.window.actions_[key].isEnabled(), key
    for key in ("article_details", "export", "copy_project", "switch_annotator", "next_article"):
        assert reader.window.actions_[key].isEnabled(), key
    reader.press("N", "1")
    assert "reading only" in reader.message()
    reader.page.import_inputs([Path(project_file)])
    assert "reading only" in reader.message()


def test_details_are_shown_but_cannot_be_changed_read_only(reader: Driver, qtbot: QtBot) -> None:
    article = reader.page.page.article.article
    assert article is not None
    dialog = ArticleDialog(reader.page.project, article, reader.window)
    qtbot.addWidget(dialog)
    assert dialog.lines["publication"].text() == "The Harbour Post"
    QTest.keyClicks(dialog.lines["title"], "x")
    QTest.keyClicks(dialog.note, "x")
    assert dialog.changes() == {}
    assert "reading only" in dialog.told.text()


def test_the_window_opens_a_project_read_only_without_a_name_of_ones_own(project_file: str, qtbot: QtBot) -> None:
    opened = projects.open_project(project_file, read_only=True)
    window = open_window(opened)
    qtbot.addWidget(window)
    assert not window.actions_["remove_article"].isEnabled()
    window.close()
