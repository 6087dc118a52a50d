"""Splitting and deleting entities, on both databases: what becomes of the links."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotator.core.errors import ReadOnly, Refused
from annotator.core.records import Annotator, Span
from annotator.services import articles, history, layers, linking, people
from annotator.services.entities import links, listing
from annotator.services.entities.links import Linked
from annotator.services.review import deciding
from annotator.store.project import Project
from tests.services.entities.test_merging import everything, listed, merge
from tests.services.quoted import Quoted, make_quoted


@pytest.fixture
def quoted(project: Project, tmp_path: Path, bo: Annotator) -> Quoted:
    return make_quoted(project, tmp_path, people.add(project, bo.name))


def test_a_split_makes_an_entity_of_ones_own_spans(project: Project, quoted: Quoted) -> None:
    who = quoted.entities
    merge(project, who["Orla Venn"], who["Mayor Venn"])
    before = everything(project)
    chosen = [quoted.spans[name] for name in ("survey", "pier")]
    key = links.split(project, who["Orla Venn"], chosen, " The old\nmayor ", "person")
    row = listing.find(project, key)
    assert (row.entity.name, row.tags) == ("The old mayor", {"quote": 1, "claim": 1})
    assert listing.span_ids(project, who["Orla Venn"]) == [quoted.spans["theirs"], quoted.spans["hedge"]]
    assert history.undo(project) == "split entity"
    assert everything(project) == before


@pytest.mark.parametrize(
    ("spans", "name", "kind", "article", "why"),
    [
        (["hedge"], " ", "person", None, "needs a name"),
        (["hedge"], "X", "robot", None, "no kind “robot”"),
        ([], "X", "person", None, "Choose spans"),
        (["hedge", "pier"], "X", "person", None, "Choose spans"),
        (["hedge", "theirs"], "X", "person", None, "another annotator's"),
        (["hedge"], "X", "person", 1, "some of its spans are in others"),
    ],
)
def test_what_cannot_be_split_off_is_refused_and_changes_nothing(
    project: Project, quoted: Quoted, spans: list[str], name: str, kind: str, article: int | None, why: str
) -> None:
    before = everything(project)
    keys = [quoted.spans[each] for each in spans]
    place = None if article is None else quoted.articles[article]
    with pytest.raises(Refused, match=why):
        links.split(project, quoted.entities["Mayor Venn"], keys, name, kind, article=place)  # type: ignore[arg-type]
    assert everything(project) == before


def test_spans_of_a_done_article_are_not_split_off(project: Project, quoted: Quoted) -> None:
    layers.set_status(project, quoted.articles[0], "done")
    with pytest.raises(ReadOnly):
        links.split(project, quoted.entities["Mayor Venn"], [quoted.spans["hedge"]], "X", "person")


def test_deleting_a_linked_entity_asks_what_becomes_of_its_links(project: Project, quoted: Quoted) -> None:
    before = everything(project)
    with pytest.raises(Linked, match="3 spans are linked to “Mayor Venn”") as raised:
        links.delete(project, quoted.entities["Mayor Venn"])
    assert (raised.value.links, raised.value.spans, raised.value.others) == (3, 3, 1)
    assert everything(project) == before
    assert links.delete(project, quoted.entities["Calder"]) == 0
    assert ("Calder", 0) not in listed(project)
    assert history.undo(project) == "delete entity"
    assert everything(project) == before


def test_deleted_with_its_links_or_with_links_to_another_it_comes_back_by_undo(
    project: Project, quoted: Quoted
) -> None:
    who = quoted.entities
    merge(project, who["Mayor Venn"], who["O. Venn"])
    layers.set_status(project, quoted.articles[0], "done")
    before = everything(project)
    assert links.delete(project, who["Mayor Venn"], unlink=True) == 4
    assert listed(project) == [("Calder", 0), ("Orla Venn", 1), ("Tomas Venn", 1), ("a clerk", 1)]
    history.undo(project)
    assert everything(project) == before
    assert links.delete(project, who["Mayor Venn"], move_to=who["Orla Venn"]) == 4
    assert listed(project) == [("Calder", 0), ("Orla Venn", 5), ("Tomas Venn", 1), ("a clerk", 1)]
    history.undo(project)
    assert everything(project) == before


def test_links_lead_to_the_one_unknown_entity(project: Project, quoted: Quoted) -> None:
    who = quoted.entities
    assert links.delete(project, who["Mayor Venn"], unknown=True) == 3
    assert links.delete(project, who["Tomas Venn"], unknown=True) == 1
    assert listed(project) == [("Calder", 0), ("O. Venn", 1), ("Orla Venn", 1), ("Unknown", 4), ("a clerk", 1)]
    (unknown,) = [key for key in listing.entity_ids(project) if listing.find(project, key).entity.kind == "unknown"]
    assert links.delete(project, unknown, unknown=True) == 4
    assert ("Unknown", 4) in listed(project)


def test_a_span_that_is_linked_to_the_other_already_is_not_linked_twice(project: Project, quoted: Quoted) -> None:
    who = quoted.entities
    linking.link(project, quoted.spans["survey"], who["Orla Venn"], add=True)
    before = everything(project)
    links.delete(project, who["Mayor Venn"], move_to=who["Orla Venn"])
    roles = [
        listing.spans_in_context(project, who["Orla Venn"], [quoted.spans["survey"]])[quoted.spans["survey"]].roles
    ]
    assert roles == [("claimant",)]
    assert listing.find(project, who["Orla Venn"]).tags == {"quote": 2, "claim": 1, "hedge": 1}
    history.undo(project)
    assert everything(project) == before


@pytest.mark.parametrize(
    ("target", "why"), [("Mayor Venn", "another entity"), ("a clerk", "one article only"), ("", "another entity")]
)
def test_links_cannot_lead_anywhere(project: Project, quoted: Quoted, target: str, why: str) -> None:
    who, before = quoted.entities, everything(project)
    merge(project, who["Mayor Venn"], who["O. Venn"])
    with pytest.raises(Refused, match=why):
        links.delete(project, who["Mayor Venn"], move_to=who.get(target, "nobody"))
    history.undo(project)
    assert everything(project) == before


def test_whoever_decided_on_a_span_is_asked_again_once_its_links_lead_elsewhere(
    project: Project, quoted: Quoted
) -> None:
    def spans() -> list[Span]:
        return list(articles.spans_by_id(project, [quoted.spans["hedge"], quoted.spans["survey"]]).values())

    def stale() -> list[bool]:
        return [one.stale for span in spans() for one in span.decisions]

    def decide() -> None:
        deciding.decide(project, spans())
        assert stale() == [False, False]

    decide()
    entity = links.split(project, quoted.entities["Mayor Venn"], [quoted.spans["hedge"]], "The clerk", "person")
    assert sorted(stale()) == [False, True]
    decide()
    links.delete(project, entity, unlink=True)
    links.delete(project, quoted.entities["Mayor Venn"], move_to=quoted.entities["Orla Venn"])
    assert stale() == [True, True]
