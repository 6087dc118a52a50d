"""Editing a copy before it is accepted: by the fields beside the text, and by keys in the text."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, QRect, Signal

from annotator.core.records import Link, Span
from annotator.core.segments import Segment, Segments
from annotator.core.text import snippet
from annotator.services import linking
from annotator.services.review import final_layer
from annotator.services.review.queue import FINAL
from annotator.ui.annotate.open_article import OpenArticle
from annotator.ui.article_view import ArticleView
from annotator.ui.article_view.sight import drop_selection
from annotator.ui.keyboard.key_names import key_of
from annotator.ui.picker.choices import Choice
from annotator.ui.picker.entity_picker import EntityPicker
from annotator.ui.picker.picking import Picking
from annotator.ui.review.deciding import Deciding
from annotator.ui.review.draft import Draft
from annotator.ui.review.editing import Editing
from annotator.ui.review.marking import words_of
from annotator.ui.review.state import ReviewState

NO_SELECTION = "Select words first."


class Copying(QObject):
    """Knows the draft that is edited, if one is. `started()`; `left()` once it is accepted or dropped; `said(str)`."""

    started = Signal()
    left = Signal()
    said = Signal(str)

    def __init__(
        self, state: ReviewState, deciding: Deciding, text: ArticleView, editing: Editing, picker: EntityPicker
    ) -> None:
        super().__init__(editing)
        self._deciding = deciding
        self._state, self._text, self._editing, self._picker = state, text, editing, picker
        self._of: str | None = None
        self._layer = ""
        self._article = OpenArticle(state.project, self)
        self._names: dict[str, str] = {}
        state.itemsChanged.connect(self._show_title)
        editing.changed.connect(self._show)
        editing.accepted.connect(self.accept)
        editing.left.connect(self.leave)
        editing.linkAsked.connect(self.link)
        editing.anchorAsked.connect(self.anchor)
        editing.segmentAsked.connect(self.add_segment)
        picker.picked.connect(self._picked)
        text.edgeMoved.connect(self._edge_moved)

    def goes_on_with(self, span: Span | None) -> bool:
        """Tell whether nothing is edited, or just this span."""
        return self._of is None or (span is not None and span.id == self._of)

    def name_of(self, link: Link) -> str:
        """Return who a link of the draft leads to, and in which role."""
        review = self._state.review
        entity = review.entities.get(link.entity) if review else None
        name = self._names.get(link.entity) or (entity.name if entity else "?")
        return f"{link.role or 'linked'}: {name}"

    def edit_or_accept(self) -> None:
        """Edit a copy of the span that A would accept; accept it where it is edited already."""
        if self._editing.draft is not None:
            self.accept()
            return
        item, layer, review = self._state.item, self._state.accepted_layer(), self._state.review
        if item is None or layer is None or review is None:
            self.said.emit(self._state.why_nothing())
            return
        if why := self._state.why_closed():
            self.said.emit(why)
            return
        span, text = item.spans[layer], review.article.text
        self._of = span.id
        self._layer = layer
        self._editing.edit(Draft(span, text), text, self._title())
        self._show()
        self.started.emit()
        accepts, leaves = key_of(self, "review_edit"), key_of(self, "review_leave")
        self.said.emit(f"Editing: digits retag, {accepts} accepts, {leaves} leaves.")

    def _say_not_editing(self) -> None:
        self.said.emit(f"Press {key_of(self, 'review_edit')} to edit a copy of the span first.")

    def _title(self) -> str:
        own = self._state.names.span_of(self._layer)
        return f"Edit {own} itself" if self._layer == FINAL else f"Edit a copy of {own}"

    def _show_title(self) -> None:
        """Name whose span it is, or no longer: names can be hidden while a copy is edited."""
        if self._editing.draft is not None:
            self._editing.title.setText(self._title())

    def accept(self) -> None:
        """Accept the draft: into the final layer, or as a change of the span of the final layer itself."""
        draft, item = self._editing.draft, self._state.item
        if draft is None or item is None:
            return
        seen, edited, project = draft.seen, draft.edited, self._state.project
        of, self._of = self._of, None
        final = item.spans.get(FINAL)
        if final is not None and final.id == seen.id:
            done = project.did(lambda: final_layer.edit(project.project, seen, edited))
        else:
            done = self._deciding.accept_edited(seen, edited)
        if done:
            self.left.emit()
        else:
            self._of = of

    def leave(self) -> None:
        """Drop the draft, and the selection."""
        if self._editing.draft is None:
            drop_selection(self._text)
            return
        self.left.emit()
        self.said.emit("Nothing was changed.")

    def stop(self) -> bool:
        """Edit nothing any more; tell whether something was edited."""
        edited = self._editing.draft is not None
        self._of = None
        self._editing.stop()
        self._text.set_candidate(None)
        return edited

    def _show(self) -> None:
        draft = self._editing.draft
        self._text.set_candidate(draft.edited.segments if draft else None)

    # What keys do to the draft

    def _with_selection(self, change: Callable[[Draft, Segment], bool]) -> None:
        draft, part = self._editing.draft, self._text.selected_range()
        if draft is None:
            self._say_not_editing()
        elif part is None or not change(draft, part):
            self.said.emit(NO_SELECTION)
        else:
            self._text.set_caret(part.end)
            self._editing.refresh()
            self._show()

    def anchor(self) -> None:
        """Let the draft stand where the selection is."""
        self._with_selection(lambda draft, part: draft.anchor([part]))

    def add_segment(self) -> None:
        """Add the selection to the draft."""
        self._with_selection(lambda draft, part: draft.add_segment(part))

    def _edge_moved(self, _span: str, segments: Segments) -> None:
        draft = self._editing.draft
        if draft is None:
            self._say_not_editing()
        else:
            draft.anchor(segments)
            self._editing.refresh()
            self._show()

    def link(self) -> None:
        """Open the picker for the draft."""
        draft, review = self._editing.draft, self._state.review
        if draft is None or review is None:
            self._say_not_editing()
            return
        opened = self._article.article
        if opened is None or opened.id != review.article.id:
            self._article.open(review.article.id)
        picking = self._state.project.attempt(lambda: Picking(self._state.project, self._article, draft.edited))
        if picking is None:
            return
        to_picker = partial(self._text.viewport().mapTo, self._picker.window_of())
        area = self._text.span_area(draft.seen.id)
        place = QRect(to_picker(area.topLeft()), area.size())
        beside = to_picker(QPoint(self._text.metrics.left + self._text.metrics.column, 0)).x()
        title = f"Entity · {snippet(words_of(review.article.text, draft.edited), 32)}"
        self._picker.ask(title, place, picking.rows, self._text, beside=beside)

    def _picked(self, choice: Choice) -> None:
        draft, review, project = self._editing.draft, self._state.review, self._state.project
        tag = project.tag(draft.edited.tag) if draft else None
        if draft is None or review is None or tag is None:
            return
        scope = review.article.id if choice.scoped else None
        name, kind, reason = choice.name, choice.kind, choice.reason
        entity = choice.entity or project.attempt(
            lambda: linking.create_entity(project.project, name, kind, article=scope, reason=reason)
        )
        if entity is None:
            return
        found = linking.entities_by_id(project.project, [entity])
        self._names.update({key: one.name for key, one in found.items()})
        draft.link(entity, choice.role or tag.role, choice.mention, choice.cue)
        self._editing.refresh()

    def tag(self, tag: str) -> None:
        """Give the draft a tag; where nothing is edited, make a span of the selection in the final layer itself."""
        if self._editing.draft is not None:
            self._editing.retag(tag)
            self.said.emit(f"The tag of the copy: {self._state.project.tag_name(tag)}.")
        elif self._text.selected_range() is None:
            key = key_of(self, "review_edit")
            self.said.emit(f"Press {key} to edit a copy, or select words; then give a tag.")
        else:
            self.add_to_final(tag)

    def add_to_final(self, tag: str | None = None) -> None:
        """Make a span of the selection in the final layer itself; without a tag, with that of the current item."""
        part, review, project = self._text.selected_range(), self._state.review, self._state.project
        if part is None or review is None:
            self.said.emit(NO_SELECTION)
            return
        item = self._state.item
        tag = tag or (next(iter(item.spans.values())).tag if item else project.tags[0].id)
        key = project.attempt(lambda: final_layer.add(project.project, review.article.id, tag, [part]))
        if key is not None:
            self._text.set_caret(part.end)
            where = "" if FINAL in self._state.layers else " Compare with the final layer to see it."
            self.said.emit(f"Added to the final layer as {project.tag_name(tag).lower()}.{where}")
            self._state.go_to_span(key)
