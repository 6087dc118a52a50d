"""The list of keys: every action that has one, as it is bound now."""

from __future__ import annotations

from collections.abc import Iterable

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


class KeysDialog(QDialog):
    """Menus, actions and their keys; typing filters."""

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
            self._add(spec, action)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, parent=self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (self.filter, self.table, buttons):
            layout.addWidget(widget)
        self.resize(QSize(620, 560).boundedTo(self.screen().availableSize()))
        self.filter.textChanged.connect(self._show)

    def _add(self, spec: Spec, action: QAction) -> None:
        keys = [key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts()]
        if not keys:
            return
        row = self.table.rowCount()
        self.table.insertRow(row)
        text = action.text().replace("&&", "\0").replace("&", "").replace("\0", "&").removesuffix("…")
        cells = (spec.menu.replace("&", ""), text, "   ".join(keys))
        self._texts.append(" ".join(cells).casefold())
        for column, shown in enumerate(cells):
            self.table.setItem(row, column, QTableWidgetItem(shown))

    def _show(self, typed: str) -> None:
        for row in range(self.table.rowCount()):
            self.table.setRowHidden(row, typed.casefold() not in self._texts[row])
