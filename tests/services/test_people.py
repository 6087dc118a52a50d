"""Annotators: listed, added, renamed; and who of them acts. On both databases."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from annotator.core.errors import Refused
from annotator.core.records import Annotator
from annotator.services import annotate, articles, history, importing, layers, people, projects
from annotator.store.project import Project


@pytest.fixture
def keys(project: Project, write_text: Callable[[str, str], Path]) -> list[str]:
    importing.import_files(project, [write_text(f"{name}.txt", f"Text {name} may be true.\n") for name in "ab"])
    return articles.article_ids(project)


def counted(project: Project) -> dict[str, tuple[int, int]]:
    return {row.annotator.name: (row.layers, row.spans) for row in people.rows(project)}


def test_annotators_are_listed_with_their_layers_and_spans(project: Project, keys: list[str]) -> None:
    people.add(project, "bo Lindqvist")
    annotate.add_span(project, keys[0], "hedge", [(7, 10)])
    annotate.add_span(project, keys[0], "claim", [(0, 10)])
    layers.set_status(project, keys[1], "done")
    assert counted(project) == {"Ada Ferris": (2, 2), "bo Lindqvist": (0, 0)}
    assert [row.annotator.name for row in people.rows(project)] == ["Ada Ferris", "bo Lindqvist"]


def test_adding_and_renaming_are_steps_that_are_undone_exactly(project: Project, ada: Annotator) -> None:
    before = projects.annotators(project)
    bo = people.add(project, " Bo\tLindqvist ")
    assert bo.name == "Bo Lindqvist"
    assert project.acting == ada
    people.rename(project, bo.id, "Bo Berg")
    assert [row.annotator.name for row in people.rows(project)] == ["Ada Ferris", "Bo Berg"]
    assert history.undo(project) == "rename annotator"
    assert projects.annotators(project) == sorted([*before, bo], key=lambda one: one.id)
    assert history.undo(project) == "add annotator"
    assert projects.annotators(project) == before


def test_who_acts_bears_the_new_name_and_the_old_one_after_undo(project: Project, ada: Annotator) -> None:
    people.rename(project, ada.id, "Ada Holm")
    assert project.acting is not None
    assert project.acting.name == "Ada Holm"
    history.undo(project)
    assert people.follow(project)
    assert project.acting.name == "Ada Ferris"
    assert not people.follow(project)


def test_what_is_written_after_a_switch_is_the_other_annotators(
    project: Project, keys: list[str], ada: Annotator
) -> None:
    bo = people.add(project, "Bo Lindqvist")
    annotate.add_span(project, keys[0], "hedge", [(7, 10)])
    assert people.switch(project, bo.id) == bo
    assert articles.own_article(project, keys[0]).layers == ()
    assert not history.can_undo(project)
    annotate.add_span(project, keys[0], "claim", [(0, 10)])
    assert {layer.annotator: layer.spans[0].tag for layer in articles.whole_article(project, keys[0]).layers} == {
        ada.id: "hedge", bo.id: "claim",
    }  # fmt: skip
    assert history.rows(project)[0].by == bo.id
    history.undo(project)
    people.switch(project, ada.id)
    assert history.undo(project) == "add span"
    assert counted(project)["Ada Ferris"][1] == 0


def test_an_added_annotator_who_has_a_layer_is_not_taken_back(project: Project, keys: list[str]) -> None:
    ada = project.me
    bo = people.add(project, "Bo Lindqvist")
    people.switch(project, bo.id)
    annotate.add_span(project, keys[0], "hedge", [(7, 10)])
    people.switch(project, ada)
    with pytest.raises(history.StepConflict, match="Bo Lindqvist"):
        history.undo(project)
    assert counted(project)["Bo Lindqvist"] == (1, 1)


def test_names_that_are_none_or_taken_and_who_is_gone_are_refused(project: Project, ada: Annotator) -> None:
    bo = people.add(project, "Bo Lindqvist")
    attempts: list[tuple[Callable[[], object], str]] = [
        (lambda: people.add(project, "  "), "needs a name"),
        (lambda: people.add(project, "ada ferris"), "“Ada Ferris” already"),
        (lambda: people.rename(project, bo.id, "Ada  Ferris"), "“Ada Ferris” already"),
        (lambda: people.rename(project, "missing", "Eve"), "not in the project"),
        (lambda: people.switch(project, "missing"), "not in the project"),
    ]
    revisions = len(history.rows(project))
    for attempt, reason in attempts:
        with pytest.raises(Refused, match=reason):
            attempt()
    assert project.acting == ada
    assert len(history.rows(project)) == revisions
    people.rename(project, bo.id, "BO LINDQVIST")
    assert "BO LINDQVIST" in counted(project)


def test_a_reader_sees_their_own_layers_else_those_of_who_has_most_spans(
    project: Project, keys: list[str], ada: Annotator
) -> None:
    bo = people.add(project, "Bo Lindqvist")
    annotate.add_span(project, keys[0], "hedge", [(7, 10)])
    assert people.reader(project, bo.id) == bo
    assert people.reader(project, "") == ada
