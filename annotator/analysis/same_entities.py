"""When the entities of two annotators, who made them independently, are the same one."""

from __future__ import annotations

from collections.abc import Mapping

from annotator.analysis.search import fold
from annotator.core.records import Entity


class SameEntities:
    """Tells of the ids of two entities whether they are the same one; see `same_entities`."""

    def __init__(self, entities: Mapping[str, Entity]) -> None:
        self._ids = {key: one.id for key, one in entities.items()}
        self._entities = {one.id: one for one in entities.values()}
        self._names: dict[str, frozenset[str]] = {}

    def __call__(self, one: str, other: str) -> bool:
        """Tell whether two entities are the same one, by id or by name."""
        return self.resolved(one) == self.resolved(other) or self.by_name(one, other)

    def by_name(self, one: str, other: str) -> bool:
        """Tell whether two entities count as the same one only because kind and name, or an alias, agree."""
        first, second = self._entities.get(self.resolved(one)), self._entities.get(self.resolved(other))
        if first is None or second is None or first.id == second.id or first.kind != second.kind:
            return False
        return not self._folded(first).isdisjoint(self._folded(second))

    def resolved(self, key: str) -> str:
        """Return the id of the entity that one was merged into, however far that goes; its own where it was not."""
        key = self._ids.get(key, key)
        seen: set[str | None] = {None, key}
        while (found := self._entities.get(key)) is not None and (target := found.merged_into) not in seen:
            seen.add(target)
            key = str(target)
        return key

    def _folded(self, entity: Entity) -> frozenset[str]:
        names = self._names.get(entity.id)
        if names is None:
            names = self._names[entity.id] = folded_names(entity)
        return names


def folded_names(entity: Entity) -> frozenset[str]:
    """Return the names of an entity without case, accents, points and doubled spaces."""
    folded = (" ".join(fold(name).replace(".", "").split()) for name in (entity.name, *entity.aliases))
    return frozenset(filter(None, folded))


def same_entities(entities: Mapping[str, Entity]) -> SameEntities:
    """Return what tells whether two entities, by id, are the same one: for `differences`.

    They are where their ids are, merges resolved, or where they are of one kind and a name or alias of one is, folded,
    a name or alias of the other; `by_name` tells of the latter. `entities` has those in question, by id;
    under the id of one that was merged it may have the one that it is now.
    """
    return SameEntities(entities)
