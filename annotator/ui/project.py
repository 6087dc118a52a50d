"""The open project for the window: services in, signals out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from annotator.core.errors import AnnotatorError, ProjectError
from annotator.core.records import Annotator, Changed
from annotator.core.scheme import Tag, letters
from annotator.services import history, people, projects
from annotator.services.entities.known import KnownEntities
from annotator.services.projects import Project

T = TypeVar("T")

_ANYTHING = frozenset({
    "project", "tag", "annotator", "article", "region", "layer", "span", "link", "entity", "relation", "decision",
    "comment", "assignment", "collection", "collection_article",
})  # fmt: skip
"""The tables that a window shows something of."""


class OpenProject(QObject):
    """A project that is open in a window.

    `changed(Changed)` follows each commit, whoever made it; `failed(str)` is one sentence for the person, `unsaved()`
    comes before it where the database could not take what was meant for it.
    """

    changed = Signal(object)
    failed = Signal(str)
    unsaved = Signal()

    def __init__(self, project: Project, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.project = project
        self.known = KnownEntities(project)
        self._newest, self._told = history.newest(project), 0
        self._stop = project.subscribe(self._tell)
        self._read_scheme()

    def _read_scheme(self) -> None:
        self.info = projects.info(self.project)
        self.tags: Sequence[Tag] = projects.scheme(self.project)
        self.letters: Mapping[str, str] = letters(self.tags)

    def _tell(self, changed: Changed) -> None:
        self._told += 1
        # A service may be running in a worker: the signal takes it to the thread of this object.
        self.changed.emit(changed)

    @property
    def acting(self) -> Annotator | None:
        """The annotator whose layer is shown and changed."""
        return self.project.acting

    @property
    def can_write(self) -> bool:
        """Tell whether anything can be changed."""
        return not self.project.read_only and self.project.acting is not None

    def tag(self, key: str) -> Tag | None:
        """Return a tag by its id."""
        return next((tag for tag in self.tags if tag.id == key), None)

    def tag_name(self, key: str) -> str:
        """Return what a tag is called."""
        tag = self.tag(key)
        return tag.name if tag else key

    def refresh(self, changed: Changed) -> bool:
        """Read the scheme, the title and the name of who acts again; tell whether scheme or title changed."""
        if "annotator" in changed.tables:
            people.follow(self.project)
        if not changed.tables & {"tag", "project"}:
            return False
        self._read_scheme()
        return True

    def look_again(self) -> None:
        """Follow what another program or another window changed meanwhile; raises ProjectError."""
        found = projects.info(self.project), projects.scheme(self.project)
        newest, told, self._told = history.newest(self.project), self._told, 0
        # Of each revision that was made here, and of a colleague's in a shared database, it was told.
        unheard, self._newest = newest > self._newest + told, newest
        if unheard:
            self.changed.emit(Changed(_ANYTHING, bulk=True))
        elif found != (self.info, self.tags):
            # Spans may have followed it, in any article.
            self.changed.emit(Changed(frozenset({"tag", "project", "span"}), bulk=True))

    def attempt(self, action: Callable[[], T]) -> T | None:
        """Do one thing; where it is refused, say so and return None."""
        try:
            return action()
        except AnnotatorError as error:
            self.explain(error)
            return None

    def did(self, action: Callable[[], object]) -> bool:
        """Do one thing, and tell whether it was done; where it is refused, say so."""
        try:
            action()
        except AnnotatorError as error:
            self.explain(error)
            return False
        return True

    def explain(self, error: Exception) -> None:
        """Say why something was not done."""
        if isinstance(error, ProjectError):
            self.unsaved.emit()
        self.failed.emit(str(error))

    def close(self) -> None:
        """Stop listening, and close the project."""
        self._stop()
        self.project.close()
