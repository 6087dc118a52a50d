"""The caret of a read-only text: always to be seen, and never blinking."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QTextEdit

_SLACK = 2


class Caret:
    """Paints the caret of a text edit and has its old and new place repainted when it moves."""

    def __init__(self, edit: QTextEdit) -> None:
        # Qt's own caret blinks, and goes with the focus: it gets no width.
        edit.setCursorWidth(0)
        self._edit = edit
        self._painted = QRect()
        edit.cursorPositionChanged.connect(self.repaint)

    def repaint(self) -> None:
        """Have the caret painted where it is now, and nothing left where it was."""
        viewport = self._edit.viewport()
        viewport.update(self._painted)
        viewport.update(self._rect().adjusted(-_SLACK, -_SLACK, _SLACK, _SLACK))

    def paint(self, painter: QPainter, colour: QColor) -> None:
        """Paint it: strong where keys go to the text, thin where they go elsewhere."""
        rect = self._rect()
        self._painted = rect.adjusted(-_SLACK, -_SLACK, _SLACK, _SLACK)
        painter.fillRect(rect if self._edit.hasFocus() else QRect(rect.x(), rect.y(), 1, rect.height()), colour)

    def _rect(self) -> QRect:
        at = self._edit.cursorRect()
        width = max(2, at.height() // 10)
        return QRect(at.x() - 1, at.y() - 1, width, at.height() + 2)
