"""Choosing a collection: typing narrows the list, and what is not in it can be made by its name."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QLineEdit, QListWidget, QVBoxLayout, QWidget

from annotator.core.listing import CollectionRow
from annotator.core.text import counted, one_line
from annotator.ui import plain
from annotator.ui.accessible import enable

_MOVING = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class CollectDialog(QDialog):
    """Asks for one of the collections, or with `new` for the name of a new one.

    `chosen` is the id of a collection, or None where `name` is what the new one is called.
    """

    def __init__(
        self, title: str, why: str, rows: Sequence[CollectionRow], *, new: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("collectDialog")
        self.setWindowTitle(title)
        self._rows, self._new = rows, new
        self._offered: list[CollectionRow | None] = []
        self.words = QLineEdit(self)
        self.words.setPlaceholderText("Filter, or name a new collection" if new else "Filter")
        self.words.setAccessibleName("Name of the collection")
        self.words.installEventFilter(self)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Collections")
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, parent=self
        )
        self._ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (plain.label(why, wrap=True), self.words, self.list, buttons):
            layout.addWidget(widget)
        self.resize(420, 340)
        self.words.textChanged.connect(self._fill)
        self.list.itemActivated.connect(self.accept)
        self._fill()

    @property
    def name(self) -> str:
        """What was typed."""
        return one_line(self.words.text())

    @property
    def chosen(self) -> str | None:
        """The id of the collection in the current row, None for a new one."""
        row = self._offered[self.list.currentRow()]
        return row.id if row else None

    def _fill(self) -> None:
        typed = self.name.casefold()
        found = [row for row in self._rows if typed in row.name.casefold()]
        is_new = self._new and bool(typed) and all(row.name.casefold() != typed for row in self._rows)
        self._offered = [*found, *([None] if is_new else [])]
        self.list.clear()
        for row in self._offered:
            self.list.addItem(f"{row.name}, {counted(row.articles, 'article')}" if row else f"New: “{self.name}”")
        self.list.setCurrentRow(0)
        enable(self._ok, bool(self._offered), "No collection has such a name")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move in the list with the keys that do, while the caret stays in the field."""
        if watched is self.words and isinstance(event, QKeyEvent) and event.key() in _MOVING:
            if event.type() == QEvent.Type.KeyPress:
                QApplication.sendEvent(self.list, event)
            return True
        return super().eventFilter(watched, event)
