"""The view for searching without a mouse and without sight: Tab, F6, names, and what is announced."""

from __future__ import annotations

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from annotator.ui.search.view import SearchView
from tests.ui.driving import Driver
from tests.ui.reading import check_names, check_stops, name_of, reachable
from tests.ui.search.seeking import look_for


def test_tab_leads_all_round_the_view_and_everything_has_a_name(
    search: SearchView, person: Driver, qtbot: QtBot
) -> None:
    look_for(search, person, qtbot, "late")
    search.bar.tag.setCurrentIndex(1)
    look_for(search, person, qtbot, "ferry")
    search.bar.field.setFocus()
    there = check_stops(person.window)
    bar = search.bar
    shown = [bar.field, bar.tag, bar.annotator, bar.entity, bar.publication, bar.since, bar.until, bar.clear]
    assert there == [*shown, search.list, search.round.text]
    assert reachable(person.window) <= set(there)
    check_names(person.window)


def test_tab_leads_all_round_also_where_nothing_was_found(search: SearchView, person: Driver) -> None:
    assert search.bar.field in check_stops(person.window)
    check_names(person.window)


def test_f6_goes_from_pane_to_pane(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "ferry")
    stops = []
    for _number in range(3):
        person.press("F6")
        focus = QApplication.focusWidget()
        assert focus is not None
        stops.append(name_of(focus))
    assert stops == ["Text round the hit", "Find in all articles", "Hits in all articles"]


def test_the_rows_can_be_read(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "nobody")
    table = QAccessible.queryAccessibleInterface(search.list)
    texts = {table.child(number).text(QAccessible.Text.Name) for number in range(table.childCount())}
    assert {"Ferry late again", "2024-03-05", "no tag"} <= texts
    assert any(text.endswith("said. Nobody knows when the ferry comes.") for text in texts)


def test_counts_and_what_is_done_are_announced(
    search: SearchView, person: Driver, qtbot: QtBot, announced: list[str]
) -> None:
    look_for(search, person, qtbot, "ferry")
    qtbot.waitUntil(lambda: announced == ["6 hits in 3 articles"])
    person.press("1")
    assert announced[-1] == "1 span made as Quote. Undo takes that back."
    look_for(search, person, qtbot, "walrus")
    qtbot.waitUntil(lambda: announced[-1] == "There is no hit in any article.")
