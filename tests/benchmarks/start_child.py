"""A process that starts a window, and says when what was painted; `start.py` runs it.

    python -m tests.benchmarks.start_child bare
    python -m tests.benchmarks.start_child window PROJECT

Prints JSON: the moments (`time.monotonic`, which all processes of a machine share) after the first painting of a
window and of an article, and the memory in bytes that the process has then.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path


def main(arguments: list[str]) -> int:
    """Run one of the two."""
    if arguments[0] == "bare":
        return _bare()
    return _window(arguments[1])


def _bare() -> int:
    from PySide6.QtWidgets import QApplication, QMainWindow, QTextEdit

    app = QApplication([])
    watch = _watch(app, article="bareText")
    window = QMainWindow()
    edit = QTextEdit("Plain text.")
    edit.setObjectName("bareText")
    window.setCentralWidget(edit)
    window.resize(1280, 800)
    window.show()
    status = app.exec()
    print(json.dumps(watch.report()))
    return status


def _window(project: str) -> int:
    from annotator.ui import app

    make, watches = app.make_application, []

    def watched() -> object:
        application = make()
        watches.append(_watch(application, article="articleView"))
        return application

    app.make_application = watched
    status = app.main([project])
    print(json.dumps(watches[0].report()))
    return status


def _watch(application, article: str):  # noqa: ANN001, ANN202  # their types would import Qt before its time
    from PySide6.QtCore import QEvent, QObject, QTimer
    from PySide6.QtWidgets import QApplication, QMainWindow, QTextEdit

    class Watch(QObject):
        """Notes when the events after a painting come: the painting is done then."""

        def __init__(self) -> None:
            super().__init__(application)
            self._moments: dict[str, float] = {}
            application.installEventFilter(self)

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
            if event.type() == QEvent.Type.Paint:
                if isinstance(watched, QMainWindow):
                    self._note("window")
                parent = watched.parent()
                if isinstance(parent, QTextEdit) and parent.objectName() == article and parent.toPlainText():
                    self._note("article")
            return False

        def _note(self, what: str) -> None:
            if what not in self._moments:
                self._moments[what] = 0
                QTimer.singleShot(0, lambda: self._noted(what))

        def _noted(self, what: str) -> None:
            self._moments[what] = time.monotonic()
            if what == "article":
                QApplication.quit()

        def report(self) -> dict[str, float]:
            return self._moments | {"memory": _memory()}

    return Watch()


def _memory() -> int:
    """Return how much memory the process has to itself and shares, in bytes; 0 where the system does not say."""
    status = Path("/proc/self/status")
    if not status.is_file():
        return 0
    line = next(line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
