"""Comments on spans, and answers to them, on both databases."""

from __future__ import annotations

import pytest

from annotator.core.errors import Refused
from annotator.core.records import Annotator, Comment
from annotator.services import history, layers
from annotator.services.review import comments
from annotator.store.project import Project
from tests.services.review.reviewed import Scene, acting, make_scene


@pytest.fixture
def scene(project: Project, ada: Annotator, bo: Annotator) -> Scene:
    return make_scene(project, ada, bo)


def said(scene: Scene) -> list[Comment]:
    return list(scene.span(scene.bo, "opinion").comments)


def test_a_comment_on_anybodys_span_is_answered_and_changes_no_span(scene: Scene) -> None:
    project, span = scene.project, scene.span(scene.bo, "opinion")
    with acting(project, scene.bo):
        layers.set_status(project, scene.article, "done")
    asked = comments.add(project, span.id, "  Whose opinion\r\nis it? ")
    with acting(project, scene.bo):
        answer = comments.add(project, span.id, "The paper's.", answers=asked)
    first, second = said(scene)
    assert (first.id, first.by, first.text, first.answers) == (asked, scene.ada.id, "Whose opinion\nis it?", None)
    assert (second.id, second.by, second.text, second.answers) == (answer, scene.bo.id, "The paper's.", asked)
    assert scene.span(scene.bo, "opinion").updated == span.updated


def test_each_verb_is_one_step_that_is_undone(scene: Scene) -> None:
    project, span = scene.project, scene.span(scene.bo, "opinion").id
    key = comments.add(project, span, "Is it?")
    comments.edit(project, key, "It is.")
    comments.delete(project, key)
    seen = [[one.text for one in said(scene)]]
    for _step in ("delete", "edit", "add"):
        history.undo(project)
        seen.append([one.text for one in said(scene)])
    assert seen == [[], ["It is."], ["Is it?"], []]


def test_a_comment_belongs_to_whoever_wrote_it(scene: Scene) -> None:
    project, span = scene.project, scene.span(scene.bo, "opinion").id
    key = comments.add(project, span, "Is it?")
    with acting(project, scene.bo):
        for change in (lambda: comments.edit(project, key, "It is."), lambda: comments.delete(project, key)):
            with pytest.raises(Refused, match="another annotator's"):
                change()
        comments.add(project, span, "It is.", answers=key)
    with pytest.raises(Refused, match="was answered"):
        comments.delete(project, key)
    assert [one.text for one in said(scene)] == ["Is it?", "It is."]


def test_what_is_no_comment_is_refused(scene: Scene) -> None:
    project, opinion = scene.project, scene.span(scene.bo, "opinion").id
    key = comments.add(project, opinion, "Is it?")
    with pytest.raises(Refused, match="needs words"):
        comments.add(project, opinion, " \n ")
    with pytest.raises(Refused, match="another span"):
        comments.add(project, scene.span(scene.bo, "claim").id, "It is.", answers=key)
    with pytest.raises(Refused, match="span is not in the project"):
        comments.add(project, "nothing", "It is.")
    with pytest.raises(Refused, match="comment is not in the project"):
        comments.edit(project, "nothing", "It is.")
    assert [one.text for one in said(scene)] == ["Is it?"]
