"""How the editor writes: at once, or in the background with something to look at where many spans follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QWidget

from annotator.core.errors import Conflict
from annotator.core.scheme import Tag
from annotator.services import scheme
from annotator.services.projects import Project
from annotator.ui.project import OpenProject
from annotator.ui.runner import Runner
from annotator.ui.waiting import wait_for

_LARGE = 1_000
"""Spans; fewer follow a change of their tag in less than a tenth of a second."""


class Writer:
    """Does one change of the scheme at a time, for a window that waits for it."""

    def __init__(self, opened: OpenProject, runner: Runner, window: QWidget) -> None:
        self._opened, self._runner, self._window = opened, runner, window

    @property
    def project(self) -> Project:
        """The project whose scheme is changed."""
        return self._opened.project

    @property
    def tags(self) -> Sequence[Tag]:
        """The tags as they are now."""
        return self._opened.tags

    def do(self, change: Callable[[], object], tag: str) -> None:
        """Do something that the spans of a tag may have to follow. Raises what it raises."""
        try:
            if scheme.span_counts(self.project).get(tag, 0) > _LARGE:
                self._wait(change)
            else:
                change()
        except Conflict:
            # What is shown is older than what somebody else wrote.
            self._opened.look_again()
            raise

    def _wait(self, change: Callable[[], object]) -> None:
        loop, failures = QEventLoop(), list[Exception]()
        job = wait_for(self._runner, self._window, "Changing the spans of this tag…", change)
        job.failed.connect(failures.append)
        job.finished.connect(loop.quit)
        loop.exec()
        if failures:
            raise failures[0]
