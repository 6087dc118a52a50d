"""Spans: making, changing and deleting them, in the acting annotator's own layer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from annotator.core import segments as rules
from annotator.core.errors import Refused
from annotator.core.ids import new_id
from annotator.core.scheme import kept_attributes
from annotator.core.segments import Segments
from annotator.core.text import store_text
from annotator.formats.interface import Progress, no_progress
from annotator.services.layers import change, own_layer, own_span, own_spans
from annotator.services.placing import IDENTICAL, cut, placed, refuse_identical, refuse_unknown, tag_row, trimmed
from annotator.services.stepping import reported
from annotator.store import assemble, removal, tables
from annotator.store import spans as rows
from annotator.store.history import chunks
from annotator.store.project import Project, Writing


def refuse_if_closed(project: Project, span: str) -> None:
    """Raise what any change of a span would: ReadOnly where project or layer is closed, Refused for a stranger's."""
    with project.write("nothing") as writing:
        own_span(project, writing, span)


def add_span(
    project: Project,
    article: str,
    tag: str,
    segments: Iterable[tuple[int, int]],
    attributes: Mapping[str, str] | None = None,
) -> str:
    """Make a span of `segments` (code points), their ends trimmed of white space. Returns its id.

    Raises Refused for segments that hold no text or lie outside it, an unknown tag, a span that is there already, or
    attributes that the tag does not have.
    """
    with project.write("add span") as writing:
        session = writing.session
        layer = own_layer(project, writing, article)
        refuse_unknown(tag_row(writing, tag), attributes or {})
        place = cut(writing, article, segments)
        refuse_identical(writing, layer.id, tag, place)
        span = tables.Span(
            id=new_id(), layer_id=layer.id, layer=layer, tag_id=tag, attributes=dict(attributes or {}), **placed(place)
        )
        session.add(span)
        return span.id


def add_spans(
    project: Project,
    article: str,
    tag: str,
    spans: Sequence[Iterable[tuple[int, int]]],
    progress: Progress = no_progress,
) -> list[str]:
    """Make many spans with one tag, as one step; those that are there already are left out. Returns the new ids.

    Raises Refused as `add_span` does, Cancelled where `progress` does; then none is made.
    """
    with project.write("add spans") as writing:
        session = writing.session
        layer = own_layer(project, writing, article)
        tag_row(writing, tag)
        session.flush()
        text, there = writing.last_text.of(session, article) or "", rows.keys_with(session, [layer.id], tag)
        made: dict[str, dict[str, Any]] = {}
        for segments in spans:
            place = placed(trimmed(segments, text))
            if (layer.id, place["key"]) not in there:
                made.setdefault(place["key"], {"id": new_id(), "layer_id": layer.id, "tag_id": tag, **place})
        writing.bulk_insert("span", reported(writing, list(made.values()), progress))
        return [row["id"] for row in made.values()]


def retag(project: Project, spans: Sequence[str], tag: str, progress: Progress = no_progress) -> None:
    """Give spans another tag, as one step. Raises Refused where that would make two spans identical.

    Raises Cancelled where `progress` does; then none is changed.
    The link in the old tag's own role gets the new tag's, and attributes stay that the new tag has as well.
    """
    with project.write("retag") as writing:
        session, new = writing.session, tag_row(writing, tag)
        changing = [span for span, _layer in own_spans(project, writing, spans) if span.tag_id != tag]
        taken = rows.keys_with(session, {span.layer_id for span in changing}, tag)
        links = rows.links_by_span(session, [span.id for span in changing])
        roles = {one.id: one.role for one in assemble.tags(session)}
        allowed = assemble.attributes_of(new.attributes)
        for span in reported(writing, changing, progress):
            if (span.layer_id, span.key) in taken:
                raise Refused(IDENTICAL)
            taken.add((span.layer_id, span.key))
            for link in links.get(span.id, ()):
                if link.role == roles[span.tag_id]:
                    link.role = new.role
            change(project, span, tag_id=tag, attributes=kept_attributes(span.attributes, allowed))


def set_segments(project: Project, span: str, segments: Iterable[tuple[int, int]]) -> None:
    """Anchor a span anew. Raises Refused as `add_span` does."""
    with project.write("re-anchor span") as writing:
        _anchor(project, writing, own_span(project, writing, span), segments)


def add_segment(project: Project, span: str, segment: tuple[int, int]) -> None:
    """Add a segment to a span; one that touches or overlaps another is joined with it."""
    with project.write("add segment") as writing:
        row = own_span(project, writing, span)
        _anchor(project, writing, row, [*_segments(row), segment])


def remove_segment(project: Project, span: str, position: int) -> None:
    """Take the segment that holds the character at `position` from a span. Raises Refused for its only one."""
    with project.write("remove segment") as writing:
        row = own_span(project, writing, span)
        left = [segment for segment in _segments(row) if not segment.start <= position < segment.end]
        if not left:
            raise Refused("A span needs at least one segment; delete the span instead.")
        _anchor(project, writing, row, left)


def delete_spans(project: Project, spans: Sequence[str], progress: Progress = no_progress) -> int:
    """Delete spans with their links, decisions and comments, as one step. Returns how many.

    Raises Cancelled where `progress` does; then none is deleted.
    """
    with project.write("delete span" if len(spans) == 1 else f"delete {len(spans)} spans") as writing:
        own_spans(project, writing, spans)
        gone = 0
        for part in chunks(spans):
            progress(gone, len(spans), "")
            gone += removal.remove_spans(writing, part)
        return gone


def set_note(project: Project, span: str, note: str) -> None:
    """Write a span's note."""
    with project.write("edit note") as writing:
        change(project, own_span(project, writing, span), note=store_text(note).text.strip())


def set_unsure(project: Project, span: str, unsure: bool) -> None:
    """Flag a span as unsure, or take the flag away."""
    with project.write("mark as unsure" if unsure else "mark as sure") as writing:
        change(project, own_span(project, writing, span), unsure=unsure)


def set_attributes(project: Project, span: str, attributes: Mapping[str, str | None]) -> None:
    """Set attributes of a span (None takes one away), others stay. Raises Refused for what its tag does not have."""
    with project.write("edit attributes") as writing:
        row = own_span(project, writing, span)
        tag = writing.session.get_one(tables.Tag, row.tag_id)
        refuse_unknown(tag, attributes)
        merged = {**row.attributes, **attributes}
        change(project, row, attributes={name: value for name, value in merged.items() if value is not None})


def _anchor(project: Project, writing: Writing, span: tables.Span, segments: Iterable[tuple[int, int]]) -> None:
    layer = rows.layer_of(writing.session, span)
    place = cut(writing, layer.article_id, segments)
    refuse_identical(writing, layer.id, span.tag_id, place, but=span.id)
    change(project, span, **placed(place))


def _segments(span: tables.Span) -> Segments:
    return rules.join((start, end) for start, end in span.segments)
