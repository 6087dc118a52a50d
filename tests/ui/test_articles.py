"""Articles as a whole in the window: selected, detailed, marked, gathered, removed."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from annotator.core.listing import ArticleQuery
from annotator.services import annotate, articles, collections, importing
from annotator.store.project import Project
from annotator.ui import plain
from annotator.ui.dialogs.article_dialog import ArticleDialog
from annotator.ui.dialogs.collect_dialog import CollectDialog
from annotator.ui.dialogs.collections_dialog import CollectionsDialog
from annotator.ui.dialogs.name_dialog import NameDialog
from tests.ui.answering import back, keys_into, meanwhile
from tests.ui.driving import ARTICLE, Driver


@pytest.fixture
def many(person: Driver, tmp_path: Path) -> Driver:
    """Six articles in the list, the first of them open."""
    folder = tmp_path / "more"
    folder.mkdir()
    for number in range(3, 7):
        (folder / f"{number}.txt").write_text(f"Number {number}\n\nText {number}.", encoding="utf-8")
    importing.import_files(person.page.project.project, [folder])
    QApplication.processEvents()
    return person


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was asked before something was done; the answer is yes."""
    asked: list[str] = []
    monkeypatch.setattr(plain, "ask", lambda _p, _t, text, detail, _y: bool(asked.append(f"{text} {detail}")) or True)
    return asked


def project_of(person: Driver) -> Project:
    return person.page.project.project


def titles(person: Driver) -> list[str]:
    model = person.article_list.model()
    return [model.index(row, 1).data() for row in range(model.rowCount())]


def click(person: Driver, row: int, *modifiers: Qt.KeyboardModifier) -> None:
    view = person.article_list
    held = Qt.KeyboardModifier.NoModifier
    for modifier in modifiers:
        held |= modifier
    at = view.visualRect(view.model().index(row, 1)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, held, at)


# Several at once


def test_several_are_selected_by_keys_and_the_current_one_is_open(many: Driver) -> None:
    many.article_list.setFocus()
    many.press("Shift+Down")
    assert many.view.stored_text.startswith("Bridge")
    many.press("Shift+Down")
    assert many.view.stored_text.startswith("Number 3")
    assert len(many.page.page.list.selected()) == 3
    assert many.page.page.list.count.text() == "6 articles, 3 selected"
    many.press("Down")
    assert many.page.page.list.selected() == [many.page.page.list.model.keys[3]]
    many.press("Return")
    assert many.view.hasFocus()


def test_several_are_selected_by_mouse_and_a_plain_click_goes_on_to_the_article(many: Driver) -> None:
    control = Qt.KeyboardModifier.ControlModifier
    click(many, 1)
    assert many.view.stored_text.startswith("Bridge")
    assert many.view.hasFocus()
    click(many, 4, control)
    assert many.view.stored_text.startswith("Number 5")
    keys = many.page.page.list.model.keys
    assert many.page.page.list.selected() == [keys[1], keys[4]]
    click(many, 5, Qt.KeyboardModifier.ShiftModifier)
    assert many.page.page.list.selected() == [keys[1], keys[4], keys[5]]
    many.press("Ctrl+PgUp")
    assert many.page.page.list.selected() == [keys[4]]


def test_what_is_selected_stays_so_when_the_list_is_asked_again(many: Driver) -> None:
    many.article_list.setFocus()
    many.press("Ctrl+A")
    assert len(many.page.page.list.selected()) == 6
    many.window.actions_["unusable"].trigger()
    assert len(many.page.page.list.selected()) == 6
    assert articles.article_ids(project_of(many), ArticleQuery(unusable=False)) == []
    many.article_list.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert len(many.page.page.list.selected()) == 6
    assert many.view.stored_text == ARTICLE


def test_typing_in_the_list_reads_no_rows(many: Driver) -> None:
    many.article_list.setFocus()
    many.type("num")
    assert many.view.stored_text == ARTICLE


def test_several_are_removed_in_one_step_after_saying_how_many_spans_go(many: Driver, answered: list[str]) -> None:
    keys = many.page.page.list.model.keys[:]
    annotate.add_span(project_of(many), keys[1], "claim", [(0, 6)])
    annotate.add_span(project_of(many), keys[3], "claim", [(0, 6)])
    click(many, 1)
    click(many, 3, Qt.KeyboardModifier.ShiftModifier)
    many.window.actions_["remove_article"].trigger()
    assert answered == ["Remove 3 articles? 2 spans of all annotators go with them. Undo brings everything back."]
    assert many.page.page.list.model.keys == [keys[0], *keys[4:]]
    assert many.view.stored_text.startswith("Number 5")
    many.press("Ctrl+Z")
    assert many.page.page.list.model.keys == keys


