"""Undo and redo over everything that two annotators do, on both databases."""

from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.core.errors import AnnotatorError, Refused
from annotator.core.records import Annotator
from annotator.services import annotate, articles, checking, history, importing, layers, linking, projects
from annotator.store import removal, tables
from annotator.store.project import Project
from annotator.store.tables import AUDITED, Revision
from annotator.store.undo import StepConflict
from tests.listed import entity_rows

TEXT = "“We act,” said Mayor Ines Calloway. “We do not wait.” The plan 🏗 may cost forty million, critics say."
TAGS = ("quote", "claim", "hedge", "opinion")

State = dict[str, dict[str, dict[str, Any]]]


def state(project: Project) -> State:
    """All audited rows, but for what undo sets anew."""
    with project.read() as session:
        return {
            name: {
                row["id"]: {key: value for key, value in row.items() if key not in ("version", "updated")}
                for row in session.execute(sa.select(table)).mappings()
            }
            for name, table in AUDITED.items()
        }


def last_revision(project: Project) -> int:
    with project.read() as session:
        return session.scalar(sa.select(sa.func.max(Revision.id))) or 0


def act(project: Project, choice: random.Random, folder: Path) -> None:
    """Do one thing at random, as a person could; what is refused is refused."""
    keys = articles.article_ids(project)
    if not keys or choice.random() < 0.05:
        path = folder / f"article{choice.randrange(10**9)}.txt"
        path.write_text(f"{TEXT} {choice.random()}", encoding="utf-8")
        importing.import_files(project, [path])
        return
    article = choice.choice(keys)
    held = articles.own_article(project, article).layers
    spans = [span.id for layer in held for span in layer.spans]
    span = choice.choice(spans) if spans else ""
    entities = [row.entity.id for row in entity_rows(project)]
    start = choice.randrange(len(TEXT))
    segment = (start, start + choice.randint(1, 30))
    actions: list[Callable[[], object]] = [
        lambda: annotate.add_span(project, article, choice.choice(TAGS), [segment]),
        lambda: annotate.add_span(project, article, choice.choice(TAGS), [(0, 3), segment]),
        lambda: annotate.retag(project, choice.sample(spans, min(2, len(spans))), choice.choice(TAGS)),
        lambda: annotate.add_segment(project, span, segment),
        lambda: annotate.set_segments(project, span, [segment]),
        lambda: annotate.delete_spans(project, choice.sample(spans, min(2, len(spans)))),
        lambda: annotate.set_note(project, span, choice.choice(["", "see above", "“?” 🏗"])),
        lambda: annotate.set_unsure(project, span, choice.random() < 0.5),
        lambda: annotate.set_attributes(project, span, {"form": choice.choice(["direct", "scare", None])}),
        lambda: linking.link_new(project, span, f"Entity {choice.randrange(100)}"),
        lambda: linking.link(project, span, choice.choice(entities), add=choice.random() < 0.3),
        lambda: linking.unlink(project, span),
        lambda: linking.create_entity(project, f"Entity {choice.randrange(100)}", "organisation", aliases=["E."]),
        lambda: layers.set_status(project, article, choice.choice(["done", "in progress"])),
        lambda: articles.remove(project, [article]) if choice.random() < 0.2 else None,
        lambda: history.undo(project),
        lambda: history.redo(project),
    ]
    with contextlib.suppress(AnnotatorError, IndexError):
        choice.choice(actions)()


def effective(project: Project, who: Annotator, since: int) -> int | None:
    """The step that undo would revert next, if it was made after `since`."""
    with project.read() as session:
        step = project.steps.next_undo(session, who.id)
    return step if step is not None and step > since else None


def undo_newest(project: Project, people: tuple[Annotator, Annotator], since: int) -> Annotator | None:
    steps = {step: who for who in people if (step := effective(project, who, since)) is not None}
    if not steps:
        return None
    who = steps[max(steps)]
    project.acting = who
    history.undo(project)
    return who


