"""Searches in the background: a newer one takes the place of the one before, whatever that still does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from annotator.core.errors import AnnotatorError, Cancelled
from annotator.core.search import Hit, SearchPage, SearchQuery
from annotator.core.text import counted
from annotator.services import hits, searching
from annotator.ui.project import OpenProject
from annotator.ui.runner import Job, Progress, Runner


@dataclass(frozen=True, slots=True)
class Found:
    """Lines, and the tags of the acting annotator's spans that they lie in."""

    page: SearchPage
    tags: Mapping[Hit, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Count:
    """How many hits there are in how many articles."""

    hits: int
    articles: int


class Asking(QObject):
    """Asks the project; answers to a question that is not the newest are not heard.

    `found(Found)` takes the place of all lines before, `continued(Found)` goes below them; `counted(Count)` comes when
    it is known, `tagged(dict)` when tags were asked for again; `working(str)` says what goes on, `failed(str)` why it
    came to nothing.
    """

    found = Signal(object)
    continued = Signal(object)
    counted = Signal(object)
    tagged = Signal(object)
    working = Signal(str)
    failed = Signal(str)

    def __init__(self, project: OpenProject, runner: Runner, parent: QObject) -> None:
        super().__init__(parent)
        self._project, self._runner = project, runner
        self._number = 0
        self._under_way: dict[str, Job] = {}
        self.query: SearchQuery | None = None
        self._next: str | None = None

    @property
    def is_searching(self) -> bool:
        """Tell whether the first lines are awaited."""
        return "found" in self._under_way

    @property
    def is_busy(self) -> bool:
        """Tell whether any answer is awaited."""
        return bool(self._under_way)

    @property
    def has_more(self) -> bool:
        """Tell whether there are lines that were not asked for yet."""
        return self._next is not None

    def ask(self, query: SearchQuery, most: int) -> None:
        """Look for something; the first `most` lines come."""
        self.stop()
        self.query = query
        self._look("found", query, None, most)
        self.working.emit("Searching…")

    def go_on(self, most: int) -> None:
        """Ask for so many of the lines that follow, or for all where there are not so many."""
        query, cursor = self.query, self._next
        if query is not None and cursor is not None and "continued" not in self._under_way:
            self.before_count(lambda: self._look("continued", query, cursor, most))

    def _look(self, what: str, query: SearchQuery, cursor: str | None, most: int) -> None:
        project = self._project.project

        def look(progress: Progress) -> Found:
            page = searching.search(project, query, cursor, most, progress)
            return Found(page, hits.tags_over(project, [line.hit for line in page.lines]))

        self._run(what, look)

    def tags_of(self, places: Sequence[Hit]) -> None:
        """Ask for the tags of the spans that hits lie in."""
        project = self._project.project

        def look(_progress: Progress) -> dict[Hit, tuple[str, ...]]:
            found = hits.tags_over(project, places)
            return {place: found.get(place, ()) for place in places}

        self.before_count(lambda: self._run("tagged", look))

    def before_count(self, start: Callable[[], object]) -> None:
        """Start other work in the background; where hits are still counted, that is begun again after it."""
        counting = self._under_way.pop("counted", None)
        if counting is not None:
            counting.cancel()
        start()
        if counting is not None and self.query is not None:
            self._count(self.query)

    def stop(self) -> None:
        """Ask for nothing any more."""
        self._number += 1
        for job in self._under_way.values():
            job.cancel()
        self._under_way.clear()
        self.query = self._next = None

    def _count(self, query: SearchQuery) -> None:
        project = self._project.project
        self._run("counted", lambda progress: Count(*searching.count(project, query, progress)))

    def _run(self, what: str, work: Callable[[Progress], object]) -> None:
        number = self._number

        def answer(progress: Progress) -> tuple[int, str, object]:
            # Whoever waited behind other work may not be wanted any more.
            progress(0, 0)
            try:
                return number, what, work(progress)
            except Cancelled:
                raise
            except AnnotatorError as error:
                return number, what, error

        job = self._under_way[what] = self._runner.run(answer)
        job.succeeded.connect(self._take)
        job.failed.connect(self._break)
        job.progressed.connect(self._tell)

    def _take(self, answer: tuple[int, str, object]) -> None:
        number, what, found = answer
        if number != self._number:
            return
        self._under_way.pop(what, None)
        if isinstance(found, AnnotatorError):
            self.failed.emit(str(found))
            return
        if isinstance(found, Found):
            self._next = found.page.more
        getattr(self, what).emit(found)
        if what == "found" and isinstance(found, Found) and self.query is not None:
            self._count_found(found, self.query)

    def _count_found(self, found: Found, query: SearchQuery) -> None:
        """Tell how many hits there are; where all of them are listed, that is known already."""
        lines = found.page.lines
        if found.page.more is None:
            self.counted.emit(Count(len(lines), len({line.article for line in lines})))
        else:
            self._count(query)

    def _tell(self, done: int, total: int, _text: str) -> None:
        # Only of the articles that are taken into the index it is known how many they are. Few take no time. A search
        # that was given up may have said more than was heard of it yet.
        if done and total and self.is_searching:
            self.working.emit(f"Preparing the search: {done:,} of {counted(total, 'article')}…")

    def _break(self, error: Exception) -> None:
        raise error
