"""What somebody meets who reviews for the first time: what is in sight, what keys say, where the focus stays."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator, Changed
from annotator.core.segments import Segment
from annotator.services import annotate, articles, people
from annotator.services.review.queue import FINAL, layers_with
from annotator.ui.app import open_window
from annotator.ui.review.card import Card
from tests.services.review.reviewed import Scene, acting, add_article, place
from tests.ui.review.reviewing import Reviewer

LONG = "\n\n".join(f"Paragraph {number} of what Nora Tamsin reports at length." for number in range(120))


def side_texts(card: Card) -> list[str]:
    return [side.told.text() for side in card.sides if side.isVisible()]


def test_the_first_difference_is_in_sight_also_far_down(open_review: Callable[..., Reviewer], scene: Scene) -> None:
    articles.remove(scene.project, articles.article_ids(scene.project))
    article = add_article(scene.project, "At length", LONG)
    start = LONG.index("Paragraph 100")
    for who in (scene.ada, scene.bo):
        with acting(scene.project, who):
            annotate.add_span(scene.project, article, "claim", [(start, start + 13 + (who is scene.bo))])
    reviewer = open_review()
    QApplication.processEvents()
    shown = reviewer.text.span_rect(reviewer.item.spans[scene.bo.id].id)
    assert not shown.isEmpty()
    assert reviewer.text.viewport().rect().contains(shown)


def test_the_text_is_painted_again_after_each_change_of_the_view(reviewer: Reviewer) -> None:
    for key in ("Ctrl+1", "Ctrl+4", "Ctrl+1", "Ctrl+2", "Ctrl+1"):
        reviewer.press(key)
    assert reviewer.view.updatesEnabled()
    assert reviewer.view.viewport().updatesEnabled()


def test_digits_retag_the_copy_on_both_rows_and_the_number_pad(reviewer: Reviewer) -> None:
    reviewer.press("N", "Return")
    tag = reviewer.review.editing.tag
    for key, shown in (("4", "Opinion"), ("Shift+1", "Quote"), ("Num+3", "Hedge"), ("2", "Claim"), ("4", "Opinion")):
        reviewer.press(key)
        assert tag.currentText() == shown
    assert reviewer.message() == "The tag of the copy: Opinion."
    reviewer.press("Return")
    assert reviewer.final() == [("opinion", "forty million crowns")]


def test_a_digit_makes_a_span_of_the_final_layer_of_a_selection_and_else_says_what_it_needs(reviewer: Reviewer) -> None:
    reviewer.press("4")
    assert reviewer.message() == "Press Enter to edit a copy, or select words; then give a tag."
    assert reviewer.final() == []
    reviewer.select_words("free of charge")
    reviewer.press("4")
    assert reviewer.final() == [("opinion", "free of charge")]
    reviewer.press("Ctrl+Z")
    assert reviewer.final() == []
    reviewer.press("9")
    assert reviewer.final() == []


def test_rejecting_what_agrees_rejects_both(reviewer: Reviewer, scene: Scene) -> None:
    reviewer.press("Shift+N")
    assert reviewer.heading() == "agreed ✓ · open ○"
    reviewer.press("X")
    assert reviewer.final() == []
    assert "Rejected what agrees: “The bridge stays closed,”" in reviewer.message()
    quotes = [span for who in (scene.ada, scene.bo) for span in reviewer.stored(who.id, scene.article)
              if span.tag == "quote"]  # fmt: skip
    assert [one.verdict for span in quotes for one in span.decisions] == ["rejected", "rejected"]
    reviewer.press("Ctrl+Z")
    assert reviewer.heading() == "agreed ✓ · open ○"


def test_it_is_said_whose_span_was_decided(reviewer: Reviewer) -> None:
    reviewer.press("A")
    assert reviewer.message() == "Accepted Bo Lindqvist’s span: may"
    reviewer.press("X")
    assert reviewer.message() == "Kept my span, rejected Bo Lindqvist’s span: forty million"
    reviewer.review.choosing.blind.setChecked(True)
    reviewer.press("A")
    assert reviewer.message() == "Accepted annotator 1’s span: “A shame,”"


def test_the_card_marks_what_differs(reviewer: Reviewer) -> None:
    card = reviewer.review.card
    assert side_texts(card) == ["≠ H · Hedge\nmay\nnot linked", "≠ O · Opinion\nmay\nnot linked"]
    reviewer.press("N")
    assert side_texts(card) == [
        "C · Claim\n≠ forty million crowns\nnot linked", "C · Claim\n≠ forty million\nnot linked",
    ]  # fmt: skip
    reviewer.press("Shift+N", "Shift+N")
    assert not any("≠" in text for text in side_texts(card))


def test_the_card_names_who_has_nothing(open_review: Callable[..., Reviewer], scene: Scene) -> None:
    cem = people.add(scene.project, "Cem Aydin")
    with acting(scene.project, cem):
        annotate.add_span(scene.project, scene.article, "hedge", [place("may")])
    reviewer = open_review()
    reviewer.review.state.compare(scene.ada.id, [scene.bo.id, cem.id])
    while reviewer.words() != "“A shame,”":
        reviewer.press("N")
    assert reviewer.review.card.told.text() == "Not marked by me, Cem Aydin."
    reviewer.review.state.compare(FINAL, [scene.bo.id])
    assert "Not in the final layer." in reviewer.review.card.told.text()


@pytest.mark.parametrize("name", ["below", "above", "scope", "article", "blind"])
def test_choosing_with_the_mouse_leaves_the_focus_in_the_text(reviewer: Reviewer, name: str) -> None:
    chooser: QWidget = getattr(reviewer.review.choosing, name)
    assert not chooser.focusPolicy() & Qt.FocusPolicy.ClickFocus
    assert chooser.focusPolicy() & Qt.FocusPolicy.TabFocus
    chooser.setFocus()
    reviewer.press("Esc")
    assert reviewer.text.hasFocus()


def test_names_are_hidden_with_a_click_and_keys_go_on(reviewer: Reviewer) -> None:
    blind = reviewer.review.choosing.blind
    QTest.mouseClick(blind, Qt.MouseButton.LeftButton, pos=QPoint(8, blind.height() // 2))
    assert blind.isChecked()
    reviewer.press("A")
    assert reviewer.final() == [("hedge", "may")]


def test_a_click_on_accepting_what_agrees_leaves_the_focus_in_the_text(reviewer: Reviewer) -> None:
    QTest.mouseClick(reviewer.review.list.agreed, Qt.MouseButton.LeftButton)
    assert reviewer.message() == "Accepted 1 item that agrees"
    reviewer.press("A")
    assert len(reviewer.final()) == 2


def test_a_click_on_a_row_and_a_key_decide(reviewer: Reviewer) -> None:
    table = reviewer.differences
    at = table.visualRect(table.model().index(3, 2)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert reviewer.words() == "“A shame,”"
    reviewer.press("A")
    assert reviewer.final() == [("opinion", "“A shame,”")]


def test_a_filter_that_shows_nothing_says_so(reviewer: Reviewer) -> None:
    which = reviewer.review.list.which
    which.setCurrentIndex(which.findText("changed since"))
    assert reviewer.review.list.count.text().startswith("The filter shows none of them. 3 differ")
    which.setCurrentIndex(0)
    assert reviewer.review.list.count.text().startswith("3 differ")


KEYS = ("A", "X", "B", "Shift+X", "Return", "C", "O")


@pytest.mark.parametrize("key", KEYS)
def test_a_key_that_has_nothing_to_decide_says_why(
    open_review: Callable[..., Reviewer], scene: Scene, ada: Annotator, key: str
) -> None:
    articles.remove(scene.project, articles.article_ids(scene.project))
    reviewer = open_review(ada)
    assert reviewer.heading() == "Nothing to review"
    assert "Choose above the text" in reviewer.review.card.told.text()
    reviewer.press(key)
    assert reviewer.message() == "There is nothing to review."


@pytest.mark.parametrize("key", KEYS)
def test_a_key_without_a_current_difference_says_how_to_go_to_one(
    open_review: Callable[..., Reviewer], scene: Scene, key: str
) -> None:
    reviewer = open_review()
    reviewer.press("A", "A", "A", "A", "Ctrl+PgUp")
    assert reviewer.heading() == "No difference is current"
    reviewer.press(key)
    assert reviewer.message() == "No difference is current: N goes to the first one."
    reviewer.press("N")
    assert reviewer.words() == "“The bridge stays closed,”"


def test_an_own_layer_alone_is_called_mine(reviewer: Reviewer, scene: Scene) -> None:
    reviewer.review.state.compare(scene.ada.id, [])
    assert {row[3] for row in reviewer.rows()} == {"only mine"}


def test_a_span_is_looked_at_beside_ones_own_whatever_was_compared(reviewer: Reviewer, scene: Scene) -> None:
    opinion = next(span for span in reviewer.stored(scene.bo.id) if span.tag == "opinion")
    article = reviewer.article
    view = reviewer.review
    view.choosing.scope.setCurrentIndex(view.choosing.scope.findText("assigned to me"))
    view.choosing.scope.activated.emit(view.choosing.scope.currentIndex())
    view.state.compare(FINAL, [])
    assert layers_with(reviewer.project, article, opinion.id) == [scene.ada.id, scene.bo.id]
    view.look_at(article, opinion.id, ())
    assert view.state.layers == (scene.ada.id, scene.bo.id)
    assert (reviewer.words(), view.choosing.scope.currentText()) == ("“A shame,”", "all articles")
    view.look_at(article, "gone", ())
    assert reviewer.message() == "This span is not in the project any more."
    assert reviewer.words() == "“A shame,”"


def test_what_changed_after_its_decision_is_asked_for_again_and_counted(reviewer: Reviewer, scene: Scene) -> None:
    reviewer.press("A", "A", "A", "A", "A")
    assert "Nothing is left to decide." in reviewer.message()
    claim = next(span for span in reviewer.stored(scene.bo.id, scene.article) if span.tag == "claim")
    with acting(reviewer.project, scene.bo):
        annotate.set_segments(reviewer.project, claim.id, [Segment(claim.start - 5, claim.end)])
    reviewer.review.refresh(Changed(frozenset({"span"}), frozenset({scene.article}), bulk=True))
    reviewer.press("Space")
    assert (reviewer.article, reviewer.words()) == (scene.article, "cost forty million crowns")
    assert reviewer.heading() == "boundary ≠ · changed since it was decided ○"
    reviewer.press("A")
    assert "cost forty million crowns" in [words for _tag, words in reviewer.final(scene.article)]


def test_what_was_dragged_comes_back_at_the_next_start(qtbot: QtBot, reviewer: Reviewer, scene: Scene) -> None:
    reviewer.review.split.setSizes([400, 500, 300])
    reviewer.press("Ctrl+4")
    dashboard = reviewer.page.views.current
    assert dashboard is not None
    (split,) = dashboard.splits().values()
    split.setSizes([300, 300])
    sizes, heights = reviewer.review.split.sizes(), split.sizes()
    reviewer.window.close()
    window = open_window(scene.project.name, scene.ada)
    qtbot.addWidget(window)
    again = Reviewer(window)
    assert again.review.split.sizes() == sizes
    again.press("Ctrl+4")
    assert again.page.views.current is not None
    upper, lower = again.page.views.current.splits()["dashboard_split"].sizes()
    assert upper / lower == pytest.approx(heights[0] / heights[1], abs=0.05)
    window.close()


def test_long_names_of_layers_are_not_cut(reviewer: Reviewer) -> None:
    below = reviewer.review.choosing.below
    assert below.sizeAdjustPolicy() == QComboBox.SizeAdjustPolicy.AdjustToContents
    reviewer.review.choosing.blind.setChecked(True)
    QApplication.processEvents()
    assert below.width() >= below.sizeHint().width()


def test_names_are_hidden_from_a_copy_that_is_edited_too(reviewer: Reviewer) -> None:
    reviewer.press("Return")
    title = reviewer.review.editing.title
    assert title.text() == "Edit a copy of Bo Lindqvist’s span"
    reviewer.review.choosing.blind.setChecked(True)
    assert title.text() == "Edit a copy of annotator 1’s span"
