"""Full disks, limits, locks, lost files and killed processes: one sentence, nothing half done, nothing lost."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from annotator.core.errors import OutputError, ProjectError
from annotator.core.records import Annotator, Changed
from annotator.services import annotate, articles, checking, exporting, history, importing, projects
from annotator.services.importing import inputs
from annotator.store import sqlite_file
from annotator.store.project import Project
from tests.postgres import Server
from tests.store.files import contents_but, in_child, is_one_sentence

ROOT = Path(__file__).parents[2]


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "long.txt"
    path.write_text("The harbour board met for the third time.\n" * 5_000, encoding="utf-8")
    return path


@pytest.fixture
def article(sqlite_project: Project, write_text: Callable[[str, str], Path]) -> str:
    importing.import_files(sqlite_project, [write_text("mayor.txt", "“We-act,”said-Mayor-Ines-Calloway." * 30)])
    return articles.article_ids(sqlite_project)[0]


def refused(project: Project, action: Callable[[], object], reason: str) -> None:
    """`action` fails with one sentence for this reason, tells nobody of a change, and leaves no revision."""
    heard: list[Changed] = []
    stop = project.subscribe(heard.append)
    steps = history.rows(project)
    with pytest.raises(ProjectError, match=reason) as caught:
        action()
    stop()
    assert is_one_sentence(str(caught.value), project.name)
    assert history.rows(project) == steps
    assert heard == []


def test_a_full_disk_is_said_and_the_project_is_usable_afterwards(
    sqlite_project: Project, article: str, text: Path
) -> None:
    with sqlite_project.engine.connect() as connection:
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        (pages,) = raw.execute("PRAGMA page_count").fetchone()
        raw.execute(f"PRAGMA max_page_count={pages}")
    refused(sqlite_project, lambda: importing.import_files(sqlite_project, [text]), "disk is full")
    with sqlite_project.engine.connect() as connection:
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        raw.execute("PRAGMA max_page_count=1000000")
    assert importing.import_files(sqlite_project, [text]).articles == 1
    assert checking.check(sqlite_project) == []


def test_a_project_that_somebody_else_writes_to_is_said_to_be_in_use(
    tmp_path: Path, ada: Annotator, write_text: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "BUSY_SECONDS", 0.05)
    project = projects.create(str(tmp_path / "news.annotator"), ada)
    importing.import_files(project, [write_text("mayor.txt", "“We act,” said Mayor Ines Calloway.")])
    (article,) = articles.article_ids(project)
    with closing(sqlite3.connect(project.name)) as other:
        other.execute("BEGIN IMMEDIATE")
        refused(project, lambda: annotate.add_span(project, article, "quote", [(0, 9)]), "another program is writing")
        assert articles.article_ids(project) == [article]
        other.rollback()
    annotate.add_span(project, article, "quote", [(0, 9)])
    project.close()


@pytest.mark.parametrize("happening", ["deleted", "moved", "replaced"])
def test_nothing_is_written_into_a_file_that_lost_its_place_and_a_copy_rescues_all(
    sqlite_project: Project, article: str, ada: Annotator, tmp_path: Path, happening: str
) -> None:
    path, key = Path(sqlite_project.name), annotate.add_span(sqlite_project, article, "quote", [(0, 9)])
    if happening == "deleted":
        path.unlink()
    elif happening == "moved":
        path.rename(tmp_path / "elsewhere.annotator")
    else:
        other = tmp_path / "other.annotator"
        projects.create(str(other), ada, "Other news").close()
        other.replace(path)
    reason = "replaced by another" if happening == "replaced" else "gone from its place"
    refused(sqlite_project, lambda: annotate.add_span(sqlite_project, article, "claim", [(0, 9)]), reason)
    refused(sqlite_project, lambda: history.undo(sqlite_project), reason)
    projects.save_copy(sqlite_project, tmp_path / "rescued.annotator")
    rescued = projects.open_project(str(tmp_path / "rescued.annotator"), ada)
    assert list(articles.spans_by_id(rescued, [key])) == [key]
    annotate.add_span(rescued, article, "claim", [(0, 9)])
    assert checking.check(rescued) == []
    rescued.close()
    sqlite_project.close()
    if happening == "replaced":
        project = projects.open_project(str(path), ada)
        assert projects.info(project).title == "Other news"
        assert checking.check(project) == []
        project.close()
    else:
        assert not path.exists()


def test_a_lost_file_is_said_by_every_thread(sqlite_project: Project, article: str) -> None:
    Path(sqlite_project.name).unlink()
    with sqlite_project.engine.connect(), pytest.raises(ProjectError, match="gone from its place"):
        articles.article_ids(sqlite_project)


def test_a_limit_on_the_size_of_files_is_one_sentence(
    sqlite_project: Project, article: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a used-up quota: the child may write no file above a few kilobytes."""
    path, copy, export = Path(sqlite_project.name), tmp_path / "copy.annotator", tmp_path / "news.json"
    copy.write_bytes(b"an older copy")
    export.write_bytes(b"an older export")
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(f"{name} The harbour board met for the third time.\n" * 500, encoding="utf-8")
    before = contents_but(tmp_path, sqlite_project.name)

    def limited(action: Callable[[Project], object]) -> str:
        def run() -> None:
            project = projects.open_project(str(path), sqlite_project.acting)
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
            action(project)

        return in_child(run)

    said = limited(lambda project: projects.save_copy(project, copy))
    assert is_one_sentence(said, str(copy))
    assert "cannot be written" in said
    said = limited(lambda project: exporting.export_file(project, export, "json"))
    assert is_one_sentence(said, str(export))
    assert "larger than the system allows" in said
    monkeypatch.setattr(inputs, "IN_MEMORY", 0)
    said = limited(lambda project: importing.import_files(project, [tmp_path / "a.txt", tmp_path / "b.txt"]))
    assert "cannot be kept" in said
    assert contents_but(tmp_path, sqlite_project.name) == before
    assert checking.check(sqlite_project) == []


