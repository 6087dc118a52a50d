"""Which layers of which articles are reviewed, and which item is current."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from annotator.core.records import Changed
from annotator.services.projects import annotators
from annotator.services.review import queue
from annotator.services.review.queue import Item, Review
from annotator.ui.accessible import READ_ONLY
from annotator.ui.keyboard.key_names import key_of
from annotator.ui.project import OpenProject
from annotator.ui.review.naming import Names

CLOSED = "The final layer of this article is done; nothing can be decided."


class ReviewState(QObject):
    """Holds one review at a time, with its current item.

    `opened()` when another article is shown, or other layers; `itemsChanged()` when its items are, `currentChanged()`
    when another one is current. `said(str)` is for the status line and a screen reader.
    """

    opened = Signal()
    itemsChanged = Signal()
    currentChanged = Signal()
    said = Signal(str)

    def __init__(self, project: OpenProject, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.project = project
        self.below: str | None = None
        self.above: tuple[str, ...] = ()
        self.scope: frozenset[str] | None = None
        """The articles to be reviewed, None: all."""
        self.blind = False
        self.review: Review | None = None
        self.place: int | None = None
        self.chosen: str | None = None
        """The layer above the line that is accepted, where an item has several."""
        self.names = _names(self.project, blind=self.blind)
        self._articles: list[str] | None = None
        self._waiting: list[str] | None = None

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers that are compared, the one below the line first."""
        return (*([self.below] if self.below is not None else []), *(key for key in self.above if key != self.below))

    @property
    def items(self) -> Sequence[Item]:
        """The items of the article that is shown."""
        return self.review.items if self.review else ()

    @property
    def item(self) -> Item | None:
        """The current item."""
        return self.items[self.place] if self.place is not None else None

    # What is reviewed

    def compare(self, below: str | None, above: Sequence[str]) -> None:
        """Compare other layers; of the articles in question the one that is open stays, where it has any of them."""
        self.below, self.above = below, tuple(above)
        self._articles = self._waiting = None
        key = self.review.article.id if self.review else None
        mine = self.articles()
        self.open(key if key in mine else self.next_waiting(None) or next(iter(mine), None))

    def set_blind(self, blind: bool) -> None:
        """Hide the names of the others, or show them."""
        self.blind = blind
        self.names = _names(self.project, blind=self.blind)
        self.itemsChanged.emit()
        self.currentChanged.emit()

    def articles(self) -> list[str]:
        """Return the articles in question that have one of the layers, in order."""
        if self._articles is None:
            self._articles = queue.articles_with(self.project.project, self.layers)
        return [key for key in self._articles if self.scope is None or key in self.scope]

    def waiting(self) -> list[str]:
        """Return the articles in question in which something waits for a decision, in order."""
        if self.project.acting is None:
            return []
        if self._waiting is None:
            self._waiting = queue.waiting_articles(self.project.project, self.layers)
        return [key for key in self._waiting if self.scope is None or key in self.scope]

    def next_waiting(self, after: str | None) -> str | None:
        """Return the next article that waits; it wraps. None where none does but the one named."""
        waiting, places = self.waiting(), {key: place for place, key in enumerate(self.articles())}
        here = places.get(after, -1) if after is not None else -1
        later = [key for key in waiting if places.get(key, -1) > here]
        return next((key for key in (*later, *waiting) if key != after), None)

    def look_at(self, article: str, span: str, layers: Sequence[str]) -> None:
        """Compare layers of an article, whatever was in question before, with a span of it current."""
        me = self.project.acting.id if self.project.acting else None
        ordered = sorted(layers, key=lambda key: key != me)
        # Mine stands below the line; of one colleague's layer alone nothing does.
        one_of_others = len(ordered) == 1 and ordered[0] != me
        self.below = None if one_of_others else next(iter(ordered), None)
        self.above = tuple(ordered if one_of_others else ordered[1:])
        self.scope = self._articles = self._waiting = None
        self.open(article)
        self.go_to_span(span)

    def open(self, article: str | None) -> None:
        """Show an article, at its first item that waits; None: there is none."""
        self.names = _names(self.project, blind=self.blind)
        self.review = self._ask(article) if article else None
        self.place, self.chosen = None, None
        self.opened.emit()
        self.go_to(self.next_open(-1) if self.review else None)

    def _ask(self, article: str) -> Review | None:
        return self.project.attempt(lambda: queue.review(self.project.project, article, self.layers))

    def refresh(self, changed: Changed) -> None:
        """Ask again for what a write touched; the current item stays current."""
        if "annotator" in changed.tables:
            self.names = _names(self.project, blind=self.blind)
        if changed.bulk or changed.tables & {"layer", "article"}:
            self._articles = None
        if self.review is None:
            self._waiting = None
            if changed.tables & {"layer", "span"}:
                self.open(self.next_waiting(None))
            return
        article = self.review.article.id
        if changed.bulk or changed.articles - {article}:
            self._waiting = None
        if not (changed.bulk or article in changed.articles or changed.tables & {"entity", "tag", "annotator"}):
            return
        if article not in self.articles():
            self.open(self.next_waiting(None))
            return
        held = set(_ids(self.item))
        self.review = self._ask(article)
        place = next((number for number, item in enumerate(self.items) if held & set(_ids(item))), None)
        if place is None and self.items and self.place is not None:
            place = min(self.place, len(self.items) - 1)
        self.place = place
        self._count_here()
        self.itemsChanged.emit()
        self.currentChanged.emit()

    def _count_here(self) -> None:
        """Have the article that is shown among those that wait, or not, without asking for all the others again."""
        if self._waiting is None or self.review is None:
            return
        article, waits = self.review.article.id, self.review.open > 0
        if waits and article not in self._waiting:
            self._waiting = None
        elif not waits and article in self._waiting:
            self._waiting.remove(article)

    # Going from item to item

    def go_to(self, place: int | None) -> None:
        """Make an item current."""
        self.place, self.chosen = place, None
        self.currentChanged.emit()

    def go_to_span(self, span: str) -> None:
        """Make the item of a span current, and its layer the one that is accepted."""
        for place, item in enumerate(self.items):
            for layer, one in item.spans.items():
                if one.id == span:
                    self.go_to(place)
                    self.chosen = layer if layer != self.below else None
                    self.currentChanged.emit()
                    return

    def next_side(self) -> None:
        """Choose the next of several layers above the line, to be the one that is accepted."""
        sides = self.sides_above()
        if self.item is None:
            self.said.emit(self.why_nothing())
            return
        if len(sides) < 2:
            self.said.emit("There is one side only above the line here.")
            return
        self.chosen = sides[(sides.index(self.accepted_layer() or sides[0]) + 1) % len(sides)]
        self.currentChanged.emit()
        self.said.emit(f"{key_of(self, 'review_accept')} accepts {self.names.layer(self.chosen)} now.")

    def sides_above(self) -> list[str]:
        """Return the layers above the line that the current item has a span of."""
        return [key for key in (self.item.spans if self.item else ()) if key != self.below]

    def accepted_layer(self) -> str | None:
        """Return the layer whose span A accepts: the chosen one above the line, else the first, else that below."""
        sides = self.sides_above()
        if self.chosen in sides:
            return self.chosen
        return next(iter(sides), self.below if self.item else None)

    def next_open(self, after: int) -> int | None:
        """Return the next item that waits but the one at `after`: differences first, then what agrees; it wraps."""
        number = len(self.items)
        others = [(after + offset) % number for offset in range(1, number + (after < 0))]
        waiting = [place for place in others if self.items[place].state != "decided"]
        return next((place for place in waiting if not self.items[place].is_agreed), next(iter(waiting), None))

    def skip(self) -> None:
        """Go to the next item that waits, and leave this one as it is; from the last one to the next article."""
        if self.review is None:
            self.said.emit(self.why_nothing())
            return
        after = self.place if self.place is not None else -1
        place = self.next_open(after)
        if (place is None or place <= after) and self.go_on():
            return
        if place is None:
            self.said.emit("Nothing else waits.")
        else:
            self.go_to(place)

    def why_nothing(self) -> str:
        """Return why no item is current."""
        if self.review is None:
            return "There is nothing to review."
        if not self.items:
            return "There is no span here to decide on."
        return f"No difference is current: {key_of(self, 'review_next')} goes to the first one."

    def why_closed(self) -> str:
        """Return why nothing can be decided here; empty where it can."""
        if not self.project.can_write:
            return f"{READ_ONLY}; nothing can be decided."
        return CLOSED if self.review is not None and self.review.status == "done" else ""

    def go_on(self) -> bool:
        """Open the next article that waits; tell whether there is one."""
        article = self.next_waiting(self.review.article.id if self.review else None)
        if article is not None:
            self.open(article)
        return article is not None

    def left(self) -> int:
        """Return in how many other articles something waits."""
        here = self.review.article.id if self.review else None
        return sum(key != here for key in self.waiting())


def _ids(item: Item | None) -> list[str]:
    return [span.id for span in item.spans.values()] if item else []


def _names(project: OpenProject, *, blind: bool) -> Names:
    acting = project.acting
    everyone = {one.id: one.name for one in annotators(project.project)}
    return Names(everyone, acting.id if acting else None, blind=blind)
