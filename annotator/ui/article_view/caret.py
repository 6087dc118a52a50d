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
        self._scrolled = 0
        edit.cursorPositionChanged.connect(self.repaint)

    def repaint(self) -> None:
        """Have the caret painted where it is now, and nothing left where it was."""
        viewport = self._edit.viewport()
        # What was painted has moved with the text since: Qt scrolls before it says that the caret moves.
        viewport.update(self._painted.translated(0, self._scrolled - self._edit.verticalScrollBar().value()))
        viewport.update(_touched(self._rect()))

    def paint(self, painter: QPainter, colour: QColor, *, extends: bool) -> None:
        """Paint it: strong where keys go to the text, thin where they go elsewhere; on a foot where it `extends`."""
        rect = self._rect()
        self._painted, self._scrolled = _touched(rect), self._edit.verticalScrollBar().value()
        painter.fillRect(rect if self._edit.hasFocus() else QRect(rect.x(), rect.y(), 1, rect.height()), colour)
        if extends:
            foot = _foot(rect)
            painter.fillRect(rect.x() - foot, rect.bottom() - 1, 2 * foot + rect.width(), 3, colour)

    def _rect(self) -> QRect:
        at = self._edit.cursorRect()
        width = max(2, at.height() // 10)
        return QRect(at.x() - 1, at.y() - 1, width, at.height() + 2)


def _foot(rect: QRect) -> int:
    """Return how far the foot of a caret reaches at each side of it."""
    return rect.height() // 5


def _touched(rect: QRect) -> QRect:
    """Return what a caret may have been painted on."""
    beside = _foot(rect) + _SLACK
    return rect.adjusted(-beside, -_SLACK, beside, _SLACK)
