"""Merging a colleague's work: a file is compared in the background, looked at, and taken in when it is said so."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QProgressBar, QTabWidget, QVBoxLayout, QWidget

from annotator.core.errors import Conflict
from annotator.core.merging import Clash, Outcome, Preview, counted_clashes
from annotator.core.text import counted
from annotator.services import merging
from annotator.services.merging import Merge
from annotator.ui.accessible import enable
from annotator.ui.announce import Told
from annotator.ui.importing.pace import Pace
from annotator.ui.merging.clashes import Clashes
from annotator.ui.merging.lists import CountsList, NoticeList, UnificationList
from annotator.ui.project import OpenProject
from annotator.ui.runner import Job, Runner, Work

FILES = "Annotated JSON and projects (*.json *.jsonl *.ndjson *.annotator);;All files (*)"
_NAMED = 3
"""So many clashes are named in a sentence."""

_STOPPED = "Stopped; nothing was merged."
_TABS = ("&Clashes", "May be &one", "Stays &out")


class MergeDialog(QDialog):
    """Compares a file with the project, shows what merging it would do, and does it as one undoable step."""

    merged = Signal(str)

    def __init__(self, project: OpenProject, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("mergeDialog")
        self.setWindowTitle("Merge a colleague's work")
        self._project, self._runner = project, runner
        self.job: Job | None = None
        self._pace = Pace()
        self._merge: Merge | None = None
        self._stale = ""
        self.told = Told("Choose a colleague's exported JSON or project file.", self)
        self.counts, self.clashes = CountsList(self), Clashes(self)
        self.unifications, self.notices = UnificationList(self), NoticeList(self)
        self.tabs = QTabWidget(self)
        self.bar = QProgressBar(self)
        self.bar.setVisible(False)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, parent=self)
        close = self.buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setIcon(QIcon())  # some desktops put one on it, and none on the others
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.file = self.buttons.addButton("&File…", role)
        self.go = self.buttons.addButton("Mer&ge", role)
        self.stop = self.buttons.addButton("&Stop", role)
        self._arrange()
        self.file.clicked.connect(self.choose)
        self.go.clicked.connect(self._apply)
        self.stop.clicked.connect(self._cancel)
        self.buttons.rejected.connect(self.reject)
        self.clashes.changed.connect(self._enable)
        self.unifications.widget.itemChanged.connect(self._enable)
        self._next: QWidget = self.file
        self._enable()

    def _arrange(self) -> None:
        self.tabs.addTab(self.counts.widget, "&What comes")
        for widget, title in zip((self.clashes, self.unifications.widget, self.notices.widget), _TABS, strict=True):
            self.tabs.addTab(widget, title)
        layout = QVBoxLayout(self)
        layout.addWidget(self.told)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(self.bar)
        layout.addWidget(self.buttons)
        self._show_tabs(Preview())
        self.resize(900, 560)

    def _start(self, work: Work, told: str) -> Job:
        """Do something in the background, and say how it gets on."""
        self._pace = Pace()
        job = self.job = self._runner.run(work)
        self.told.setText(told)
        self._enable()
        job.progressed.connect(self._show_progress)
        job.failed.connect(lambda error: self.told.setText(str(error)))
        job.cancelled.connect(lambda: self.told.setText(_STOPPED))
        job.finished.connect(self._ended)
        return job

    def _cancel(self) -> None:
        if self.job is not None:
            self.job.cancel()

    def choose(self) -> None:
        """Ask for the file."""
        name, _filter = QFileDialog.getOpenFileName(self, "Merge", filter=FILES)
        if name:
            self.take(Path(name))

    def take(self, path: Path) -> None:
        """Compare a file in the background, then show what merging it would do."""
        if self.job is not None:
            return
        self._forget()
        self._next = self.file
        project = self._project.project
        job = self._start(lambda progress: merging.prepare(project, path, progress), f"Reading {path.name}…")
        job.succeeded.connect(self._show)

    def _show(self, merge: Merge) -> None:
        self._merge = merge
        preview = merge.preview
        self._show_tabs(preview)
        self.told.setText(_summary(merge.name, preview))
        self._next = self.clashes.tree if preview.clashes else self.go if preview.writes else self.tabs

    def _show_tabs(self, preview: Preview) -> None:
        """Show what there is to see; lists that are empty have no tab."""
        self.counts.show_counts(preview.counts)
        self.clashes.show_clashes(preview.clashes)
        self.unifications.show_offered(preview.unifications)
        self.notices.show_notices(preview.notices, preview.messages)
        numbers = (len(preview.clashes), len(preview.unifications), len(preview.notices) + len(preview.messages))
        for tab, (title, number) in enumerate(zip(_TABS, numbers, strict=True), 1):
            self.tabs.setTabText(tab, f"{title} ({number:,})")
            self.tabs.setTabVisible(tab, bool(number))
        self.tabs.setCurrentIndex(1 if preview.clashes else 0)

    def _apply(self) -> None:
        merge = self._merge
        if merge is None or self.job is not None:
            return
        project, theirs, mine = self._project.project, self.clashes.chosen(), self.clashes.settled()
        unite = self.unifications.chosen()
        job = self._start(
            lambda progress: merging.apply(project, merge, theirs=theirs, mine=mine, unite=unite, progress=progress),
            f"Merging {merge.name}…",
        )
        job.succeeded.connect(lambda outcome: self._done(merge, outcome, len(theirs), len(mine), len(unite)))
        job.failed.connect(self._failed)

    def _done(self, merge: Merge, outcome: Outcome, theirs: int, mine: int, united: int) -> None:
        told = _result(merge.name, merge.preview, outcome, theirs, mine, united)
        self._forget()
        self.told.setText(told)
        self._next = self.buttons.button(QDialogButtonBox.StandardButton.Close)
        self.merged.emit(told)

    def _failed(self, error: Exception) -> None:
        if isinstance(error, Conflict):
            self._stale = str(error)

    def _ended(self) -> None:
        """Go on where the person does; show what holds now, where somebody else changed the project meanwhile."""
        self.job = None
        self._enable()
        self._next.setFocus()
        merge, reason, self._stale = self._merge, self._stale, ""
        if not reason or merge is None:
            return
        project = self._project.project
        job = self._start(lambda progress: merging.compare(project, merge, progress), reason)
        job.succeeded.connect(lambda _done: self._show(merge))
        job.succeeded.connect(lambda _done: self.told.setText(f"{reason} This is what holds now."))

    def _enable(self) -> None:
        running = self.job is not None
        merge = self._merge
        wanted = bool(self.clashes.chosen() or self.clashes.settled() or self.unifications.chosen())
        why = "Choose a file first" if merge is None else "Nothing in the file is newer than what is here"
        enable(self.go, not running and merge is not None and (bool(merge.preview.writes) or wanted), why)
        self.go.setDefault(self.go.isEnabled())
        self.stop.setVisible(running)
        self.bar.setVisible(running)
        self.bar.setRange(0, 0)
        close = self.buttons.button(QDialogButtonBox.StandardButton.Close)
        for widget in (self.file, self.tabs, close):
            widget.setEnabled(not running)

    def _show_progress(self, done: int, total: int, text: str) -> None:
        if self._pace.is_due():
            self.bar.setRange(0, total)
            self.bar.setValue(done)
            of = f" of {total:,}" if total else ""
            self.told.setText(f"{done:,}{of}: {text}{self._pace.sentence(done, total)}")

    def _forget(self) -> None:
        if self._merge is not None:
            self._merge.close()
            self._merge = None
        self._show_tabs(Preview())
        self._enable()

    def done(self, result: int) -> None:
        """Close, and forget what was compared."""
        self._forget()
        super().done(result)

    def reject(self) -> None:
        """Close, or stop what runs."""
        if self.job is None:
            super().reject()
        else:
            self._cancel()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close, but not in the middle of reading or merging."""
        if self.job is not None:
            event.ignore()
            return
        super().closeEvent(event)


