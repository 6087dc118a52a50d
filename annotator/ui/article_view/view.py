"""The article view: the text with its spans painted on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from annotator.analysis.mentions import Mention
from annotator.core.records import Region
from annotator.core.scheme import Tag, letters
from annotator.core.segments import Segment, Segments
from annotator.ui.article_view.geometry import Lines, has_right_to_left
from annotator.ui.article_view.known_names import KnownNames
from annotator.ui.article_view.marks import Box
from annotator.ui.article_view.page import Page, PageBuilder
from annotator.ui.article_view.painter import Painter
from annotator.ui.article_view.pointing import Pointing
from annotator.ui.article_view.reading_text import ReadingText
from annotator.ui.article_view.region_marks import paint_regions, paint_veil, place_regions
from annotator.ui.article_view.regions import Regions
from annotator.ui.article_view.sight import drop_selection
from annotator.ui.article_view.span_index import SpanIndex, ViewSpan
from annotator.ui.article_view.text_map import TextMap

_BEYOND = 300
"""How far above and below what is in sight the page reaches: stripes and names do not jump when the text scrolls."""


class ArticleView(ReadingText):
    """Shows an article and its spans; says which of them is clicked. See the package for how to use it."""

    spanClicked = Signal(str)
    tripleClicked = Signal(int)
    edgeMoved = Signal(str, object)
    nameClicked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("articleView")
        self.setAccessibleName(self.tr("Article text"))
        self._tags: dict[str, Tag] = {}
        self._letters: dict[str, str] = {}
        self._index = SpanIndex(self.text_map)
        self.regions = Regions(self.text_map)
        self._mixed = False
        self._page: Page | None = None
        self._last_page: Page | None = None
        """The page that was built last, while its lines still stand where they stood."""
        self._current: str | None = None
        self._candidate: Segments = ()
        self._hits: Sequence[Segment] = ()
        self.pointing = Pointing(self)
        self.known_names = KnownNames(self)
        self.describe: Callable[[list[str], list[Region], Mention | None], str] = lambda _spans, _regions, _name: ""
        """Returns the tooltip, made safe, for spans, regions and the known name under the pointer."""
        self.viewport().setMouseTracking(True)
        self._look = (self._tags, self._letters, self.colours, self.metrics)
        self._marks = Painter(*self._look)
        self.laidOut.connect(self._forget_lines)
        self.document().documentLayout().documentSizeChanged.connect(self._forget_lines)

    def set_scheme(self, tags: Sequence[Tag]) -> None:
        """Use the colours, line styles and letters of `tags`; spans of other tags are grey."""
        self._tags = {tag.id: tag for tag in tags}
        self._letters = letters(tags)
        self._page = None
        self.viewport().update()

    def show_article(self, text: str, spans: Sequence[ViewSpan] = (), regions: Sequence[Region] = ()) -> None:
        """Show an article from its start, with no span current and no candidate."""
        self._current, self._candidate, self._hits = None, (), ()
        self.pointing.forget()
        self._mixed = has_right_to_left(text)
        text_map = TextMap(text)
        self._index, self.regions = SpanIndex(text_map, spans), Regions(text_map, regions)
        self.show_text(text, self._index.depth, self._index.depth_above)
        self.viewport().update()

    def set_spans(self, spans: Sequence[ViewSpan]) -> None:
        """Show just these spans; paint what is new, changed or gone. Spans that are the same objects are quickest."""
        self.update_spans(*self._index.difference(spans))

    def update_spans(self, put: Collection[ViewSpan], removed: Collection[str] = ()) -> None:
        """Put new or changed spans in and take others out; only the marks that this changes are painted anew."""
        before = self.shown_page()
        self._index.change(put, removed)
        if self._current is not None and self._current not in self._index:
            self._current = None
        self._page = None
        self.deepen(self._index.depth, self._index.depth_above)
        self._repaint(before.difference(self.shown_page()))

    def set_regions(self, regions: Sequence[Region]) -> None:
        """Show just these regions."""
        self.regions = Regions(self.text_map, regions)
        self._page = None
        self.viewport().update()

    @property
    def current(self) -> str | None:
        """The id of the current span."""
        return self._current

    def set_current(self, span_id: str | None) -> None:
        """Outline a span as the current one; None, or an id that is not shown: none is."""
        span_id = span_id if span_id in self._index else None
        if span_id == self._current:
            return
        page = self.shown_page()
        self._repaint([*page.boxes_of(self._current), *page.boxes_of(span_id)])
        self._current = span_id

    def set_candidate(self, segments: Segments | None) -> None:
        """Outline a span that is proposed; None: nothing is."""
        if (segments or ()) == self._candidate:
            return
        page, before = self.shown_page(), self._candidate
        self._candidate = segments or ()
        for parts in (before, self._candidate):
            boxes = page.boxes_of_parts(parts, self.text_map)
            self._repaint(Box(left - 4, top - 4, right + 4, bottom + 4) for left, top, right, bottom in boxes)

    def set_hits(self, hits: Sequence[Segment]) -> None:
        """Mark what was looked for; in order, without overlap."""
        self._hits = hits
        self.viewport().update()

    def spans_at(self, position: int) -> list[str]:
        """Return the ids of the spans that the character at `position` belongs to, smallest first."""
        return [placed.span.id for placed in self._index.at(self.text_map.to_units(position))]

    def segments_of(self, span_id: str | None) -> Segments:
        """Return the segments of a span that is shown; none where it is not."""
        return self._index.segments_of(span_id)

    def span_rect(self, span_id: str) -> QRect:
        """Return a span's box on its last line in sight, in coordinates of the viewport; empty when there is none."""
        height = self.viewport().height()
        boxes = [self._to_viewport(piece.box) for piece in self.shown_page().pieces_of(span_id)]
        seen = [box for box in boxes if box.top() >= 0 and box.bottom() <= height]
        if not seen:
            return QRect()
        bottom = max(box.bottom() for box in seen)
        return max((box for box in seen if box.bottom() == bottom), key=lambda box: box.width()).toAlignedRect()

    def span_area(self, span_id: str) -> QRect:
        """Return the box round what is in sight of a span, in coordinates of the viewport; empty when nothing is."""
        area = QRectF()
        for piece in self.shown_page().pieces_of(span_id):
            area |= self._to_viewport(piece.box)
        return area.toAlignedRect() & self.viewport().rect()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint tints, the text, and everything that stands on it."""
        page, scrolled = self.shown_page(), self.verticalScrollBar().value()
        area = event.rect()
        top = area.top() + scrolled
        seen = Box(area.left(), top, area.left() + area.width(), top + area.height())
        marks = self._painter_of_marks()
        painter = QPainter(self.viewport())
        painter.translate(0, -scrolled)
        marks.paint_under(painter, page, seen)
        self.known_names.paint(painter, seen)
        marks.paint_hits(painter, page.boxes_of_parts(self._hits, self.text_map))
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.translate(0, -scrolled)
        paint_veil(painter, page.boxes_of_parts(self.regions.left_out, self.text_map), self.colours)
        marks.paint_over(painter, page, seen, self._current)
        paint_regions(painter, page, self.colours)
        marks.paint_candidate(painter, page.boxes_of_parts(self._candidate, self.text_map))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose and drag, or place the caret."""
        if self.pointing.press(event):
            event.accept()
            return
        if event.button() == Qt.MouseButton.LeftButton and event.modifiers() != Qt.KeyboardModifier.ShiftModifier:
            # Within a selection Qt would drag its words away; here a drag selects, wherever it starts.
            drop_selection(self)
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag what is held, or select."""
        if not self.pointing.move(event):
            super().mouseMoveEvent(event)
            self.pointing.moved(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select the word; a third click takes the sentence."""
        super().mouseDoubleClickEvent(event)
        self.pointing.double_click(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of what is held, or choose what was clicked."""
        if not self.pointing.release(event):
            super().mouseReleaseEvent(event)
            self.pointing.released(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show what is known of the spans under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = event.pos()
            text = self.describe(self.pointing.spans_at(at), self.pointing.regions_at(at), self.known_names.at(at))
            QToolTip.showText(event.globalPos(), text, self.viewport())
            return True
        return super().viewportEvent(event)

    def shown_page(self) -> Page:
        """Return everything that is painted in sight and a little beyond, in coordinates of the document."""
        top = self.verticalScrollBar().value()
        bottom = top + self.viewport().height()
        page = self._page
        if page is None or not page.reaches(top, bottom):
            known = self._last_page
            metrics = self.metrics
            if known is not None and known.reaches(top, bottom):
                first, last, found = known.top, known.bottom, known.lines
            else:
                first, last = max(0, top - _BEYOND), bottom + _BEYOND
                lines = Lines(self.document(), mixed=self._mixed, ascent=metrics.ascent, descent=metrics.descent)
                found = lines.between(first, last)
            builder = PageBuilder(
                self.metrics, self._letters, QFontMetricsF(self.metrics.label), self.viewport().width()
            )
            page = builder.build(found, self._index, first, last)
            place_regions(page, self.regions)
            self._page = self._last_page = page
        return page

    def _repaint(self, boxes: Iterable[Box]) -> None:
        for box in boxes:
            self.viewport().update(self._to_viewport(box).toAlignedRect())

    def _painter_of_marks(self) -> Painter:
        look = (self._tags, self._letters, self.colours, self.metrics)
        if self._look != look:
            self._look, self._marks = look, Painter(*look)
        return self._marks

    def _forget_lines(self) -> None:
        self._page = self._last_page = None

    def _to_viewport(self, box: Box) -> QRectF:
        return QRectF(box.left, box.top - self.verticalScrollBar().value(), box.right - box.left, box.bottom - box.top)
