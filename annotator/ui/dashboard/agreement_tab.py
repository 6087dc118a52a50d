"""How far annotators agree: whose layers are compared, the figures, and what is behind each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from annotator.core.agreement import Agreement, Behind, Shared
from annotator.core.counting import SpansOf
from annotator.core.errors import AnnotatorError
from annotator.core.records import LayerStatus
from annotator.core.text import counted
from annotator.services.agreement import measuring
from annotator.services.agreement.comparing import BEGUN
from annotator.services.agreement.exporting import export_report
from annotator.services.review.queue import FINAL
from annotator.ui import plain
from annotator.ui.dashboard import agreement_tables
from annotator.ui.dashboard.agreement_tables import BehindLayers
from annotator.ui.dashboard.figure_table import FigureTable, Row
from annotator.ui.project import OpenProject
from annotator.ui.runner import Job, Progress, Runner

_ALL = "all annotators"
_DONE: frozenset[LayerStatus] = frozenset({"done"})
_NOTHING = (
    "No two layers are of the same article yet: figures stand here as soon as two annotators have worked on one, "
    "or an article has a final layer."
)

_MOST_ARTICLES = 10_000
"""Articles whose spans are looked for behind a figure: far more than are listed."""

Pairs = list[tuple[str, Agreement]]


class AgreementTab(QWidget):
    """`chosen(object)` is what stands behind the current figure: a `BehindLayers`, `SpansOf`, or None; `said(str)`."""

    chosen = Signal(object)
    said = Signal(str)

    def __init__(self, project: OpenProject, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project, self._runner = project, runner
        self._names: Mapping[str | None, str] = {}
        self._job: Job | None = None
        self.found: Agreement | None = None
        self.first, self.second = QComboBox(self), QComboBox(self)
        self.first.setAccessibleName("First layer")
        self.second.setAccessibleName("Second layer")
        self.done = QCheckBox("Only done articles", self)
        self.gamma = QCheckBox("γ (takes a while)", self)
        self.cancel = QPushButton("Stop", self)
        self.cancel.clicked.connect(self.stop)
        self.export = QPushButton("Export report…", self)
        self.export.setToolTip("Write all figures as CSV, JSON or PDF")
        self.export.clicked.connect(self._export)
        self.told = plain.label("", self, wrap=True)
        self.measures = FigureTable("Measures by tag", self, single=True)
        self.articles = FigureTable("Agreement by article", self, single=True)
        self.confusion = FigureTable("Tag by tag", self, single=True)
        self.boundaries = FigureTable("Distances of boundaries", self, single=True)
        self.pairs = FigureTable("Agreement by pair of annotators", self, single=True)
        self.tables = QTabWidget(self)
        self.tables.setAccessibleName("Tables of agreement")
        for table, name in (
            (self.measures, "Measures"), (self.articles, "Articles"), (self.confusion, "Tag × tag"),
            (self.boundaries, "Boundaries"), (self.pairs, "Pairs of annotators"),
        ):  # fmt: skip
            self.tables.addTab(table, name)
            table.chosen.connect(self._tell)
        self._arrange()
        for box in (self.first, self.second):
            box.currentIndexChanged.connect(self._ask)
        for check in (self.done, self.gamma):
            check.toggled.connect(self._ask)
        self.tables.currentChanged.connect(lambda _tab: self._tell())
        self.setFocusProxy(self.tables)

    def _arrange(self) -> None:
        row = QHBoxLayout()
        for text, box in (("First", self.first), ("Second", self.second)):
            label = plain.label(text, self)
            label.setBuddy(box)
            row.addWidget(label)
            row.addWidget(box)
        row.addWidget(self.done)
        row.addWidget(self.gamma)
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.export)
        self.cancel.hide()
        self.export.setEnabled(False)
        layout = QVBoxLayout(self)
        layout.addLayout(row)
        layout.addWidget(self.tables, 1)
        layout.addWidget(self.told)

    @property
    def layers(self) -> tuple[str | None, ...]:
        """The layers that are compared: None is the final one."""
        first, second = self.first.currentData(), self.second.currentData()
        return tuple(key for key in self._names if key is not None) if second == _ALL else (first, second)

    @property
    def statuses(self) -> frozenset[LayerStatus]:
        """The statuses of the layers that count."""
        return _DONE if self.done.isChecked() else BEGUN

    @property
    def table(self) -> FigureTable:
        """The table that is shown."""
        shown = self.tables.currentWidget()
        assert isinstance(shown, FigureTable)
        return shown

    def refresh(self, names: Mapping[str, str]) -> None:
        """Compare again; `names` are those of the annotators. The two that share most articles come first."""
        self._names = dict[str | None, str](names) | {None: "the final layer"}
        found = measuring.shared(self._project.project)
        best = max(found, key=lambda one: one.articles, default=Shared(None, None, 0))
        for box, key, extra in ((self.first, best.first, ()), (self.second, best.second, ((_ALL, _ALL),))):
            before = (box.currentText(), box.currentData())
            box.blockSignals(True)
            box.clear()
            for one, name in (*self._names.items(), *extra):
                box.addItem(name, one)
            # Names and ids: None is an id here, and what Qt answers where there is nothing.
            kept = next((row for row in range(box.count()) if box.itemText(row) == before[0]), None)
            if kept is None or not before[0]:
                kept = next(row for row in range(box.count()) if box.itemData(row) == key)
            box.setCurrentIndex(kept)
            box.blockSignals(False)
        self._ask()

    def stop(self) -> None:
        """Stop what is being compared."""
        if self._job is not None:
            self._job.cancel()

    def forget(self) -> None:
        """Stop, and show nothing of what comes still."""
        self.stop()
        self._job = None

    def _ask(self) -> None:
        self.stop()
        if not measuring.shared(self._project.project):
            self._show((None, []))
            self.told.setText(_NOTHING)
            return
        project, layers, statuses, gamma = self._project.project, self.layers, self.statuses, self.gamma.isChecked()
        everybody = [key for key in self._names if key is not None]
        names = self._names

        def compared(progress: Progress) -> tuple[Agreement, Pairs]:
            of = measuring.agreement(project, layers, statuses=statuses, gamma=gamma, progress=progress)
            rows: Pairs = []
            for first, second in combinations(everybody, 2):
                two = measuring.agreement(project, (first, second), statuses=statuses, progress=progress)
                if two.articles:
                    rows.append((f"{names[first]} – {names[second]}", two))
            if len(everybody) > 2:
                every = measuring.agreement(project, everybody, statuses=statuses, progress=progress)
                rows.append((_ALL, every))
            return of, rows

        job = self._job = self._runner.run(compared)
        job.progressed.connect(lambda done, total, text: self._progress(job, done, total))
        job.succeeded.connect(lambda found: self._finish(job, found))
        job.cancelled.connect(lambda: self._finish(job, (None, []), "Stopped: choose again to compare."))
        job.failed.connect(lambda error: self._fail(job, error))
        self.cancel.show()
        self.told.setText("Comparing…")

    def _progress(self, job: Job, done: int, total: int) -> None:
        if job is self._job:
            self.told.setText(f"Comparing… {done:,} of {counted(total, 'article')}")

    def _finish(self, job: Job, found: tuple[Agreement | None, Pairs], why: str = "") -> None:
        if job is self._job:
            self._job = None
            self.cancel.hide()
            self._show(found)
            if why:
                self.told.setText(why)

    def _fail(self, job: Job, error: Exception) -> None:
        if not isinstance(error, AnnotatorError):
            raise error
        # Two of one layer, say: it is said where the figures would be.
        self._finish(job, (None, []), str(error))

    def _show(self, result: tuple[Agreement | None, Pairs]) -> None:
        self.found, pairs = result
        self.export.setEnabled(self.found is not None)
        tags = {tag.id: tag.name for tag in self._project.tags}
        empty: agreement_tables.Table = ((), [])
        found = self.found
        for table, shown in (
            (self.measures, agreement_tables.measures(found, tags) if found else empty),
            (self.articles, agreement_tables.articles(found) if found else empty),
            (self.confusion, agreement_tables.confusion(found, tags) if found else empty),
            (self.boundaries, agreement_tables.boundaries(found) if found else empty),
            (self.pairs, agreement_tables.pairs(pairs)),
        ):
            table.fill(*_padded(shown))
        self._tell()

    def _tell(self, _behind: object = None) -> None:
        """Say more of the current figure, and what stands behind it."""
        if self._job is not None or self.found is None:
            self.chosen.emit(None)
            return
        found = self.found
        about = f"{counted(found.articles, 'article')} that {'both' if len(found.layers) == 2 else 'all'} have. "
        self.told.setText(about + self.table.tip())
        behind = self.table.behind()
        shared = tuple(one.article for one in found.by_article)
        if isinstance(behind, Behind):
            which = behind if behind.articles is not None else replace(behind, articles=shared)
            behind = BehindLayers(found.layers, which)
        if isinstance(behind, BehindLayers) and len(behind.layers) != 2:
            # Of more than two layers no two spans are a pair: the spans themselves stand behind.
            behind = SpansOf(tag=behind.which.tag, articles=(behind.which.articles or ())[:_MOST_ARTICLES])
        self.chosen.emit(behind)

    def _export(self) -> None:
        name, _filter = QFileDialog.getSaveFileName(
            self, "Export agreement", "agreement.pdf", "Reports (*.pdf *.csv *.json)"
        )
        if name and self.found is not None:
            self.write_report(Path(name))

    def write_report(self, target: Path) -> None:
        """Write the figures into a file; a name without a suffix becomes a PDF."""
        project, found = self._project.project, self.found
        assert found is not None
        target = target if target.suffix else target.with_suffix(".pdf")
        job = self._runner.run(lambda _progress: export_report(project, found, target))
        job.succeeded.connect(lambda _none: self.said.emit(f"Agreement written to {target}."))
        job.failed.connect(self._tell_failure)

    def _tell_failure(self, error: Exception) -> None:
        if not isinstance(error, AnnotatorError):
            raise error
        self._project.failed.emit(str(error))

    def names_of(self, layers: Sequence[str | None]) -> dict[str, str]:
        """Return what layers are called, by their keys in a review."""
        return {FINAL if key is None else key: self._names.get(key, "") for key in layers}


def _padded(table: agreement_tables.Table) -> agreement_tables.Table:
    """Return a table all of whose rows have something, be it nothing, behind every cell."""
    titles, rows = table
    width = len(titles)
    return titles, [
        Row(row.cells, row.behind, (*row.of_cells, *(None,) * (width - len(row.of_cells))), row.tips) for row in rows
    ]
