"""A button that waits for the key to be pressed that an action shall have."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QWidget

from annotator.ui.keyboard import keys

_WAITING = "Press a key; Esc stops"


class KeyButton(QPushButton):
    """Emits `keyChosen(str)` with the next key after it was clicked; Esc, or leaving the button, stops waiting."""

    keyChosen = Signal(str)

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._text = text
        self.waiting = False
        self.clicked.connect(self.wait)
        self.setMinimumWidth(self.fontMetrics().horizontalAdvance(_WAITING) + 32)

    def wait(self) -> None:
        """Take the next key that is pressed."""
        self.waiting = True
        self.setText(_WAITING)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _stop(self) -> None:
        self.waiting = False
        self.setText(self._text)

    def event(self, event: QEvent) -> bool:
        """Take every key while waiting, also Tab and those that would be shortcuts."""
        if self.waiting and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress:
                self._press(event)
            event.accept()
            return True
        if self.waiting and event.type() in (QEvent.Type.FocusOut, QEvent.Type.Hide):
            self._stop()
        return super().event(event)

    def _press(self, event: QKeyEvent) -> None:
        key = keys.pressed(event)
        if event.key() == Qt.Key.Key_Escape:
            self._stop()
        elif key:
            self._stop()
            self.keyChosen.emit(key)
