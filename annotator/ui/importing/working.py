"""One piece of work at a time behind the import dialog, and how it gets on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from annotator.ui.importing.pace import Pace
from annotator.ui.runner import Job, Runner, Work


class Working(QObject):
    """Runs work in the background, between `began()` and `ended()`.

    `said(str)` is a sentence on how it gets on, or why it came to nothing; `got(done, total)` is how far it is.
    """

    began = Signal()
    ended = Signal()
    said = Signal(str)
    got = Signal(int, int)

    def __init__(self, runner: Runner, parent: QObject) -> None:
        super().__init__(parent)
        self._runner = runner
        self._pace = Pace()
        self._after: Callable[[], None] | None = None
        self.job: Job | None = None

    def start(
        self, work: Work, told: str, stopped: str, done: Callable[[Any], None], after: Callable[[], None]
    ) -> None:
        """Begin work that nothing else runs beside; `stopped` is said where the person stops it.

        Where it comes to an end, `done` is called with what it returns; `after` in any case, before `ended`.
        """
        self.began.emit()
        self.said.emit(told)
        self._pace, self._after = Pace(), after
        job = self.job = self._runner.run(work)
        job.progressed.connect(self._progressed)
        job.succeeded.connect(done)
        job.failed.connect(lambda error: self.said.emit(str(error)))
        job.cancelled.connect(lambda: self.said.emit(stopped))
        job.finished.connect(self._finished)

    def stop(self) -> None:
        """Have what runs stop as soon as it can."""
        if self.job is not None:
            self.job.cancel()

    def _progressed(self, done: int, total: int, text: str) -> None:
        if self._pace.is_due():
            self.got.emit(done, total)
            of = f" of {total:,}" if total else ""
            self.said.emit(f"{done:,}{of}: {text}{self._pace.sentence(done, total)}")

    def _finished(self) -> None:
        self.job = None
        if self._after is not None:
            self._after()
        self.ended.emit()
