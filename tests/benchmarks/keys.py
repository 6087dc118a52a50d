"""One key, until the change is on disk with its history and everything is repainted: rows 4 and 6 of the targets."""

from __future__ import annotations

import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import cycle
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTextEdit

from annotator.ui.app import make_application, open_window
from annotator.ui.article_view import ArticleView
from annotator.ui.main_window import MainWindow
from tests.benchmarks.corpus import ADA, invented_text, make_project
from tests.benchmarks.row import Row
from tests.benchmarks.timing import p95, settle

_TIMES = 120
_ROUNDS = 3
"""The quietest of so many counts: what else a shared machine does only ever adds time."""
_CONTROL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier


def benchmarks() -> list[Row]:
    """Press each key in a small and in a large article."""
    _ = QApplication.instance() or make_application()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="annotator-benchmark-") as folder:
        floor = _floor(Path(folder))
        small = _pressed(Path(folder) / "small.annotator", 5_000, 50)
        large = _pressed(Path(folder) / "large.annotator", 1_000_000, 20_000)
    for key, figure in small.items():
        rows.append(Row(f"{key}, 5,000 characters, 50 spans, p95", figure, floor, most=16))
        rows.append(Row(f"{key}, 1,000,000 characters, 20,000 spans, p95", large[key], floor, most=16))
        rows.append(Row(f"{key}, the large article against the small one", large[key], figure, times=2))
    return rows


def _pressed(path: Path, length: int, spans: int) -> dict[str, float]:
    window = open_window(make_project(path, [invented_text(length)], spans), ADA)
    window.activateWindow()
    QApplication.processEvents()
    view = window.findChild(ArticleView, "articleView")
    assert view is not None
    view.setFocus()
    settle()
    press = partial(QTest.keyClick, view)
    figures = {"digit key": _quietest(lambda: _digits(view))}
    assert _steps(window, "add span") == 2 * _TIMES * _ROUNDS
    figures["delete"], figures["undo"], figures["redo"] = (
        _quietest(partial(_one_of, view, press, timed)) for timed in ("delete", "undo", "redo")
    )
    assert _steps(window, "delete span") == 12 * _TIMES * _ROUNDS
    window.close()
    return figures


def _quietest(keys: Callable[[], Iterator[Callable[[], object]]]) -> float:
    return min(p95(keys()) for _ in range(_ROUNDS))


def _digits(view: ArticleView) -> Iterator[Callable[[], object]]:
    """Select words all over the text with the keyboard, and hand out the digit that makes a span of them.

    Each is taken back again: the article keeps as many spans as it is said to have.
    """
    words = [found.start() for found in re.finditer(r"\b\w{5,}", view.stored_text)]
    digits = cycle((Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4))
    step = max(1, len(words) // (_TIMES + 1))
    for place, digit in zip(range(_TIMES), digits, strict=False):
        view.setFocus()
        start = words[place * step]
        view.set_caret(start)
        QTest.keyClick(view, Qt.Key.Key_Right, _SHIFT)
        QTest.keyClick(view, Qt.Key.Key_Right, _CONTROL | _SHIFT)
        view.scroll_to(start, start + 5)
        yield partial(QTest.keyClick, view, digit)
        QTest.keyClick(QApplication.focusWidget() or view, Qt.Key.Key_Escape)
        QTest.keyClick(view, Qt.Key.Key_Z, _CONTROL)


def _one_of(view: ArticleView, press: Callable[..., None], timed: str) -> Iterator[Callable[[], object]]:
    """Delete spans all over the text, take each back, delete it again, and back; hand out the key that is timed."""
    keys = {
        "delete": partial(press, Qt.Key.Key_Delete),
        "undo": partial(press, Qt.Key.Key_Z, _CONTROL),
        "redo": partial(press, Qt.Key.Key_Z, _CONTROL | _SHIFT),
    }
    length = len(view.stored_text)
    for place in range(_TIMES):
        press(Qt.Key.Key_Escape)
        view.set_caret(place * length // _TIMES)
        press(Qt.Key.Key_J)
        for key, action in keys.items():
            if key == timed:
                yield action
            else:
                action()
                QApplication.processEvents()
        keys["undo"]()


def _steps(window: MainWindow, kind: str) -> int:
    """Return how many steps of a kind there are, and of those that take one back: a key that did nothing is quick."""
    assert window.page is not None
    with closing(sqlite3.connect(window.page.project.project.name)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM revision WHERE kind = ?", (kind,)).fetchone()
    return int(count)


def _floor(folder: Path) -> float:
    """Commit a row like a span's with the plain driver, and repaint a text of the same size without spans."""
    edit = QTextEdit()
    edit.setPlainText(invented_text(5_000))
    edit.resize(1280, 800)
    edit.show()
    with closing(sqlite3.connect(folder / "floor.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("CREATE TABLE span (id TEXT PRIMARY KEY, segments TEXT)")

        def commit(number: int) -> None:
            connection.execute("INSERT INTO span VALUES (?, '[[100, 160]]')", (f"{number:036}",))
            edit.viewport().update()

        figure = p95(partial(commit, number) for number in range(_TIMES))
    edit.close()
    return figure
