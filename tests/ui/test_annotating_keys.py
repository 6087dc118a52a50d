"""Annotating with real key events."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.ui.app import open_window
from tests.ui.driving import ARTICLE, Driver

FIRST = ["“We act,”", "“We do not wait.”"]


def test_one_quote_with_its_speaker_takes_three_keys(person: Driver) -> None:
    person.press("N", "1", "Return")
    assert person.texts() == [("quote", FIRST, "Ines Calloway")]
    assert person.keys_pressed == 3
    (link,) = person.spans()[0].links
    assert link.mention is not None
    assert link.cue is not None
    assert "Ines Calloway" in ARTICLE[link.mention.start : link.mention.end]
    assert ARTICLE[link.cue.start : link.cue.end] == "said"


def test_the_picker_has_the_focus_before_the_key_event_returns_and_gives_it_back(person: Driver) -> None:
    person.press("N", "1")
    assert person.picker.isVisible()
    assert person.picker.isAncestorOf(QApplication.focusWidget())
    person.press("Esc")
    assert not person.picker.isVisible()
    assert QApplication.focusWidget() is person.view
    assert person.texts() == [("quote", FIRST, None)]


def test_the_picker_finds_what_is_there_and_creates_what_is_not(person: Driver) -> None:
    person.press("N", "1")
    person.type("Tomas Reed")
    person.press("Return")
    person.press("N", "1")
    person.type("tom")
    person.press("Return")
    assert [name for _tag, _words, name in person.texts()] == ["Tomas Reed"] * 2
    person.select("a clerk")
    person.press("2")
    person.type("@anon a clerk")
    person.press("Return")
    claim = next(span for span in person.spans() if span.tag == "claim")
    entity = person.entity(claim)
    assert entity is not None
    assert (entity.name, entity.kind, entity.article is not None) == ("a clerk", "anonymous", True)


def test_arrows_choose_and_keys_sent_to_the_picker_itself_arrive(person: Driver) -> None:
    person.press("N", "1")
    QTest.keyClicks(person.picker, "Somebody")
    field = person.picker.findChild(QLineEdit)
    assert field is not None
    assert field.text() == "Somebody"
    rows = person.picker.rows
    assert "New person “Somebody”" in rows.item(rows.currentRow()).text()
    QTest.keyClick(person.picker, Qt.Key.Key_Up)
    QTest.keyClick(person.picker, Qt.Key.Key_Up)
    assert "group" in rows.item(rows.currentRow()).text()
    QTest.keyClick(person.picker, Qt.Key.Key_Return)
    assert person.texts() == [("quote", FIRST, "Somebody")]


def test_the_digit_rule_takes_a_selection_first(person: Driver) -> None:
    person.press("N")
    person.select("may")
    person.press("3", "Esc")
    assert person.texts() == [("hedge", ["may"], None)]


def test_a_digit_inside_the_current_span_retags_it(person: Driver) -> None:
    person.select("The plan may cost forty million")
    person.press("1", "Esc", "2")
    assert person.texts() == [("claim", ["The plan may cost forty million"], None)]


def test_a_digit_in_a_quotation_tags_it(person: Driver) -> None:
    person.view.set_caret(ARTICLE.index("gamble"))
    person.press("4", "Esc")
    assert person.texts() == [("opinion", ["“a gamble.”"], None)]


def test_a_digit_on_nothing_says_why(person: Driver) -> None:
    person.view.set_caret(2)
    person.press("1")
    assert person.texts() == []
    assert "select words" in person.message()


@pytest.mark.parametrize("key", ["2", "Shift+2", "Num+2"])
def test_digits_of_both_rows_and_of_the_number_pad_count(person: Driver, key: str) -> None:
    person.select("forty million")
    person.press(key, "Esc")
    assert person.texts() == [("claim", ["forty million"], None)]


def test_an_identical_span_is_refused_with_a_message(person: Driver) -> None:
    person.select("may")
    person.press("3", "Esc")
    person.select("may")
    person.press("3")
    assert "already" in person.message()
    assert len(person.texts()) == 1


def test_segments_are_added_and_a_span_is_moved(person: Driver) -> None:
    person.select("“We act,”")
    person.press("1", "Esc")
    person.select("“We do not wait.”")
    person.press("D")
    assert person.texts() == [("quote", FIRST, None)]
    person.press("J")
    person.select("We act")
    person.press("R")
    assert person.texts() == [("quote", ["We act"], None)]
    person.press("Ctrl+Z")
    assert person.texts() == [("quote", FIRST, None)]


def test_j_and_k_walk_in_the_order_of_the_text_and_o_goes_below(person: Driver) -> None:
    for words, key in (("may", "3"), ("The plan may cost forty million", "2"), ("forty million", "2")):
        person.select(words)
        person.press(key, "Esc", "Esc")
    keys = [span.id for span in person.spans()]
    person.view.set_caret(0)
    walked = []
    for _number in range(4):
        person.press("J")
        walked.append(person.view.current)
    assert walked == [*keys, keys[0]]
    person.press("K")
    assert person.view.current == keys[-1]
    person.press("Esc")
    person.view.set_caret(ARTICLE.index("may") + 1)
    below = []
    for _number in range(3):
        person.press("O")
        below.append(person.view.current)
    assert below == [keys[1], keys[0], keys[1]]


def test_links_are_opened_replaced_and_taken_away(person: Driver) -> None:
    person.press("N", "1", "Esc", "L")
    person.type("Tomas Reed")
    person.press("Return")
    assert person.texts() == [("quote", FIRST, "Tomas Reed")]
    person.press("Return")
    person.type("Ines Calloway")
    person.press("Return")
    assert person.texts() == [("quote", FIRST, "Ines Calloway")]
    person.press("J", "Shift+L")
    assert person.texts() == [("quote", FIRST, None)]


def test_note_and_flag_and_delete(person: Driver) -> None:
    person.press("N", "1", "Esc", "F", "C")
    person.type("check the wording")
    assert isinstance(QApplication.focusWidget(), QPlainTextEdit)
    person.press("Esc")
    assert QApplication.focusWidget() is person.view
    (span,) = person.spans()
    assert (span.note, span.unsure) == ("check the wording", True)
    person.press("J", "F")
    assert not person.spans()[0].unsure
    person.press("J", "Del")
    assert person.texts() == []
    person.press("Ctrl+Z")
    assert person.texts() == [("quote", FIRST, None)]


def test_keys_that_need_a_span_say_so(person: Driver) -> None:
    for key in ("L", "Shift+L", "D", "R", "C", "F", "Del"):
        person.window.statusBar().clearMessage()
        person.press(key)
        assert "No span is current" in person.message(), key


def test_single_keys_act_only_in_the_article(person: Driver) -> None:
    field = person.window.findChild(QLineEdit, "articleFilter")
    assert field is not None
    person.select("may")
    field.setFocus()
    person.type("n3")
    assert field.text() == "n3"
    assert person.texts() == []


def test_undo_and_redo_go_across_articles_and_a_restart(person: Driver, project_file: str, ada: Annotator) -> None:
    person.press("N", "1", "Return", "Ctrl+PgDown")
    assert person.view.stored_text.startswith("Bridge closed")
    person.press("N", "1", "Return")
    assert person.texts()[0][2] == "Pia Holm"
    person.press("Ctrl+Z", "Ctrl+Z", "Ctrl+Z")
    assert person.view.stored_text.startswith("Mayor")
    assert person.texts() == [("quote", FIRST, None)]
    person.window.close()
    again = Driver(open_window(project_file, ada))
    try:
        again.press("Ctrl+Z")
        assert again.texts() == []
        again.press("Ctrl+Shift+Z", "Ctrl+Y")
        assert again.texts() == [("quote", FIRST, "Ines Calloway")]
        again.press("Ctrl+Shift+Z", "Ctrl+Shift+Z")
        assert again.view.stored_text.startswith("Bridge")
        assert again.texts()[0][2] == "Pia Holm"
    finally:
        again.window.close()


def test_ctrl_z_in_a_field_is_the_fields_own(person: Driver) -> None:
    person.press("N", "1", "Esc", "C")
    person.type("abc")
    person.press("Ctrl+Z")
    person.press("Esc")
    assert len(person.texts()) == 1


def test_done_and_next_closes_the_layer_and_reopening_lets_it_change(person: Driver) -> None:
    person.press("N", "1", "Return", "Ctrl+Return")
    assert person.view.stored_text.startswith("Bridge")
    person.press("Ctrl+PgUp")
    assert person.article_list.model().index(0, 0).data() == "✓"
    person.press("J", "Del")
    assert "done" in person.message()
    assert len(person.texts()) == 1
    person.window.actions_["reopen"].trigger()
    person.press("J", "Del")
    assert person.texts() == []


def test_the_ends_of_the_list_are_told(person: Driver) -> None:
    person.press("Ctrl+PgUp")
    assert "first article" in person.message()
    person.press("Ctrl+PgDown", "Ctrl+PgDown")
    assert "last article" in person.message()


def test_candidates_go_round_and_skip_what_has_a_span(person: Driver) -> None:
    seen = []
    for _number in range(4):
        person.press("N")
        seen.append(person.candidate())
    last = '"Nobody asked us, said Tomas Reed.'
    assert seen == ["“We act,”", "“a gamble.”", last, "“We act,”"]
    person.press("Shift+N")
    assert person.candidate() == last
    person.press("1", "Esc", "N", "N")
    assert person.candidate() == "“a gamble.”"


def test_a_candidate_is_forgotten_with_its_article(person: Driver) -> None:
    person.press("N", "Ctrl+PgDown")
    person.view.set_caret(0)
    person.press("1")
    assert person.texts() == []
    assert "select words" in person.message()


def test_tagging_and_linking_are_announced(person: Driver, announced: list[str]) -> None:
    person.press("N")
    assert announced[0].startswith("Candidate: “We act,”")
    announced.clear()
    person.press("1", "Return")
    assert announced[0].startswith("Quote: “We act,” … “We do not wait.”")
    assert announced[-1] == "Linked to Ines Calloway"


def test_words_that_the_span_holds_already_are_no_segment(person: Driver) -> None:
    person.select("The plan may cost forty million")
    person.press("2", "Esc")
    for words in ("may cost", "The plan may cost forty million"):
        person.select(words)
        person.press("D")
        assert person.message() == "The span holds these words already."
    person.select("million, a clerk")
    person.press("D")
    assert person.texts() == [("claim", ["The plan may cost forty million, a clerk"], None)]
    person.press("Ctrl+Z", "Ctrl+Z")
    assert person.texts() == []


@pytest.mark.parametrize("key", ["C", "A", "L", "Shift+L", "F", "D", "R", "Del", "3"])
def test_in_a_done_article_every_key_that_would_change_a_span_says_why_not(person: Driver, key: str) -> None:
    person.select("The plan may cost forty million")
    person.press("2", "Esc", "Ctrl+Return", "Ctrl+PgUp", "J")
    if key in "DR":
        person.select("Critics")
    before = person.spans()
    person.press(key)
    assert person.message() == "This article is done; open it again before you change its spans."
    assert QApplication.activePopupWidget() is None
    assert QApplication.focusWidget() is person.view
    assert person.spans() == before


def test_extending_ends_with_the_span_that_was_made(person: Driver) -> None:
    person.view.set_caret(ARTICLE.index("The plan"))
    person.press("M", "Ctrl+Right", "Ctrl+Right", "2", "Esc")
    assert person.texts() == [("claim", ["The plan"], None)]
    person.press("Right", "Right")
    assert person.view.selected_range() is None
    person.press("M", "Ctrl+PgDown", "Right")
    assert person.view.selected_range() is None


def test_esc_leaves_the_text_where_it_was_scrolled_to(qtbot: QtBot, person: Driver) -> None:
    person.window.resize(900, 260)
    bar = person.view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    person.view.select_range(0, 5)
    bar.setValue(bar.maximum())
    person.press("Esc")
    assert bar.value() == bar.maximum()
    assert person.view.selected_range() is None
