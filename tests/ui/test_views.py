"""Going from view to view, also where what a view shows cannot be read."""

from __future__ import annotations

import sqlite3

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from annotator.core.records import Annotator
from annotator.services import annotate, articles, projects
from annotator.ui.actions import VIEW_OF
from annotator.ui.review.view import ReviewView
from tests.ui.driving import Driver


def pressed(person: Driver) -> list[str]:
    """Return the views whose buttons are pressed."""
    return [key for key in VIEW_OF if person.window.actions_[key].isChecked()]


def rename(file: str, before: str, after: str) -> None:
    """Rename a table, as no program that is meant for the file would."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("PRAGMA legacy_alter_table = ON")
    other.execute(f"ALTER TABLE {before} RENAME TO {after}")
    other.close()


@pytest.mark.parametrize("table", ["annotator", "layer"])
def test_a_view_that_cannot_be_read_says_so_and_leaves_the_one_before(
    person: Driver, project_file: str, table: str
) -> None:
    rename(project_file, table, "gone")
    person.press("Ctrl+2")
    assert person.page.views.current is None
    assert pressed(person) == ["annotate_view"]
    assert person.view.hasFocus()
    assert person.message()
    person.window.actions_["review_next"].trigger()
    assert pressed(person) == ["annotate_view"]
    rename(project_file, "gone", table)
    person.press("Ctrl+2")
    assert isinstance(person.page.views.current, ReviewView)
    assert pressed(person) == ["review_view"]


def test_a_view_that_cannot_follow_leaves_the_one_before_until_it_can(person: Driver, project_file: str) -> None:
    person.press("Ctrl+2")
    review = person.page.views.current
    person.press("Ctrl+1", "N", "1", "Esc")
    rename(project_file, "layer", "gone")
    person.press("Ctrl+2")
    assert pressed(person) == ["annotate_view"]
    rename(project_file, "gone", "layer")
    person.press("Ctrl+2")
    assert person.page.views.current is review
    assert pressed(person) == ["review_view"]
    assert isinstance(review, ReviewView)
    assert len(review.state.items) == 1


def test_what_another_program_wrote_shows_once_the_person_is_back(
    person: Driver, project_file: str, ada: Annotator
) -> None:
    article = person.page.page.article.article
    assert article is not None
    person.press("N", "1", "Esc", "C")
    person.type("half a")
    other = projects.open_project(project_file, ada)
    annotate.add_span(other, article.id, "claim", [(0, 5)])
    articles.remove(other, [person.page.page.list.model.keys[1]])
    other.close()
    assert len(person.page.page.article.spans) == 1
    person.page.project.look_again()
    QApplication.processEvents()
    assert len(person.page.page.article.spans) == 2
    assert person.article_list.model().rowCount() == 1
    assert person.page.page.details.note.toPlainText() == "half a"
    changes: list[object] = []
    person.page.project.changed.connect(changes.append)
    annotate.add_span(person.page.project.project, article.id, "hedge", [(6, 10)])
    written = len(changes)
    person.page.project.look_again()
    assert len(changes) == written > 0


def test_a_view_that_is_gone_hears_no_more_of_its_actions(person: Driver, project_file: str, ada: Annotator) -> None:
    person.press("Ctrl+2")
    person.window.show_project(projects.open_project(project_file, ada))
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    person.window.actions_["review_accept"].setShortcut("Ctrl+F12")
    assert person.page.views.current is None
