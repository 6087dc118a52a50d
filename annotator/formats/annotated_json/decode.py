"""From parsed JSON to articles and what follows them, with all checked that one file can tell."""

from __future__ import annotations

from collections import Counter
from typing import Any

from annotator.core.records import RELATION_KINDS, Article, Deleted, Relation, Source
from annotator.core.text import sha256
from annotator.formats.annotated_json import keys
from annotator.formats.annotated_json.decode_body import Body
from annotator.formats.annotated_json.fields import (
    Object,
    Problem,
    boolean,
    each,
    extra,
    identifier,
    integer,
    moment,
    nested,
    object_of,
    one_of,
    optional,
    shown,
    string,
    strings,
)
from annotator.formats.annotated_json.known import Known, distinct, named


def decode_article(raw: Any, known: Known, order: int, replaced: int = 0) -> Article:
    r"""Return the article of a JSON object; `order` is its place in the file, where it gives none itself.

    Spans that refer to spans of other articles, and articles that refer to articles, are not followed here. `replaced`
    characters of the object are no more what the file said; a checksum is then not compared. A lone `\r` becomes `\n`.

    Raises:
        Problem: With the place in the article.
    """
    raw = object_of(raw)
    given = string(raw, "text")
    if not replaced and (checksum := optional(raw, "sha256")) and checksum.lower() != sha256(given):
        raise Problem("the text is not the one that this checksum was made of", "sha256")
    body = Body(_with_line_ends(given, raw), known)
    article = Article(
        id=identifier(raw),
        text=body.text,
        order=integer(raw, "order", order),
        title=string(raw, "title", ""),
        byline=string(raw, "byline", ""),
        publication=string(raw, "publication", ""),
        url=optional(raw, "url"),
        published=string(raw, "published", ""),
        language=string(raw, "language", ""),
        note=string(raw, "note", ""),
        unusable=boolean(raw, "unusable"),
        replaces=optional(raw, "replaces"),
        source=nested(raw, "source", body.source) or Source(),
        regions=distinct(each(raw, "regions", body.region), "regions", lambda region: region.id),
        assignments=_assignments(raw, known),
        layers=distinct(each(raw, "layers", body.layer), "layers", lambda layer: (layer.kind, layer.annotator)),
        dismissed=each(raw, "dismissed", body.dismissal),
        extra=extra(raw, keys.ARTICLE),
    )
    _check_ids(article)
    if article.id in known.articles:
        raise Problem(f"{shown(article.id)} is the id of an earlier article too", "id")
    known.articles.add(article.id)
    return article


def decode_relation(raw: Any, known: Known) -> Relation:
    """Return the relation of a JSON object; whether its spans exist is not known here. Raises Problem."""
    raw = object_of(raw)
    return Relation(
        id=identifier(raw),
        kind=one_of(raw, "kind", RELATION_KINDS),
        source=identifier(raw, "from"),
        target=identifier(raw, "to"),
        by=known.by(raw),
        extra=extra(raw, keys.RELATION),
    )


def decode_deleted(raw: Any, known: Known) -> Deleted:
    """Return the deleted row of a JSON object. Raises Problem."""
    raw = object_of(raw)
    known.closed(raw, keys.DELETED, "deleted")
    return Deleted(identifier(raw), moment(raw, "at"), optional(raw, "by"), strings(raw, "changes"))


def _with_line_ends(text: str, raw: Object) -> str:
    if "\r\n" in text and any(raw.get(key) for key in ("regions", "layers", "dismissed")):
        place = text.index("\r\n")
        raise Problem(rf"a \r\n stands at {place}: offsets count stored text, whose lines end in \n alone", "text")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _assignments(raw: Object, known: Known) -> tuple[str, ...]:
    assigned = strings(raw, "assignments")
    for annotator in assigned:
        named(annotator, known.annotators, "annotators", "assignments")
    return distinct(assigned, "assignments", lambda annotator: annotator)


def _check_ids(article: Article) -> None:
    """Refuse an id that two spans, links or comments of the article share."""
    spans = [span for layer in article.layers for span in layer.spans]
    ids = [span.id for span in spans]
    ids += [link.id for span in spans for link in span.links]
    ids += [comment.id for span in spans for comment in span.comments]
    if len(set(ids)) < len(ids):
        twice = next(one for one, times in Counter(ids).items() if times > 1)
        raise Problem(f"two spans, links or comments have the id {shown(twice)}", "layers")
