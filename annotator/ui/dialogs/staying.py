"""A dialog in which one thing after the other is done, until it is closed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QDialog


class StayingDialog(QDialog):
    """Enter presses the button that has the focus, and is else for the list or field that it is pressed in."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter from Qt, which would have it press the default button wherever the focus is: that closes."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif isinstance(focus := self.focusWidget(), QAbstractButton):
            focus.click()
