"""The widgets of the import dialog and where they stand."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QSplitter,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from annotator.ui import plain
from annotator.ui.importing.choosing import ChoiceDelegate
from annotator.ui.importing.labels import LabelTable
from annotator.ui.importing.preview import Preview
from annotator.ui.importing.rows import ENCODING, FILE, FORMAT, RowsModel

_WIDTHS = (28, 200, 70, 90, 62, 66)


class ImportLayout:
    """Buttons above, rows with labels below them on the left, the preview on the right, progress at the bottom."""

    def __init__(self, dialog: QDialog) -> None:
        self.files = QPushButton("&Files…", dialog)
        self.folder = QPushButton("F&older…", dialog)
        self.paste = QPushButton("&Paste…", dialog)
        self.address = QPushButton("&Address…", dialog)
        self.told = plain.label("Choose files or a folder, paste a text, or drop files here.", wrap=True)
        self.rows = RowsModel(dialog)
        self.table = _table(dialog, self.rows)
        self.labels = LabelTable(dialog)
        self.preview = Preview(dialog)
        self.bar = QProgressBar(dialog)
        self.bar.setVisible(False)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, parent=dialog)
        self.go = self.buttons.addButton("&Import", QDialogButtonBox.ButtonRole.ActionRole)
        self.stop = self.buttons.addButton("&Stop", QDialogButtonBox.ButtonRole.ActionRole)
        self.stop.setVisible(False)
        for button in dialog.findChildren(QPushButton):
            # Return in a field of the preview ends the field, and must not press anything.
            button.setAutoDefault(False)
        self._arrange(dialog)

    def _arrange(self, dialog: QDialog) -> None:
        above = QHBoxLayout()
        for button in (self.files, self.folder, self.paste, self.address):
            above.addWidget(button)
        above.addWidget(self.told, 1)
        left = QWidget(dialog)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.table, 1)
        column.addWidget(self.labels)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, dialog)
        self.splitter.addWidget(left)
        self.splitter.addWidget(self.preview)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setSizes([660, 380])
        layout = QVBoxLayout(dialog)
        layout.addLayout(above)
        layout.addWidget(self.splitter, 1)
        layout.addWidget(self.bar)
        layout.addWidget(self.buttons)
        dialog.resize(1060, 600)

    def set_running(self, running: bool) -> None:
        """Let nothing be changed while something runs, but let it be stopped."""
        self.bar.setVisible(running)
        self.bar.setRange(0, 0)
        self.stop.setVisible(running)
        close = self.buttons.button(QDialogButtonBox.StandardButton.Close)
        for widget in (self.files, self.folder, self.paste, self.address, self.splitter, close):
            widget.setEnabled(not running)


def _table(dialog: QDialog, rows: RowsModel) -> QTreeView:
    table = QTreeView(dialog)
    table.setAccessibleName("Files, and what was found in them")
    table.setModel(rows)
    table.setTreePosition(FILE)
    table.setUniformRowHeights(True)
    table.setAllColumnsShowFocus(True)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    trigger = QAbstractItemView.EditTrigger
    table.setEditTriggers(trigger.EditKeyPressed | trigger.SelectedClicked | trigger.DoubleClicked)
    delegate = ChoiceDelegate(table)
    for column in (FORMAT, ENCODING):
        table.setItemDelegateForColumn(column, delegate)
    for column, width in enumerate(_WIDTHS):
        table.header().setMinimumSectionSize(24)
        table.header().resizeSection(column, width)
    table.header().setStretchLastSection(True)
    table.header().setSectionsMovable(False)
    return table
