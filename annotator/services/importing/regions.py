"""Regions that are proposed for articles before they are imported, and which of them a person takes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

from annotator.analysis.boilerplate import ProposedRegion
from annotator.core.ids import new_id
from annotator.core.records import Region
from annotator.core.segments import Segment
from annotator.services.regions import LIKELY

Wanted: TypeAlias = Literal["none", "likely", "all"]
WANTED: tuple[Wanted, ...] = get_args(Wanted)
"""What can be taken of the proposals for all articles at once."""


class Offered(NamedTuple):
    """How many proposals there are for an article, and how many of them are likely."""

    all: int
    likely: int


class RegionChoices:
    """Which proposals are taken: what `wanted` says, but where the person chose for an article by itself.

    Articles are known by their position in the batch. Proposals are made anew whenever they are asked for, so that no
    more than their numbers is held of articles by the hundred thousand.
    """

    def __init__(self) -> None:
        self.wanted: Wanted = "none"
        self._offered: dict[int, Offered] = {}
        self._chosen: dict[int, frozenset[Segment]] = {}

    def offer(self, position: int, proposed: Collection[ProposedRegion]) -> None:
        """Note how much is proposed for an article; without it nothing is taken of it."""
        if proposed:
            self._offered[position] = Offered(len(proposed), len(_likely(proposed)))

    def offered(self, positions: Iterable[int]) -> list[Offered]:
        """Return how much is proposed for those of the articles for which anything is."""
        return [self._offered[one] for one in positions if one in self._offered]

    def is_offered(self, position: int) -> bool:
        """Tell whether anything is proposed for an article."""
        return position in self._offered

    def take_everywhere(self, wanted: Wanted) -> None:
        """Take so much of all articles, whatever was chosen for one by itself."""
        self.wanted = wanted
        self._chosen.clear()

    def choose(self, position: int, segments: Iterable[Segment]) -> None:
        """Take just those proposals of an article that stand at these segments."""
        self._chosen[position] = frozenset(segments)

    def follow(self, old: int, new: int) -> None:
        """Do with an article what was wanted of one of the same text."""
        if old in self._offered:
            self._offered[new] = self._offered[old]
        if old in self._chosen:
            self._chosen[new] = self._chosen[old]

    @property
    def any_chosen(self) -> bool:
        """Tell whether the person chose anything for an article by itself."""
        return bool(self._chosen)

    def taken(self, position: int, proposed: Sequence[ProposedRegion]) -> list[ProposedRegion]:
        """Return what is taken of an article's proposals, in their order."""
        if not self.is_offered(position):
            return []
        if (chosen := self._chosen.get(position)) is not None:
            return [one for one in proposed if one.segment in chosen]
        return {"none": [], "likely": _likely(proposed), "all": list(proposed)}[self.wanted]

    def takes_any(self, position: int) -> bool:
        """Tell, without looking at its text, whether anything may be taken of an article."""
        return self.is_offered(position) and (self.wanted != "none" or bool(self._chosen.get(position)))


def made_of(taken: Iterable[ProposedRegion], by: str | None) -> tuple[Region, ...]:
    """Return new regions of proposals; `by` is the id of whoever took them."""
    return tuple(Region(new_id(), one.kind, one.segment.start, one.segment.end, by) for one in taken)


def _likely(proposed: Iterable[ProposedRegion]) -> list[ProposedRegion]:
    return [one for one in proposed if one.confidence >= LIKELY]
