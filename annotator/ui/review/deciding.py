"""What keys decide on the current item, and where the person is taken then."""

from __future__ import annotations

from collections.abc import Callable

from annotator.analysis.differences import compare
from annotator.core.records import Span
from annotator.services import reviewing, reviewing_queue
from annotator.services.reviewing_queue import Item
from annotator.ui.review.state import ReviewState


class Deciding:
    """Binds the verbs of reviewing to the services; after each decision the next item that waits comes by itself."""

    def __init__(self, state: ReviewState) -> None:
        self._state, self._project = state, state.project

    def accept(self) -> None:
        """Accept the chosen side, and whatever is just like it; reject what differs from it."""
        item, layer = self._state.item, self._state.accepted_layer()
        if item is None or layer is None:
            return
        chosen, same = item.spans[layer], self._state.review.same if self._state.review else None
        alike = [span for span in item.spans.values()
                 if span is chosen or (same and compare(chosen, span, same).kinds == {"same"})]  # fmt: skip
        ordered = [chosen, *(span for span in alike if span is not chosen)]
        others = [span for span in item.spans.values() if span not in ordered]
        self._decide(lambda: reviewing.decide(self._project.project, ordered, others), "Accepted", item)

    def reject(self) -> None:
        """Reject what is above the line, and keep what is below it; reject what is below where nothing else is."""
        item = self._state.item
        if item is None:
            return
        above = [item.spans[key] for key in self._state.sides_above()]
        kept = [span for key, span in item.spans.items() if key == self._state.below] if above else []
        rejected = above or list(item.spans.values())
        self._decide(lambda: reviewing.decide(self._project.project, kept, rejected), "Rejected", item)

    def keep_both(self) -> None:
        """Accept all sides."""
        item = self._state.item
        if item is not None:
            spans = list(item.spans.values())
            self._decide(lambda: reviewing.decide(self._project.project, spans), "Kept both", item)

    def reject_all(self) -> None:
        """Reject all sides."""
        item = self._state.item
        if item is not None:
            spans = list(item.spans.values())
            self._decide(lambda: reviewing.decide(self._project.project, [], spans), "Rejected all", item)

    def accept_edited(self, span: Span, edited: Span) -> bool:
        """Accept a span of the current item as edited, and reject the others; tell whether that was done."""
        item = self._state.item
        if item is None:
            return False
        others = [one for one in item.spans.values() if one.id != span.id]
        project = self._project.project
        return self._decide(
            lambda: reviewing.accept_changed(project, span, edited, others), "Accepted as edited", item
        )  # fmt: skip

    def accept_agreed(self) -> None:
        """Accept all that the layers agree on, as one step."""
        review = self._state.review
        if review is None:
            return
        number = sum(item.is_agreed and item.state != "decided" for item in review.items)
        if not number:
            self._state.said.emit("Nothing is left that agrees.")
        elif self._project.did(lambda: reviewing_queue.accept_agreed(self._project.project, review)):
            self._advance(f"{number} that agree accepted")

    def _decide(self, step: Callable[[], object], told: str, item: Item) -> bool:
        if not self._project.did(step):
            return False
        self._advance(f"{told}: {self._said_of(item)}")
        return True

    def _advance(self, told: str) -> None:
        """Go to the next item that waits, in this article or the next."""
        state = self._state
        place = state.next_open(state.place if state.place is not None else -1)
        if place is not None:
            state.go_to(place)
            state.said.emit(told)
        elif state.go_on() and state.review is not None:
            state.said.emit(f"{told}. Next article: {state.review.article.title}")
        else:
            state.currentChanged.emit()
            state.said.emit(f"{told}. Nothing is left to decide.")

    def _said_of(self, item: Item) -> str:
        return ", ".join(self._state.names.difference(item, self._state.layers))
