"""What layers, differences and states are called in the view for reviewing, also where names are hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from annotator.analysis.differences import DIFFERENCE_KINDS, DifferenceKind
from annotator.services.review.queue import FINAL, Item, State

AGREED, DIFFERS, OPEN = "✓", "≠", "○"
"""The marks of an item: all have it alike, they do not, it waits for a decision."""

STATE_NAMES: Mapping[State, str] = {
    "open": "open", "changed since": "changed since it was decided", "decided": "decided",
}  # fmt: skip

NOT_IN_ALL = "not in all"
"""What is said of spans that several of the layers have, but not all."""

_KINDS: Mapping[DifferenceKind, str] = {
    "same": "agreed", "boundary": "boundary", "tag": "tag", "entity": "entity", "attributes": "attributes",
}  # fmt: skip


class Names:
    """The names of layers: my own is “mine”; with `blind`, others have numbers, and nothing says who they are."""

    def __init__(self, annotators: Mapping[str, str], me: str | None, *, blind: bool) -> None:
        self._annotators, self._me, self._blind = annotators, me, blind
        self._numbers = {key: number for number, key in enumerate(sorted(annotators.keys() - {me}), 1)}

    def layer(self, key: str) -> str:
        """Return what a layer is called."""
        if key == FINAL:
            return "final layer"
        return "mine" if key == self._me else self.person(key)

    def person(self, key: str) -> str:
        """Return what an annotator is called."""
        if self._blind and key != self._me:
            return f"annotator {self._numbers[key]}" if key in self._numbers else "somebody"
        return self._annotators.get(key, "somebody")

    def by(self, key: str) -> str:
        """Return what an annotator is called as the one who did something."""
        return "me" if key == self._me else self.person(key)

    def span_of(self, key: str) -> str:
        """Return what the span of a layer is called."""
        if key == self._me:
            return "my span"
        return f"{'the final layer' if key == FINAL else self.person(key)}’s span"

    def missing(self, item: Item) -> str:
        """Return who has nothing where an item is, in words; empty where all have something."""
        people = [self.by(key) for key in item.missing if key != FINAL]
        return " · ".join([
            *([f"not marked by {', '.join(people)}"] if people else []),
            *(["not in the final layer"] if FINAL in item.missing else []),
        ])  # fmt: skip

    def difference(self, item: Item, layers: Sequence[str]) -> list[str]:
        """Return in what the spans of an item differ, in words."""
        found = [self.kind(kind, layers) for kind in kinds_of(item)]
        return [*found, NOT_IN_ALL] if item.missing and len(item.spans) > 1 else found

    def kind(self, kind: DifferenceKind, layers: Sequence[str]) -> str:
        """Return what a kind of difference is called where these layers are compared, the first below the line."""
        if kind in ("only here", "only there"):
            if layers[0] == self._me:
                return "only mine" if kind == "only here" or len(layers) == 1 else "only theirs"
            if len(layers) == 1:
                return "only theirs"
            return "only below" if kind == "only here" else "only above"
        return _KINDS[kind]


def kinds_of(item: Item) -> list[DifferenceKind]:
    """Return in what the spans of an item differ, in a fixed order; nothing where those that are there are alike."""
    return [kind for kind in DIFFERENCE_KINDS if kind in item.kinds and (kind != "same" or item.is_agreed)]


def mark_of(item: Item) -> str:
    """Return the marks of an item: whether the layers agree, and whether it waits for a decision."""
    return (AGREED if item.is_agreed else DIFFERS) + ("" if item.state == "decided" else OPEN)
