"""Exporting: what, in which format, with what the person should know before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QPlainTextEdit,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from annotator.core.text import counted
from annotator.services import exporting, formats
from annotator.services.exporting import ExportReport, Scope
from annotator.ui.announce import Told
from annotator.ui.project import OpenProject
from annotator.ui.runner import Job, Runner

_PREVIEW = 4_000


class ExportDialog(QDialog):
    """Chooses a part of the project and a format, shows how the file begins, and writes it."""

    written = Signal(str)

    def __init__(
        self, project: OpenProject, runner: Runner, article: str | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("exportDialog")
        self.setWindowTitle("Export annotations")
        self._project, self._runner, self._article = project, runner, article
        self._job: Job | None = None
        self._previewed: Job | None = None
        self.scope = QComboBox(self)
        self.scope.addItem("The whole project", "all")
        if article is not None:
            self.scope.addItem("The open article", "article")
        self.layer = QComboBox(self)
        self.layer.addItem("All annotators", "all")
        if project.acting is not None:
            self.layer.addItem(f"Only {project.acting.name}", "own")
        self.layer.addItem("Only the final layers", "final")
        self.format = QComboBox(self)
        for writer in formats.installed().writers:
            self.format.addItem(f"{writer.title} (.{writer.suffix.lstrip('.')})", writer)
        self.names = QCheckBox("Replace the names of all entities", self)
        self.told = Told()
        self.preview = QPlainTextEdit(self)
        self.preview.setReadOnly(True)
        # A read-only text has no caret of its own, and shows the focus by nothing else.
        self.preview.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.preview.setAccessibleName("How the file begins")
        self.bar = QProgressBar(self)
        self.bar.setRange(0, 0)
        self.bar.setVisible(False)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, parent=self)
        self.save = self.buttons.addButton("&Export…", QDialogButtonBox.ButtonRole.ActionRole)
        form = QFormLayout()
        form.addRow("&Articles", self.scope)
        form.addRow("&Layers", self.layer)
        form.addRow("&Format", self.format)
        form.addRow("", self.names)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.told)
        layout.addWidget(self.preview, 1)
        layout.addWidget(self.bar)
        layout.addWidget(self.buttons)
        self.resize(QSize(760, 520).boundedTo(self.screen().availableSize()))
        for box in (self.scope, self.layer, self.format):
            box.currentIndexChanged.connect(self._ask_preview)
        self.names.toggled.connect(self._ask_preview)
        self.save.clicked.connect(self._choose)
        self.buttons.rejected.connect(self.reject)
        self._ask_preview()

    def _part(self) -> Scope:
        project = self._project
        article = [self._article] if self.scope.currentData() == "article" and self._article else []
        names = [project.acting.id] if self.layer.currentData() == "own" and project.acting else []
        final = self.layer.currentData() == "final"
        return exporting.scope(project.project, articles=article, annotator_names=names, final=final)

    def _anonymous(self) -> frozenset[str] | None:
        return exporting.EVERYBODY if self.names.isChecked() else None

    def _ask_preview(self) -> None:
        """Look in the background how the file would begin: for that, some formats read every article."""
        self._drop_preview()
        writer, project = self.format.currentData(), self._project.project
        part = self._project.attempt(self._part)
        if part is None:
            return
        work = partial(exporting.preview, project, writer.name, part, anonymous=self._anonymous(), most=_PREVIEW)
        job = self._previewed = self._runner.run(lambda progress: work(progress=progress))
        job.succeeded.connect(lambda found: self._show_preview(job, writer.losses, *found))
        job.failed.connect(lambda error: self._fail_preview(job, error))

    def _fail_preview(self, job: Job, error: Exception) -> None:
        if job is self._previewed:
            self._previewed = None
            self.told.setText(str(error))

    def _drop_preview(self) -> None:
        if self._previewed is not None:
            self._previewed.cancel()
            self._previewed = None

    def _show_preview(self, job: Job, losses: Sequence[str], head: str, report: ExportReport) -> None:
        if job is not self._previewed:
            return
        self._previewed = None
        self.preview.setPlainText(head)
        told = [f"{counted(report.articles, 'article')}, {counted(report.spans, 'span')}."]
        if report.unlinked:
            told.append(f"Not linked to an entity yet: {counted(report.unlinked, 'span')}.")
        self.told.setText("\n".join([*told, *losses, *report.warnings]))

    def _choose(self) -> None:
        writer = self.format.currentData()
        suggested = f"{self._project.info.title or 'export'}{writer.suffix}"
        name, _filter = QFileDialog.getSaveFileName(self, "Export to", suggested)
        if name:
            self.write(Path(name))

    def write(self, target: Path) -> None:
        """Write the file in the background."""
        if self._job is not None:
            return
        self._drop_preview()
        work = partial(
            exporting.export_file, self._project.project, target, self.format.currentData().name, self._part(),
            anonymous=self._anonymous(),
        )  # fmt: skip
        self.bar.setVisible(True)
        self.save.setEnabled(False)
        job = self._job = self._runner.run(lambda progress: work(progress=progress))
        job.succeeded.connect(lambda report: self._report(target, report))
        job.failed.connect(lambda error: self.told.setText(str(error)))
        job.finished.connect(self._finished)

    def _report(self, target: Path, report: ExportReport) -> None:
        told = f"Exported {counted(report.articles, 'article')} with {counted(report.spans, 'span')} to {target}."
        self.told.setText("\n".join([told, *report.warnings]))
        self.written.emit(told)

    def _finished(self) -> None:
        self._job = None
        self.bar.setVisible(False)
        self.save.setEnabled(True)

    def done(self, result: int) -> None:
        """Close; what the file would be is of no interest any more."""
        self._drop_preview()
        super().done(result)

    def reject(self) -> None:
        """Close, but not in the middle of writing."""
        if self._job is None:
            super().reject()
