"""The lists beside the article: filters, sorting, and the two views of one thing kept together."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from annotator.core.errors import ProjectError
from annotator.services import articles, importing
from tests.listed import entity_rows
from tests.ui.driving import Driver


def titles(person: Driver) -> list[str]:
    model = person.article_list.model()
    return [model.index(row, 1).data() for row in range(model.rowCount())]


def words(person: Driver) -> list[str]:
    model = person.span_list.model()
    return [model.index(row, 1).data() for row in range(model.rowCount())]


def filter_by(person: Driver, text: str) -> None:
    field = person.window.findChild(QLineEdit, "articleFilter")
    assert field is not None
    field.setText(text)
    person.page.page.list.reload()


def test_the_current_row_opens_the_article_at_once(person: Driver) -> None:
    person.article_list.setCurrentIndex(person.article_list.model().index(1, 1))
    assert person.view.stored_text.startswith("Bridge")
    person.article_list.setFocus()
    QTest.keyClick(person.article_list, Qt.Key.Key_Up)
    assert person.view.stored_text.startswith("Mayor")


def test_articles_are_filtered_and_sorted_in_the_database(person: Driver) -> None:
    person.press("N", "1", "Return")
    assert titles(person) == ["Mayor answers critics", "Bridge closed"]
    filter_by(person, "BRIDGE")
    assert titles(person) == ["Bridge closed"]
    filter_by(person, "100%")
    assert titles(person) == []
    filter_by(person, "")
    person.page.page.list.status.setCurrentIndex(2)
    assert titles(person) == ["Mayor answers critics"]
    person.page.page.list.status.setCurrentIndex(0)
    for column, first in ((1, "Bridge closed"), (2, "Bridge closed")):
        person.article_list.sortByColumn(column, Qt.SortOrder.AscendingOrder)
        assert titles(person)[0] == first
        person.article_list.sortByColumn(column, Qt.SortOrder.DescendingOrder)
        assert titles(person)[0] == "Mayor answers critics"
    assert person.view.stored_text.startswith("Mayor")
    assert person.article_list.currentIndex().row() == 0


def test_counts_and_status_follow_each_change(person: Driver) -> None:
    model = person.article_list.model()
    assert [model.index(0, column).data() for column in (0, 2)] == ["○", ""]
    person.press("N", "1", "Return")
    assert [model.index(0, column).data() for column in (0, 2)] == ["●", 1]
    person.press("Ctrl+Z", "Ctrl+Z")
    assert [model.index(0, column).data() for column in (0, 2)] == ["○", ""]


def test_rows_are_read_in_pages_when_they_are_looked_at(person: Driver, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(450):
        (folder / f"{number:03}.txt").write_text(f"Number {number}\n\nText {number}.", encoding="utf-8")
    importing.import_files(person.page.project.project, [folder])
    QApplication.processEvents()
    model = person.page.page.list.model
    assert model.rowCount() == 452
    assert set(model._rows) == {0}
    assert model.index(451, 1).data() == "Number 449"
    assert set(model._rows) == {0, 2}


def test_spans_are_filtered_by_tag_link_flag_and_words(person: Driver) -> None:
    person.press("N", "1", "Return")
    person.select("may")
    person.press("3", "Esc", "F")
    assert words(person) == ["“We act,” … “We do not wait.”", "may"]
    which = person.page.page.spans.which
    assert isinstance(which, QComboBox)
    for choice, left in (
        ("unlinked", ["may"]),
        ("unsure", ["may"]),
        ("tag:quote", words(person)[:1]),
        ("tag:claim", []),
    ):
        which.setCurrentIndex(which.findData(choice))
        assert words(person) == left
    which.setCurrentIndex(0)
    person.page.page.spans.words.setText("calloway")
    assert words(person) == ["“We act,” … “We do not wait.”"]
    assert person.page.page.spans.count.text() == "1 of 2 spans"


def test_the_span_list_and_the_view_show_the_same_current_span(person: Driver) -> None:
    person.press("N", "1", "Return", "N", "1", "Esc")
    keys = [span.id for span in person.spans()]
    person.span_list.setCurrentIndex(person.span_list.model().index(0, 1))
    assert person.view.current == keys[0]
    person.view.setFocus()
    person.press("J")
    assert person.view.current == keys[1]
    assert person.span_list.currentIndex().row() == 1


def test_a_renamed_entity_is_shown_at_once(person: Driver) -> None:
    person.press("N", "1", "Return")
    project = person.page.project.project
    (row,) = entity_rows(project)
    from annotator.store import tables

    with project.write("rename entity") as writing:
        writing.session.get_one(tables.Entity, row.entity.id).name = "Mayor Calloway"
    QApplication.processEvents()
    assert person.span_list.model().index(0, 2).data() == "Mayor Calloway"


@pytest.mark.parametrize(("row", "value"), [(1, "direct"), (4, "scare"), (0, None)])
def test_attributes_are_chosen_in_the_panel(person: Driver, row: int, value: str | None) -> None:
    person.press("N", "1", "Esc")
    form = person.page.page.details._fields["form"]
    assert isinstance(form, QComboBox)
    form.setCurrentIndex(row)
    form.activated.emit(row)
    assert person.spans()[0].attributes.get("form") == value
    flag = person.page.page.details._fields["altered"]
    flag.click()
    assert person.spans()[0].attributes.get("altered") == "yes"


def test_a_note_under_the_keyboard_never_goes_to_another_span(person: Driver) -> None:
    for words in ("forty million", "a gamble"):
        person.select(words)
        person.press("2", "Esc")
    first, second = person.page.page.article.in_order()
    details = person.page.page.details
    person.page.page.walking.go_to(first.id)
    person.press("C")
    person.type("an estimate")
    person.page.page.walking.go_to(second.id)  # as undo from the menu does, which leaves the focus where it is
    assert details.note.hasFocus()
    assert details.note.toPlainText() == ""
    person.type("a metaphor")
    details.write_note()
    assert [span.note for span in person.page.page.article.in_order()] == ["an estimate", "a metaphor"]


def test_articles_that_cannot_be_read_are_told_of_and_the_list_stays(
    person: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = titles(person)

    def unreadable(*_arguments: object) -> list[str]:
        raise ProjectError("The database cannot be reached.")

    monkeypatch.setattr(articles, "article_ids", unreadable)
    filter_by(person, "bridge")
    assert person.message() == "The database cannot be reached."
    assert titles(person) == before