def _summary(name: str, preview: Preview) -> str:
    if not preview.writes:
        told = f"{name}: nothing in it is newer than what is here."
    else:
        counts = preview.counts.values()
        told = (
            f"{name}: {sum(one.new for one in counts):,} new, {sum(one.changed for one in counts):,} changed,"
            f" {sum(one.deleted for one in counts):,} deleted. Nothing is merged yet."
        )
    if preview.clashes:
        told += f" {counted_clashes(len(preview.clashes)).capitalize()}; yours stays unless you take theirs."
    return told


def _result(name: str, preview: Preview, outcome: Outcome, theirs: int, mine: int, united: int) -> str:
    """Say what was done, and of what was chosen what could not be."""
    taken = theirs - len(outcome.not_taken)
    done = f"Merged {name}: {counted(preview.writes, 'row')}" if outcome.changed else f"{name}: nothing was changed"
    if preview.clashes:
        kept = len(preview.clashes) - taken
        done += f"; {counted_clashes(len(preview.clashes))}, {taken:,} taken from there, {kept:,} kept as here"
        if settled := mine - len(outcome.still_open):
            done += f" ({settled:,} settled)"
    if united:
        done += f"; {united:,} entities unified"
    told = f"{done}. Undo takes it back." if outcome.changed else f"{done}."
    if outcome.not_taken:
        told += f" Not taken, since something here is that already or needs it: {_named(outcome.not_taken)}."
    if outcome.still_open:
        told += f" Asked again next time, since the links are others there: {_named(outcome.still_open)}."
    return told


def _named(clashes: Sequence[Clash]) -> str:
    """Name the first few of some clashes."""
    more = f" and {len(clashes) - _NAMED:,} more" if len(clashes) > _NAMED else ""
    return ", ".join(one.what for one in clashes[:_NAMED]) + more