def test_many_articles_are_marked_in_the_background(
    person: Driver, tmp_path: Path, qtbot: QtBot, answered: list[str]
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(250):
        (folder / f"{number}.txt").write_text(f"Text {number}.", encoding="utf-8")
    importing.import_files(project_of(person), [folder])
    person.article_list.setFocus()
    person.press("Ctrl+A")
    person.window.actions_["unusable"].trigger()
    qtbot.waitUntil(lambda: "252 articles are unusable now." in person.message())
    assert articles.article_ids(project_of(person), ArticleQuery(unusable=False)) == []
    person.window.actions_["remove_article"].trigger()
    qtbot.waitUntil(lambda: "removed" in person.message())
    assert person.page.page.middle.currentIndex() == 1
    assert "Remove 252 articles?" in answered[0]


# Unusable, details, the menu of the list


def test_an_unusable_article_has_a_sign_is_struck_out_and_says_so(person: Driver) -> None:
    model = person.article_list.model()
    person.window.actions_["unusable"].trigger()
    index = model.index(0, 1)
    assert index.data() == "⊘ Mayor answers critics"
    assert index.data(Qt.ItemDataRole.FontRole).strikeOut()
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Mayor answers critics, unusable"
    assert model.index(1, 1).data(Qt.ItemDataRole.FontRole) is None
    assert person.window.actions_["unusable"].isChecked()
    assert "unusable" in person.page.page.done.text()
    assert person.page.page.done.isVisible()
    status = person.page.page.list.status
    status.setCurrentIndex(status.findData("usable"))
    assert titles(person) == ["Bridge closed"]
    status.setCurrentIndex(status.findData("unusable"))
    assert titles(person) == ["⊘ Mayor answers critics"]
    person.press("Ctrl+Z")
    assert titles(person) == []
    assert not person.window.actions_["unusable"].isChecked()
    assert not person.page.page.done.isVisible()


def test_details_are_edited_with_the_keyboard_as_one_step(person: Driver) -> None:
    def edit(dialog: ArticleDialog) -> None:
        assert "1 mayor.txt, text, utf-8" in dialog.facts.text()
        assert f"{len(ARTICLE):,} characters, {len(ARTICLE.split()):,} words" in dialog.facts.text()
        dialog.lines["title"].selectAll()
        keys_into(dialog, Qt.Key.Key_Tab, text="Mayor replies")
        keys_into(dialog, Qt.Key.Key_Return, text="Pia Holm")

    met = meanwhile(ArticleDialog, edit)
    person.press("Alt+Return")
    assert met
    assert titles(person)[0] == "Mayor replies"
    article = person.page.page.article.article
    assert article is not None
    assert article.byline == "Pia Holm"
    back(person)
    person.press("Ctrl+Z")
    assert titles(person)[0] == "Mayor answers critics"
    assert person.page.page.article.article is not None
    assert person.page.page.article.article.byline == ""


def test_details_that_make_no_sense_are_said_in_the_dialog_and_kept(person: Driver, qtbot: QtBot) -> None:
    article = person.page.page.article.article
    assert article is not None
    dialog = ArticleDialog(person.page.project, article, person.window)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.lines["published"].setText("last Friday")
    dialog.note.setPlainText("seen twice")
    dialog.accept()
    assert dialog.isVisible()
    assert "2018-02-23" in dialog.told.text()
    dialog.lines["published"].setText("2018-02")
    dialog.accept()
    assert not dialog.isVisible()
    stored = articles.own_article(project_of(person), article.id)
    assert (stored.published, stored.note, stored.title) == ("2018-02", "seen twice", article.title)
    assert titles(person)[0] == "✎ Mayor answers critics"


def test_the_menu_of_the_list_acts_on_what_is_selected(many: Driver) -> None:
    view = many.article_list
    click(many, 1)
    click(many, 2, Qt.KeyboardModifier.ControlModifier)
    found: list[str] = []

    def choose(menu: QMenu) -> None:
        found.extend(action.objectName() for action in menu.actions())
        QTest.keyClick(menu, Qt.Key.Key_U)
        menu.close()

    met = meanwhile(QMenu, choose)
    at = view.visualRect(view.model().index(2, 1)).center()
    QTest.mousePress(view.viewport(), Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier, at)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, view.viewport().mapToGlobal(at))
    QApplication.sendEvent(view.viewport(), event)
    assert met
    assert {
        f"action:{key}" for key in ("article_details", "unusable", "collect", "uncollect", "remove_article")
    } <= set(found)
    assert titles(many)[1:3] == ["⊘ Bridge closed", "⊘ Number 3"]
    assert not titles(many)[0].startswith("⊘")


