"""Merging a colleague's file: what comes, what stays, what is asked, and that it is one step. On each database."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from annotator.core.errors import AnnotatorError, Cancelled, Conflict, InputError, ProjectError, ReadOnly, Refused
from annotator.core.merging import Outcome
from annotator.core.records import Annotator, Article, Span
from annotator.services import (
    annotate,
    articles,
    checking,
    collections,
    exporting,
    history,
    importing,
    layers,
    linking,
    merging,
    metadata,
    projects,
    regions,
    scheme,
    suggesting,
)
from annotator.services.entities import editing
from annotator.services.merging import Merge
from annotator.services.review import assigning, comments, deciding
from annotator.store import sqlite_file
from annotator.store.project import Project
from tests.listed import entity_rows
from tests.services.merging.copies import BRIDGE, MAYOR, handed, handed_over, merged, revisions, whole, with_articles
from tests.store.test_history import state

QUOTE, CLAIM = (0, 9), (54, 85)


@pytest.fixture
def ours(project: Project, tmp_path: Path) -> Project:
    """Ada's project: two articles, a linked quote and a claim in the first."""
    first, _second = with_articles(project, tmp_path / "texts")
    linking.link_new(project, annotate.add_span(project, first, "quote", [QUOTE]), "Ines Calloway")
    annotate.add_span(project, first, "claim", [CLAIM])
    return project


@pytest.fixture
def theirs(ours: Project, tmp_path: Path, bo: Annotator) -> Iterator[Project]:
    """Bo's copy of it."""
    made = handed_over(ours, tmp_path, bo)
    yield made
    made.close()


@pytest.fixture
def mine_elsewhere(ours: Project, tmp_path: Path, ada: Annotator) -> Iterator[Project]:
    """Ada's own copy, on another machine."""
    made = handed_over(ours, tmp_path, ada, "elsewhere")
    yield made
    made.close()


def ids(project: Project) -> list[str]:
    return articles.article_ids(project)


def spans(project: Project, annotator: str, place: int = 0) -> dict[str, Span]:
    """The spans of an annotator in an article, by tag; "" is the final layer."""
    found = whole(project, ids(project)[place])
    return {span.tag: span for layer in found.layers if (layer.annotator or "") == annotator for span in layer.spans}


def take(project: Project, other: Project, tmp_path: Path) -> Any:
    """Merge what the other project exports, and return what was shown before."""
    return merged(project, handed(other, tmp_path / "handed over.json"))


def test_the_work_of_a_colleague_arrives_and_everything_in_it(
    ours: Project, theirs: Project, tmp_path: Path, ada: Annotator, bo: Annotator
) -> None:
    first, second = ids(theirs)
    hedge = annotate.add_span(theirs, second, "hedge", [(17, 30)])
    linking.link_new(theirs, hedge, "Pia Holm")
    region = regions.add_region(theirs, second, "headline", 0, 13)
    suggesting.dismiss(theirs, first, "quote", whole(theirs, first).layers[0].spans[0].segments)
    layers.set_status(theirs, second, "done")
    metadata.edit(theirs, first, {"byline": "By Tomas Reed"})
    collections.create(theirs, "June", [first])
    assigning.assign(theirs, [second], [bo.id])
    tag = scheme.add_tag(theirs, "Irony")
    projects.rename(theirs, "News of June")
    before = state(ours)
    preview = take(ours, theirs, tmp_path)
    assert {table: (one.new, one.changed) for table, one in preview.counts.items()} == {
        "annotator": (1, 0), "article": (0, 1), "assignment": (1, 0), "collection": (1, 0), "dismissal": (1, 0),
        "collection_article": (1, 0), "entity": (1, 0), "layer": (1, 0), "link": (1, 0), "project": (0, 1),
        "region": (1, 0), "span": (1, 0), "tag": (1, 0),
    }  # fmt: skip
    assert (preview.clashes, preview.notices, preview.messages) == ((), (), ())
    article = whole(ours, second)
    (layer,) = article.layers
    assert (layer.annotator, layer.status, layer.spans[0].id) == (bo.id, "done", hedge)
    assert [one.id for one in article.regions] == [region]
    assert article.assignments == (bo.id,)
    found = whole(ours, first)
    assert (found.byline, [one.by for one in found.dismissed]) == ("By Tomas Reed", [bo.id])
    assert [(one.name, one.articles) for one in collections.rows(ours)] == [("June", 1)]
    assert (projects.info(ours).title, projects.scheme(ours)[-1].id) == ("News of June", tag)
    assert checking.check(ours) == []
    assert history.rows(ours)[0].kind == "merge “handed over.json”"
    history.undo(ours)
    assert state(ours) == before


@pytest.mark.parametrize("suffix", ["json", "jsonl", "annotator"])
def test_merging_the_same_again_changes_nothing_and_makes_no_step(
    ours: Project, theirs: Project, tmp_path: Path, suffix: str
) -> None:
    annotate.add_span(theirs, ids(theirs)[1], "hedge", [(17, 30)])
    file = handed(theirs, tmp_path / f"bo.{suffix}")
    assert merged(ours, file).writes > 0
    steps, after = revisions(ours), state(ours)
    assert merged(ours, file).counts == {}
    assert (revisions(ours), state(ours)) == (steps, after)


