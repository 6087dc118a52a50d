"""A review that travels: the reviewer's export is merged by the colleague, who answers, and the answer comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.core.records import Annotator
from annotator.services import annotate, exporting, merging, projects
from annotator.services.review import comments, deciding
from annotator.services.review.queue import accept_agreed
from annotator.store.project import Project
from tests.services.review.reviewed import Scene, make_scene


@pytest.fixture
def at_bos(sqlite_project: Project, tmp_path: Path, ada: Annotator, bo: Annotator) -> Iterator[tuple[Scene, Scene]]:
    """What Ada has, and the same project as Bo has it, in a file of his own."""
    scene = make_scene(sqlite_project, ada, bo)
    projects.save_copy(sqlite_project, tmp_path / "bo.annotator")
    copy = projects.open_project(str(tmp_path / "bo.annotator"), bo)
    yield scene, Scene(copy, ada, bo, scene.article)
    copy.close()


def send(source: Scene, target: Scene, folder: Path) -> None:
    """Export what the one has, and let the other merge it."""
    exporting.export_file(source.project, folder / "sent.json", "json")
    with merging.prepare(target.project, folder / "sent.json") as merge:
        assert merge.preview.clashes == ()
        merging.apply(target.project, merge)


def test_a_review_goes_to_the_colleague_and_their_answer_comes_back(
    at_bos: tuple[Scene, Scene], tmp_path: Path
) -> None:
    adas, bos = at_bos
    ada, bo = adas.ada, adas.bo
    accept_agreed(adas.project, adas.review())
    opinion = adas.span(bo, "opinion")
    deciding.decide(adas.project, [], [opinion])
    asked = comments.add(adas.project, opinion.id, "Whose opinion is it?")
    send(adas, bos, tmp_path)
    assert [(one.by, one.verdict, one.stale) for one in bos.span(bo, "opinion").decisions] == [
        (ada.id, "rejected", False)
    ]  # fmt: skip
    assert [one.text for one in bos.span(bo, "opinion").comments] == ["Whose opinion is it?"]
    assert bos.final() == adas.final() == [("quote", "“The bridge stays closed,”")]
    comments.add(bos.project, opinion.id, "The paper's: the note says so now.", answers=asked)
    annotate.set_note(bos.project, opinion.id, "the paper's own")
    assert [one.stale for one in bos.span(bo, "opinion").decisions] == [True]
    send(bos, adas, tmp_path)
    seen = adas.span(bo, "opinion")
    assert (seen.note, [one.answers for one in seen.comments]) == ("the paper's own", [None, asked])
    assert [item.state for item in adas.review().items] == ["decided", "open", "open", "changed since"]
    deciding.decide(adas.project, [seen])
    send(adas, bos, tmp_path)
    assert [(one.verdict, one.stale) for one in bos.span(bo, "opinion").decisions] == [("accepted", False)]
    assert bos.span(None, "opinion").note == "the paper's own"
