"""What all tests share. The platform is set before anything imports Qt."""

from __future__ import annotations

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest

from annotator.core.ids import new_id
from annotator.core.records import Annotator
from annotator.services import projects
from annotator.store.project import Project
from tests.postgres import Server, Unavailable, start_server

hypothesis.settings.register_profile(
    "default", deadline=None, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture]
)
# In continuous integration the same examples each time; elsewhere they are drawn anew.
hypothesis.settings.register_profile("ci", hypothesis.settings.get_profile("default"), derandomize=True, database=None)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "default")

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
"""Real articles, where they are at hand."""


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the preferences of whoever runs it."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home" / name))


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """A PostgreSQL server of the tests' own, stopped after them."""
    try:
        server = start_server()
    except Unavailable as reason:
        if os.environ.get("ANNOTATOR_REQUIRE_POSTGRES"):
            pytest.fail(f"PostgreSQL is required here: {reason}")
        pytest.skip(f"no PostgreSQL server can be had: {reason}")
    with server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def project_name(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A name under which a project can be made, on each database."""
    if request.param == "sqlite":
        return str(tmp_path / "news.annotator")
    server: Server = request.getfixturevalue("postgres_server")
    return server.new_database()


@pytest.fixture
def ada() -> Annotator:
    return Annotator(new_id(), "Ada Ferris")


@pytest.fixture
def bo() -> Annotator:
    return Annotator(new_id(), "Bo Lindqvist")


@pytest.fixture
def project(project_name: str, ada: Annotator) -> Iterator[Project]:
    """A new project, on each database, in which Ada acts."""
    made = projects.create(project_name, ada, "News")
    yield made
    made.close()


@pytest.fixture
def sqlite_project(tmp_path: Path, ada: Annotator) -> Iterator[Project]:
    """A new project in a file, in which Ada acts."""
    made = projects.create(str(tmp_path / "news.annotator"), ada, "News")
    yield made
    made.close()


@pytest.fixture
def write_text(tmp_path: Path) -> Callable[[str, str], Path]:
    """Write an article into a file of its own."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_bytes(text.encode("utf-8"))
        return path

    return write
