"""Who did what when."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from annotator.services import history, projects
from annotator.ui.project import OpenProject

_HEADINGS = ("Step", "When", "Who", "What", "Rows")
_MOST = 500


class HistoryDialog(QDialog):
    """The newest steps first; a step that takes another back names its number."""

    def __init__(self, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"History, the last {_MOST} steps")
        self.table = QTableWidget(0, len(_HEADINGS), self)
        self.table.setAccessibleName("History")
        self.table.setHorizontalHeaderLabels(_HEADINGS)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 10)
        header = self.table.horizontalHeader()
        letter = self.fontMetrics().averageCharWidth()
        for column, letters in enumerate((8, 24, 20, 0, 10)):
            header.resizeSection(column, letters * letter)
        header.setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, parent=self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.table)
        layout.addWidget(buttons)
        self.resize(QSize(720, 460).boundedTo(self.screen().availableSize()))
        self._fill(project)

    def _fill(self, project: OpenProject) -> None:
        names = {one.id: one.name for one in projects.annotators(project.project)}
        rows = history.rows(project.project, most=_MOST)
        self.table.setRowCount(len(rows))
        for place, row in enumerate(rows):
            what = f"{row.kind}, taking back step {row.reverts}" if row.reverts else row.kind
            if row.reverts and not row.rows:
                what = f"{row.kind}: step {row.reverts} skipped"
            when = row.at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
            for column, text in enumerate((str(row.number), when, names.get(row.by, row.by), what, f"{row.rows:,}")):
                item = QTableWidgetItem(text)
                if column in (0, 4):
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(place, column, item)
