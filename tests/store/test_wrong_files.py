"""Files that are no project, or none that can be used: one sentence each, and not a byte of them is touched."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from annotator.core.errors import AnnotatorError, ProjectError
from annotator.core.project_names import shown_name
from annotator.core.records import Annotator
from annotator.services import annotate, articles, checking, projects
from annotator.store import sqlite_file
from annotator.store.engine import make_engine
from tests.store.files import contents, is_one_sentence


def refusal(path: Path, acting: Annotator | None = None, *, read_only: bool = False) -> str:
    """The sentence with which a project is not opened; everything in its folder stays as it was."""
    before = contents(path.parent)
    with pytest.raises(ProjectError) as caught:
        projects.open_project(str(path), acting, read_only=read_only)
    assert contents(path.parent) == before
    assert is_one_sentence(str(caught.value), str(path))
    return str(caught.value)


def text_file(path: Path) -> None:
    path.write_text("Mayor Ines Calloway spoke for two hours.\n" * 50, encoding="utf-8")


def other_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")
        connection.commit()


def database_with_our_mark_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA application_id={sqlite_file.APPLICATION_ID}")
        connection.execute("CREATE TABLE something (id TEXT)")


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (text_file, "not a project"),
        (other_database, "not a project"),
        (Path.touch, "not a project"),
        (Path.mkdir, "a folder"),
        (lambda path: None, "no such file"),
        (database_with_our_mark_alone, "damaged"),
    ],
    ids=["text", "other database", "empty", "folder", "missing", "without a schema"],
)
def test_what_is_no_project_is_refused(
    tmp_path: Path, ada: Annotator, make: Callable[[Path], None], reason: str, read_only: bool
) -> None:
    path = tmp_path / "news.annotator"
    make(path)
    assert reason in refusal(path, ada, read_only=read_only)


@pytest.mark.parametrize("size", [20, 100, 4096, 40_000, -1])
def test_a_truncated_project_is_refused(closed: Path, ada: Annotator, size: int) -> None:
    closed.write_bytes(closed.read_bytes()[:size])
    assert "not a project" in refusal(closed, ada) if size == 20 else "damaged" in refusal(closed, ada)


@pytest.mark.parametrize("read_only", [False, True])
def test_a_newer_project_is_refused(closed: Path, ada: Annotator, read_only: bool) -> None:
    with closing(sqlite3.connect(closed)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    assert "newer version" in refusal(closed, ada, read_only=read_only)


def test_a_newer_project_on_a_server_is_refused(project_name: str, ada: Annotator) -> None:
    projects.create(project_name, ada).close()
    engine = make_engine(project_name)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(ProjectError, match="newer version") as caught:
        projects.open_project(project_name, ada)
    assert is_one_sentence(str(caught.value), project_name)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("postgresql+psycopg://nobody@/news?host=/nowhere", "cannot be reached"),
        ("postgresql://nobody@localhost:port/news", "no address"),
        ("postgresql+psycopg://", "cannot be reached"),
        ("postgresql://nobody:tea@/news?host=/nowhere", "cannot be reached"),
        ("postgresql://nobody:tea@localhost:port/news", "no address"),
    ],
)
def test_a_server_that_cannot_be_had_is_one_sentence(
    ada: Annotator, name: str, reason: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PGHOST", str(tmp_path))
    for attempt in (projects.open_project, projects.create):
        with pytest.raises(ProjectError, match=reason) as caught:
            attempt(name, ada)
        assert is_one_sentence(str(caught.value), shown_name(name))
        assert "tea" not in str(caught.value)


@pytest.mark.parametrize("seed", range(25))
def test_a_damaged_project_is_told_of_and_never_a_crash(closed: Path, ada: Annotator, seed: int) -> None:
    """Bytes anywhere but in the header are overwritten: whatever fails, fails with a sentence."""
    choice, data = random.Random(seed), bytearray(closed.read_bytes())
    for _number in range(choice.choice([1, 10, 100])):
        place = choice.randrange(100, len(data) - 200)
        data[place : place + 200] = choice.randbytes(200)
    closed.write_bytes(data)
    said: list[str] = []
    try:
        project = projects.open_project(str(closed), ada)
    except AnnotatorError:
        refusal(closed, ada)
        return
    try:
        for attempt in (
            lambda: articles.whole_article(project, articles.article_ids(project)[0]),
            lambda: annotate.add_span(project, articles.article_ids(project)[0], "claim", [(40, 60)]),
            lambda: said.extend(checking.check(project)),
        ):
            try:
                attempt()
            except IndexError:
                said.append("The article is gone.")
            except AnnotatorError as error:
                said.append(str(error))
    finally:
        project.close()
    assert all("\n" not in sentence and sentence.endswith((".", ")")) for sentence in said)


def test_damage_in_the_middle_is_found(closed: Path, ada: Annotator) -> None:
    data = closed.read_bytes()
    place = data.index(b"critics say", len(data) // 4)
    closed.write_bytes(data[:place] + b"CRITICS SAY" + data[place + 11 :])
    project = projects.open_project(str(closed), ada)
    assert ["is not the one that was imported" in sentence for sentence in checking.check(project)] == [True]
    project.close()
