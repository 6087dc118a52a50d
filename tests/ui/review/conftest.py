"""A window on the view for reviewing: Ada reviews what Bo annotated as well."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.services import annotate, projects
from annotator.ui.app import open_window
from annotator.ui.main_window import MainWindow
from tests.services.review.reviewed import Scene, acting, add_article, make_scene
from tests.ui.review.reviewing import Reviewer

OTHER = "The ferry\n\n“It is full,” said Pia Holm. Maybe it is.\n"


@pytest.fixture
def scene(tmp_path: Path, ada: Annotator, bo: Annotator) -> Scene:
    """A project with two articles, closed again: the second one is Bo's alone."""
    project = projects.create(str(tmp_path / "news.annotator"), ada, "News")
    made = make_scene(project, ada, bo)
    second = add_article(project, "The ferry", OTHER)
    with acting(project, bo):
        start = OTHER.index("“It")
        annotate.add_span(project, second, "quote", [(start, start + len("“It is full,”"))])
    return made


@pytest.fixture
def open_review(qtbot: QtBot, scene: Scene) -> Iterator[Callable[..., Reviewer]]:
    """Open the window for an annotator, and go to the view for reviewing with its key."""
    windows: list[MainWindow] = []

    def opening(annotator: Annotator | None = None) -> Reviewer:
        name = scene.project.name
        scene.project.close()
        window = open_window(name, annotator or scene.ada)
        qtbot.addWidget(window)
        windows.append(window)
        with qtbot.waitExposed(window):
            window.show()
        return Reviewer(window)

    yield opening
    for window in windows:
        window.close()


@pytest.fixture
def reviewer(open_review: Callable[..., Reviewer]) -> Reviewer:
    return open_review()
