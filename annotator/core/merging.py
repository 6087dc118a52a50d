"""Merging two copies of a project: which of two states of a row is the newer one, and what a person is shown of it.

Each row has gone through *changes*, told by the moments at which they were made, in order and in whichever copy. The
last of them names the state that the row is in. A copy whose row went through the other's last change knows it, and is
the newer one. Where neither knows the other's, both changed what they had in common: that is a clash.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

CHANGES = "changes"
"""The key under which files, and what is kept of them, tell the changes of a row; absent: as it was made."""

Newer: TypeAlias = Literal["same", "ours", "theirs", "clash"]

Changes: TypeAlias = tuple[str, ...]
"""The moments of a row's changes in order, as `stamp` writes them; empty: the row is as it was made."""


def stamp(moment: datetime) -> str:
    """Return a moment as files write it: UTC with microseconds and `Z`."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def changes_told(extra: Mapping[str, Any]) -> Changes | None:
    """Return the changes that came with a row from elsewhere, None where nothing is told of them."""
    told = extra.get(CHANGES)
    if isinstance(told, list) and all(isinstance(one, str) for one in told):
        return tuple(told)
    return None


def joined(*parts: Sequence[str]) -> Changes:
    """Return changes one after the other, each once: where it stands last."""
    every = [one for part in parts for one in part]
    return tuple(reversed(dict.fromkeys(reversed(every))))


def newer(ours: Sequence[str], theirs: Sequence[str]) -> Newer:
    """Return which of two states of a row is the newer one, given the changes that led to each."""
    if ours[-1:] == theirs[-1:]:
        return "same"
    ours_knows = not theirs or theirs[-1] in ours
    theirs_knows = not ours or ours[-1] in theirs
    if ours_knows == theirs_knows:
        return "clash"
    return "ours" if ours_knows else "theirs"


@dataclass(slots=True)
class Counts:
    """What merging does to the rows of one table.

    `kept` are rows that are newer here, `left_out` those of theirs that stay out; the notices say why.
    """

    new: int = 0
    changed: int = 0
    deleted: int = 0
    clashing: int = 0
    kept: int = 0
    left_out: int = 0

    @property
    def writes(self) -> int:
        """How many rows are written."""
        return self.new + self.changed + self.deleted


@dataclass(frozen=True, slots=True)
class Difference:
    """What is not the same on both sides, in words: the name of the field, and what stands in it here and there."""

    name: str
    mine: str
    theirs: str


@dataclass(frozen=True, slots=True)
class Clash:
    """Something that both sides changed since they had it in common; what is here stays unless theirs is chosen.

    `table` and `key` tell it from others; `what` names it and `article` says where it stands, in words.
    """

    table: str
    key: str
    what: str
    article: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a merge came to: whether anything was `changed`, and of what was chosen what could not be done.

    `not_taken` are clashes in which theirs was chosen and something here stands against it; `still_open` are those that
    were to be settled as they are here and are asked about again.
    """

    changed: bool
    not_taken: tuple[Clash, ...] = ()
    still_open: tuple[Clash, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """Something of theirs that is not taken, in words, and the reason."""

    table: str
    what: str
    article: str
    reason: str


@dataclass(frozen=True, slots=True)
class Unification:
    """Two entities that may be one: `theirs` would be merged into `mine`, both ids; `named` says who, in words."""

    theirs: str
    mine: str
    named: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What merging a file would do. `messages` are about the file itself; `is_whole`: all of it could be read."""

    counts: Mapping[str, Counts] = field(default_factory=dict)
    clashes: tuple[Clash, ...] = ()
    notices: tuple[Notice, ...] = ()
    unifications: tuple[Unification, ...] = ()
    messages: tuple[str, ...] = ()
    is_whole: bool = True

    @property
    def writes(self) -> int:
        """How many rows are written without any choice."""
        return sum(counts.writes for counts in self.counts.values())


def counted_clashes(number: int) -> str:
    """Return a number of clashes in words."""
    return "1 clash" if number == 1 else f"{number:,} clashes"
