"""Reviewers, and whoever is reviewed, at the same moment on PostgreSQL: a clash is told, never silently overwritten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
import sqlalchemy as sa

from annotator.core.errors import Conflict, ReadOnly
from annotator.core.ids import new_id
from annotator.core.records import Annotator
from annotator.services import annotate, history, layers, linking, projects
from annotator.services.entities import links
from annotator.services.entities.known import KnownEntities
from annotator.services.review import deciding as reviewing
from annotator.services.review import final_layer
from annotator.store import tables
from annotator.store.intake import layer_id
from annotator.store.project import Project
from tests.postgres import Server
from tests.services.review.reviewed import Scene, make_scene
from tests.store.test_two_at_once import Doing


@pytest.fixture
def scene(postgres_server: Server, ada: Annotator, bo: Annotator) -> Iterator[Scene]:
    """A project on a server, in which Ada acts."""
    made = projects.create(postgres_server.new_database(), ada, "News")
    yield make_scene(made, ada, bo)
    made.close()


@pytest.fixture
def theirs(scene: Scene, bo: Annotator) -> Iterator[Project]:
    """The same project, in which Bo acts."""
    opened = projects.open_project(scene.project.name, bo)
    yield opened
    opened.close()


def test_two_reviewers_who_accept_one_span_at_once_make_one_copy(scene: Scene, theirs: Project) -> None:
    reviewing.decide(scene.project, [scene.span(scene.ada, "claim")])
    claim = scene.span(scene.bo, "claim")
    with theirs.write("accept span") as writing:
        layer = writing.session.get_one(tables.Layer, layer_id(scene.article, scene.bo.id))
        target = layers.final_layer(writing, scene.article)
        final_layer.Copying(writing, layer, target, None, scene.bo.id).put(claim)
        writing.session.flush()
        accepting = Doing(lambda: reviewing.decide(scene.project, [claim]))
        accepting.waits(theirs)
    assert accepting.end() is None
    assert scene.final() == [("claim", "forty million"), ("claim", "forty million crowns")]


def test_nothing_comes_into_a_final_layer_while_somebody_says_that_it_is_done(scene: Scene, theirs: Project) -> None:
    reviewing.decide(scene.project, [scene.span(scene.bo, "opinion")])
    claim, copy = scene.span(scene.bo, "claim"), scene.span(None, "opinion")
    for action in (
        lambda: reviewing.decide(scene.project, [claim]),
        lambda: annotate.set_unsure(scene.project, copy.id, True),
        lambda: annotate.delete_spans(scene.project, [copy.id]),
    ):
        with theirs.write("mark final layer as done") as writing:
            writing.session.get_one(tables.Layer, layer_id(scene.article, None)).status = "done"
            writing.session.flush()
            doing = Doing(action)
            doing.waits(theirs)
        assert isinstance(doing.end(), ReadOnly)
        layers.set_status(theirs, scene.article, "in progress", final=True)
    assert scene.spans(None) == [copy]


def test_a_span_that_changes_while_it_is_decided_on_asks_for_a_new_decision(scene: Scene, theirs: Project) -> None:
    claim = scene.span(scene.bo, "claim")
    with theirs.write("re-anchor span") as writing:
        row = writing.session.get_one(tables.Span, claim.id)
        row.note = "of last year"
        writing.session.flush()
        reviewing.decide(scene.project, [claim])
    changed = scene.span(scene.bo, "claim")
    assert (changed.note, [one.stale for one in changed.decisions]) == ("of last year", [True])


def test_a_span_that_goes_while_it_is_decided_on_is_a_conflict(scene: Scene, theirs: Project) -> None:
    claim = scene.span(scene.bo, "claim")
    with theirs.write("delete span") as writing:
        writing.bulk_delete("span", [claim.id])
        deciding = Doing(lambda: reviewing.decide(scene.project, [claim]))
        deciding.waits(theirs)
    assert isinstance(deciding.end(), Conflict)
    assert scene.final() == []
    assert history.undo(theirs) == "delete span"
    assert scene.span(scene.bo, "claim").decisions == ()


def test_what_is_being_written_by_hand_in_the_final_layer_is_not_overwritten(scene: Scene, theirs: Project) -> None:
    reviewing.decide(scene.project, [scene.span(scene.bo, "claim")])
    claim, copy = scene.span(scene.bo, "claim"), scene.span(None, "claim")
    for number, action in enumerate((
        lambda: reviewing.decide(scene.project, [claim]),
        lambda: reviewing.decide(scene.project, [], [claim]),
        lambda: reviewing.decide(scene.project, [], [copy]),
        lambda: final_layer.edit(scene.project, copy, replace(copy, unsure=True)),
    )):  # fmt: skip
        with theirs.write("edit note") as writing:
            layers.change(theirs, layers.own_span(theirs, writing, copy.id), note=f"by hand {number}")
            writing.session.flush()
            doing = Doing(action)
            doing.waits(theirs)
        assert isinstance(doing.end(), Conflict)
        assert [span.note for span in scene.spans(None)] == [f"by hand {number}"]
        history.undo(theirs)


def test_a_link_that_is_led_elsewhere_does_not_go_with_the_entity_that_it_led_to(scene: Scene, theirs: Project) -> None:
    link = scene.span(scene.bo, "quote").links[0]
    other = linking.create_entity(scene.project, "The clerk")
    with theirs.write("link") as writing:
        writing.session.get_one(tables.Link, link.id).entity_id = other
        writing.session.flush()
        deleting = Doing(lambda: links.delete(scene.project, link.entity, unlink=True))
        deleting.waits(theirs)
    assert deleting.end() is None
    assert [one.entity for one in scene.span(scene.bo, "quote").links] == [other]


def test_an_entity_is_known_also_where_its_revision_came_late(scene: Scene, theirs: Project) -> None:
    known = KnownEntities(scene.project)

    def meanwhile(_session: object) -> None:
        linking.create_entity(scene.project, "Tomas Venn")
        known.refresh()

    with theirs.write("create entity") as writing:
        writing.session.add(tables.Entity(id=new_id(), name="Orla Venn"))
        # Its revision has a number by then, and that of the other one is higher.
        sa.event.listen(writing.session, "before_commit", meanwhile)
    assert (len(known.called("Tomas Venn", None)), len(known.called("Orla Venn", None))) == (1, 0)
    known.refresh()
    assert len(known.called("Orla Venn", None)) == 1
