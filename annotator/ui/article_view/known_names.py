"""The names of those whom the project knows, marked faintly in the text; looked for only in what is in sight."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QLineF, QPoint, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from annotator.analysis.mentions import LONGEST, Mention
from annotator.core.segments import Segment
from annotator.ui.article_view.marks import Box
from annotator.ui.article_view.page import Page

if TYPE_CHECKING:
    from annotator.ui.article_view.view import ArticleView

Finder: TypeAlias = Callable[[int, int], Sequence[Mention]]
"""Returns the names between two positions of the text, in order, none across another."""

_WASH = 0.09


class KnownNames:
    """Which names are marked, and where. Nothing is marked before `mark` is called with a finder."""

    def __init__(self, view: ArticleView) -> None:
        self._view = view
        self._finder: Finder | None = None
        self._text = ""
        self._stretch = Segment(0, 0)
        self._mentions: Sequence[Mention] = ()
        self._page: Page | None = None
        self._boxes: list[tuple[Box, Mention]] = []
        self.is_meant: Callable[[bool], bool] = lambda _control: False
        """Tells whether a click on a name means that name, given whether Ctrl is held."""

    def mark(self, finder: Finder | None) -> None:
        """Mark what `finder` finds from now on; None: nothing."""
        self._finder, self._text, self._page = finder, "", None
        self._view.viewport().update()

    def boxes(self) -> list[tuple[Box, Mention]]:
        """Return where names stand in what is in sight, in coordinates of the document."""
        if self._finder is None:
            return []
        page = self._view.shown_page()
        if page is not self._page:
            self._look(page, self._finder)
            self._boxes = list(self._placed(page))
            self._page = page
        return self._boxes

    def _look(self, page: Page, finder: Finder) -> None:
        """Find the names in the lines of a page, unless that was done already: a key changes marks, not the text."""
        text, to_points = self._view.stored_text, self._view.text_map.to_code_points
        if not page.lines:
            self._text, self._mentions = "", ()
            return
        first, last = to_points(page.lines[0].start), to_points(page.lines[-1].end_with_break)
        if text is self._text and self._stretch.start <= first and last <= self._stretch.end:
            return
        self._text, self._stretch = text, Segment(first, last)
        # A name may begin above what is in sight, or end below it.
        self._mentions = finder(max(0, first - LONGEST), min(len(text), last + LONGEST))

    def _placed(self, page: Page) -> Iterator[tuple[Box, Mention]]:
        to_units, starts = self._view.text_map.to_units, [line.start for line in page.lines]
        for mention in self._mentions:
            start, end = to_units(mention.segment.start), to_units(mention.segment.end)
            for row in range(max(0, bisect_right(starts, start) - 1), bisect_left(starts, end)):
                line = page.lines[row]
                for interval in line.intervals(start, end):
                    yield Box(interval.left, line.top, interval.right, line.bottom), mention

    def at(self, place: QPoint) -> Mention | None:
        """Return the name at a point of the viewport."""
        x, y = place.x(), place.y() + self._view.verticalScrollBar().value()
        return next((mention for box, mention in self.boxes() if box.holds(x, y)), None)

    def paint(self, painter: QPainter, seen: Box) -> None:
        """Paint a faint ground and a thin line below each name that is to be seen."""
        wash, line = QColor(self._view.colours.accent), QColor(self._view.colours.muted)
        wash.setAlphaF(_WASH)
        pen = QPen(line, 1)
        pen.setDashPattern([1, 3])
        painter.setPen(pen)
        for (left, top, right, bottom), _mention in self.boxes():
            if top < seen.bottom and bottom > seen.top:
                painter.fillRect(QRectF(left, top, right - left, bottom - top), wash)
                painter.drawLine(QLineF(left, bottom - 0.5, right, bottom - 0.5))