def test_a_reviewers_decisions_comments_and_final_layer_come_back_to_their_spans(
    ours: Project, theirs: Project, tmp_path: Path, ada: Annotator, bo: Annotator
) -> None:
    held = spans(theirs, ada.id)
    deciding.decide(theirs, accepted=[held["quote"]], rejected=[held["claim"]])
    asked = comments.add(theirs, held["claim"].id, "Whose plan?")
    take(ours, theirs, tmp_path)
    found = spans(ours, ada.id)
    assert [(one.by, one.verdict, one.stale) for one in found["quote"].decisions] == [(bo.id, "accepted", False)]
    assert [one.verdict for one in found["claim"].decisions] == ["rejected"]
    assert [(one.by, one.text) for one in found["claim"].comments] == [(bo.id, "Whose plan?")]
    assert spans(ours, "")["quote"].origin is not None
    comments.add(ours, found["claim"].id, "The mayor's.", answers=asked)
    take(theirs, ours, tmp_path)
    assert [one.text for one in spans(theirs, ada.id)["claim"].comments] == ["Whose plan?", "The mayor's."]
    annotate.set_note(ours, found["quote"].id, "changed since")
    deciding.decide(theirs, rejected=[spans(theirs, ada.id)["quote"]])
    take(ours, theirs, tmp_path)
    (decision,) = spans(ours, ada.id)["quote"].decisions
    assert (decision.verdict, decision.stale) == ("rejected", True)


def test_what_is_newer_is_taken_in_either_direction_and_what_is_older_is_not(
    ours: Project, mine_elsewhere: Project, tmp_path: Path, ada: Annotator
) -> None:
    quote = spans(ours, ada.id)["quote"].id
    stale = handed(mine_elsewhere, tmp_path / "stale.json")
    annotate.set_note(ours, quote, "first")
    assert merged(ours, stale).counts["span"].kept == 1
    take(mine_elsewhere, ours, tmp_path)
    annotate.set_note(mine_elsewhere, quote, "second")
    take(ours, mine_elsewhere, tmp_path)
    annotate.set_note(ours, quote, "third")
    assert take(mine_elsewhere, ours, tmp_path).clashes == ()
    assert spans(mine_elsewhere, ada.id)["quote"].note == "third"
    assert merged(mine_elsewhere, stale).writes == 0
    assert spans(mine_elsewhere, ada.id)["quote"].note == "third"


def test_a_state_that_went_through_a_third_copy_is_known(
    ours: Project, theirs: Project, tmp_path: Path, ada: Annotator
) -> None:
    third = handed_over(ours, tmp_path, Annotator(ada.id, "Ada Ferris"), "third")
    first = ids(ours)[0]
    metadata.edit(theirs, first, {"title": "By Bo"})
    take(third, theirs, tmp_path)
    metadata.edit(third, first, {"title": "By the third"})
    take(ours, theirs, tmp_path)
    assert take(ours, third, tmp_path).clashes == ()
    assert whole(ours, first).title == "By the third"
    assert take(ours, theirs, tmp_path).counts["article"].kept == 1
    assert whole(ours, first).title == "By the third"
    third.close()


def clashing(ours: Project, elsewhere: Project, ada: Annotator) -> str:
    """Let both sides change the quote; return its id."""
    quote = spans(ours, ada.id)["quote"].id
    annotate.set_note(ours, quote, "here")
    annotate.retag(elsewhere, [quote], "opinion")
    linking.link_new(elsewhere, quote, "Mayor Calloway")
    return quote


def test_what_both_sides_changed_is_a_clash_with_both_sides_and_ours_stays(
    ours: Project, mine_elsewhere: Project, tmp_path: Path, ada: Annotator
) -> None:
    quote = clashing(ours, mine_elsewhere, ada)
    preview = take(ours, mine_elsewhere, tmp_path)
    (clash,) = preview.clashes
    assert (clash.table, clash.key, clash.what, clash.article) == ("span", quote, "Quote: “We act,”", "1 mayor")
    assert sorted((one.name, one.mine, one.theirs) for one in clash.differences) == [
        ("entity", "Ines Calloway", "Mayor Calloway"), ("note", "here", "–"), ("role", "speaker", "holder"),
        ("tag", "Quote", "Opinion"),
    ]  # fmt: skip
    assert spans(ours, ada.id)["quote"].note == "here"


def test_taking_theirs_takes_a_span_with_its_links_and_is_no_clash_any_more(
    ours: Project, mine_elsewhere: Project, tmp_path: Path, ada: Annotator
) -> None:
    quote = clashing(ours, mine_elsewhere, ada)
    linking.link_new(ours, quote, "Another", add=True)
    file, before = handed(mine_elsewhere, tmp_path / "bo.json"), state(ours)
    with merging.prepare(ours, file) as merge:
        assert merging.apply(ours, merge, theirs=merge.preview.clashes).changed
    found = spans(ours, ada.id)["opinion"]
    assert (found.id, found.note, [one.role for one in found.links]) == (quote, "", ["holder"])
    assert merged(ours, file).clashes == ()
    assert take(mine_elsewhere, ours, tmp_path).clashes == ()
    assert checking.check(ours) == []
    history.undo(ours)
    assert state(ours) == before


