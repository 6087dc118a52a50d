"""Paints a span in its context: where it stands in small letters, below it the text with the span on its tint."""

from __future__ import annotations

import re

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPalette,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QApplication, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from annotator.core.entity_listing import SpanInContext
from annotator.core.segments import Segment, Segments
from annotator.ui import theme
from annotator.ui.article_view.text_map import TextMap
from annotator.ui.entities.span_model import SPAN, LinkedSpans
from annotator.ui.project import OpenProject

_MARGIN = 6
_BAR = 4
_LINES = 2
_BEFORE = 40
"""Characters before a span that are shown at least where there are any, so that the span itself is in sight."""

_WORD_START = re.compile(r"(?<=\s)\S")
_SPACE = re.compile(r"\s")


class SpanPainter(QStyledItemDelegate):
    """A row has a stripe in the colour of the tag, the tag's letter and place, and two lines of text."""

    def __init__(self, project: OpenProject, model: LinkedSpans, view: QListView) -> None:
        super().__init__(view)
        self._project, self._model = project, model

    def sizeHint(self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of every row: all have the same, so that none is read to know it."""
        metrics = QFontMetrics(option.font)
        return QSize(0, QFontMetrics(_small(option.font)).height() + _LINES * metrics.lineSpacing() + 2 * _MARGIN)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one span."""
        span = index.data(SPAN)
        self.initStyleOption(option, index)
        option.text = ""
        palette: QPalette = option.palette
        colours = theme.colours_of(palette)
        if option.widget is not None and not option.widget.hasFocus():
            # A fainter ground: where the keys go is seen.
            palette.setColor(QPalette.ColorRole.Highlight, QColor(colours.selection))
            palette.setColor(QPalette.ColorRole.HighlightedText, QColor(colours.text))
            option.palette = palette
        style = option.widget.style() if option.widget else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        if not isinstance(span, SpanInContext):
            return
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        tag = self._project.tag(span.tag)
        rect: QRect = option.rect
        painter.save()
        painter.fillRect(QRect(rect.left(), rect.top() + 2, _BAR, rect.height() - 4), colours.line(tag))
        inner = rect.adjusted(_BAR + _MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        text = palette.color(QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text)
        small = _small(option.font)
        painter.setFont(small)
        painter.setPen(text if selected else QColor(colours.muted))
        place = f"{self._project.letters.get(span.tag, '?')}  {self._model.place(span)}"
        shown = QFontMetrics(small).elidedText(place, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, shown)
        painter.setPen(text)
        tint = None if selected else colours.tint(tag)
        below = inner.adjusted(0, QFontMetrics(small).height(), 0, 0)
        _paint_text(painter, QRectF(below), option.font, span, tint)
        painter.restore()


def _small(font: QFont) -> QFont:
    small = QFont(font)
    small.setPointSizeF(font.pointSizeF() * 0.88)
    return small


def _paint_text(painter: QPainter, rect: QRectF, font: QFont, span: SpanInContext, tint: QColor | None) -> None:
    text, marked = in_sight(span)
    units = TextMap(text)
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats([_format(units, part, tint) for part in marked])
    layout.beginLayout()
    top = 0.0
    for number in range(_LINES):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(rect.width())
        line.setPosition(QPointF(0, top))
        top += line.height() if number else QFontMetrics(font).lineSpacing()
    layout.endLayout()
    painter.setClipRect(rect)
    layout.draw(painter, rect.topLeft())


def _format(units: TextMap, part: Segment, tint: QColor | None) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start = units.to_units(part.start)
    made.length = units.to_units(part.end) - made.start
    format_ = QTextCharFormat()
    if tint is None:
        format_.setFontUnderline(True)
    else:
        format_.setBackground(QBrush(tint))
    made.format = format_
    return made


def in_sight(span: SpanInContext) -> tuple[str, Segments]:
    """Return the text of a row on one line, from a word not far before the span on, and the span's segments in it."""
    start = span.marked[0].start if span.marked else 0
    cut = 0
    if start > _BEFORE:
        word = _WORD_START.search(span.context, start - _BEFORE, start)
        cut = word.start() if word else start - _BEFORE
    sign, end = "… " if cut else "", span.marked[-1].end if span.marked else 0
    last = span.context.rfind(" ", end) if span.goes_on else -1
    words = _SPACE.sub(" ", span.context[cut:last] + " …" if last >= 0 else span.context[cut:])
    moved = len(sign) - cut
    return sign + words, tuple(Segment(part.start + moved, part.end + moved) for part in span.marked)
