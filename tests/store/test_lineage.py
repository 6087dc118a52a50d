"""What exports tell of the changes that rows have been through, so that whoever merges them knows which is newer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.core.merging import stamp
from annotator.core.records import Annotator
from annotator.services import annotate, articles, history, linking, merging, metadata, projects
from annotator.store import lineage, tables
from annotator.store.history import rows_of
from annotator.store.project import Project
from tests.services.merging.copies import handed, handed_over, with_articles


@pytest.fixture
def span(project: Project, tmp_path: Path) -> str:
    first, _second = with_articles(project, tmp_path / "texts")
    return annotate.add_span(project, first, "quote", [(0, 9)])


def exported(project: Project, tmp_path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(handed(project, tmp_path / "out.json").read_text(encoding="utf-8"))
    return found


def the_span(project: Project, tmp_path: Path) -> dict[str, Any]:
    found: dict[str, Any] = exported(project, tmp_path)["articles"][0]["layers"][0]["spans"][0]
    return found


def updated(project: Project, span: str) -> str:
    with project.read() as session:
        return stamp(session.get_one(tables.Span, span).updated)


def test_what_was_only_made_tells_no_changes(project: Project, span: str, tmp_path: Path) -> None:
    assert "changes" not in the_span(project, tmp_path)


def test_each_change_is_told_with_its_moment_in_order(project: Project, span: str, tmp_path: Path) -> None:
    moments = []
    for note in ("one", "two", "three"):
        annotate.set_note(project, span, note)
        moments.append(updated(project, span))
    assert the_span(project, tmp_path)["changes"] == moments
    history.undo(project)
    assert the_span(project, tmp_path)["changes"] == [*moments, updated(project, span)]


def test_the_history_has_when_a_row_was_last_updated_before_each_change(project: Project, span: str) -> None:
    before = updated(project, span)
    annotate.set_note(project, span, "one")
    with project.read() as session:
        row = rows_of(session.connection(), "span", [span])
        assert before in lineage.pasts(session, "span", row)[span].written


def test_changes_are_told_of_whatever_was_changed(project: Project, span: str, tmp_path: Path, ada: Annotator) -> None:
    metadata.edit(project, articles.article_ids(project)[0], {"title": "Mayor answers"})
    linking.link_new(project, span, "Ines Calloway")
    link = articles.spans_by_id(project, [span])[span].links[0].id
    linking.edit_link(project, link, role="target")
    projects.rename(project, "News of June")
    found = exported(project, tmp_path)
    article = found["articles"][0]
    told = [found["project"], article, article["layers"][0]["spans"][0]["links"][0]]
    assert [len(one["changes"]) for one in told] == [1, 1, 1]
    assert "changes" not in found["articles"][1]


def test_what_came_from_a_file_is_told_again_with_what_was_added(
    project: Project, span: str, tmp_path: Path, ada: Annotator
) -> None:
    annotate.set_note(project, span, "one")
    first = the_span(project, tmp_path)["changes"]
    other = handed_over(project, tmp_path, ada)
    assert the_span(other, tmp_path)["changes"] == first
    annotate.set_note(other, span, "two")
    assert the_span(other, tmp_path)["changes"] == [*first, updated(other, span)]
    other.close()


def test_deleted_rows_tell_who_deleted_them_and_what_they_had_been_through(
    project: Project, span: str, tmp_path: Path, ada: Annotator
) -> None:
    annotate.set_note(project, span, "one")
    changed = updated(project, span)
    annotate.delete_spans(project, [span])
    (gone,) = exported(project, tmp_path)["deleted"]
    assert (gone["id"], gone["by"], gone["changes"]) == (span, ada.id, [changed])


def test_a_merge_that_was_taken_back_tells_nothing(project: Project, span: str, tmp_path: Path, bo: Annotator) -> None:
    other = handed_over(project, tmp_path, bo)
    annotate.add_span(other, articles.article_ids(other)[1], "hedge", [(17, 30)])
    metadata.edit(other, articles.article_ids(other)[0], {"title": "Mayor answers"})
    before = exported(project, tmp_path)
    with merging.prepare(project, handed(other, tmp_path / "bo.json")) as merge:
        merging.apply(project, merge)
    assert exported(project, tmp_path) != before
    history.undo(project)
    assert exported(project, tmp_path) == before
    other.close()
