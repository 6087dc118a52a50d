"""Entities listed, looked at and edited, on both databases."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from annotator.core.entity_listing import EntityQuery
from annotator.core.errors import Conflict, Refused
from annotator.core.records import Annotator
from annotator.services import entities, entity_merging, history, linking, people
from annotator.store.project import Project
from tests.services.quoted import Quoted, make_quoted


@pytest.fixture
def quoted(project: Project, tmp_path: Path, bo: Annotator) -> Quoted:
    return make_quoted(project, tmp_path, people.add(project, bo.name))


def names(project: Project, query: EntityQuery) -> list[str]:
    keys = entities.entity_ids(project, query)
    rows = entities.listed(project, keys)
    return [rows[key].entity.name for key in keys]


def merge(project: Project, one: str, into: str) -> None:
    entity_merging.merge(project, entity_merging.preview(project, [one], into))


def test_a_row_counts_the_spans_of_all_annotators_by_tag_and_their_articles(project: Project, quoted: Quoted) -> None:
    rows = entities.listed(project, list(quoted.entities.values()))
    row = rows[quoted.entities["Mayor Venn"]]
    assert (row.tags, row.spans, row.articles) == ({"claim": 1, "hedge": 1, "quote": 1}, 3, 1)
    assert (rows[quoted.entities["Calder"]].spans, rows[quoted.entities["Calder"]].articles) == (0, 0)


def test_a_span_with_two_links_to_one_entity_counts_once(project: Project, quoted: Quoted) -> None:
    linking.link(project, quoted.spans["pier"], quoted.entities["Orla Venn"], role="target", add=True)
    linking.link(project, quoted.spans["pier"], quoted.entities["O. Venn"], role="addressee", add=True)
    merge(project, quoted.entities["O. Venn"], quoted.entities["Orla Venn"])
    row = entities.find(project, quoted.entities["Orla Venn"])
    assert (row.tags, row.spans, row.articles) == ({"quote": 1, "claim": 1}, 2, 2)
    most = entities.entity_ids(project, EntityQuery(sort="spans", descending=True))
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
    mayor = entities.find(project, quoted.entities["Mayor Venn"]).entity
    entities.edit(project, mayor, replace(mayor, aliases=('Ørla "the [Pier]" Venn', "100% Venn")))
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
    keys = entities.span_ids(project, mayor)
    assert keys == [quoted.spans[name] for name in ("theirs", "survey", "hedge", "well")]
    assert entities.span_ids(project, mayor, "hedge") == [quoted.spans["hedge"]]
    rows = entities.spans_in_context(project, mayor, keys)
    theirs, hedge = rows[quoted.spans["theirs"]], rows[quoted.spans["hedge"]]
    assert (theirs.annotator, theirs.own, theirs.roles) == ("Bo Lindqvist", False, ("speaker",))
    assert (hedge.own, hedge.title, hedge.tag) == (True, "Council votes on the ferry", "hedge")
    ((start, end),) = hedge.marked
    assert hedge.words[start:end] == "may"
    assert hedge.words[:start].endswith("\nVenn ")
    assert hedge.words[end:].startswith(" ask for a second survey.")


def test_an_edit_is_one_step_that_is_undone_exactly(project: Project, quoted: Quoted) -> None:
    before = entities.find(project, quoted.entities["Orla Venn"]).entity
    after = replace(
        before, name="  Orla\n Venn-Hale ", kind="author", aliases=("Mayor Venn", "Mayor Venn", " ", "Orla Venn-Hale"),
        uri="q42", note="Mayor since spring.", reason="",
    )  # fmt: skip
    entities.edit(project, before, after)
    found = entities.find(project, before.id).entity
    assert (found.name, found.kind, found.aliases) == ("Orla Venn-Hale", "author", ("Mayor Venn",))
    assert (found.uri, found.note) == ("https://www.wikidata.org/wiki/Q42", "Mayor since spring.")
    assert history.undo(project) == "edit entity"
    assert replace(entities.find(project, before.id).entity, updated=before.updated) == before


def test_an_edit_that_changes_nothing_is_no_step(project: Project, quoted: Quoted) -> None:
    steps = len(history.rows(project))
    entity = entities.find(project, quoted.entities["Orla Venn"]).entity
    entities.edit(project, entity, entity)
    assert len(history.rows(project)) == steps


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"name": " \n"}, "An entity needs a name."),
        ({"kind": "robot"}, "There is no kind “robot”"),
        ({"uri": "https://example.org/Q42"}, "is no address of Wikidata"),
        ({"article": "nowhere"}, "There is no article nowhere"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    project: Project, quoted: Quoted, change: dict[str, str], why: str
) -> None:
    before = entities.find(project, quoted.entities["Orla Venn"])
    with pytest.raises(Refused, match=why):
        entities.edit(project, before.entity, replace(before.entity, note="kept?", **change))
    assert entities.find(project, before.entity.id) == before


def test_what_somebody_else_changed_meanwhile_is_a_conflict(project: Project, quoted: Quoted) -> None:
    seen = entities.find(project, quoted.entities["Orla Venn"]).entity
    entities.edit(project, seen, replace(seen, name="Orla Hale"))
    entities.edit(project, seen, replace(seen, note="Mayor."))  # another field: nothing clashes
    with pytest.raises(Conflict):
        entities.edit(project, seen, replace(seen, name="O. Hale"))
    merge(project, seen.id, quoted.entities["Mayor Venn"])
    with pytest.raises(Conflict, match="merged into another"):
        entities.edit(project, seen, replace(seen, note="The mayor."))
    found = entities.merged_into(project, quoted.entities["Mayor Venn"])
    assert [(one.name, one.note) for one in found] == [("Orla Hale", "Mayor.")]


def test_an_entity_is_known_in_one_article_only_where_it_is_linked_nowhere_else(
    project: Project, quoted: Quoted
) -> None:
    council, harbour = quoted.articles
    mayor = entities.find(project, quoted.entities["Mayor Venn"]).entity
    entities.edit(project, mayor, replace(mayor, article=council))
    assert entities.find(project, mayor.id).entity.article == council
    tomas = entities.find(project, quoted.entities["Tomas Venn"]).entity
    with pytest.raises(Refused, match="linked in other articles"):
        entities.edit(project, tomas, replace(tomas, article=council))
    entities.edit(project, tomas, replace(tomas, article=harbour))


def test_a_name_that_two_entities_have_is_allowed_and_told(project: Project, quoted: Quoted) -> None:
    orla = entities.find(project, quoted.entities["Orla Venn"]).entity
    entities.edit(project, orla, replace(orla, aliases=("the mayor", "MAYOR VENN", "100%")))
    twin = linking.create_entity(project, "Orla Venn", aliases=["The Mayor"])
    merge(project, quoted.entities["O. Venn"], twin)
    shared = entities.shared_names(project, orla.id)
    assert {(one.name, one.other.id) for one in shared} == {
        ("Orla Venn", twin), ("the mayor", twin), ("MAYOR VENN", quoted.entities["Mayor Venn"]),
    }  # fmt: skip
    assert entities.shared_names(project, quoted.entities["Calder"]) == []


@pytest.mark.parametrize("name", ["<b>Venn</b> & Co", "V" * 10_000, "‏أورلا فين‎", "Venn’s \\ “x” %_'\"[]{}", "鶴見"])
def test_any_name_is_kept_found_and_listed(project: Project, name: str) -> None:
    key = linking.create_entity(project, name)
    assert entities.entity_ids(project, EntityQuery(name)) == [key]
    assert entities.find(project, key).entity.name == name


def test_an_entity_that_is_gone_is_said_to_be(project: Project) -> None:
    with pytest.raises(Refused, match="not in the project any more"):
        entities.find(project, "nobody")
    assert entities.span_ids(project, "nobody") == []
    assert entities.merged_into(project, "nobody") == []
