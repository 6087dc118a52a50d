"""The view of the figures: assembles its tabs, and asks for what they show in the background."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QSplitter, QTabWidget, QVBoxLayout, QWidget

from annotator.core.agreement import PlacedPair
from annotator.core.counting import Bar, Placed, Progress, SpansOf
from annotator.core.errors import AnnotatorError
from annotator.core.records import Changed
from annotator.core.text import counted
from annotator.services import people, progress
from annotator.services.agreement.measuring import MOST_PAIRS, pairs_behind
from annotator.ui import plain
from annotator.ui.accessible import enable
from annotator.ui.dashboard.agreement_tab import AgreementTab
from annotator.ui.dashboard.agreement_tables import BehindLayers
from annotator.ui.dashboard.behind import BehindList
from annotator.ui.dashboard.counted_tab import CountedTab
from annotator.ui.dashboard.figure_table import Row
from annotator.ui.dashboard.series import STATUSES, of_tags
from annotator.ui.project import OpenProject
from annotator.ui.runner import Runner
from annotator.ui.views import View

_NO_PUBLICATION, _NOT_LINKED = "(no publication)", "(not linked)"
_OF_NO_ONE = "These figures are of no one's spans"


class DashboardView(View):
    """Progress, and who says what, each as a plot, as a table, and as the spans behind it."""

    def __init__(self, project: OpenProject, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(project, runner, parent)
        self.setObjectName("dashboardView")
        self._names: Mapping[str, str] = {}
        self._asked = self._wanted = 0
        self._compares_old = True
        self.whose = QComboBox(self)
        self.whose.setAccessibleName("Whose spans")
        self.progress = CountedTab("How far everybody is", self)
        self.sources = CountedTab("Spans by entity", self)
        self.publications = CountedTab("Spans by publication", self)
        self.days = CountedTab("Spans by day", self)
        self.tabs = QTabWidget(self)
        self.tabs.setAccessibleName("Figures")
        for tab, name in (
            (self.progress, "Progress"), (self.sources, "Who says what"), (self.publications, "Publications"),
            (self.days, "Days"),
        ):  # fmt: skip
            self.tabs.addTab(tab, name)
            tab.chosen.connect(partial(self._show_behind, tab))
        self.agreement = AgreementTab(project, runner, self)
        self.agreement.chosen.connect(partial(self._show_behind, self.agreement))
        self.agreement.said.connect(self.said)
        self.tabs.addTab(self.agreement, "Agreement")
        self.copy = QPushButton("Copy table", self)
        self.copy.clicked.connect(self.copy_table)
        self.behind = BehindList(project, self)
        self.behind.goAsked.connect(self.goAsked)
        self.behind.compareAsked.connect(self.compareAsked)
        self._arrange()
        self.whose.currentIndexChanged.connect(self._ask)
        self.tabs.currentChanged.connect(self._changed_tab)
        enable(self.whose, False, _OF_NO_ONE)
        self.setFocusProxy(self.tabs)

    def _arrange(self) -> None:
        label = plain.label("Spans of", self)
        label.setBuddy(self.whose)
        row = QHBoxLayout()
        row.addWidget(label)
        row.addWidget(self.whose)
        row.addStretch(1)
        row.addWidget(self.copy)
        self.split = QSplitter(Qt.Orientation.Vertical, self)
        self.split.addWidget(self.tabs)
        self.split.addWidget(self.behind)
        self.split.setSizes([460, 220])
        self.split.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.addLayout(row)
        layout.addWidget(self.split, 1)

    def start(self) -> None:
        """Ask for all figures."""
        self._offer_people()
        self._ask()

    def refresh(self, changed: Changed) -> None:
        """Ask again, whatever it was: figures are about everything."""
        if changed.tables & {"annotator", "layer"}:
            self._offer_people()
        self._ask()

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what the actions do here."""
        return {"next_pane": self._next_pane}

    def keyed(self) -> Sequence[QWidget]:
        """Return nothing: no single key acts here."""
        return ()

    def leave(self) -> None:
        """Show nothing any more of what was asked: answers that are still under way are about what was."""
        self._asked += 1
        self._wanted += 1
        self.agreement.forget()

    def splits(self) -> Mapping[str, QSplitter]:
        """Return what can be dragged: how high the list of spans is."""
        return {"dashboard_split": self.split}

    def _next_pane(self) -> None:
        tab = self.tabs.currentWidget()
        (self.behind.list if tab.isAncestorOf(self.focusWidget() or self) else tab).setFocus()

    def _changed_tab(self) -> None:
        tab = self.tabs.currentWidget()
        # How far everybody is, and how far two agree, is of no one's spans.
        enable(self.whose, tab not in (self.progress, self.agreement), _OF_NO_ONE)
        if tab is self.agreement and self._compares_old:
            self._compares_old = False
            self.agreement.refresh(self._names)
        elif isinstance(tab, CountedTab | AgreementTab):
            self._show_behind(tab, tab.table.behind())

    def copy_table(self) -> None:
        """Copy the table of the tab that is shown."""
        tab = self.tabs.currentWidget()
        if isinstance(tab, CountedTab | AgreementTab):
            tab.table.copy()
            self.said.emit(f"{counted(len(tab.table.rows), 'row')} copied.")

    # Whose spans

    def _offer_people(self) -> None:
        chosen = self.whose.currentData()
        rows = people.rows(self.project.project)
        self._names = {row.annotator.id: row.annotator.name for row in rows}
        self.whose.blockSignals(True)
        self.whose.clear()
        self.whose.addItem("all annotators", SpansOf())
        for row in rows:
            self.whose.addItem(row.annotator.name, SpansOf(annotator=row.annotator.id))
        self.whose.addItem("the final layers", SpansOf(final=True))
        self.whose.setCurrentIndex(max(0, self.whose.findData(chosen)))
        self.whose.blockSignals(False)

    # Figures, from the background

    def _ask(self) -> None:
        """Have everything counted anew; an answer that is not the newest is not shown."""
        project, which = self.project.project, self.whose.currentData() or SpansOf()
        # Comparing takes longer: that is done when somebody looks.
        self._compares_old = self.tabs.currentWidget() is not self.agreement
        if not self._compares_old:
            self.agreement.refresh(self._names)
        self._asked += 1
        number = self._asked

        def count(_progress: object) -> tuple[int, list[Progress], list[Bar], list[Bar], list[Bar]]:
            return (
                number, progress.progress(project), progress.by_entity(project, which),
                progress.by_publication(project, which), progress.by_day(project, which),
            )  # fmt: skip

        job = self.runner.run(count)
        job.succeeded.connect(self._show)
        job.failed.connect(self._failed)

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, AnnotatorError):
            raise error
        self.project.failed.emit(str(error))

    def _show(self, counts: tuple[int, list[Progress], list[Bar], list[Bar], list[Bar]]) -> None:
        number, everybody, entities, publications, days = counts
        if number != self._asked:
            return
        self._show_progress(everybody)
        self._show_bars(self.sources, "Entity", entities, _NOT_LINKED)
        self._show_bars(self.publications, "Publication", publications, _NO_PUBLICATION)
        self._show_bars(self.days, "Day", days, "")

    def _show_progress(self, everybody: Sequence[Progress]) -> None:
        rows = []
        for one in everybody:
            who = one.annotator
            which = SpansOf(annotator=who.id) if who else SpansOf(final=True)
            figures = (one.assigned, one.new, one.in_progress, one.done, one.spans)
            rows.append(Row((who.name if who else "final layers", *(f"{number:,}" for number in figures)), which))
        self.progress.show_figures(
            ("Annotator", "Assigned", "New", "In progress", "Done", "Spans"), rows, STATUSES,
            [(one.done, one.in_progress, one.new) for one in everybody],
        )  # fmt: skip

    def _show_bars(self, tab: CountedTab, what: str, bars: Sequence[Bar], nameless: str) -> None:
        tags = self.project.tags
        values = [[dict(bar.parts).get(tag.id, 0) for tag in tags] for bar in bars]
        rows = [
            Row((bar.name or nameless, *(f"{number:,}" for number in (*numbers, bar.total))), bar.which)
            for bar, numbers in zip(bars, values, strict=True)
        ]
        tab.show_figures((what, *(tag.name for tag in tags), "All"), rows, of_tags(tags), values)

    # What stands behind

    def _show_behind(self, tab: QWidget, which: object) -> None:
        if tab is not self.tabs.currentWidget():
            return
        self._wanted += 1
        project, number = self.project.project, self._wanted
        if isinstance(which, SpansOf):
            job = self.runner.run(lambda _progress: (number, progress.placed(project, which)))
            job.succeeded.connect(self._show_placed)
        elif isinstance(which, BehindLayers):
            (first, second), pairs, statuses = which.layers, which.which, self.agreement.statuses
            names = self.agreement.names_of(which.layers)
            job = self.runner.run(
                lambda _progress: (number, pairs_behind(project, (first, second), pairs, statuses=statuses), names)
            )
            job.succeeded.connect(self._show_pairs)
        else:
            self.behind.show_nothing("Choose a figure to see the spans behind it")
            return
        job.failed.connect(self._failed)

    def _show_placed(self, found: tuple[int, Sequence[Placed]]) -> None:
        number, spans = found
        if number == self._wanted:
            self.behind.show_spans(spans, self._names, progress.MOST_PLACED)

    def _show_pairs(self, found: tuple[int, Sequence[PlacedPair], Mapping[str, str]]) -> None:
        number, pairs, names = found
        if number == self._wanted:
            self.behind.show_pairs(pairs, names, MOST_PAIRS)
