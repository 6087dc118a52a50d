"""Entities that may be the same: proposed, and never merged without a person."""

from __future__ import annotations

from dataclasses import dataclass

from annotator.core.records import Entity
from annotator.store import entities
from annotator.store.project import Project


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two entities that may be the same, and why: `one` is, or has, what the reason says of the `other`."""

    one: Entity
    other: Entity
    reason: str


def suggestions(project: Project) -> list[Suggestion]:
    """Return the pairs of entities that may be the same, the surest first; see `analysis.entity_duplicates`."""
    # Imported where it is needed: rapidfuzz costs the start of the window 15 ms.
    from annotator.analysis.entity_duplicates import Named, likenesses

    with project.read() as session:
        heads = {one.id: (one, names) for one, names in entities.heads(session)}
    found = likenesses(
        [Named(one.id, one.kind, (one.name, *names), one.uri, one.article) for one, names in heads.values()]
    )
    return [Suggestion(heads[pair.one][0], heads[pair.other][0], pair.reason) for pair in found]
