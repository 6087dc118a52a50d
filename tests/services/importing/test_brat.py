"""Importing what was annotated elsewhere: layers, entities and tags arrive, and what does not is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.core.records import Article, Link, Span
from annotator.core.scheme import Attribute, Tag
from annotator.formats.foreign.entities import UNKNOWN
from annotator.services import articles, checking, history, importing, people, projects, scheme
from annotator.store.project import Project
from tests.conftest import SHARED
from tests.formats.making import zip_bytes
from tests.listed import entity_rows
from tests.services.importing.test_writing import messages, outcomes
from tests.store.test_history import state

TEXT = "“We act,” said Mayor Ines Calloway. He may agree.\n"
QUOTE = "T1\tContent 0 9\t“We act,”\nT2\tSource 15 34\tMayor Ines Calloway\nT3\tCue 10 14\tsaid\n"
EVENT = QUOTE + "T4\tAttribution 10 14\tsaid\nE1\tAttribution:T4 Content:T1 Source:T2 Cue:T3\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A text with the annotations of Ida, and of somebody without a name."""
    for name, text in (("text/a.txt", TEXT), ("notes/a_Ida.ann", EVENT), ("notes/a.ann", EVENT)):
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "in"


def whole(project: Project) -> list[Article]:
    return [articles.whole_article(project, key) for key in articles.article_ids(project)]


def spans_of(project: Project) -> Iterator[Span]:
    return (span for article in whole(project) for layer in article.layers for span in layer.spans)


def links_of(project: Project) -> Iterator[Link]:
    return (link for span in spans_of(project) for link in span.links)


def layers_of(project: Project) -> dict[str, int]:
    return {row.annotator.name: row.layers for row in people.rows(project)}


def test_a_folder_gives_each_text_once_with_all_its_annotations(project: Project, folder: Path) -> None:
    report = importing.import_files(project, [folder])
    assert outcomes(report) == [("in/text/a.txt", "done")]
    assert (report.articles, report.spans) == (1, 2)
    assert report.labels == {"Content": "quote", "Source": "entity", "Cue": "cue", "Attribution": "cue"}
    mine = project.acting.name if project.acting else ""
    assert layers_of(project) == {mine: 1, "Ida": 1}
    assert {link.role for link in links_of(project)} == {"speaker"}
    assert [(row.entity.name, row.spans) for row in entity_rows(project)] == [("Mayor Ines Calloway", 2)]
    assert checking.check(project) == []


def test_an_archive_gives_what_its_folder_gives(project: Project, folder: Path, tmp_path: Path) -> None:
    members = {str(path.relative_to(tmp_path)): path.read_bytes() for path in folder.rglob("a*.*")}
    (tmp_path / "sent.zip").write_bytes(zip_bytes(members))
    report = importing.import_files(project, [tmp_path / "sent.zip"])
    assert outcomes(report) == [("sent.zip/in/text/a.txt", "done")]
    assert (report.articles, report.spans) == (1, 2)
    mine = project.acting.name if project.acting else ""
    assert layers_of(project) == {mine: 1, "Ida": 1}


def test_a_folder_for_each_annotator_gives_a_layer_for_each(project: Project, tmp_path: Path) -> None:
    for name, text in (("text/a.txt", TEXT), ("Ida/a.ann", EVENT), ("Bo/a.ann", EVENT)):
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    report = importing.import_files(project, [tmp_path / "in"])
    assert (report.articles, report.spans) == (1, 2)
    assert {name: number for name, number in layers_of(project).items() if number} == {"Ida": 1, "Bo": 1}


@pytest.mark.parametrize("names", [["text/a.txt"], ["notes/a.ann"], ["notes/a_Ida.ann", "text/a.txt"], ["notes"]])
def test_text_and_annotations_find_each_other(sqlite_project: Project, folder: Path, names: list[str]) -> None:
    report = importing.import_files(sqlite_project, [folder / name for name in names])
    assert [status for _name, status in outcomes(report)] == ["done"]
    assert report.spans == 2


def test_annotations_without_their_text_are_refused_with_a_sentence(sqlite_project: Project, folder: Path) -> None:
    (folder / "text" / "a.txt").unlink()
    report = importing.import_files(sqlite_project, [folder / "notes" / "a.ann"])
    assert messages(report) == ["a.ann: annotations alone are no article; their text (.txt) is not beside them"]


def test_an_annotator_of_that_name_in_the_project_is_the_one(project: Project, folder: Path) -> None:
    ida = people.add(project, "ida")
    importing.import_files(project, [folder], annotator="Bo")
    assert layers_of(project) == {**dict.fromkeys(layers_of(project), 0), "ida": 1, "Bo": 1}
    (layer,) = (layer for article in whole(project) for layer in article.layers if layer.annotator == ida.id)
    assert len(layer.spans) == 1