@pytest.fixture
def two(project: Project, ada: Annotator, bo: Annotator) -> tuple[Annotator, Annotator]:
    projects.join(project, bo)
    projects.join(project, ada)
    return ada, bo


def test_undo_of_everything_is_the_first_state_and_redo_of_everything_the_last(
    project: Project, two: tuple[Annotator, Annotator], tmp_path: Path
) -> None:
    @settings(max_examples=20)
    @given(st.integers(0, 2**32), st.integers(1, 25))
    def holds(seed: int, length: int) -> None:
        choice, since, first = random.Random(seed), last_revision(project), state(project)
        for _number in range(length):
            project.acting = choice.choice(two)
            act(project, choice, tmp_path)
        last, undone = state(project), []
        while (who := undo_newest(project, two, since)) is not None:
            undone.append(who)
        assert state(project) == first
        for who in reversed(undone):
            project.acting = who
            history.redo(project)
        assert state(project) == last
        assert checking.check(project) == []
        while undo_newest(project, two, since) is not None:
            pass
        assert state(project) == first

    holds()


def test_undo_in_any_order_of_people_refuses_or_leaves_a_whole_project(
    project: Project, two: tuple[Annotator, Annotator], tmp_path: Path
) -> None:
    @settings(max_examples=10)
    @given(st.integers(0, 2**32))
    def holds(seed: int) -> None:
        choice, since = random.Random(seed), last_revision(project)
        for _number in range(20):
            project.acting = choice.choice(two)
            act(project, choice, tmp_path)
        for _number in range(30):
            project.acting = choice.choice(two)
            before = state(project)
            try:
                choice.choice([history.undo, history.undo, history.redo])(project)
            except (StepConflict, Refused):
                assert state(project) == before
        assert checking.check(project) == []
        # Newest first, one of them may need what another took away above: it is left out, and the rest goes on.
        while effective(project, two[0], since) is not None or effective(project, two[1], since) is not None:
            before = state(project)
            try:
                undo_newest(project, two, since)
            except StepConflict as conflict:
                assert state(project) == before
                history.skip(project, conflict.revision)
        assert checking.check(project) == []

    holds()


@pytest.fixture
def article(project: Project, write_text: Callable[[str, str], Path]) -> str:
    importing.import_files(project, [write_text("mayor.txt", TEXT)])
    return articles.article_ids(project)[0]


def test_undo_of_a_row_that_somebody_else_needs_names_both_and_can_be_skipped(
    project: Project, two: tuple[Annotator, Annotator], article: str
) -> None:
    ada, bo = two
    annotate.add_span(project, article, "claim", [(0, 9)])
    entity = linking.create_entity(project, "Ines Calloway")
    project.acting = bo
    span = annotate.add_span(project, article, "quote", [(0, 9)])
    linking.link(project, span, entity)
    project.acting = ada
    before = state(project)
    with pytest.raises(StepConflict, match="“Ines Calloway” cannot go: The link “speaker” needs it") as caught:
        history.undo(project)
    assert state(project) == before
    history.skip(project, caught.value.revision)
    assert state(project) == before
    assert history.undo(project) == "add span"
    assert [row.kind for row in history.rows(project, most=2)] == ["add span", "create entity"]


def test_undo_of_a_row_that_somebody_else_changed_is_a_conflict(
    project: Project, two: tuple[Annotator, Annotator], article: str
) -> None:
    ada, bo = two
    entity = linking.create_entity(project, "Ines Calloway")
    project.acting = bo
    with project.write("rename entity") as writing:
        writing.session.get_one(tables.Entity, entity).name = "I. Calloway"
    project.acting = ada
    with pytest.raises(StepConflict, match=r"“I\. Calloway” changed since"):
        history.undo(project)
    project.acting = bo
    history.undo(project)
    project.acting = ada
    history.undo(project)
    assert entity_rows(project) == []


