"""Text from articles and files, made safe to show: Qt takes anything that looks like HTML for rich text."""

from __future__ import annotations

import re
import unicodedata
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMessageBox, QWidget

_DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_BACKWARDS = frozenset(["R", "AL", "AN"])
_ISOLATE, _END = "\u2068", "\u2069"


def isolated(text: str) -> str:
    """Return a name so that its direction does not touch the words round it, without signs that change directions."""
    bare = _DIRECTIONS.sub("", text)
    backwards = not bare.isascii() and any(unicodedata.bidirectional(one) in _BACKWARDS for one in bare)
    return f"{_ISOLATE}{bare}{_END}" if backwards else bare


def tooltip(text: str) -> str:
    """Return a tooltip that shows `text` as it is, with its line breaks."""
    return f"<span style='white-space:pre-wrap'>{escape(text)}</span>" if text else ""


def label(text: str = "", parent: QWidget | None = None, *, wrap: bool = False) -> QLabel:
    """Return a label that never takes its text for rich text."""
    made = QLabel(text, parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    return made


def message(parent: QWidget | None, icon: QMessageBox.Icon, title: str, text: str, detail: str = "") -> QMessageBox:
    """Return a message box that never takes its text for rich text."""
    box = QMessageBox(icon, title, text, parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setInformativeText(detail)
    return box


def tell(parent: QWidget | None, title: str, text: str, detail: str = "") -> None:
    """Say something that went wrong, and wait until it is read."""
    message(parent, QMessageBox.Icon.Warning, title, text, detail).exec()


def ask(parent: QWidget | None, title: str, text: str, detail: str, yes: str) -> bool:
    """Ask before something is done; the button that does it says what it does."""
    box = message(parent, QMessageBox.Icon.Question, title, text, detail)
    do = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(do)
    box.exec()
    return box.clickedButton() is do
