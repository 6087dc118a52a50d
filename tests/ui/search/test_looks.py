"""How hits look: one below the other, whichever way their letters run; emphasised in both looks; never as rich text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QImage, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.ui import theme
from annotator.ui.app import open_window
from annotator.ui.search.context_line import ContextLine, lay_out, reads_backwards
from annotator.ui.search.model import CONTEXT, DATE
from annotator.ui.search.view import SearchView
from tests.ui.driving import Driver
from tests.ui.search.seeking import answered, contexts, hits, look_for

WIDTH = 600.0


def edges(line: ContextLine) -> tuple[float, float]:
    """Return where the hit stands in its column, from left to right."""
    places = []
    for run in line.layout.lineAt(0).glyphRuns(line.start, line.length):
        box = run.boundingRect()
        places += [box.left() + line.left, box.right() + line.left]
    return min(places), max(places)


@pytest.mark.usefixtures("qapp")
@given(st.text("ab 🐟é", max_size=200), st.text("xyz", min_size=1, max_size=9), st.text("cd 🐟é", max_size=200))
def test_every_hit_begins_at_the_same_place(before: str, words: str, after: str) -> None:
    line = lay_out(before, words, after, QFont("DejaVu Sans", 9), WIDTH)
    assert edges(line)[0] == pytest.approx(WIDTH * 0.46, abs=3)
    natural = line.layout.lineAt(0).naturalTextRect()
    assert natural.left() + line.left > -3
    assert natural.right() + line.left < WIDTH + 3


@pytest.mark.parametrize("words", ["המעבורת", "ferry"])
def test_a_line_that_is_read_from_right_to_left_is_mirrored(qapp: QApplication, words: str) -> None:
    line = lay_out("אילזה אמרה: ", words, " איחרה הבוקר", QFont("DejaVu Sans", 9), WIDTH)
    left, right = edges(line)
    assert right == pytest.approx(WIDTH * 0.54, abs=3)
    assert line.layout.textOption().textDirection() == Qt.LayoutDirection.RightToLeft
    assert left < right


@pytest.mark.usefixtures("qapp")
@given(st.text("ab אב,", max_size=150), st.text("aא", min_size=1, max_size=9), st.text("cd גד,", max_size=150))
def test_nothing_of_a_line_in_both_directions_stands_outside_its_column(before: str, words: str, after: str) -> None:
    line = lay_out(before, words, after, QFont("DejaVu Sans", 9), WIDTH)
    natural = line.layout.lineAt(0).naturalTextRect()
    assert natural.left() + line.left > -3
    assert natural.right() + line.left < WIDTH + 3


@pytest.mark.parametrize(
    ("text", "backwards"),
    [("ferry", False), ("המעבורת ferry איחרה", True), ("the ferry ב’", False), ("", False)],
)
def test_most_letters_tell_which_way_a_line_is_read(text: str, backwards: bool) -> None:
    assert reads_backwards(text) is backwards


def test_signs_that_turn_the_direction_do_not_reach_beyond_their_text(qapp: QApplication) -> None:
    line = lay_out("one \u202etwo ", "three", " four\nfive", QFont("DejaVu Sans", 9), WIDTH)
    assert line.layout.text() == "one two three four five"


def test_a_hit_that_is_longer_than_its_column_is_cut(qapp: QApplication) -> None:
    line = lay_out("before ", "word " * 100, "after", QFont("DejaVu Sans", 9), WIDTH)
    assert line.layout.lineAt(0).naturalTextRect().right() + line.left < WIDTH + 3
    assert "…" in line.layout.text()


def test_texts_are_shown_as_they_are(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "bus")
    assert "<b>no bus</b>" in contexts(search)[0]
    qtbot.waitUntil(lambda: "<b>no bus</b>" in search.round.text.toPlainText())
    assert search.round.where.text() == "Crews on strike · The Gull · 2024-04"


def test_the_text_round_a_hit_follows_the_current_row(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    def emphasised() -> str:
        cursor, found = QTextCursor(search.round.text.document()), ""
        while cursor.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor):
            found += cursor.selectedText() if cursor.charFormat().fontWeight() == QFont.Weight.Bold else ""
            cursor.clearSelection()
        return found.strip("\u2029")  # the end of a paragraph has the format of what follows

    look_for(search, person, qtbot, "ferry")
    qtbot.waitUntil(lambda: emphasised() == "Ferry")
    look_for(search, person, qtbot, "fishers")
    qtbot.waitUntil(lambda: emphasised() == "fishers")
    assert "🐟" in search.round.text.toPlainText()
    look_for(search, person, qtbot, "“Note 100”")
    qtbot.waitUntil(lambda: emphasised() == "Note 100")
    shown = search.round.text.toPlainText()
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert len(shown) < 2_000
    assert search.round.text.isReadOnly()


@pytest.fixture(params=["light", "dark"])
def colours(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[theme.Colours]:
    yield theme.apply(qapp, request.param)
    theme.apply(qapp, "light")


def test_hits_are_emphasised_in_both_looks(
    search: SearchView, person: Driver, qtbot: QtBot, colours: theme.Colours
) -> None:
    look_for(search, person, qtbot, "ferry")
    rect = search.list.visualRect(search.list.hits.index(1, CONTEXT))
    qtbot.waitUntil(lambda: "Marrow" in search.round.text.toPlainText())
    image = search.list.viewport().grab(rect).toImage()
    grounds = {image.pixelColor(x, image.height() // 2).name() for x in range(image.width())}
    assert QColor(colours.hit).name() in grounds
    below = search.round.text.viewport().grab().toImage()
    found = {below.pixelColor(x, y).name() for x in range(0, below.width(), 2) for y in range(0, below.height(), 3)}
    assert QColor(colours.hit).name() in found


def test_the_row_with_the_focus_is_seen_among_those_that_are_chosen(
    search: SearchView, person: Driver, qtbot: QtBot
) -> None:
    def picture(row: int) -> QImage:
        return search.list.viewport().grab(search.list.visualRect(search.list.hits.index(row, CONTEXT))).toImage()

    look_for(search, person, qtbot, "ferry")
    person.press("Down", "Shift+Down")
    focused = picture(2)
    person.press("Shift+Down")
    assert picture(2) != focused


def test_days_have_a_column_where_any_is_known(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "ferry")
    assert not search.list.isColumnHidden(DATE)
    look_for(search, person, qtbot, "gull")
    assert search.list.isColumnHidden(DATE)
    # Nothing jumps where nothing is listed.
    look_for(search, person, qtbot, "nowhere")
    assert search.list.isColumnHidden(DATE)


def test_titles_keep_some_room_in_a_small_window(search: SearchView, person: Driver, qtbot: QtBot) -> None:
    look_for(search, person, qtbot, "ferry")
    person.window.resize(853, 480)
    QApplication.processEvents()
    assert person.window.width() == 853
    header, character = search.list.horizontalHeader(), search.list.fontMetrics().averageCharWidth()
    assert header.sectionSize(0) >= 19 * character
    assert sum(header.sectionSize(column) for column in range(4)) <= search.list.viewport().width() + 1


@pytest.mark.parametrize("starts", [1, 2])
def test_the_splitter_and_the_query_are_as_they_were_left(
    search: SearchView, person: Driver, qtbot: QtBot, project_file: str, ada: Annotator, starts: int
) -> None:
    look_for(search, person, qtbot, "“no ferry, no” work")
    search.split.setSizes([200, 400])
    sizes = search.split.sizes()
    person.window.close()
    for _ in range(1, starts):
        # Who does not search meanwhile finds it all the same.
        open_window(project_file, ada).close()
    window = open_window(project_file, ada)
    qtbot.addWidget(window)
    window.resize(1280, 720)
    window.show()
    again = Driver(window)
    again.press("Ctrl+5")
    view = again.page.views.current
    assert isinstance(view, SearchView)
    assert view.split.sizes() == pytest.approx(sizes, abs=4)
    answered(view, qtbot)
    assert hits(view) == ["No ferry, no", "work"]
    again.press("g", "u", "l", "l", "Return")
    answered(view, qtbot)
    assert view.bar.field.text() == "gull"
    window.close()
