"""From records to the objects of annotated JSON, keys and lists in their order. Source of the format: `annotator/1`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import orjson

from annotator.core.records import (
    Annotator,
    Article,
    Collection,
    Comment,
    Decision,
    Deleted,
    Dismissal,
    Entity,
    Extra,
    Layer,
    Link,
    Region,
    Relation,
    Span,
)
from annotator.core.scheme import Tag
from annotator.core.segments import Segment, Segments
from annotator.core.text import sha256

Object = dict[str, Any]


def time(moment: datetime) -> str:
    """Return a time in UTC with microseconds and `Z`."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def with_extra(known: Object, extra: Extra) -> Object:
    """Add the unknown keys after the known ones, in the order of the alphabet at every level."""
    for key in sorted(extra.keys() - known.keys()):
        known[key] = orjson.Fragment(orjson.dumps(extra[key], option=orjson.OPT_SORT_KEYS))
    return known


def encode_tag(tag: Tag) -> Object:
    """Return the object of a tag."""
    known = {
        "id": tag.id,
        "name": tag.name,
        "key": tag.key,
        "role": tag.role,
        "colour": {"light": tag.light, "dark": tag.dark},
        "line": tag.line,
        "guideline": tag.guideline,
        "attributes": [{"name": one.name, "values": one.values} for one in tag.attributes],
    }
    return with_extra(known, tag.extra)


def encode_annotator(annotator: Annotator) -> Object:
    """Return the object of an annotator."""
    return with_extra({"id": annotator.id, "name": annotator.name}, annotator.extra)


def encode_entity(entity: Entity) -> Object:
    """Return the object of an entity."""
    known = {
        "id": entity.id,
        "name": entity.name,
        "kind": entity.kind,
        "aliases": entity.aliases,
        "uri": entity.uri,
        "article": entity.article,
        "reason": entity.reason,
        "merged_into": entity.merged_into,
        "note": entity.note,
        "created": time(entity.created),
        "updated": time(entity.updated),
        "by": entity.by,
    }
    return with_extra(known, entity.extra)


def encode_collection(collection: Collection) -> Object:
    """Return the object of a collection."""
    known = {"id": collection.id, "name": collection.name, "articles": collection.articles}
    return with_extra(known, collection.extra)


def encode_article(article: Article) -> Object:
    """Return the object of an article with all that belongs to it."""
    text = article.text
    source = article.source
    known = {
        "id": article.id,
        "order": article.order,
        "title": article.title,
        "byline": article.byline,
        "publication": article.publication,
        "url": article.url,
        "published": article.published,
        "language": article.language,
        "note": article.note,
        "unusable": article.unusable,
        "replaces": article.replaces,
        "source": {
            "file": source.file,
            "format": source.format,
            "encoding": source.encoding,
            "sha256": source.sha256,
        },
        "text": text,
        "sha256": sha256(text),
        "regions": [_region(one) for one in sorted(article.regions, key=lambda one: (one.start, one.end, one.id))],
        "assignments": sorted(article.assignments),
        "layers": [_layer(one, text) for one in sorted(article.layers, key=_layer_order)],
        "dismissed": [_dismissal(one, text) for one in sorted(article.dismissed, key=_dismissal_order)],
    }
    return with_extra(known, article.extra)


def encode_relation(relation: Relation) -> Object:
    """Return the object of a relation."""
    known = {
        "id": relation.id,
        "kind": relation.kind,
        "from": relation.source,
        "to": relation.target,
        "by": relation.by,
    }
    return with_extra(known, relation.extra)


def encode_deleted(deleted: Deleted) -> Object:
    """Return the object of a deleted row."""
    known: Object = {"id": deleted.id, "at": time(deleted.at)}
    if deleted.by is not None:
        known |= {"by": deleted.by, "changes": deleted.changes}
    return known


def _layer_order(layer: Layer) -> tuple[bool, str]:
    """The final layer stands last."""
    return layer.kind == "final", layer.annotator or ""


def _span_order(span: Span) -> tuple[int, int, str, str]:
    return span.start, span.end, span.tag, span.id


def _dismissal_order(dismissal: Dismissal) -> tuple[Segments, str, str]:
    return dismissal.segments, dismissal.tag, dismissal.by


def _region(region: Region) -> Object:
    known = {"id": region.id, "kind": region.kind, "start": region.start, "end": region.end, "by": region.by}
    return with_extra(known, region.extra)


def _layer(layer: Layer, text: str) -> Object:
    spans = [_span(span, text) for span in sorted(layer.spans, key=_span_order)]
    known = {"annotator": layer.annotator, "kind": layer.kind, "status": layer.status, "spans": spans}
    return with_extra(known, layer.extra)


def _span(span: Span, text: str) -> Object:
    decisions = sorted(span.decisions, key=lambda one: one.by)
    comments = sorted(span.comments, key=lambda one: (one.at, one.id))
    known = {
        "id": span.id,
        "tag": span.tag,
        "segments": _segments(span.segments, text),
        "links": [_link(link) for link in span.links],
        "attributes": _sorted(span.attributes),
        "note": span.note,
        "unsure": span.unsure,
        "origin": None if span.origin is None else with_extra({}, span.origin),
        "created": time(span.created),
        "updated": time(span.updated),
        "decisions": [_decision(one) for one in decisions],
        "comments": [_comment(one) for one in comments],
    }
    return with_extra(known, span.extra) if span.extra else known


def _segments(segments: Segments, text: str) -> list[Object]:
    return [{"start": start, "end": end, "text": text[start:end]} for start, end in segments]


def _range(segment: Segment | None) -> Object | None:
    return None if segment is None else {"start": segment.start, "end": segment.end}


def _sorted(attributes: Mapping[str, str]) -> Object:
    return {name: attributes[name] for name in sorted(attributes)}


def _link(link: Link) -> Object:
    known = {
        "id": link.id,
        "entity": link.entity,
        "role": link.role,
        "mention": _range(link.mention),
        "cue": _range(link.cue),
    }
    return with_extra(known, link.extra)


def _decision(decision: Decision) -> Object:
    return with_extra({"by": decision.by, "verdict": decision.verdict, "at": time(decision.at)}, decision.extra)


def _comment(comment: Comment) -> Object:
    known = {
        "id": comment.id,
        "by": comment.by,
        "text": comment.text,
        "answers": comment.answers,
        "at": time(comment.at),
    }
    return with_extra(known, comment.extra)


def _dismissal(dismissal: Dismissal, text: str) -> Object:
    known = {"by": dismissal.by, "tag": dismissal.tag, "segments": _segments(dismissal.segments, text)}
    return with_extra(known, dismissal.extra)
