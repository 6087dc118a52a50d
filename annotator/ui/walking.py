"""Going from span to span and from candidate to candidate: which one is current."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal

from annotator.core.segments import Segments
from annotator.core.text import snippet
from annotator.services import suggesting
from annotator.ui.announce import announce
from annotator.ui.article_view import ArticleView
from annotator.ui.open_article import OpenArticle
from annotator.ui.project import OpenProject

NO_SPAN = "No span is current: click one, or go to one with J."


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
        view.spanClicked.connect(self.make_current)
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
        """Say something in the status line and to a screen reader."""
        self.said.emit(text)
        announce(self._view, text)

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
        at = self.candidate[0].start + (step > 0) if self.candidate else self._view.caret()
        candidate = self._article.candidate_beside(at, step, tag)
        if candidate is None:
            # A digit is meant for a candidate now: it must not change the span that was current.
            self.make_current(None)
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
        candidate, article = self.candidate, self._article.article
        if candidate is None or article is None:
            self.said.emit("No candidate is chosen: go to one with N.")
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
        self._view.set_current(None)
        self._view.set_caret(self._view.caret())
        self.currentChanged.emit()
