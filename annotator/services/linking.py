"""Entities, and the links from spans to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from annotator.core.errors import Refused
from annotator.core.ids import new_id
from annotator.core.records import ENTITY_KINDS, Entity, EntityKind
from annotator.core.segments import Segment
from annotator.core.text import store_text
from annotator.formats.interface import Progress, no_progress
from annotator.services.layers import own_span, own_spans, touch
from annotator.services.stepping import reported
from annotator.store import assemble, queries, tables
from annotator.store import spans as rows
from annotator.store.intake import segment_json
from annotator.store.project import Project, Writing


def entities_by_id(project: Project, keys: Sequence[str]) -> dict[str, Entity]:
    """Return entities by the ids that links hold; one that was merged is the one it was merged into."""
    return queries.entities_by_id(project, keys)


def create_entity(
    project: Project,
    name: str,
    kind: EntityKind = "person",
    *,
    aliases: Sequence[str] = (),
    uri: str | None = None,
    article: str | None = None,
    reason: str = "",
) -> str:
    """Make an entity, known in the whole project or in one article only. Returns its id. Raises Refused."""
    with project.write("create entity") as writing:
        row = _new_entity(writing, name, kind, article, reason)
        row.aliases = [alias for alias in (_name(each) for each in aliases) if alias]
        row.uri = uri
        return row.id


def link(
    project: Project,
    span: str,
    entity: str,
    *,
    role: str | None = None,
    mention: Segment | None = None,
    cue: Segment | None = None,
    add: bool = False,
) -> str:
    """Link a span to an entity. Returns the link's id. Raises Refused.

    Without `role` it is the role of the span's tag. A link in that role is there already: it is made to point at
    `entity`, unless `add` asks for one more.
    """
    with project.write("link") as writing:
        return _link(project, writing, span, entity, role, mention, cue, add=add)


def link_new(
    project: Project,
    span: str,
    name: str,
    kind: EntityKind = "person",
    *,
    article: str | None = None,
    reason: str = "",
    role: str | None = None,
    mention: Segment | None = None,
    cue: Segment | None = None,
    add: bool = False,
) -> str:
    """Make an entity and link a span to it as `link` does, as one step. Returns the entity's id. Raises Refused."""
    with project.write("link to new entity") as writing:
        row = _new_entity(writing, name, kind, article, reason)
        writing.session.flush()
        _link(project, writing, span, row.id, role, mention, cue, add=add)
        return row.id


def link_all(
    project: Project,
    spans: Sequence[str],
    entity: str | None,
    *,
    name: str = "",
    kind: EntityKind = "person",
    article: str | None = None,
    reason: str = "",
    progress: Progress = no_progress,
) -> str:
    """Link many spans, as one step, to an entity, or to a new one of that name and kind. Returns the entity's id.

    Each link in the role of its span's tag is made to point there. Raises Refused, Cancelled where `progress` does;
    then none is changed.
    """
    with project.write(f"link {len(spans)} spans") as writing:
        if entity is None:
            entity = _new_entity(writing, name, kind, article, reason).id
            writing.session.flush()
        target = entity_row(writing, entity)
        roles = {tag.id: tag.role for tag in assemble.tags(writing.session)}
        links = rows.links_by_span(writing.session, spans)
        for span, layer in reported(writing, own_spans(project, writing, spans), progress):
            role, held = roles[span.tag_id], links.get(span.id, [])
            if not any(each.entity_id == entity and each.role == role for each in held):
                refuse_stranger(target, layer.article_id)
                _put_link(project, writing, span, target, role, held, None, None, add=False)
        return entity


def edit_link(
    project: Project,
    link: str,
    *,
    role: str | None = None,
    mention: Segment | None = None,
    cue: Segment | None = None,
) -> None:
    """Set role, mention or cue of a link; what is None stays. Raises Refused."""
    with project.write("edit link") as writing:
        row = writing.session.get(tables.Link, link)
        if row is None:
            raise Refused("This link is not in the project any more.")
        span = own_span(project, writing, row.span_id)
        refuse_outside(writing, rows.layer_of(writing.session, span).article_id, mention, cue)
        others = (each for each in rows.links_of(writing.session, row.span_id) if each.id != link)
        if role is not None and any(each.entity_id == row.entity_id and each.role == role for each in others):
            raise Refused("The span is linked to this entity in this role already.")
        touch(project, span)
        row.role = role if role is not None else row.role
        row.mention = segment_json(mention) if mention is not None else row.mention
        row.cue = segment_json(cue) if cue is not None else row.cue


