"""What was found: the list of hits, above it how many there are, or why there are none."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from annotator.core.records import Changed
from annotator.core.search import SearchQuery
from annotator.core.text import counted
from annotator.ui.announce import Told
from annotator.ui.project import OpenProject
from annotator.ui.runner import Runner
from annotator.ui.search.asking import Asking, Count, Found
from annotator.ui.search.hit_list import HitList

MOST_LISTED = 10_000
"""Lines that Ctrl+A lists, to choose them together."""

_PAGE = 200

_HINT = """Type what you look for. All words and phrases must stand in an article; each place of each is a hit.

new bridge\tboth words
“new bridge”\tthe two words, one after the other
bridg*\tall words that begin so
bridge -railway\tonly articles in which “railway” does not stand

Case, accents and the shapes of quotation marks and dashes make no difference."""

_NOTHING = "There is no hit in any article."
_NOTHING_NARROWED = "There is no hit in any article with these filters."


class Results(QWidget):
    """Shows what a query finds. `moved()` when another hit is current, or others are chosen."""

    moved = Signal()

    def __init__(self, project: OpenProject, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told = Told()
        self.told.setObjectName("searchCount")
        self.told.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.list = HitList(project, self)
        self.list.hint = _HINT
        self.asking = Asking(project, runner, self)
        self._count: Count | None = None
        self._listed: SearchQuery | None = None
        self._goes_to_list = self._chooses_all = False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 0, 8, 0)
        layout.addWidget(self.told)
        layout.addWidget(self.list, 1)
        self.list.moved.connect(self._tell)
        self.list.moved.connect(self.moved)
        self.list.hits.moreAsked.connect(lambda: self.asking.go_on(_PAGE))
        self.asking.found.connect(self._show_found)
        self.asking.continued.connect(self._show_more)
        self.asking.counted.connect(self._show_count)
        self.asking.tagged.connect(self.list.hits.show_tags)
        self.asking.working.connect(self.told.setText)
        self.asking.failed.connect(self.refuse)

    # Looking

    def ask(self, query: SearchQuery) -> None:
        """Look for something, where it is something else than before."""
        if query != self.asking.query:
            self._chooses_all = False
            self._count = None
            self.asking.ask(query, _PAGE)

    def ask_again(self) -> None:
        """Look for the same once more; as many lines are listed as there were."""
        if self.asking.query is not None:
            self.asking.ask(self.asking.query, max(_PAGE, len(self.list.hits.lines)))

    def show_tags(self, changed: Changed) -> None:
        """Show the tags of the spans that hits lie in, as they are after a write."""
        lines = self.list.hits.lines
        self.asking.tags_of([one.hit for one in lines if changed.bulk or one.article in changed.articles])

    def refuse(self, told: str) -> None:
        """Show nothing but why there is nothing."""
        self.asking.stop()
        self._goes_to_list = self._chooses_all = False
        self._count = None
        self._show_nothing(told)
        self.list.hint = _HINT

    def go_to_list(self) -> None:
        """Give the list the focus, once what was asked for is there."""
        self._goes_to_list = True
        if not self.asking.is_searching:
            self._arrive()

    @property
    def is_choosing(self) -> bool:
        """Tell whether all hits are to be chosen, not all of them are there yet, and nobody has chosen others since."""
        return self._chooses_all and self.list.number_chosen() == len(self.list.hits.lines)

    def choose_all(self) -> None:
        """Choose all hits, also those that are not listed yet: up to `MOST_LISTED` of them."""
        self.list.selectAll()
        missing = MOST_LISTED - len(self.list.hits.lines)
        self._chooses_all = self.asking.is_searching or (self.asking.has_more and missing > 0)
        if self._chooses_all:
            self.asking.go_on(missing)

    # What was found

    def _show_found(self, found: Found) -> None:
        lines, choosing = found.page.lines, self.is_choosing
        if not lines:
            query = self.asking.query
            narrowed = query is not None and query != SearchQuery(query.text)
            self._show_nothing(_NOTHING_NARROWED if narrowed else _NOTHING)
            self.list.hint = ""
        else:
            # What was looked for again may have lost the hit that was current: then the one in its place is.
            row = self.list.currentIndex().row() if self._listed == self.asking.query else 0
            self.list.show_lines(lines, more=found.page.more is not None, near=row)
            self.list.hits.show_tags(found.tags)
            self._tell()
        self._listed = self.asking.query
        self._choose_on(choosing)
        self._arrive()

    def _show_nothing(self, why: str) -> None:
        self.list.show_lines([], more=False, near=0)
        self.told.setText(why)
        self.moved.emit()

    def _choose_on(self, choosing: bool) -> None:
        self._chooses_all = False
        if choosing:
            self.choose_all()

    def _show_more(self, found: Found) -> None:
        choosing = self.is_choosing
        self.list.hits.add_lines(found.page.lines, more=found.page.more is not None)
        self.list.hits.show_tags(found.tags)
        if not self.asking.has_more:
            lines = self.list.hits.lines
            self._count = Count(len(lines), len({line.article for line in lines}))
        self._choose_on(choosing)
        self._tell()

    def _show_count(self, count: Count) -> None:
        self._count = count
        if count.hits:
            self._tell()
        self.moved.emit()

    def _arrive(self) -> None:
        if self._goes_to_list and self.list.hits.lines:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self._goes_to_list = False

    def _tell(self) -> None:
        """Say how many hits there are, and how many of them are chosen."""
        listed = len(self.list.hits.lines)
        if not listed or self.asking.is_searching:
            return
        if self._count is not None:
            told = f"{counted(self._count.hits, 'hit')} in {counted(self._count.articles, 'article')}"
        else:
            told = f"More than {counted(listed, 'hit')}; counting…"
        number = self.list.number_chosen()
        first = "the first " if number == listed and self.asking.has_more else ""
        self.told.setText(f"{told}, {first}{number:,} chosen" if number > 1 else told)

    def place(self) -> str:
        """Return which hit is current, of how many."""
        row = self.list.currentIndex().row()
        return f"Hit {row + 1:,} of {self._count.hits:,}" if self._count is not None and row >= 0 else ""
