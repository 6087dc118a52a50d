"""Clicks, keys, drops and scrolling."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QDragEnterEvent, QKeyEvent, QKeySequence, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from annotator.core.segments import Segment
from annotator.ui.article_view import ArticleView, ViewSpan
from tests.ui.article_view.conftest import span

Show: TypeAlias = Callable[..., ArticleView]

TEXT = (
    'The clerk, Ilse Marn, said: "The bridge may open," and after a pause, "or it may not." Nobody answered her.\n'
    "A second paragraph stands here so that there is something below the first one, for once."
)
QUOTE = span(TEXT, '"The bridge may open,"', '"or it may not."', name="Ilse Marn", linked=True)
HEDGE = span(TEXT, "may open", tag="hedge")
OPINION = span(TEXT, "Nobody answered her.\nA second", tag="opinion", name="The author", linked=True)


def click(qtbot: QtBot, view: ArticleView, at: QPoint) -> None:
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)


def first_paragraph(view: ArticleView) -> str:
    scrolled = view.verticalScrollBar().value()
    line = next(line for line in view.shown_page().lines if line.top >= scrolled)
    return view.document().findBlock(line.start).text()


def middle_of(view: ArticleView, position: int) -> QPoint:
    cursor = view.textCursor()
    cursor.setPosition(view.text_map.to_units(position))
    left = view.cursorRect(cursor)
    cursor.setPosition(view.text_map.to_units(position + 1))
    return QPoint((left.x() + view.cursorRect(cursor).x()) // 2, left.center().y())


@pytest.mark.parametrize("kind", ["pieces", "badges", "dots", "stripes", "names"])
def test_a_click_on_anything_painted_for_a_span_finds_it(show: Show, kind: str) -> None:
    view = show(TEXT, QUOTE, HEDGE, OPINION)
    page = view.shown_page()
    marks = getattr(page, kind)
    assert {mark.placed.span.id for mark in marks} == {QUOTE.id, HEDGE.id, OPINION.id}
    for mark in marks:
        left, top, right, bottom = mark.box
        for x, y in ((left, top), (right - 0.5, top), (left, bottom - 0.5), ((left + right) / 2, (top + bottom) / 2)):
            assert mark.placed in page.hits(x, y)


def test_a_click_makes_a_span_current_and_says_so(show: Show, qtbot: QtBot) -> None:
    view = show(TEXT, QUOTE)
    with qtbot.waitSignal(view.spanClicked) as clicked:
        click(qtbot, view, middle_of(view, TEXT.index("bridge")))
    assert clicked.args == [QUOTE.id]
    assert view.current == QUOTE.id


def test_clicking_again_goes_to_the_span_below_and_round(show: Show, qtbot: QtBot) -> None:
    view = show(TEXT, QUOTE, HEDGE)
    at = middle_of(view, TEXT.index("may open") + 1)
    currents = []
    for _ in range(3):
        click(qtbot, view, at)
        currents.append(view.current)
    assert currents == [HEDGE.id, QUOTE.id, HEDGE.id]


def test_a_click_on_plain_text_leaves_the_current_span_and_moves_the_caret(show: Show, qtbot: QtBot) -> None:
    view = show(TEXT, QUOTE)
    view.set_current(QUOTE.id)
    with qtbot.assertNotEmitted(view.spanClicked):
        click(qtbot, view, middle_of(view, TEXT.index("clerk") + 2))
    assert view.current == QUOTE.id
    assert abs(view.caret() - TEXT.index("clerk") - 2) <= 1


def test_a_click_on_a_stripe_does_not_move_the_caret(show: Show, qtbot: QtBot) -> None:
    view = show(TEXT, OPINION)
    view.set_caret(3)
    left, top, right, bottom = view.shown_page().stripes[0].bar
    click(qtbot, view, QPoint(int((left + right) / 2), int((top + bottom) / 2)))
    assert (view.current, view.caret()) == (OPINION.id, 3)


def test_selecting_with_the_mouse_is_no_click(show: Show, qtbot: QtBot) -> None:
    view = show(TEXT, QUOTE)
    start, end = middle_of(view, TEXT.index("bridge")), middle_of(view, TEXT.index("open") + 3)
    with qtbot.assertNotEmitted(view.spanClicked):
        qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
        qtbot.mouseMove(view.viewport(), end)
        qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=end)
    selected = view.selected_range()
    assert selected is not None
    assert TEXT[selected.start : selected.end].strip() in '"The bridge may open,"'


def test_a_drag_that_starts_within_a_selection_selects_anew(show: Show, qtbot: QtBot) -> None:
    view = show(TEXT)
    view.select_range(0, TEXT.index("open"))
    start, end = middle_of(view, TEXT.index("bridge")), middle_of(view, TEXT.index("open") + 3)
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for at in ((start + end) / 2, end):
        qtbot.mouseMove(view.viewport(), at)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=end)
    selected = view.selected_range()
    assert selected is not None
    assert TEXT[selected.start : selected.end].strip() in "bridge may open,"
    assert selected.start > 0


@pytest.mark.parametrize(
    "key", ["1", "E", "Shift+E", ",", "Space", "Return", "Enter", "Del", "Backspace", "Esc", "Ctrl+Z"]
)
def test_an_action_of_the_view_gets_its_key(show: Show, qtbot: QtBot, key: str) -> None:
    view = show(TEXT)
    view.setFocus()
    action = QAction("Do it", view)
    action.setShortcut(QKeySequence(key))
    action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    view.addAction(action)
    combination = QKeySequence(key)[0]
    with qtbot.waitSignal(action.triggered):
        qtbot.keyClick(view, combination.key(), combination.keyboardModifiers())


@pytest.mark.parametrize(
    "key", [Qt.Key.Key_1, Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Delete, Qt.Key.Key_Backspace]
)
def test_keys_that_do_not_move_are_left_to_others(show: Show, key: Qt.Key) -> None:
    view = show(TEXT * 30)
    text = chr(key) if key < 128 else ""
    event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, text)
    QApplication.sendEvent(view, event)
    assert not event.isAccepted()
    assert (view.caret(), view.verticalScrollBar().value()) == (0, 0)


def test_drops_are_left_to_the_window(show: Show) -> None:
    view = show(TEXT)
    data = QMimeData()
    data.setText("dropped")
    event = QDragEnterEvent(
        QPoint(50, 50), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    event.ignore()
    QApplication.sendEvent(view.viewport(), event)
    assert not event.isAccepted()
    assert not view.acceptDrops()
    assert not view.viewport().acceptDrops()


def test_ctrl_and_the_wheel_zoom(show: Show, qtbot: QtBot) -> None:
    view = show(TEXT)
    height = view.metrics.line_height
    turn = QWheelEvent(
        QPointF(50, 50),
        QPointF(50, 50),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    with qtbot.waitSignal(view.zoomChanged) as zoomed:
        QApplication.sendEvent(view.viewport(), turn)
    assert zoomed.args == [110]
    assert view.zoom() == 110
    assert view.metrics.line_height > height


def test_zoom_stays_within_its_limits(show: Show) -> None:
    view = show(TEXT)
    view.set_zoom(5)
    assert view.zoom() == 50
    view.set_zoom(5000)
    assert view.zoom() == 300


def test_scrolling_to_a_place_brings_it_into_sight(show: Show) -> None:
    text = "Some line of the council's long and dry report.\n" * 4000 + "The end."
    view = show(text, ViewSpan("last", "quote", (Segment(len(text) - 8, len(text)),)))
    assert view.span_rect("last").isEmpty()
    view.scroll_to(len(text) - 8, len(text))
    assert view.viewport().rect().contains(view.span_rect("last"))
    before = view.verticalScrollBar().value()
    view.scroll_to(len(text) - 8, len(text))
    assert view.verticalScrollBar().value() == before


def test_the_place_of_a_span_is_on_its_last_line_in_sight(show: Show) -> None:
    view = show(TEXT, QUOTE)
    cursor = view.textCursor()
    cursor.setPosition(QUOTE.segments[-1].end - 1)
    assert view.span_rect(QUOTE.id).intersects(view.cursorRect(cursor).adjusted(0, 0, 1, 0))


def test_what_is_in_sight_stays_when_the_width_changes(show: Show) -> None:
    text = "".join(
        f"Paragraph {number} of the report says little, but says it in many words.\n" for number in range(900)
    )
    view = show(text)
    place = text.index("Paragraph 450 ")
    view.scroll_to(place, place + 9)
    view.verticalScrollBar().setValue(view.verticalScrollBar().value() + 60)
    first = first_paragraph(view)
    assert first.startswith("Paragraph 44")
    view.resize(560, 500)
    assert first_paragraph(view) == first


def test_a_new_article_has_nothing_of_the_one_before(show: Show) -> None:
    view = show(TEXT * 20, QUOTE)
    view.set_current(QUOTE.id)
    view.set_caret(len(TEXT) * 10)
    view.show_article("Another one.")
    assert (view.current, view.caret(), view.spans_at(0), view.verticalScrollBar().value()) == (None, 0, [], 0)
    view.show_article("")
    assert view.document().isEmpty()


def test_a_span_that_goes_is_no_longer_current(show: Show) -> None:
    view = show(TEXT, QUOTE, HEDGE)
    view.set_current(QUOTE.id)
    view.update_spans([], removed=[QUOTE.id])
    assert view.current is None
    view.set_current("not there")
    assert view.current is None


def test_a_paragraph_of_half_a_megabyte_is_shown(show: Show) -> None:
    text = "word " * 100_000
    view = show(text, ViewSpan("late", "claim", (Segment(400_000, 400_004),)))
    view.scroll_to(400_000, 400_004)
    assert not view.span_rect("late").isEmpty()


LINES = "".join(f"Line {number} of the council's long and dry report.\n" for number in range(200))


@pytest.mark.parametrize("selects", [False, True])
def test_a_click_lands_under_the_pointer_however_far_the_caret_is(show: Show, qtbot: QtBot, selects: bool) -> None:
    view = show(LINES)
    view.select_range(0, 4 if selects else 0)
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    at = QPoint(300, 200)
    qtbot.waitUntil(lambda: view.position_at(at) < len(LINES))  # a long text is laid out bit by bit
    scrolled, under = bar.value(), view.position_at(at)
    click(qtbot, view, at)
    assert (bar.value(), view.caret()) == (scrolled, under)
    assert view.selected_range() is None


@pytest.mark.parametrize("end", [True, False])
def test_beside_the_current_span_the_next_word_is_selected_from_its_edge_on(
    show: Show, qtbot: QtBot, end: bool
) -> None:
    words = span(TEXT, "bridge may")
    view = show(TEXT, words)
    view.set_current(words.id)
    first = TEXT.index("open") if end else TEXT.index("The bridge") + 3
    to = first + 3 if end else first - 2
    with qtbot.assertNotEmitted(view.edgeMoved):
        drag(qtbot, view, edge_of(view, first), edge_of(view, to))
    selected = view.selected_range()
    assert selected is not None
    assert TEXT[selected.start : selected.end] == ("ope" if end else "he")


@pytest.mark.parametrize("held", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier])
def test_a_drag_within_a_selection_takes_no_words_away(show: Show, qtbot: QtBot, held: Qt.KeyboardModifier) -> None:
    view = show(TEXT)
    view.select_range(0, len(TEXT))
    first, last = TEXT.index("may") + 1, TEXT.index("open") + 2
    drag(qtbot, view, edge_of(view, first), edge_of(view, last), held)
    selected = view.selected_range()
    assert selected is not None
    assert TEXT[selected.start : selected.end] == ("ay op" if held == Qt.KeyboardModifier.NoModifier else "may open")


def edge_of(view: ArticleView, position: int) -> QPoint:
    """Where a character begins, in the middle of its line."""
    cursor = view.textCursor()
    cursor.setPosition(view.text_map.to_units(position))
    rect = view.cursorRect(cursor)
    return QPoint(rect.left() + 1, rect.center().y())


def drag(
    qtbot: QtBot,
    view: ArticleView,
    start: QPoint,
    end: QPoint,
    held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    viewport, left = view.viewport(), Qt.MouseButton.LeftButton
    qtbot.mousePress(viewport, left, held, start)
    for number in range(1, 5):
        at = QPointF(start + (end - start) * number / 4)
        there = viewport.mapToGlobal(at)
        QApplication.sendEvent(
            viewport, QMouseEvent(QEvent.Type.MouseMove, at, there, Qt.MouseButton.NoButton, left, held)
        )
    qtbot.mouseRelease(viewport, left, held, end)


def test_an_edge_that_is_dragged_beyond_the_view_takes_the_text_along(show: Show, qtbot: QtBot) -> None:
    start = LINES.index("Line 3 ")
    whole = ViewSpan("line", "quote", (Segment(start, start + len("Line 3")),))
    view = show(LINES, whole)
    view.set_current("line")
    held = edge_of(view, start + len("Line 3"))
    below = QPoint(held.x(), view.viewport().height() + 60)
    with qtbot.waitSignal(view.edgeMoved) as moved:
        drag(qtbot, view, held, below)
    assert view.verticalScrollBar().value() > 0
    (_span, segments) = moved.args
    assert segments[0].end > LINES.index("Line 12 ")


def test_esc_while_an_edge_is_dragged_leaves_the_span_as_it_was(show: Show, qtbot: QtBot) -> None:
    view = show(TEXT, QUOTE)
    view.set_current(QUOTE.id)
    held, to = edge_of(view, QUOTE.segments[0].end), edge_of(view, TEXT.index("pause"))
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=held)
    qtbot.mouseMove(view.viewport(), to)
    view.set_current(None)
    with qtbot.assertNotEmitted(view.edgeMoved), qtbot.assertNotEmitted(view.spanClicked):
        qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=to)
    assert view.current is None
