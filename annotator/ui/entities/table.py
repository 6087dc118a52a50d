"""The table of the entities, and the field above it in which they are searched for: the keys of both."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLineEdit, QTableView

from annotator.ui.entities.model import NAME

_MARGIN = 16


class EntityTable(QTableView):
    """The table; `escaped()` for Esc. Where it has no rows, `hint` is read in their place."""

    escaped = Signal()

    hint = ""

    def keyboardSearch(self, search: str) -> None:
        """Search nothing: that would read every row, and the field above does it in the database."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Home and End go to the first and the last row: a row is chosen as a whole."""
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: self.model().rowCount() - 1}
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif event.modifiers() == Qt.KeyboardModifier.NoModifier and event.key() in ends:
            self.setCurrentIndex(self.model().index(ends[Qt.Key(event.key())], NAME))
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, or the hint."""
        super().paintEvent(event)
        if not self.model().rowCount():
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            rect = self.viewport().rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
            painter.drawText(rect, Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap, self.hint)
            painter.end()


class SearchField(QLineEdit):
    """The field above; `left()` for Enter and the arrow down, which lead to the list, `escaped()` for Esc."""

    left = Signal()
    escaped = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys that leave the field."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self.left.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)
