"""Promise 5: a file, imported into an empty project and exported again, is the same file."""

from __future__ import annotations

import io
import shutil

import pytest
from hypothesis import HealthCheck, given, settings

from annotator.core.project_names import is_url
from annotator.core.records import Annotator, Article
from annotator.formats.interface import Record, Source
from annotator.formats.registry import writers
from annotator.services import checking, exporting, history, importing, projects
from annotator.store.project import Project
from tests.formats.sources import written
from tests.formats.strategies import projects as whole_projects
from tests.store.test_history import state

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]


def take_in(project: Project, data: bytes, name: str) -> importing.ImportReport:
    return importing.import_sources(project, [Source(name, lambda: io.BytesIO(data), len(data))], format_name=name)


def exported(project: Project, name: str) -> bytes:
    """The export, said to be made by the program that wrote the file of the test."""
    target = io.BytesIO()
    exporting.export_stream(project, target, name)
    return target.getvalue().replace(exporting.GENERATOR.encode(), b"annotator 0.0.0", 1)


@pytest.mark.parametrize("name", ["json", "jsonl"])
def test_what_is_imported_into_an_empty_project_is_exported_the_same(
    project_name: str, request: pytest.FixtureRequest, ada: Annotator, name: str
) -> None:
    few = is_url(project_name)
    if not few:
        projects.create(project_name, ada).close()

    def new_project() -> Project:
        if few:
            return projects.create(request.getfixturevalue("postgres_server").new_database(), ada)
        # Making a schema takes the longest by far: one empty file serves all examples.
        return projects.open_project(shutil.copy(project_name, f"{project_name}.copy"), ada)

    @settings(max_examples=3 if few else 30, suppress_health_check=SLOW)
    @given(whole_projects())
    def holds(records: list[Record]) -> None:
        data = written(writers().get(name), records)
        project = new_project()
        try:
            empty = state(project)
            report = take_in(project, data, name)
            assert [(one.status, one.messages) for one in report.inputs] == [("done", [])]
            assert report.articles == sum(isinstance(record, Article) for record in records)
            assert exported(project, name) == data
            assert checking.check(project) == []
            steps = len(history.rows(project))
            if report.articles:
                assert take_in(project, data, name).articles == 0
                assert len(history.rows(project)) == steps
                assert exported(project, name) == data
            full = state(project)
            history.undo(project)
            assert state(project) == empty
            history.redo(project)
            assert state(project) == full
            assert checking.check(project) == []
        finally:
            project.close()

    holds()
