"""A step on many rows: it runs in the background, and the window waits for it without freezing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressDialog, QWidget

from annotator.ui.runner import Job, Runner


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
