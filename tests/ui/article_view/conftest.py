"""An article view of a known size and font, without a project behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from annotator.core.scheme import Tag
from annotator.core.segments import Segment
from annotator.ui import theme
from annotator.ui.article_view import ArticleView, ViewSpan

TAGS = (
    Tag("quote", "Quote", "1", "speaker", "#12306F", "#8E9ADA", "solid"),
    Tag("claim", "Claim", "2", "claimant", "#9A3A00", "#FF961E", "dashed"),
    Tag("hedge", "Hedge", "3", "hedger", "#A700F5", "#F1D7EE", "wavy"),
    Tag("opinion", "Opinion", "4", "holder", "#058672", "#15E2A4", "dotted"),
)


def span(text: str, *parts: str, tag: str = "quote", name: str | None = None, linked: bool = False) -> ViewSpan:
    """Return a span on the parts of a text, each looked for behind the one before; its id is its first part."""
    segments, position = [], 0
    for part in parts:
        start = text.index(part, position)
        position = start + len(part)
        segments.append(Segment(start, position))
    return ViewSpan(parts[0], tag, tuple(segments), name, linked)


@pytest.fixture
def light(qapp: QApplication) -> Iterator[None]:
    """The light look, and the look that was there before afterwards."""
    before = qapp.palette()
    theme.apply(qapp, "light")
    yield
    qapp.setPalette(before)


@pytest.fixture
def show(qtbot: QtBot, light: None) -> Callable[..., ArticleView]:
    """Show a text with spans in a new view of 900 × 500 pixels."""

    def showing(text: str, *spans: ViewSpan, width: int = 900, height: int = 500) -> ArticleView:
        view = ArticleView()
        qtbot.addWidget(view)
        families = QFontDatabase.families()
        view.set_text_font("DejaVu Serif" if "DejaVu Serif" in families else families[0], 13)
        view.set_scheme(TAGS)
        view.resize(width, height)
        view.show_article(text, spans)
        with qtbot.waitExposed(view):
            view.show()
        return view

    return showing
