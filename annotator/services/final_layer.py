"""The final layer of an article: copies of the spans that were accepted, each with its origin; and changes by hand.

The origin of a span says `span` and `layer` (its annotator) that it was copied from, `how` ("accepted" or "changed")
and `by` whom; of a span that was made in the final layer itself it says `how` ("made") and `by` only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from annotator.analysis.same_entities import same_entities
from annotator.core.errors import Conflict
from annotator.core.ids import derived_id, new_id
from annotator.core.records import Link, Span, Verdict
from annotator.core.scheme import SET, Tag
from annotator.core.text import store_text
from annotator.services.layers import final_layer, own_span
from annotator.services.linking import entity_row, refuse_outside, refuse_stranger
from annotator.services.placing import cut, placed, refuse_identical, refuse_unknown, tag_row
from annotator.store import queries, removal, tables
from annotator.store import spans as rows
from annotator.store.intake import segment_json
from annotator.store.project import Project, Writing

SEEN_BEFORE = "This span changed meanwhile; look at it again, then repeat it."


def add(project: Project, article: str, tag: str, segments: Iterable[tuple[int, int]]) -> str:
    """Make a span in the final layer itself. Returns its id. Raises as `annotate.add_span` does."""
    with project.write("add span to final layer") as writing:
        layer = final_layer(writing, article)
        tag_row(writing, tag)
        place = cut(writing, article, segments)
        refuse_identical(writing, layer.id, tag, place)
        origin = {"how": "made", "by": project.me}
        span = tables.Span(id=new_id(), layer_id=layer.id, layer=layer, tag_id=tag, origin=origin, **placed(place))
        writing.session.add(span)
        return span.id


def edit(project: Project, seen: Span, edited: Span) -> None:
    """Give a span of the final layer tag, segments, links, attributes, note and flag of another record, as one step.

    `seen` is the span as it was before. Raises Refused as its single changes would, ReadOnly where the layer is done,
    Conflict where it is not as it was seen.
    """
    with project.write("edit span of final layer") as writing:
        row = own_span(project, writing, seen.id)
        refuse_if_changed(row, seen)
        layer = rows.layer_of(writing.session, row)
        _check(writing, layer.article_id, edited)
        place = cut(writing, layer.article_id, edited.segments)
        refuse_identical(writing, layer.id, edited.tag, place, but=row.id)
        _fill(writing, row, replace(edited, segments=place))


def refuse_if_changed(row: tables.Span, seen: Span) -> None:
    """Raise Conflict where a span is not as somebody saw it."""
    if row.updated != seen.updated:
        raise Conflict(SEEN_BEFORE)


def retagged(span: Span, old: Tag, new: Tag) -> Span:
    """Return a span with another tag: its links in the old tag's own role get the new tag's, shared attributes stay."""
    allowed = {one.name: one.values or (SET,) for one in new.attributes}
    return replace(
        span,
        tag=new.id,
        links=tuple(replace(link, role=new.role) if link.role == old.role else link for link in span.links),
        attributes={name: value for name, value in span.attributes.items() if value in allowed.get(name, ())},
    )


def copy_id(span: str) -> str:
    """Return the id that the copy of a span has in the final layer: the same in every copy of the project."""
    return derived_id("final", span)


def put_copy(writing: Writing, source: Span, layer: tables.Layer, how: Verdict, by: str) -> None:
    """Copy a span of `layer` into the final layer, over the copy that it has there already.

    Where another span with its tag and segments is there, that one gets the links which it does not have.
    """
    session = writing.session
    target, key = final_layer(writing, layer.article_id), copy_id(source.id)
    same = rows.identical(session, target.id, source.tag, source.segments)
    if same is not None and same.id != key:
        take_out(writing, [source.id])
        _add_links(writing, same, source.links)
        return
    _fill(writing, _copy_row(writing, source, layer, target, how, by), source)


def put_edited(writing: Writing, source: Span, edited: Span, layer: tables.Layer, by: str) -> None:
    """Copy a span of `layer` as somebody edited it. Raises Refused where that makes no span, or one that is there."""
    target = final_layer(writing, layer.article_id)
    _check(writing, layer.article_id, edited)
    place = cut(writing, layer.article_id, edited.segments)
    refuse_identical(writing, target.id, edited.tag, place, but=copy_id(source.id))
    row = _copy_row(writing, source, layer, target, "changed", by)
    _fill(writing, row, replace(edited, segments=place))


def take_out(writing: Writing, sources: Sequence[str]) -> int:
    """Remove the copies of spans from the final layer. Returns how many. Raises ReadOnly where it is done."""
    return remove(writing, [copy_id(key) for key in sources])


def remove(writing: Writing, spans: Sequence[str]) -> int:
    """Remove spans of final layers. Returns how many there were. Raises ReadOnly where a layer is done."""
    found = rows.with_layers(writing.session, spans)
    for article in {layer.article_id for _span, layer in found}:
        final_layer(writing, article)
    return removal.remove_spans(writing, [span.id for span, _layer in found])


def _copy_row(
    writing: Writing, source: Span, layer: tables.Layer, target: tables.Layer, how: Verdict, by: str
) -> tables.Span:
    """Return the row of a span's copy, which may be a new one that is not filled yet."""
    key = copy_id(source.id)
    row = writing.session.get(tables.Span, key) or tables.Span(id=key, layer_id=target.id, layer=target)
    row.origin = {"span": source.id, "layer": layer.annotator_id, "how": how, "by": by}
    return row


def _fill(writing: Writing, row: tables.Span, content: Span) -> None:
    """Write into a row of the final layer what a record says; links have ids that derive from those of the record."""
    columns: dict[str, Any] = {
        "tag_id": content.tag, "attributes": dict(content.attributes), "unsure": content.unsure,
        "note": store_text(content.note).text.strip(), **placed(content.segments),
    }  # fmt: skip
    for name, value in columns.items():
        if getattr(row, name) != value:
            setattr(row, name, value)
    session = writing.session
    session.add(row)
    session.flush()
    held = {link.id: link for link in rows.links_of(session, row.id)}
    for order, link in enumerate(content.links):
        key = link.id if link.id in held else derived_id("final", link.id)
        target = held.pop(key, None) or tables.Link(id=key, span_id=row.id, span=row)
        target.entity_id, target.role, target.order = link.entity, link.role, order
        target.mention, target.cue = segment_json(link.mention), segment_json(link.cue)
        session.add(target)
    for left in held.values():
        session.delete(left)
    session.flush()


def _add_links(writing: Writing, row: tables.Span, links: Iterable[Link]) -> None:
    """Add those links to entities, in their roles, that a span does not have yet."""
    session, held = writing.session, rows.links_of(writing.session, row.id)
    everyone = [link.entity for link in links] + [link.entity_id for link in held]
    same = same_entities(queries.resolved_entities(session, everyone))
    for link in links:
        if not any(one.role == link.role and same(one.entity_id, link.entity) for one in held):
            made = tables.Link(
                id=derived_id("final", link.id), span_id=row.id, entity_id=link.entity, role=link.role,
                order=len(held), mention=segment_json(link.mention), cue=segment_json(link.cue),
            )  # fmt: skip
            session.add(made)
            held.append(made)


def _check(writing: Writing, article: str, content: Span) -> None:
    """Raise Refused where a record has what a span of the article cannot have."""
    refuse_unknown(tag_row(writing, content.tag), content.attributes)
    for link in content.links:
        refuse_stranger(entity_row(writing, link.entity), article)
        refuse_outside(writing, article, link.mention, link.cue)
