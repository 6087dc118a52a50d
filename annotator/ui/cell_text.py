"""The words in the cells of a list, laid out once: a key that shifts a list's rows has all of them painted anew."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPalette, QStaticText, QTextLayout, QTransform
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionFocusRect, QStyleOptionViewItem, QTableView

Index = QModelIndex | QPersistentModelIndex

_MOST = 2_000
"""Texts kept; a screen shows about two hundred."""

_PLAIN = ("x", 1_000, None)
"""Words that need no letters but those of the list's own font."""

_ROLE, _PART = Qt.ItemDataRole, QStyle.PrimitiveElement

# As numbers: to combine Python's flags takes as long as to paint the words.
_ENABLED, _ACTIVE, _CHOSEN, _POINTED, _FOCUSED = (
    flag.value
    for flag in (
        QStyle.StateFlag.State_Enabled,
        QStyle.StateFlag.State_Active,
        QStyle.StateFlag.State_Selected,
        QStyle.StateFlag.State_MouseOver,
        QStyle.StateFlag.State_HasFocus,
    )
)


class CellText(QStyledItemDelegate):
    """Paints cells that hold one line of words as Qt does, in a third of the time.

    Qt cuts the words of a cell to its width, and lays them out, each time that it paints it. Models give words, colour,
    font and alignment; no cell has an icon, or a box to tick. Unlike Qt's, words have the direction that their own
    letters give them, and those on several lines are all shown.
    """

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view
        self._margin = view.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, view) + 1
        self._font = QFont(view.font())
        self._kept: dict[tuple[str, int, QFont | None], tuple[QStaticText, QFont, float, float]] = {}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a cell: what is behind it, its words, and a frame where it has the focus."""
        state, model = option.state.value, index.model()
        if state & (_CHOSEN | _POINTED):
            self._view.style().drawPrimitive(_PART.PE_PanelItemViewItem, option, painter, self._view)
        words = model.data(index, _ROLE.DisplayRole)
        if words is not None and words != "":
            painter.setPen(self._colour(option, index, state))
            font, side = model.data(index, _ROLE.FontRole), model.data(index, _ROLE.TextAlignmentRole)
            self._paint_words(painter, option, str(words), font, side)
        if state & _FOCUSED:
            frame = QStyleOptionFocusRect()
            frame.rect, frame.palette = option.rect, option.palette
            frame.state = option.state | QStyle.StateFlag.State_KeyboardFocusChange | QStyle.StateFlag.State_Item
            frame.backgroundColor = option.palette.color(QPalette.ColorRole.Highlight)
            self._view.style().drawPrimitive(_PART.PE_FrameFocusRect, frame, painter, self._view)

    def _colour(self, option: QStyleOptionViewItem, index: Index, state: int) -> QColor:
        if not state & _CHOSEN and (colour := index.model().data(index, _ROLE.ForegroundRole)) is not None:
            return colour
        group = QPalette.ColorGroup.Active if state & _ACTIVE else QPalette.ColorGroup.Inactive
        role = QPalette.ColorRole.HighlightedText if state & _CHOSEN else QPalette.ColorRole.Text
        return option.palette.color(group if state & _ENABLED else QPalette.ColorGroup.Disabled, role)

    def _paint_words(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        words: str,
        font: QFont | None,
        side: Qt.AlignmentFlag | None,
    ) -> None:
        if option.font != self._font:
            self._font = QFont(option.font)
            self._kept.clear()
        rect = option.rect
        room = rect.width() - 2 * self._margin
        text, used, width, rise = self._kept.get((words, room, font)) or self._lay_out(words, room, font)
        left: float = rect.left() + self._margin
        if side is not None and side & Qt.AlignmentFlag.AlignRight:
            left += room - width
        elif side is not None and side & Qt.AlignmentFlag.AlignHCenter:
            left += (room - width) / 2
        painter.setFont(used)
        # All words of a row stand on one line, those too that need letters of a higher font.
        plain, _used, _width, usual = self._kept.get(_PLAIN) or self._lay_out(*_PLAIN)
        top = rect.top() + (rect.height() - int(plain.size().height())) // 2
        painter.drawStaticText(QPointF(left, top + round(usual - rise)), text)

    def _lay_out(self, words: str, room: int, font: QFont | None) -> tuple[QStaticText, QFont, float, float]:
        """Return words cut to their room, with their font, their width, and the height from their top to their line."""
        if len(self._kept) >= _MOST:
            self._kept.clear()
        used, line = font.resolve(self._font) if font else self._font, words.replace("\n", " ")
        cut = QFontMetricsF(used).elidedText(line, Qt.TextElideMode.ElideRight, room)
        layout = QTextLayout(cut, used)
        layout.beginLayout()
        rise = layout.createLine().ascent() if cut else 0.0
        layout.endLayout()
        text = QStaticText(cut)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.prepare(QTransform(), used)
        self._kept[words, room, font] = made = text, used, text.size().width(), rise
        return made