def test_a_clash_that_was_settled_as_it_is_here_is_not_asked_again_and_the_other_copy_takes_it(
    ours: Project, theirs: Project, tmp_path: Path
) -> None:
    first = ids(ours)[0]
    calloway = entity_rows(ours)[0].entity
    for project, word in ((ours, "Ada"), (theirs, "Bo")):
        metadata.edit(project, first, {"title": f"By {word}"})
        editing.edit(project, calloway, replace(calloway, name=f"Calloway ({word})"))
    file, before = handed(theirs, tmp_path / "bo.json"), state(ours)
    with merging.prepare(ours, file) as merge:
        assert len(merge.preview.clashes) == 2
        assert merging.apply(ours, merge, mine=merge.preview.clashes) == Outcome(changed=True)
    steps = revisions(ours)
    again = merged(ours, file)
    assert (again.clashes, again.writes, revisions(ours)) == ((), 0, steps)
    assert take(theirs, ours, tmp_path).clashes == ()
    assert whole(theirs, first).title == "By Ada"
    assert entity_rows(theirs)[0].entity.name == "Calloway (Ada)"
    assert take(ours, theirs, tmp_path).counts == {}
    assert checking.check(ours) == []
    history.undo(ours)
    assert state(ours) == before
    assert len(merged(ours, file).clashes) == 2


def test_what_is_settled_here_and_changed_again_there_is_newer_there(
    ours: Project, theirs: Project, tmp_path: Path
) -> None:
    first = ids(ours)[0]
    metadata.edit(ours, first, {"title": "By Ada"})
    metadata.edit(theirs, first, {"title": "By Bo"})
    with merging.prepare(ours, handed(theirs, tmp_path / "bo.json")) as merge:
        merging.apply(ours, merge, mine=merge.preview.clashes)
    metadata.edit(theirs, first, {"title": "By Bo, later"})
    assert len(take(ours, theirs, tmp_path).clashes) == 1
    take(theirs, ours, tmp_path)
    metadata.edit(theirs, first, {"title": "By Bo"})
    with merging.prepare(theirs, handed(ours, tmp_path / "ada.json")) as merge:
        merging.apply(theirs, merge, theirs=merge.preview.clashes)
    metadata.edit(theirs, first, {"title": "Agreed"})
    assert take(ours, theirs, tmp_path).clashes == ()
    assert whole(ours, first).title == "Agreed"


def test_settling_a_span_leaves_the_decisions_on_it_as_fresh_as_they_were(
    ours: Project, mine_elsewhere: Project, tmp_path: Path, ada: Annotator
) -> None:
    quote = spans(ours, ada.id)["quote"]
    annotate.set_note(ours, quote.id, "here")
    annotate.set_note(mine_elsewhere, quote.id, "there")
    deciding.decide(ours, accepted=[spans(ours, ada.id)["quote"]])
    file = handed(mine_elsewhere, tmp_path / "elsewhere.json")
    with merging.prepare(ours, file) as merge:
        assert merging.apply(ours, merge, mine=merge.preview.clashes).still_open == ()
    found = spans(ours, ada.id)["quote"]
    assert (found.note, [one.stale for one in found.decisions]) == ("here", [False])
    assert merged(ours, file).clashes == ()


def test_a_span_with_other_links_there_cannot_be_settled_and_that_is_told(
    ours: Project, mine_elsewhere: Project, tmp_path: Path, ada: Annotator
) -> None:
    linking.link_new(mine_elsewhere, clashing(ours, mine_elsewhere, ada), "Another", add=True)
    file = handed(mine_elsewhere, tmp_path / "elsewhere.json")
    with merging.prepare(ours, file) as merge:
        (clash,) = merge.preview.clashes
        assert merging.apply(ours, merge, mine=[clash]).still_open == (clash,)
    (again,) = merged(ours, file).clashes
    assert again.key == clash.key


def test_only_what_its_own_annotator_deleted_goes(
    ours: Project, theirs: Project, mine_elsewhere: Project, tmp_path: Path, ada: Annotator, bo: Annotator
) -> None:
    hedge = annotate.add_span(theirs, ids(theirs)[1], "hedge", [(17, 30)])
    linking.link_new(theirs, hedge, "Pia Holm")
    take(ours, theirs, tmp_path)
    annotate.delete_spans(theirs, [hedge])
    assert take(ours, theirs, tmp_path).counts["span"].deleted == 1
    assert spans(ours, bo.id, 1) == {}
    projects.join(theirs, ada)
    annotate.delete_spans(theirs, [spans(theirs, ada.id)["claim"].id])
    projects.join(theirs, bo)
    articles.remove(theirs, [ids(theirs)[0]])
    preview = take(ours, theirs, tmp_path)
    assert set(spans(ours, ada.id)) == {"quote"}  # the claim went by Ada's own hand; the quote by Bo's
    assert [(one.table, one.reason.partition(",")[0]) for one in preview.notices] == [
        ("article", "removed there; it is everybody's")
    ]
    assert len(ids(ours)) == 2


