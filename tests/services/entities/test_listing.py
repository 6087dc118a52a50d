"""Entities listed, found and looked at, on both databases."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from annotator.core.entity_listing import EntityQuery
from annotator.core.errors import Refused
from annotator.core.records import Annotator
from annotator.services import linking, people
from annotator.services.entities import editing, listing, merging
from annotator.store.project import Project
from tests.services.quoted import Quoted, make_quoted


@pytest.fixture
def quoted(project: Project, tmp_path: Path, bo: Annotator) -> Quoted:
    return make_quoted(project, tmp_path, people.add(project, bo.name))


def names(project: Project, query: EntityQuery) -> list[str]:
    keys = listing.entity_ids(project, query)
    rows = listing.listed(project, keys)
    return [rows[key].entity.name for key in keys]


def merge(project: Project, one: str, into: str) -> None:
    merging.merge(project, merging.preview(project, [one], into))


def test_a_row_counts_the_spans_of_all_annotators_by_tag_and_their_articles(project: Project, quoted: Quoted) -> None:
    rows = listing.listed(project, list(quoted.entities.values()))
    row = rows[quoted.entities["Mayor Venn"]]
    assert (row.tags, row.spans, row.articles) == ({"claim": 1, "hedge": 1, "quote": 1}, 3, 1)
    assert (rows[quoted.entities["Calder"]].spans, rows[quoted.entities["Calder"]].articles) == (0, 0)


def test_a_span_with_two_links_to_one_entity_counts_once(project: Project, quoted: Quoted) -> None:
    linking.link(project, quoted.spans["pier"], quoted.entities["Orla Venn"], role="target", add=True)
    linking.link(project, quoted.spans["pier"], quoted.entities["O. Venn"], role="addressee", add=True)
    merge(project, quoted.entities["O. Venn"], quoted.entities["Orla Venn"])
    row = listing.find(project, quoted.entities["Orla Venn"])
    assert (row.tags, row.spans, row.articles) == ({"quote": 1, "claim": 1}, 2, 2)
    most = listing.entity_ids(project, EntityQuery(sort="spans", descending=True))
    assert most[:2] == [quoted.entities["Mayor Venn"], quoted.entities["Orla Venn"]]


@pytest.mark.parametrize(
    ("sort", "first", "last"),
    [
        ("name", "a clerk", "Tomas Venn"),
        ("kind", "a clerk", "Calder"),
        ("spans", "Calder", "Mayor Venn"),
        ("articles", "Calder", "Tomas Venn"),
        ("tag:hedge", "a clerk", "Mayor Venn"),
        ("aliases", "a clerk", "Tomas Venn"),
    ],
)
def test_the_list_is_sorted_either_way(project: Project, quoted: Quoted, sort: str, first: str, last: str) -> None:
    found = names(project, EntityQuery(sort=sort))
    assert (found[0], found[-1]) == (first, last)
    others = names(project, EntityQuery(sort=sort, descending=True))
    assert sorted(others) == sorted(found)
    if sort in ("name", "tag:hedge"):
        assert others[0] == last


def test_names_aliases_and_names_of_merged_entities_are_searched(project: Project, quoted: Quoted) -> None:
    mayor = listing.find(project, quoted.entities["Mayor Venn"]).entity
    editing.edit(project, mayor, replace(mayor, aliases=('Ørla "the [Pier]" Venn', "100% Venn")))
    merge(project, mayor.id, quoted.entities["Orla Venn"])
    for text in ("ØRLA", "mayor", '"the [pier]"', "100%", "orla", "“THE [Pïer]”", "  öRLA  venn"):
        assert names(project, EntityQuery(text)) == ["Orla Venn"]
    assert names(project, EntityQuery("CALD", kind="place")) == ["Calder"]
    assert names(project, EntityQuery("cald", kind="person")) == []
    assert names(project, EntityQuery("[")) == ["Orla Venn"]
    assert names(project, EntityQuery("_")) == names(project, EntityQuery('",')) == []


def test_the_spans_of_an_entity_stand_in_context_as_the_articles_have_them(project: Project, quoted: Quoted) -> None:
    merge(project, quoted.entities["O. Venn"], quoted.entities["Mayor Venn"])
    mayor = quoted.entities["Mayor Venn"]
    keys = listing.span_ids(project, mayor)
    assert keys == [quoted.spans[name] for name in ("theirs", "survey", "hedge", "well")]
    assert listing.span_ids(project, mayor, "hedge") == [quoted.spans["hedge"]]
    rows = listing.spans_in_context(project, mayor, keys)
    theirs, hedge = rows[quoted.spans["theirs"]], rows[quoted.spans["hedge"]]
    assert (theirs.annotator, theirs.own, theirs.roles) == ("Bo Lindqvist", False, ("speaker",))
    assert (hedge.own, hedge.title, hedge.tag) == (True, "Council votes on the ferry", "hedge")
    ((start, end),) = hedge.marked
    assert hedge.context[start:end] == "may"
    assert hedge.context[:start].endswith("\nVenn ")
    assert hedge.context[end:].startswith(" ask for a second survey.")


def test_a_name_that_two_entities_have_is_allowed_and_told(project: Project, quoted: Quoted) -> None:
    orla = listing.find(project, quoted.entities["Orla Venn"]).entity
    editing.edit(project, orla, replace(orla, aliases=("the mayor", "MAYOR VENN", "100%")))
    twin = linking.create_entity(project, "Orla Venn", aliases=["The Mayor"])
    merge(project, quoted.entities["O. Venn"], twin)
    shared = listing.shared_names(project, orla.id)
    assert {(one.name, one.other.id) for one in shared} == {
        ("Orla Venn", twin), ("the mayor", twin), ("MAYOR VENN", quoted.entities["Mayor Venn"]),
    }  # fmt: skip
    assert listing.shared_names(project, quoted.entities["Calder"]) == []


@pytest.mark.parametrize("name", ["<b>Venn</b> & Co", "V" * 10_000, "‏أورلا فين‎", "Venn’s \\ “x” %_'\"[]{}", "鶴見"])
def test_any_name_is_kept_found_and_listed(project: Project, name: str) -> None:
    key = linking.create_entity(project, name)
    assert listing.entity_ids(project, EntityQuery(name)) == [key]
    assert listing.find(project, key).entity.name == name


def test_an_entity_that_is_gone_is_said_to_be(project: Project) -> None:
    with pytest.raises(Refused, match="not in the project any more"):
        listing.find(project, "nobody")
    assert listing.span_ids(project, "nobody") == []
    assert listing.merged_into(project, "nobody") == []
