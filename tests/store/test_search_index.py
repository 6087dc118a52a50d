"""The search index: what it knows, what becomes of it, and what is found where it cannot be had."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from annotator.analysis.full_text import words_of
from annotator.core.errors import Cancelled, ProjectError, ReadOnly
from annotator.core.ids import new_id
from annotator.core.records import Annotator, Article
from annotator.core.search import SearchQuery
from annotator.services import articles, checking, history, projects, searching
from annotator.services.projects import Project
from annotator.store.intake import Intake
from annotator.store.search import index, words
from annotator.store.tables import SearchArticle
from tests.store.kept.keeping import ADA, restore

TEXT = "The harbour opens on Monday, said Port Warden Ilse Brandt of crane {}.\n"


def add(project: Project, count: int) -> list[str]:
    keys = [new_id() for _ in range(count)]
    with project.write("import") as writing:
        intake = Intake(writing)
        for order, key in enumerate(keys, 1):
            intake.article(Article(key, TEXT.format(key)), order)
        intake.flush()
    return keys


def found(project: Project, text: str = "harbour") -> int:
    return len(searching.search(project, SearchQuery(text)).lines)


def unknown(project: Project) -> Sequence[str]:
    with project.read() as session:
        return index.outdated(session.connection()).articles


def numbers(project: Project) -> dict[str, int]:
    with project.read() as session:
        rows = session.execute(sa.select(SearchArticle.article_id, SearchArticle.number))
        return {row.article_id: row.number for row in rows}


def test_new_articles_are_added_and_many_new_ones_make_it_anew(project: Project) -> None:
    first = add(project, 6)
    assert unknown(project) == first
    searching.update_index(project)
    assert unknown(project) == []
    before = numbers(project)
    articles.remove(project, first[:2])
    few = add(project, 2)
    searching.update_index(project)
    assert numbers(project) == {**before, **dict(zip(few, (7, 8), strict=True))}
    many = add(project, 9)
    searching.update_index(project)
    assert set(numbers(project)) == {*first[2:], *few, *many}
    history.undo(project)
    assert found(project) == 6


def test_without_a_change_of_texts_nothing_is_written(project: Project) -> None:
    add(project, 3)
    searching.update_index(project)
    projects.rename(project, "Harbour news")
    written: list[str] = []
    sa.event.listen(project.engine, "before_cursor_execute", lambda *told: written.append(told[2]))
    assert found(project) == 3
    assert [statement for statement in written if not statement.startswith(("SELECT", "PRAGMA", "BEGIN"))] == []


def test_a_revision_that_is_seen_late_is_not_missed(project: Project) -> None:
    """On PostgreSQL a long import may be seen after a shorter one that has a higher number."""
    add(project, 2)
    searching.update_index(project)
    late = add(project, 1)
    projects.rename(project, "Harbour news")
    with project.write_derived() as connection:
        connection.execute(sa.text("UPDATE search_state SET last = 3"))
        assert connection.scalar(sa.text("SELECT revisions FROM search_state")) == 2
        assert connection.scalar(sa.text("SELECT max(id) FROM revision")) == 4
    assert unknown(project) == late


def test_what_was_done_stays_where_it_is_stopped(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "_PORTION", 2)
    keys = add(project, 5)

    def stop(done: int, _total: int, _text: str) -> None:
        if done == 4:
            raise Cancelled

    with pytest.raises(Cancelled):
        searching.update_index(project, stop)
    assert unknown(project) == keys[4:]
    with project.read() as session:
        # A search that may not write asks the index for four, and looks into the text of the fifth.
        assert index.outdated(session.connection()).usable
    project.read_only = True
    assert found(project) == 5


def test_two_who_bring_it_up_to_date_at_once_add_each_article_once(
    project: Project, ada: Annotator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "_PORTION", 3)
    keys = add(project, 20)
    other = projects.open_project(project.name, ada)
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(searching.update_index, one) for one in (project, other)]:
            done.result()
    other.close()
    assert set(numbers(project)) == set(keys)
    assert unknown(project) == []
    assert checking.check(project) == []
    assert found(project) == 20


def test_what_somebody_else_begins_anew_meanwhile_is_not_taken_for_done(
    project: Project, ada: Annotator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "_PORTION", 2)
    keys = add(project, 5)
    other = projects.open_project(project.name, ada)

    def stop(done: int, _total: int, _text: str) -> None:
        if done == 2:
            raise Cancelled

    def interfere(done: int, _total: int, _text: str) -> None:
        if done == 4:
            with pytest.raises(Cancelled):
                searching.remake_index(other, stop)

    searching.update_index(project, interfere)
    assert unknown(project) == keys[2:4]
    other.read_only = True
    assert found(other) == 5
    assert found(project) == 5
    other.close()
    assert unknown(project) == []


def test_names_that_go_for_good_leave_no_trace_in_it(sqlite_project: Project) -> None:
    keys = add(sqlite_project, 3)
    searching.update_index(sqlite_project)
    with sqlite_project.read() as session:
        stored = session.connection().exec_driver_sql("SELECT block FROM search_words_data").scalars().all()
    assert any(b"warden" in block for block in stored)
    index.forget(sqlite_project)
    with sqlite_project.read() as session:
        tables = session.connection().exec_driver_sql("SELECT name FROM sqlite_master").scalars().all()
    assert [name for name in tables if name.startswith("search_words")] == []
    assert (unknown(sqlite_project), numbers(sqlite_project)) == (keys, {})
    assert found(sqlite_project) == 3


def test_a_sqlite_without_fts5_searches_by_looking_through_the_texts(
    sqlite_project: Project, ada: Annotator, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(sqlite_project, 3)
    with monkeypatch.context() as patched:
        patched.setattr(words, "FTS5", words.FTS5.replace("fts5", "fts5_that_is_not_there"))
        with pytest.raises(ProjectError, match="no such module"):
            searching.update_index(sqlite_project)
        assert found(sqlite_project, "“ilse brandt” -night") == 3
        assert searching.count(sqlite_project, SearchQuery("ilse")) == (3, 3)
        assert checking.check(sqlite_project) == []
    assert found(sqlite_project) == 3
    assert unknown(sqlite_project) == []


def test_a_project_that_somebody_else_writes_to_is_searched(
    sqlite_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(sqlite_project, 3)
    monkeypatch.setattr("annotator.store.sqlite_file.BUSY_SECONDS", 0.01)
    sqlite_project.engine.dispose()
    with closing(sqlite3.connect(sqlite_project.name, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert found(sqlite_project) == 3
        other.execute("ROLLBACK")


def test_a_project_that_is_read_only_is_searched_and_not_written_to(closed: Path) -> None:
    before = closed.read_bytes()
    project = projects.open_project(str(closed), read_only=True)
    assert found(project, "“forty million” calloway -harbour") == 200
    project.close()
    assert closed.read_bytes() == before


def test_a_project_of_before_the_index_is_read_searched_and_checked_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "kept.annotator"
    restore("0001", path)
    before = path.read_bytes()
    project = projects.open_project(str(path), ADA, read_only=True)
    assert found(project, "“forty million”") == 1
    with pytest.raises(ReadOnly):
        searching.update_index(project)
    assert checking.check(project) == []
    project.close()
    assert path.read_bytes() == before
    assert list(tmp_path.glob("*.annotator")) == [path]


def test_an_index_that_lost_an_article_is_told_and_made_anew(project: Project) -> None:
    keys = add(project, 3)
    searching.update_index(project)
    with project.write_derived() as connection:
        words.empty(connection)
        words.add(connection, [(1, words_of(TEXT.format(keys[0]))), (2, words_of("Another text"))])
    problems = checking.check(project)
    assert [keys[1] in problems[0], keys[2] in problems[1], len(problems)] == [True, True, 2]
    assert all("annotator upgrade" in problem for problem in problems)
    searching.remake_index(project)
    assert checking.check(project) == []
    assert found(project) == 3


def test_words_beyond_every_limit_are_found(project: Project) -> None:
    long = "x" * 3_000
    everything = " ".join(f"w{number:07}" for number in range(90_000))
    with project.write("import") as writing:
        intake = Intake(writing)
        for order, text in enumerate((f"{long} end", f"{long}y end", everything), 1):
            intake.article(Article(new_id(), text), order)
        intake.flush()
    searching.update_index(project)
    assert unknown(project) == []
    assert [found(project, text) for text in (long, f"{long}*", f"{long}y", "w0089999", "w9000000")] == [1, 2, 1, 1, 0]
    phrase = " ".join(f"w{number:07}" for number in range(200, 300))
    assert found(project, f"“{phrase}”") == 1
    assert found(project, f"“{phrase} w0000301”") == 0


def test_a_copy_of_a_project_is_searched(sqlite_project: Project, tmp_path: Path, ada: Annotator) -> None:
    add(sqlite_project, 3)
    searching.update_index(sqlite_project)
    projects.save_copy(sqlite_project, tmp_path / "copy.annotator")
    copy = projects.open_project(str(tmp_path / "copy.annotator"), ada)
    assert (found(copy), unknown(copy), checking.check(copy)) == (3, [], [])
    copy.close()
