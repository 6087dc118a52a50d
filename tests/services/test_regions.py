"""Regions: added, edited, removed and proposed; each one undoable step, on both databases."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from annotator.analysis.boilerplate import ProposedRegion
from annotator.core.errors import Conflict, ReadOnly, Refused
from annotator.core.records import Annotator, Article
from annotator.core.segments import Segment
from annotator.services import articles, exporting, history, importing, people, projects, regions, suggesting
from annotator.store.project import Project

TEXT = """Ferry halted 😀

By Ines Calloway

“It leaks,” she said. It may sink.

[Photo: Harbour Wire says “stop”]
"""


@pytest.fixture
def key(project: Project, write_text: Callable[[str, str], Path]) -> str:
    importing.import_files(project, [write_text("ferry.txt", TEXT)])
    (key,) = articles.article_ids(project)
    return key


def part(words: str) -> Segment:
    start = TEXT.index(words)
    return Segment(start, start + len(words))


def stored(project: Project, key: str) -> Article:
    return articles.own_article(project, key)


def held(project: Project, key: str) -> list[tuple[str, str]]:
    return [(region.kind, TEXT[region.start : region.end]) for region in stored(project, key).regions]


def test_a_region_is_added_trimmed_by_whoever_acts(project: Project, key: str, ada: Annotator) -> None:
    start, end = part("Ferry halted 😀")
    region = regions.add_region(project, key, "headline", start, end + 2)
    (found,) = stored(project, key).regions
    assert (found.id, found.kind, found.start, found.end, found.by) == (region, "headline", start, end, ada.id)


def test_regions_overlap_and_one_part_may_have_two_kinds(project: Project, key: str) -> None:
    regions.add_region(project, key, "credit", *part("[Photo: Harbour Wire says “stop”]"))
    regions.add_region(project, key, "caption", *part("[Photo: Harbour Wire says “stop”]"))
    regions.add_region(project, key, "related", *part("Harbour Wire"))
    assert [kind for kind, _words in held(project, key)] == ["credit", "caption", "related"]


def test_each_step_is_undone_exactly_and_done_again(project: Project, key: str) -> None:
    first = regions.add_region(project, key, "byline", *part("By Ines Calloway"))
    states = [stored(project, key)]
    steps: list[Callable[[], object]] = [
        lambda: regions.edit_region(project, first, kind="credit"),
        lambda: regions.edit_region(project, first, end=part("It may").end),
        lambda: regions.edit_region(project, first, kind="byline", start=part("Ines").start, end=part("Ines").end),
        lambda: regions.add_proposed(project, key, regions.proposals(stored(project, key))),
        lambda: regions.remove_regions(project, [one.id for one in stored(project, key).regions]),
    ]
    for step in steps:
        before = len(history.rows(project))
        step()
        assert len(history.rows(project)) == before + 1
        states.append(stored(project, key))
    assert states[-1].regions == ()
    for state in reversed(states[:-1]):
        history.undo(project)
        assert stored(project, key) == state
    for state in states[1:]:
        history.redo(project)
        assert stored(project, key) == state


@pytest.mark.parametrize(
    ("start", "end", "why"),
    [(5, 5, "empty"), (9, 4, "empty"), (-1, 4, "outside"), (0, len(TEXT) + 1, "outside"), (14, 16, "white space")],
)
def test_what_holds_no_text_is_refused(project: Project, key: str, start: int, end: int, why: str) -> None:
    steps = len(history.rows(project))
    with pytest.raises(Refused, match=why):
        regions.add_region(project, key, "credit", start, end)
    region = regions.add_region(project, key, "credit", 0, 5)
    with pytest.raises(Refused, match=why):
        regions.edit_region(project, region, start=start, end=end)
    assert held(project, key) == [("credit", "Ferry")]
    assert len(history.rows(project)) == steps + 1


def test_an_identical_region_is_refused(project: Project, key: str) -> None:
    byline = part("By Ines Calloway")
    regions.add_region(project, key, "byline", *byline)
    with pytest.raises(Refused, match="a byline already"):
        regions.add_region(project, key, "byline", byline.start, byline.end + 1)
    other = regions.add_region(project, key, "credit", *byline)
    with pytest.raises(Refused, match="a byline already"):
        regions.edit_region(project, other, kind="byline")
    regions.edit_region(project, other, kind="credit")
    assert len(held(project, key)) == 2


def test_what_is_not_there_is_refused(project: Project, key: str) -> None:
    with pytest.raises(Refused, match="no article"):
        regions.add_region(project, "nowhere", "credit", 0, 4)
    with pytest.raises(Refused, match="no kind"):
        regions.add_region(project, key, "zone", 0, 4)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="not in the project"):
        regions.edit_region(project, "nothing", kind="credit")
    region = regions.add_region(project, key, "credit", 0, 4)
    with pytest.raises(Refused, match="not in the project"):
        regions.remove_regions(project, [region, "nothing"])
    assert len(held(project, key)) == 1


def test_proposals_are_one_step_and_those_that_are_there_are_left_out(project: Project, key: str) -> None:
    regions.add_region(project, key, "headline", *part("Ferry halted 😀"))
    found = regions.proposals(stored(project, key))
    assert [one.kind for one in found] == ["byline", "credit"]
    assert len(regions.add_proposed(project, key, found)) == 2
    assert regions.add_proposed(project, key, found) == []
    assert regions.proposals(stored(project, key)) == []
    assert history.undo(project) == "add 2 regions"
    assert [kind for kind, _words in held(project, key)] == ["headline"]


def test_one_wrong_proposal_keeps_all_out(project: Project, key: str) -> None:
    found = [*regions.proposals(stored(project, key)), ProposedRegion("credit", Segment(900, 901), 0.5, "wrong")]
    with pytest.raises(Refused, match="outside"):
        regions.add_proposed(project, key, found)
    assert held(project, key) == []


def test_candidates_in_what_is_not_the_articles_own_text_are_left_out(project: Project, key: str) -> None:
    def offered() -> list[str]:
        return [TEXT[slice(*one.segments[0])] for one in suggesting.candidates(stored(project, key))]

    assert offered() == ["“It leaks,”", "may", "“stop”"]
    for kind in ("credit", "related", "boilerplate"):
        regions.add_region(project, key, kind, *part("[Photo: Harbour Wire says “stop”]"))  # type: ignore[arg-type]
        assert offered() == ["“It leaks,”", "may"]
        history.undo(project)
    regions.add_region(project, key, "caption", *part("[Photo: Harbour Wire says “stop”]"))
    assert "“stop”" in offered()


def test_another_annotator_sees_and_edits_them_and_the_author_stays(project: Project, key: str, ada: Annotator) -> None:
    region = regions.add_region(project, key, "credit", *part("Harbour Wire"))
    people.switch(project, people.add(project, "Bo Lindqvist").id)
    regions.edit_region(project, region, kind="boilerplate")
    (found,) = stored(project, key).regions
    assert (found.kind, found.by) == ("boilerplate", ada.id)


def test_a_step_whose_region_changed_since_is_not_taken_back(project: Project, key: str, ada: Annotator) -> None:
    bo = people.add(project, "Bo Lindqvist")
    region = regions.add_region(project, key, "credit", *part("Harbour Wire"))
    people.switch(project, bo.id)
    regions.edit_region(project, region, kind="boilerplate")
    people.switch(project, ada.id)
    with pytest.raises(Conflict, match=r"The region “boilerplate” at [0-9–]+ changed since"):
        history.undo(project)
    assert held(project, key) == [("boilerplate", "Harbour Wire")]


def test_regions_are_exported_and_come_back(project: Project, key: str, tmp_path: Path, ada: Annotator) -> None:
    regions.add_proposed(project, key, regions.proposals(stored(project, key)))
    exporting.export_file(project, tmp_path / "all.json", "json")
    (article,) = json.loads((tmp_path / "all.json").read_bytes())["articles"]
    assert [TEXT[one["start"] : one["end"]] for one in article["regions"]] == [words for _, words in held(project, key)]
    copy = projects.create(str(tmp_path / "copy.annotator"), ada)
    importing.import_files(copy, [tmp_path / "all.json"])
    assert stored(copy, key).regions == stored(project, key).regions
    copy.close()


def test_a_project_that_is_open_for_reading_only_refuses(sqlite_project: Project, tmp_path: Path) -> None:
    sqlite_project.read_only = True
    with pytest.raises(ReadOnly):
        regions.add_region(sqlite_project, "any", "credit", 0, 1)
