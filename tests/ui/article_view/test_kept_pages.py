"""What a view keeps from page to page is what it would find anew; what stands on the screen is what it would paint."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QApplication

from annotator.core.records import Region
from annotator.core.segments import Segment, Segments
from annotator.ui import theme
from annotator.ui.article_view import ArticleView, ViewSpan
from annotator.ui.article_view.marks import Mark
from tests.ui.article_view.conftest import TAGS

Show: TypeAlias = Callable[..., ArticleView]
Step: TypeAlias = tuple[str, Any]

LATIN = "Nine birds, the keeper said, may have left the island in the night, and nobody saw them go. It was dark.\n"
MIXED = "🛶 Nine 🐦🐦, השומר אמר היום, may have left 🏝️ in it.\n\nقال الحارس: «ذهبت الطيور». Café e\u0301clair.\n"
TEXTS = (LATIN * 12, MIXED * 9, "Short.", "")

CHOICES: dict[str, st.SearchStrategy[Any]] = {
    "article": st.sampled_from(TEXTS),
    "take out": st.sampled_from("01234"),
    "current": st.sampled_from("01234x"),
    "scroll": st.integers(0, 2500),
    "zoom": st.sampled_from([50, 90, 100, 150, 300]),
    "spacing": st.sampled_from([100, 150, 300]),
    "points": st.sampled_from([9, 13, 24]),
    "size": st.sampled_from([(900, 500), (300, 200), (640, 900)]),
    "look": st.sampled_from(["light", "dark"]),
    "tags": st.integers(0, 3),
}
ROUNDING = 24
"""Levels by which a smoothed edge may differ where only a part of it was painted."""

IN_THE_TEXT = ("span", "regions", "hits", "candidate", "caret")


@st.composite
def steps(draw: st.DrawFn) -> list[Step]:
    """Draw what a person, a colleague and the desktop may do to a view, one after the other."""
    made: list[Step] = [("article", TEXTS[0])]
    for number in range(draw(st.integers(1, 14))):
        kind = draw(st.sampled_from(["span", "span", *IN_THE_TEXT, *CHOICES]))
        if kind in CHOICES:
            made.append((kind, draw(CHOICES[kind])))
            continue
        text = next(value for kind, value in reversed(made) if kind == "article")
        if len(text) < 2:
            continue
        ends = sorted(draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=4, unique=True)))
        place = tuple(Segment(*pair) for pair in zip(ends[::2], ends[1::2], strict=False))
        made.append((kind, draw(spans(str(number % 5), place)) if kind == "span" else place))
    return made


def spans(key: str, place: Segments) -> st.SearchStrategy[ViewSpan]:
    names, tags = st.sampled_from([None, "Ada", "Zoë " * 9]), st.sampled_from(TAGS)
    return st.builds(
        ViewSpan, st.just(key), tags.map(lambda tag: tag.id), st.just(place), names, st.booleans(), st.booleans(),
        st.sampled_from(["", "≠○"]),
    )  # fmt: skip


def do(view: ArticleView, app: QApplication, step: Step) -> None:
    kind, value = step
    match kind:
        case "article":
            view.show_article(value)
        case "span":
            view.update_spans([value])
        case "take out":
            view.update_spans([], [value])
        case "regions":
            kinds = ("dateline", "credit")
            view.set_regions([Region(str(n), kinds[n], *part) for n, part in enumerate(value)])
        case "hits":
            view.set_hits(value)
        case "candidate":
            view.set_candidate(value)
        case "caret":
            # No selection: Qt cuts the letters of its paragraph off by a row then, where they hang out of their line.
            view.set_caret(value[0].end)
        case "current":
            view.set_current(value)
        case "scroll":
            view.verticalScrollBar().setValue(value)
        case "zoom":
            view.set_zoom(value)
        case "spacing":
            view.set_line_spacing(value)
        case "points":
            view.set_text_font("DejaVu Serif", value)
        case "size":
            view.resize(*value)
        case "look":
            theme.apply(app, value)
        case "tags":
            view.set_scheme(TAGS[value:])


def told(view: ArticleView) -> set[Hashable]:
    """Return what stands in sight, but for what depends on how far beyond it the page reaches."""
    top = view.verticalScrollBar().value()
    bottom = top + view.viewport().height()
    page = view.shown_page()
    marks = (*page.pieces, *page.badges, *page.dots, *page.bands, *page.corners, *page.kinds)
    return {_told(mark) for mark in marks if mark.box.top < bottom and mark.box.bottom > top}


def _told(mark: Mark) -> Hashable:
    """Return a mark without the objects that belong to one view."""
    placed = [mark.placed] if hasattr(mark, "placed") else getattr(mark, "spans", ())
    return type(mark), tuple((one.span, one.lane) for one in placed), mark.box, getattr(mark, "y", 0)


def pixels(picture: QPixmap) -> npt.NDArray[np.int16]:
    image = picture.toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).astype(np.int16)


def stale(view: ArticleView) -> list[tuple[int, int]]:
    """Return where the screen shows something else than the view would paint now."""
    # A look is told to the widgets first, and painted after that.
    QApplication.processEvents()
    QApplication.processEvents()
    seen, painted = pixels(view.screen().grabWindow(view.winId())), pixels(view.grab())
    rows, columns = np.nonzero(np.abs(seen - painted).max(axis=2) > ROUNDING)
    return list(zip(columns.tolist(), rows.tolist(), strict=True))


@pytest.fixture
def any_view(show: Show) -> ArticleView:
    return show(TEXTS[0])


@given(steps())
@settings(max_examples=25)
def test_what_is_kept_is_what_would_be_found_anew(any_view: ArticleView, qapp: QApplication, done: list[Step]) -> None:
    for one in (("size", (900, 500)), ("zoom", 100), ("spacing", 150), ("points", 13), ("look", "light"), ("tags", 0)):
        do(any_view, qapp, one)
    for one in done:
        do(any_view, qapp, one)
        assert stale(any_view) == []
        kept = told(any_view)
        any_view.laidOut.emit()
        assert kept == told(any_view)
