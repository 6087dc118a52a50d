"""The view for searching, open on a project of five invented articles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.services import annotate, articles, importing, linking, metadata, people, projects
from annotator.ui.app import open_window
from annotator.ui.main_window import MainWindow
from annotator.ui.search.view import SearchView
from tests.ui.driving import Driver
from tests.ui.search.seeking import TEXTS


@pytest.fixture
def project_file(tmp_path: Path, ada: Annotator, bo: Annotator) -> str:
    name = str(tmp_path / "news.annotator")
    project = projects.create(name, ada)
    other = people.add(project, bo.name)
    paths = [tmp_path / f"{number} {key}.txt" for number, key in enumerate(TEXTS)]
    for path, text in zip(paths, TEXTS.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    importing.import_files(project, paths)
    keys = dict(zip(TEXTS, articles.article_ids(project), strict=True))
    metadata.edit(project, keys["ferry"], {"publication": "The Gull", "published": "2024-03-05"})
    metadata.edit(project, keys["strike"], {"publication": "The Gull", "published": "2024-04"})
    metadata.edit(project, keys["market"], {"publication": "Harbour Post", "published": "2025-01-10T08:00"})
    start = TEXTS["ferry"].index("“The ferry is late")
    span = annotate.add_span(project, keys["ferry"], "quote", [(start, start + len("“The ferry is late again,”"))])
    linking.link(project, span, linking.create_entity(project, "Ilse Marrow", "person"))
    people.switch(project, other.id)
    start = TEXTS["strike"].index("The ferry")
    annotate.add_span(project, keys["strike"], "claim", [(start, start + len("The ferry stands still"))])
    project.close()
    return name


@pytest.fixture
def window(qtbot: QtBot, project_file: str, ada: Annotator) -> Iterator[MainWindow]:
    opened = open_window(project_file, ada)
    qtbot.addWidget(opened)
    opened.resize(1280, 720)
    opened.show()
    yield opened
    opened.close()


@pytest.fixture
def search(person: Driver) -> SearchView:
    person.press("Ctrl+Shift+F")
    QApplication.processEvents()
    view = person.page.views.current
    assert isinstance(view, SearchView)
    return view
