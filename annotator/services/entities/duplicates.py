"""Entities that may be the same: proposed, and never merged without a person, who may also say that they are not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotator.core.errors import Refused
from annotator.core.records import Entity
from annotator.services.entities.listing import GONE
from annotator.store import entities, tables
from annotator.store.project import Project

_APART = "not_same"
"""Under this key an entity has the ids of those that it is not the same as."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two entities that may be the same, and why: `one` is, or has, what the reason says of the `other`."""

    one: Entity
    other: Entity
    reason: str


def suggestions(project: Project) -> list[Suggestion]:
    """Return the pairs of entities that may be the same, the surest first; see `analysis.entity_duplicates`.

    Those that somebody told apart are left out.
    """
    # Imported where it is needed: rapidfuzz costs the start of the window 15 ms.
    from annotator.analysis.entity_duplicates import Named, likenesses

    with project.read() as session:
        heads = {one.id: (one, names) for one, names in entities.heads(session)}
    apart = {(key, other) for key, (one, _names) in heads.items() for other in _apart_from(one.extra)}
    found = likenesses(
        [Named(one.id, one.kind, (one.name, *names), one.uri, one.article) for one, names in heads.values()]
    )
    return [
        Suggestion(heads[pair.one][0], heads[pair.other][0], pair.reason)
        for pair in found
        if _ordered(pair.one, pair.other) not in apart
    ]


def tell_apart(project: Project, one: str, other: str) -> None:
    """Say that two entities are not the same, for everybody in the project, as one step.

    It stands with one of the two, as a key of its JSON that readers keep. Raises Refused where one is gone.
    """
    first, second = _ordered(one, other)
    with project.write("tell entities apart") as writing:
        row = writing.session.get(tables.Entity, first)
        if row is None or writing.session.get(tables.Entity, second) is None:
            raise Refused(GONE)
        row.extra = {**row.extra, _APART: sorted({*_apart_from(row.extra), second})}


def _ordered(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _apart_from(extra: Mapping[str, Any]) -> frozenset[str]:
    told = extra.get(_APART)
    return frozenset(key for key in told if isinstance(key, str)) if isinstance(told, list) else frozenset()
