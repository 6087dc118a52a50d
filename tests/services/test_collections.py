"""Collections: articles gathered under a name; each change one undoable step, on both databases."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from annotator.core.errors import Refused
from annotator.core.ids import derived_id
from annotator.core.listing import ArticleQuery
from annotator.core.records import Annotator
from annotator.services import articles, collections, exporting, history, importing, projects
from annotator.store import assemble
from annotator.store.project import Project


@pytest.fixture
def keys(project: Project, write_text: Callable[[str, str], Path]) -> list[str]:
    importing.import_files(project, [write_text(f"{name}.txt", f"Text {name}.\n") for name in "abc"])
    return articles.article_ids(project)


def held(project: Project) -> dict[str, list[str]]:
    """Return the articles of each collection, by name."""
    return {
        row.name: articles.article_ids(project, ArticleQuery(collection=row.id)) for row in collections.rows(project)
    }


def test_articles_are_gathered_counted_and_found(project: Project, keys: list[str]) -> None:
    wire = collections.create(project, "  Wire\n copies ", keys[1:])
    local = collections.create(project, "local")
    assert collections.add(project, local, keys[:2]) == 2
    assert [(row.id, row.name, row.articles) for row in collections.rows(project)] == [
        (local, "local", 2), (wire, "Wire copies", 2),
    ]  # fmt: skip
    assert held(project) == {"local": keys[:2], "Wire copies": keys[1:]}
    assert [row.id for row in collections.rows(project, keys[:1])] == [local]
    assert collections.rows(project, []) == []


def test_the_rows_have_ids_that_every_copy_of_the_project_gives_them(project: Project, keys: list[str]) -> None:
    wire = collections.create(project, "wire", keys[:1])
    from annotator.store import tables

    with project.read() as session:
        assert session.get(tables.CollectionArticle, derived_id("collection", wire, keys[0])) is not None


def test_each_step_is_undone_exactly_and_done_again(project: Project, keys: list[str]) -> None:
    wire = collections.create(project, "wire", keys[:1])
    states = [held(project)]
    steps: list[Callable[[], object]] = [
        lambda: collections.add(project, wire, keys),
        lambda: collections.take_out(project, wire, keys[:2]),
        lambda: collections.rename(project, wire, "copies"),
        lambda: collections.delete(project, wire),
    ]
    for number, step in enumerate(steps, start=1):
        revisions = len(history.rows(project))
        step()
        assert len(history.rows(project)) == revisions + 1, number
        states.append(held(project))
    assert states[1:] == [{"wire": keys}, {"wire": keys[2:]}, {"copies": keys[2:]}, {}]
    for state in reversed(states[:-1]):
        history.undo(project)
        assert held(project) == state
    assert history.undo(project) == "new collection"
    assert held(project) == {}
    for state in states:
        history.redo(project)
        assert held(project) == state


def test_what_is_in_already_or_not_in_is_left_alone(project: Project, keys: list[str]) -> None:
    wire = collections.create(project, "wire", [*keys[:2], keys[0]])
    assert collections.add(project, wire, keys) == 1
    revisions = len(history.rows(project))
    assert collections.add(project, wire, keys) == 0
    assert collections.take_out(project, wire, []) == 0
    assert len(history.rows(project)) == revisions
    assert collections.take_out(project, wire, keys[:1]) == 1
    assert collections.add(project, wire, keys[:1]) == 1


def test_names_that_are_none_or_taken_and_what_is_gone_are_refused(project: Project, keys: list[str]) -> None:
    wire = collections.create(project, "Wire")
    local = collections.create(project, "local")
    attempts: list[tuple[Callable[[], object], str]] = [
        (lambda: collections.create(project, " \n"), "needs a name"),
        (lambda: collections.create(project, "wire", keys), "“Wire” already"),
        (lambda: collections.rename(project, local, "WIRE"), "“Wire” already"),
        (lambda: collections.create(project, "new", [*keys, "missing"]), "no article"),
        (lambda: collections.add(project, wire, ["missing"]), "no article"),
        (lambda: collections.add(project, "missing", keys), "not in the project"),
        (lambda: collections.take_out(project, "missing", keys), "not in the project"),
        (lambda: collections.rename(project, "missing", "new"), "not in the project"),
        (lambda: collections.delete(project, "missing"), "not in the project"),
    ]
    revisions = len(history.rows(project))
    for attempt, reason in attempts:
        with pytest.raises(Refused, match=reason):
            attempt()
    assert held(project) == {"Wire": [], "local": []}
    assert len(history.rows(project)) == revisions
    collections.rename(project, wire, "WIRE")
    assert held(project) == {"WIRE": [], "local": []}


def test_a_removed_article_leaves_its_collections_and_comes_back_into_them(project: Project, keys: list[str]) -> None:
    collections.create(project, "wire", keys)
    articles.remove(project, keys[:2])
    assert held(project) == {"wire": keys[2:]}
    history.undo(project)
    assert held(project) == {"wire": keys}


def test_collections_come_back_from_an_export(
    project: Project, keys: list[str], tmp_path: Path, ada: Annotator
) -> None:
    collections.create(project, "wire", keys[1:])
    collections.create(project, "still empty")
    exporting.export_file(project, tmp_path / "all.json", "json")
    again = projects.create(str(tmp_path / "again.annotator"), ada)
    try:
        importing.import_files(again, [tmp_path / "all.json"])
        with project.read() as first, again.read() as second:
            assert assemble.collections(second) == assemble.collections(first)
        assert held(again) == {"still empty": [], "wire": keys[1:]}
    finally:
        again.close()
