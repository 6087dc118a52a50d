"""What keys decide on the current item, and where the person is taken then."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from annotator.analysis.differences import compare
from annotator.core.records import Span
from annotator.core.text import counted, snippet
from annotator.services.review import deciding, queue
from annotator.services.review.queue import Item
from annotator.ui.keyboard.key_names import key_of
from annotator.ui.review.marking import words_of
from annotator.ui.review.state import ReviewState
from annotator.ui.runner import Runner
from annotator.ui.waiting import wait_for

_WORDS = 40
"""Characters of a span that are said once it is decided."""

_MANY = 30
"""Items; more are accepted in the background: each takes a few milliseconds."""


class Deciding:
    """Binds the verbs of reviewing to the services; after each decision the next item that waits comes by itself."""

    def __init__(self, state: ReviewState, runner: Runner, window: QWidget) -> None:
        self._state, self._project = state, state.project
        self._runner, self._window = runner, window

    def accept(self) -> None:
        """Accept the chosen side, and whatever is just like it; reject what differs from it."""
        item, layer = self._current(), self._state.accepted_layer()
        if item is None or layer is None:
            return
        chosen, same = item.spans[layer], self._state.review.same if self._state.review else None
        alike = [span for span in item.spans.values()
                 if span is chosen or (same and compare(chosen, span, same).kinds == {"same"})]  # fmt: skip
        ordered = [chosen, *(span for span in alike if span is not chosen)]
        others = [span for span in item.spans.values() if span not in ordered]
        what = "what agrees" if item.is_agreed else self._state.names.span_of(layer)
        self._decide(lambda: deciding.decide(self._project.project, ordered, others), f"Accepted {what}", chosen)

    def reject(self) -> None:
        """Reject what is above the line, and keep what is below it; where both are alike, or one alone, reject all."""
        item = self._current()
        if item is None:
            return
        state, names = self._state, self._state.names
        kept = [] if item.is_agreed or not state.sides_above() else [key for key in item.spans if key == state.below]
        rejected = [key for key in item.spans if key not in kept]
        what = "what agrees" if item.is_agreed else " and ".join(map(names.span_of, rejected))
        told = f"Kept {names.span_of(kept[0])}, rejected {what}" if kept else f"Rejected {what}"
        keep, drop = [item.spans[key] for key in kept], [item.spans[key] for key in rejected]
        self._decide(lambda: deciding.decide(self._project.project, keep, drop), told, (keep or drop)[0])

    def keep_both(self) -> None:
        """Accept all sides."""
        item = self._current()
        if item is not None:
            spans = list(item.spans.values())
            told = {1: "Accepted the only side", 2: "Kept both"}.get(len(spans), "Kept all sides")
            self._decide(lambda: deciding.decide(self._project.project, spans), told, spans[0])

    def reject_all(self) -> None:
        """Reject all sides."""
        item = self._current()
        if item is not None:
            spans = list(item.spans.values())
            self._decide(lambda: deciding.decide(self._project.project, [], spans), "Rejected all sides", spans[0])

    def accept_edited(self, span: Span, edited: Span) -> bool:
        """Accept a span of the current item as edited, and reject the others; tell whether that was done."""
        item = self._state.item
        if item is None:
            return False
        others = [one for one in item.spans.values() if one.id != span.id]
        project = self._project.project
        return self._decide(
            lambda: deciding.accept_changed(project, span, edited, others), "Accepted as edited", edited
        )  # fmt: skip

    def accept_agreed(self) -> None:
        """Accept all that the layers agree on, as one step."""
        review = self._state.review
        if review is None:
            self._state.said.emit(self._state.why_nothing())
            return
        number, project = len(review.agreed), self._project.project
        told = f"Accepted {counted(number, 'item')} that agree{'s' if number == 1 else ''}"
        if not number:
            self._state.said.emit("Nothing is left that agrees.")
        elif number <= _MANY:
            if self._project.did(lambda: queue.accept_agreed(project, review)):
                self._advance(told)
        else:
            job = wait_for(
                self._runner, self._window, f"{counted(number, 'item')}…",
                lambda: queue.accept_agreed(project, review),
            )  # fmt: skip
            job.succeeded.connect(lambda _number: self._advance(told))
            job.failed.connect(self._project.explain)

    def _current(self) -> Item | None:
        if self._state.item is None:
            self._state.said.emit(self._state.why_nothing())
        return self._state.item

    def _decide(self, step: Callable[[], object], told: str, span: Span) -> bool:
        review = self._state.review
        if not self._project.did(step):
            return False
        self._advance(f"{told}: {snippet(words_of(review.article.text, span), _WORDS)}" if review else told)
        return True

    def _advance(self, told: str) -> None:
        """Go to the next item that waits, in this article or the next."""
        state = self._state
        place = state.next_open(state.place if state.place is not None else -1)
        if place is not None:
            state.said.emit(told)
            state.go_to(place)
        elif state.go_on() and state.review is not None:
            state.said.emit(f"{told}. Next article: {state.review.article.title}")
        else:
            state.currentChanged.emit()
            done = key_of(state, "review_done")
            state.said.emit(f"Nothing is left to decide. {done} marks the final layer as done.")
