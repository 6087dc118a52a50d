"""Looking for words in all articles: how one comes to the field, what is found, and what is said where nothing is."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from annotator.core.search import SearchPage, SearchQuery
from annotator.services import articles, importing, searching
from annotator.services.projects import Project
from annotator.ui.runner import Progress
from annotator.ui.search import results
from annotator.ui.search.view import SearchView
from tests.ui.driving import Driver
from tests.ui.search.seeking import EMPTY, answered, contexts, hits, letters, look_for, tagged, titles, told


def test_the_key_leads_to_the_field_and_it_says_how_a_query_is_written(search: SearchView, person: Driver) -> None:
    field = person.window.findChild(QLineEdit, "searchBox")
    assert QApplication.focusWidget() is field is search.bar.field
    assert field.accessibleName() == "Find in all articles"
    assert "begin*" in field.placeholderText()
    assert "“new bridge”" in search.list.hint
    assert told(search) == EMPTY
    assert person.window.actions_["search_view"].isChecked()


def test_what_is_typed_is_looked_for_after_a_pause(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    person.type("ferry")
    qtbot.waitUntil(lambda: told(search) == "6 hits in 3 articles")
    assert hits(search) == ["Ferry", "ferry", "ferry", "ferry", "ferry", "ferry"]
    assert QApplication.focusWidget() is search.bar.field
    assert search.place() == "Hit 1 of 6"


def test_each_hit_stands_in_its_context_with_its_article(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "nobody")
    (line,) = contexts(search)
    assert line.endswith("“The ferry is late again,” Ilse Marrow said. Nobody knows when the ferry comes.")
    assert titles(search) == ["Ferry late again"]
    assert search.list.hits.index(0, 1).data() == "2024-03-05"


def test_enter_leads_to_the_hits_and_esc_back_to_the_field_and_then_to_the_article(
    search: SearchView, person: Driver, qtbot: QtBot
) -> None:
    look_for(search, person, qtbot, "ferry")
    assert QApplication.focusWidget() is search.list
    for key in ("Esc", "Ctrl+F", "/", "Ctrl+Shift+F"):
        search.list.setFocus()
        person.press(key)
        assert QApplication.focusWidget() is search.bar.field, key
        assert search.bar.field.selectedText() == "ferry"
    search.list.setFocus()
    person.press("Down", "Esc", "Down")
    assert QApplication.focusWidget() is search.list
    assert search.list.currentIndex().row() == 1
    person.press("Esc", "Esc")
    assert QApplication.focusWidget() is person.view
    assert person.page.views.current is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("   ", EMPTY),
        ("walrus", "There is no hit in any article."),
        ("-ferry", "There is nothing to look for but what must not be there: type a word without a minus as well."),
    ],
)
def test_where_nothing_is_found_one_sentence_says_why(
    search: SearchView, person: Driver, qtbot: QtBot, words: str, sentence: str
) -> None:
    look_for(search, person, qtbot, "ferry")
    look_for(search, person, qtbot, words)
    assert told(search) == sentence
    assert not hits(search)
    assert search.round.text.toPlainText() == ""
    assert QApplication.focusWidget() is search.bar.field


def test_a_newer_search_takes_the_place_of_the_one_before(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    gate = threading.Event()
    person.window._runner.run(lambda _progress: gate.wait(10))
    shown: list[list[str]] = []
    search.list.hits.modelReset.connect(lambda: shown.append(hits(search)))
    for words in ("ferry", "gull", "fish"):
        search.bar.field.setText(words)
        person.press("Return")
        assert told(search) == "Searching…"
    gate.set()
    answered(search, qtbot)
    assert shown == [["Fish"]]
    assert told(search) == "1 hit in 1 article"


def test_a_newer_search_stops_the_one_that_goes_on(
    search: SearchView, person: Driver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    find, given_up = searching.search, threading.Event()

    def endless(project: Project, query: SearchQuery, cursor: str | None, most: int, progress: Progress) -> SearchPage:
        done = 0
        while query.text == "ferry" and not given_up.wait(0.001):
            done += 1
            progress(done, 1_000_000, "search index")
        return find(project, query, cursor, most, progress)

    monkeypatch.setattr(searching, "search", endless)
    search.bar.field.setText("ferry")
    person.press("Return")
    qtbot.waitUntil(lambda: told(search).startswith("Preparing the search: "))
    look_for(search, person, qtbot, "fish")
    assert (hits(search), told(search)) == (["Fish"], "1 hit in 1 article")
    search.bar.field.setFocus()
    search.bar.field.setText("ferry")
    person.press("Return")
    assert told(search) == "Searching…"
    search.bar.field.clear()
    person.press("Return")
    QApplication.processEvents()
    assert told(search) == EMPTY
    given_up.set()


def test_more_lines_come_when_their_end_comes_into_sight(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "pier")
    assert told(search) == "232 hits in 2 articles"
    assert len(hits(search)) == 200
    person.press("End")
    answered(search, qtbot)
    assert len(hits(search)) == 232
    assert search.list.currentIndex().row() == 199
    assert told(search) == "232 hits in 2 articles"


def test_nothing_waits_for_the_count(
    search: SearchView, person: Driver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = threading.Event()

    def count(_project: Project, _query: SearchQuery, progress: Progress) -> tuple[int, int]:
        while not counted.wait(0.01):
            progress(0, 0, "")
        return 232, 2

    monkeypatch.setattr(searching, "count", count)
    search.bar.field.setText("pier")
    person.press("Return")
    qtbot.waitUntil(lambda: told(search) == "More than 200 hits; counting…")
    person.press("End")
    qtbot.waitUntil(lambda: len(hits(search)) == 232)
    person.press("1")
    qtbot.waitUntil(lambda: letters(search)[199] == "Q")
    counted.set()
    qtbot.waitUntil(lambda: told(search) == "232 hits in 2 articles")


def test_all_hits_are_chosen_also_those_that_are_not_listed_yet(
    search: SearchView, person: Driver, qtbot: QtBot
) -> None:
    look_for(search, person, qtbot, "pier")
    person.press("Ctrl+A")
    answered(search, qtbot)
    assert len(search.list.chosen()) == 232
    assert told(search) == "232 hits in 2 articles, 232 chosen"


def test_where_there_are_too_many_hits_the_first_ones_are_chosen(
    search: SearchView, person: Driver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "MOST_LISTED", 200)
    look_for(search, person, qtbot, "pier")
    person.press("Ctrl+A")
    answered(search, qtbot)
    assert told(search) == "232 hits in 2 articles, the first 200 chosen"


def test_what_is_chosen_is_used_only_once_all_of_it_is_chosen(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "pier")
    gate = threading.Event()
    person.window._runner.run(lambda _progress: gate.wait(10))
    person.press("Ctrl+A")
    for key in ("2", "Ctrl+C"):
        person.press(key)
        assert person.message() == "The hits are not all chosen yet; repeat it in a moment."
    gate.set()
    answered(search, qtbot)
    assert tagged(person, "claim") == []
    person.press("Ctrl+C")
    assert person.message() == "232 lines copied."


@pytest.mark.parametrize("others", ["one", "of another search"])
def test_whoever_chooses_others_meanwhile_keeps_these(
    search: SearchView, person: Driver, qtbot: QtBot, others: str
) -> None:
    look_for(search, person, qtbot, "pier")
    gate = threading.Event()
    person.window._runner.run(lambda _progress: gate.wait(10))
    person.press("Ctrl+A")
    if others == "one":
        person.press("Home")
    else:
        search.bar.field.setText("gull")
        search.bar.field.setFocus()
        person.press("Return")
    gate.set()
    answered(search, qtbot)
    person.press("End")
    answered(search, qtbot)
    assert len(hits(search)) > 200
    assert search.list.number_chosen() == 1


def test_all_are_chosen_also_where_they_are_looked_for_again_meanwhile(
    search: SearchView, person: Driver, qtbot: QtBot
) -> None:
    look_for(search, person, qtbot, "pier")
    gate = threading.Event()
    person.window._runner.run(lambda _progress: gate.wait(10))
    person.press("Ctrl+A")
    search.results.ask_again()
    gate.set()
    answered(search, qtbot)
    assert search.list.number_chosen() == 232


def test_selected_words_are_looked_for(person: Driver, qtbot: QtBot) -> None:
    person.select("late again,” Ilse")
    person.press("Ctrl+Shift+F")
    view = person.page.views.current
    assert isinstance(view, SearchView)
    assert view.bar.field.text() == "“late again,”"
    qtbot.waitUntil(lambda: told(view) == "1 hit in 1 article")
    assert hits(view) == ["late again,"]


def test_the_list_follows_articles_that_come_and_go(
    search: SearchView, person: Driver, qtbot: QtBot, tmp_path: Path
) -> None:
    project = person.page.project.project
    look_for(search, person, qtbot, "ferry")
    person.press("Down", "Down", "Shift+Down")
    chosen = search.list.chosen()
    path = tmp_path / "9 new.txt"
    path.write_text("A new ferry\n\nIt came today.\n", encoding="utf-8")
    importing.import_files(project, [path])
    qtbot.waitUntil(lambda: told(search) == "7 hits in 4 articles, 2 chosen")
    assert search.list.chosen() == chosen
    assert search.list.currentIndex().row() == 3
    articles.remove(project, [articles.article_ids(project)[0]])
    qtbot.waitUntil(lambda: told(search) == "4 hits in 3 articles")
    assert "Ferry late again" not in titles(search)
    assert search.list.currentIndex().row() == 0


def test_a_hit_that_goes_leaves_the_one_in_its_place_current(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "ferry")
    search.list.go_to_row(3)
    articles.remove(person.page.project.project, [search.list.hits.lines[3].article])
    qtbot.waitUntil(lambda: told(search) == "4 hits in 2 articles")
    assert search.list.currentIndex().row() == 3
    assert "המעבורת" in titles(search)[3]


def test_what_changed_while_another_view_was_shown_is_looked_for_once_it_is_shown_again(
    search: SearchView, person: Driver, qtbot: QtBot
) -> None:
    project = person.page.project.project
    look_for(search, person, qtbot, "ferry")
    person.press("Ctrl+1")
    articles.remove(project, [articles.article_ids(project)[0]])
    assert len(hits(search)) == 6
    person.press("Ctrl+Shift+F")
    answered(search, qtbot)
    assert told(search) == "3 hits in 2 articles"


def test_the_keys_for_articles_go_from_article_to_article(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "ferry")
    person.press("Ctrl+PgDown")
    assert search.list.currentIndex().row() == 3
    person.press("Ctrl+PgDown", "Ctrl+PgDown")
    assert search.list.currentIndex().row() == 5
    person.press("Ctrl+PgUp", "Ctrl+PgUp")
    assert search.list.currentIndex().row() == 0


def test_chosen_lines_are_copied_as_a_table(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "nobody")
    person.press("Ctrl+C")
    assert person.message() == "1 line copied."
    cells = QApplication.clipboard().text().removesuffix("\n").split("\t")
    assert cells[:3] == ["Ferry late again", "The Gull", "2024-03-05"]
    assert cells[3].endswith("Ilse Marrow said.")
    assert cells[4:] == ["Nobody", "knows when the ferry comes."]


def test_a_search_under_way_ends_with_the_project(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    gate = threading.Event()
    person.window._runner.run(lambda _progress: gate.wait(10))
    search.bar.field.setText("ferry")
    person.press("Return")
    person.window.actions_["close"].trigger()
    gate.set()
    done: list[bool] = []
    person.window._runner.run(lambda _progress: True).succeeded.connect(done.append)
    qtbot.waitUntil(lambda: bool(done))
    assert person.window.page is None
    assert not person.message()


def test_a_search_goes_on_where_only_what_is_typed_is_written(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    gate = threading.Event()
    person.window._runner.run(lambda _progress: gate.wait(10))
    search.bar.field.setText("ferry")
    person.press("Return")
    person.page.leave()
    gate.set()
    qtbot.waitUntil(lambda: told(search) == "6 hits in 3 articles")


def test_the_field_keeps_its_own_keys(search: SearchView, person: Driver) -> None:
    person.type("n1/2")
    assert search.bar.field.text() == "n1/2"
    QTest.keyClick(search.bar.field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert search.bar.field.text() == ""
