"""The list of keys: every action that has one, as it is bound now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from annotator.ui.actions import Spec

_IN_TEXTS = (
    ("Next word", QKeySequence.StandardKey.MoveToNextWord),
    ("Previous word", QKeySequence.StandardKey.MoveToPreviousWord),
    ("Extend to the next word", QKeySequence.StandardKey.SelectNextWord),
    ("Extend to the previous word", QKeySequence.StandardKey.SelectPreviousWord),
    ("Extend by a character", QKeySequence.StandardKey.SelectNextChar),
    ("Extend by a line", QKeySequence.StandardKey.SelectNextLine),
    ("Extend to the end of the line", QKeySequence.StandardKey.SelectEndOfLine),
    ("Start of the text", QKeySequence.StandardKey.MoveToStartOfDocument),
    ("End of the text", QKeySequence.StandardKey.MoveToEndOfDocument),
    ("Select all", QKeySequence.StandardKey.SelectAll),
    ("Copy", QKeySequence.StandardKey.Copy),
)
"""What the system's own keys do in the article, as in every text."""


class KeysDialog(QDialog):
    """Menus, actions and their keys, then those of every text; typing filters."""

    def __init__(self, actions: Iterable[tuple[Spec, QAction]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self._texts: list[str] = []
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText("Filter")
        self.filter.setAccessibleName("Filter keys")
        self.table = QTableWidget(0, 3, self)
        self.table.setAccessibleName("Keys")
        self.table.setHorizontalHeaderLabels(("Menu", "Action", "Keys"))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.table.horizontalHeader().resizeSection(2, self.fontMetrics().averageCharWidth() * 28)
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 10)
        for spec, action in actions:
            name = action.text().replace("&&", "\0").replace("&", "").replace("\0", "&").removesuffix("…")
            self._add(spec.menu.replace("&", ""), name, action.shortcuts())
        for name, key in _IN_TEXTS:
            self._add("(in texts)", name, QKeySequence.keyBindings(key)[:2])
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, parent=self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (self.filter, self.table, buttons):
            layout.addWidget(widget)
        self.resize(QSize(620, 560).boundedTo(self.screen().availableSize()))
        self.filter.textChanged.connect(self._show)

    def _add(self, menu: str, name: str, keys: Sequence[QKeySequence]) -> None:
        if not keys:
            return
        row = self.table.rowCount()
        self.table.insertRow(row)
        cells = (menu, name, "   ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in keys))
        self._texts.append(" ".join(cells).casefold())
        for column, shown in enumerate(cells):
            self.table.setItem(row, column, QTableWidgetItem(shown))

    def _show(self, typed: str) -> None:
        for row in range(self.table.rowCount()):
            self.table.setRowHidden(row, typed.casefold() not in self._texts[row])
