"""Undo and redo in the window: a step that cannot be taken back can be skipped, a large one runs in the background."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from annotator.core.errors import AnnotatorError
from annotator.core.records import Changed
from annotator.services import history
from annotator.services.history import StepConflict
from annotator.ui import plain
from annotator.ui.project import OpenProject
from annotator.ui.runner import Runner
from annotator.ui.waiting import wait_for

_LARGE = 2_000
"""Rows; fewer take less than a tenth of a second."""


class Undoing(QObject):
    """Takes steps back and brings them again. `reverted(str, Changed)` says what was, and what it touched."""

    reverted = Signal(str, object)

    def __init__(self, project: OpenProject, runner: Runner, window: QWidget) -> None:
        super().__init__(window)
        self._project, self._runner, self._window = project, runner, window
        self._changed = Changed(frozenset())
        self._steps: dict[str, tuple[bool, bool]] = {}
        project.changed.connect(self._note)

    def _note(self, changed: Changed) -> None:
        self._changed = changed
        self._steps.clear()

    def undo(self) -> None:
        """Take back the newest step of the acting annotator."""
        self._revert("Undone", history.undo, history.undo_size)

    def redo(self) -> None:
        """Bring back what the newest undo took."""
        self._revert("Done again", history.redo, history.redo_size)

    def can_undo(self) -> bool:
        """Tell whether there is a step to take back."""
        return self._possible()[0]

    def can_redo(self) -> bool:
        """Tell whether there is a step to bring back."""
        return self._possible()[1]

    def _possible(self) -> tuple[bool, bool]:
        """Tell whether there is a step to take back, and one to bring again; asked once after each change."""
        acting = self._project.acting
        if acting is None or not self._project.can_write:
            return False, False
        if acting.id not in self._steps:
            project = self._project.project
            self._steps[acting.id] = history.possible(project)
        return self._steps[acting.id]

    def _revert(self, told: str, verb: Callable[..., str], size: Callable[..., int]) -> None:
        project = self._project.project
        if (self._project.attempt(lambda: size(project)) or 0) > _LARGE:
            self._in_background(told, verb)
            return
        try:
            self._say(told, verb(project))
        except AnnotatorError as error:
            self._failed(error)

    def _in_background(self, told: str, verb: Callable[..., str]) -> None:
        project = self._project.project
        job = wait_for(self._runner, self._window, "Putting back what stood before…", lambda: verb(project))
        job.succeeded.connect(lambda kind: self._say(told, kind))
        job.failed.connect(self._failed)

    def _say(self, told: str, kind: str) -> None:
        self.reverted.emit(f"{told}: {kind}", self._changed)

    def _failed(self, error: Exception) -> None:
        if isinstance(error, StepConflict):
            detail = "The step can be left out of undo, so that the one before it can be taken back."
            if plain.ask(self._window, "This step cannot be taken back", str(error), detail, "Skip it"):
                self._project.attempt(lambda: history.skip(self._project.project, error.revision))
            return
        self._project.failed.emit(str(error))
