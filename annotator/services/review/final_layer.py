"""The final layer of an article: copies of the spans that were accepted, each with its origin; and changes by hand.

The origin of a span says `span` and `layer` (its annotator) that it was copied from, `how` ("accepted" or "changed",
also where that was done later) and `by` whom; of a span that was made in the final layer itself it says `how` ("made")
and `by` only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from annotator.analysis.same_entities import same_entities
from annotator.core.errors import Conflict
from annotator.core.ids import derived_id, new_id
from annotator.core.records import Link, Span, Verdict, now
from annotator.core.scheme import Tag, kept_attributes
from annotator.core.text import store_text
from annotator.services.layers import final_layer, own_span, touch
from annotator.services.linking import entity_row, refuse_outside, refuse_stranger
from annotator.services.placing import cut, placed, refuse_identical, refuse_unknown, tag_row
from annotator.store import removal, tables
from annotator.store import spans as rows
from annotator.store.entities import read_as
from annotator.store.intake import segment_json
from annotator.store.project import Project, Writing

SEEN_BEFORE = "This span changed meanwhile; look at it again, then repeat it."
EDITED = (
    "Another reviewer changed the copy of this span in the final layer; compare with the final layer, and decide there."
)


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
        if _fill(writing, row, replace(edited, segments=place)):
            touch(project, row)


def copies_of(writing: Writing, spans: Iterable[str]) -> dict[str, tables.Span]:
    """Return the copies of spans in the final layer, by their own ids; spans without one are left out."""
    return {row.id: row for row, _layer in rows.with_layers(writing.session, [copy_id(key) for key in spans])}


def refuse_unseen(copies: Iterable[tables.Span], seen: Iterable[str], by: str) -> None:
    """Raise Conflict where somebody other than `by` changed a copy by hand that is none of those `seen`."""
    shown = set(seen)
    for row in copies:
        if row.id not in shown and is_edited(row.origin) and (row.origin or {}).get("by") != by:
            raise Conflict(EDITED)


def is_edited(origin: Mapping[str, Any] | None) -> bool:
    """Tell of a span of the final layer, by its origin, whether it is a copy that somebody changed by hand."""
    return (origin or {}).get("how") == "changed"


def refuse_if_changed(row: tables.Span, seen: Span) -> None:
    """Raise Conflict where a span is not as somebody saw it."""
    if row.updated != seen.updated:
        raise Conflict(SEEN_BEFORE)


def retagged(span: Span, old: Tag, new: Tag) -> Span:
    """Return a span with another tag: its links in the old tag's own role get the new tag's, shared attributes stay."""
    return replace(
        span,
        tag=new.id,
        links=tuple(replace(link, role=new.role) if link.role == old.role else link for link in span.links),
        attributes=kept_attributes(span.attributes, new.attributes),
    )


def copy_id(span: str) -> str:
    """Return the id that the copy of a span has in the final layer: the same in every copy of the project."""
    return derived_id("final", span)


class Copying:
    """Copies one span of `layer` into the final layer, `target`, for `by`, over the copy that it has there already."""

    def __init__(
        self, writing: Writing, layer: tables.Layer, target: tables.Layer, copy: tables.Span | None, by: str
    ) -> None:
        self._writing, self._layer, self._target, self._copy, self._by = writing, layer, target, copy, by

    def put(self, source: Span) -> None:
        """Copy a span as it is.

        Where another span with its tag and segments is there, that one gets the links which it does not have.
        """
        same = rows.identical(self._writing.session, self._target.id, source.tag, source.segments)
        if same is not None and same is not self._copy:
            if self._copy is not None:
                remove(self._writing, [self._copy.id])
            _add_links(self._writing, same, source.links)
            return
        _fill(self._writing, self._row(source, "accepted"), source)

    def put_edited(self, source: Span, edited: Span) -> None:
        """Copy a span as somebody edited it. Raises Refused where that makes no span, or one that is there."""
        article = self._layer.article_id
        _check(self._writing, article, edited)
        place = cut(self._writing, article, edited.segments)
        refuse_identical(self._writing, self._target.id, edited.tag, place, but=copy_id(source.id))
        _fill(self._writing, self._row(source, "changed"), replace(edited, segments=place))

    def _row(self, source: Span, how: Verdict) -> tables.Span:
        """Return the row of the copy, which may be a new one that is not filled yet."""
        target = self._target
        row = self._copy or tables.Span(id=copy_id(source.id), layer_id=target.id, layer=target)
        row.origin = {"span": source.id, "layer": self._layer.annotator_id, "how": how, "by": self._by}
        return row


def take_out(writing: Writing, sources: Sequence[str]) -> int:
    """Remove the copies of spans from the final layer. Returns how many. Raises ReadOnly where it is done."""
    return remove(writing, [copy_id(key) for key in sources])


def remove(writing: Writing, spans: Sequence[str]) -> int:
    """Remove spans of final layers. Returns how many there were. Raises ReadOnly where a layer is done."""
    found = rows.with_layers(writing.session, spans)
    for article in {layer.article_id for _span, layer in found}:
        final_layer(writing, article)
    return removal.remove_spans(writing, [span.id for span, _layer in found])


def _fill(writing: Writing, row: tables.Span, content: Span) -> bool:
    """Write into a row of the final layer what a record says; tell whether one that was there before changed.

    Links have ids that derive from those of the record.
    """
    session, is_new = writing.session, row not in writing.session
    held = {} if is_new else {link.id: link for link in rows.links_of(session, row.id)}
    columns: dict[str, Any] = {
        "tag_id": content.tag, "attributes": dict(content.attributes), "unsure": content.unsure,
        "note": store_text(content.note).text.strip(), **placed(content.segments),
    }  # fmt: skip
    for name, value in columns.items():
        if getattr(row, name) != value:
            setattr(row, name, value)
    links = []
    for order, link in enumerate(content.links):
        key = link.id if link.id in held else _link_id(row, link)
        target = held.pop(key, None) or tables.Link(id=key, span_id=row.id, span=row)
        target.entity_id, target.role, target.order = link.entity, link.role, order
        target.mention, target.cue = segment_json(link.mention), segment_json(link.cue)
        links.append(target)
    session.add_all([row, *links])
    for left in held.values():
        session.delete(left)
    changed = bool(held) or any(session.is_modified(one) for one in (row, *links))
    if changed and not is_new:
        row.updated = now()  # a change of its links is one of the span
    return changed and not is_new


def _add_links(writing: Writing, row: tables.Span, links: Iterable[Link]) -> None:
    """Add those links to entities, in their roles, that a span does not have yet."""
    session, held = writing.session, rows.links_of(writing.session, row.id)
    there = {(one.entity_id, one.role) for one in held}
    links = [link for link in links if (link.entity, link.role) not in there]
    if not links:
        return
    everyone = [link.entity for link in links] + [link.entity_id for link in held]
    same = same_entities(read_as(session, everyone))
    for link in links:
        if not any(one.role == link.role and same(one.entity_id, link.entity) for one in held):
            made = tables.Link(
                id=_link_id(row, link), span_id=row.id, entity_id=link.entity, role=link.role,
                order=len(held), mention=segment_json(link.mention), cue=segment_json(link.cue),
            )  # fmt: skip
            session.add(made)
            held.append(made)
            row.updated = now()


def _link_id(row: tables.Span, link: Link) -> str:
    """Return the id of a link's copy: spans of several layers that become one have each its own copy of a link."""
    return derived_id("final", row.id, link.id)


def _check(writing: Writing, article: str, content: Span) -> None:
    """Raise Refused where a record has what a span of the article cannot have."""
    refuse_unknown(tag_row(writing, content.tag), content.attributes)
    for link in content.links:
        refuse_stranger(entity_row(writing, link.entity), article)
        refuse_outside(writing, article, link.mention, link.cue)
