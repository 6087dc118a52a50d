"""What a screen reader is told when something happens that the eye would see."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QLabel, QWidget

_SETTLED = 300
"""Milliseconds that a line has to stand before it is said: of one that counts, only what it comes to."""


def announce(source: QWidget, text: str, *, urgent: bool = False) -> None:
    """Have a screen reader, if one listens, say `text`; what is urgent comes before what else it has to say."""
    event = QAccessibleAnnouncementEvent(source, text)
    if urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)


class Told(QLabel):
    """A line that tells what is so now: what it says anew is announced as well, once it stands there in sight.

    It never takes its text for rich text.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED)
        self._settled.timeout.connect(self._announce)

    def setText(self, text: str) -> None:
        """Show another text."""
        if text != self.text():
            super().setText(text)
            self._settled.start()

    def _announce(self) -> None:
        if self.text() and self.isVisible():
            announce(self, self.text())
