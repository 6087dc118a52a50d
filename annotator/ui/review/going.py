"""From item to item, and from article to article, until the final layer of each is done."""

from __future__ import annotations

from collections.abc import Callable

from annotator.core.text import counted
from annotator.services import layers
from annotator.ui.review.state import ReviewState


class Going:
    """Binds the keys that move; `item_beside` answers which item is next or previous in the list that is shown."""

    def __init__(self, state: ReviewState, item_beside: Callable[[int], int | None]) -> None:
        self._state, self._project, self._item_beside = state, state.project, item_beside

    def step(self, step: int) -> None:
        """Go to the next item (`step` 1) or the previous (-1); after the last one to the next article that waits."""
        state, place = self._state, self._item_beside(step)
        if place is not None:
            state.go_to(place)
        elif step < 0:
            state.said.emit("This is the first one.")
        elif not state.go_on():
            state.said.emit("This is the last one.")

    def beside(self, step: int) -> None:
        """Open the next or the previous article that has the layers."""
        keys, review = self._state.articles(), self._state.review
        place = keys.index(review.article.id) + step if review and review.article.id in keys else 0
        if 0 <= place < len(keys):
            self._state.open(keys[place])
        else:
            self._state.said.emit("This is the last article." if step > 0 else "This is the first article.")

    def finish(self) -> None:
        """Mark the final layer as done, and go to the next article that waits."""
        review = self._state.review
        if review is None:
            return
        key, title = review.article.id, review.article.title
        if self._project.did(lambda: layers.set_status(self._project.project, key, "done", final=True)):
            waits = f", though {counted(review.open, 'item')} waited" if review.open else ""
            self._state.go_on()
            self._state.said.emit(f"The final layer of “{title}” is done{waits}.")

    def open_again(self) -> None:
        """Open a final layer that is done for changes again."""
        review = self._state.review
        if review is not None:
            key, project = review.article.id, self._project.project
            self._project.did(lambda: layers.set_status(project, key, "in progress", final=True))
