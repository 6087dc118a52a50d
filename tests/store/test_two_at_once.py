"""Two who write to one project on PostgreSQL at the same moment: nothing is overwritten unseen, nothing is missed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
import sqlalchemy as sa

from annotator.core.errors import AnnotatorError, Conflict
from annotator.core.ids import new_id
from annotator.core.records import Annotator, Article
from annotator.services import annotate, articles, history, metadata, projects
from annotator.services.history import StepConflict
from annotator.store import tables
from annotator.store.intake import Intake
from annotator.store.project import Project
from tests.postgres import Server

TEXT = "“We act,” said Mayor Ines Calloway. The plan may cost forty million."


@pytest.fixture
def shared(postgres_server: Server, ada: Annotator) -> Iterator[Project]:
    """A project with two articles on a server, in which Ada acts."""
    made = projects.create(postgres_server.new_database(), ada, "News")
    with made.write("import") as writing:
        intake = Intake(writing)
        for order in (1, 2):
            intake.article(Article(new_id(), TEXT, title=f"Article {order}"), order)
        intake.flush()
    yield made
    made.close()


@pytest.fixture
def beside(shared: Project) -> Iterator[Callable[[Annotator], Project]]:
    """Open the project once more for somebody."""
    opened: list[Project] = []

    def open_(who: Annotator) -> Project:
        opened.append(projects.open_project(shared.name, who))
        return opened[-1]

    yield open_
    for each in opened:
        each.close()


class Doing:
    """Something under way in another thread, with what became of it."""

    def __init__(self, action: Callable[[], object]) -> None:
        self.refused: AnnotatorError | None = None
        self._action = action
        self._thread = threading.Thread(target=self._do)
        self._thread.start()

    def _do(self) -> None:
        try:
            self._action()
        except AnnotatorError as error:
            self.refused = error

    def waits(self, project: Project) -> None:
        """Go on once it waits for a lock. Fails where it never does."""
        with project.engine.connect() as connection:
            for _look in range(1_000):
                if connection.scalar(sa.text("SELECT count(*) FROM pg_locks WHERE NOT granted")):
                    return
                connection.execute(sa.text("SELECT pg_sleep(0.01)"))
        pytest.fail("it waits for nobody")

    def end(self) -> AnnotatorError | None:
        self._thread.join()
        return self.refused


def title_of(project: Project, key: str) -> str:
    return articles.article_rows(project, [key])[key].title


def test_undo_does_not_overwrite_what_is_being_written(
    shared: Project, beside: Callable[[Annotator], Project], bo: Annotator
) -> None:
    key, theirs = articles.article_ids(shared)[0], beside(bo)
    metadata.edit(shared, key, {"title": "Mayor answers"})
    with theirs.write("edit article") as writing:
        writing.session.get_one(tables.Article, key).title = "Mayor answers critics"
        writing.session.flush()
        undoing = Doing(lambda: history.undo(shared))
        undoing.waits(theirs)
    assert isinstance(undoing.end(), StepConflict)
    assert title_of(shared, key) == "Mayor answers critics"


def test_a_row_that_changed_after_it_was_read_is_a_conflict(
    shared: Project, beside: Callable[[Annotator], Project], bo: Annotator
) -> None:
    key, theirs = articles.article_ids(shared)[0], beside(bo)

    def edit_what_changes_meanwhile() -> None:
        with shared.write("edit article") as writing:
            row = writing.session.get_one(tables.Article, key)
            metadata.edit(theirs, key, {"title": "Mayor answers critics"})
            row.title = "Mayor answers"

    with pytest.raises(Conflict, match="Somebody else"):
        edit_what_changes_meanwhile()
    assert title_of(shared, key) == "Mayor answers critics"


def test_two_who_wait_for_each_other_are_told_of_a_conflict(
    shared: Project, beside: Callable[[Annotator], Project], bo: Annotator
) -> None:
    first, second = articles.article_ids(shared)
    theirs = beside(bo)
    crossed = threading.Event()

    def write_both() -> None:
        with theirs.write("edit article") as writing:
            writing.session.get_one(tables.Article, second).title = "Theirs"
            writing.session.flush()
            crossed.set()
            writing.session.get_one(tables.Article, first).title = "Theirs"

    refused: list[AnnotatorError | None] = []
    try:
        with shared.write("edit article") as writing:
            writing.session.get_one(tables.Article, first).title = "Ours"
            writing.session.flush()
            doing = Doing(write_both)
            crossed.wait()
            writing.session.get_one(tables.Article, second).title = "Ours"
    except AnnotatorError as error:
        refused.append(error)
    refused.append(doing.end())
    assert [type(one) for one in refused if one is not None] == [Conflict]
    assert {title_of(shared, first), title_of(shared, second)} in ({"Ours"}, {"Theirs"})


def test_two_processes_of_one_annotator_take_back_each_others_steps_newest_first(
    shared: Project, beside: Callable[[Annotator], Project], ada: Annotator
) -> None:
    key, other = articles.article_ids(shared)[0], beside(ada)
    with shared.write("edit article") as writing:
        writing.session.get_one(tables.Article, key).title = "First"
        writing.session.flush()
        second = Doing(lambda: annotate.add_span(other, key, "quote", [(0, 9)]))
        second.waits(shared)
    assert second.end() is None
    assert [history.possible(project) for project in (shared, other)] == [(True, False)] * 2
    assert history.undo(shared) == "add span"
    assert history.undo(other) == "edit article"
    assert history.redo(shared) == "edit article"
    assert history.redo(other) == "add span"
