"""The view in which a person annotates: articles at the left, the text in the middle, its spans at the right."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QInputDialog, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from annotator.analysis.mentions import Mention
from annotator.core.errors import AnnotatorError
from annotator.core.records import Changed, Region
from annotator.core.search import Hit
from annotator.core.text import counted, snippet
from annotator.services import articles, layers
from annotator.ui import plain
from annotator.ui.annotate.annotating import Annotating
from annotator.ui.annotate.find_bar import FindBar
from annotator.ui.annotate.guidelines import Guidelines
from annotator.ui.annotate.linking_keys import LinkingKeys
from annotator.ui.annotate.moving import Moving
from annotator.ui.annotate.naming import Naming
from annotator.ui.annotate.open_article import OpenArticle
from annotator.ui.annotate.region_keys import RegionKeys, region_told
from annotator.ui.annotate.several_spans import SeveralSpans
from annotator.ui.annotate.span_details import SpanDetails
from annotator.ui.annotate.span_list import SpanList
from annotator.ui.annotate.walking import Walking
from annotator.ui.announce import announce
from annotator.ui.article_view import ArticleView
from annotator.ui.articles.article_list import ArticleList
from annotator.ui.articles.article_model import UNUSABLE
from annotator.ui.picker.entity_picker import EntityPicker
from annotator.ui.project import OpenProject
from annotator.ui.runner import Runner
from annotator.ui.waiting import Stepper

_COMFORTABLE = 60
"""Characters beside each other, the margins of the text included."""

_IDLE = 200
"""Milliseconds after an article was opened."""

_LONGEST_NOTE = 300
"""Characters of a note that a tooltip shows; the panel has all of it."""

_OF_SPANS = frozenset({"span", "link", "entity", "relation", "decision", "comment"})
"""Tables that tell nothing of an article's row in the list but how many spans it has."""


