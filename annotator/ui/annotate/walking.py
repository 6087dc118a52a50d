"""Going from span to span and from candidate to candidate: which one is current."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal

from annotator.core.segments import Segments, excerpt
from annotator.core.text import snippet
from annotator.services import annotate, suggesting
from annotator.ui.annotate.open_article import OpenArticle, Proposed
from annotator.ui.announce import announce
from annotator.ui.article_view import ArticleView
from annotator.ui.article_view.sight import drop_selection
from annotator.ui.keyboard.key_names import key_of
from annotator.ui.project import OpenProject


class Walking(QObject):
    """Knows the current span and the candidate, of which there is at most one, and moves between them.

    `said(str)` is for the status line; `currentChanged()` when another span is current, or another candidate.
    """

    said = Signal(str)
    currentChanged = Signal()

    def __init__(self, project: OpenProject, article: OpenArticle, view: ArticleView, parent: QObject) -> None:
        super().__init__(parent)
        self._project, self._article, self._view = project, article, view
        self.candidate: Segments | None = None
        self._candidate_tag = suggesting.QUOTE
        view.spanClicked.connect(self.choose)
        view.caretMoved.connect(self._caret_moved)
        # A candidate is a place in the text that was open.
        article.opened.connect(self.drop_candidate)

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
            "clear": self.clear,
        }

    def drop_candidate(self) -> None:
        """Have no candidate."""
        self._set_candidate(None)

    def tell(self, text: str) -> None:
        """Say something in the status line, which has it announced."""
        self.said.emit(text)

    def say_no_span(self) -> None:
        """Say that a span is needed, and how one becomes current."""
        if self.candidate is not None:
            self.said.emit("This is only a candidate: a tag's digit makes it a span.")
        else:
            self.said.emit(f"No span is current: click one, or go to one with {key_of(self, 'next_span')}.")

    def may_change(self, key: str) -> bool:
        """Tell whether a span can be changed; where it cannot, say why."""
        if self._project.can_write and not self._article.done:
            return True
        self._project.attempt(lambda: annotate.refuse_if_closed(self._project.project, key))
        return False

    def choose(self, key: str | None) -> None:
        """Make a span current that the person points at, or none; what is in sight stays where it is."""
        self._set_candidate(None)
        self._view.set_current(key)
        self.currentChanged.emit()

    def _caret_moved(self, position: int) -> None:
        """Forget the candidate once the person has gone away from it: a digit means what is at the caret."""
        if self.candidate is not None and not self.candidate[0].start <= position <= self.candidate[-1].end:
            self._set_candidate(None)
            self.said.emit("")
            self.currentChanged.emit()

    def make_current(self, key: str | None) -> None:
        """Make a span the current one; its words come into sight."""
        if key is not None:
            self._view.scroll_to(*self._article.spans[key].segments[0])
        self.choose(key)

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
        self._announce(key)

    def _cycle(self) -> None:
        found = self._view.spans_at(self._view.caret()) or self._view.spans_at(self._view.caret() - 1)
        if not found:
            self.said.emit("There is no span at the caret.")
            return
        current = self._view.current
        place = found.index(current) + 1 if current in found else 0
        self.make_current(found[place % len(found)])
        self._announce(found[place % len(found)])

    def _announce(self, key: str) -> None:
        """Have a reader hear of a span what the eye sees of it."""
        span = self._article.spans[key]
        parts = [
            f"{self._project.tag_name(span.tag)}: {snippet(self._article.words_of(span))}",
            self._article.chain_of(span) or "not linked",
            *(["unsure"] if span.unsure else []),
            *(["has a note"] if span.note else []),
        ]
        announce(self._view, ", ".join(parts))

    def _go_to_candidate(self, step: int, tag: str = suggesting.QUOTE) -> None:
        # From a candidate on: forwards it would find itself again.
        at = self.candidate[0].start + (step > 0) if self.candidate else self._view.caret()
        proposed = self._article.candidate_beside(at, step, tag)
        if proposed is None:
            # A digit is meant for a candidate now: it must not change the span that was current.
            self.make_current(None)
            what = "words that look like a hedge" if tag == suggesting.HEDGE else "quotations in marks"
            self.said.emit(f"There are no more {what} without a span.")
            return
        candidate = proposed.segments
        self._set_candidate(None)
        self._view.set_caret(candidate[0].start)
        self._view.set_current(None)
        self._set_candidate(candidate)
        self._candidate_tag = tag
        self._view.scroll_to(candidate[0].start, candidate[-1].end)
        words = excerpt(self._article.text, candidate)
        self.currentChanged.emit()
        # Its words first: who knows the keys does not listen to the end.
        announce(self._view, f"Candidate: {snippet(words)}")
        self.said.emit(self._told(proposed))

    def _told(self, proposed: Proposed) -> str:
        """Return which candidate it is, and what can be done with it."""
        on = key_of(self, "next_hedge" if self._candidate_tag == suggesting.HEDGE else "next_candidate")
        mark = ", its closing mark is missing" if self._article.is_unclosed(proposed.segments) else ""
        does = f"a tag's digit takes it, {on} goes on, {key_of(self, 'dismiss')} dismisses it."
        return f"Candidate {proposed.number} of {proposed.of}{mark}: {does}"

    def _dismiss(self) -> None:
        """Have the candidate not proposed again, and go to the next."""
        candidate, article = self.candidate, self._article.article
        if candidate is None or article is None:
            self.said.emit(f"No candidate is chosen: go to one with {key_of(self, 'next_candidate')}.")
            return
        project, tag = self._project.project, self._candidate_tag
        if self._project.did(lambda: suggesting.dismiss(project, article.id, tag, candidate)):
            self.tell("Dismissed")
            self._set_candidate(None)
            self._view.set_caret(candidate[0].start)
            self._go_to_candidate(1, tag)

    def _set_candidate(self, segments: Segments | None) -> None:
        self.candidate = segments
        self._view.set_candidate(segments)

    def clear(self) -> None:
        """Drop the selection, the candidate and the current span; movement moves again."""
        self._set_candidate(None)
        self._view.extending = False
        self._view.viewport().update()
        self._view.set_current(None)
        drop_selection(self._view)
        self.said.emit("")
        self.currentChanged.emit()
