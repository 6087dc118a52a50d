"""Rows from records: the way in for imported articles, by the thousand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.ids import derived_id
from annotator.core.records import Annotator, Article, Collection, Deleted, Entity, Layer, ProjectInfo, Relation, Span
from annotator.core.scheme import Tag
from annotator.core.segments import Segment, Segments, canonical_key
from annotator.core.text import sha256
from annotator.store.history import KEYS, Row, chunks
from annotator.store.opening import tag_columns
from annotator.store.project import Writing
from annotator.store.tables import AUDITED, Base

_GRAVE = Base.metadata.tables["tombstone"]

_TEXT, _ARTICLE = AUDITED["article_text"], AUDITED["article"]
_HOLDING = (
    sa.select(_TEXT.c.sha256, _ARTICLE.c.title)
    .join(_ARTICLE, _ARTICLE.c.id == _TEXT.c.id)
    .where(_TEXT.c.sha256.in_(KEYS))
)

_FLUSH = 5_000
"""Rows held before they are written."""


def layer_id(article: str, annotator: str | None) -> str:
    """Return the id of a layer: the same in every copy of the project."""
    return derived_id("layer", article, annotator or "final")


def segments_json(segments: Segments) -> list[list[int]]:
    """Return segments as the database keeps them."""
    return [[start, end] for start, end in segments]


def segment_json(segment: Segment | None) -> list[int] | None:
    """Return a mention or cue as the database keeps it."""
    return None if segment is None else [segment.start, segment.end]


class Intake:
    """Collects the rows of records and writes them in large steps; `flush` writes what is left."""

    def __init__(self, writing: Writing) -> None:
        self._writing = writing
        self._rows: dict[str, list[Row]] = defaultdict(list)
        self._held = 0

    def _add(self, table: str, **row: Any) -> None:
        self._rows[table].append(row)
        self._held += 1
        if self._held >= _FLUSH:
            self.flush()

    def flush(self) -> None:
        """Write all that is held."""
        for table, rows in self._rows.items():
            self._writing.bulk_insert(table, rows)
        self._rows.clear()
        self._held = 0

    def tag(self, tag: Tag) -> None:
        """Take in a tag."""
        self._add("tag", **tag_columns(tag))

    def annotator(self, annotator: Annotator) -> None:
        """Take in an annotator."""
        self._add("annotator", id=annotator.id, name=annotator.name, extra=dict(annotator.extra))

    def entity(self, entity: Entity) -> None:
        """Take in an entity."""
        self._add(
            "entity", id=entity.id, name=entity.name, kind=entity.kind, aliases=list(entity.aliases), uri=entity.uri,
            note=entity.note, article_id=entity.article, reason=entity.reason, merged_into=entity.merged_into,
            created=entity.created, updated=entity.updated, by=entity.by, extra=dict(entity.extra),
        )  # fmt: skip

    def relation(self, relation: Relation) -> None:
        """Take in a relation."""
        self._add(
            "relation", id=relation.id, kind=relation.kind, source_id=relation.source, target_id=relation.target,
            by=relation.by, extra=dict(relation.extra),
        )  # fmt: skip

    def collection(self, collection: Collection) -> None:
        """Take in a collection."""
        self._add("collection", id=collection.id, name=collection.name, extra=dict(collection.extra))
        for article in collection.articles:
            key = derived_id("collection", collection.id, article)
            self._add("collection_article", id=key, collection_id=collection.id, article_id=article)

    def article(self, article: Article, order: int, digest: str | None = None) -> None:
        """Take in an article with all that belongs to it; `digest` is the SHA-256 of its text, where it is known."""
        source = article.source
        self._add(
            "article", id=article.id, order=order, title=article.title, byline=article.byline,
            publication=article.publication, url=article.url, published=article.published, language=article.language,
            note=article.note, unusable=article.unusable, source_file=source.file, source_format=source.format,
            source_encoding=source.encoding, source_sha256=source.sha256, replaces=article.replaces,
            extra=dict(article.extra),
        )  # fmt: skip
        self._add("article_text", id=article.id, text=article.text, sha256=digest or sha256(article.text))
        for region in article.regions:
            self._add(
                "region", id=region.id, article_id=article.id, kind=region.kind, start=region.start, end=region.end,
                by=region.by, extra=dict(region.extra),
            )  # fmt: skip
        for annotator in article.assignments:
            key = derived_id("assignment", article.id, annotator)
            self._add("assignment", id=key, article_id=article.id, annotator_id=annotator)
        for dismissal in article.dismissed:
            segments = canonical_key(dismissal.segments)
            self._add(
                "dismissal", id=derived_id("dismissal", article.id, dismissal.by, dismissal.tag, segments),
                article_id=article.id, annotator_id=dismissal.by, tag_id=dismissal.tag,
                segments=segments_json(dismissal.segments), key=segments, extra=dict(dismissal.extra),
            )  # fmt: skip
        for layer in article.layers:
            self._layer(article.id, layer)

    def _layer(self, article: str, layer: Layer) -> None:
        key = layer_id(article, layer.annotator)
        self._add(
            "layer", id=key, article_id=article, annotator_id=layer.annotator, kind=layer.kind, status=layer.status,
            extra=dict(layer.extra),
        )  # fmt: skip
        for span in layer.spans:
            self._span(key, span, layer.annotator)

    def _span(self, layer: str, span: Span, by: str | None) -> None:
        self._add(
            "span", id=span.id, layer_id=layer, tag_id=span.tag, segments=segments_json(span.segments),
            start=span.start, end=span.end, key=canonical_key(span.segments), attributes=dict(span.attributes),
            note=span.note, unsure=span.unsure, origin=None if span.origin is None else dict(span.origin),
            created=span.created, updated=span.updated, by=by, extra=dict(span.extra),
        )  # fmt: skip
        for order, link in enumerate(span.links):
            self._add(
                "link", id=link.id, span_id=span.id, entity_id=link.entity, role=link.role, order=order,
                mention=segment_json(link.mention), cue=segment_json(link.cue), by=by, extra=dict(link.extra),
            )  # fmt: skip
        for decision in span.decisions:
            self._add(
                "decision", id=derived_id("decision", span.id, decision.by), span_id=span.id, reviewer_id=decision.by,
                verdict=decision.verdict, at=decision.at, by=decision.by, extra=dict(decision.extra),
                # Files keep no versions: a decision that is older than its span saw another one, and is asked again.
                span_version=1 if decision.at >= span.updated else 0,
            )  # fmt: skip
        for comment in span.comments:
            self._add(
                "comment", id=comment.id, span_id=span.id, author_id=comment.by, text=comment.text, at=comment.at,
                answers=comment.answers, by=comment.by, extra=dict(comment.extra),
            )  # fmt: skip


def adopt(writing: Writing, info: ProjectInfo | None, tags: Sequence[Tag]) -> None:
    """Make a project without articles the one that a file describes: its id, title, guidelines and scheme."""
    connection = writing.session.connection()
    if info is not None:
        writing.bulk_delete("project", list(connection.scalars(sa.select(AUDITED["project"].c.id))))
        writing.bulk_insert(
            "project",
            [{"id": info.id, "title": info.title, "guidelines": info.guidelines, "extra": dict(info.extra)}],
        )
    if tags:
        own = list(connection.scalars(sa.select(AUDITED["tag"].c.id)))
        writing.bulk_delete("tag", own)
        # The scheme that a new project came with is not one that somebody deleted, for others to delete it too.
        connection.execute(sa.delete(_GRAVE).where(_GRAVE.c.id.in_(own)))
        writing.bulk_insert("tag", [tag_columns(tag) for tag in tags])


def bury(writing: Writing, deleted: Iterable[Deleted]) -> None:
    """Take over a file's list of deleted rows; into a project without articles only."""
    for chunk in chunks(deleted):
        connection = writing.session.connection()
        connection.execute(sa.delete(_GRAVE).where(_GRAVE.c.id.in_([row.id for row in chunk])))
        connection.execute(sa.insert(_GRAVE), [{"id": row.id, "at": row.at} for row in chunk])


def known(session: Session, table: str, keys: Iterable[str]) -> set[str]:
    """Return those of the keys that the table has."""
    found: set[str] = set()
    for chunk in chunks(keys):
        found.update(session.scalars(_knowing(table), {"keys": chunk}))
    return found


@cache
def _knowing(table: str) -> sa.Select[tuple[str]]:
    column = AUDITED[table].c.id
    return sa.select(column).where(column.in_(KEYS))


def known_texts(session: Session, digests: Iterable[str]) -> dict[str, str]:
    """Return, by the SHA-256 of a text, the title of an article that has it."""
    found: dict[str, str] = {}
    for chunk in chunks(digests):
        found.update((digest, title) for digest, title in session.execute(_HOLDING, {"keys": chunk}))
    return found


def last_order(session: Session) -> int | None:
    """Return the highest order number among the articles, None where there are no articles."""
    last: int | None = session.scalar(sa.select(sa.func.max(AUDITED["article"].c.order)))
    return last
