"""Decisions of a reviewer, and the final layer that they build: each one undoable step, on both databases."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from annotator.core.agreement import Measure
from annotator.core.errors import Conflict, ReadOnly, Refused
from annotator.core.records import Annotator, Span
from annotator.services import annotate, exporting, history, importing, layers, linking, projects
from annotator.services.agreement.measuring import agreement
from annotator.services.entities import editing, listing, merging
from annotator.services.projects import scheme
from annotator.services.review import assigning, comments, deciding, final_layer
from annotator.services.review.queue import accept_agreed, decision, waiting_articles
from annotator.store.project import Project
from tests.services.review.reviewed import TEXT, Scene, acting, add_article, make_scene, place


@pytest.fixture
def scene(project: Project, ada: Annotator, bo: Annotator) -> Scene:
    return make_scene(project, ada, bo)


def verdicts(scene: Scene, annotator: Annotator) -> dict[str, str]:
    """The verdicts on the spans of an annotator by their words."""
    return {
        TEXT[span.start : span.end]: one.verdict
        for span in scene.spans(annotator)
        for one in span.decisions
        if not one.stale
    }


def content(span: Span) -> object:
    """All that a copy takes over."""
    links = [(link.entity, link.role, link.mention, link.cue) for link in span.links]
    return span.tag, span.segments, links, span.attributes, span.note, span.unsure


def test_an_accepted_span_is_copied_with_all_that_it_has_and_where_it_comes_from(scene: Scene) -> None:
    for tag in ("quote", "opinion"):
        span = scene.span(scene.bo, tag)
        deciding.decide(scene.project, [span])
        copy = scene.span(None, tag)
        assert content(copy) == content(span)
        assert copy.origin == {"span": span.id, "layer": scene.bo.id, "how": "accepted", "by": scene.ada.id}
        (decided,) = scene.span(scene.bo, tag).decisions
        assert (decided.by, decided.verdict, decided.stale) == (scene.ada.id, "accepted", False)
    assert scene.layer(None).kind == "final"


def test_each_decision_is_one_step_that_is_undone_and_redone(scene: Scene) -> None:
    mine, theirs = scene.span(scene.ada, "claim"), scene.span(scene.bo, "claim")
    steps = len(history.rows(scene.project))
    deciding.decide(scene.project, [theirs], [mine])
    assert len(history.rows(scene.project)) == steps + 1
    assert scene.final() == [("claim", "forty million crowns")]
    assert verdicts(scene, scene.bo) == {"forty million crowns": "accepted"}
    assert verdicts(scene, scene.ada) == {"forty million": "rejected"}
    history.undo(scene.project)
    assert (scene.final(), verdicts(scene, scene.bo), verdicts(scene, scene.ada)) == ([], {}, {})
    history.redo(scene.project)
    assert scene.final() == [("claim", "forty million crowns")]


def test_deciding_again_replaces_the_decision_and_what_it_did(scene: Scene) -> None:
    mine, theirs = scene.span(scene.ada, "claim"), scene.span(scene.bo, "claim")
    deciding.decide(scene.project, [theirs], [mine])
    deciding.decide(scene.project, [mine], [theirs])
    assert scene.final() == [("claim", "forty million")]
    assert len(scene.span(scene.bo, "claim").decisions) == 1
    deciding.decide(scene.project, [mine, theirs])
    assert scene.final() == [("claim", "forty million"), ("claim", "forty million crowns")]
    deciding.decide(scene.project, [], [mine, theirs])
    assert scene.final() == []
    assert verdicts(scene, scene.bo) == {"forty million crowns": "rejected"}


def test_a_decision_that_is_there_already_is_no_step(scene: Scene) -> None:
    theirs = scene.span(scene.bo, "claim")
    deciding.decide(scene.project, [theirs])
    steps = len(history.rows(scene.project))
    deciding.decide(scene.project, [scene.span(scene.bo, "claim")])
    assert len(history.rows(scene.project)) == steps


def test_two_spans_that_differ_in_their_entity_become_one_with_both_links(scene: Scene) -> None:
    project = scene.project
    with acting(project, scene.bo):
        linking.link_new(project, scene.span(scene.bo, "quote").id, "Ferry Board", "organisation")
    deciding.decide(project, [scene.span(scene.ada, "quote"), scene.span(scene.bo, "quote")])
    (copy,) = scene.spans(None)
    names = linking.entities_by_id(project, [link.entity for link in copy.links])
    assert [names[link.entity].name for link in copy.links] == ["Ines Calloway", "Ferry Board"]
    deciding.decide(project, [scene.span(scene.bo, "quote")], [scene.span(scene.ada, "quote")])
    (copy,) = scene.spans(None)
    assert [names[link.entity].name for link in copy.links] == ["Ferry Board"]


def test_what_is_edited_before_it_is_accepted_is_a_change_of_the_copy_only(scene: Scene) -> None:
    project, span = scene.project, scene.span(scene.bo, "claim")
    tags = {tag.id: tag for tag in scheme(project)}
    edited = final_layer.retagged(span, tags["claim"], tags["opinion"])
    segments = (place(" may cost forty million crowns"),)
    edited = replace(edited, segments=segments, attributes={"polarity": "negative"}, note="  the council's  ")
    deciding.accept_changed(project, span, edited, [scene.span(scene.ada, "claim")])
    assert scene.final() == [("opinion", "may cost forty million crowns")]
    (copy,) = scene.spans(None)
    assert (copy.attributes, copy.note) == ({"polarity": "negative"}, "the council's")
    assert copy.origin == {"span": span.id, "layer": scene.bo.id, "how": "changed", "by": scene.ada.id}
    assert content(scene.span(scene.bo, "claim")) == content(span)
    assert verdicts(scene, scene.bo) == {"forty million crowns": "changed"}
    history.undo(project)
    assert (scene.final(), verdicts(scene, scene.bo)) == ([], {})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"tag": "rumour"}, "no tag"),
        ({"attributes": {"colour": "red"}}, "no attribute"),
        ({"segments": ()}, "at least"),
    ],
)
def test_an_edited_copy_that_is_no_span_is_refused(scene: Scene, changes: dict[str, object], reason: str) -> None:
    span = scene.span(scene.bo, "claim")
    with pytest.raises(Refused, match=reason):
        deciding.accept_changed(scene.project, span, replace(span, **changes))  # type: ignore[arg-type]
    assert (scene.final(), verdicts(scene, scene.bo)) == ([], {})


def test_a_span_that_changed_after_its_decision_asks_for_a_new_one(scene: Scene) -> None:
    project = scene.project
    deciding.decide(project, [scene.span(scene.bo, "opinion")])
    assert scene.item("“A shame,”").state == "decided"
    with acting(project, scene.bo):
        annotate.set_note(project, scene.span(scene.bo, "opinion").id, "of the editors")
    (decided,) = scene.span(scene.bo, "opinion").decisions
    assert (decided.verdict, decided.stale) == ("accepted", True)
    assert scene.item("“A shame,”").state == "changed since"
    deciding.decide(project, [scene.span(scene.bo, "opinion")])
    assert scene.item("“A shame,”").state == "decided"
    assert scene.span(None, "opinion").note == "of the editors"


def test_a_changed_link_is_a_change_of_the_span(scene: Scene) -> None:
    project = scene.project
    deciding.decide(project, [scene.span(scene.bo, "quote")])
    with acting(project, scene.bo):
        linking.unlink(project, scene.span(scene.bo, "quote").id)
    assert [one.stale for one in scene.span(scene.bo, "quote").decisions] == [True]


def test_nobody_decides_on_what_they_have_not_seen(scene: Scene) -> None:
    project, seen = scene.project, scene.span(scene.bo, "opinion")
    with acting(project, scene.bo):
        annotate.retag(project, [seen.id], "claim")
    with pytest.raises(Conflict, match="changed meanwhile"):
        deciding.decide(project, [seen])
    with acting(project, scene.bo):
        annotate.delete_spans(project, [seen.id])
    with pytest.raises(Refused, match="any more"):
        deciding.decide(project, [seen])
    assert scene.final() == []


def test_spans_of_a_layer_that_is_done_are_decided_on(scene: Scene) -> None:
    with acting(scene.project, scene.bo):
        layers.set_status(scene.project, scene.article, "done")
    deciding.decide(scene.project, [scene.span(scene.bo, "opinion")])
    assert scene.final() == [("opinion", "“A shame,”")]


def test_a_final_layer_that_is_done_is_closed(scene: Scene) -> None:
    project = scene.project
    deciding.decide(project, [scene.span(scene.bo, "opinion")])
    layers.set_status(project, scene.article, "done", final=True)
    with pytest.raises(ReadOnly, match="final layer"):
        deciding.decide(project, [scene.span(scene.bo, "claim")])
    with pytest.raises(ReadOnly, match="final layer"):
        deciding.decide(project, [], [scene.span(scene.bo, "opinion")])
    steps = len(history.rows(project))
    without_a_copy = scene.span(scene.bo, "claim")
    with pytest.raises(ReadOnly, match="final layer"):
        deciding.decide(project, [], [without_a_copy])
    assert (len(history.rows(project)), scene.span(scene.bo, "claim").decisions) == (steps, ())
    assert scene.final() == [("opinion", "“A shame,”")]
    layers.set_status(project, scene.article, "in progress", final=True)
    deciding.decide(project, [], [scene.span(scene.bo, "opinion")])
    assert scene.final() == []


def test_all_that_agree_are_accepted_as_one_step(scene: Scene) -> None:
    review = scene.review()
    assert [sorted(item.kinds) for item in review.items] == [["same"], ["tag"], ["boundary"], ["only there"]]
    steps = len(history.rows(scene.project))
    assert accept_agreed(scene.project, review) == 1
    assert len(history.rows(scene.project)) == steps + 1
    assert scene.final() == [("quote", "“The bridge stays closed,”")]
    assert [item.state for item in scene.review().items] == ["decided", "open", "open", "open"]
    (copy,) = scene.spans(None)
    assert len(copy.links) == 1
    assert accept_agreed(scene.project, scene.review()) == 0
    assert len(history.rows(scene.project)) == steps + 1


def test_one_colleague_is_reviewed_without_a_layer_of_ones_own(scene: Scene) -> None:
    project = scene.project
    cem = Annotator("7d6f6f6e-63ee-4c55-a5ee-0d47b3ee0001", "Cem Aydin")
    with acting(project, cem):
        review = scene.review(scene.bo.id)
        assert [item.kinds for item in review.items] == [{"only there"}] * 4
        for item in review.items:
            deciding.decide(project, list(item.spans.values()))
        assert scene.review(scene.bo.id).open == 0
        assert waiting_articles(project, [scene.bo.id]) == []
    assert [tag for tag, _words in scene.final()] == ["quote", "hedge", "claim", "opinion"]
    assert waiting_articles(project, [scene.bo.id]) == [scene.article]


def test_an_article_waits_as_long_as_a_span_waits(scene: Scene) -> None:
    project, both = scene.project, [scene.ada.id, scene.bo.id]
    other = add_article(project, "The ferry")
    assert waiting_articles(project, both) == [scene.article]
    with acting(project, scene.bo):
        annotate.add_span(project, other, "claim", [place("The ferry runs every hour")])
    assert waiting_articles(project, both) == [scene.article, other]
    for item in scene.review().items:
        deciding.decide(project, list(item.spans.values()))
    assert waiting_articles(project, both) == [other]
    with acting(project, scene.bo):
        annotate.set_unsure(project, scene.span(scene.bo, "claim").id, True)
    assert waiting_articles(project, both) == [scene.article, other]


def test_the_final_layer_is_compared_and_changed_like_any_other(scene: Scene) -> None:
    project = scene.project
    key = final_layer.add(project, scene.article, "claim", [place("The ferry runs every hour")])
    deciding.decide(project, [scene.span(scene.bo, "opinion")])
    assert [(sorted(item.kinds), item.state) for item in scene.final_review().items] == [
        (["only there"], "open"), (["only there"], "open"), (["only there"], "open"), (["same"], "decided"),
        (["only here"], "decided"),
    ]  # fmt: skip
    made = scene.span(None, "claim")
    assert (made.id, made.origin) == (key, {"how": "made", "by": scene.ada.id})
    final_layer.edit(project, made, replace(made, segments=(place("every hour"),), note="stated as a fact"))
    linking.link_new(project, key, "Harbour Post", "publication")
    annotate.set_unsure(project, key, True)
    assert scene.final() == [("opinion", "“A shame,”"), ("claim", "every hour")]
    changed = scene.span(None, "claim")
    assert (changed.note, changed.unsure, len(changed.links)) == ("stated as a fact", True, 1)
    for _step in ("unsure", "link", "edit", "accept"):
        history.undo(project)
    assert scene.final() == [("claim", "The ferry runs every hour")]


def test_a_copy_that_is_rejected_in_the_final_layer_is_rejected_where_it_comes_from(scene: Scene) -> None:
    deciding.decide(scene.project, [scene.span(scene.bo, "opinion")])
    deciding.decide(scene.project, [], [scene.span(None, "opinion")])
    assert scene.final() == []
    assert verdicts(scene, scene.bo) == {"“A shame,”": "rejected"}


def test_a_span_that_changed_is_compared_with_its_copy_and_accepted_anew_or_not(scene: Scene) -> None:
    project, claim = scene.project, scene.span(scene.bo, "claim")
    deciding.decide(project, [claim])
    with acting(project, scene.bo):
        annotate.set_segments(project, claim.id, [place("cost forty million crowns")])
    deciding.decide(project, [scene.span(None, "claim")], [scene.span(scene.bo, "claim")])
    assert (scene.final(), verdicts(scene, scene.bo)) == (
        [("claim", "forty million crowns")], {"cost forty million crowns": "rejected"},
    )  # fmt: skip
    deciding.decide(project, [scene.span(scene.bo, "claim")], [scene.span(None, "claim")])
    assert (scene.final(), verdicts(scene, scene.bo)) == (
        [("claim", "cost forty million crowns")], {"cost forty million crowns": "accepted"},
    )  # fmt: skip


def test_a_copy_outlives_the_span_that_it_is_a_copy_of(scene: Scene) -> None:
    project, opinion = scene.project, scene.span(scene.bo, "opinion")
    deciding.decide(project, [opinion])
    with acting(project, scene.bo):
        annotate.delete_spans(project, [opinion.id])
    assert scene.final() == [("opinion", "“A shame,”")]
    deciding.decide(project, [], [scene.span(None, "opinion")])
    assert scene.final() == []


def test_two_reviewers_decide_each_for_themselves(scene: Scene) -> None:
    project = scene.project
    deciding.decide(project, [scene.span(scene.bo, "claim")])
    with acting(project, scene.bo):
        deciding.decide(project, [], [scene.span(scene.bo, "claim")])
    claim = scene.span(scene.bo, "claim")
    made = {one.by: one.verdict for one in claim.decisions}
    assert made == {scene.ada.id: "accepted", scene.bo.id: "rejected"}
    assert decision(claim, scene.ada.id) != decision(claim, scene.bo.id)
    assert scene.final() == []


def test_the_review_travels_with_the_project(scene: Scene, tmp_path: Path, ada: Annotator) -> None:
    project, opinion = scene.project, scene.span(scene.bo, "opinion")
    deciding.decide(project, [scene.span(scene.bo, "claim")], [opinion])
    comments.add(project, opinion.id, "Whose?")
    assigning.assign(project, [scene.article], [scene.bo.id])
    exporting.export_file(project, tmp_path / "news.json", "json")
    other = projects.create(str(tmp_path / "other.annotator"), ada)
    importing.import_files(other, [tmp_path / "news.json"])
    copied = Scene(other, scene.ada, scene.bo, scene.article)
    for layer in (None, scene.bo):
        assert [replace(span, extra={}) for span in copied.spans(layer)] == scene.spans(layer)
    assert [item.state for item in copied.review().items] == [item.state for item in scene.review().items]
    assert assigning.assigned(other, [scene.article]) == {scene.article: [scene.bo.id]}
    other.close()


def test_the_names_of_whoever_was_merged_into_an_entity_are_its_own(scene: Scene) -> None:
    """What one annotator merged, the other one's entity of that name is the same as, in the review and in figures."""
    project, ada = scene.project, scene.ada
    theirs = scene.span(scene.bo, "quote").links[0].entity
    entity = listing.find(project, theirs).entity
    editing.edit(project, entity, replace(entity, name="The mayor"))
    assert scene.item("“The bridge stays closed,”").kinds == {"entity"}
    assert figure(scene, "entity accuracy") == 0
    alias = linking.create_entity(project, "The mayor")
    mine = scene.span(ada, "quote").links[0].entity
    merging.merge(project, merging.preview(project, [alias], mine))
    assert scene.item("“The bridge stays closed,”").is_agreed
    assert figure(scene, "entity accuracy") == 1
    assert accept_agreed(project, scene.review()) == 1
    assert [link.entity for link in scene.span(None, "quote").links] == [mine]
    merging.unmerge(project, alias)
    assert scene.item("“The bridge stays closed,”").kinds == {"entity"}


def figure(scene: Scene, measure: Measure) -> float | None:
    found = agreement(scene.project, [scene.ada.id, scene.bo.id]).overall.figure(measure)
    assert found is not None
    return found.value
