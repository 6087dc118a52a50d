"""Moving and selecting by sentences, paragraphs and quotations; the mouse; dismissing."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from annotator.services import annotate
from annotator.ui.annotate.context_menu import context_menu
from tests.ui.driving import ARTICLE, Driver

QUOTED = "“We act,”"


def selected(person: Driver) -> str:
    found = person.view.selected_range()
    return ARTICLE[found.start : found.end] if found else ""


def at(person: Driver, position: int) -> QPoint:
    """The middle of the line before a character, in the viewport."""
    before = person.view.caret()
    person.view.set_caret(position)
    rect = person.view.cursorRect()
    person.view.set_caret(before)
    return QPoint(rect.left() + 1, rect.center().y())


def test_sentences_are_walked_selected_extended_and_shrunk(person: Driver) -> None:
    start = ARTICLE.index("The plan")
    person.view.set_caret(start)
    person.press(".")
    assert person.view.caret() == ARTICLE.index("Critics")
    person.press(",")
    assert person.view.caret() == start
    person.press("S")
    assert selected(person) == "The plan may cost forty million, a clerk said, asking not to be named."
    person.press("S")
    assert selected(person).endswith("Critics call it “a gamble.”")
    person.press("Shift+S")
    assert selected(person).endswith("not to be named.")
    person.press("Shift+S")
    assert selected(person) == ""
    assert person.view.caret() == start


def test_paragraphs_are_walked_and_selected(person: Driver) -> None:
    person.view.set_caret(0)
    person.press("Ctrl+Down")
    assert person.view.caret() == ARTICLE.index("“We act")
    person.press("Ctrl+Down", "Ctrl+Up")
    assert person.view.caret() == ARTICLE.index("“We act")
    person.press("Ctrl+Shift+Down")
    assert selected(person).startswith("“We act,”")
    assert selected(person).rstrip().endswith("“We do not wait.”")
    person.press("Ctrl+Shift+Up")
    assert selected(person) == ""


def test_q_snaps_to_the_quotation_with_and_without_its_marks(person: Driver) -> None:
    person.view.set_caret(ARTICLE.index("act"))
    person.press("Q")
    assert selected(person) == QUOTED
    person.press("Q")
    assert selected(person) == "We act,"
    person.press("Q")
    assert selected(person) == QUOTED
    person.view.set_caret(3)
    person.press("Q")
    assert "no quotation" in person.message()


def test_e_widens_step_by_step_and_goes_back_the_same_way(person: Driver) -> None:
    place = ARTICLE.index("gamble") + 2
    person.view.set_caret(place)
    seen = [""]
    for _number in range(20):
        person.press("E")
        if selected(person) == seen[-1]:
            break
        seen.append(selected(person))
    assert seen[1] == "gamble"
    assert "“a gamble.”" in seen
    assert all(inner in outer for inner, outer in pairwise(seen))
    for before in reversed(seen[:-1]):
        person.press("Shift+E")
        assert selected(person) == before
    assert person.view.caret() == place


def test_movement_extends_until_esc(person: Driver) -> None:
    person.view.set_caret(ARTICLE.index("The plan"))
    person.press("M", "Right", "Right", "Right")
    assert selected(person) == "The"
    person.press(".")
    assert selected(person).endswith("named. ")
    person.press("2", "Esc", "Esc")
    person.press("Right")
    assert selected(person) == ""
    assert person.texts() == [
        ("claim", ["The plan may cost forty million, a clerk said, asking not to be named."], None)
    ]


def test_a_dismissed_candidate_is_not_proposed_again_and_undo_brings_it_back(person: Driver) -> None:
    person.press("N", "X")
    assert person.candidate() == "“a gamble.”"
    person.press("N", "N")
    assert person.candidate() == "“a gamble.”"
    person.press("Ctrl+Z", "Esc")
    person.view.set_caret(0)
    person.press("N")
    assert person.candidate() == QUOTED
    person.press("Esc", "X")
    assert "No candidate" in person.message()


def test_a_segment_is_removed_at_the_caret(person: Driver) -> None:
    person.press("N", "1", "Esc")
    person.view.set_caret(ARTICLE.index("do not wait"))
    person.press("Shift+D")
    assert person.texts() == [("quote", [QUOTED], None)]
    person.press("Shift+D")
    assert "not in a segment" in person.message()
    person.view.set_caret(ARTICLE.index("act"))
    person.press("Shift+D")
    assert "delete the span instead" in person.message()


def drag(person: Driver, start: QPoint, end: QPoint, modifiers: Qt.KeyboardModifier) -> None:
    viewport = person.view.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, modifiers, start)
    for step in (0.5, 1.0):
        place = QPointF(start) + (QPointF(end) - QPointF(start)) * step
        event = QMouseEvent(
            QMouseEvent.Type.MouseMove, place, viewport.mapToGlobal(place), Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton, modifiers,
        )  # fmt: skip
        QApplication.sendEvent(viewport, event)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, modifiers, end)


def test_dragging_selects_and_with_ctrl_whole_words(person: Driver) -> None:
    first, last = ARTICLE.index("plan") + 1, ARTICLE.index("forty") + 2
    drag(person, at(person, first), at(person, last), Qt.KeyboardModifier.NoModifier)
    assert selected(person) == "lan may cost fo"
    drag(person, at(person, first), at(person, last), Qt.KeyboardModifier.ControlModifier)
    assert selected(person) == "plan may cost forty"


def test_a_double_click_takes_a_word_and_a_third_click_the_sentence(person: Driver) -> None:
    place = at(person, ARTICLE.index("forty") + 2)
    viewport = person.view.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert selected(person) == "forty"
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert selected(person) == "The plan may cost forty million, a clerk said, asking not to be named."


@pytest.mark.parametrize(
    ("edge", "to", "words"), [("end", "a clerk", "may cost forty million, "), ("start", "plan", "plan may cost forty")]
)
def test_the_end_of_a_span_is_dragged_to_another_place(person: Driver, edge: str, to: str, words: str) -> None:
    person.select("may cost forty")
    person.press("2", "Esc")
    start = ARTICLE.index("may cost forty")
    held = start + len("may cost forty") if edge == "end" else start
    drag(person, at(person, held), at(person, ARTICLE.index(to)), Qt.KeyboardModifier.NoModifier)
    assert person.texts() == [("claim", [words.strip()], None)]
    person.press("Ctrl+Z")
    assert person.texts() == [("claim", ["may cost forty"], None)]


def test_a_click_makes_the_span_current_and_again_the_one_below(person: Driver) -> None:
    for words, key in (("may", "3"), ("The plan may cost forty million", "2")):
        person.select(words)
        person.press(key, "Esc", "Esc")
    person.view.set_caret(0)
    place = at(person, ARTICLE.index("may") + 1)
    keys = [span.id for span in person.spans()]
    seen = []
    for _number in range(3):
        QTest.mouseClick(person.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
        seen.append(person.view.current)
        person.view.pointing._double = (QPoint(), 0.0)
    assert seen == [keys[1], keys[0], keys[1]]


def test_the_context_menu_offers_what_applies(person: Driver) -> None:
    person.select("may cost forty")
    person.press("2", "Esc", "Esc")
    page, actions = person.page.page, person.window.actions_
    menu = context_menu(actions, page, at(person, ARTICLE.index("cost")))
    assert person.view.current == person.spans()[0].id
    offered = [action.objectName() for action in menu.actions()]
    assert {"action:tag:quote", "action:link", "action:delete"} <= set(offered)
    assert "action:add_segment" not in offered
    menu = context_menu(actions, page, at(person, 3))
    assert person.view.current is None
    assert "action:delete" not in [action.objectName() for action in menu.actions()]
    menu.close()


def test_hovering_shows_tag_entity_and_note_as_plain_text(person: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    person.press("N", "1", "Return")
    annotate.set_note(person.page.project.project, person.spans()[0].id, "<i>check</i>")
    shown: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _at, text, *_rest: shown.append(text))
    place = at(person, ARTICLE.index("act"))
    event = QHelpEvent(QHelpEvent.Type.ToolTip, place, person.view.viewport().mapToGlobal(place))
    QApplication.sendEvent(person.view.viewport(), event)
    assert "Quote · Ines Calloway" in shown[0]
    assert "&lt;i&gt;check&lt;/i&gt;" in shown[0]


def test_shrinking_goes_back_only_from_what_was_widened(person: Driver) -> None:
    person.view.set_caret(ARTICLE.index("forty"))
    person.press("E", "E")
    person.select("forty")
    person.press("Shift+E")
    assert selected(person) == "forty"
    assert person.message() == "Nothing was widened here."


def test_a_click_on_a_long_span_leaves_the_text_under_the_pointer(person: Driver) -> None:
    person.view.select_range(0, len(ARTICLE))
    person.press("2", "Esc", "Esc")
    person.window.resize(900, 260)
    QApplication.processEvents()
    bar = person.view.verticalScrollBar()
    bar.setValue(bar.maximum())
    QApplication.processEvents()
    scrolled = bar.value()
    assert scrolled > 0
    QTest.mouseClick(person.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(120, 40))
    assert (person.view.current, bar.value()) == (person.spans()[0].id, scrolled)


def test_the_context_menu_has_what_a_link_a_selection_and_a_second_segment_allow(person: Driver) -> None:
    page, actions = person.page.page, person.window.actions_

    def offered(place: QPoint) -> set[str]:
        menu = context_menu(actions, page, place)
        return {action.objectName().removeprefix("action:") or action.text() for action in menu.actions()}

    place, cue = at(person, ARTICLE.index("act,")), at(person, ARTICLE.index("said") + 2)
    person.press("N", "1", "Esc")
    assert {"remove_segment", "attributes", "note", "link"} <= offered(place)
    assert not {"unlink", "add_link", "mention", "cue", "cycle", "Cop&y"} & offered(place)
    person.press("L", "Return", "Ctrl+L")
    person.type("@via The Gazette")
    person.press("Return")
    assert {"unlink", "add_link", "rotate_links"} <= offered(place)
    person.select("said")
    assert {"cue", "mention", "add_segment", "anchor", "Cop&y"} <= offered(cue)
    person.select("We act")
    person.press("2", "Esc")
    assert "cycle" in offered(place)


def test_selected_words_are_copied_from_the_menu(person: Driver) -> None:
    place = at(person, ARTICLE.index("million"))
    person.select("forty million")
    menu = context_menu(person.window.actions_, person.page.page, place)
    next(action for action in menu.actions() if action.text() == "Cop&y").trigger()
    assert QApplication.clipboard().text() == "forty million"


def test_of_a_long_note_the_tooltip_shows_the_beginning(person: Driver) -> None:
    person.press("N", "1", "Esc", "F")
    key = person.spans()[0].id
    annotate.set_note(person.page.project.project, key, "a long thought\n" * 400)
    told = person.view.describe([key], [], None)
    assert "not linked · unsure · a long thought a long" in told
    assert len(told) < 500
