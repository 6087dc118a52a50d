"""The article view: the text with its spans painted on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from annotator.core.scheme import Tag, letters
from annotator.core.segments import Segments
from annotator.ui.article_view.geometry import Lines, has_right_to_left
from annotator.ui.article_view.page import Box, Page, PageBuilder
from annotator.ui.article_view.painter import Painter
from annotator.ui.article_view.reading_text import ReadingText
from annotator.ui.article_view.span_index import PlacedSpan, SpanIndex, ViewSpan
from annotator.ui.article_view.text_map import TextMap

_BEYOND = 300
"""How far above and below what is in sight the page reaches: stripes and names do not jump when the text scrolls."""


class ArticleView(ReadingText):
    """Shows an article and its spans; says which of them is clicked. See the package for how to use it."""

    spanClicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("articleView")
        self.setAccessibleName(self.tr("Article text"))
        self._tags: dict[str, Tag] = {}
        self._letters: dict[str, str] = {}
        self._index = SpanIndex(self.text_map)
        self._mixed = False
        self._page: Page | None = None
        self._current: str | None = None
        self._candidate: Segments = ()
        self._clicked: tuple[QPoint, str] | None = None
        self._pressed_at: QPoint | None = None
        self._look = (self._tags, self._letters, self.colours, self.metrics)
        self._marks = Painter(*self._look)
        self.laidOut.connect(self._forget_page)
        self.document().documentLayout().documentSizeChanged.connect(self._forget_page)

    def set_scheme(self, tags: Sequence[Tag]) -> None:
        """Use the colours, line styles and letters of `tags`; spans of other tags are grey."""
        self._tags = {tag.id: tag for tag in tags}
        self._letters = letters(tags)
        self._forget_page()
        self.viewport().update()

    def show_article(self, text: str, spans: Sequence[ViewSpan] = ()) -> None:
        """Show an article from its start, with no span current and no candidate."""
        self._current, self._candidate, self._clicked = None, (), None
        self._mixed = has_right_to_left(text)
        self._index = SpanIndex(TextMap(text), spans)
        self.show_text(text, self._index.depth)
        self.viewport().update()

    def clear_article(self) -> None:
        """Show nothing."""
        self.show_article("")

    def set_spans(self, spans: Sequence[ViewSpan]) -> None:
        """Show just these spans; paint what is new, changed or gone. Spans that are the same objects are quickest."""
        self.update_spans(*self._index.difference(spans))

    def update_spans(self, put: Collection[ViewSpan], removed: Collection[str] = ()) -> None:
        """Put new or changed spans in and take others out; only the marks that this changes are painted anew."""
        before = self._shown_page()
        self._index.change(put, removed)
        if self._current is not None and self._current not in self._index:
            self._current = None
        self._forget_page()
        self.deepen(self._index.depth)
        self._repaint(before.difference(self._shown_page()))

    @property
    def current(self) -> str | None:
        """The id of the current span."""
        return self._current

    def set_current(self, span_id: str | None) -> None:
        """Outline a span as the current one; None, or an id that is not shown: none is."""
        span_id = span_id if span_id in self._index else None
        if span_id == self._current:
            return
        page = self._shown_page()
        self._repaint([*page.boxes_of(self._current), *page.boxes_of(span_id)])
        self._current = span_id

    def set_candidate(self, segments: Segments | None) -> None:
        """Outline a span that is proposed; None: nothing is."""
        self._candidate = segments or ()
        self.viewport().update()

    def spans_at(self, position: int) -> list[str]:
        """Return the ids of the spans that the character at `position` belongs to, smallest first."""
        return [placed.span.id for placed in self._index.at(self.text_map.to_units(position))]

    def span_rect(self, span_id: str) -> QRect:
        """Return a span's box on its last line in sight, in coordinates of the viewport; empty when there is none."""
        height = self.viewport().height()
        boxes = [self._to_viewport(piece.box) for piece in self._shown_page().pieces_of(span_id)]
        seen = [box for box in boxes if box.top() >= 0 and box.bottom() <= height]
        if not seen:
            return QRect()
        bottom = max(box.bottom() for box in seen)
        return max((box for box in seen if box.bottom() == bottom), key=lambda box: box.width()).toAlignedRect()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint tints, the text, and everything that stands on it."""
        page, scrolled = self._shown_page(), self._scrolled()
        area = event.rect()
        top = area.top() + scrolled
        seen = Box(area.left(), top, area.left() + area.width(), top + area.height())
        marks = self._painter_of_marks()
        painter = QPainter(self.viewport())
        painter.translate(0, -scrolled)
        marks.paint_under(painter, page, seen)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.translate(0, -scrolled)
        marks.paint_over(painter, page, seen, self._current)
        marks.paint_candidate(painter, self._candidate_boxes(page))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Leave the caret where it is when a mark outside the text is pressed."""
        self._pressed_at = event.position().toPoint() if event.button() == Qt.MouseButton.LeftButton else None
        if self._pressed_at is not None and self._outside_text(self._pressed_at):
            event.accept()
            return
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Make the span that was clicked current."""
        pressed, self._pressed_at = self._pressed_at, None
        at = event.position().toPoint()
        super().mouseReleaseEvent(event)
        if pressed is None or (at - pressed).manhattanLength() >= QApplication.startDragDistance():
            return
        found = self._shown_page().hits(at.x(), at.y() + self._scrolled())
        if found:
            self._click(at, [placed.span.id for placed in found])

    def _click(self, at: QPoint, found: list[str]) -> None:
        chosen = found[0]
        if self._clicked is not None:
            place, before = self._clicked
            near = (at - place).manhattanLength() < QApplication.startDragDistance()
            if near and before in found and before == self._current:
                chosen = found[(found.index(before) + 1) % len(found)]
        self._clicked = (at, chosen)
        self.set_current(chosen)
        self.spanClicked.emit(chosen)

    def _outside_text(self, at: QPoint) -> PlacedSpan | None:
        return self._shown_page().outside_text(at.x(), at.y() + self._scrolled())

    def _shown_page(self) -> Page:
        top = self._scrolled()
        bottom = top + self.viewport().height()
        page = self._page
        if page is None or page.top > max(0, top) or page.bottom < bottom:
            metrics = self.metrics
            lines = Lines(self.document(), mixed=self._mixed, ascent=metrics.ascent, descent=metrics.descent)
            first, last = max(0, top - _BEYOND), bottom + _BEYOND
            found = lines.between(first, last)
            builder = PageBuilder(metrics, self._letters, QFontMetricsF(metrics.label), self.viewport().width())
            page = builder.build(found, self._index, first, last)
            self._page = page
        return page

    def _repaint(self, boxes: Iterable[Box]) -> None:
        for box in boxes:
            self.viewport().update(self._to_viewport(box).toAlignedRect())

    def _painter_of_marks(self) -> Painter:
        look = (self._tags, self._letters, self.colours, self.metrics)
        if self._look != look:
            self._look, self._marks = look, Painter(*look)
        return self._marks

    def _forget_page(self) -> None:
        self._page = None

    def _candidate_boxes(self, page: Page) -> list[Box]:
        to_units = self.text_map.to_units
        return [
            Box(interval.left, line.top - 1, interval.right, line.bottom + 1)
            for start, end in self._candidate
            for line in page.lines
            for interval in line.intervals(to_units(start), to_units(end))
        ]

    def _scrolled(self) -> int:
        return self.verticalScrollBar().value()

    def _to_viewport(self, box: Box) -> QRectF:
        return QRectF(box.left, box.top - self._scrolled(), box.right - box.left, box.bottom - box.top)
