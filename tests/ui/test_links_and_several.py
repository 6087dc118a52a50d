"""Links in the panel and by key; several spans at once."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QMenu, QProgressDialog, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from annotator.services import history
from annotator.ui import waiting
from tests.ui.driving import ARTICLE, Driver


def button(person: Driver, name: str) -> QToolButton:
    QApplication.processEvents()  # a layout shows new widgets with the next events
    found = [
        one for one in person.page.page.details.links.findChildren(QToolButton)
        if one.accessibleName() == name and not one.isHidden()
    ]  # fmt: skip
    assert found, name
    return found[0]


def role_box(person: Driver, name: str) -> QComboBox:
    boxes = person.page.page.details.links.findChildren(QComboBox)
    return next(one for one in boxes if one.accessibleName() == f"Role of {name}" and not one.isHidden())


@pytest.fixture
def linked(person: Driver) -> Driver:
    """A quote with two links: the speaker, and the paper that relays her."""
    person.press("N", "1", "Return", "Ctrl+L")
    person.type("@paper The Gazette")
    person.press("Return")
    return person


def links(person: Driver) -> list[tuple[str, str]]:
    (span,) = person.spans()
    names = person.page.page.article.entities
    return [(names[link.entity].name, link.role) for link in span.links]


def test_a_span_gets_another_link_whose_role_is_chosen(linked: Driver) -> None:
    assert links(linked) == [("Ines Calloway", "speaker"), ("The Gazette", "speaker")]
    box = role_box(linked, "The Gazette")
    box.setCurrentText("relayed by")
    box.activated.emit(box.currentIndex())
    assert links(linked) == [("Ines Calloway", "speaker"), ("The Gazette", "relayed by")]


def test_links_are_reordered_and_taken_away(linked: Driver) -> None:
    button(linked, "Move this link up")
    ups = [
        one
        for one in linked.page.page.details.links.findChildren(QToolButton)
        if one.text() == "↑" and not one.isHidden()
    ]
    ups[1].click()
    assert links(linked) == [("The Gazette", "speaker"), ("Ines Calloway", "speaker")]
    assert linked.texts()[0][2] == "The Gazette"
    button(linked, "Take this link away").click()
    assert links(linked) == [("Ines Calloway", "speaker")]
    linked.press("Ctrl+Z", "Ctrl+Z")
    assert links(linked) == [("Ines Calloway", "speaker"), ("The Gazette", "speaker")]


def test_mention_and_cue_come_from_the_selection_by_key_and_by_button(person: Driver) -> None:
    person.press("N", "1")
    person.type("Someone")
    person.press("Return")
    key = person.view.current
    person.select("Mayor Ines Calloway")
    assert person.view.current == key
    person.press("Shift+M")
    person.select("said")
    button(person, "Cue of Someone").click()
    (link,) = person.spans()[0].links
    assert link.mention is not None
    assert link.cue is not None
    assert ARTICLE[link.mention.start : link.mention.end] == "Mayor Ines Calloway"
    assert ARTICLE[link.cue.start : link.cue.end] == "said"
    person.view.set_caret(0)
    button(person, "Mention of Someone").click()
    assert person.view.selected_range() == link.mention


def test_a_mention_and_a_cue_that_are_missing_stand_on_one_line(person: Driver) -> None:
    person.press("N", "1")
    person.type("Someone")
    person.press("Return")
    QApplication.processEvents()
    assert button(person, "Mention of Someone").y() == button(person, "Cue of Someone").y()
    away = button(person, "Take this link away")
    assert away.geometry().right() == person.page.page.details.links.contentsRect().right()  # the name has the rest
    person.select("Mayor Ines Calloway")
    person.press("Shift+M")
    QApplication.processEvents()
    assert button(person, "Mention of Someone").y() < button(person, "Cue of Someone").y()


def test_a_part_of_a_link_is_taken_away_and_another_selection_put_there(person: Driver) -> None:
    person.press("N", "1", "Return")
    before = person.spans()[0].links[0]
    assert before.mention is not None
    button(person, "Take the mention away").click()
    assert person.spans()[0].links[0].mention is None
    assert person.spans()[0].links[0].cue == before.cue
    person.select("Ines Calloway")
    button(person, "Mention of Ines Calloway").click()
    (link,) = person.spans()[0].links
    assert link.mention is not None
    assert ARTICLE[slice(*link.mention)] == "Ines Calloway"
    person.press("Ctrl+Z", "Ctrl+Z")
    assert person.spans()[0].links[0].mention == before.mention


def test_a_chain_is_told_above_its_links(linked: Driver) -> None:
    box = role_box(linked, "The Gazette")
    box.setCurrentText("relayed by")
    box.activated.emit(box.currentIndex())
    QApplication.processEvents()
    labels = linked.page.page.details.links.findChildren(QLabel)
    assert "Ines Calloway, via The Gazette" in [label.text() for label in labels if not label.isHidden()]


def test_attributes_are_chosen_by_key(person: Driver) -> None:
    person.press("N", "1", "Esc", "A")
    menu = person.page.page.details.findChildren(QMenu)[0]
    assert [action.text() for action in menu.actions()] == ["&Form", "&Unclosed", "&Altered"]
    menu.actions()[0].menu().actions()[0].trigger()  # type: ignore[union-attr]
    menu.actions()[1].trigger()
    menu.close()
    assert person.spans()[0].attributes == {"form": "direct", "unclosed": "yes"}


def choose(person: Driver, *rows: int) -> None:
    selection = person.span_list.selectionModel()
    selection.clearSelection()
    for row in rows:
        index = person.span_list.model().index(row, 1)
        flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        selection.setCurrentIndex(index, flags)


@pytest.fixture
def three(person: Driver) -> Driver:
    for words in ("may", "forty million", "a clerk said"):
        person.select(words)
        person.press("2", "Esc")
    return person


def test_several_spans_are_retagged_linked_and_deleted_each_in_one_step(three: Driver) -> None:
    project = three.page.project.project
    steps = len(history.rows(project))
    choose(three, 0, 2)
    several = three.page.page.several
    assert [action.text() for action in several.menu().actions()] == [
        "Retag 2 spans as",
        "Link 2 spans to…",
        "Delete 2 spans",
    ]
    several.retag("hedge")
    assert [tag for tag, _words, _name in three.texts()] == ["hedge", "claim", "hedge"]
    choose(three, 0, 2)
    several.link()
    three.type("@anon a clerk")
    three.press("Return")
    assert [name for _tag, _words, name in three.texts()] == ["a clerk", None, "a clerk"]
    choose(three, 0, 2)
    three.span_list.setFocus()
    QTest.keyClick(three.span_list, Qt.Key.Key_Delete)
    assert [words for _tag, words, _name in three.texts()] == [["forty million"]]
    assert len(history.rows(project)) == steps + 3
    for _number in range(3):
        history.undo(project)
    assert three.texts() == [("claim", [words], None) for words in ("may", "forty million", "a clerk said")]


def test_identical_spans_refuse_a_bulk_retag_as_a_whole(three: Driver) -> None:
    three.select("may")
    three.press("3", "Esc")
    before = three.texts()
    choose(three, 0, 1, 2, 3)
    three.page.page.several.retag("hedge")
    assert "already" in three.message()
    assert three.texts() == before


def test_linking_one_span_after_several_were_left_links_only_that_one(three: Driver) -> None:
    choose(three, 0, 1)
    three.page.page.several.link()
    three.press("Esc")
    three.view.setFocus()
    three.press("J", "L")
    three.type("Somebody")
    three.press("Return")
    assert sum(name is not None for _tag, _words, name in three.texts()) == 1


@pytest.fixture
def many(three: Driver, monkeypatch: pytest.MonkeyPatch) -> Driver:
    """Three spans, of which two are many."""
    monkeypatch.setattr(waiting, "FEW", 1)
    return three


def test_a_step_on_many_spans_runs_behind_a_box_and_is_one_step(many: Driver, qtbot: QtBot) -> None:
    choose(many, 0, 1, 2)
    many.page.page.several.retag("opinion")
    assert many.page.page.findChildren(QProgressDialog)
    qtbot.waitUntil(lambda: "3 spans retagged" in many.message())
    assert [tag for tag, _words, _name in many.texts()] == ["opinion"] * 3
    qtbot.waitUntil(lambda: not many.page.page.findChildren(QProgressDialog))
    history.undo(many.page.project.project)
    assert [tag for tag, _words, _name in many.texts()] == ["claim"] * 3


def test_a_step_on_many_spans_that_is_cancelled_changes_nothing(many: Driver, qtbot: QtBot) -> None:
    before, steps = many.texts(), len(history.rows(many.page.project.project))
    gate = threading.Event()
    many.window._runner.run(lambda _progress: gate.wait(10))
    choose(many, 0, 1, 2)
    many.page.page.several.delete()
    (box,) = many.page.page.findChildren(QProgressDialog)
    button = box.findChild(QPushButton)
    assert button is not None
    button.click()
    gate.set()
    qtbot.waitUntil(lambda: not many.page.page.findChildren(QProgressDialog))
    assert many.texts() == before
    assert len(history.rows(many.page.project.project)) == steps
