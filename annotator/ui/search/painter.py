"""Paints a hit in its context: all hits one below the other, emphasised, what stands round them at both sides."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QPainter, QPalette, QTextCharFormat
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionFocusRect, QStyleOptionViewItem, QTableView

from annotator.core.search import Line
from annotator.ui import theme
from annotator.ui.search.context_line import ContextLine, lay_out
from annotator.ui.search.model import LINE

_MARGIN = 4
_MOST = 500
"""Lines kept laid out; a screen shows about fifty."""


class HitPainter(QStyledItemDelegate):
    """Paints the column of the hits; a line is laid out once for each width."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view
        self._laid_out_for: tuple[QFont, int] | None = None
        self._kept: dict[Line, ContextLine] = {}

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one line, on the ground that every chosen row has, and a frame where the focus is."""
        view, rect = self._view, option.rect
        view.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, view)
        line = index.data(LINE)
        if not isinstance(line, Line):
            return
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        active = bool(option.state & QStyle.StateFlag.State_Active)
        group = QPalette.ColorGroup.Active if active else QPalette.ColorGroup.Inactive
        role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        made = self._line(line, option.font, rect.width() - 2 * _MARGIN)
        painter.save()
        painter.setClipRect(rect)
        painter.setPen(option.palette.color(group, role))
        # As in the other cells of the row, whatever letters of a higher font the line needs.
        usual = QFontMetrics(option.font)
        stands_on = rect.top() + (rect.height() - usual.height()) // 2 + usual.ascent()
        made.draw(painter, QPointF(rect.left() + _MARGIN, stands_on), _emphasis(option.palette, chosen=chosen))
        painter.restore()
        if option.state & QStyle.StateFlag.State_HasFocus:
            frame = QStyleOptionFocusRect()
            frame.rect, frame.palette = rect, option.palette
            frame.state = option.state | QStyle.StateFlag.State_KeyboardFocusChange | QStyle.StateFlag.State_Item
            frame.backgroundColor = option.palette.color(QPalette.ColorRole.Highlight)
            view.style().drawPrimitive(QStyle.PrimitiveElement.PE_FrameFocusRect, frame, painter, view)

    def _line(self, line: Line, font: QFont, width: int) -> ContextLine:
        if self._laid_out_for != (font, width) or len(self._kept) >= _MOST:
            self._laid_out_for = QFont(font), width
            self._kept.clear()
        made = self._kept.get(line)
        if made is None:
            made = self._kept[line] = lay_out(line.before, line.words, line.after, font, width)
        return made


def _emphasis(palette: QPalette, *, chosen: bool) -> QTextCharFormat:
    format_ = QTextCharFormat()
    if chosen:
        format_.setFontUnderline(True)
    else:
        format_.setBackground(QBrush(QColor(theme.colours_of(palette).hit)))
    return format_
