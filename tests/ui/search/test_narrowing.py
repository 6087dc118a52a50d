"""What a search is narrowed to: tag, annotator, entity, publication and days, and how all of that is taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.services import annotate, articles, linking, people, scheme
from annotator.services.entities import merging
from annotator.ui.search.view import SearchView
from tests.ui.driving import Driver
from tests.ui.search.seeking import answered, hits, letters, look_for, titles, told


@pytest.fixture
def ferries(search: SearchView, person: Driver, qtbot: QtBot) -> SearchView:
    """All hits of a word are listed."""
    look_for(search, person, qtbot, "ferry")
    assert told(search) == "6 hits in 3 articles"
    return search


def choose(search: SearchView, box: QComboBox, text: str, qtbot: QtBot) -> None:
    """Choose in a box with the arrow keys."""
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Home)
    while box.currentText() != text:
        before = box.currentIndex()
        QTest.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() > before
    answered(search, qtbot)


def write(search: SearchView, person: Driver, qtbot: QtBot, words: str) -> None:
    person.type(words)
    person.press("Return")
    answered(search, qtbot)


def test_hits_in_spans_of_a_tag_or_an_annotator(ferries: SearchView, person: Driver, qtbot: QtBot) -> None:
    choose(ferries, ferries.bar.tag, "Quote", qtbot)
    assert told(ferries) == "1 hit in 1 article"
    choose(ferries, ferries.bar.tag, "any tag", qtbot)
    choose(ferries, ferries.bar.annotator, "Bo Lindqvist", qtbot)
    assert titles(ferries) == ["Crews on strike"]
    choose(ferries, ferries.bar.tag, "Opinion", qtbot)
    assert told(ferries) == "There is no hit in any article with these filters."


def test_an_entity_is_chosen_by_typing(ferries: SearchView, person: Driver, qtbot: QtBot) -> None:
    field = ferries.bar.entity
    field.setFocus()
    person.type("marr")
    popup = field.completer().popup()
    assert popup is not None
    assert popup.isVisible()
    assert popup.model().index(0, 0).data() == "Ilse Marrow · person · 1 span"
    person.press("Return")
    assert not popup.isVisible()
    assert field.text() == "Ilse Marrow"
    answered(ferries, qtbot)
    assert told(ferries) == "1 hit in 1 article"
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    person.press("Del")
    answered(ferries, qtbot)
    assert told(ferries) == "6 hits in 3 articles"


def test_an_entity_is_taken_from_the_list_with_the_arrow_keys(
    ferries: SearchView, person: Driver, qtbot: QtBot
) -> None:
    field = ferries.bar.entity
    field.setFocus()
    person.type("ilse")
    popup = field.completer().popup()
    assert popup is not None
    QTest.keyClick(popup, Qt.Key.Key_Down)
    QTest.keyClick(popup, Qt.Key.Key_Return)
    assert field.text() == "Ilse Marrow"
    answered(ferries, qtbot)
    assert told(ferries) == "1 hit in 1 article"


def test_a_name_that_is_not_chosen_goes_when_the_field_is_left(
    ferries: SearchView, person: Driver, qtbot: QtBot
) -> None:
    ferries.bar.entity.setFocus()
    person.type("nobody at all")
    person.press("Return", "Tab")
    answered(ferries, qtbot)
    assert ferries.bar.entity.text() == ""
    assert told(ferries) == "6 hits in 3 articles"


def test_the_chosen_entity_follows_what_is_merged(ferries: SearchView, person: Driver, qtbot: QtBot) -> None:
    project = person.page.project.project
    ferries.bar.entity.setFocus()
    person.type("ilse")
    person.press("Return")
    old = ferries.bar.entity.entity
    assert old is not None
    new = linking.create_entity(project, "I. Marrow", "person")
    merging.merge(project, merging.preview(project, [old], new))
    answered(ferries, qtbot)
    assert (ferries.bar.entity.entity, ferries.bar.entity.text()) == (new, "I. Marrow")
    assert told(ferries) == "1 hit in 1 article"


def test_hits_of_a_publication(ferries: SearchView, person: Driver, qtbot: QtBot) -> None:
    box = ferries.bar.publication
    qtbot.waitUntil(lambda: box.count() == 3)
    assert [box.itemText(row) for row in range(3)] == ["any publication", "Harbour Post", "The Gull"]
    choose(ferries, box, "The Gull", qtbot)
    assert told(ferries) == "5 hits in 2 articles"


def test_hits_between_days_once_these_are_written(ferries: SearchView, person: Driver, qtbot: QtBot) -> None:
    ferries.bar.since.setFocus()
    person.type("2024-03-2")
    answered(ferries, qtbot)
    assert told(ferries) == "6 hits in 3 articles"
    person.press("Return")
    assert told(ferries) == "6 hits in 3 articles"
    QApplication.processEvents()
    assert told(ferries) == (
        "“2024-03-2” is no date: write it like 2018-02-23, or only its year and month, or its year."
    )
    write(ferries, person, qtbot, "0")
    assert titles(ferries) == ["Crews on strike", "Crews on strike"]
    ferries.bar.until.setFocus()
    write(ferries, person, qtbot, "2023")
    assert told(ferries) == "There is no hit in any article with these filters."


def test_all_filters_are_cleared_at_once(ferries: SearchView, person: Driver, qtbot: QtBot) -> None:
    assert not ferries.bar.clear.isEnabled()
    choose(ferries, ferries.bar.tag, "Quote", qtbot)
    ferries.bar.entity.setFocus()
    person.type("ilse")
    person.press("Return")
    ferries.bar.since.setFocus()
    write(ferries, person, qtbot, "2024")
    assert told(ferries) == "1 hit in 1 article"
    person.window.activateWindow()  # not every platform does it once a list that popped up is closed
    QApplication.processEvents()
    shown: list[list[str]] = []
    ferries.list.hits.modelReset.connect(lambda: shown.append(hits(ferries)))
    ferries.bar.clear.click()
    answered(ferries, qtbot)
    assert len(shown) == 1
    assert told(ferries) == "6 hits in 3 articles"
    assert not ferries.bar.clear.isEnabled()
    assert QApplication.focusWidget() is ferries.bar.field
    ferries.list.setFocus()
    ferries.bar.tag.setCurrentIndex(1)
    person.window.actions_["search_clear"].trigger()
    assert ferries.bar.tag.currentIndex() == 0


def test_hits_in_spans_follow_the_spans(ferries: SearchView, person: Driver, qtbot: QtBot) -> None:
    choose(ferries, ferries.bar.tag, "Quote", qtbot)
    annotate.add_span(person.page.project.project, ferries.list.hits.lines[0].article, "quote", [(0, 10)])
    qtbot.waitUntil(lambda: told(ferries) == "2 hits in 1 article")
    assert hits(ferries) == ["Ferry", "ferry"]


def test_the_boxes_follow_the_project(ferries: SearchView, person: Driver, qtbot: QtBot) -> None:
    project = person.page.project.project
    choose(ferries, ferries.bar.tag, "Quote", qtbot)
    added = people.add(project, "Cleo Abend")
    assert ferries.bar.annotator.findData(added.id) > 0
    quote = person.page.project.tag("quote")
    assert quote is not None
    scheme.edit_tag(project, quote, replace(quote, name="Words"))
    assert ferries.bar.tag.currentText() == "Words"
    gull = ferries.bar.publication.findData("The Gull")
    assert gull > 0
    articles.remove(project, articles.article_ids(project)[:2])
    qtbot.waitUntil(lambda: ferries.bar.publication.findData("The Gull") < 0)


def test_who_acts_sees_their_own_tags(ferries: SearchView, person: Driver, qtbot: QtBot, ada: Annotator) -> None:
    rows = people.rows(person.page.project.project)
    bo = next(row.annotator for row in rows if row.annotator.id != ada.id)
    person.page.switch(bo.id)
    answered(ferries, qtbot)
    assert letters(ferries) == ["", "", "", "C", "", ""]
