"""Everybody whom the project knows, by name: kept at hand, so that looking somebody up never waits for the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from annotator.analysis.name_index import Match, NameIndex
from annotator.core.listing import NamedEntity
from annotator.core.records import EntityKind
from annotator.store.entity_names import read_names
from annotator.store.project import Project


class KnownEntities:
    """The entities of one project that are not merged into others, each with the names of those merged into it.

    What is known is what `refresh` found last. `revision` is the number of the newest step then, None before the first.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self.revision: int | None = None
        self._stored: dict[str, NamedEntity] = {}
        self._known: dict[str, NamedEntity] = {}
        self._index = NameIndex()
        self._of_kind: dict[EntityKind, set[str]] = defaultdict(set)

    def refresh(self) -> bool:
        """Read what changed since the last time, whoever changed it; tell whether anything did. Raises ProjectError."""
        self.revision, found, everything = read_names(self._project, self.revision)
        before = self._stored
        if everything:
            found = dict.fromkeys(before) | found
        changed = {key: one for key, one in found.items() if before.get(key) != one}
        if not changed:
            return False
        # Whoever a changed one was, or is, merged into has other names now.
        touched = {self._resolved(key) for key in changed}
        self._stored = {key: one for key, one in (before | changed).items() if one is not None}
        touched |= changed.keys() | {self._resolved(key) for key in changed}
        self._show(touched)
        return True

    def _resolved(self, key: str) -> str:
        seen = {key}
        while (
            (one := self._stored.get(key)) is not None and one.merged_into is not None and one.merged_into not in seen
        ):
            key = one.merged_into
            seen.add(key)
        return key

    def _show(self, touched: Iterable[str]) -> None:
        """Put the names of these entities in again."""
        merged: dict[str, list[NamedEntity]] = defaultdict(list)
        for key, one in self._stored.items():
            if one.merged_into is not None:
                merged[self._resolved(key)].append(one)
        for key in touched:
            stored = self._stored.get(key)
            if (before := self._known.get(key)) is not None:
                self._of_kind[before.kind].discard(key)
            if stored is None or stored.merged_into is not None:
                self._known.pop(key, None)
                self._index.drop(key)
                continue
            others = [*stored.other_names, *(name for one in merged[key] for name in (one.name, *one.other_names))]
            known = replace(stored, other_names=tuple(dict.fromkeys(name for name in others if name != stored.name)))
            self._known[key] = known
            self._of_kind[known.kind].add(key)
            self._index.put(key, (known.name, *known.other_names))

    def __getitem__(self, key: str) -> NamedEntity:
        return self._known[self._resolved(key)]

    def __iter__(self) -> Iterator[NamedEntity]:
        return iter(self._known.values())

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self._resolved(key) in self._known

    def in_article(self, article: str | None) -> Iterator[NamedEntity]:
        """Yield those that a span of an article can be linked to, by name."""
        return (one for key in self._index.in_order() if _is_known_in(one := self._known[key], article))

    def of_kind(self, kind: EntityKind, article: str | None) -> NamedEntity | None:
        """Return the one of a kind that is known in an article only, else one that the project knows, if there is."""
        known = [one for key in self._of_kind[kind] if _is_known_in(one := self._known[key], article)]
        return min(known, key=lambda one: (one.article is None, one.name, one.id), default=None)

    def called(self, name: str, article: str | None) -> list[NamedEntity]:
        """Return those that a span of an article can be linked to and that have exactly this name; several may."""
        return [one for key in self._index.called(name) if _is_known_in(one := self._known[key], article)]

    def matching(
        self, typed: str, article: str | None, kind: EntityKind | None, preferred: Iterable[str], most: int
    ) -> list[Match]:
        """Return those of a kind (None: any) whose names hold what was typed, best first, as `NameIndex.matching`.

        Those of `preferred` come first among equally good ones, in this order.
        """
        rank = {key: place for place, key in enumerate(dict.fromkeys(preferred))}
        return self._index.matching(
            typed, most, lambda key: self._fits(key, article, kind), lambda key: rank.get(key, len(rank))
        )

    def alike(
        self, typed: str, article: str | None, kind: EntityKind | None, but: Iterable[str], most: int
    ) -> list[Match]:
        """Return those of a kind whose names are only nearly what was typed, without those in `but`."""
        return self._index.alike(typed, most, lambda key: self._fits(key, article, kind), frozenset(but))

    def _fits(self, key: str, article: str | None, kind: EntityKind | None) -> bool:
        one = self._known[key]
        return kind in (None, one.kind) and _is_known_in(one, article)


def _is_known_in(entity: NamedEntity, article: str | None) -> bool:
    return entity.article in (None, article)
