"""Entities that turn out to be the same: merged, with a look at what that changes before, and taken apart again.

A merge writes nothing but `merged_into` of the one that is merged; links stay as they are, and so do names: whoever
reads finds the spans and the names of all that are merged. So it can be taken back at any time, also long after.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotator.core.entity_listing import ListedEntity
from annotator.core.errors import Conflict, Refused
from annotator.core.records import Entity
from annotator.core.text import snippet
from annotator.services.entities.listing import GONE
from annotator.store import entities, entity_spans, tables
from annotator.store.project import Project, Session, Writing


@dataclass(frozen=True, slots=True)
class MergePreview:
    """What a merge would change, as the entities are now.

    `into` and `parts` are the entities with what belongs to them; afterwards `into` has `names` besides its own, and
    `spans` of its spans are linked to it. `warnings` are sentences on what makes it doubtful that they are the same.
    """

    into: ListedEntity
    parts: tuple[ListedEntity, ...]
    names: tuple[str, ...]
    spans: int
    articles: int
    warnings: tuple[str, ...]
    versions: Mapping[str, int]


def preview(project: Project, keys: Sequence[str], into: str) -> MergePreview:
    """Return what merging entities `into` another would change.

    Raises Refused where one of them is gone or is the other one itself, and where `into` is known in one article only,
    outside which another is linked.
    """
    with project.read() as session:
        target = _head(session, into)
        parts = list(dict.fromkeys(_head(session, key).id for key in keys))
        if not parts or target.id in parts:
            raise Refused(f"“{snippet(target.name)}” cannot be merged into itself.")
        _refuse_stranger(session, target, parts)
        rows = entities.listed(session, [target.id, *parts])
        families = entities.families_of(session, [target.id, *parts])
        members = [one for key in (target.id, *parts) for one in families[key]]
        spans = entity_spans.links_to(session, [one.id for one in members])
        others = [one for one in members if one.id != target.id]
        return MergePreview(
            rows[target.id],
            tuple(rows[key] for key in parts),
            entities.other_names(target, others),
            len({place.span for place in spans}),
            len({place.article for place in spans}),
            tuple(_doubts(target, [rows[key].entity for key in parts])),
            {key: session.get_one(tables.Entity, key).version for key in (target.id, *parts)},
        )


def merge(project: Project, seen: MergePreview) -> None:
    """Do what a preview shows, as one step.

    Raises Conflict where one of the entities changed since the preview, and Refused as `preview` does; then nothing was
    changed.
    """
    target, parts = seen.into.entity, [part.entity.id for part in seen.parts]
    with project.write("merge entities" if len(parts) > 1 else "merge entity") as writing:
        # In one order, so that two who merge the same entities wait for each other, and not both for ever.
        rows = {key: _locked(writing, key, seen.versions[key]) for key in sorted([target.id, *parts])}
        if any(row.merged_into is not None for row in rows.values()) or target.id in parts:
            raise Refused(f"“{snippet(target.name)}” cannot be merged into itself.")
        _refuse_stranger(writing.session, target, parts)
        for key in parts:
            rows[key].merged_into = target.id


def unmerge(project: Project, key: str) -> Entity:
    """Take an entity, with all that are merged into it, out of the one it was merged into. Returns it.

    Raises Refused where it is gone, or not merged.
    """
    with project.write("unmerge entity") as writing:
        row = writing.session.get(tables.Entity, key)
        if row is None:
            raise Refused(GONE)
        if row.merged_into is None:
            raise Refused(f"“{snippet(row.name)}” is not merged into another entity.")
        row.merged_into = None
        writing.session.flush()
        (taken,) = entities.family_of(writing.session, key)[:1]
        return taken


def _head(session: Session, key: str) -> Entity:
    head = entities.head_of(session, key)
    if head is None:
        raise Refused(GONE)
    return head


def _locked(writing: Writing, key: str, version: int) -> tables.Entity:
    row = writing.session.get(tables.Entity, key, with_for_update=True)
    if row is None:
        raise Refused(GONE)
    if row.version != version:
        raise Conflict(
            f"“{snippet(row.name)}” was changed by somebody else since the preview; nothing was merged. Look again."
        )
    return row


def _refuse_stranger(session: Session, target: Entity, parts: Sequence[str]) -> None:
    if target.article is None:
        return
    members = [one.id for family in entities.families_of(session, parts).values() for one in family]
    if entity_spans.is_linked_outside(session, members, target.article):
        raise Refused(
            f"“{snippet(target.name)}” is known in one article only, and the other is linked elsewhere; "
            "make it known in the whole project first."
        )


def _doubts(target: Entity, parts: Sequence[Entity]) -> list[str]:
    found = []
    kinds = dict.fromkeys([target.kind, *sorted(one.kind for one in parts)])
    if len(kinds) > 1:
        found.append(f"They are of different kinds: {', '.join(kinds)}.")
    addresses = {one.uri for one in (target, *parts) if one.uri}
    if len(addresses) > 1:
        found.append(f"They have {len(addresses)} different addresses.")
    return found
