"""The view for reviewing: assembles the text with both sides, the list of items, the card, and the fields to edit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from annotator.analysis.mentions import Mention
from annotator.core.records import Changed, Region
from annotator.services.review import queue
from annotator.ui import plain
from annotator.ui.accessible import READ_ONLY, enable
from annotator.ui.announce import announce
from annotator.ui.article_view import ArticleView
from annotator.ui.article_view.sight import held_still
from annotator.ui.keyboard.key_names import key_of
from annotator.ui.keyboard.keys import tag_pressed
from annotator.ui.picker.entity_picker import EntityPicker
from annotator.ui.project import OpenProject
from annotator.ui.review.card import Card
from annotator.ui.review.choosing import Choosing
from annotator.ui.review.copying import Copying
from annotator.ui.review.deciding import Deciding
from annotator.ui.review.editing import Editing
from annotator.ui.review.going import Going
from annotator.ui.review.item_list import ItemList, progress_of
from annotator.ui.review.marking import entity_of, view_spans
from annotator.ui.review.state import CLOSED, ReviewState
from annotator.ui.runner import Runner
from annotator.ui.views import View

BUTTONS = ("review_accept", "review_reject", "review_both", "review_skip", "review_edit", "review_comment")
"""The actions that have a button below the card."""


class ReviewView(View):
    """Walks the differences of layers, and decides each with one key."""

    def __init__(self, project: OpenProject, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(project, runner, parent)
        self.setObjectName("reviewView")
        self.state = ReviewState(project, self)
        self.deciding = Deciding(self.state, runner, self)
        self.choosing = Choosing(self.state, self)
        self.text = ArticleView(self)
        self.text.setObjectName("reviewText")
        self.text.setAccessibleName("Text with the spans of both sides")
        self.text.set_scheme(project.tags)
        self.text.setMinimumWidth(self.fontMetrics().averageCharWidth() * 34)
        self.list = ItemList(self.state, self.deciding.accept_agreed, self)
        self.going = Going(self.state, self.list.beside)
        self.card = Card(self.state, self)
        self.editing = Editing(project, lambda link: self.copying.name_of(link), self)
        self.picker = EntityPicker(self)
        self.picker.setObjectName("reviewPicker")
        self.copying = Copying(self.state, self.deciding, self.text, self.editing, self.picker)
        self._announced = frozenset[str]()
        self._acting = project.acting
        self.closed = plain.label(CLOSED, self)
        self.reopen = QPushButton("&Open it again", self)
        self._arrange()
        self.state.opened.connect(self._show_article)
        self.state.itemsChanged.connect(self._show_items)
        self.state.currentChanged.connect(self._show_current)
        self.state.said.connect(self.said)
        self.copying.said.connect(self.said)
        self.copying.started.connect(lambda: self.beside.setCurrentWidget(self.editing))
        self.copying.left.connect(self._leave_editing)
        self.list.chosen.connect(self.state.go_to)
        self.list.view.doubleClicked.connect(lambda _index: self.text.setFocus())
        self.list.agreed.clicked.connect(lambda: self.text.setFocus())
        self.choosing.left.connect(self.text.setFocus)
        self.card.left.connect(self.text.setFocus)
        self.text.spanClicked.connect(self._go_to_clicked)
        self.reopen.clicked.connect(self.going.open_again)
        self.reopen.clicked.connect(lambda: self.text.setFocus())
        self.text.describe = self._describe

    def _arrange(self) -> None:
        right = QWidget(self)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 8, 8)
        self.beside = QStackedWidget(right)
        self.beside.addWidget(self.card)
        self.beside.addWidget(self.editing)
        column.addWidget(self.beside)
        self.split = QSplitter(Qt.Orientation.Horizontal, self)
        for place, (pane, share) in enumerate(((self.list, 2), (self.text, 5), (right, 3))):
            self.split.addWidget(pane)
            self.split.setStretchFactor(place, share)
        self.split.setSizes([270, 640, 340])
        self.split.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.choosing)
        layout.addWidget(self.closed)
        layout.addWidget(self.reopen)
        layout.addWidget(self.split, 1)
        self.closed.setMargin(6)

    # What the window asks of a view

    def start(self) -> None:
        """Compare my layer with a colleague's, at the first article that waits."""
        offered = {action.objectName(): action for action in self.text.actions()}
        buttons = {key: offered[f"action:{key}"] for key in BUTTONS}
        self.card.offer(list(buttons.values()), [action for key, action in buttons.items() if key != "review_skip"])
        self.choosing.start()

    def refresh(self, changed: Changed) -> None:
        """Show what a write touched."""
        if changed.tables & {"tag", "project"}:
            self.text.set_scheme(self.project.tags)
        self.state.refresh(changed)
        if changed.bulk or changed.tables & {"annotator", "layer", "collection"}:
            if self.state.layers and self._acting == self.project.acting:
                self.choosing.offer()
            else:
                # There was no layer to compare and there may be one now, or mine is another's now.
                self._leave_editing()
                self._acting = self.project.acting
                self.choosing.start()
            self.choosing.show_article()

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what the actions do here."""
        state, deciding, copying = self.state, self.deciding, self.copying
        return {
            "review_accept": partial(self._unless_editing, deciding.accept),
            "review_reject": partial(self._unless_editing, deciding.reject),
            "review_reject_all": partial(self._unless_editing, deciding.reject_all),
            "review_both": partial(self._unless_editing, deciding.keep_both),
            "review_skip": partial(self._unless_editing, state.skip),
            "review_agreed": partial(self._unless_editing, deciding.accept_agreed),
            "review_next": partial(self._unless_editing, partial(self.going.step, 1)),
            "review_previous": partial(self._unless_editing, partial(self.going.step, -1)),
            "review_side": state.next_side,
            "review_comment": self.card.comment,
            "review_edit": copying.edit_or_accept,
            "review_add": copying.add_to_final,
            "review_anchor": copying.anchor,
            "review_segment": copying.add_segment,
            "review_link": copying.link,
            "review_leave": copying.leave,
            "review_done": self.going.finish,
            "next_article": partial(self.going.beside, 1),
            "previous_article": partial(self.going.beside, -1),
            "next_pane": self._next_pane,
        }

    def keyed(self) -> Sequence[QWidget]:
        """Return the text and the list of differences: single keys act while one of them has the focus."""
        return (self.text, self.list.view)

    def splits(self) -> Mapping[str, QSplitter]:
        """Return what can be dragged between the panes."""
        return {"review_split": self.split}

    def look_at(self, article: str, span: str, compared: Sequence[str]) -> None:
        """Show a span where it stands in layers of an article, compared; without layers, in its own beside mine."""
        held = compared or self.project.attempt(
            lambda: queue.layers_with(self.project.project, article, span)
        )  # fmt: skip
        if not held:
            self.said.emit("This span is not in the project any more.")
            return
        self.state.look_at(article, span, held)
        self.choosing.show_layers()

    def place(self) -> str:
        """Return where the person is."""
        return progress_of(self.state)

    def show_reverted(self, changed: Changed) -> None:
        """Go where undo or redo changed something."""
        review = self.state.review
        if len(changed.articles) == 1 and (review is None or review.article.id not in changed.articles):
            (article,) = changed.articles
            if article in self.state.articles():
                self.state.open(article)
        for span in changed.spans:
            if any(one.id == span for item in self.state.items for one in item.spans.values()):
                self.state.go_to_span(span)
                return

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Have the text take the focus. Not as a proxy: Tab would lead back to it from wherever the view stands."""
        super().focusInEvent(event)
        self.text.setFocus(event.reason())

    def showEvent(self, event: QShowEvent) -> None:
        """Bring the current item into sight: where it stands is known once the text has its width."""
        super().showEvent(event)
        self._scroll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give a tag by its key, on both digit rows and the number pad."""
        tag = tag_pressed(event, self.project.tags)
        if tag is None or not self.text.hasFocus():
            super().keyPressEvent(event)
        else:
            self.copying.tag(tag)

    # What is shown

    def _show_article(self) -> None:
        self.copying.stop()
        review = self.state.review
        spans = view_spans(self.project, review, self.state.below) if review else []
        article = review.article if review else None
        self.text.show_article(article.text if article else "", spans, article.regions if article else ())
        self.text.setAccessibleDescription(article.title if article else "")
        self._show_status()

    def _show_items(self) -> None:
        review = self.state.review
        if review is not None:
            self.text.set_spans(view_spans(self.project, review, self.state.below))
        self._show_status()

    def _show_status(self) -> None:
        review = self.state.review
        done = review is not None and review.status == "done"
        self.closed.setVisible(done)
        self.reopen.setVisible(done)
        enable(self.reopen, self.project.can_write, READ_ONLY)

    def _show_current(self) -> None:
        item, layer = self.state.item, self.state.accepted_layer()
        span = item.spans.get(layer) if item is not None and layer is not None else None
        if not self.copying.goes_on_with(span):
            self._leave_editing()
            self.said.emit("The copy was left; nothing was changed.")
        self.text.set_current(span.id if span else None)
        if item is not None and span is not None:
            self._scroll()
            if not self.text.textCursor().hasSelection():
                self.text.set_caret(span.start)
        self._announce_current()
        self.targetChanged.emit()

    def _announce_current(self) -> None:
        """Have a reader hear of another item what the card shows of it: the focus stays in the text."""
        item = self.state.item
        shown = frozenset(span.id for span in item.spans.values()) if item is not None else frozenset[str]()
        if shown != self._announced:
            self._announced = shown
            announce(self.text, self.card.spoken())

    def _go_to_clicked(self, span: str) -> None:
        """Make the item of a span current that the person points at: it stays under the pointer."""
        with held_still(self.text):
            self.state.go_to_span(span)

    def _scroll(self) -> None:
        item = self.state.item
        if item is not None:
            self.text.scroll_to(item.start, max(one.segments[0].end for one in item.spans.values()))

    def _leave_editing(self) -> None:
        if self.copying.stop():
            self.text.setFocus()
        self.beside.setCurrentWidget(self.card)

    def _describe(self, keys: list[str], _regions: list[Region], _name: Mention | None) -> str:
        """Return what is known of the spans under the pointer; nothing of who made them where names are hidden."""
        review, told = self.state.review, []
        for layer, span in ((key, one) for item in self.state.items for key, one in item.spans.items()):
            if review is not None and span.id in keys:
                entity = entity_of(self.project, review, span)
                parts = [self.state.names.layer(layer), self.project.tag_name(span.tag)]
                told.append(" · ".join([*parts, entity.name if entity else "not linked", *filter(None, [span.note])]))
        return plain.tooltip("\n".join(told))

    # What is done

    def _unless_editing(self, step: Callable[[], object]) -> None:
        if self.editing.draft is not None:
            accepts, leaves = key_of(self, "review_edit"), key_of(self, "review_leave")
            self.said.emit(f"A copy is being edited: {accepts} accepts it, {leaves} leaves it.")
            return
        step()

    def _next_pane(self) -> None:
        fields = (self.editing.tag, *(side.comments.field for side in self.card.sides))
        panes = [pane for pane in (self.list.view, self.text, *fields) if pane.isVisible() and pane.isEnabled()]
        focused = next((place for place, pane in enumerate(panes) if pane.hasFocus()), -1)
        if panes:
            panes[(focused + 1) % len(panes)].setFocus(Qt.FocusReason.TabFocusReason)
