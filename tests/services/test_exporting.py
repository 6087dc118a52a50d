"""Exporting a project or a part of it: what belongs goes out, what does not stays, and old files are never lost."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from annotator.core.errors import Cancelled, OutputError, Refused
from annotator.core.ids import new_id
from annotator.core.records import Annotator
from annotator.formats.interface import Source
from annotator.services import annotate, articles, checking, exporting, importing, linking, projects
from annotator.services.exporting import EVERYBODY, Scope
from annotator.store.project import Project
from tests.formats.examples import example
from tests.listed import entity_rows

MAYOR = "The mayor acts\n“We act,” said Mayor Ines Calloway. “We do not wait.” It may cost forty million."
CLERK = "The clerk waits\n“Nobody asked me,” a clerk said."


@pytest.fixture
def mayor(project: Project, write_text: Callable[[str, str], Path], ada: Annotator, bo: Annotator) -> str:
    """An article in which Ada has a linked quote and a claim, and Bo a linked hedge; another one is Bo's alone."""
    importing.import_files(project, [write_text("mayor.txt", MAYOR), write_text("clerk.txt", CLERK)])
    mayor, clerk = articles.article_ids(project)
    quote = annotate.add_span(project, mayor, "quote", [(15, 24)])
    linking.link_new(project, quote, "Ines Calloway")
    annotate.add_span(project, mayor, "claim", [(69, 94)])
    projects.join(project, bo)
    hedge = annotate.add_span(project, mayor, "hedge", [(72, 75)])
    linking.link_new(project, hedge, "City council", "organisation")
    said = annotate.add_span(project, clerk, "quote", [(16, 34)])
    linking.link_new(project, said, "a clerk", "anonymous", article=clerk, reason="Ines Calloway would dismiss her")
    linking.create_entity(project, "Nobody's village", "place")
    projects.join(project, ada)
    return mayor


def export(project: Project, part: Scope | None = None) -> dict[str, Any]:
    target = io.BytesIO()
    exporting.export_stream(project, target, "json", part)
    return parsed(target.getvalue())


def parsed(data: bytes) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(data)
    return found


def names(rows: list[dict[str, Any]]) -> set[str]:
    return {row["name"] for row in rows}


def tags(document: dict[str, Any]) -> list[str]:
    return [span["tag"] for article in document["articles"] for layer in article["layers"] for span in layer["spans"]]


def test_without_a_scope_everything_goes_out_and_is_counted(project: Project, mayor: str) -> None:
    document, report = export(project), exporting.export_stream(project, io.BytesIO(), "json")
    assert sorted(tags(document)) == ["claim", "hedge", "quote", "quote"]
    assert names(document["annotators"]) == {"Ada Ferris", "Bo Lindqvist"}
    assert names(document["entities"]) == {"Ines Calloway", "City council", "a clerk", "Nobody's village"}
    assert (report.articles, report.spans, report.unlinked, report.warnings) == (2, 4, 1, [])


def test_one_article_brings_its_own_entities_and_annotators_only(project: Project, mayor: str) -> None:
    document = export(project, exporting.scope(project, articles=[mayor]))
    assert [article["id"] for article in document["articles"]] == [mayor]
    assert names(document["entities"]) == {"Ines Calloway", "City council"}
    other = articles.article_ids(project)[1]
    document = export(project, exporting.scope(project, articles=[other]))
    assert names(document["entities"]) == {"a clerk"}
    assert names(document["annotators"]) == {"Bo Lindqvist"}
    assert [entity["article"] for entity in document["entities"]] == [other]


def test_one_annotator_comes_by_name_or_id_without_the_others(project: Project, mayor: str, ada: Annotator) -> None:
    for name in (ada.name, ada.id):
        document = export(project, exporting.scope(project, annotator_names=[name]))
        assert sorted(tags(document)) == ["claim", "quote"]
        assert names(document["annotators"]) == {"Ada Ferris"}
        assert names(document["entities"]) == {"Ines Calloway"}
        assert len(document["articles"]) == 2


def test_one_tag_comes_with_the_entities_that_it_is_linked_to(project: Project, mayor: str) -> None:
    document = export(project, exporting.scope(project, tags=["hedge"]))
    assert tags(document) == ["hedge"]
    assert names(document["entities"]) == {"City council"}


def test_scopes_can_be_combined_and_a_part_can_be_imported(project: Project, mayor: str, tmp_path: Path) -> None:
    part = exporting.scope(project, articles=[mayor], annotator_names=["Bo Lindqvist"], tags=["hedge", "quote"])
    report = exporting.export_file(project, tmp_path / "part.json", "json", part)
    assert (report.articles, report.spans, report.unlinked) == (1, 1, 0)
    other = projects.create(str(tmp_path / "other.annotator"), Annotator("x", "Xenia"))
    taken = importing.import_files(other, [tmp_path / "part.json"])
    assert [(one.status, one.messages) for one in taken.inputs] == [("done", [])]
    assert checking.check(other) == []
    other.close()


def test_the_final_layer_comes_alone_and_without_what_annotators_dismissed(project: Project) -> None:
    document = example()
    annotated = next(article for article in document["articles"] if "layers" in article)
    final = {"kind": "final", "spans": [{"id": "final-1", "tag": "hedge", "segments": [{"start": 1, "end": 4}]}]}
    annotated["layers"].append(final)
    data = orjson.dumps(document)
    importing.import_sources(project, [Source("news.json", lambda: io.BytesIO(data), len(data))])
    whole = export(project)
    assert [one["tag"] for article in whole["articles"] for one in article["dismissed"]] == ["hedge"]
    part = export(project, exporting.scope(project, final=True))
    assert [layer["kind"] for article in part["articles"] for layer in article["layers"]] == ["final"]
    assert [one for article in part["articles"] for one in article["dismissed"]] == []
    assert part["entities"] == part["relations"] == part["deleted"] == []
    mine = export(project, exporting.scope(project, annotator_names=["Ada"], tags=["quote"]))
    assert [one for article in mine["articles"] for one in article["dismissed"]] == []
    assert mine["relations"] == []
    assert names(mine["entities"]) == {"Zoë Quandt"}


