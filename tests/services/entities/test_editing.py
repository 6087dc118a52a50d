"""Entities made and edited, on both databases."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from annotator.core.errors import Conflict, Refused
from annotator.core.records import Annotator
from annotator.services import history, people
from annotator.services.entities import editing, listing, merging
from annotator.store.project import Project
from tests.services.quoted import Quoted, make_quoted


@pytest.fixture
def quoted(project: Project, tmp_path: Path, bo: Annotator) -> Quoted:
    return make_quoted(project, tmp_path, people.add(project, bo.name))


def merge(project: Project, one: str, into: str) -> None:
    merging.merge(project, merging.preview(project, [one], into))


def test_an_edit_is_one_step_that_is_undone_exactly(project: Project, quoted: Quoted) -> None:
    before = listing.find(project, quoted.entities["Orla Venn"]).entity
    after = replace(
        before, name="  Orla\n Venn-Hale ", kind="author", aliases=("Mayor Venn", "Mayor Venn", " ", "Orla Venn-Hale"),
        uri="q42", note="Mayor since spring.", reason="",
    )  # fmt: skip
    editing.edit(project, before, after)
    found = listing.find(project, before.id).entity
    assert (found.name, found.kind, found.aliases) == ("Orla Venn-Hale", "author", ("Mayor Venn",))
    assert (found.uri, found.note) == ("https://www.wikidata.org/wiki/Q42", "Mayor since spring.")
    assert history.undo(project) == "edit entity"
    assert replace(listing.find(project, before.id).entity, updated=before.updated) == before


def test_an_edit_that_changes_nothing_is_no_step(project: Project, quoted: Quoted) -> None:
    steps = len(history.rows(project))
    entity = listing.find(project, quoted.entities["Orla Venn"]).entity
    editing.edit(project, entity, entity)
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
    before = listing.find(project, quoted.entities["Orla Venn"])
    with pytest.raises(Refused, match=why):
        editing.edit(project, before.entity, replace(before.entity, note="kept?", **change))
    assert listing.find(project, before.entity.id) == before


def test_what_somebody_else_changed_meanwhile_is_a_conflict(project: Project, quoted: Quoted) -> None:
    seen = listing.find(project, quoted.entities["Orla Venn"]).entity
    editing.edit(project, seen, replace(seen, name="Orla Hale"))
    editing.edit(project, seen, replace(seen, note="Mayor."))  # another field: nothing clashes
    with pytest.raises(Conflict):
        editing.edit(project, seen, replace(seen, name="O. Hale"))
    merge(project, seen.id, quoted.entities["Mayor Venn"])
    with pytest.raises(Conflict, match="merged into another"):
        editing.edit(project, seen, replace(seen, note="The mayor."))
    found = listing.merged_into(project, quoted.entities["Mayor Venn"])
    assert [(one.name, one.note) for one in found] == [("Orla Hale", "Mayor.")]


def test_an_entity_is_known_in_one_article_only_where_it_is_linked_nowhere_else(
    project: Project, quoted: Quoted
) -> None:
    council, harbour = quoted.articles
    mayor = listing.find(project, quoted.entities["Mayor Venn"]).entity
    editing.edit(project, mayor, replace(mayor, article=council))
    assert listing.find(project, mayor.id).entity.article == council
    tomas = listing.find(project, quoted.entities["Tomas Venn"]).entity
    with pytest.raises(Refused, match="linked in other articles"):
        editing.edit(project, tomas, replace(tomas, article=council))
    editing.edit(project, tomas, replace(tomas, article=harbour))