def test_the_stacks_are_the_same_after_a_restart(project: Project, article: str, ada: Annotator) -> None:
    annotate.add_span(project, article, "claim", [(0, 9)])
    annotate.add_span(project, article, "quote", [(0, 9)])
    history.undo(project)
    again = projects.open_project(project.name, ada)
    try:
        assert history.can_redo(again)
        assert history.redo(again) == "add span"
        assert history.undo(again) == "add span"
        assert history.undo(again) == "add span"
        assert history.undo(again) == "import"
        with pytest.raises(Refused, match="nothing to undo"):
            history.undo(again)
        assert articles.article_ids(again) == []
    finally:
        again.close()
    assert history.can_redo(project)


def test_a_new_action_empties_redo(project: Project, article: str) -> None:
    annotate.add_span(project, article, "claim", [(0, 9)])
    history.undo(project)
    annotate.add_span(project, article, "quote", [(0, 9)])
    assert not history.can_redo(project)


def test_a_write_without_a_change_is_no_step(project: Project, article: str) -> None:
    span = annotate.add_span(project, article, "claim", [(0, 9)])
    before = len(history.rows(project))
    annotate.set_note(project, span, "")
    annotate.set_segments(project, span, [(0, 9)])
    assert len(history.rows(project)) == before


def test_a_deleted_row_is_listed_until_it_is_back(project: Project, article: str) -> None:
    span = annotate.add_span(project, article, "claim", [(0, 9)])
    annotate.delete_spans(project, [span])
    assert span in buried(project)
    history.undo(project)
    assert span not in buried(project)


def buried(project: Project) -> list[str]:
    with project.read() as session:
        return list(session.scalars(sa.select(tables.Tombstone.id)))


def test_statements_on_many_rows_are_refused_outside_the_bulk_path(project: Project, article: str) -> None:
    annotate.add_span(project, article, "claim", [(0, 9)])
    with pytest.raises(Refused, match="bulk path"), project.write("sneak") as writing:
        writing.session.execute(sa.delete(tables.Span))
    assert len(articles.own_article(project, article).layers[0].spans) == 1


def test_bulk_work_is_one_step_that_can_be_undone(project: Project, article: str) -> None:
    keys = many_spans(project, article, 1_200)
    before = state(project)
    with project.write("flag all") as writing:
        assert writing.bulk_update("span", ({"id": key, "unsure": True} for key in keys)) == 1_200
    with project.write("delete all") as writing:
        assert removal.remove_spans(writing, keys) == 1_200
    history.undo(project)
    history.undo(project)
    assert state(project) == before


def many_spans(project: Project, article: str, number: int) -> list[str]:
    annotate.add_span(project, article, "claim", [(0, 9)])
    (span,) = articles.own_article(project, article).layers[0].spans
    with project.write("make many") as writing:
        layer = writing.session.get_one(tables.Span, span.id).layer_id
        rows = [
            {"id": f"span{n:05}", "layer_id": layer, "tag_id": "claim", "segments": [[n % 50, n % 50 + 1]], "start": n,
             "end": n + 1, "key": str(n), "attributes": {}, "note": "", "unsure": False, "origin": None}
            for n in range(number)
        ]  # fmt: skip
        writing.bulk_insert("span", rows)
    return [row["id"] for row in rows]


@pytest.fixture(autouse=True)
def _no_leaks(project: Project) -> Iterator[None]:
    yield
    assert not project._listeners


def test_a_step_is_read_once_where_two_threads_ask_at_the_same_moment(
    project: Project, ada: Annotator, monkeypatch: pytest.MonkeyPatch
) -> None:
    projects.rename(project, "Spring news")
    other = threading.Thread(target=history.possible, args=(project,))
    with project.read() as session:
        execute = session.execute

        def execute_while_the_other_asks(*asked: Any) -> Any:
            found = execute(*asked).all()
            other.start()
            other.join(0.2)  # where it is kept out, it ends only after this
            return found

        monkeypatch.setattr(session, "execute", execute_while_the_other_asks)
        project.steps.next_steps(session, ada.id)
    other.join()
    assert history.undo(project) == "rename project"
    assert history.possible(project) == (False, True)