def test_a_label_makes_a_new_tag_with_its_attributes_and_a_look_of_its_own(project: Project, folder: Path) -> None:
    (folder / "notes" / "a.ann").write_text(f"{EVENT}A1\tTone T1 dry\n", encoding="utf-8")
    before = projects.scheme(project)
    importing.import_files(project, [folder], labels={"Content": "Wry remark"})
    *others, made = projects.scheme(project)
    assert others == before
    assert (made.id, made.name, made.key, made.attributes) == (
        "wry-remark", "Wry remark", "5", (Attribute("Tone", ("dry",)),)
    )  # fmt: skip
    assert scheme.warnings([*others, made])[made.id] == []
    assert {span.tag for span in spans_of(project)} == {"wry-remark"}
    assert {link.role for link in links_of(project)} == {made.role}
    assert checking.check(project) == []
    history.undo(project)
    assert projects.scheme(project) == before


def renamed(project: Project, **fields: str) -> Tag:
    quote = projects.scheme(project)[0]
    after = Tag(quote.id, fields.get("name", quote.name), quote.key, fields.get("role", quote.role), quote.light,
                quote.dark, quote.line, quote.guideline, quote.attributes, quote.order)  # fmt: skip
    scheme.edit_tag(project, quote, after)
    return after


def test_a_tag_is_found_by_its_name_and_its_links_get_its_role(sqlite_project: Project, folder: Path) -> None:
    renamed(sqlite_project, name="Citation", role="voice")
    importing.import_files(sqlite_project, [folder], labels={"content": "citation"})
    assert {span.tag for span in spans_of(sqlite_project)} == {"quote"}
    assert {link.role for link in links_of(sqlite_project)} == {"voice"}


def test_attributes_stay_that_the_tag_has_and_the_others_are_named(sqlite_project: Project, folder: Path) -> None:
    more = "A1\tForm T1 Direct\nA2\tUnclosed T1\nA3\tTone T1 dry\nA4\taltered T1 much\n"
    (folder / "notes" / "a.ann").write_text(EVENT + more, encoding="utf-8")
    (folder / "notes" / "a_Ida.ann").unlink()
    report = importing.import_files(sqlite_project, [folder])
    (span,) = spans_of(sqlite_project)
    assert span.attributes == {"form": "direct", "unclosed": "yes"}
    assert messages(report) == [
        "The attribute “altered” of the tag “Quote” cannot be “much”; it was left out of 1 span.",
        "The tag “Quote” has no attribute “Tone”; it was left out of 1 span.",
    ]


def test_a_broken_line_is_named_and_the_rest_imported(sqlite_project: Project, folder: Path) -> None:
    (folder / "notes" / "a.ann").write_text(f"What?\n{EVENT}", encoding="utf-8")
    report = importing.import_files(sqlite_project, [folder])
    assert outcomes(report) == [("in/text/a.txt", "failed")]
    assert messages(report) == ["in/notes/a.ann: line 1: the line begins with none of T E R * A M N #"]
    assert (report.articles, report.spans) == (1, 2)


def test_importing_again_changes_nothing_and_undo_restores(project: Project, folder: Path) -> None:
    before = state(project)
    importing.import_files(project, [folder])
    taken, steps = state(project), history.rows(project)
    assert outcomes(importing.import_files(project, [folder])) == [("in/text/a.txt", "skipped")]
    assert (state(project), history.rows(project)) == (taken, steps)
    history.undo(project)
    assert state(project) == before


POLNEAR = SHARED / "polnear-dev"
SIX = SHARED / "polnear-six-annotators"


@pytest.mark.skipif(not POLNEAR.is_dir(), reason="the annotated newspaper articles are not here")
def test_every_content_span_of_real_annotated_articles_arrives(sqlite_project: Project) -> None:
    before = state(sqlite_project)
    report = importing.import_files(sqlite_project, [POLNEAR])
    assert Counter(status for _name, status in outcomes(report)) == {"done": 84}
    assert (report.articles, report.spans) == (84, 2_322)
    assert sum(len(article.layers) for article in whole(sqlite_project)) == 94
    assert {span.tag for span in spans_of(sqlite_project)} == {"quote"}
    links = list(links_of(sqlite_project))
    assert len(links) == sum(link.cue is not None for link in links) == 2_322
    nobody = [link for link in links if link.entity == UNKNOWN]
    assert Counter(link.mention is None for link in nobody) == {False: 484, True: 133}
    assert sum(link.mention is not None for link in links) == 2_189
    left_out = [message for message in messages(report) if "labelled" not in message]
    assert [message.partition(".ann: ")[2] for message in left_out] == [
        "E21: “Attribution-no-source” ties no span that is here; it was left out",
        "T40: its touching parts were joined",
    ]
    assert checking.check(sqlite_project) == []
    history.undo(sqlite_project)
    assert state(sqlite_project) == before


@pytest.mark.skipif(not SIX.is_dir(), reason="the articles with six annotators are not here")
def test_six_annotators_have_a_layer_each_on_every_article(sqlite_project: Project) -> None:
    report = importing.import_files(sqlite_project, [SIX])
    assert (report.articles, report.spans) == (4, 330)
    assert [len(article.layers) for article in whole(sqlite_project)] == [6] * 4
    assert checking.check(sqlite_project) == []
