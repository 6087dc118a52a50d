"""The final layer is several reviewers' work: no decision overwrites what somebody wrote there by hand unseen."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.core.errors import Conflict, ReadOnly, Refused
from annotator.core.ids import new_id
from annotator.core.records import Annotator, Layer, Span
from annotator.services import annotate, articles, checking, history, layers, linking, projects
from annotator.services.history import StepConflict
from annotator.services.placing import IDENTICAL
from annotator.services.review import deciding, final_layer
from annotator.services.review.queue import accept_agreed
from annotator.store.project import Project
from tests.services.review.reviewed import Scene, acting, make_scene, place

BY_HAND = "as the minutes have it"


@pytest.fixture
def scene(project: Project, ada: Annotator, bo: Annotator) -> Scene:
    return make_scene(project, ada, bo)


def notes(scene: Scene) -> list[str]:
    return [span.note for span in scene.spans(None)]


def edit_copy(scene: Scene, tag: str) -> None:
    copy = scene.span(None, tag)
    final_layer.edit(scene.project, copy, replace(copy, note=BY_HAND))


def test_a_decision_does_not_overwrite_what_another_reviewer_wrote_unseen(scene: Scene) -> None:
    project = scene.project
    with acting(project, scene.bo):
        deciding.accept_changed(
            project, scene.span(scene.bo, "claim"), replace(scene.span(scene.bo, "claim"), note=BY_HAND)
        )
    claim, mine = scene.span(scene.bo, "claim"), scene.span(scene.ada, "claim")
    for decide in (
        lambda: deciding.decide(project, [claim], [mine]),
        lambda: deciding.decide(project, [mine], [claim]),
        lambda: deciding.accept_changed(project, claim, replace(claim, note="other")),
    ):
        with pytest.raises(Conflict, match="changed the copy of this span in the final layer"):
            decide()
        assert notes(scene) == [BY_HAND]
        assert [one.by for one in scene.span(scene.bo, "claim").decisions] == [scene.bo.id]
    deciding.decide(project, [claim], [scene.span(None, "claim")])
    assert notes(scene) == [""]


def test_what_agrees_is_not_accepted_over_what_was_written_by_hand(scene: Scene) -> None:
    project = scene.project
    for who in (scene.bo, scene.ada):
        with acting(project, who):
            deciding.decide(project, [scene.span(scene.ada, "quote")])
            edit_copy(scene, "quote")
        assert accept_agreed(project, scene.review()) == 0
        assert notes(scene) == [BY_HAND]
        with acting(project, who):
            deciding.decide(project, [], [scene.span(None, "quote")])
        assert notes(scene) == []
    assert accept_agreed(project, scene.review()) == 1
    assert notes(scene) == [""]


@pytest.mark.parametrize(
    "change",
    [
        lambda project, copy: final_layer.edit(project, copy, replace(copy, note=BY_HAND)),
        lambda project, copy: final_layer.edit(project, copy, replace(copy, links=())),
        lambda project, copy: annotate.set_note(project, copy.id, BY_HAND),
        lambda project, copy: annotate.set_unsure(project, copy.id, True),
        lambda project, copy: annotate.set_segments(project, copy.id, [place("stays closed")]),
        lambda project, copy: annotate.retag(project, [copy.id], "claim"),
        lambda project, copy: linking.unlink(project, copy.id),
        lambda project, copy: linking.drop_part(project, copy.links[0].id, "cue"),
    ],
)
def test_whoever_changes_a_copy_by_hand_is_named_in_it(scene: Scene, change: Callable[[Project, Span], object]) -> None:
    project = scene.project
    deciding.decide(project, [scene.span(scene.ada, "quote")])
    (copy,) = scene.spans(None)
    assert copy.origin is not None
    with acting(project, scene.bo):
        change(project, copy)
        assert scene.spans(None)[0].origin == {**copy.origin, "how": "changed", "by": scene.bo.id}
        history.undo(project)
    assert [replace(span, updated=copy.updated) for span in scene.spans(None)] == [copy]


def test_a_change_of_a_copy_that_changes_nothing_is_no_step(scene: Scene) -> None:
    project = scene.project
    deciding.decide(project, [scene.span(scene.ada, "quote")])
    (copy,) = scene.spans(None)
    steps = len(history.rows(project))
    annotate.set_note(project, copy.id, copy.note)
    annotate.set_unsure(project, copy.id, copy.unsure)
    annotate.set_segments(project, copy.id, copy.segments)
    final_layer.edit(project, copy, copy)
    assert (scene.spans(None), len(history.rows(project))) == ([copy], steps)


def test_two_edits_of_the_links_of_one_copy_are_a_conflict(scene: Scene) -> None:
    project = scene.project
    deciding.decide(project, [scene.span(scene.ada, "quote")])
    (seen,) = scene.spans(None)
    council, post = (linking.create_entity(project, name) for name in ("The council", "Harbour Post"))
    final_layer.edit(project, seen, replace(seen, links=(replace(seen.links[0], entity=council),)))
    with pytest.raises(Conflict, match="changed meanwhile"):
        final_layer.edit(project, seen, replace(seen, links=(replace(seen.links[0], entity=post),)))
    assert [link.entity for link in scene.spans(None)[0].links] == [council]


def test_spans_that_became_one_in_the_final_layer_become_two_again(scene: Scene) -> None:
    project = scene.project
    theirs = scene.span(scene.bo, "quote")
    with acting(project, scene.bo):
        linking.link_new(project, theirs.id, "Harbour Post", "publication")
    deciding.decide(project, [scene.span(scene.ada, "quote"), scene.span(scene.bo, "quote")])
    assert [len(span.links) for span in scene.spans(None)] == [2]
    with acting(project, scene.bo):
        annotate.set_segments(project, theirs.id, [place("“The bridge stays")])
    deciding.decide(project, [scene.span(scene.bo, "quote")])
    assert scene.final() == [("quote", "“The bridge stays"), ("quote", "“The bridge stays closed,”")]
    assert [link.entity for link in scene.spans(None)[0].links] == [
        link.entity for link in scene.span(scene.bo, "quote").links
    ]


def test_a_decision_is_undone_also_after_its_span_changed(scene: Scene) -> None:
    project = scene.project
    deciding.decide(project, [scene.span(scene.bo, "claim")])
    with acting(project, scene.bo):
        annotate.set_segments(project, scene.span(scene.bo, "claim").id, [place("cost forty million crowns")])
    changed = scene.span(scene.bo, "claim")
    history.undo(project)
    assert (scene.final(), scene.span(scene.bo, "claim")) == ([], replace(changed, decisions=()))
    history.redo(project)
    assert scene.final() == [("claim", "forty million crowns")]
    assert [one.stale for one in scene.span(scene.bo, "claim").decisions] == [True]


def test_a_decision_is_not_undone_over_what_was_written_by_hand_since(scene: Scene) -> None:
    project = scene.project
    deciding.decide(project, [scene.span(scene.bo, "claim")])
    with acting(project, scene.bo):
        edit_copy(scene, "claim")
    with pytest.raises(StepConflict, match="changed since"):
        history.undo(project)
    assert notes(scene) == [BY_HAND]


def test_a_decision_over_ones_own_edit_gives_the_edit_back_by_undo(scene: Scene) -> None:
    project = scene.project
    deciding.decide(project, [scene.span(scene.bo, "claim")])
    edit_copy(scene, "claim")
    (edited,) = scene.spans(None)
    deciding.decide(project, [scene.span(scene.bo, "claim")])
    assert notes(scene) == [""]
    history.undo(project)
    assert [replace(span, updated=edited.updated) for span in scene.spans(None)] == [edited]


def test_spans_of_a_final_layer_that_is_done_stay_as_they_are(scene: Scene) -> None:
    project = scene.project
    deciding.decide(project, [scene.span(scene.ada, "quote")])
    (copy,) = scene.spans(None)
    layers.set_status(project, scene.article, "done", final=True)
    for change in (
        lambda: final_layer.add(project, scene.article, "claim", [place("forty")]),
        lambda: final_layer.edit(project, copy, replace(copy, note=BY_HAND)),
        lambda: annotate.delete_spans(project, [copy.id]),
        lambda: linking.unlink(project, copy.id),
        lambda: deciding.decide(project, [], [scene.span(scene.ada, "quote")]),
        lambda: deciding.decide(project, [scene.span(scene.bo, "claim")]),
    ):
        with pytest.raises(ReadOnly, match="final layer of this article is done"):
            change()
    assert scene.spans(None) == [copy]


STEPS = st.tuples(
    st.booleans(),
    st.sampled_from(["accept", "reject", "both", "edited", "by hand", "theirs", "agreed"]),
    st.integers(0, 5),
)
"""Whether Bo does it, and not Ada; what is done; and on which."""


@settings(max_examples=15)
@given(st.lists(STEPS, max_size=10))
def test_decisions_of_two_reviewers_followed_by_undo_are_the_identity(steps: list[tuple[bool, str, int]]) -> None:
    """Each takes their own steps back, the newest of both first, whatever the other one did in between."""
    ada, bo = Annotator(new_id(), "Ada Ferris"), Annotator(new_id(), "Bo Lindqvist")
    with tempfile.TemporaryDirectory() as folder:
        project = projects.create(str(Path(folder) / "news.annotator"), ada, "News")
        scene = make_scene(project, ada, bo)
        before, made, refused = contents(scene), list[Annotator](), set[str]()
        for is_bo, step, number in steps:
            who = bo if is_bo else ada
            done = len(history.rows(project))
            with acting(project, who):
                try:
                    take(scene, step, number)
                except (Conflict, Refused) as error:
                    refused.add(str(error))
            made += [who] * (len(history.rows(project)) - done)
            assert checking.check(project) == []
        assert refused <= {final_layer.EDITED, IDENTICAL}
        for who in reversed(made):
            with acting(project, who):
                history.undo(project)
        assert contents(scene) == before
        project.close()


def take(scene: Scene, step: str, number: int) -> None:
    """Take a step in the review, on one of the items that there are then."""
    project, review = scene.project, scene.review()
    item = review.items[number % len(review.items)]
    first, *others = item.spans.values()
    final = scene.spans(None)
    match step:
        case "accept":
            deciding.decide(project, [first], others)
        case "reject":
            deciding.decide(project, [], list(item.spans.values()))
        case "both":
            deciding.decide(project, list(item.spans.values()))
        case "edited":
            deciding.accept_changed(project, first, replace(first, note=f"edited {number}"), others)
        case "by hand" if final:
            copy = final[number % len(final)]
            final_layer.edit(project, copy, replace(copy, unsure=not copy.unsure, links=copy.links[1:]))
        case "theirs":
            own = scene.spans(project.acting)
            annotate.set_note(project, own[number % len(own)].id, f"mine {number}")
        case "agreed":
            accept_agreed(project, review)


def contents(scene: Scene) -> list[Layer]:
    """All layers, without the moments of the last changes, and what follows from these."""
    return [
        replace(layer, spans=tuple(
            replace(
                span, updated=span.created, decisions=tuple(replace(one, stale=False) for one in span.decisions)
            )
            for span in layer.spans
        ))
        for layer in articles.whole_article(scene.project, scene.article).layers
    ]  # fmt: skip
