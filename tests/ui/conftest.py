"""A window on a project of two articles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.ui import announce as announcing
from annotator.ui.app import open_window
from annotator.ui.dialogs.import_dialog import ImportDialog
from annotator.ui.main_window import MainWindow
from annotator.ui.runner import Runner
from tests.ui.driving import Driver, make_project
from tests.ui.importing import read


@pytest.fixture
def project_file(tmp_path: Path, ada: Annotator) -> str:
    return make_project(tmp_path, ada)


@pytest.fixture
def window(qtbot: QtBot, project_file: str, ada: Annotator) -> Iterator[MainWindow]:
    opened = open_window(project_file, ada)
    qtbot.addWidget(opened)
    yield opened
    opened.close()


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what a screen reader is told, from now on: offscreen nothing listens."""
    said: list[str] = []
    heard = SimpleNamespace(
        AnnouncementPoliteness=QAccessible.AnnouncementPoliteness,
        updateAccessibility=lambda event: said.append(event.message()),
    )
    monkeypatch.setattr(announcing, "QAccessible", heard)
    return said


@pytest.fixture
def person(window: MainWindow) -> Driver:
    return Driver(window)


@pytest.fixture
def runner() -> Iterator[Runner]:
    made = Runner()
    yield made
    made.shut_down()


@pytest.fixture
def import_dialog(person: Driver, runner: Runner, qtbot: QtBot) -> Iterator[ImportDialog]:
    made = ImportDialog(person.page.project, runner, person.window)
    qtbot.addWidget(made)
    made.show()
    yield made
    read(made, qtbot)
    made.done(0)
