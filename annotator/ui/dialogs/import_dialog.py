"""Importing: files are chosen or dropped, a row each says what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from annotator.core.text import counted
from annotator.services.importing import ImportReport, import_files
from annotator.services.inputs import Input
from annotator.ui import plain
from annotator.ui.dropping import dropped_files
from annotator.ui.project import OpenProject
from annotator.ui.runner import Job, Progress, Runner

_HEADINGS = ("", "File", "Format", "Encoding", "Articles", "Words", "What to know")
_SIGNS = {"done": "✓", "skipped": "–", "failed": "✗"}
_FIRST = {"failed": 0, "skipped": 1, "done": 2}


class ImportDialog(QDialog):
    """Takes files until it is closed; each batch is one undoable step."""

    def __init__(self, project: OpenProject, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("importDialog")
        self.setWindowTitle("Import articles")
        self.setAcceptDrops(True)
        self._project, self._runner = project, runner
        self._job: Job | None = None
        self.files = QPushButton("&Files…", self)
        self.folder = QPushButton("F&older…", self)
        self.told = plain.label("Choose text files or annotated JSON, or drop them here.", wrap=True)
        self.table = QTableWidget(0, len(_HEADINGS), self)
        self.table.setAccessibleName("Files and what became of them")
        self._arrange_table()
        self.bar = QProgressBar(self)
        self.bar.setVisible(False)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, parent=self)
        self.stop = self.buttons.addButton("&Stop", QDialogButtonBox.ButtonRole.ActionRole)
        self.stop.setVisible(False)
        above = QHBoxLayout()
        above.addWidget(self.files)
        above.addWidget(self.folder)
        above.addWidget(self.told, 1)
        layout = QVBoxLayout(self)
        layout.addLayout(above)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.bar)
        layout.addWidget(self.buttons)
        self.resize(860, 420)
        self.files.clicked.connect(self._choose_files)
        self.folder.clicked.connect(self._choose_folder)
        self.stop.clicked.connect(self._cancel)
        self.buttons.rejected.connect(self.reject)

    def _arrange_table(self) -> None:
        table, header = self.table, self.table.horizontalHeader()
        table.setHorizontalHeaderLabels(_HEADINGS)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setShowGrid(False)
        table.verticalHeader().hide()
        header.setMinimumSectionSize(24)
        for column, width in enumerate((28, 220, 70, 80, 70, 70)):
            header.resizeSection(column, width)
        header.setSectionResizeMode(len(_HEADINGS) - 1, QHeaderView.ResizeMode.Stretch)

    def _choose_files(self) -> None:
        names, _filter = QFileDialog.getOpenFileNames(self, "Import files")
        self.take([Path(name) for name in names])

    def _choose_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, "Import a folder")
        self.take([Path(name)] if name else [])

    def take(self, paths: Sequence[Path]) -> None:
        """Import files and folders in the background."""
        if not paths or self._job is not None:
            return
        project = self._project.project

        def work(progress: Progress) -> ImportReport:
            return import_files(project, paths, progress=progress)

        self._running(True)
        self.told.setText("Reading…")
        job = self._job = self._runner.run(work)
        job.progressed.connect(self._progressed)
        job.succeeded.connect(self._report)
        job.failed.connect(lambda error: self.told.setText(str(error)))
        job.cancelled.connect(lambda: self.told.setText("Stopped; nothing was imported."))
        job.finished.connect(self._finished)

    def _running(self, running: bool) -> None:
        self.bar.setVisible(running)
        self.stop.setVisible(running)
        for button in (self.files, self.folder, self.buttons.button(QDialogButtonBox.StandardButton.Close)):
            button.setEnabled(not running)

    def _progressed(self, done: int, total: int, text: str) -> None:
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        self.told.setText(f"{done:,} read: {text}" if not total else f"{done:,} of {total:,} articles: {text}")

    def _report(self, report: ImportReport) -> None:
        failed = sum(one.status == "failed" for one in report.inputs)
        spans = f" with {counted(report.spans, 'span')}" if report.spans else ""
        wrong = f"; {failed:,} of {counted(len(report.inputs), 'file')} could not be read whole" if failed else ""
        self.told.setText(f"Imported {counted(report.articles, 'article')}{spans}{wrong}.")
        for one in sorted(report.inputs, key=lambda one: _FIRST[one.status]):
            self._add_row(one)

    def _add_row(self, one: Input) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        counts = (f"{one.articles:,}", f"{one.words:,}")
        told = " ".join(one.messages)
        for column, text in enumerate((_SIGNS[one.status], one.name, one.format, one.encoding, *counts, told)):
            item = QTableWidgetItem(text)
            item.setToolTip(plain.tooltip("\n".join(one.messages) if column == len(_HEADINGS) - 1 else text))
            if column in (0, 4, 5):
                item.setTextAlignment(Qt.AlignmentFlag.AlignCenter if not column else Qt.AlignmentFlag.AlignRight)
            if not column:
                item.setData(Qt.ItemDataRole.AccessibleTextRole, one.status)
            self.table.setItem(row, column, item)

    def _finished(self) -> None:
        self._job = None
        self._running(False)
        self.files.setFocus()

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if dropped_files(event) and self._job is None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Import what was dropped."""
        event.acceptProposedAction()
        self.take(dropped_files(event))

    def reject(self) -> None:
        """Close, but not in the middle of an import."""
        if self._job is None:
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close, but not in the middle of an import."""
        if self._job is not None:
            event.ignore()
            return
        super().closeEvent(event)
