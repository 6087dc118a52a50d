"""Importing: what a person chooses is read, looked at, and taken in when they say so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QDialog, QWidget

from annotator import settings
from annotator.core.errors import AnnotatorError
from annotator.core.text import counted
from annotator.services import importing, piping
from annotator.services.duplicates import Duplicates
from annotator.services.import_batches import Batch, Choices, Row, open_batch
from annotator.services.importing import ImportReport
from annotator.services.inputs import Found, expand
from annotator.ui.dropping import dropped_files
from annotator.ui.importing import entering as asking
from annotator.ui.importing.layout import ImportLayout
from annotator.ui.importing.pace import Pace
from annotator.ui.importing.rows import FORMAT
from annotator.ui.importing.showing import Showing
from annotator.ui.project import OpenProject
from annotator.ui.runner import Job, Progress, Runner, Work

_NOTHING_READ = "Stopped; nothing more was read."
_NOTHING_IMPORTED = "Stopped; nothing was imported."


class ImportDialog(QDialog):
    """Reads inputs into a batch, shows it, and imports it as one undoable step; then it can take more."""

    def __init__(self, project: OpenProject, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("importDialog")
        self.setWindowTitle("Import articles")
        self.setAcceptDrops(True)
        self._project, self._runner = project, runner
        self._duplicates = Duplicates(project.project)
        self._batch: Batch | None = None
        self._imported = False
        self._job: Job | None = None
        self.parts = ImportLayout(self)
        self.rows, self.table, self.told = self.parts.rows, self.parts.table, self.parts.told
        self.preview, self.labels = self.parts.preview, self.parts.labels
        self.go, self.stop = self.parts.go, self.parts.stop
        self.showing = Showing(self.preview, self.rows, self._duplicates, runner, self)
        self._connect()
        self._count()

    def _connect(self) -> None:
        self.parts.files.clicked.connect(lambda: self.take(asking.files(self)))
        self.parts.folder.clicked.connect(lambda: self.take(asking.folder(self)))
        self.parts.address.clicked.connect(lambda: self.take(asking.addresses(self)))
        self.parts.paste.clicked.connect(lambda: self.take_text(*asking.text(self)))
        self.go.clicked.connect(self._import)
        self.stop.clicked.connect(self._cancel)
        self.parts.buttons.rejected.connect(self.reject)
        self.rows.asked.connect(self._choose)
        self.rows.choiceChanged.connect(self._count)
        self.table.selectionModel().currentChanged.connect(self.showing.show)
        self.showing.said.connect(self.told.setText)

    def take(self, chosen: Sequence[Path | str]) -> None:
        """Read files, folders and addresses of the web in the background."""
        if chosen:
            self._read(lambda progress: _sources(chosen, progress), Choices())

    def take_text(self, text: str, title: str = "") -> None:
        """Read a text that was pasted; its title is its first line where none is given."""
        if not text.strip():
            return

        def named(rows: Sequence[Row], batch: Batch) -> None:
            for row in rows:
                for article in row.read.articles if title else ():
                    batch.edit(article, {"title": title})

        self._read(lambda _progress: [piping.pasted(text, title)], Choices(format="text"), named)

    def _read(
        self,
        sources: Callable[[Progress], Sequence[Found]],
        choices: Choices,
        then: Callable[[Sequence[Row], Batch], None] = lambda _rows, _batch: None,
    ) -> None:
        if self._job is not None:
            return
        if self._batch is None or self._imported:
            self._close_batch()
            self._batch = open_batch(self._project.project)
        batch, duplicates = self._batch, self._duplicates

        def work(progress: Progress) -> None:
            found = sources(progress)
            rows = batch.add(found, choices, progress, len(found))
            then(rows, batch)
            duplicates.find(batch, rows, progress)

        self._run(work, "Reading…", _NOTHING_READ)

    def _choose(self, row: Row, column: int, text: str) -> None:
        """Read one input again, with another format or encoding."""
        if self._job is not None or self._batch is None:
            return
        chosen = text or None
        choices = replace(row.choices, format=chosen) if column == FORMAT else replace(row.choices, encoding=chosen)
        batch, duplicates = self._batch, self._duplicates

        def work(progress: Progress) -> None:
            batch.read_again(row, choices, progress)
            duplicates.find(batch, [row], progress)

        self._run(work, f"Reading {row.read.input.name} again…", "Stopped; the file stays as it was read.", keep=row)

    def _run(self, work: Work, told: str, stopped: str, keep: Row | None = None) -> None:
        """Do something with the batch in the background, then show it."""
        job = self._start(work, told, stopped)
        job.succeeded.connect(lambda _done: self.told.setText(""))
        # Also where it was stopped or broke off: what was read before is still there.
        job.finished.connect(lambda: self._show_batch(keep))

    def _start(self, work: Work, told: str, stopped: str) -> Job:
        self.preview.finish()
        self._running(True)
        self.told.setText(told)
        self._pace = Pace()
        job = self._job = self._runner.run(work)
        job.progressed.connect(self._progressed)
        job.failed.connect(lambda error: self.told.setText(str(error)))
        job.cancelled.connect(lambda: self.told.setText(stopped))
        job.finished.connect(self._finished)
        return job

    def _show_batch(self, keep: Row | None) -> None:
        if self._batch is None:
            return
        self.rows.show(self._batch)
        self.showing.take(self._batch)
        labels = self._batch.labels()
        before = settings.labels_chosen(label.name for label in labels) if labels else {}
        self.labels.show_labels(labels, self._project.tags, {**before, **self.labels.changed})
        top = self.rows.index_of(keep) if keep else self.rows.first()
        self.table.setCurrentIndex(top)
        self.showing.show(top)
        if not self.told.text():
            self.told.setText(self._told_batch(self._batch))
        self._count()

    def _told_batch(self, batch: Batch) -> str:
        failed = sum(row.read.input.status == "failed" for row in batch.rows)
        wrong = f"; {failed:,} of {counted(len(batch.rows), 'file')} cannot be read whole" if failed else ""
        read = counted(sum(len(row.read.articles) for row in batch.rows), "article")
        return f"Read {read}{wrong}. Nothing is imported yet."

    def _import(self) -> None:
        if self._batch is None or self._job is not None:
            return
        batch, project, chosen = self._batch, self._project.project, self.labels.chosen()

        def work(progress: Progress) -> ImportReport:
            if chosen:
                batch.relabel(chosen, progress)
            return importing.write(project, batch, progress)

        job = self._start(work, "Importing…", _NOTHING_IMPORTED)
        job.succeeded.connect(self._report)
        job.finished.connect(self._after_import)

    def _report(self, report: ImportReport) -> None:
        self._imported = True
        failed = sum(one.status == "failed" for one in report.inputs)
        spans = f" with {counted(report.spans, 'span')}" if report.spans else ""
        wrong = f"; {failed:,} of {counted(len(report.inputs), 'file')} could not be read whole" if failed else ""
        self.told.setText(f"Imported {counted(report.articles, 'article')}{spans}{wrong}.")
        self.rows.show(self._batch, report.inputs)
        self.showing.clear()
        try:
            if chosen := self.labels.chosen():
                settings.remember_labels(chosen)
        except OSError as error:
            self.told.setText(f"{self.told.text()} What the labels became cannot be remembered: {error.strerror}.")
        self.labels.show_labels((), (), {})

    def _after_import(self) -> None:
        if self._imported:
            self._count()
        else:
            self._show_batch(None)

    def _count(self) -> None:
        """Say on the button how many articles it imports."""
        number = self._batch.expected() if self._batch and not self._imported else 0
        self.go.setText(f"&Import {counted(number, 'article')}" if number else "&Import")
        wanted = self._batch is not None and any(row.taken and row.holds_something for row in self._batch.rows)
        self.go.setEnabled(self._job is None and wanted and not self._imported)

    def _progressed(self, done: int, total: int, text: str) -> None:
        if self._pace.is_due():
            self.parts.bar.setRange(0, total)
            self.parts.bar.setValue(done)
            of = f" of {total:,}" if total else ""
            self.told.setText(f"{done:,}{of}: {text}{self._pace.sentence(done, total)}")

    def _running(self, running: bool) -> None:
        self.parts.set_running(running)
        self.go.setEnabled(False)

    def _finished(self) -> None:
        self._job = None
        self._running(False)
        self.table.setFocus()

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _close_batch(self) -> None:
        self._imported = False
        self.rows.show(None)
        self.showing.clear()
        if self._batch is not None:
            self._batch.close()
            self._batch = None

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if dropped_files(event) and self._job is None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Read what was dropped."""
        event.acceptProposedAction()
        self.take(dropped_files(event))

    def done(self, result: int) -> None:
        """Close, and forget what was not imported."""
        self._close_batch()
        super().done(result)

    def reject(self) -> None:
        """Close, but not in the middle of reading or importing."""
        if self._job is None:
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close, but not in the middle of reading or importing."""
        if self._job is not None:
            event.ignore()
            return
        super().closeEvent(event)


def _sources(chosen: Sequence[Path | str], progress: Progress) -> list[Found]:
    """Return what can be read of what was chosen. Raises Cancelled."""
    found: list[Found] = []
    for one in expand(chosen):
        found.append(one)
        progress(len(found), 0, one.file if isinstance(one, AnnotatorError) else one.name)
    return found