def test_a_write_that_the_system_refuses_is_one_sentence(sqlite_project: Project, article: str, text: Path) -> None:
    path = Path(sqlite_project.name)

    def run() -> None:
        project = projects.open_project(str(path), sqlite_project.acting)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        size = Path(f"{path}-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 8192, size + 8192))
        for start in range(1000):
            annotate.add_span(project, article, "quote", [(start % 300, start % 300 + 1 + start // 300)])

    said = in_child(run)
    assert is_one_sentence(said, str(path))
    assert "nothing was changed" in said
    assert checking.check(sqlite_project) == []
    annotate.add_span(sqlite_project, article, "opinion", [(0, 9)])


WRITER = """
import sys
from annotator.core.records import Annotator
from annotator.services import annotate, articles, projects
project = projects.open_project(sys.argv[1], Annotator(sys.argv[2], "Ada Ferris"))
(article,) = articles.article_ids(project)
for place in range(100_000):
    key = annotate.add_span(project, article, "quote", [(place % 700, place % 700 + 1 + place // 700)])
    print(key, flush=True)
"""


@pytest.mark.parametrize("after", [1, 7, 40])
def test_what_a_killed_process_had_committed_is_there(
    sqlite_project: Project, article: str, ada: Annotator, after: int
) -> None:
    sqlite_project.close()
    child = subprocess.Popen(
        [sys.executable, "-c", WRITER, sqlite_project.name, ada.id],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with child:
        assert child.stdout is not None
        printed = [child.stdout.readline() for _number in range(after)]
        child.kill()
        printed += child.stdout.readlines()
    assert child.returncode == -signal.SIGKILL
    keys = {line.strip() for line in printed if line.endswith("\n")}
    assert len(keys) >= after
    reading = projects.open_project(sqlite_project.name, read_only=True)
    assert articles.spans_by_id(reading, sorted(keys)).keys() == keys
    reading.close()
    project = projects.open_project(sqlite_project.name, ada)
    (layer,) = articles.own_article(project, article).layers
    there = {span.id for span in layer.spans}
    assert keys <= there
    assert len(there) <= len(keys) + 1
    assert checking.check(project) == []
    project.close()
    folder = Path(sqlite_project.name).parent
    assert [each.name for each in folder.iterdir() if each.name.startswith("news.annotator")] == ["news.annotator"]


def write_while_the_server_hangs_up(project: Project) -> None:
    with project.write("edit note") as writing:
        connection = writing.session.connection()
        own = connection.scalar(sa.text("SELECT pg_backend_pid()"))
        with project.engine.connect() as other:
            other.execute(sa.text("SELECT pg_terminate_backend(:own)"), {"own": own})
        connection.execute(sa.text("SELECT 1"))


def test_a_server_that_went_away_is_one_sentence(
    postgres_server: Server, ada: Annotator, write_text: Callable[[str, str], Path]
) -> None:
    project = projects.create(postgres_server.new_database(), ada)
    importing.import_files(project, [write_text("mayor.txt", "“We act,” said Mayor Ines Calloway.")])
    (article,) = articles.article_ids(project)
    with pytest.raises(ProjectError) as caught:
        write_while_the_server_hangs_up(project)
    assert is_one_sentence(str(caught.value), project.name)
    annotate.add_span(project, article, "quote", [(0, 9)])
    assert checking.check(project) == []
    project.close()


def test_an_export_over_a_folder_is_refused(sqlite_project: Project, article: str, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="a folder"):
        exporting.export_file(sqlite_project, tmp_path, "json")
