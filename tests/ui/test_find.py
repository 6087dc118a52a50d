"""Finding words in the open article, going to a place, and tagging all hits."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QInputDialog, QLineEdit, QWidget

from annotator.services import history
from tests.ui.driving import ARTICLE, Driver


def find(person: Driver, words: str) -> QLineEdit:
    person.press("Ctrl+F")
    person.type(words)
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    return field


def selected(person: Driver) -> str:
    found = person.view.selected_range()
    return ARTICLE[found.start : found.end] if found else ""


def test_hits_are_counted_walked_and_wrap(person: Driver) -> None:
    bar = person.page.page.find_bar
    person.view.set_caret(0)
    find(person, "A ")
    assert bar.count.text() == "3 hits"
    places = []
    for _number in range(4):
        person.press("Return")
        places.append(person.view.selected_range())
    assert len(set(places)) == 3
    assert places[3] == places[0]
    assert bar.count.text() == "1 of 3"
    person.press("Shift+Return")
    assert person.view.selected_range() == places[2]
    person.press("Esc")
    assert QApplication.focusWidget() is person.view
    assert not bar.isVisible()
    assert selected(person) == "a "
    person.press("F3")
    assert person.view.selected_range() == places[0]
    person.press("Shift+F3")
    assert person.view.selected_range() == places[2]


def test_shapes_of_marks_and_case_do_not_matter(person: Driver) -> None:
    find(person, '"WE ACT,"')
    person.press("Return", "Esc")
    assert selected(person) == "“We act,”"


def test_selected_words_are_looked_for(person: Driver) -> None:
    person.select("ask")
    person.press("Ctrl+F")
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    assert field.text() == "ask"
    assert person.page.page.find_bar.count.text() == "2 hits"


def test_what_is_not_there_is_told(person: Driver) -> None:
    find(person, "glacier")
    assert person.page.page.find_bar.count.text() == "0 hits"
    assert not person.page.page.find_bar.tag_all.isEnabled()
    person.press("Return")
    assert "does not stand" in person.message()


def test_all_hits_are_tagged_in_one_step_and_those_that_are_there_stay(person: Driver) -> None:
    person.select("may")
    person.press("3", "Esc")
    steps = len(history.rows(person.page.project.project))
    find(person, "A")
    bar = person.page.page.find_bar
    bar.tags.setCurrentIndex(bar.tags.findData("hedge"))
    number = len(bar._hits)
    bar.tag_all.click()
    assert len(person.spans()) == number + 1
    assert len(history.rows(person.page.project.project)) == steps + 1
    bar.tag_all.click()
    assert f"{number} hits had it already" in person.message()
    person.press("Esc", "Ctrl+Z")
    assert person.texts() == [("hedge", ["may"], None)]


def test_the_other_articles_hits_are_shown_after_going_there(person: Driver) -> None:
    find(person, "shut")
    assert person.page.page.find_bar.count.text() == "0 hits"
    person.window.actions_["next_article"].trigger()
    assert person.page.page.find_bar.count.text() == "1 hit"


def test_a_position_is_gone_to(person: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    place = ARTICLE.index("forty")
    monkeypatch.setattr(QInputDialog, "getInt", lambda *_arguments: (place, True))
    person.press("Ctrl+G")
    assert person.view.caret() == place


def test_the_bar_never_widens_a_narrow_window(person: Driver) -> None:
    window, bar = person.window, person.page.page.find_bar
    person.press("F1")
    narrowest = window.minimumSizeHint().width()
    window.resize(narrowest, 600)
    find(person, "a")
    QApplication.processEvents()
    assert window.minimumSizeHint().width() - narrowest < bar.sizeHint().width() / 2
    assert len({one.mapTo(bar, one.rect().center()).y() // 20 for one in (bar.edit, bar.tag_all)}) == 2
    assert all(bar.rect().contains(one.geometry()) for one in bar.findChildren(QWidget) if one.parent() is bar)
    window.resize(1400, 600)
    QApplication.processEvents()
    assert bar.edit.geometry().center().y() == pytest.approx(bar.tag_all.geometry().center().y(), abs=2)
