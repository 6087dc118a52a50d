"""How long the window keeps a person waiting while articles are read and imported behind it."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from annotator.services import projects
from annotator.ui.app import open_window
from annotator.ui.dialogs.import_dialog import ImportDialog
from tests.benchmarks.corpus import ADA, text_files
from tests.benchmarks.row import Row

_FILES, _SIZE = 1_000, 3_000
_MOST = 100
_TICK, _AFTER = 5, 300


class _Gaps:
    """Ticks in the event loop, and keeps the longest time between two ticks."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.setInterval(_TICK)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now


def benchmarks() -> list[Row]:
    """Read a folder of texts in the dialog, then import it."""
    app = QApplication.instance() or QApplication([])
    with tempfile.TemporaryDirectory(prefix="annotator-benchmark-") as name:
        folder = Path(name)
        (folder / "texts").mkdir()
        text_files(folder / "texts", _FILES, _SIZE)
        projects.create(str(folder / "news.annotator"), ADA, "Benchmark").close()
        window = open_window(str(folder / "news.annotator"), ADA)
        page = window.page
        assert page is not None
        dialog = ImportDialog(page.project, page._runner, window)
        dialog.show()
        reading = _longest_gap(dialog, lambda: dialog.take([folder / "texts"]))
        importing = _longest_gap(dialog, dialog.go.click)
        assert "Imported 1,000 articles" in dialog.told.text()
        dialog.reject()
        window.close()
        app.processEvents()
    return [
        Row(f"longest wait while {_FILES:,} files are read in the import dialog", reading, most=_MOST),
        Row(f"longest wait while {_FILES:,} articles are imported", importing, most=_MOST),
    ]


def _longest_gap(dialog: ImportDialog, begin: Callable[[], object]) -> float:
    """Return the longest gap between two ticks, in ms, from the click until what follows the work is drawn."""
    gaps = _Gaps()
    begin()
    loop = QEventLoop()
    assert dialog._job is not None
    # The loop's own waiting lets the worker run; processing events by hand would not.
    dialog._job.finished.connect(lambda: QTimer.singleShot(_AFTER, loop.quit))
    loop.exec()
    return gaps.longest * 1000
