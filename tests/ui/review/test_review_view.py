"""Reviewing with real keys: every decision is one key, and the next difference comes by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator, Changed
from annotator.services import annotate, articles, history, layers, people
from annotator.services.review import assigning
from annotator.services.review.queue import FINAL
from annotator.ui.dialogs.export_dialog import ExportDialog
from annotator.ui.main_window import MainWindow
from annotator.ui.review import deciding
from tests.services.review.reviewed import Scene, acting, place
from tests.ui.reading import check_names, check_stops, reachable
from tests.ui.review.reviewing import Reviewer


def test_it_opens_at_the_first_difference_with_the_focus_in_the_text(reviewer: Reviewer, scene: Scene) -> None:
    assert reviewer.text.hasFocus()
    assert reviewer.review.state.layers == (scene.ada.id, scene.bo.id)
    assert (reviewer.words(), reviewer.heading()) == ("may", "tag ≠ · open ○")
    assert reviewer.progress() == "2 of 4, 4 open, 1 article left"
    assert reviewer.rows() == [
        ("✓○", "Q", "“The bridge stays closed,”", "agreed"),
        ("≠○", "O/H", "may", "tag"),
        ("≠○", "C", "forty million crowns", "boundary"),
        ("≠○", "O", "“A shame,”", "only theirs"),
    ]
    assert "3 differ (1 boundary, 1 tag, 1 only theirs) · 1 agree · 4 open" in reviewer.review.list.count.text()


def test_each_decision_is_one_key_and_the_next_one_comes_by_itself(reviewer: Reviewer, scene: Scene) -> None:
    first = reviewer.article
    reviewer.press("A")
    assert (reviewer.words(), reviewer.progress()) == ("forty million crowns", "3 of 4, 3 open, 1 article left")
    reviewer.press("X")
    assert reviewer.words() == "“A shame,”"
    reviewer.press("A")
    assert (reviewer.heading(), reviewer.article) == ("agreed ✓ · open ○", first)
    reviewer.press("A")
    assert reviewer.article != first
    assert "Next article: The ferry" in reviewer.message()
    assert reviewer.progress() == "1 of 1, 1 open, no article left"
    assert reviewer.keys_pressed == 4
    assert reviewer.final(first) == [
        ("quote", "“The bridge stays closed,”"), ("hedge", "may"), ("claim", "forty million"),
        ("opinion", "“A shame,”"),
    ]  # fmt: skip
    reviewer.press("X")
    assert reviewer.final() == []
    assert "Nothing is left to decide." in reviewer.message()
    verdicts = [one.verdict for span in reviewer.stored(scene.bo.id, first) for one in span.decisions]
    assert verdicts == ["accepted", "accepted", "rejected", "accepted"]


def test_undo_takes_back_one_decision_at_a_time_and_goes_there(reviewer: Reviewer) -> None:
    first = reviewer.article
    reviewer.press("A", "B", "A", "A", "X")
    assert reviewer.article != first
    reviewer.press("Ctrl+Z")
    assert (reviewer.progress(), reviewer.words()) == ("1 of 1, 1 open, no article left", "“It is full,”")
    reviewer.press("Ctrl+Z")
    assert (reviewer.article, reviewer.words()) == (first, "“The bridge stays closed,”")
    reviewer.press("Ctrl+Z", "Ctrl+Z", "Ctrl+Z")
    assert (reviewer.words(), reviewer.final()) == ("may", [])
    assert reviewer.progress() == "2 of 4, 4 open, 1 article left"
    reviewer.press("Ctrl+Shift+Z")
    assert reviewer.final() == [("hedge", "may")]


def test_both_sides_are_kept_or_neither(reviewer: Reviewer) -> None:
    reviewer.press("N")
    assert reviewer.words() == "forty million crowns"
    reviewer.press("B")
    assert reviewer.final() == [("claim", "forty million"), ("claim", "forty million crowns")]
    reviewer.press("Shift+N", "Shift+X")
    assert reviewer.final() == []


def test_walking_and_skipping_decide_nothing(reviewer: Reviewer) -> None:
    steps = len(history.rows(reviewer.project))
    walked = []
    for key in ("N", "N", "Shift+N", "Space", "Space"):
        reviewer.press(key)
        walked.append(reviewer.words())
    assert walked == ["forty million crowns", "“A shame,”", "forty million crowns", "“A shame,”", "“It is full,”"]
    assert len(history.rows(reviewer.project)) == steps
    reviewer.press("Ctrl+PgUp")
    assert (reviewer.words(), reviewer.progress()) == ("may", "2 of 4, 4 open, 1 article left")
    reviewer.press("Ctrl+PgUp")
    assert reviewer.message() == "This is the first article."


def test_all_that_agree_are_accepted_with_one_key(reviewer: Reviewer) -> None:
    assert reviewer.review.list.agreed.text() == "Accept all that agree (1)"
    reviewer.press("Shift+A")
    assert reviewer.final() == [("quote", "“The bridge stays closed,”")]
    assert not reviewer.review.list.agreed.isEnabled()
    reviewer.press("Shift+A")
    assert reviewer.message() == "Nothing is left that agrees."


def test_many_that_agree_are_accepted_in_the_background(
    reviewer: Reviewer, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deciding, "_MANY", 0)
    reviewer.press("Shift+A")
    qtbot.waitUntil(lambda: reviewer.message() == "Accepted 1 item that agrees")
    assert reviewer.final() == [("quote", "“The bridge stays closed,”")]
    assert not reviewer.review.list.agreed.isEnabled()
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None)
    reviewer.window.activateWindow()
    qtbot.waitUntil(lambda: reviewer.text.hasFocus())
    reviewer.press("Ctrl+Z")
    assert reviewer.final() == []


def test_a_copy_is_edited_before_it_is_accepted(reviewer: Reviewer, scene: Scene) -> None:
    reviewer.press("N", "Return")
    editing = reviewer.review.editing
    assert editing.isVisible()
    assert editing.tag.currentText() == "Claim"
    for key in ("A", "N", "Space"):
        reviewer.press(key)
        assert "Enter accepts it" in reviewer.message()
    reviewer.select_words("cost forty million crowns")
    reviewer.press("R", "L")
    assert reviewer.review.picker.edit.hasFocus()
    reviewer.type("Town Council")
    reviewer.press("Return")
    editing.tag.setFocus()
    editing.tag.setCurrentText("Opinion")
    editing.tag.activated.emit(editing.tag.currentIndex())
    editing.note.setFocus()
    reviewer.type("as the council says")
    reviewer.text.setFocus()
    reviewer.press("Return")
    assert not editing.isVisible()
    (copy,) = reviewer.stored(None)
    assert (copy.tag, copy.note) == ("opinion", "as the council says")
    assert reviewer.final() == [("opinion", "cost forty million crowns")]
    assert [link.role for link in copy.links] == ["holder"]
    assert copy.origin is not None
    assert (copy.origin["how"], copy.origin["layer"]) == ("changed", scene.bo.id)
    assert reviewer.words() == "“A shame,”"


def test_a_copy_that_is_left_changes_nothing(reviewer: Reviewer) -> None:
    steps = len(history.rows(reviewer.project))
    reviewer.press("Return")
    reviewer.select_words("Repairs may")
    reviewer.press("R", "Esc")
    assert (reviewer.review.editing.isVisible(), reviewer.final()) == (False, [])
    assert len(history.rows(reviewer.project)) == steps
    assert reviewer.text.hasFocus()
    reviewer.press("Return")
    reviewer.differences.setCurrentIndex(reviewer.differences.model().index(3, 2))
    assert (reviewer.review.editing.isVisible(), reviewer.words()) == (False, "“A shame,”")
    assert "nothing was changed" in reviewer.message()
    reviewer.text.setFocus()
    reviewer.press("R")
    assert "Press Enter to edit" in reviewer.message()


def test_comments_are_written_and_answered_on_either_side(reviewer: Reviewer, scene: Scene) -> None:
    reviewer.press("C")
    reviewer.type("Is it a hedge?")
    reviewer.press("Return", "Esc")
    assert reviewer.text.hasFocus()
    (asked,) = next(span for span in reviewer.stored(scene.bo.id) if span.tag == "hedge").comments
    assert (asked.by, asked.text) == (scene.ada.id, "Is it a hedge?")
    reviewer.press("A", "Shift+N")
    assert reviewer.words() == "may"


@pytest.mark.parametrize("blind", [False, True])
def test_blind_review_shows_no_names(reviewer: Reviewer, scene: Scene, blind: bool) -> None:
    view = reviewer.review
    view.choosing.blind.setChecked(blind)
    reviewer.press("C")
    reviewer.type("Whose?")
    reviewer.press("Return", "Esc")
    (hedge,) = (span.id for span in reviewer.stored(scene.bo.id) if span.tag == "hedge")
    shown = [
        *(label.text() for label in view.findChildren(QLabel)),
        *(view.choosing.below.itemText(row) for row in range(view.choosing.below.count())),
        *(action.text() for action in view.choosing.above.menu().actions()),
        view.choosing.above.text(), view.text.describe([hedge], [], None), view.place(), reviewer.message(),
        *(f"{widget.accessibleName()} {widget.toolTip()}" for widget in view.findChildren(QWidget)),
    ]  # fmt: skip
    assert any(scene.bo.name in text for text in shown) is not blind
    assert any("annotator 1" in text for text in shown) is blind


def test_one_colleague_is_reviewed_without_a_layer_of_ones_own(
    open_review: Callable[..., Reviewer], scene: Scene
) -> None:
    cem = people.add(scene.project, "Cem Aydin")
    reviewer = open_review(cem)
    choosing = reviewer.review.choosing
    assert reviewer.review.state.layers[0] != cem.id
    choosing.below.setCurrentIndex(choosing.below.findText("nothing"))
    choosing.below.activated.emit(choosing.below.currentIndex())
    reviewer.text.setFocus()
    assert reviewer.review.state.layers == (scene.bo.id,)
    assert [row[3] for row in reviewer.rows()] == ["only theirs"] * 4
    reviewer.press("A", "A", "X", "A")
    assert reviewer.words() == "“It is full,”"
    assert [tag for tag, _words in reviewer.final(scene.article)] == ["quote", "hedge", "opinion"]


def test_the_final_layer_is_compared_added_to_and_changed_directly(reviewer: Reviewer, scene: Scene) -> None:
    reviewer.press("A")
    reviewer.review.state.compare(FINAL, [scene.bo.id])
    assert [row[3] for row in reviewer.rows()] == ["only above", "agreed", "only above", "only above"]
    reviewer.select_words("free of charge")
    reviewer.press("T")
    assert (reviewer.words(), reviewer.heading()) == ("free of charge", "only below ≠ · decided")
    reviewer.press("Return")
    reviewer.select_words("it is free of charge")
    reviewer.press("R", "Return")
    assert reviewer.final()[-1][1] == "it is free of charge"
    reviewer.press("X")
    assert [words for _tag, words in reviewer.final()] == ["may"]


def test_the_final_layer_is_marked_as_done_and_opened_again(reviewer: Reviewer, scene: Scene) -> None:
    first = reviewer.article
    reviewer.press("A", "Shift+Return")
    assert reviewer.article != first
    reviewer.press("Ctrl+PgUp", "A")
    assert "final layer of this article is done" in reviewer.message()
    assert reviewer.review.closed.isVisible()
    QTest.mouseClick(reviewer.review.reopen, Qt.MouseButton.LeftButton)
    reviewer.press("A")
    assert len(reviewer.final()) == 2
    assert articles.whole_article(reviewer.project, first).layers[-1].status == "in progress"
    assert reviewer.review.choosing.article.itemText(0) == "● The bridge"


def test_a_span_that_changed_since_is_asked_for_again(reviewer: Reviewer, scene: Scene) -> None:
    reviewer.press("A")
    hedge = next(span for span in reviewer.stored(scene.bo.id) if span.tag == "hedge")
    with acting(reviewer.project, scene.bo):
        annotate.set_unsure(reviewer.project, hedge.id, True)
    reviewer.review.refresh(Changed(frozenset({"span"}), bulk=True))
    reviewer.press("Shift+N")
    assert reviewer.heading() == "tag ≠ · changed since it was decided ○"
    assert reviewer.progress() == "2 of 4, 4 open, 1 article left"


def test_the_list_is_filtered_by_kind(reviewer: Reviewer) -> None:
    which = reviewer.review.list.which
    for key, words in (("differences", 3), ("kind:same", 1), ("kind:boundary", 1), ("kind:entity", 0), ("all", 4)):
        which.setCurrentIndex(which.findData(key))
        assert len(reviewer.rows()) == words
    which.setCurrentIndex(which.findData("kind:boundary"))
    reviewer.differences.setCurrentIndex(reviewer.differences.model().index(0, 2))
    assert reviewer.words() == "forty million crowns"


def test_keys_act_in_the_text_and_in_the_list_but_not_in_fields(reviewer: Reviewer) -> None:
    for field in (reviewer.review.list.which, reviewer.review.card.sides[0].comments.field):
        field.setFocus()
        reviewer.press("X")
    assert (reviewer.words(), reviewer.progress()) == ("may", "2 of 4, 4 open, 1 article left")
    reviewer.differences.setFocus()
    reviewer.press("Down")
    assert reviewer.words() == "forty million crowns"
    reviewer.press("A")
    assert reviewer.final() == [("claim", "forty million crowns")]
    assert (reviewer.words(), reviewer.differences.hasFocus()) == ("“A shame,”", True)
    reviewer.press("Return")
    assert reviewer.review.editing.isVisible()


def test_colleagues_who_are_done_are_reviewed(open_review: Callable[..., Reviewer], scene: Scene) -> None:
    with acting(scene.project, scene.bo):
        layers.set_status(scene.project, scene.article, "done")
    reviewer = open_review()
    reviewer.press("A")
    assert reviewer.final() == [("hedge", "may")]


def test_every_action_of_reviewing_has_a_name_and_does_something(reviewer: Reviewer) -> None:
    window: MainWindow = reviewer.window
    named = [action for action in window.findChildren(QAction) if action.objectName().startswith("action:review_")]
    assert len(named) == 18
    assert all(action.text() and action.isEnabled() for action in named)


def test_nothing_to_review_is_said(open_review: Callable[..., Reviewer], scene: Scene, ada: Annotator) -> None:
    articles.remove(scene.project, articles.article_ids(scene.project))
    reviewer = open_review(ada)
    reviewer.press("A", "X", "N", "Space", "Return", "Shift+A", "C", "O", "T", "Shift+Return")
    assert reviewer.progress() == "nothing to review"


def test_entities_that_are_the_same_by_name_only_are_named_as_such(reviewer: Reviewer) -> None:
    assert reviewer.review.card.told.text() == ""
    reviewer.press("Shift+N")
    assert reviewer.heading() == "agreed ✓ · open ○"
    assert "count as the same" in reviewer.review.card.told.text()


def test_of_several_layers_above_the_chosen_one_is_accepted(open_review: Callable[..., Reviewer], scene: Scene) -> None:
    cem = people.add(scene.project, "Cem Aydin")
    with acting(scene.project, cem):
        annotate.add_span(scene.project, scene.article, "claim", [place("Repairs may cost forty million crowns")])
        annotate.add_span(scene.project, scene.article, "hedge", [place("may")])
    reviewer = open_review()
    menu = reviewer.review.choosing.above.menu()
    next(action for action in menu.actions() if action.text() == "Cem Aydin").trigger()
    reviewer.text.setFocus()
    assert set(reviewer.review.state.layers) == {scene.ada.id, scene.bo.id, cem.id}
    assert "1 of 4" in reviewer.progress()
    while set(reviewer.item.spans) != {scene.ada.id, scene.bo.id, cem.id}:
        reviewer.press("N")
    assert [row[3] for row in reviewer.rows()] == ["not in all", "boundary", "tag", "only theirs"]
    first = reviewer.review.state.accepted_layer()
    reviewer.press("O")
    assert reviewer.review.state.accepted_layer() not in (first, scene.ada.id)
    chosen = reviewer.item.spans[reviewer.review.state.accepted_layer() or ""]
    reviewer.press("A")
    assert [(span.tag, span.segments) for span in reviewer.stored(None)] == [(chosen.tag, chosen.segments)]


def test_only_the_articles_of_a_part_are_reviewed(reviewer: Reviewer, scene: Scene) -> None:
    scope = reviewer.review.choosing.scope
    for name, articles_shown in (("this article", 1), ("assigned to me", 0), ("all articles", 2)):
        scope.setCurrentIndex(scope.findText(name))
        scope.activated.emit(scope.currentIndex())
        assert reviewer.review.choosing.article.count() == articles_shown
    assigning.assign(reviewer.project, articles.article_ids(reviewer.project)[1:], [scene.ada.id])
    scope.setCurrentIndex(scope.findText("assigned to me"))
    scope.activated.emit(scope.currentIndex())
    reviewer.text.setFocus()
    assert (reviewer.words(), reviewer.progress()) == ("“It is full,”", "1 of 1, 1 open, no article left")


def test_the_text_looks_as_it_does_while_annotating(reviewer: Reviewer) -> None:
    assert reviewer.text.zoom() == reviewer.view.zoom()
    reviewer.press("Ctrl++")
    assert reviewer.text.zoom() == reviewer.view.zoom() == 110
    assert reviewer.text.metrics.font == reviewer.view.metrics.font
    reviewer.window.actions_["dark"].trigger()
    assert reviewer.text.colours == reviewer.view.colours
    reviewer.window.actions_["light"].trigger()


def test_everything_has_a_name_and_is_reached_without_the_mouse(reviewer: Reviewer) -> None:
    check_names(reviewer.review)
    reviewer.press("Return")
    QApplication.processEvents()
    check_names(reviewer.review)
    assert reachable(reviewer.window) <= set(check_stops(reviewer.window))
    reviewer.press("Esc")
    QApplication.processEvents()
    assert reachable(reviewer.window) <= set(check_stops(reviewer.window))
    met = []
    for _stop in range(4):
        reviewer.press("F6")
        met.append(QApplication.focusWidget())
    assert reviewer.text in met
    assert reviewer.differences in met


def test_the_final_layers_are_exported_by_themselves(reviewer: Reviewer, qtbot: QtBot) -> None:
    reviewer.press("A")
    window = reviewer.window
    dialog = ExportDialog(reviewer.review.project, window._runner, reviewer.article, window)
    qtbot.addWidget(dialog)
    dialog.layer.setCurrentText("Only the final layers")
    qtbot.waitUntil(lambda: "1 span." in dialog.told.text())
    shown = dialog.preview.toPlainText()
    assert '"kind":"final"' in shown.replace(" ", "")
    assert '"kind":"annotator"' not in shown.replace(" ", "")


def test_a_click_leaves_the_text_under_the_pointer(reviewer: Reviewer) -> None:
    reviewer.press("N")
    text, bar = reviewer.text, reviewer.text.verticalScrollBar()
    reviewer.window.resize(1000, 300)
    text.set_zoom(300)
    QApplication.processEvents()
    span = list(reviewer.item.spans.values())[-1]
    text.set_caret(span.start)
    bar.setValue(bar.value() + text.cursorRect().center().y())  # half of its first line is above what is in sight
    QApplication.processEvents()
    scrolled, seen = bar.value(), text.span_rect(span.id).center()
    assert text.cursorRect().top() < 0
    assert span.id in text.pointing.spans_at(seen)
    QTest.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=seen)
    assert (text.current, bar.value()) == (span.id, scrolled)


def test_esc_drops_the_selection_and_leaves_the_text_where_it_was_scrolled_to(reviewer: Reviewer) -> None:
    text, bar = reviewer.text, reviewer.text.verticalScrollBar()
    reviewer.window.resize(1000, 300)
    text.set_zoom(300)
    QApplication.processEvents()
    text.select_range(0, 5)
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    reviewer.press("Esc")
    assert (text.selected_range(), bar.value()) == (None, bar.maximum())
