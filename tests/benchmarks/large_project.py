"""A project of 100,000 articles and 1,000,000 spans: rows 8, 9 and 15 of the targets."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QTableView

from annotator.ui.app import make_application, open_window
from annotator.ui.main_window import MainWindow
from tests.benchmarks.corpus import ADA, make_project, titled_texts
from tests.benchmarks.row import Row
from tests.benchmarks.start import start_child
from tests.benchmarks.timing import best

_ARTICLES, _FEW, _SPANS, _LENGTH = 100_000, 1_000, 10, 1_000
_MEGABYTE = 1 << 20


def benchmarks() -> list[Row]:
    """Open a large and a small project; move in the list of the large one."""
    _ = QApplication.instance() or make_application()
    with tempfile.TemporaryDirectory(prefix="annotator-benchmark-") as folder:
        large = make_project(Path(folder) / "large.annotator", titled_texts(_ARTICLES, _LENGTH), _SPANS)
        small = make_project(Path(folder) / "small.annotator", titled_texts(_FEW, _LENGTH), _SPANS)
        size = f"{_ARTICLES:,} articles, {_ARTICLES * _SPANS:,} spans"
        rows = [Row(f"open {size}: list painted", _opened(large), _opened(small), times=2)]
        rows += [Row(f"{name}, {size}", figure, floor, most=400) for name, figure, floor in _moving(large)]
        memory = start_child("window", large)["memory"] / _MEGABYTE
        bare = start_child("bare")["memory"] / _MEGABYTE
        rows.append(Row(f"memory, {size}", memory, bare, more=80, unit="MB"))
    return rows


def _opened(name: str) -> float:
    windows: list[MainWindow] = []
    figures = []
    for _ in range(3):
        figures.append(best(lambda: windows.append(open_window(name, ADA)), 1))
        windows.pop().close()
    return min(figures)


def _moving(name: str) -> list[tuple[str, float, float]]:
    window = open_window(name, ADA)
    table = window.findChild(QTableView, "articleList")
    words = window.findChild(QLineEdit, "articleFilter")
    assert window.page is not None
    assert table is not None
    assert words is not None
    articles = window.page.page.list
    found: list[tuple[str, float, float]] = []
    with closing(sqlite3.connect(name)) as connection:

        def measured(what: str, action: Callable[[], object], statement: str, *values: object) -> None:
            floor = best(lambda: connection.execute(statement, values).fetchall(), 3)
            found.append((what, best(action, 3), floor))

        def jump() -> None:
            QTest.keyClick(table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
            QTest.keyClick(table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)

        table.setFocus()
        order = 'SELECT id FROM article ORDER BY "order"'
        last = 'SELECT id, title FROM article ORDER BY "order" DESC LIMIT 200'
        measured("jump to the first and to the last article", jump, last)
        by_title = 'SELECT id FROM article ORDER BY title, "order"'
        measured("sort by title", partial(_sort, table, 1), by_title)
        by_spans = (
            "SELECT article.id FROM article JOIN layer ON layer.article_id = article.id "
            'JOIN span ON layer_id = layer.id GROUP BY article.id ORDER BY count(*), "order"'
        )
        measured("sort by spans", partial(_sort, table, 2), by_spans)
        by_status = (
            "SELECT article.id FROM article LEFT JOIN layer ON layer.article_id = article.id AND annotator_id = ? "
            'ORDER BY status, "order"'
        )
        measured("sort by status", partial(_sort, table, 0), by_status, ADA.id)
        measured("in the order of import", partial(_sort, table, -1), order)

        def narrowed() -> None:
            words.setText("wolba")
            articles.reload()

        measured("filter by words", narrowed, 'SELECT id FROM article WHERE title LIKE ? ORDER BY "order"', "%wolba%")
        words.clear()

        def finished() -> None:
            articles.status.setCurrentIndex(0)
            articles.status.setCurrentIndex(articles.status.findData("done"))

        done = (
            "SELECT article.id FROM article LEFT JOIN layer ON layer.article_id = article.id AND annotator_id = ? "
            "WHERE status = 'done' ORDER BY \"order\""
        )
        measured("all, then filter by status", finished, done, ADA.id)
    window.close()
    return found


def _sort(table: QTableView, column: int) -> None:
    """Sort by a column, the other way round each time: what is sorted so already is not read again."""
    order = Qt.SortOrder.AscendingOrder
    if table.horizontalHeader().sortIndicatorOrder() == order:
        order = Qt.SortOrder.DescendingOrder
    table.sortByColumn(column, order)