def test_a_file_that_does_not_say_who_deleted_takes_nothing_of_mine(
    ours: Project, theirs: Project, tmp_path: Path, ada: Annotator, bo: Annotator
) -> None:
    hedge = annotate.add_span(theirs, ids(theirs)[1], "hedge", [(17, 30)])
    linking.link_new(theirs, hedge, "Pia Holm")
    take(ours, theirs, tmp_path)
    quote = spans(ours, ada.id)["quote"].id

    def delete(data: dict[str, Any]) -> None:
        for article in data["articles"]:
            article["layers"] = []
        data["deleted"] = [{"id": key, "at": "2031-01-01T00:00:00.000000Z"} for key in (hedge, quote)]

    (notice,) = merged(ours, edited(theirs, tmp_path / "deleted.json", delete)).notices
    assert (notice.what, notice.reason) == ("Quote: “We act,”", "deleted there, but not by the one whose it is")
    assert (spans(ours, bo.id, 1), set(spans(ours, ada.id))) == ({}, {"quote", "claim"})
    assert checking.check(ours) == []


def test_what_was_deleted_here_stays_deleted_and_is_listed(
    ours: Project, mine_elsewhere: Project, tmp_path: Path, ada: Annotator
) -> None:
    quote = spans(ours, ada.id)["quote"].id
    annotate.delete_spans(ours, [quote])
    annotate.set_note(mine_elsewhere, quote, "changed there")
    file = handed(mine_elsewhere, tmp_path / "bo.json")
    with merging.prepare(ours, file) as merge:
        merging.apply(ours, merge, theirs=merge.preview.clashes)
        (notice,) = merge.preview.notices
    assert (notice.table, notice.what, notice.reason) == (
        "span", "Quote: “We act,”", "deleted here; it stays deleted"
    )  # fmt: skip
    assert "quote" not in spans(ours, ada.id)


def test_what_was_deleted_there_and_changed_here_is_asked_about(
    ours: Project, mine_elsewhere: Project, tmp_path: Path, ada: Annotator
) -> None:
    quote = spans(ours, ada.id)["quote"].id
    annotate.delete_spans(mine_elsewhere, [quote])
    annotate.set_note(ours, quote, "changed here")
    file = handed(mine_elsewhere, tmp_path / "bo.json")
    (clash,) = merged(ours, file).clashes
    assert [(one.name, one.mine, one.theirs) for one in clash.differences] == [("the whole", "here", "deleted")]
    assert [link.role for link in spans(ours, ada.id)["quote"].links] == ["speaker"]
    with merging.prepare(ours, file) as merge:
        merging.apply(ours, merge, theirs=merge.preview.clashes)
    assert "quote" not in spans(ours, ada.id)
    assert checking.check(ours) == []


def test_what_was_deleted_there_and_is_settled_to_stay_is_not_asked_about_again(
    ours: Project, mine_elsewhere: Project, tmp_path: Path, ada: Annotator
) -> None:
    quote = spans(ours, ada.id)["quote"].id
    annotate.delete_spans(mine_elsewhere, [quote])
    annotate.set_note(ours, quote, "changed here")
    file = handed(mine_elsewhere, tmp_path / "elsewhere.json")
    with merging.prepare(ours, file) as merge:
        assert merging.apply(ours, merge, mine=merge.preview.clashes) == Outcome(changed=True)
    again = merged(ours, file)
    assert (again.clashes, again.writes, again.counts["span"].kept) == ((), 0, 1)
    assert [link.role for link in spans(ours, ada.id)["quote"].links] == ["speaker"]
    (notice,) = take(mine_elsewhere, ours, tmp_path).notices
    assert notice.reason == "deleted here; it stays deleted"


def test_what_somebody_removed_with_an_article_is_told_once(ours: Project, theirs: Project, tmp_path: Path) -> None:
    articles.remove(theirs, [ids(theirs)[0]])
    (notice,) = take(ours, theirs, tmp_path).notices
    assert (notice.table, notice.what) == ("article", "“1 mayor”")


def test_what_something_here_belongs_to_is_not_deleted(
    ours: Project, theirs: Project, tmp_path: Path, bo: Annotator
) -> None:
    hedge = annotate.add_span(theirs, ids(theirs)[1], "hedge", [(17, 30)])
    take(ours, theirs, tmp_path)
    comments.add(ours, hedge, "Why?")
    annotate.delete_spans(theirs, [hedge])
    (notice,) = take(ours, theirs, tmp_path).notices
    assert notice.reason == "deleted there, but something here belongs to it still"
    assert set(spans(ours, bo.id, 1)) == {"hedge"}


def test_a_deletion_that_was_undone_there_is_undone_here(
    ours: Project, theirs: Project, tmp_path: Path, bo: Annotator
) -> None:
    hedge = annotate.add_span(theirs, ids(theirs)[1], "hedge", [(17, 30)])
    take(ours, theirs, tmp_path)
    annotate.delete_spans(theirs, [hedge])
    take(ours, theirs, tmp_path)
    history.undo(theirs)
    take(ours, theirs, tmp_path)
    assert set(spans(ours, bo.id, 1)) == {"hedge"}


