"""Proposed regions at import: offered, taken of all articles or one by one, and inserted with the articles."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis.boilerplate import ProposedRegion, propose_regions
from annotator.core.segments import Segment
from annotator.services import articles, history, importing
from annotator.services.importing.batches import Batch, Choices, open_batch
from annotator.services.importing.inputs import expand
from annotator.services.importing.regions import WANTED, RegionChoices, Wanted
from annotator.store.project import Project
from tests.store.test_history import state

BODY = (
    "The council of Brindle Bay voted on Tuesday to close the old bridge for a year, and nobody knows yet what that "
    "will cost the shops on the far side of the river."
)
TEXT = f"[Photo: Ola Brandt]\n\n{BODY}\n\nFerry fares will rise again in autumn\n\n{BODY}\n"
CREDIT = ("credit", "[Photo: Ola Brandt]")
RELATED = ("related", "Ferry fares will rise again in autumn")


@pytest.fixture
def batch(sqlite_project: Project, write_text: Callable[[str, str], Path]) -> Iterator[Batch]:
    """Two articles, each with a credit that is likely and a headline that is less so."""
    with open_batch(sqlite_project) as made:
        made.add(expand([write_text("a.txt", TEXT), write_text("b.txt", TEXT.replace("Tuesday", "Friday"))]))
        made.propose_regions(made.rows)
        yield made


def regions(project: Project) -> list[list[tuple[str, str]]]:
    """Return kind and words of the regions, article by article."""
    found = [articles.whole_article(project, key) for key in articles.article_ids(project)]
    return [[(one.kind, article.text[one.start : one.end]) for one in article.regions] for article in found]


def test_nothing_is_taken_unless_it_is_asked_for(sqlite_project: Project, batch: Batch) -> None:
    assert [(one.all, one.likely) for one in batch.regions.offered(at(batch))] == [(2, 1), (2, 1)]
    importing.write(sqlite_project, batch)
    assert regions(sqlite_project) == [[], []]


def at(batch: Batch) -> list[int]:
    return [one.position for row in batch.rows for one in row.read.articles]


@pytest.mark.parametrize(("wanted", "taken"), [("likely", [CREDIT]), ("all", [CREDIT, RELATED])])
def test_the_likely_or_all_are_inserted_in_the_same_step(
    project: Project, write_text: Callable[[str, str], Path], wanted: Wanted, taken: list[tuple[str, str]]
) -> None:
    before = state(project)
    steps = len(history.rows(project))
    importing.import_sources(project, expand([write_text("a.txt", TEXT)]), regions=wanted)
    assert regions(project) == [taken]
    [key] = articles.article_ids(project)
    assert project.acting is not None
    assert {one.by for one in articles.whole_article(project, key).regions} == {project.acting.id}
    assert len(history.rows(project)) == steps + 1
    history.undo(project)
    assert state(project) == before


def test_what_is_chosen_for_one_article_goes_before_what_is_wanted_of_all(
    sqlite_project: Project, batch: Batch
) -> None:
    batch.regions.take_everywhere("all")
    first = batch.rows[0].read.articles[0]
    related = next(one for one in batch.proposed_regions(first) if one.kind == "related")
    batch.regions.choose(first.position, [related.segment])
    importing.write(sqlite_project, batch)
    assert regions(sqlite_project) == [[RELATED], [CREDIT, RELATED]]


def test_what_is_chosen_stays_where_the_input_is_read_again_with_the_same_text(
    sqlite_project: Project, batch: Batch
) -> None:
    first = batch.rows[0].read.articles[0]
    batch.regions.choose(first.position, [batch.proposed_regions(first)[0].segment])
    batch.read_again(batch.rows[0], Choices(encoding="utf-8"))
    importing.write(sqlite_project, batch)
    assert regions(sqlite_project) == [[CREDIT], []]


def test_a_project_that_is_imported_keeps_the_regions_that_it_has(
    sqlite_project: Project, write_text: Callable[[str, str], Path]
) -> None:
    article = {"id": "a1", "title": "Bridge", "text": TEXT, "regions": []}
    file = {"format": "annotator/1", "project": {"id": "p1", "title": "Bay"}, "articles": [article]}
    importing.import_sources(sqlite_project, expand([write_text("p.json", json.dumps(file))]), regions="all")
    assert regions(sqlite_project) == [[]]


@given(st.sampled_from(WANTED), st.one_of(st.none(), st.sets(st.integers(0, 3))))
def test_only_what_is_proposed_is_ever_taken(wanted: Wanted, chosen: set[int] | None) -> None:
    proposed = propose_regions(TEXT)
    choices = RegionChoices()
    choices.offer(7, proposed)
    choices.take_everywhere(wanted)
    if chosen is not None:
        choices.choose(7, [proposed[one].segment if one < 2 else Segment(one, one + 1) for one in chosen])
    taken = choices.taken(7, proposed)
    assert [one for one in proposed if one in taken] == taken
    assert bool(taken) <= choices.takes_any(7)
    if chosen is not None:
        assert taken == [one for number, one in enumerate(proposed) if number in chosen]
    assert choices.taken(8, proposed) == []


def test_an_article_without_proposals_is_not_looked_at_again() -> None:
    choices = RegionChoices()
    choices.offer(1, [])
    choices.offer(2, [ProposedRegion("credit", Segment(0, 4), 0.9, "a line")])
    choices.take_everywhere("all")
    assert (choices.takes_any(1), choices.takes_any(2)) == (False, True)
    assert choices.offered([1, 2, 3]) == [(1, 1)]
