"""Entities over all articles: listing them, finding one, and what is linked to it."""

from __future__ import annotations

from collections.abc import Sequence

from annotator.analysis.name_index import folded_name
from annotator.core.entity_listing import EntityQuery, ListedEntity, SharedName, SpanInContext
from annotator.core.errors import Refused
from annotator.core.records import Entity
from annotator.store import entities, entity_spans
from annotator.store.project import Project, Session

GONE = "This entity is not in the project any more."

_BETWEEN = "\0"
"""A character that no stored name has."""


def entity_ids(project: Project, query: EntityQuery | None = None) -> list[str]:
    """Return the ids of the entities that match, in order; those that are merged into others are not among them."""
    query = query or EntityQuery()
    wanted = folded_name(query.text)
    with project.read() as session:
        return entities.entity_ids(session, query, _named(session, wanted) if wanted else None)


def _named(session: Session, wanted: str) -> set[str]:
    """Return the ids of those whose names hold a text that is folded, as all names are: at once, which is faster."""
    names = entities.all_names(session)
    if not names:
        return set()
    folded = folded_name(_BETWEEN.join(name for _key, name in names)).split(_BETWEEN)
    return {key for (key, _name), name in zip(names, folded, strict=True) if wanted in name}


def listed(project: Project, keys: Sequence[str]) -> dict[str, ListedEntity]:
    """Return the rows of a page of the list, by id; counts are those of all layers."""
    with project.read() as session:
        return entities.listed(session, keys)


def find(project: Project, key: str) -> ListedEntity:
    """Return an entity with what belongs to it; of one that is merged, that is the one it was merged into.

    Raises Refused where there is none with this id.
    """
    with project.read() as session:
        head = entities.head_of(session, key)
        row = entities.listed(session, [head.id]).get(head.id) if head is not None else None
    if row is None:
        raise Refused(GONE)
    return row


def merged_into(project: Project, key: str) -> list[Entity]:
    """Return all that are merged into an entity, also by way of others, by name."""
    with project.read() as session:
        return entities.family_of(session, key)[1:]


def span_ids(project: Project, key: str, tag: str | None = None, *, own: bool = False) -> list[str]:
    """Return the ids of the spans that are linked to an entity, with one tag or all, in the order of the articles.

    `own`: only those that the acting annotator can change now.
    """
    changed_by = project.me if own else None
    with project.read() as session:
        return entity_spans.linked_spans(session, _ids(entities.family_of(session, key)), tag, changed_by)


def spans_in_context(project: Project, key: str, spans: Sequence[str]) -> dict[str, SpanInContext]:
    """Return spans that are linked to an entity, by id, with the text round them."""
    acting = project.acting.id if project.acting else None
    with project.read() as session:
        return entity_spans.in_context(session, spans, _ids(entities.family_of(session, key)), acting)


def shared_names(project: Project, key: str) -> list[SharedName]:
    """Return the names of an entity that others have as well (case folded), each with its other entity."""
    with project.read() as session:
        family = entities.family_of(session, key)
        names = [name for one in family for name in (one.name, *one.aliases)]
        return [SharedName(name, other) for name, other in entities.namesakes(session, names, _ids(family))]


def _ids(family: Sequence[Entity]) -> list[str]:
    return [one.id for one in family]
