"""What merging is going to do, in ids: small enough to be held for any project, and carried out later."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from annotator.core.merging import Changes, Counts
from annotator.store.merging.rows import Renaming

Unit: TypeAlias = tuple[str, str]
"""The table and the id (here) of what clashes as a whole: a span with its links, or a row of another table."""


class Taken(NamedTuple):
    """A row of theirs (its id there) that is to stand in the row `key` here, and what it has been through."""

    theirs: str
    key: str
    changes: Changes


class Left(NamedTuple):
    """A row that is not taken over, and why. `here`: it is a row of ours, else one of theirs."""

    table: str
    key: str
    reason: str
    here: bool


@dataclass(slots=True)
class Held:
    """The two sides of a clash. `deleted`: theirs is that the whole is not there any more, since `gone`."""

    changed: dict[str, list[Taken]] = field(default_factory=lambda: defaultdict(list))
    new: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    deleted: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    gone: Changes = ()


@dataclass(slots=True)
class Plan:
    """Ids by table: `new` has those of theirs, `deleted` those of ours. `seen` names the state of ours it is made for.

    `out` are the rows of theirs that stay out, `gone` the ids of those among them that were deleted here, `barred` are
    rows of theirs in which nothing can be merged. `apart` are spans of ours that stay other than theirs.
    """

    seen: tuple[int, int]
    renaming: Renaming = field(default_factory=Renaming)
    new: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    changed: dict[str, dict[str, Taken]] = field(default_factory=lambda: defaultdict(dict))
    deleted: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    out: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    held: dict[Unit, Held] = field(default_factory=lambda: defaultdict(Held))
    left: list[Left] = field(default_factory=list)
    kept: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    gone: set[str] = field(default_factory=set)
    barred: set[str] = field(default_factory=set)
    apart: set[str] = field(default_factory=set)

    def coming(self, table: str, key: str) -> bool:
        """Tell whether a row of this id (here) comes new."""
        if key in self.new[table]:
            return True
        names = self.renaming.names[table]
        return bool(names) and any(here == key and there in self.new[table] for there, here in names.items())

    def leave(self, table: str, key: str, reason: str = "", *, here: bool = False) -> None:
        """Leave out a row; without a reason it goes with another one, which has one."""
        if not here:
            self.out[table].add(key)
        if reason:
            self.left.append(Left(table, key, reason, here))

    def counts(self) -> dict[str, Counts]:
        """Return what happens to the rows of each table; tables to which nothing happens are left out."""
        clashing: dict[str, int] = defaultdict(int)
        for table, _key in self.held:
            clashing[table] += 1
        found = {}
        for table in (*self.new, *self.changed, *self.deleted, *self.out, *self.kept, *clashing):
            counts = Counts(
                len(self.new.get(table, ())), len(self.changed.get(table, ())), len(self.deleted.get(table, ())),
                clashing.get(table, 0), self.kept.get(table, 0), len(self.out.get(table, ())),
            )  # fmt: skip
            if counts != Counts():
                found[table] = counts
        return found
