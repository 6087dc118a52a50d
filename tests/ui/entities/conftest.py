"""The view of the entities, open on a project in which the same people speak under several names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.services import people, projects
from annotator.ui.app import open_window
from annotator.ui.entities.view import EntityView
from annotator.ui.main_window import MainWindow
from tests.services.quoted import Quoted, make_quoted
from tests.ui.driving import Driver


@pytest.fixture
def project_file(tmp_path: Path) -> str:
    return str(tmp_path / "news.annotator")


@pytest.fixture
def quoted(project_file: str, tmp_path: Path, ada: Annotator, bo: Annotator) -> Quoted:
    project = projects.create(project_file, ada)
    made = make_quoted(project, tmp_path, people.add(project, bo.name))
    project.close()
    return made


@pytest.fixture
def window(qtbot: QtBot, project_file: str, quoted: Quoted, ada: Annotator) -> Iterator[MainWindow]:
    opened = open_window(project_file, ada)
    qtbot.addWidget(opened)
    opened.resize(1280, 720)
    opened.show()
    yield opened
    opened.close()


@pytest.fixture
def entities(person: Driver) -> EntityView:
    person.press("Ctrl+3")
    QApplication.processEvents()
    view = person.page.views.current
    assert isinstance(view, EntityView)
    return view