class AnnotatePage(QWidget):
    """Assembles the panes, and keeps them at the same article and the same span."""

    said = Signal(str)
    targetChanged = Signal()
    articleOpened = Signal(str)

    def __init__(self, project: OpenProject, runner: Runner, empty: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project, self._runner = project, runner
        stepper = Stepper(project, runner, self)
        self.article = OpenArticle(project, self)
        self.list = ArticleList(project, self)
        self.view = ArticleView(self)
        self.view.set_scheme(project.tags)
        self.spans = SpanList(project, self.article, self)
        self.details = SpanDetails(project, self.article, self)
        self.picker = EntityPicker(self)
        self.walking = Walking(project, self.article, self.view, self)
        self.linking = LinkingKeys(project, self.article, self.view, self.picker, self.walking)
        self.naming = Naming(project, self.article, self.view, self.walking, self.linking)
        self.annotating = Annotating(project, self.article, self.view, self.walking, self.linking)
        self.several = SeveralSpans(project, self.article, self.spans, self.picker, stepper)
        self.regions = RegionKeys(project, self.article, self.view, self.walking)
        self.moving = Moving(self.article, self.view, self)
        self.middle = QStackedWidget(self)
        # The guidelines and the lists give way before the text does.
        self.view.setMinimumWidth(self.fontMetrics().averageCharWidth() * 34)
        self.find_bar = FindBar(project, self.article, self.view, stepper, self)
        reading = QWidget(self)
        column = QVBoxLayout(reading)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        column.addWidget(self.find_bar)
        self.middle.addWidget(reading)
        self.middle.addWidget(empty)
        self._empty = empty
        self.right = QSplitter(Qt.Orientation.Vertical, self)
        self.right.addWidget(self.spans)
        self.right.addWidget(self.details)
        self.right.setSizes([340, 360])
        self.right.setContentsMargins(0, 8, 8, 8)
        self.right.setChildrenCollapsible(False)
        self.split = QSplitter(Qt.Orientation.Horizontal, self)
        self.guidelines = Guidelines(project, self)
        self.reading = QSplitter(Qt.Orientation.Horizontal, self)
        self.reading.addWidget(self.middle)
        self.reading.addWidget(self.guidelines)
        self.reading.setStretchFactor(0, 1)
        self.reading.setSizes([560, 300])
        self.reading.setChildrenCollapsible(False)
        for pane in (self.list, self.reading, self.right):
            self.split.addWidget(pane)
        self.split.setStretchFactor(1, 1)
        self.split.setSizes([250, 710, 320])
        self.split.setChildrenCollapsible(False)
        self.done = plain.label(wrap=True)
        self.done.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.done.setMargin(6)
        self.done.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.done)
        layout.addWidget(self.split, 1)
        # Once what was opened is painted.
        self._prepare_later = QTimer(self, singleShot=True, interval=_IDLE)
        self._connect()

    def _connect(self) -> None:
        self.list.chosen.connect(self.open)
        self.list.left.connect(self.view.setFocus)
        self.spans.chosen.connect(self.walking.go_to)
        self.article.opened.connect(self._show_article)
        self.article.opened.connect(self._prepare_later.start)
        self._prepare_later.timeout.connect(lambda: self.article.prepare(self._runner))
        self.article.spansChanged.connect(self._show_spans)
        self.walking.currentChanged.connect(self._show_current)
        self.walking.said.connect(self.said)
        self.moving.said.connect(self.said)
        self.several.said.connect(self.said)
        self.view.describe = self._describe
        self.annotating.noteAsked.connect(self.details.edit_note)
        self.details.linkAsked.connect(self.linking.link)
        self.details.addLinkAsked.connect(lambda: self.linking.link(add=True))
        self.details.links.partAsked.connect(self.linking.selection_of_link)
        self.details.links.goAsked.connect(self.show_part)
        self.annotating.attributesAsked.connect(self._choose_attributes)
        self.find_bar.said.connect(self.said)
        self.guidelines.said.connect(self.said)
        self.details.left.connect(self.view.setFocus)
        self.view.selectionChanged.connect(self.targetChanged)

    def splits(self) -> dict[str, QSplitter]:
        """Return what a person can drag between the panes, by names that last."""
        return {"split": self.split, "right_split": self.right, "guidelines_split": self.reading}

    def start(self, last: str | None) -> None:
        """Show the list, and the article that was open last, also one that the filter hides; else the first."""
        self.list.reload()
        keys = self.list.model.keys
        known = last is not None and bool(articles.article_rows(self._project.project, [last]))
        self.open(last if known else keys[0] if keys else None)

    def open(self, key: str | None) -> None:
        """Open an article at once, or show that there is none."""
        self.details.write_note()
        try:
            self.article.open(key)
        except AnnotatorError as error:
            self._project.failed.emit(str(error))
            return
        self.list.mark(key)
        if key is not None:
            self.articleOpened.emit(key)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have the lists give way before the text does, down to what they need."""
        super().resizeEvent(event)
        left, text, right = self.split.sizes()
        missing = self.fontMetrics().averageCharWidth() * _COMFORTABLE - text
        from_right = max(0, min(missing, right - self.right.minimumSizeHint().width()))
        from_left = max(0, min(missing - from_right, left - self.list.minimumSizeHint().width()))
        if from_left or from_right:
            self.split.setSizes([left - from_left, text + from_left + from_right, right - from_right])

    def selected(self) -> tuple[str, Hit] | None:
        """Return the words that are selected, and their place; None for nothing, and for more than a paragraph."""
        article, place = self.article.article, self.view.selected_range()
        if article is None or place is None:
            return None
        words = article.text[place.start : place.end]
        return (words, Hit(article.id, place.start, place.end)) if words.strip() and "\n" not in words else None

    def show_part(self, start: int, end: int) -> None:
        """Select a part of the text, bring it into sight, and give the text the focus."""
        self.view.select_range(start, end)
        self.view.scroll_to(start, end)
        self.view.setFocus()

    def _choose_attributes(self) -> None:
        menu = self.details.attributes_menu()
        if menu is None:
            self.said.emit("This tag has no attributes.")
            return
        rect = self.view.span_rect(self.view.current or "")
        menu.popup(self.view.viewport().mapToGlobal(rect.bottomLeft()))

    def go_to_position(self) -> None:
        """Ask for a place in characters from the start, and put the caret there."""
        length = len(self.article.text)
        title, what = "Go to position", f"Characters from the start, 0 to {length:,}"
        position, given = QInputDialog.getInt(self, title, what, self.view.caret(), 0, length)
        if given:
            self.show_part(position, position)

    def _describe(self, keys: list[str], regions: list[Region], name: Mention | None) -> str:
        """Return what is known of the spans, regions and name under the pointer, as a tooltip."""
        told = [self.naming.told(name)] if name else []
        for span in (self.article.spans[key] for key in keys if key in self.article.spans):
            parts = [self._project.tag_name(span.tag), self.article.chain_of(span) or "not linked"]
            more = ["unsure" if span.unsure else "", snippet(span.note, _LONGEST_NOTE)]
            told.append(" · ".join([*parts, *filter(None, more)]))
        told += [region_told(region) for region in regions]
        return plain.tooltip("\n".join(told))

    def _show_article(self) -> None:
        article = self.article.article
        self.middle.setCurrentIndex(0 if article else 1)
        spans = [self.article.view_span(span) for span in self.article.spans]
        self.view.show_article(self.article.text, spans, self.article.regions)
        self.view.setAccessibleDescription(article.title if article else "")
        self._show_current()
        if article is None:
            self._empty.setFocus()
        elif not self.list.view.hasFocus():
            self.view.setFocus()
            # The focus is where it was: of another text there a reader would say nothing.
            marks = [*(["done"] if self.article.done else []), *(["unusable"] if article.unusable else [])]
            told = [article.title or "(without a title)", counted(len(spans), "span"), *marks]
            announce(self.view, ", ".join(told))

    def _show_spans(self, put: list[str], gone: list[str]) -> None:
        current = self.view.current
        self.view.update_spans([self.article.view_span(key) for key in put], gone)
        # No span: it is the article itself, or its layer, that changed.
        if current in put or current in gone or not (put or gone):
            self._show_current()
        else:
            self.targetChanged.emit()

    def _show_current(self) -> None:
        self.spans.mark(self.view.current)
        self.details.show_span(self.view.current)
        span = self.article.spans.get(self.view.current or "")
        self.guidelines.show_tag(span.tag if span else None)
        article = self.article.article
        unusable = article is not None and article.unusable
        told = [
            *(["This article is done: open it again (menu Article) to change its spans."] if self.article.done else []),
            *([f"{UNUSABLE} This article is marked as unusable."] if unusable else []),
        ]
        self.done.setText("\n".join(told))
        self.done.setVisible(bool(told))
        self.targetChanged.emit()

    def refresh(self, changed: Changed) -> None:
        """Show what a write touched."""
        article = self.article.article
        if article and changed.articles == {article.id} and changed.tables <= _OF_SPANS:
            # A key was pressed in the text: to count the spans of a long article again would take longer than the rest.
            self.article.refresh(changed)
            self.list.model.show_count(article.id, len(self.article.spans))
            return
        self.list.refresh(changed)
        self.article.refresh(changed)
        if self.article.article is None and self.list.model.keys:
            self.open(self.list.model.keys[0])

    def show_layers(self) -> None:
        """Show the lists and the open article for whoever acts now."""
        self.list.reload()
        self.open(self.article.article.id if self.article.article else None)

    def scheme_changed(self) -> None:
        """Show the tags as they are now."""
        self.view.set_scheme(self._project.tags)
        self.spans.set_scheme()
        self.find_bar.set_scheme()
        self.guidelines.show_scheme()
        self._show_current()

    def place(self) -> str:
        """Return where the person is: tag, entity, number."""
        key = self.view.current
        span = self.article.spans.get(key) if key else None
        if span is None:
            return counted(len(self.article.spans), "span") if self.article.spans else ""
        entity = self.article.entity_of(span)
        name = snippet(entity.name, 24) if entity else "not linked"
        letter = self._project.letters.get(span.tag, "?")
        return f"{letter} · {name} · {self.article.number(span.id)} of {len(self.article.spans)}"

    def go_beside(self, step: int) -> None:
        """Open the next or previous article of the list."""
        key = self.list.beside(self.article.article.id if self.article.article else None, step)
        if key is None:
            self.said.emit("This is the last article." if step > 0 else "This is the first article.")
        else:
            self.open(key)

    def finish(self) -> None:
        """Mark the article as done and go to the next."""
        article = self.article.article
        if article is None:
            return
        following = self.list.beside(article.id, 1)
        project = self._project.project
        if self._project.did(lambda: layers.set_status(project, article.id, "done")):
            self.said.emit(f"“{snippet(article.title)}” is done." + ("" if following else " It was the last one."))
            if following is not None:
                self.open(following)

    def reopen(self) -> None:
        """Open a done article for changes again."""
        article = self.article.article
        if article is not None and self.article.done:
            self._project.did(lambda: layers.set_status(self._project.project, article.id, "in progress"))

    def next_pane(self) -> None:
        """Give the focus to the next pane that is shown."""
        beside = (self.guidelines.ours.view, self.guidelines.tags.view)
        every = (self.list.view, self.view, *beside, self.spans.view, self.details.note)
        panes = [pane for pane in every if pane.isVisible() and pane.isEnabled()]
        focused = next((place for place, pane in enumerate(panes) if pane.hasFocus()), -1)
        if panes:
            panes[(focused + 1) % len(panes)].setFocus(Qt.FocusReason.TabFocusReason)
