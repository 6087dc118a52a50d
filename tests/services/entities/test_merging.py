"""Merging entities and taking merges back, on both databases: links and names stay where they are."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.core.entity_listing import EntityQuery
from annotator.core.errors import Conflict, Refused
from annotator.core.records import Annotator, Article
from annotator.services import articles, checking, history, linking, people, projects
from annotator.services.entities import editing, listing, merging
from annotator.services.history import StepConflict
from annotator.store import assemble
from annotator.store.project import Project
from tests.services.quoted import Quoted, make_quoted


@pytest.fixture
def quoted(project: Project, tmp_path: Path, bo: Annotator) -> Quoted:
    return make_quoted(project, tmp_path, people.add(project, bo.name))


def merge(project: Project, into: str, *parts: str) -> None:
    merging.merge(project, merging.preview(project, parts, into))


def everything(project: Project) -> dict[str, Any]:
    """Return all entities, articles and spans, but for the moments of their last change."""
    with project.read() as session:
        stored = {one.id: replace(one, updated=one.created) for one in assemble.entities(session)}
    whole = [still(articles.whole_article(project, key)) for key in articles.article_ids(project)]
    return {"entities": stored, "articles": whole, "listed": listed(project)}


def still(article: Article) -> Article:
    """Return an article whose spans do not say when they changed last."""
    return replace(article, layers=tuple(
        replace(layer, spans=tuple(replace(span, updated=span.created) for span in layer.spans))
        for layer in article.layers
    ))  # fmt: skip


def listed(project: Project) -> list[tuple[str, int]]:
    rows = listing.listed(project, listing.entity_ids(project))
    return sorted((row.entity.name, row.spans) for row in rows.values())


def test_a_preview_says_what_a_merge_changes_and_changes_nothing(project: Project, quoted: Quoted) -> None:
    before = everything(project)
    who = quoted.entities
    seen = merging.preview(project, [who["Mayor Venn"], who["O. Venn"]], who["Orla Venn"])
    assert seen.into.entity.name == "Orla Venn"
    assert [(part.entity.name, part.spans) for part in seen.parts] == [("Mayor Venn", 3), ("O. Venn", 1)]
    assert (seen.names, seen.spans, seen.articles, seen.warnings) == (("Mayor Venn", "O. Venn"), 5, 2, ())
    assert everything(project) == before
    doubtful = merging.preview(project, [who["Calder"]], who["Orla Venn"])
    assert doubtful.warnings == ("They are of different kinds: person, place.",)


def test_a_merge_writes_one_row_each_and_is_read_by_all(project: Project, quoted: Quoted) -> None:
    who, before = quoted.entities, everything(project)
    merge(project, who["Orla Venn"], who["Mayor Venn"], who["O. Venn"])
    after = everything(project)
    assert after["articles"] == before["articles"]
    assert after["entities"] == before["entities"] | {
        who[name]: replace(before["entities"][who[name]], merged_into=who["Orla Venn"])
        for name in ("Mayor Venn", "O. Venn")
    }
    row = listing.find(project, who["O. Venn"])
    assert (row.entity.id, row.other_names, row.spans) == (who["Orla Venn"], ("Mayor Venn", "O. Venn"), 5)
    assert listing.entity_ids(project, EntityQuery("mayor")) == [who["Orla Venn"]]
    assert linking.entities_by_id(project, [who["Mayor Venn"]])[who["Mayor Venn"]].name == "Orla Venn"


def test_a_merge_is_undone_and_done_again_after_a_restart(
    project: Project, project_name: str, quoted: Quoted, ada: Annotator
) -> None:
    before = everything(project)
    merge(project, quoted.entities["Orla Venn"], quoted.entities["Mayor Venn"])
    after = everything(project)
    project.close()
    again = projects.open_project(project_name)
    again.acting = ada
    assert history.undo(again) == "merge entity"
    assert everything(again) == before
    assert history.redo(again) == "merge entity"
    assert everything(again) == after
    again.close()


def test_a_merge_is_taken_back_long_after_with_what_came_since(project: Project, quoted: Quoted) -> None:
    who = quoted.entities
    merge(project, who["Orla Venn"], who["Mayor Venn"])
    merge(project, who["Tomas Venn"], who["Orla Venn"])
    linking.link(project, quoted.spans["gamble"], who["Mayor Venn"])
    mayor = listing.find(project, who["Tomas Venn"])
    assert mayor.other_names == ("Mayor Venn", "Orla Venn")
    assert merging.unmerge(project, who["Orla Venn"]).name == "Orla Venn"
    assert listing.find(project, who["Mayor Venn"]).entity.name == "Orla Venn"
    assert merging.unmerge(project, who["Mayor Venn"]).name == "Mayor Venn"
    assert listing.find(project, who["Mayor Venn"]).spans == 4
    assert [one.merged_into for one in everything(project)["entities"].values()] == [None] * 6
    with pytest.raises(Refused, match="is not merged"):
        merging.unmerge(project, who["Mayor Venn"])


def test_no_circle_can_be_merged(project: Project, quoted: Quoted) -> None:
    who = quoted.entities
    merge(project, who["Orla Venn"], who["Mayor Venn"])
    merge(project, who["O. Venn"], who["Orla Venn"])
    for part, into in (("Orla Venn", "Orla Venn"), ("Mayor Venn", "Orla Venn"), ("O. Venn", "Mayor Venn")):
        with pytest.raises(Refused, match="cannot be merged into itself"):
            merging.preview(project, [who[part]], who[into])
    with pytest.raises(Refused, match="cannot be merged into itself"):
        merging.preview(project, [], who["Orla Venn"])
    with pytest.raises(Refused, match="not in the project any more"):
        merging.preview(project, ["nobody"], who["Orla Venn"])


def test_two_who_merge_the_same_entities_each_the_other_way_make_no_circle(
    project: Project, project_name: str, quoted: Quoted
) -> None:
    who, other = quoted.entities, projects.open_project(project_name)
    other.acting = people.named(other, "Bo Lindqvist")
    ones = merging.preview(project, [who["Mayor Venn"]], who["Orla Venn"])
    others = merging.preview(other, [who["Orla Venn"]], who["Mayor Venn"])
    merging.merge(project, ones)
    with pytest.raises(Conflict, match="changed by somebody else since the preview"):
        merging.merge(other, others)
    assert listing.find(other, who["Mayor Venn"]).entity.id == who["Orla Venn"]
    other.close()


def test_undo_makes_no_circle_of_what_others_merged_meanwhile(project: Project, quoted: Quoted) -> None:
    who, me = quoted.entities, project.acting
    merge(project, who["Orla Venn"], who["Mayor Venn"])
    merging.unmerge(project, who["Mayor Venn"])
    other = people.named(project, "Bo Lindqvist")
    assert other is not None
    people.switch(project, other.id)
    merge(project, who["Mayor Venn"], who["Orla Venn"])
    project.acting = me
    before = everything(project)
    with pytest.raises(StepConflict, match="merged into itself"):
        history.undo(project)
    assert everything(project) == before


def test_a_circle_that_damage_made_is_named_and_breaks_nothing(project: Project, quoted: Quoted) -> None:
    who = quoted.entities
    with project.write("damage") as writing:
        for one, other in (("Orla Venn", "Mayor Venn"), ("Mayor Venn", "Orla Venn")):
            writing.bulk_update("entity", [{"id": who[one], "merged_into": who[other]}])
    assert [one for one in checking.check(project) if one.endswith("is, by way of others, merged into itself.")] != []
    assert [name for name, _spans in listed(project)] == ["Calder", "O. Venn", "Tomas Venn", "a clerk"]
    assert listing.find(project, who["Tomas Venn"]).spans == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda project, who: merge(project, who["Tomas Venn"], who["Mayor Venn"]),
        lambda project, who: merge(project, who["Tomas Venn"], who["Orla Venn"]),
        lambda project, who: _rename(project, who["Mayor Venn"]),
        lambda project, who: _rename(project, who["Orla Venn"]),
    ],
)
def test_a_merge_of_what_a_colleague_changed_since_the_preview_is_a_conflict(
    project: Project, quoted: Quoted, change: Callable[[Project, dict[str, str]], None]
) -> None:
    seen = merging.preview(project, [quoted.entities["Mayor Venn"]], quoted.entities["Orla Venn"])
    change(project, quoted.entities)
    before = everything(project)
    with pytest.raises(Conflict, match="changed by somebody else since the preview"):
        merging.merge(project, seen)
    assert everything(project) == before


def _rename(project: Project, key: str) -> None:
    entity = listing.find(project, key).entity
    editing.edit(project, entity, replace(entity, name=f"{entity.name} the elder"))


def test_what_is_linked_elsewhere_is_not_merged_into_what_one_article_knows(project: Project, quoted: Quoted) -> None:
    who = quoted.entities
    with pytest.raises(Refused, match="known in one article only"):
        merging.preview(project, [who["Tomas Venn"]], who["a clerk"])
    merge(project, who["a clerk"], who["Mayor Venn"])
    assert listing.find(project, who["a clerk"]).spans == 4


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=6), st.data())
def test_a_merge_followed_by_undo_is_the_identity(steps: list[tuple[int, int]], data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        project = projects.create(str(Path(folder) / "news.annotator"), Annotator("ada", "Ada Ferris"))
        quoted = make_quoted(project, Path(folder))
        keys = list(quoted.entities.values())[:5]
        states = [everything(project)]
        for one, other in steps:
            heads = [listing.find(project, keys[number]).entity.id for number in (one, other)]
            if heads[0] == heads[1]:
                if (merged := data.draw(st.sampled_from(keys))) not in listing.entity_ids(project):
                    merging.unmerge(project, merged)
                    states.append(everything(project))
                continue
            merge(project, heads[1], heads[0])
            states.append(everything(project))
            assert sum(spans for _name, spans in states[-1]["listed"]) == sum(
                spans for _name, spans in states[0]["listed"]
            )
        done = states[-1]
        for state in reversed(states[:-1]):
            history.undo(project)
            assert everything(project) == state
        for _state in states[1:]:
            history.redo(project)
        assert everything(project) == done
        project.close()
