"""The widgets of the import dialog and where they stand."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from annotator.ui.announce import Told
from annotator.ui.importing.choosing import ChoiceDelegate, TickDelegate
from annotator.ui.importing.columns import ColumnBoxes
from annotator.ui.importing.labels import LabelTable
from annotator.ui.importing.preview import Preview
from annotator.ui.importing.region_choice import RegionsEverywhere
from annotator.ui.importing.rows import ENCODING, FILE, FORMAT, RowsModel

_LETTERS = (5, 31, 11, 13, 11, 10)
"""Widths of a letter that each column is wide."""
_SIZE = QSize(1120, 680)
_OF_THE_SCREEN = 0.94
_HINT = "Drop files or folders here, or paste them with Ctrl+V"


class RowsView(QTreeView):
    """The table of inputs, which says how to begin while it is empty."""

    def __init__(self, rows: RowsModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows = rows
        self.setModel(rows)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows, or the hint."""
        super().paintEvent(event)
        if not self._rows.rowCount() and not self._rows.frozen:
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            room: QRect = self.viewport().rect().adjusted(12, 12, -12, -12)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, _HINT)


class ImportLayout:
    """Buttons above, rows with what is chosen for them on the left, preview on the right, progress at the bottom."""

    def __init__(self, dialog: QDialog) -> None:
        self._dialog = dialog
        self.files = QPushButton("&Files…", dialog)
        self.folder = QPushButton("F&older…", dialog)
        self.paste = QPushButton("&Paste…", dialog)
        self.address = QPushButton("&Address…", dialog)
        self.told = Told()
        self.rows = RowsModel(dialog)
        self.table = _table(dialog, self.rows)
        self.columns = ColumnBoxes(dialog)
        self.labels = LabelTable(dialog)
        self.regions = RegionsEverywhere(dialog)
        self.preview = Preview(dialog)
        self.bar = QProgressBar(dialog)
        self.bar.setVisible(False)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, parent=dialog)
        self.close = self.buttons.button(QDialogButtonBox.StandardButton.Close)
        self.close.setIcon(QIcon())  # some desktops put one on it, and none on the others
        self.go = self.buttons.addButton("&Import", QDialogButtonBox.ButtonRole.ActionRole)
        self.stop = self.buttons.addButton("&Stop", QDialogButtonBox.ButtonRole.ActionRole)
        self.stop.setVisible(False)
        for button in dialog.findChildren(QPushButton):
            # Which button Return presses is decided by what there is to do, not by where the focus was before.
            button.setAutoDefault(False)
        self._arrange()

    def _arrange(self) -> None:
        above = QHBoxLayout()
        for button in (self.files, self.folder, self.paste, self.address):
            above.addWidget(button)
        above.addSpacing(6)
        above.addWidget(self.told, 1)
        left = QWidget(self._dialog)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 6, 0)
        column.addWidget(self.table, 1)
        for widget in (self.columns, self.labels, self.regions):
            column.addWidget(widget)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self._dialog)
        self.splitter.addWidget(left)
        self.splitter.addWidget(self.preview)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 2)
        self.splitter.setSizes([3_000, 2_000])
        below = QHBoxLayout()
        below.addWidget(self.bar, 1)
        below.addWidget(self.buttons)
        # The buttons stay on the right also where there is no bar beside them.
        self.buttons.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        layout = QVBoxLayout(self._dialog)
        layout.addLayout(above)
        layout.addWidget(self.splitter, 1)
        layout.addLayout(below)
        screen = self._dialog.screen().availableSize()
        self._dialog.resize(_SIZE.boundedTo(screen * _OF_THE_SCREEN))

    def show_progress(self, done: int, total: int) -> None:
        """Show how far what runs is; a total of 0 is not known."""
        self.bar.setRange(0, total)
        self.bar.setValue(done)

    def hide_choices(self) -> None:
        """Show nothing more to choose: it is done."""
        self.labels.show_labels((), (), {})
        self.columns.show_columns(None, stubs=False)
        self.regions.show_offered((), "none")

    def set_running(self, running: bool) -> None:
        """Let nothing be changed while something runs, but let it be looked at, and stopped."""
        self.bar.setVisible(running)
        self.bar.setRange(0, 0)
        self.stop.setVisible(running)
        # The table is not disabled: it would be drawn anew, cell by cell, while the work wants the interpreter too.
        self.rows.frozen = running
        if not self.rows.rowCount():
            self.table.viewport().update()
        self.go.setEnabled(False)
        chooses = (self.columns, self.labels, self.regions)
        for widget in (self.files, self.folder, self.paste, self.address, self.close, *chooses):
            widget.setEnabled(not running)
        self.preview.set_editable(not running)


def _table(dialog: QDialog, rows: RowsModel) -> RowsView:
    table = RowsView(rows, dialog)
    table.setAccessibleName("Files, and what was found in them")
    table.setTreePosition(FILE)
    table.setUniformRowHeights(True)
    table.setAllColumnsShowFocus(True)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    trigger = QAbstractItemView.EditTrigger
    table.setEditTriggers(trigger.EditKeyPressed | trigger.SelectedClicked | trigger.DoubleClicked)
    table.setItemDelegateForColumn(FILE, TickDelegate(table, middle=True))
    delegate = ChoiceDelegate(table)
    for column in (FORMAT, ENCODING):
        table.setItemDelegateForColumn(column, delegate)
    for column, letters in enumerate(_LETTERS):
        table.header().setMinimumSectionSize(24)
        table.header().resizeSection(column, letters * table.fontMetrics().averageCharWidth())
    table.header().setStretchLastSection(True)
    table.header().setSectionsMovable(False)
    return table
