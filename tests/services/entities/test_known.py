"""Everybody whom the project knows, at hand and up to date, on both databases."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.analysis.name_index import ALIKE
from annotator.core.errors import Refused
from annotator.core.records import Annotator
from annotator.services import articles, history, importing, linking, projects
from annotator.services.entities import listing, merging
from annotator.services.entities.known import KnownEntities
from annotator.store import entity_names, tables
from annotator.store.project import Project


@pytest.fixture
def known(project: Project) -> KnownEntities:
    made = KnownEntities(project)
    made.refresh()
    return made


def merge(project: Project, into: str, *parts: str) -> None:
    merging.merge(project, merging.preview(project, parts, into))


def names(known: KnownEntities, article: str | None = None) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.name, one.other_names) for one in known.in_article(article)]


def test_new_renamed_and_deleted_entities_are_known_after_a_refresh(project: Project, known: KnownEntities) -> None:
    key = linking.create_entity(project, "Ada Orlo", aliases=["The Mayor"])
    assert names(known) == []
    assert known.refresh()
    assert names(known) == [("Ada Orlo", ("The Mayor",))]
    assert not known.refresh()
    linking.create_entity(project, "Bo Reed")
    history.undo(project)
    history.undo(project)
    assert known.refresh()
    assert names(known) == []
    history.redo(project)
    known.refresh()
    assert known[key].name == "Ada Orlo"
    assert known.called("the mayor", None) == [known[key]]


def test_another_programs_entities_are_known_too(
    project: Project, known: KnownEntities, project_name: str, ada: Annotator
) -> None:
    other = projects.open_project(project_name, ada)
    linking.create_entity(other, "Ada Orlo")
    other.close()
    known.refresh()
    assert names(known) == [("Ada Orlo", ())]


def test_whoever_is_merged_gives_their_names_until_the_merge_is_taken_back(
    project: Project, known: KnownEntities
) -> None:
    keys = [linking.create_entity(project, name, aliases=[name[:3]]) for name in ("Ada Orlo", "Bea Orlo", "Cid Orlo")]
    known.refresh()
    merge(project, keys[1], keys[2])
    merge(project, keys[0], keys[1])
    known.refresh()
    assert names(known) == [("Ada Orlo", ("Ada", *known[keys[0]].other_names[1:]))]
    assert set(known[keys[0]].other_names) == {"Ada", "Bea Orlo", "Bea", "Cid Orlo", "Cid"}
    assert known[keys[2]] is known[keys[0]]
    assert keys[2] in known
    merging.unmerge(project, keys[1])
    known.refresh()
    assert [one.name for one in known.in_article(None)] == ["Ada Orlo", "Bea Orlo"]
    assert known[keys[2]].name == "Bea Orlo"


def test_who_is_known_in_one_article_only_is_not_offered_in_another(
    project: Project, known: KnownEntities, write_text: Callable[[str, str], Path]
) -> None:
    importing.import_files(project, [write_text("a.txt", "One."), write_text("b.txt", "Two.")])
    first, second = articles.article_ids(project)
    here = linking.create_entity(project, "a clerk", "anonymous", article=first)
    everywhere = linking.create_entity(project, "a club", "collective")
    known.refresh()
    assert [one.id for one in known.in_article(first)] == [here, everywhere]
    assert [one.id for one in known.in_article(second)] == [everywhere]
    assert [match.key for match in known.matching("a cl", second, None, [], 9)] == [everywhere]
    assert known.called("A CLERK", second) == []
    assert known.alike("a clork", second, None, [], 9) == []
    assert [(match.tier, match.key) for match in known.alike("clork", first, None, [], 9)] == [(ALIKE, here)]
    assert known.of_kind("anonymous", second) is None
    found = known.of_kind("anonymous", first)
    assert found is not None
    assert found.id == here


def test_only_a_kind_is_found_where_one_is_asked_for(project: Project, known: KnownEntities) -> None:
    person = linking.create_entity(project, "Orlo", "person")
    place = linking.create_entity(project, "Orlo", "place")
    known.refresh()
    assert [match.key for match in known.matching("orl", None, "place", [], 9)] == [place]
    assert {match.key for match in known.matching("orl", None, None, [], 9)} == {person, place}
    assert [match.key for match in known.matching("orl", None, None, [place, person, place], 9)] == [place, person]
    assert {one.id for one in known.called("orlo", None)} == {person, place}


def test_very_many_changes_at_once_are_read_as_a_whole(
    sqlite_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entity_names, "_MANY", 3)
    known = KnownEntities(sqlite_project)
    known.refresh()
    gone = linking.create_entity(sqlite_project, "Zoe")
    known.refresh()
    history.undo(sqlite_project)
    for number in range(5):
        linking.create_entity(sqlite_project, f"Orlo {number}")
    assert known.refresh()
    assert [name for name, _others in names(known)] == [f"Orlo {number}" for number in range(5)]
    assert gone not in known


@settings(max_examples=25)
@given(st.lists(st.tuples(st.sampled_from(["make", "rename", "merge", "unmerge", "undo", "redo"]), st.integers(0, 5))))
def test_after_any_steps_a_refresh_knows_what_reading_everything_would(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]]
) -> None:
    ada = Annotator("00000000-0000-7000-8000-0000000000ad", "Ada Ferris")
    project = projects.create(str(tmp_path_factory.mktemp("known") / "a.annotator"), ada)
    known = KnownEntities(project)
    for number, (step, place) in enumerate(steps):
        known.refresh()
        there = sorted(one.id for one in known)
        if step == "make":
            linking.create_entity(project, f"Orlo {number}", aliases=[f"O{place}"])
        elif step in ("undo", "redo"):
            with contextlib.suppress(Refused):  # there may be nothing to undo
                (history.undo if step == "undo" else history.redo)(project)
        elif step == "unmerge":
            _free_all(project)
        elif step == "merge" and len(there) > 1:
            merge(project, there[place % len(there)], there[(place + 1) % len(there)])
        elif step == "rename" and there:
            with project.write("rename") as writing:
                writing.session.get_one(tables.Entity, there[place % len(there)]).name = f"Reed {number}"
    known.refresh()
    fresh = KnownEntities(project)
    fresh.refresh()
    assert {one.id: (one.name, set(one.other_names)) for one in known} == {
        one.id: (one.name, set(one.other_names)) for one in fresh
    }
    project.close()


def _free_all(project: Project) -> None:
    with project.write("unmerge") as writing:
        for row in writing.session.query(tables.Entity):
            row.merged_into = None


def test_a_name_that_is_none_is_refused_and_odd_ones_are_kept(project: Project, known: KnownEntities) -> None:
    odd = ["<b>Ada</b> & “Co”", "x" * 10_000, "سلمى", "Orlo", "Orlo"]
    keys = [linking.create_entity(project, name) for name in odd]
    known.refresh()
    assert [known[key].name for key in keys] == odd
    assert listing.find(project, keys[0]).entity.name == odd[0]
