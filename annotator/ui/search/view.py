"""The view for finding words in all articles: what is asked, what is found, and the text round the current hit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QLineEdit, QSplitter, QVBoxLayout, QWidget

from annotator.core.errors import Refused
from annotator.core.records import Changed
from annotator.core.search import Hit
from annotator.core.text import counted
from annotator.services import searching
from annotator.ui.project import OpenProject
from annotator.ui.runner import Runner
from annotator.ui.search.query_bar import QueryBar
from annotator.ui.search.results import Results
from annotator.ui.search.surroundings import Surroundings
from annotator.ui.search.tagging import Tagging
from annotator.ui.views import View

_TEXTS = frozenset({"article", "article_text"})
_SPANS = frozenset({"span", "layer", "link", "entity"})

_CHOOSING = "The hits are not all chosen yet; repeat it in a moment."

_LONGEST = 200
"""Characters that are selected; nobody means to look for more."""


class SearchView(View):
    """The query above, the hits below it, the text at the bottom."""

    def __init__(self, project: OpenProject, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(project, runner, parent)
        self.setObjectName("searchView")
        self.bar = QueryBar(project, self)
        self.results = Results(project, runner, self)
        self.list = self.results.list
        self.round = Surroundings(project, self)
        self.tagging = Tagging(project, runner, self)
        self._went_to: Hit | None = None
        self._returns_to_list = False
        self.split = QSplitter(Qt.Orientation.Vertical, self)
        self.split.addWidget(self.results)
        self.split.addWidget(self.round)
        self.split.setStretchFactor(0, 1)
        self.split.setSizes([460, 170])
        self.split.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.bar)
        layout.addWidget(self.split, 1)
        self._connect()

    def _connect(self) -> None:
        self.bar.changed.connect(self._ask)
        self.bar.left.connect(self._enter)
        self.bar.escaped.connect(self.left)
        self.bar.field.focused.connect(partial(self._remember, in_list=False))
        self.list.focused.connect(partial(self._remember, in_list=True))
        self.list.goAsked.connect(self._go)
        self.list.allAsked.connect(self.results.choose_all)
        self.list.copyAsked.connect(self._copy)
        self.list.tagAsked.connect(self._tag)
        self.results.moved.connect(self._show_current)
        self.tagging.said.connect(self.said)

    # What the window asks of a view

    def start(self) -> None:
        """Offer what a search can be narrowed to, and say how one is written."""
        self._offer(Changed(frozenset(), bulk=True))
        self._ask()

    def refresh(self, changed: Changed) -> None:
        """Look again where a write may have changed what is found; else show the tags as they are now."""
        self._offer(changed)
        if changed.tables & _TEXTS or (changed.tables & _SPANS and self.bar.in_spans()):
            self.results.ask_again()
        elif changed.tables & _SPANS:
            self.results.show_tags(changed)

    def _offer(self, changed: Changed) -> None:
        tables, everything = changed.tables, changed.bulk
        if everything or "tag" in tables:
            self.bar.offer_tags()
        if everything or "annotator" in tables:
            self.bar.offer_people()
        if everything or "entity" in tables:
            self.bar.entity.follow()
        if everything or tables & _TEXTS:
            project = self.project.project
            job = self.runner.run(lambda _progress: searching.publications(project))
            job.succeeded.connect(self.bar.offer_publications)
            job.failed.connect(self.project.explain)

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what the actions do here."""
        return {
            "search_go": self._go,
            "search_words": self._to_field,
            "search_clear": self.bar.clear_filters,
            "search_all": self.results.choose_all,
            "search_copy": self._copy,
            "find_all": self._to_field,
            "next_article": partial(self.list.beside, 1),
            "previous_article": partial(self.list.beside, -1),
            "next_pane": self._next_pane,
        }

    def keyed(self) -> Sequence[QWidget]:
        """Return the list: its keys are the view's, those of the field are letters."""
        return (self.list,)

    def splits(self) -> Mapping[str, QSplitter]:
        """Return what stands between the list and the text."""
        return {"search_split": self.split}

    def fields(self) -> Mapping[str, QLineEdit]:
        """Return the field for the words."""
        return {"sought": self.bar.field}

    def place(self) -> str:
        """Return which hit is current, of how many."""
        return self.results.place()

    def leave(self) -> None:
        """Wait for no answer any more, but ask again where the project stays."""
        if self.results.asking.is_busy:
            self.results.asking.stop()
            QTimer.singleShot(0, self, self._ask_if_shown)

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what was not answered when the view was left."""
        super().showEvent(event)
        self._ask_if_shown()

    def come_from(self, words: str, place: Hit) -> None:
        """Look for words that are selected in an article, unless they are the hit that the person went to from here."""
        if place != self._went_to and len(words) <= _LONGEST:
            self.bar.look_for(words)
            self._to_field()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on to where it was; a proxy would have Tab pass over what stands before it."""
        if self.list.hits.lines and self._returns_to_list:
            self.list.setFocus(event.reason())
        else:
            self._to_field()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Lead back to the field with Esc, and with the key for finding, which elsewhere finds in one article."""
        if event.key() == Qt.Key.Key_Escape or event.matches(QKeySequence.StandardKey.Find):
            self._to_field()
        else:
            super().keyPressEvent(event)

    # What is done

    def _ask(self) -> None:
        try:
            query = self.bar.query()
        except Refused as error:
            self.results.refuse(str(error))
        else:
            self.results.ask(query)

    def _ask_if_shown(self) -> None:
        if self.isVisible() and self.results.asking.query is None:
            self._ask()

    def _enter(self) -> None:
        """Look at once, and go to the hits."""
        self._ask()
        self.results.go_to_list()

    def _show_current(self) -> None:
        self.round.show_line(self.list.current())
        self.targetChanged.emit()

    def _go(self) -> None:
        line = self.list.current()
        if line is None:
            self.said.emit("Choose a hit first.")
            return
        self._went_to = line.hit
        self.placeAsked.emit(line.hit)

    def _tag(self, tag: str) -> None:
        if self.results.is_choosing:
            self.said.emit(_CHOOSING)
            return
        hits = self.list.chosen()
        self.results.asking.before_count(lambda: self.tagging.tag(tag, hits))

    def _copy(self) -> None:
        if self.results.is_choosing:
            self.said.emit(_CHOOSING)
            return
        copied = self.list.copy()
        self.said.emit(f"{counted(copied, 'line')} copied." if copied else "Choose hits first.")

    def _to_field(self) -> None:
        self.bar.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.bar.field.selectAll()

    def _remember(self, *, in_list: bool) -> None:
        self._returns_to_list = in_list

    def _next_pane(self) -> None:
        panes = (self.bar.field, self.list, self.round.text)
        focused = next((place for place, pane in enumerate(panes) if pane.hasFocus()), -1)
        panes[(focused + 1) % len(panes)].setFocus(Qt.FocusReason.TabFocusReason)