def test_a_merge_that_was_undone_can_be_done_again(ours: Project, theirs: Project, tmp_path: Path) -> None:
    annotate.add_span(theirs, ids(theirs)[1], "hedge", [(17, 30)])
    metadata.edit(theirs, ids(theirs)[0], {"title": "Mayor answers"})
    file = handed(theirs, tmp_path / "bo.json")
    first = merged(ours, file)
    history.undo(ours)
    linking.create_entity(ours, "Somebody")  # nothing can be redone any more
    assert merged(ours, file).counts == first.counts
    history.undo(ours)
    again = take(theirs, ours, tmp_path)
    assert "span" not in again.counts
    assert again.counts["article"].kept == 1
    assert whole(theirs, ids(theirs)[0]).title == "Mayor answers"


def test_articles_of_other_ids_with_the_same_text_are_the_same_article(
    ours: Project, tmp_path: Path, bo: Annotator
) -> None:
    other = projects.create(str(tmp_path / "independent.annotator"), bo, "Independent")
    _mayor, bridge = with_articles(other, tmp_path / "texts")
    hedge = annotate.add_span(other, bridge, "hedge", [(17, 30)])
    regions.add_region(other, bridge, "headline", 0, 13)
    regions.add_region(ours, ids(ours)[1], "headline", 0, 13)
    suggesting.dismiss(other, bridge, "quote", spans(other, bo.id, 1)["hedge"].segments)
    collections.create(ours, "June", [ids(ours)[0]])
    collections.create(other, "june", [bridge])
    file = handed(other, tmp_path / "independent.json")
    preview = merged(ours, file)
    assert "article" not in preview.counts
    assert len(ids(ours)) == 2
    assert spans(ours, bo.id, 1)["hedge"].id == hedge
    article = whole(ours, ids(ours)[1])
    assert (len(article.regions), [one.by for one in article.dismissed]) == (1, [bo.id])
    assert [(one.name, one.articles) for one in collections.rows(ours)] == [("June", 2)]
    assert (projects.info(ours).title, checking.check(ours)) == ("News", [])
    assert merged(ours, file).writes == 0
    other.close()


def test_new_articles_come_after_those_that_are_here_in_their_order(
    ours: Project, theirs: Project, tmp_path: Path
) -> None:
    for name in ("c", "b"):
        (tmp_path / f"{name}.txt").write_text(f"A text of its own: {name}.", encoding="utf-8")
        importing.import_files(theirs, [tmp_path / f"{name}.txt"])
    take(ours, theirs, tmp_path)
    assert [whole(ours, key).title for key in ids(ours)] == ["1 mayor", "Bridge closed", "c", "b"]


def test_identical_spans_under_two_ids_become_one_that_has_the_links_of_both(
    ours: Project, mine_elsewhere: Project, tmp_path: Path, ada: Annotator, bo: Annotator
) -> None:
    here = annotate.add_span(ours, ids(ours)[1], "hedge", [(17, 30)])
    there = annotate.add_span(mine_elsewhere, ids(ours)[1], "hedge", [(17, 30)])
    linking.link_new(mine_elsewhere, there, "Pia Holm")
    projects.join(mine_elsewhere, bo)
    deciding.decide(mine_elsewhere, accepted=[spans(mine_elsewhere, ada.id, 1)["hedge"]])
    comments.add(mine_elsewhere, there, "Good.")
    file = handed(mine_elsewhere, tmp_path / "elsewhere.json")
    (notice,) = merged(ours, file).notices
    assert notice.reason.startswith("an equal one is here under another id")
    found = spans(ours, ada.id, 1)["hedge"]
    assert (found.id, len(found.links), len(found.comments)) == (here, 1, 1)
    assert [(one.verdict, one.stale) for one in found.decisions] == [("accepted", False)]
    assert merged(ours, file).writes == 0
    assert checking.check(ours) == []


def test_spans_that_took_each_others_places_do_so_here_and_back_again(
    ours: Project, mine_elsewhere: Project, tmp_path: Path, ada: Annotator
) -> None:
    first = ids(ours)[0]
    quote = spans(mine_elsewhere, ada.id)["quote"].id
    second = annotate.add_span(mine_elsewhere, first, "claim", [QUOTE])
    take(ours, mine_elsewhere, tmp_path)
    annotate.retag(mine_elsewhere, [quote], "hedge")
    annotate.retag(mine_elsewhere, [second], "quote")
    annotate.retag(mine_elsewhere, [quote], "claim")
    before = state(ours)
    take(ours, mine_elsewhere, tmp_path)
    tags = {span.id: span.tag for span in whole(ours, first).layers[0].spans}
    assert (tags[quote], tags[second]) == ("claim", "quote")
    history.undo(ours)
    assert state(ours) == before


def test_a_change_into_what_another_span_is_already_is_listed_and_left(
    ours: Project, mine_elsewhere: Project, tmp_path: Path, ada: Annotator
) -> None:
    quote = spans(ours, ada.id)["quote"].id
    annotate.add_span(ours, ids(ours)[0], "opinion", [QUOTE])
    annotate.retag(mine_elsewhere, [quote], "opinion")
    (notice,) = take(ours, mine_elsewhere, tmp_path).notices
    assert notice.reason == "changed there into what another one here is already"
    assert spans(ours, ada.id)["quote"].id == quote


