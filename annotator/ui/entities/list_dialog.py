"""Importing a list of entities: each line with what becomes of it, before anything does."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
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

from annotator.core.errors import AnnotatorError
from annotator.core.text import snippet
from annotator.services.entities import lists
from annotator.services.entities.lists import ListImport, ListRead, ListRow, Outcome
from annotator.ui import plain
from annotator.ui.accessible import enable
from annotator.ui.announce import Told
from annotator.ui.project import OpenProject
from annotator.ui.runner import Runner

_SIGNS: dict[Outcome, str] = {"new": "✓ new", "adds": "✓ adds", "known": "– there", "wrong": "✗ left out"}
_TITLES = ("Outcome", "Line", "Name", "Kind", "Also called", "What becomes of it")
_MOST = 2_000
"""Lines that are shown, what cannot be taken first; all are imported."""
_LONGEST = 80


class EntityListDialog(QDialog):
    """Shows the lines of a file, and imports them as one step. `imported(ListImport)` once that is done."""

    imported = Signal(object)

    def __init__(self, project: OpenProject, runner: Runner, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("entityListDialog")
        self.setWindowTitle("Import entity list")
        self._project, self._runner = project, runner
        self._read: ListRead | None = None
        self.told = Told(f"Reading {path.name}…")
        self.lines = QTableWidget(0, len(_TITLES), self)
        self.lines.setAccessibleName("Lines of the list")
        self._arrange_table()
        self.remark = Told()
        self.remark.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        self.lines.currentCellChanged.connect(self._show_remark)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, parent=self)
        self.take = self.buttons.addButton("&Import", QDialogButtonBox.ButtonRole.AcceptRole)
        enable(self.take, False, "The file is being read")
        layout = QVBoxLayout(self)
        layout.addWidget(self.told)
        layout.addWidget(self.lines, 1)
        layout.addWidget(self.remark)
        layout.addWidget(self.buttons)
        self.resize(QSize(820, 480).boundedTo(self.screen().availableSize()))
        self.buttons.accepted.connect(self._import)
        self.buttons.rejected.connect(self.reject)
        job = runner.run(lambda _progress: lists.read(project.project, path))
        job.succeeded.connect(self._show)
        job.failed.connect(self._failed)

    def _arrange_table(self) -> None:
        self.lines.setHorizontalHeaderLabels(list(_TITLES))
        self.lines.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.lines.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.lines.setTabKeyNavigation(False)
        self.lines.setShowGrid(False)
        self.lines.setWordWrap(False)
        self.lines.verticalHeader().hide()
        self.lines.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 10)
        self.lines.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header, width = self.lines.horizontalHeader(), self.fontMetrics().averageCharWidth()
        header.setHighlightSections(False)
        for column, letters in enumerate((11, 10, 24, 14, 22)):
            header.resizeSection(column, width * letters)
        header.setSectionResizeMode(len(_TITLES) - 1, QHeaderView.ResizeMode.Stretch)

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, AnnotatorError):
            raise error
        self.told.setText(str(error))
        if self._read is None:
            # Nothing of it could be read: there are no lines to look at.
            self.lines.hide()
            self.remark.hide()

    def _show(self, read: ListRead) -> None:
        self._read = read
        counts = {outcome: sum(row.outcome == outcome for row in read.rows) for outcome in _SIGNS}
        told = [
            f"{counts['new']:,} new, {counts['adds']:,} get names or an address, {counts['known']:,} are there already,"
            f" {counts['wrong']:,} are left out.",
            *read.warnings,
        ]
        shown = sorted(read.rows, key=lambda row: row.outcome != "wrong")[:_MOST]
        if len(read.rows) > _MOST:
            told.append(
                f"The first {_MOST:,} of {len(read.rows):,} lines are shown, those that are left out before others."
            )
        self.told.setText("\n".join(told))
        self.lines.setRowCount(len(shown))
        for place, row in enumerate(shown):
            for column, text in enumerate(_cells(row)):
                item = QTableWidgetItem(text)
                item.setToolTip(plain.tooltip(text))
                self.lines.setItem(place, column, item)
        has_news = bool(counts["new"] or counts["adds"])
        if not has_news:
            self.told.setText(f"{self.told.text()}\nThere is nothing in it to be imported.")
        self.lines.setCurrentCell(0, 0)
        enable(self.take, has_news, "There is nothing in it to be imported")
        self.take.setDefault(True)

    def _show_remark(self, row: int) -> None:
        """Show the whole of what the current row's last cell may have no room for."""
        cell = self.lines.item(row, len(_TITLES) - 1)
        self.remark.setText(cell.text() if cell is not None else "")

    def _import(self) -> None:
        read, project = self._read, self._project.project
        if read is None:
            return
        enable(self.take, False, "It is being imported")
        job = self._runner.run(lambda _progress: lists.take(project, read))
        job.succeeded.connect(self._imported)
        job.failed.connect(self._failed)

    def _imported(self, done: ListImport) -> None:
        self.imported.emit(done)
        self.accept()


def _cells(row: ListRow) -> tuple[str, ...]:
    names = (
        [plain.isolated(snippet(name, _LONGEST)) for name in (row.line.name, *row.line.aliases)] if row.line else [""]
    )
    return (
        _SIGNS[row.outcome], row.place, names[0], row.line.kind if row.line else "", ", ".join(names[1:]), row.told,
    )  # fmt: skip
