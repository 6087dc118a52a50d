"""What a screen reader is told when something happens that the eye would see."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(source: QWidget, text: str) -> None:
    """Have a screen reader, if one listens, say `text`."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(source, text))