def test_a_choice_that_something_here_stands_against_is_told(
    ours: Project, mine_elsewhere: Project, tmp_path: Path, ada: Annotator
) -> None:
    quote = spans(ours, ada.id)["quote"].id
    annotate.set_note(ours, quote, "here")
    opinion = annotate.add_span(ours, ids(ours)[0], "opinion", [QUOTE])
    annotate.retag(mine_elsewhere, [quote], "opinion")
    before = state(ours)
    with merging.prepare(ours, handed(mine_elsewhere, tmp_path / "elsewhere.json")) as merge:
        (clash,) = merge.preview.clashes
        assert merging.apply(ours, merge, theirs=[clash]) == Outcome(changed=False, not_taken=(clash,))
    assert state(ours) == before
    assert {one.id for one in spans(ours, ada.id).values()} >= {quote, opinion}


def test_what_is_known_otherwise_of_an_article_with_the_same_text_is_listed(
    ours: Project, tmp_path: Path, bo: Annotator
) -> None:
    other = projects.create(str(tmp_path / "independent.annotator"), bo, "Independent")
    first, _second = with_articles(other, tmp_path / "texts")
    metadata.edit(other, first, {"title": "Mayor acts", "byline": "By Tomas Reed"})
    metadata.edit(ours, ids(ours)[0], {"publication": "The Calloway Echo"})
    (notice,) = take(ours, other, tmp_path).notices
    assert (notice.table, notice.what) == ("article", "“Mayor acts”")
    assert notice.reason == "the same text is here already, and what is here stays; other there: title, byline"
    found = whole(ours, ids(ours)[0])
    assert (found.title, found.byline, found.publication) == ("1 mayor", "", "The Calloway Echo")
    other.close()


def test_entities_of_one_name_are_offered_as_one_and_never_unified_by_themselves(
    ours: Project, theirs: Project, tmp_path: Path
) -> None:
    mine = linking.create_entity(ours, "Pia Holm", aliases=["P. Holm"])
    linking.create_entity(ours, "a clerk", "anonymous", article=ids(ours)[0])
    quote = annotate.add_span(theirs, ids(theirs)[1], "quote", [(15, 32)])
    linking.link_new(theirs, quote, "PIA  HOLM")
    linking.create_entity(theirs, "Pia Holm", "organisation")
    linking.create_entity(theirs, "a clerk", "anonymous", article=ids(theirs)[1])
    other = next(one for one in entity_rows(theirs) if one.entity.name == "PIA HOLM").entity.id
    file = handed(theirs, tmp_path / "bo.json")
    (offered,) = merged(ours, file).unifications
    assert (offered.theirs, offered.mine) == (other, mine)
    assert offered.named == "PIA HOLM (person) → Pia Holm (person, also P. Holm)"
    assert linking.entities_by_id(ours, [other])[other].id == other
    with merging.prepare(ours, file) as merge:
        assert (merge.preview.writes, merge.preview.unifications) == (0, (offered,))
        assert merging.apply(ours, merge, unite=[offered]).changed
    assert linking.entities_by_id(ours, [other])[other].id == mine
    with merging.prepare(ours, file) as merge:
        assert (merge.preview.writes, merge.preview.unifications) == (0, ())
    history.undo(ours)
    assert linking.entities_by_id(ours, [other])[other].id == other


def test_entities_that_were_merged_into_each_other_make_no_circle(
    ours: Project, theirs: Project, tmp_path: Path
) -> None:
    from annotator.services.entities import merging as entity_merging

    one, other = (linking.create_entity(ours, name) for name in ("Ines C.", "I. Calloway"))
    take(theirs, ours, tmp_path)
    entity_merging.merge(ours, entity_merging.preview(ours, [one], other))
    entity_merging.merge(theirs, entity_merging.preview(theirs, [other], one))
    (notice,) = take(ours, theirs, tmp_path).notices
    assert notice.reason == "merged there into what is merged into it here"
    assert checking.check(ours) == []


def test_a_new_tag_whose_key_is_taken_comes_without_it(ours: Project, theirs: Project, tmp_path: Path) -> None:
    scheme.add_tag(ours, "Irony")
    sarcasm = scheme.add_tag(theirs, "Sarcasm")
    file = handed(theirs, tmp_path / "bo.json")
    merged(ours, file)
    assert {tag.id: tag.key for tag in projects.scheme(ours)} == {
        "quote": "1", "claim": "2", "hedge": "3", "opinion": "4", "irony": "5", sarcasm: ""
    }  # fmt: skip
    assert merged(ours, file).counts == {}