# Collections


def test_articles_are_gathered_by_keys_in_a_new_and_in_an_old_collection(many: Driver) -> None:
    click(many, 0)
    click(many, 1, Qt.KeyboardModifier.ControlModifier)
    meanwhile(CollectDialog, lambda dialog: keys_into(dialog, Qt.Key.Key_Return, text="Wire  copies"))
    many.press("Ctrl+Shift+K")
    (row,) = collections.rows(project_of(many))
    assert (row.name, row.articles) == ("Wire copies", 2)
    click(many, 2)
    meanwhile(CollectDialog, lambda dialog: keys_into(dialog, Qt.Key.Key_Return, text="wire"))
    many.press("Ctrl+Shift+K")
    (row,) = collections.rows(project_of(many))
    assert row.articles == 2
    assert [one.name for one in collections.rows(project_of(many))] == ["Wire copies"]


def test_the_list_is_narrowed_to_a_collection_and_articles_leave_it(many: Driver) -> None:
    keys = many.page.page.list.model.keys[:]
    wire = collections.create(project_of(many), "wire", keys[:3])
    combo = many.page.page.list.collection
    assert [combo.itemText(row) for row in range(combo.count())] == ["All articles", "wire (3)"]
    combo.setCurrentIndex(combo.findData(wire))
    assert many.page.page.list.model.keys == keys[:3]
    click(many, 1)
    many.window.actions_["uncollect"].trigger()
    assert many.page.page.list.model.keys == [keys[0], keys[2]]
    assert combo.currentText() == "wire (2)"
    collections.delete(project_of(many), wire)
    assert combo.currentText() == "All articles"
    assert many.page.page.list.model.keys == keys
    many.press("Ctrl+Z")
    many.press("Ctrl+Z")
    assert combo.findText("wire (3)") > 0


def test_an_article_is_taken_out_of_one_of_its_collections(person: Driver) -> None:
    person.window.actions_["uncollect"].trigger()
    assert "in no collection" in person.message()
    key = person.page.page.list.model.keys[0]
    collections.create(project_of(person), "wire", [key])
    collections.create(project_of(person), "local", [key])
    collections.create(project_of(person), "empty")
    offered: list[int] = []

    def take(dialog: CollectDialog) -> None:
        offered.append(dialog.list.count())
        keys_into(dialog, Qt.Key.Key_Down, Qt.Key.Key_Return)

    meanwhile(CollectDialog, take)
    person.window.actions_["uncollect"].trigger()
    assert offered == [2]
    assert [(row.name, row.articles) for row in collections.rows(project_of(person))] == [
        ("empty", 0), ("local", 1), ("wire", 0),
    ]  # fmt: skip


def test_collections_are_made_renamed_and_deleted(person: Driver, qtbot: QtBot) -> None:
    dialog = CollectionsDialog(person.page.project, person.window)
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.rename.isEnabled()
    meanwhile(NameDialog, lambda asked: keys_into(asked, Qt.Key.Key_Return, text="wire"))
    QTest.mouseClick(dialog.new, Qt.MouseButton.LeftButton)
    meanwhile(NameDialog, lambda asked: keys_into(asked, Qt.Key.Key_Return, text="Wire"))
    QTest.mouseClick(dialog.new, Qt.MouseButton.LeftButton)
    assert "already" in dialog.told.text()
    meanwhile(NameDialog, lambda asked: keys_into(asked, Qt.Key.Key_Return, text="copies"))
    QTest.mouseClick(dialog.rename, Qt.MouseButton.LeftButton)
    assert [dialog.list.item(row).text() for row in range(dialog.list.count())] == ["copies, 0 articles"]
    QTest.mouseClick(dialog.delete, Qt.MouseButton.LeftButton)
    assert dialog.list.count() == 0
    assert "deleted" in dialog.told.text()


def test_the_point_below_the_rows_opens_nothing(person: Driver) -> None:
    viewport = person.article_list.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=QPoint(20, viewport.height() - 5))
    assert person.view.stored_text == ARTICLE