def drop_part(project: Project, link: str, part: Literal["mention", "cue"]) -> None:
    """Let a link have no mention, or no cue. Raises Refused."""
    with project.write(f"remove {part}") as writing:
        row = _link_row(writing, link)
        touch(project, own_span(project, writing, row.span_id))
        setattr(row, part, None)


def move_link(project: Project, link: str, place: int) -> None:
    """Put a link at a place, from 0, in the order of its span's links; a place beyond the last is the last.

    Lists and the margin show the first of those in the role of the span's tag. Raises Refused.
    """
    with project.write("reorder links") as writing:
        row = _link_row(writing, link)
        touch(project, own_span(project, writing, row.span_id))
        links = [one for one in rows.links_of(writing.session, row.span_id) if one.id != link]
        links.insert(max(0, place), row)
        for order, each in enumerate(links):
            each.order = order


def unlink(project: Project, span: str, link: str | None = None) -> None:
    """Take a link from a span, without `link` the first in its tag's own role. Raises Refused where there is none."""
    with project.write("unlink") as writing:
        row = own_span(project, writing, span)
        links = rows.links_of(writing.session, span)
        role = writing.session.get_one(tables.Tag, row.tag_id).role
        own = [each for each in links if each.role == role] or links
        found = next((each for each in (links if link else own) if link in (None, each.id)), None)
        if found is None:
            raise Refused("This span is not linked.")
        touch(project, row)
        writing.session.delete(found)


def _link_row(writing: Writing, link: str) -> tables.Link:
    row = writing.session.get(tables.Link, link)
    if row is None:
        raise Refused("This link is not in the project any more.")
    return row


def _name(name: str) -> str:
    return " ".join(store_text(name).text.split())


def _new_entity(writing: Writing, name: str, kind: EntityKind, article: str | None, reason: str) -> tables.Entity:
    name = _name(name)
    if not name:
        raise Refused("An entity needs a name.")
    if kind not in ENTITY_KINDS:
        raise Refused(f"There is no kind “{kind}” of entities.")
    if article is not None and writing.session.get(tables.Article, article) is None:
        raise Refused(f"There is no article {article} in the project.")
    row = tables.Entity(id=new_id(), name=name, kind=kind, article_id=article, reason=store_text(reason).text.strip())
    writing.session.add(row)
    return row


def _link(
    project: Project,
    writing: Writing,
    span: str,
    entity: str,
    role: str | None,
    mention: Segment | None,
    cue: Segment | None,
    *,
    add: bool,
) -> str:
    session = writing.session
    row = own_span(project, writing, span)
    target = entity_row(writing, entity)
    article = rows.layer_of(session, row).article_id
    refuse_stranger(target, article)
    refuse_outside(writing, article, mention, cue)
    role = role or session.get_one(tables.Tag, row.tag_id).role
    links = rows.links_of(session, span)
    if any(each.entity_id == entity and each.role == role for each in links):
        raise Refused(f"The span is linked to “{target.name}” already.")
    return _put_link(project, writing, row, target, role, links, mention, cue, add=add)


def entity_row(writing: Writing, key: str) -> tables.Entity:
    """Return an entity, to link to it. Raises Refused where there is none."""
    entity = writing.session.get(tables.Entity, key)
    if entity is None:
        raise Refused("This entity is not in the project any more.")
    return entity


def refuse_stranger(entity: tables.Entity, article: str) -> None:
    """Raise Refused where an entity is known in another article only."""
    if entity.article_id not in (None, article):
        raise Refused(f"“{entity.name}” is known in another article only.")


def _put_link(
    project: Project,
    writing: Writing,
    span: tables.Span,
    entity: tables.Entity,
    role: str,
    links: Sequence[tables.Link],
    mention: Segment | None,
    cue: Segment | None,
    *,
    add: bool,
) -> str:
    """Make the link in this role among the span's `links` point at an entity, or `add` one; return the link's id."""
    touch(project, span)
    same = next((each for each in links if each.role == role), None)
    if same is not None and not add:
        same.entity_id, same.mention, same.cue = entity.id, segment_json(mention), segment_json(cue)
        return same.id
    made = tables.Link(
        id=new_id(),
        span_id=span.id,
        entity_id=entity.id,
        role=role,
        order=max((each.order for each in links), default=-1) + 1,
        mention=segment_json(mention),
        cue=segment_json(cue),
    )
    writing.session.add(made)
    return made.id


def refuse_outside(writing: Writing, article: str, mention: Segment | None, cue: Segment | None) -> None:
    """Raise Refused where a mention or cue does not stand in the text."""
    length = len(writing.last_text.of(writing.session, article) or "")
    for name, part in (("mention", mention), ("cue", cue)):
        if part is not None and not 0 <= part.start < part.end <= length:
            raise Refused(f"The {name} {part.start}–{part.end} lies outside the text.")
