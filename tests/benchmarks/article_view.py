"""Opening and scrolling articles in the article view: rows 2, 3 and 5 of the targets, and adding one span.

Each figure is the best of several runs: what else a shared machine does only ever adds time.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TypeVar

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QApplication, QTextEdit

from annotator.core.scheme import LINE_STYLES, Tag
from annotator.core.segments import Segment
from annotator.ui.article_view import ArticleView, ViewSpan
from tests.benchmarks.corpus import invented_text, spread_segments
from tests.benchmarks.row import Row
from tests.benchmarks.timing import p95

_Edit = TypeVar("_Edit", bound=QTextEdit)
_SIZE = (1280, 720)
_ROUNDS = 5
_LINE_HEIGHT = 34


def spread_spans(length: int, count: int) -> list[ViewSpan]:
    """Return spans all over a text, for the view."""
    return [
        ViewSpan(f"span-{number}", f"tag-{number % 4}", segments, f"Name {number}", number % 3 > 0)
        for number, segments in enumerate(spread_segments(length, count))
    ]


def benchmarks() -> list[Row]:
    """Measure everything; needs no window system."""
    _ = QApplication.instance() or QApplication([])
    large, small = invented_text(1_000_000), invented_text(5_000)
    many, few = spread_spans(len(large), 20_000), spread_spans(len(small), 50)
    rows = [
        Row("open 1,000,000 characters, 20,000 spans", _open(large, many), _floor(large), times=3),
        Row("open 5,000 characters, 50 spans", _open(small, few), _floor(small), times=3),
    ]
    view, bare = _article_view(), _bare_edit()
    view.show_article(large, many)
    _show_bare(bare, large)
    place = "1,000,000 characters, 20,000 spans, p95"
    rows.append(Row(f"scroll a page, {place}", _scroll(view), _scroll(bare), most=16))
    view.set_caret(0)
    rows.append(Row(f"add a span and repaint, {place}", _add(view), most=16))
    return rows


def _open(text: str, spans: list[ViewSpan]) -> float:
    return _best(_article_view, lambda view: view.show_article(text, spans))


def _floor(text: str) -> float:
    return _best(_bare_edit, lambda edit: _show_bare(edit, text))


def _show_bare(edit: QTextEdit, text: str) -> None:
    edit.document().clear()
    cursor = QTextCursor(edit.document())
    block_format = QTextBlockFormat()
    block_format.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    cursor.setBlockFormat(block_format)
    cursor.insertText(text)


def _best(make: Callable[[], _Edit], show: Callable[[_Edit], None]) -> float:
    times = []
    for _ in range(_ROUNDS):
        widget = make()
        started = time.perf_counter()
        show(widget)
        widget.grab()
        times.append(time.perf_counter() - started)
        widget.deleteLater()
    return min(times) * 1000


def _scroll(edit: QTextEdit) -> float:
    bar = edit.verticalScrollBar()
    return p95([lambda page=page: bar.setValue(page * bar.pageStep()) for page in range(1, 101)])


def _add(view: ArticleView) -> float:
    spans = [
        ViewSpan(f"added-{number}", "tag-1", (Segment(number * 20, number * 20 + 15),), "Somebody", linked=True)
        for number in range(100)
    ]
    return p95([lambda span=span: view.update_spans([span]) for span in spans])


def _article_view() -> ArticleView:
    view = ArticleView()
    colours = ("#12306F", "#9A3A00", "#A700F5", "#058672")
    tags = zip(colours, LINE_STYLES, strict=True)
    view.set_scheme([Tag(f"tag-{n}", f"{n}", str(n), "", light, light, line) for n, (light, line) in enumerate(tags)])
    return _shown(view)


def _bare_edit() -> QTextEdit:
    edit = QTextEdit()
    edit.setFont(QFont("serif", 13))
    edit.setReadOnly(True)
    edit.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    return _shown(edit)


def _shown(widget: _Edit) -> _Edit:
    widget.resize(*_SIZE)
    widget.show()
    widget.grab()
    return widget
