"""Work that takes longer than a blink: one worker for the database, one inbox on the window's thread."""

from __future__ import annotations

import gc
import itertools
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

from PySide6.QtCore import QObject, Qt, Signal, Slot

from annotator.core.errors import Cancelled

Work: TypeAlias = Callable[["Progress"], object]


class Progress:
    """Handed to the work: called with what is done, it raises Cancelled once the person has stopped it."""

    def __init__(self, report: Callable[[int, int, str], None]) -> None:
        self._report = report
        self._stop = threading.Event()

    def cancel(self) -> None:
        """Have the work stop at its next report."""
        self._stop.set()

    def __call__(self, done: int, total: int, text: str = "") -> None:
        """Report; raises Cancelled."""
        if self._stop.is_set():
            raise Cancelled
        self._report(done, total, text)


class Job(QObject):
    """One piece of work on its way. Its signals come in the window's thread; `finished` is always the last."""

    progressed = Signal(int, int, str)
    succeeded = Signal(object)
    failed = Signal(object)
    cancelled = Signal()
    finished = Signal()

    def __init__(self, progress: Progress, parent: QObject) -> None:
        super().__init__(parent)
        self._progress = progress

    def cancel(self) -> None:
        """Ask the work to stop."""
        self._progress.cancel()


class Runner(QObject):
    """Runs work one at a time. Workers see numbers and plain callables; every QObject lives and dies in this thread."""

    _wake = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(1, "database")
        self._is_shut = False
        self._jobs: dict[int, Job] = {}
        self._numbers = itertools.count(1)
        self._inbox: deque[tuple[int, str, tuple[Any, ...]]] = deque()
        self._wake.connect(self._drain, Qt.ConnectionType.QueuedConnection)

    def run(self, work: Work) -> Job:
        """Start work in the background, or as soon as what runs already is done; once shut down, it is cancelled."""
        if not gc.get_freeze_count():
            # What the start made stays. A full collection of garbage that went through it all would hold the window up
            # for a fifth of a second, whichever thread happened to set it off.
            gc.freeze()
        number = next(self._numbers)
        progress = Progress(lambda done, total, text: self._post(number, "progressed", (done, total, text)))
        job = Job(progress, self)
        self._jobs[number] = job
        if self._is_shut:
            self._post(number, "cancelled", ())
        else:
            self._pool.submit(self._work, number, work, progress)
        return job

    def _work(self, number: int, work: Work, progress: Progress) -> None:
        outcome: tuple[str, tuple[Any, ...]]
        try:
            outcome = ("succeeded", (work(progress),))
        except Cancelled:
            outcome = ("cancelled", ())
        except Exception as error:  # noqa: BLE001  # handed on: whoever asked for the work shows it
            outcome = ("failed", (error,))
        self._post(number, *outcome)

    def _post(self, number: int, name: str, values: tuple[Any, ...]) -> None:
        self._inbox.append((number, name, values))
        self._wake.emit()

    @Slot()
    def _drain(self) -> None:
        while self._inbox:
            number, name, values = self._inbox.popleft()
            job = self._jobs[number]
            getattr(job, name).emit(*values)
            if name != "progressed":
                del self._jobs[number]
                job.finished.emit()
                job.deleteLater()

    def shut_down(self) -> None:
        """Stop what runs, and wait for it; what it had to say is still said."""
        for job in self._jobs.values():
            job.cancel()
        self._is_shut = True
        self._pool.shutdown(wait=True)
        self._drain()
