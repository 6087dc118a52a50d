"""What keys do to spans in the article view: the digit rule, links, moving among spans and candidates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, QRect, Signal, SignalInstance

from annotator.core.segments import Segments
from annotator.core.text import snippet
from annotator.services import annotate, linking, suggesting
from annotator.ui.actions import Target
from annotator.ui.announce import announce
from annotator.ui.article_view import ArticleView
from annotator.ui.entity_picker import Choice, EntityPicker
from annotator.ui.open_article import OpenArticle
from annotator.ui.picking import Picking
from annotator.ui.project import OpenProject

_NOTHING_TO_TAG = "Nothing to tag: select words, go to a candidate with N, or put the caret into a quotation."
_NO_SPAN = "No span is current: click one, or go to one with J."
_NO_SELECTION = "Select words first."


class Annotating(QObject):
    """Binds the article view's keys to the services.

    `said(str)` is for the status line; `currentChanged()` when another span is current, or the candidate is.
    """

    said = Signal(str)
    currentChanged = Signal()
    noteAsked = Signal()
    attributesAsked = Signal()

    def __init__(
        self, project: OpenProject, article: OpenArticle, view: ArticleView, picker: EntityPicker, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._project, self._article, self._view, self._picker = project, article, view, picker
        self._candidate: Segments | None = None
        self._asked: str | None = None
        self._adds = False
        self._candidate_tag = suggesting.QUOTE
        view.spanClicked.connect(self.make_current)
        view.edgeMoved.connect(self._edge_moved)
        picker.picked.connect(self._picked)
        picker.left.connect(self._left)

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what each action does."""
        return {
            "next_candidate": partial(self._go_to_candidate, 1),
            "previous_candidate": partial(self._go_to_candidate, -1),
            "next_hedge": partial(self._go_to_candidate, 1, suggesting.HEDGE),
            "previous_hedge": partial(self._go_to_candidate, -1, suggesting.HEDGE),
            "next_span": partial(self._go_to_span, 1),
            "previous_span": partial(self._go_to_span, -1),
            "cycle": self._cycle,
            "dismiss": self._dismiss,
            "remove_segment": self._remove_segment,
            "link": self.link,
            "unlink": self.unlink,
            "add_link": partial(self.link, add=True),
            "mention": partial(self._selection_as, "mention"),
            "cue": partial(self._selection_as, "cue"),
            "attributes": partial(self._ask_with_span, self.attributesAsked),
            "add_segment": self._add_segment,
            "anchor": self._anchor,
            "note": partial(self._ask_with_span, self.noteAsked),
            "unsure": self._unsure,
            "delete": self._delete,
            "clear": self.clear,
        }

    def target(self) -> Target:
        """Return what an action would be done to now."""
        article = self._article.article
        return Target(
            writable=self._project.can_write,
            project=True,
            article=article.id if article else None,
            selection=self._view.selected_range(),
            span=self._view.current,
            candidate=self._candidate,
        )

    # The digit rule

    def tag(self, tag: str) -> None:
        """Make or change a span, by what there is: a selection, a candidate, the current span, a quotation."""
        target = self.target()
        if target.article is None:
            return
        caret = self._view.caret()
        current = self._article.spans.get(target.span) if target.span else None
        if target.selection is not None:
            self._make(tag, (target.selection,))
        elif target.candidate is not None:
            self._make(tag, target.candidate)
        elif current is not None and any(start <= caret <= end for start, end in current.segments):
            if self._project.did(lambda: annotate.retag(self._project.project, [current.id], tag)):
                self._tell(f"Now a {self._project.tag_name(tag).lower()}")
        elif (quotation := self._article.quotation_at(caret)) is not None:
            self._make(tag, quotation)
        else:
            self.said.emit(_NOTHING_TO_TAG)

    def _make(self, tag: str, segments: Segments) -> None:
        article = self._article.article
        assert article is not None
        key = self._project.attempt(lambda: annotate.add_span(self._project.project, article.id, tag, segments))
        if key is None:
            return
        self._set_candidate(None)
        self._view.set_caret(self._article.spans[key].end)
        self.make_current(key)
        words = snippet(self._article.words_of(self._article.spans[key]))
        self._tell(f"{self._project.tag_name(tag)}: {words}")
        self.link()

    # Links

    def link(self, *, add: bool = False) -> None:
        """Open the picker at the current span, else at the smallest one at the caret; `add`: for one more link."""
        key = self._view.current or next(iter(self._view.spans_at(self._view.caret())), None)
        if key is None:
            self.said.emit(_NO_SPAN)
            return
        if not self._project.can_write or self._article.done:
            self._project.attempt(lambda: annotate.refuse_if_closed(self._project.project, key))
            return
        self.make_current(key)
        span = self._article.spans[key]
        self._asked, self._adds = key, add
        tag = self._project.tag(span.tag)
        role = tag.role.capitalize() if tag and tag.role else "Entity"
        who = f"{role} of “{snippet(self._article.words_of(span), 40)}”"
        self._picker.ask(who, self._place(key), Picking(self._project, self._article, span).rows, self._view)

    def _place(self, key: str) -> QRect:
        rect = self._view.span_rect(key)
        if rect.isEmpty():
            rect = self._view.cursorRect()
        return QRect(self._view.viewport().mapTo(self._picker.window_of(), rect.topLeft()), rect.size())

    def _picked(self, choice: Choice) -> None:
        (key, self._asked), article = (self._asked, None), self._article.article
        if key is None or article is None:
            return
        project, mention, cue = self._project.project, choice.mention, choice.cue
        scope, add = article.id if choice.scoped else None, self._adds

        def linked_to() -> None:
            if choice.entity is not None:
                linking.link(project, key, choice.entity, mention=mention, cue=cue, add=add)
            else:
                linking.link_new(
                    project, key, choice.name, choice.kind, article=scope, mention=mention, cue=cue, add=add
                )

        if self._project.did(linked_to):
            linked = self._article.entity_of(self._article.spans[key])
            self._tell(f"Linked to {linked.name if linked else choice.name}")

    def _left(self) -> None:
        self._asked = None

    def unlink(self) -> None:
        """Take the first link from the current span."""
        key = self._view.current
        if key is None:
            self.said.emit(_NO_SPAN)
        elif self._project.did(lambda: linking.unlink(self._project.project, key)):
            self._tell("Unlinked")

    # Moving

    def make_current(self, key: str | None) -> None:
        """Make a span the current one; its words come into sight."""
        self._set_candidate(None)
        self._view.set_current(key)
        if key is not None:
            span = self._article.spans[key]
            self._view.scroll_to(span.segments[0].start, span.segments[0].end)
        self.currentChanged.emit()

    def go_to(self, key: str) -> None:
        """Make a span current and put the caret at its end, as if it had just been made."""
        self._view.set_caret(self._article.spans[key].segments[0].end)
        self.make_current(key)

    def _go_to_span(self, step: int) -> None:
        key = self._article.beside(self._view.current, self._view.caret(), step)
        if key is None:
            self.said.emit("There are no spans in this article yet.")
            return
        self.go_to(key)
        span = self._article.spans[key]
        announce(self._view, f"{self._project.tag_name(span.tag)}: {snippet(self._article.words_of(span))}")

    def _cycle(self) -> None:
        found = self._view.spans_at(self._view.caret()) or self._view.spans_at(self._view.caret() - 1)
        if not found:
            self.said.emit("There is no span at the caret.")
            return
        current = self._view.current
        place = found.index(current) + 1 if current in found else 0
        self.make_current(found[place % len(found)])

    def _go_to_candidate(self, step: int, tag: str = suggesting.QUOTE) -> None:
        # From a candidate on: forwards it would find itself again.
        at = self._candidate[0].start + (step > 0) if self._candidate else self._view.caret()
        candidate = self._article.candidate_beside(at, step, tag)
        if candidate is None:
            what = "words that look like a hedge" if tag == suggesting.HEDGE else "quotations in marks"
            self.said.emit(f"There are no more {what} without a span.")
            return
        self._view.set_caret(candidate[0].start)
        self._view.set_current(None)
        self._set_candidate(candidate)
        self._candidate_tag = tag
        self._view.scroll_to(candidate[0].start, candidate[-1].end)
        words = " … ".join(self._article.text[start:end] for start, end in candidate)
        self.currentChanged.emit()
        self.said.emit("Candidate: a tag's digit takes it, N goes on.")
        announce(self._view, f"Candidate: {snippet(words)}")

    def _dismiss(self) -> None:
        """Have the candidate not proposed again, and go to the next."""
        candidate, article = self._candidate, self._article.article
        if candidate is None or article is None:
            self.said.emit("No candidate is chosen: go to one with N.")
            return
        project, tag = self._project.project, self._candidate_tag
        if self._project.did(lambda: suggesting.dismiss(project, article.id, tag, candidate)):
            self._tell("Dismissed")
            self._set_candidate(None)
            self._view.set_caret(candidate[0].start)
            self._go_to_candidate(1, tag)

    def _set_candidate(self, segments: Segments | None) -> None:
        self._candidate = segments
        self._view.set_candidate(segments)

    def clear(self) -> None:
        """Drop the selection, the candidate and the current span; movement moves again."""
        self._set_candidate(None)
        self._view.extending = False
        self._view.set_current(None)
        self._view.set_caret(self._view.caret())
        self.currentChanged.emit()

    # The current span

    def _add_segment(self) -> None:
        self._with_selection(annotate.add_segment, "Segment added")

    def _anchor(self) -> None:
        self._with_selection(lambda project, key, part: annotate.set_segments(project, key, [part]), "Span moved")

    def _remove_segment(self) -> None:
        key, caret = self._view.current, self._view.caret()
        span = self._article.spans.get(key or "")
        if span is None:
            self.said.emit(_NO_SPAN)
            return
        # The caret stands behind a segment that was just made or visited.
        at = caret if any(start <= caret < end for start, end in span.segments) else caret - 1
        if not any(start <= at < end for start, end in span.segments):
            self.said.emit("The caret is not in a segment of the current span.")
        elif self._project.did(lambda: annotate.remove_segment(self._project.project, span.id, at)):
            self._tell("Segment removed")

    def _edge_moved(self, key: str, segments: Segments) -> None:
        if self._project.did(lambda: annotate.set_segments(self._project.project, key, segments)):
            self._tell("Span moved")

    def _with_selection(self, change: Callable[..., object], told: str) -> None:
        target = self.target()
        if target.span is None or target.selection is None:
            self.said.emit(_NO_SPAN if target.span is None else _NO_SELECTION)
            return
        key, part = target.span, target.selection
        if self._project.did(lambda: change(self._project.project, key, part)):
            self._view.set_caret(part.end)
            self._tell(told)

    def _ask_with_span(self, asked: SignalInstance) -> None:
        if self._view.current is None:
            self.said.emit(_NO_SPAN)
        else:
            asked.emit()

    def _selection_as(self, what: str) -> None:
        """Make the selection the mention or the cue of the current span's first link."""
        span = self._article.spans.get(self._view.current or "")
        if span is None:
            self.said.emit(_NO_SPAN)
        elif not span.links:
            self.said.emit("The span is not linked yet: link it first, with L.")
        else:
            self.selection_of_link(span.links[0].id, what)

    def selection_of_link(self, link: str, what: str) -> None:
        """Make the selection the mention or the cue ("mention", "cue") of a link."""
        selection = self._view.selected_range()
        if selection is None:
            self.said.emit(_NO_SELECTION)
            return
        mention, cue = (selection, None) if what == "mention" else (None, selection)
        if self._project.did(lambda: linking.edit_link(self._project.project, link, mention=mention, cue=cue)):
            self._tell(f"{what.capitalize()}: {snippet(self._article.text[selection.start : selection.end])}")

    def _unsure(self) -> None:
        span = self._article.spans.get(self._view.current or "")
        if span is None:
            self.said.emit(_NO_SPAN)
        elif self._project.did(lambda: annotate.set_unsure(self._project.project, span.id, not span.unsure)):
            self._tell("Sure again" if span.unsure else "Flagged as unsure")

    def _delete(self) -> None:
        key = self._view.current
        if key is None:
            self.said.emit(_NO_SPAN)
        elif self._project.did(lambda: annotate.delete_spans(self._project.project, [key])):
            self._tell("Span deleted")
            self.currentChanged.emit()

    def _tell(self, text: str) -> None:
        self.said.emit(text)
        announce(self._view, text)
