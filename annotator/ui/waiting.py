"""A step on many rows: it runs in the background, and the window waits for it without freezing."""

from __future__ import annotations

from collections.abc import Callable, Sized
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressDialog, QWidget

from annotator.ui.project import OpenProject
from annotator.ui.runner import Job, Runner

T = TypeVar("T")

FEW = 200
"""Spans; a step on so many takes about a tenth of a second, and is done at once."""


class Stepper:
    """Does steps on spans of one project: few at once, many in the background, behind a box that can stop them."""

    def __init__(self, project: OpenProject, runner: Runner, window: QWidget) -> None:
        self._project, self._runner, self._window = project, runner, window

    def do(self, spans: Sized, step: Callable[..., T], done: Callable[[T], object]) -> None:
        """Do a step to spans; `done` gets what it returned.

        The step is one of the services', with all but its `progress`. One that is refused is explained, one that is
        stopped leaves nothing.
        """
        if len(spans) <= FEW:
            found: list[T] = []
            if self._project.did(lambda: found.append(step())):
                done(found[0])
            return
        box = QProgressDialog(f"{len(spans):,} spans…", "Cancel", 0, len(spans), self._window)
        box.setWindowModality(Qt.WindowModality.WindowModal)
        box.setMinimumDuration(0)
        box.setValue(0)
        job = self._runner.run(lambda progress: step(progress=progress))
        job.progressed.connect(lambda finished, _total, _text: box.setValue(finished))
        box.canceled.connect(job.cancel)
        job.succeeded.connect(done)
        job.failed.connect(self._project.explain)
        job.finished.connect(box.reset)
        job.finished.connect(box.deleteLater)


def wait_for(runner: Runner, window: QWidget, text: str, step: Callable[[], object]) -> Job:
    """Start a step behind a box that says what goes on, and that goes when the step is done."""
    wait = QProgressDialog(text, "", 0, 0, window)
    wait.setWindowModality(Qt.WindowModality.WindowModal)
    # Half of a step is none: there is nothing to press.
    wait.setCancelButton(None)
    wait.show()
    job = runner.run(lambda _progress: step())
    job.finished.connect(wait.reset)
    job.finished.connect(wait.deleteLater)
    return job