def edited(project: Project, file: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """An export that somebody changed by hand."""
    data = json.loads(handed(project, file).read_text(encoding="utf-8"))
    change(data)
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


def test_a_file_that_tells_no_changes_is_newer_where_its_time_is(ours: Project, tmp_path: Path, ada: Annotator) -> None:
    def note(data: dict[str, Any]) -> None:
        span = next(one for one in data["articles"][0]["layers"][0]["spans"] if one["tag"] == "claim")
        span["note"], span["updated"] = "by hand", "2031-01-01T00:00:00.000000Z"

    file = edited(ours, tmp_path / "edited.json", note)
    merged(ours, file)
    claim = spans(ours, ada.id)["claim"]
    assert claim.note == "by hand"
    assert merged(ours, file).counts == {}
    annotate.set_note(ours, claim.id, "by key")
    assert merged(ours, file).counts["span"].kept == 1


def test_what_refers_to_nothing_or_lies_outside_the_text_is_listed_and_the_rest_comes(
    ours: Project, theirs: Project, tmp_path: Path, bo: Annotator
) -> None:
    annotate.add_span(theirs, ids(theirs)[1], "hedge", [(17, 30)])
    annotate.add_span(theirs, ids(theirs)[1], "claim", [(33, 41)])
    file = handed(theirs, tmp_path / "bo.annotator")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE span SET segments='[[17, 9000]]', \"end\"=9000, key='17-9000' WHERE tag_id='hedge'")
        connection.commit()
    (notice,) = merged(ours, file).notices
    assert notice.reason == f"segment 17–9000 lies outside the text of {len(BRIDGE)} characters or is empty"
    assert set(spans(ours, bo.id, 1)) == {"claim"}
    assert checking.check(ours) == []


def test_an_article_that_cannot_be_read_is_named_and_the_rest_is_merged(
    ours: Project, theirs: Project, tmp_path: Path, bo: Annotator
) -> None:
    annotate.add_span(theirs, ids(theirs)[0], "hedge", [(17, 30)])
    annotate.add_span(theirs, ids(theirs)[1], "hedge", [(17, 30)])

    def damage(data: dict[str, Any]) -> None:
        data["articles"][0]["layers"][-1]["spans"][0]["segments"][0]["end"] = 9000

    preview = merged(ours, edited(theirs, tmp_path / "bo.json", damage))
    assert not preview.is_whole
    assert "17–9000 lies outside" in preview.messages[0]
    assert (set(spans(ours, bo.id)), set(spans(ours, bo.id, 1))) == (set(), {"hedge"})


def test_an_article_with_another_text_under_the_same_id_is_left_alone(
    ours: Project, theirs: Project, tmp_path: Path, bo: Annotator
) -> None:
    annotate.add_span(theirs, ids(theirs)[0], "hedge", [(17, 30)])

    def rewrite(data: dict[str, Any]) -> None:
        data["articles"][0]["text"] += " More."
        del data["articles"][0]["sha256"]

    (notice,) = merged(ours, edited(theirs, tmp_path / "bo.json", rewrite)).notices
    assert notice.reason.startswith("has another text than the article of the same id here")
    assert whole(ours, ids(ours)[0]).text == MAYOR
    assert spans(ours, bo.id) == {}


def test_a_part_of_a_project_brings_that_part_and_takes_nothing_away(
    ours: Project, theirs: Project, tmp_path: Path, bo: Annotator
) -> None:
    first, second = ids(theirs)
    annotate.add_span(theirs, second, "hedge", [(17, 30)])
    linking.create_entity(theirs, "a clerk", "anonymous", article=first)
    take(ours, theirs, tmp_path)
    annotate.add_span(theirs, second, "claim", [(33, 41)])
    part = exporting.scope(theirs, articles=[second], annotator_names=[bo.id])
    exporting.export_file(theirs, tmp_path / "part.json", "json", part)
    preview = merged(ours, tmp_path / "part.json")
    assert (preview.counts["span"].new, preview.clashes, preview.notices) == (1, (), ())
    assert set(spans(ours, bo.id, 1)) == {"hedge", "claim"}


def refused(kind: type[AnnotatorError], project: Project, path: Path) -> str:
    before = state(project)
    with pytest.raises(kind) as caught:
        merging.prepare(project, path)
    assert state(project) == before
    return str(caught.value)


