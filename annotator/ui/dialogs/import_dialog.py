"""Importing: what a person chooses is read, looked at, and taken in when they say so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from annotator import settings
from annotator.core.errors import AnnotatorError
from annotator.core.text import counted, snippet
from annotator.services import importing
from annotator.services.importing import ImportReport, piping
from annotator.services.importing.batches import Batch, Choices, Row, open_batch
from annotator.services.importing.duplicates import Duplicates
from annotator.services.importing.inputs import Found, expand
from annotator.services.importing.regions import Wanted
from annotator.ui.accessible import enable
from annotator.ui.dropping import inputs_in
from annotator.ui.importing import entering as asking
from annotator.ui.importing.layout import ImportLayout
from annotator.ui.importing.rows import FORMAT
from annotator.ui.importing.showing import Showing
from annotator.ui.importing.table_choices import TableChoice, TableChoices
from annotator.ui.importing.working import Working
from annotator.ui.project import OpenProject
from annotator.ui.runner import Job, Progress, Runner, Work

_NOTHING_READ = "Stopped; nothing more was read."
_NOTHING_IMPORTED = "Stopped; nothing was imported."
_BEGIN = "Choose files or a folder, paste a text, or drop files here."
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ImportDialog(QDialog):
    """Reads inputs into a batch, shows it, and imports it as one undoable step; then it can take more.

    Return imports, and closes once that is done; in a field it ends the field only. Escape stops what runs, or closes.
    """

    def __init__(self, project: OpenProject, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("importDialog")
        self.setWindowTitle("Import articles")
        self.setAcceptDrops(True)
        self._project = project
        self._duplicates = Duplicates(project.project)
        self._batch: Batch | None = None
        self._imported = False
        self._focus: QWidget | None = None
        self._tables = TableChoices()
        self._working = Working(runner, self)
        self.parts = ImportLayout(self)
        self.rows, self.table, self.told = self.parts.rows, self.parts.table, self.parts.told
        self.preview, self.labels = self.parts.preview, self.parts.labels
        self.columns, self.regions = self.parts.columns, self.parts.regions
        self.go, self.stop = self.parts.go, self.parts.stop
        self.showing = Showing(self.preview, self.columns, self.rows, self._duplicates, runner, self)
        self._connect()
        self.told.setText(_BEGIN)
        self._count()
        self.parts.files.setFocus()

    def _connect(self) -> None:
        parts = self.parts
        parts.files.clicked.connect(lambda: self.take(asking.files(self)))
        parts.folder.clicked.connect(lambda: self.take(asking.folder(self)))
        parts.address.clicked.connect(lambda: self.take(asking.addresses(self)))
        parts.paste.clicked.connect(lambda: self.take_text(*asking.text(self)))
        parts.buttons.rejected.connect(self.reject)
        self.go.clicked.connect(self._import)
        self.stop.clicked.connect(self._working.stop)
        self.rows.asked.connect(self._choose)
        self.rows.choiceChanged.connect(self._count)
        self.columns.chosen.connect(self._choose_columns)
        self.regions.wanted.connect(self._choose_regions)
        self.table.selectionModel().currentChanged.connect(self.showing.show)
        self.showing.said.connect(self.told.setText)
        self._working.began.connect(self._begin)
        self._working.said.connect(self.told.setText)
        self._working.got.connect(parts.show_progress)
        self._working.ended.connect(self._end)

    @property
    def _job(self) -> Job | None:
        return self._working.job

    def take(self, chosen: Sequence[Path | str]) -> None:
        """Read files, folders and addresses of the web in the background."""
        if chosen:
            self._read(lambda progress: _sources(chosen, progress), Choices())

    def take_text(self, text: str, title: str = "") -> None:
        """Read a text that was pasted; its title is its first line where none is given.

        That it has a title from here on makes it something to ask about before it is thrown away.
        """
        if not text.strip():
            return

        def named(rows: Sequence[Row], batch: Batch) -> None:
            for row in rows:
                for article in row.read.articles:
                    is_named = article.title != row.read.input.name
                    batch.edit(article, {"title": title or (article.title if is_named else snippet(_first_line(text)))})

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
        batch, tables, look = self._batch, self._tables, self._look_through

        def work(progress: Progress) -> None:
            found = sources(progress)
            rows = batch.add(found, choices, progress, len(found))
            tables.follow(batch, rows, progress)
            then(rows, batch)
            look(batch, rows, progress)

        self._change(work, "Reading…", _NOTHING_READ)

    def _look_through(self, batch: Batch, rows: Iterable[Row], progress: Progress) -> None:
        """Find, in the background, what there is to know of inputs that were just read."""
        rows = list(rows)
        batch.propose_regions(rows, progress)
        self._duplicates.find(batch, rows, progress)

    def _choose(self, row: Row, column: int, text: str) -> None:
        """Read one input again, with another format or encoding."""
        if self._job is not None or self._batch is None:
            return
        chosen = text or None
        choices = replace(row.choices, format=chosen) if column == FORMAT else replace(row.choices, encoding=chosen)
        batch, look = self._batch, self._look_through

        def work(progress: Progress) -> None:
            batch.read_again(row, choices, progress)
            look(batch, [row], progress)

        self._change(
            work, f"Reading {row.read.input.name} again…", "Stopped; the file stays as it was read.", keep=True
        )

    def _choose_columns(self, columns: dict[str, str], stubs: bool) -> None:
        """Read the table again, and all others with the same header, with other columns."""
        if self._job is not None or self._batch is None:
            return
        self._tables.choose(self.columns.header, TableChoice(columns, stubs))
        batch, tables, look = self._batch, self._tables, self._look_through

        def work(progress: Progress) -> None:
            look(batch, tables.follow(batch, batch.rows, progress), progress)

        self._change(work, "Reading again…", "Stopped; what was not read again stays as it was.", keep=True)

    def _choose_regions(self, wanted: Wanted) -> None:
        if self._batch is not None:
            self._batch.regions.take_everywhere(wanted)
            self.showing.show_regions()

    def _change(self, work: Work, told: str, stopped: str, *, keep: bool = False) -> None:
        """Do something with the batch in the background, then show it; `keep` stays at the row that is shown."""
        row, current = self.showing.row if keep else None, self.table.currentIndex()
        below = current.row() if current.parent().isValid() else None
        # Shown also where it was stopped or broke off: what was read before is still there.
        self._working.start(
            work, told, stopped, lambda _done: self.told.setText(""), lambda: self._show_batch(row, below)
        )

    def _show_batch(self, keep: Row | None = None, below: int | None = None) -> None:
        if self._batch is None or self._imported:
            return
        batch = self._batch
        self.rows.show(batch)
        self.showing.take(batch)
        labels = batch.labels()
        before = settings.labels_chosen(label.name for label in labels) if labels else {}
        self.labels.show_labels(labels, self._project.tags, {**before, **self.labels.changed})
        positions = (one.position for row in batch.rows for one in row.read.articles)
        self.regions.show_offered(batch.regions.offered(positions), batch.regions.wanted)
        top = self.rows.index_of(keep) if keep else self.rows.first()
        inner = self.rows.index(below, top.column(), top) if below is not None else top
        self.table.setCurrentIndex(inner if inner.isValid() else top)
        self.showing.show(self.table.currentIndex())
        if not self.told.text():
            self.told.setText(_told_batch(batch))
        self._count()

    def _import(self) -> None:
        if self._batch is None or self._job is not None:
            return
        batch, project, chosen = self._batch, self._project.project, self.labels.chosen()

        def work(progress: Progress) -> ImportReport:
            if chosen:
                batch.relabel(chosen, progress)
            return importing.write(project, batch, progress)

        row = self.showing.row
        self._working.start(work, "Importing…", _NOTHING_IMPORTED, self._report, lambda: self._show_batch(row))

    def _report(self, report: ImportReport) -> None:
        self._imported = True
        failed = sum(one.status == "failed" for one in report.inputs)
        spans = f" with {counted(report.spans, 'span')}" if report.spans else ""
        wrong = f"; {failed:,} of {counted(len(report.inputs), 'file')} could not be read whole" if failed else ""
        self.told.setText(f"Imported {counted(report.articles, 'article')}{spans}{wrong}.")
        try:
            self._tables.remember()
            if chosen := self.labels.chosen():
                settings.remember_labels(chosen)
        except OSError as error:
            self.told.setText(f"{self.told.text()} What was chosen cannot be remembered: {error.strerror}.")
        self.parts.hide_choices()
        self.rows.show(self._batch, report.inputs)
        if self._batch is not None:
            self.showing.take(self._batch)
        self.table.setCurrentIndex(self.rows.first())

    def _count(self) -> None:
        """Say on the button how many articles it imports; Return presses it, or the one that closes."""
        number = self._batch.expected() if self._batch and not self._imported else 0
        self.go.setText(f"&Import {counted(number, 'article')}" if number else "&Import")
        wanted = self._batch is not None and any(row.taken and row.holds_something for row in self._batch.rows)
        enable(self.go, self._job is None and wanted and not self._imported, "Choose something to be imported first")
        (self.go if self.go.isEnabled() else self.parts.close).setDefault(True)

    def _begin(self) -> None:
        self.preview.finish()
        self.showing.drop_looks()
        focus = self.focusWidget()
        self._focus = focus if focus is not None and self.columns.isAncestorOf(focus) else None
        self.parts.set_running(True)

    def _end(self) -> None:
        self.parts.set_running(False)
        self.preview.set_editable(not self._imported)
        self._count()
        if self._imported:
            self.parts.close.setFocus()
        elif self._focus is not None and self._focus.isVisible():
            self._focus.setFocus()
        else:
            (self.table if self.rows.rowCount() else self.parts.files).setFocus()

    def _close_batch(self) -> None:
        self._imported = False
        self.rows.show(None)
        self.showing.clear()
        if self._batch is not None:
            self._batch.close()
            self._batch = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Paste files or a text; let Return press the button that has the focus, else import, and in a field end it."""
        focus = self.focusWidget()
        if event.matches(QKeySequence.StandardKey.Paste):
            self._paste()
        elif event.key() in _ENTER and isinstance(focus, QPushButton):
            focus.click()
        elif event.key() not in _ENTER or (self.go.isEnabled() and focus not in self.preview.fields.values()):
            super().keyPressEvent(event)

    def _paste(self) -> None:
        if self._job is not None:
            return
        if inputs := asking.pasted_inputs():
            self.take(inputs)
        elif asking.pasted_text().strip():
            self.take_text(*asking.text(self, asking.pasted_text()))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files, and addresses of the web."""
        if inputs_in(event.mimeData()) and self._job is None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Read what was dropped."""
        event.acceptProposedAction()
        self.take(inputs_in(event.mimeData()))

    def done(self, result: int) -> None:
        """Close, and forget what was not imported."""
        self._close_batch()
        super().done(result)

    def reject(self) -> None:
        """Stop what runs; else close, after asking where something was chosen that would be lost."""
        if self._job is not None:
            self._working.stop()
            return
        would_lose = self._batch is not None and self._batch.is_edited and not self._imported
        if not would_lose or asking.whether_to_close(self):
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close as `reject` does."""
        event.ignore()
        self.reject()


def _told_batch(batch: Batch) -> str:
    failed = sum(row.read.input.status == "failed" for row in batch.rows)
    wrong = f"; {failed:,} of {counted(len(batch.rows), 'file')} cannot be read whole" if failed else ""
    read = counted(sum(len(row.read.articles) for row in batch.rows), "article")
    number = len(batch.chosen()) - batch.expected()
    known = f" {number:,} will be skipped: the same text is there already." if number else ""
    return f"Read {read}{wrong}. Nothing is imported yet.{known}"


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0]


def _sources(chosen: Sequence[Path | str], progress: Progress) -> list[Found]:
    """Return what can be read of what was chosen. Raises Cancelled."""
    found: list[Found] = []
    for one in expand(chosen):
        found.append(one)
        progress(len(found), 0, one.file if isinstance(one, AnnotatorError) else one.name)
    return found
