"""What a screen reader hears in the view for reviewing; and that nothing is offered where nothing can be written."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from annotator.services import history, layers, people, projects
from annotator.ui.app import open_window
from annotator.ui.review.card import Card
from tests.services.review.reviewed import Scene
from tests.ui.review.reviewing import Reviewer


def test_the_next_difference_is_announced_after_what_was_decided(reviewer: Reviewer, announced: list[str]) -> None:
    reviewer.press("A")
    decided, item = announced
    assert decided == reviewer.message()
    assert item.splitlines()[0] == "boundary, open"
    assert any("forty million crowns" in line for line in item.splitlines())
    assert not set("≠✓○◂") & set(item)
    announced.clear()
    reviewer.press("N")
    assert announced[0].startswith("only theirs, open")
    assert ", A accepts this" not in announced[0]


def test_a_side_is_described_in_words(reviewer: Reviewer) -> None:
    description = reviewer.review.card.sides[0].accessibleDescription()
    assert description.startswith("differs: ")
    assert "≠" not in description


def test_where_names_are_hidden_none_is_announced(
    open_review: Callable[..., Reviewer], scene: Scene, announced: list[str]
) -> None:
    reviewer = open_review()
    reviewer.review.choosing.blind.setChecked(True)
    announced.clear()
    reviewer.press("N", "N", "Shift+N")
    assert announced
    assert all(scene.bo.name not in text for text in announced)


@pytest.fixture
def reader(scene: Scene, qtbot: QtBot) -> Reviewer:
    """Ada looks at a project that is open for reading only."""
    name = scene.project.name
    scene.project.close()
    window = open_window(projects.open_project(name, scene.ada, read_only=True))
    qtbot.addWidget(window)
    return Reviewer(window)


def buttons(card: Card) -> dict[str, bool]:
    return {one.text().split("  ")[-1]: one.isEnabled() for one in card.findChildren(QToolButton) if one.isVisible()}


def test_nothing_that_writes_is_offered_where_nothing_can_be_written(reader: Reviewer) -> None:
    assert [name for name, enabled in buttons(reader.review.card).items() if enabled] == ["Skip"]
    steps = len(history.rows(reader.project))
    for key in ("A", "X", "B", "Return", "C", "Shift+X", "Shift+Return"):
        reader.window.statusBar().clearMessage()
        reader.press(key)
        assert reader.text.hasFocus()
        assert "open for reading only" in reader.message(), key
        assert reader.message().count(".") == 1
    assert reader.review.editing.draft is None
    assert len(history.rows(reader.project)) == steps
    button = next(one for one in reader.review.card.findChildren(QToolButton) if "Accept" in one.text())
    assert "reading only" in button.accessibleDescription()


def test_a_copy_is_not_edited_where_it_could_not_be_accepted(reviewer: Reviewer) -> None:
    layers.set_status(reviewer.project, reviewer.article, "done", final=True)
    reviewer.press("Return")
    assert reviewer.review.editing.draft is None
    assert "is done" in reviewer.message()


def test_long_names_do_not_widen_the_window(reviewer: Reviewer, scene: Scene) -> None:
    width = reviewer.window.minimumSizeHint().width()
    people.rename(reviewer.project, scene.bo.id, "Bo " + "Lindqvist " * 12)
    assert reviewer.review.choosing.above.text().endswith("…")
    assert reviewer.review.choosing.above.accessibleName().count("Lindqvist") == 12
    assert reviewer.window.minimumSizeHint().width() <= width + 150


def test_who_acts_from_now_on_reviews_from_their_own_side(reviewer: Reviewer, scene: Scene) -> None:
    reviewer.press("Return")
    assert reviewer.review.editing.draft is not None
    reviewer.page.switch(scene.bo.id)
    assert reviewer.review.editing.draft is None
    assert reviewer.review.state.layers == (scene.bo.id, scene.ada.id)
    assert reviewer.review.choosing.below.currentText() == "mine"
    reviewer.text.setFocus()
    reviewer.press("A")
    decisions = [one for span in scene.spans(scene.ada) for one in span.decisions]
    assert {one.by for one in decisions} == {scene.bo.id}