def test_what_cannot_be_merged_gets_one_sentence(
    ours: Project, theirs: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes.txt").write_text("Nothing but a text.", encoding="utf-8")
    (tmp_path / "foreign.json").write_text('[{"text": "Not ours."}]', encoding="utf-8")
    (tmp_path / "broken.json").write_text('{"format": "annotator/1", "project"', encoding="utf-8")
    neither = "this is neither annotated JSON nor a project; import it instead."
    assert refused(Refused, ours, tmp_path / "notes.txt") == f"notes.txt: {neither}"
    assert refused(Refused, ours, tmp_path / "foreign.json") == f"foreign.json: {neither}"
    assert refused(InputError, ours, tmp_path / "broken.json").startswith("broken.json: ")
    assert "No such file" in refused(InputError, ours, tmp_path / "gone.json")
    assert "this is a folder" in refused(Refused, ours, tmp_path)
    file = handed(theirs, tmp_path / "other.annotator")
    size = file.stat()
    held = sqlite_file.SCHEMA
    monkeypatch.setattr(sqlite_file, "SCHEMA", "another")
    assert "newer version" in refused(ProjectError, ours, file)
    monkeypatch.setattr(sqlite_file, "EARLIER", (*sqlite_file.EARLIER, held))
    assert "older version; open it once" in refused(ProjectError, ours, file)
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (size.st_size, size.st_mtime_ns)


def test_a_project_is_not_merged_into_itself_nor_into_one_that_is_read_only(
    sqlite_project: Project, tmp_path: Path
) -> None:
    assert "the open project itself" in refused(Refused, sqlite_project, Path(sqlite_project.name))
    other = handed(sqlite_project, tmp_path / "other.annotator")
    reading = projects.open_project(sqlite_project.name, sqlite_project.acting, read_only=True)
    assert "reading only" in refused(ReadOnly, reading, other)
    reading.close()


def test_a_project_that_changed_since_the_comparison_is_compared_again(
    ours: Project, theirs: Project, tmp_path: Path, bo: Annotator
) -> None:
    annotate.add_span(theirs, ids(theirs)[1], "hedge", [(17, 30)])
    with merging.prepare(ours, handed(theirs, tmp_path / "bo.json")) as merge:
        linking.create_entity(ours, "Somebody")
        before, steps = state(ours), revisions(ours)
        with pytest.raises(Conflict, match="changed since the two were compared"):
            merging.apply(ours, merge)
        assert (state(ours), revisions(ours)) == (before, steps)
        merging.compare(ours, merge)
        assert merging.apply(ours, merge).changed
    assert set(spans(ours, bo.id, 1)) == {"hedge"}


class Stop:
    """A progress that stops the work at its n-th report."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, done: int, total: int, text: str) -> None:
        assert total == 0 or done <= total
        self.left -= 1
        if self.left < 0:
            raise Cancelled


def test_stopping_anywhere_leaves_nothing(ours: Project, theirs: Project, tmp_path: Path) -> None:
    annotate.add_span(theirs, ids(theirs)[1], "hedge", [(17, 30)])
    file, before, steps = handed(theirs, tmp_path / "bo.json"), state(ours), revisions(ours)
    stopped = 0

    def attempt(at: int) -> bool:
        stop = Stop(at)
        try:
            with merging.prepare(ours, file, stop) as merge:
                return merging.apply(ours, merge, progress=stop).changed
        except Cancelled:
            return False

    while not attempt(stopped):
        assert (state(ours), revisions(ours)) == (before, steps)
        stopped += 1
    assert stopped > 10
    assert state(ours) != before


def test_the_other_copy_is_gone_from_the_disk_afterwards(
    ours: Project, theirs: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    space = tmp_path / "space"
    space.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(space))
    for name in ("bo.json", "bo.annotator"):
        merge: Merge = merging.prepare(ours, handed(theirs, tmp_path / name))
        assert list(space.iterdir())
        merge.close()
        assert list(space.iterdir()) == []
    (tmp_path / "broken.json").write_text('{"format": "annotator/1", "project"', encoding="utf-8")
    refused(InputError, ours, tmp_path / "broken.json")
    assert list(space.iterdir()) == []


def test_renamed_entities_and_annotators_follow(ours: Project, theirs: Project, tmp_path: Path, bo: Annotator) -> None:
    one = entity_rows(theirs)[0].entity
    editing.edit(theirs, one, replace(one, name="Ines M. Calloway", aliases=("the mayor",)))
    annotate.add_span(theirs, ids(theirs)[1], "hedge", [(17, 30)])
    take(ours, theirs, tmp_path)
    found = linking.entities_by_id(ours, [one.id])[one.id]
    assert (found.name, found.aliases) == ("Ines M. Calloway", ("the mayor",))
    projects.join(theirs, Annotator(bo.id, "Bo L."))
    take(ours, theirs, tmp_path)
    assert {one.name for one in projects.annotators(ours)} == {"Ada Ferris", "Bo L."}


def texts_of(article: Article) -> list[str]:
    return [article.text[start:end] for layer in article.layers for span in layer.spans for start, end in span.segments]


def test_positions_mean_the_same_words_on_both_sides(ours: Project, theirs: Project, tmp_path: Path) -> None:
    annotate.add_span(theirs, ids(theirs)[0], "hedge", [(64, 67), (82, 88)])
    take(ours, theirs, tmp_path)
    assert texts_of(whole(ours, ids(ours)[0])) == texts_of(whole(theirs, ids(theirs)[0]))


def test_a_process_that_is_killed_while_it_merges_leaves_nothing(
    sqlite_project: Project, tmp_path: Path, ada: Annotator, bo: Annotator
) -> None:
    with_articles(sqlite_project, tmp_path / "texts")
    other = handed_over(sqlite_project, tmp_path, bo)
    annotate.add_span(other, ids(other)[1], "hedge", [(17, 30)])
    file, before = handed(other, tmp_path / "bo.json"), state(sqlite_project)
    other.close()
    sqlite_project.close()
    script = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from annotator.core.records import Annotator\n"
        "from annotator.services import merging, projects\n"
        "project = projects.open_project(sys.argv[1], Annotator(sys.argv[3], 'Ada Ferris'))\n"
        "merge = merging.prepare(project, Path(sys.argv[2]))\n"
        "def die(done, total, text):\n"
        "    if text == 'span':\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "merging.apply(project, merge, progress=die)\n"
    )
    arguments = [sys.executable, "-c", script, sqlite_project.name, str(file), ada.id]
    done = subprocess.run(arguments, cwd=Path(__file__).parents[3], capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    again = projects.open_project(sqlite_project.name, ada)
    assert (state(again), checking.check(again)) == (before, [])
    assert merged(again, file).counts["span"].new == 1
    again.close()
