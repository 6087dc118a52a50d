"""A window on a project of two articles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.ui.app import open_window
from annotator.ui.main_window import MainWindow
from tests.ui.driving import Driver, make_project


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
def person(window: MainWindow) -> Driver:
    return Driver(window)