def test_whoever_put_a_span_into_the_final_layer_is_named(project: Project) -> None:
    document = example()
    cleo = {"id": new_id(), "name": "Cleo Marsh"}
    document["annotators"].append(cleo)
    taken = {"id": new_id(), "tag": "hedge", "segments": [{"start": 1, "end": 4}], "origin": {"by": cleo["id"]}}
    annotated = next(article for article in document["articles"] if "layers" in article)
    annotated["layers"].append({"kind": "final", "spans": [taken]})
    data = orjson.dumps(document)
    importing.import_sources(project, [Source("news.json", lambda: io.BytesIO(data), len(data))])
    for part in (None, exporting.scope(project, final=True)):
        assert "Cleo Marsh" in names(export(project, part)["annotators"])
    assert "Cleo Marsh" not in names(export(project, exporting.scope(project, annotator_names=["Ada"]))["annotators"])


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"articles": ["gone"]}, "no article gone"),
        ({"annotator_names": ["Cy"]}, "no annotator “Cy”; there are"),
        ({"tags": ["shout"]}, "no tag “shout” in the scheme; it has quote, claim"),
    ],
)
def test_an_unknown_part_is_refused_with_what_there_is(
    sqlite_project: Project, options: dict[str, Any], reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        exporting.scope(sqlite_project, **options)


def test_anonymous_exports_hold_no_word_of_the_entities_and_warn_of_the_texts(
    project: Project, mayor: str, tmp_path: Path
) -> None:
    report = exporting.export_file(project, tmp_path / "news.json", "json", anonymous=EVERYBODY)
    document = parsed((tmp_path / "news.json").read_bytes())
    assert names(document["entities"]) == {"Person 1", "Organisation 1", "Anonymous 1", "Place 1"}
    assert {(one["reason"], one["uri"], one["note"], *one["aliases"]) for one in document["entities"]} == {
        ("", None, "")
    }
    assert report.warnings == [
        "“The mayor acts” still holds a replaced name in its text.",
        "“The clerk waits” still holds a replaced name in its text.",
    ]
    assert tags(document) == tags(export(project))


def test_only_chosen_entities_are_made_anonymous(project: Project, mayor: str, tmp_path: Path) -> None:
    (clerk,) = [row.entity.id for row in entity_rows(project, "a clerk")]
    report = exporting.export_file(project, tmp_path / "news.json", "json", anonymous={clerk})
    document = parsed((tmp_path / "news.json").read_bytes())
    assert names(document["entities"]) == {"Ines Calloway", "City council", "Anonymous 1", "Nobody's village"}
    assert report.warnings == ["“The clerk waits” still holds a replaced name in its text."]


def test_an_export_that_cannot_be_written_leaves_the_old_one(project: Project, mayor: str, tmp_path: Path) -> None:
    old = tmp_path / "news.json"
    old.write_bytes(b"an older export")
    before = sorted(tmp_path.iterdir())

    def stop(_done: int, _total: int, _text: str) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        exporting.export_file(project, old, "json", progress=stop)
    with pytest.raises(Refused, match="no format"):
        exporting.export_file(project, old, "wax")
    for target in (tmp_path / "nowhere" / "news.json", old / "news.json", tmp_path):
        with pytest.raises(OutputError) as caught:
            exporting.export_file(project, target, "json")
        assert str(caught.value).startswith(f"{target}: ")
    assert old.read_bytes() == b"an older export"
    assert sorted(tmp_path.iterdir()) == before
    exporting.export_file(project, old, "json")
    assert tags(parsed(old.read_bytes())) == tags(export(project))


def test_the_open_project_is_never_written_over(sqlite_project: Project, tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(sqlite_project.name)
    for target in (Path(sqlite_project.name), link):
        with pytest.raises(Refused, match="the open project itself"):
            exporting.export_file(sqlite_project, target, "json")
    assert checking.check(sqlite_project) == []


def test_an_export_is_of_one_moment(project: Project, mayor: str) -> None:
    """What is written while an export is under way is not in it, in no part."""

    def write_more(done: int, _total: int, _text: str) -> None:
        if done == 1:
            key = annotate.add_span(project, articles.article_ids(project)[1], "opinion", [(0, 9)])
            linking.link_new(project, key, "Latecomer")

    target = io.BytesIO()
    exporting.export_stream(project, target, "json", progress=write_more)
    assert "opinion" not in tags(parsed(target.getvalue()))
    assert "opinion" in tags(export(project))


def test_a_preview_that_is_cut_says_how_much_the_whole_holds(project: Project, mayor: str, ada: Annotator) -> None:
    for part in (
        Scope(),
        Scope(articles=frozenset({mayor})),
        Scope(layers=frozenset({ada.id})),
        Scope(tags=frozenset({"quote"})),
        Scope(layers=frozenset({ada.id, None}), tags=frozenset({"quote", "claim"})),
    ):
        whole = exporting.export_stream(project, io.BytesIO(), "jsonl", part)
        head, told = exporting.preview(project, "jsonl", part, most=10)
        assert len(head) == 11
        assert (told.articles, told.spans, told.unlinked) == (whole.articles, whole.spans, whole.unlinked)
