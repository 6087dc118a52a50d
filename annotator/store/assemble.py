"""Records from rows: articles with their layers, spans with their links, a batch at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.errors import ProjectError
from annotator.core.merging import CHANGES, changes_told
from annotator.core.records import (
    Annotator,
    Article,
    Collection,
    Comment,
    Decision,
    Dismissal,
    Entity,
    Layer,
    Link,
    ProjectInfo,
    Region,
    Relation,
    Source,
    Span,
)
from annotator.core.scheme import Attribute, Tag
from annotator.core.segments import Segment, Segments
from annotator.store.history import KEYS, chunks
from annotator.store.tables import AUDITED

Rows: TypeAlias = Iterable[sa.RowMapping]

BATCH = 200
"""Articles assembled at a time: few enough that memory stays flat."""


def segments_of(value: Sequence[Sequence[int]]) -> Segments:
    """Return segments from their JSON."""
    return tuple(Segment(start, end) for start, end in value)


def attributes_of(value: Sequence[Mapping[str, Any]]) -> tuple[Attribute, ...]:
    """Return the attributes of a tag from their JSON."""
    return tuple(Attribute(item["name"], tuple(item["values"])) for item in value)


def kept(extra: dict[str, Any]) -> dict[str, Any]:
    """Return the unknown keys of a row's file, without what merging keeps among them."""
    if CHANGES not in extra or changes_told(extra) is None:
        return extra
    return {key: value for key, value in extra.items() if key != CHANGES}


def _segment(value: Sequence[int] | None) -> Segment | None:
    return None if value is None else Segment(value[0], value[1])


@cache
def _statement(table: str, column: str, *order: str) -> sa.Select[Any]:
    target = AUDITED[table]
    return sa.select(target).where(target.c[column].in_(KEYS)).order_by(*(target.c[name] for name in order))


def _select(session: Session, table: str, column: str, keys: Sequence[str], *order: str) -> Rows:
    return session.execute(_statement(table, column, *order), {"keys": keys}).mappings()


def _all(session: Session, table: str, *order: str) -> Rows:
    target = AUDITED[table]
    return session.execute(sa.select(target).order_by(*(target.c[name] for name in order))).mappings()


def project_info(session: Session) -> ProjectInfo:
    """Return what the project says of itself."""
    row = next(iter(_all(session, "project", "id")), None)
    if row is None:
        raise ProjectError("The project is damaged: it does not say what it is.")
    extra = {part: unknown for part, keys in row["extra"].items() if (unknown := kept(keys))}
    return ProjectInfo(row["id"], row["title"], row["guidelines"], extra)


def tags(session: Session) -> list[Tag]:
    """Return the tags of the scheme in their order."""
    return [
        Tag(
            row["id"], row["name"], row["key"], row["role"], row["light"], row["dark"], row["line"], row["guideline"],
            attributes_of(row["attributes"]), row["order"], kept(row["extra"]),
        )
        for row in _all(session, "tag", "order", "id")
    ]  # fmt: skip


def annotators(session: Session) -> list[Annotator]:
    """Return all annotators in order of id."""
    return [Annotator(row["id"], row["name"], kept(row["extra"])) for row in _all(session, "annotator", "id")]


def entity(row: sa.RowMapping) -> Entity:
    """Return an entity from its row."""
    return Entity(
        row["id"], row["name"], row["kind"], tuple(row["aliases"]), row["uri"], row["article_id"], row["reason"],
        row["merged_into"], row["note"], row["created"], row["updated"], row["by"], kept(row["extra"]),
    )  # fmt: skip


def entities(session: Session) -> Iterator[Entity]:
    """Yield all entities in order of id."""
    return (entity(row) for row in _all(session, "entity", "id"))


def relations(session: Session) -> Iterator[Relation]:
    """Yield all relations in order of id."""
    for row in _all(session, "relation", "id"):
        yield Relation(row["id"], row["kind"], row["source_id"], row["target_id"], row["by"], kept(row["extra"]))


def collections(session: Session) -> list[Collection]:
    """Return all collections in order of id."""
    members = defaultdict(list)
    for row in _all(session, "collection_article", "article_id"):
        members[row["collection_id"]].append(row["article_id"])
    return [
        Collection(row["id"], row["name"], tuple(members[row["id"]]), kept(row["extra"]))
        for row in _all(session, "collection", "id")
    ]


def _any_of(table: str) -> sa.Exists:
    return sa.exists().where(AUDITED[table].c.span_id.in_(KEYS))


_HAS_ANY = sa.select(_any_of("link"), _any_of("decision"), _any_of("comment"))
"""Whether spans have links, decisions, comments: most keys are pressed at a span that has none of them yet."""


def spans(session: Session, rows: Rows, *, remarks: bool = True) -> Iterator[tuple[str, Span]]:
    """Yield the layer's id and the span for each row of a span, in their order. `remarks`: with decisions, comments."""
    for chunk in chunks(rows):
        keys = [row["id"] for row in chunk]
        has_links, has_decisions, has_comments = session.execute(_HAS_ANY, {"keys": keys}).one()
        links = defaultdict(list)
        for row in _select(session, "link", "span_id", keys, "order", "id") if has_links else ():
            links[row["span_id"]].append(
                Link(
                    row["id"], row["entity_id"], row["role"], _segment(row["mention"]), _segment(row["cue"]),
                    kept(row["extra"]),
                )
            )  # fmt: skip
        decisions, comments = defaultdict(list), defaultdict(list)
        if remarks:
            versions = {row["id"]: row["version"] for row in chunk}
            for row in _select(session, "decision", "span_id", keys, "at", "id") if has_decisions else ():
                stale = row["span_version"] != versions[row["span_id"]]
                decisions[row["span_id"]].append(
                    Decision(row["reviewer_id"], row["verdict"], row["at"], kept(row["extra"]), stale)
                )
            for row in _select(session, "comment", "span_id", keys, "at", "id") if has_comments else ():
                comments[row["span_id"]].append(
                    Comment(row["id"], row["author_id"], row["text"], row["at"], row["answers"], kept(row["extra"]))
                )
        for row in chunk:
            key = row["id"]
            yield row["layer_id"], Span(
                key, row["tag_id"], segments_of(row["segments"]), tuple(links[key]), row["attributes"], row["note"],
                row["unsure"], row["origin"], row["created"], row["updated"], tuple(decisions[key]),
                tuple(comments[key]), kept(row["extra"]),
            )  # fmt: skip


def spans_by_id(session: Session, keys: Sequence[str]) -> dict[str, tuple[str, Span]]:
    """Return the layer's id and the span for each of the keys that there is."""
    found: dict[str, tuple[str, Span]] = {}
    for chunk in chunks(keys):
        found.update((span.id, (layer, span)) for layer, span in spans(session, _select(session, "span", "id", chunk)))
    return found


def articles(
    session: Session, keys: Iterable[str], *, layers: Sequence[str | None] | None = None, text: bool = True
) -> Iterator[Article]:
    """Yield articles in the order of their keys; keys that are not there are left out.

    `layers` names the annotators whose layers come with them (None: the final layer); without it all come.
    `text=False` leaves the text empty, and regions, assignments and dismissals out: what a list needs.
    """
    for chunk in chunks(keys, BATCH):
        rows = {row["id"]: row for row in _select(session, "article", "id", chunk)}
        texts = {row["id"]: row["text"] for row in _select(session, "article_text", "id", chunk)} if text else {}
        parts = _Parts(session, chunk) if text else None
        held = _layers(session, chunk, layers)
        for key in chunk:
            if key in rows:
                yield _article(rows[key], texts.get(key, ""), parts, tuple(held[key]))


class _Parts:
    """Regions, assignments and dismissals of a batch of articles."""

    def __init__(self, session: Session, keys: Sequence[str]) -> None:
        self.regions: dict[str, list[Region]] = defaultdict(list)
        for row in _select(session, "region", "article_id", keys, "start", "end", "id"):
            self.regions[row["article_id"]].append(
                Region(row["id"], row["kind"], row["start"], row["end"], row["by"], kept(row["extra"]))
            )
        self.assignments: dict[str, list[str]] = defaultdict(list)
        for row in _select(session, "assignment", "article_id", keys, "annotator_id"):
            self.assignments[row["article_id"]].append(row["annotator_id"])
        self.dismissed: dict[str, list[Dismissal]] = defaultdict(list)
        for row in _select(session, "dismissal", "article_id", keys, "annotator_id", "tag_id", "key"):
            self.dismissed[row["article_id"]].append(
                Dismissal(row["annotator_id"], row["tag_id"], segments_of(row["segments"]), kept(row["extra"]))
            )


def _layers(session: Session, keys: Sequence[str], wanted: Sequence[str | None] | None) -> dict[str, list[Layer]]:
    layer, span = AUDITED["layer"], AUDITED["span"]
    chosen = sa.select(layer).where(layer.c.article_id.in_(keys)).order_by(layer.c.kind, layer.c.annotator_id)
    if wanted is not None:
        named = [key for key in wanted if key is not None]
        conditions: list[sa.ColumnElement[bool]] = [layer.c.annotator_id.in_(named)]
        if None in wanted:
            conditions.append(layer.c.kind == "final")
        chosen = chosen.where(sa.or_(*conditions))
    rows = list(session.execute(chosen).mappings())
    members: dict[str, list[Span]] = defaultdict(list)
    for chunk in chunks([row["id"] for row in rows]):
        found = session.execute(
            sa.select(span)
            .where(span.c.layer_id.in_(chunk))
            .order_by(span.c.layer_id, span.c.start, span.c.end, span.c.tag_id, span.c.id)
        ).mappings()
        for key, record in spans(session, found):
            members[key].append(record)
    held: dict[str, list[Layer]] = defaultdict(list)
    for row in rows:
        held[row["article_id"]].append(
            Layer(row["annotator_id"], row["kind"], row["status"], tuple(members[row["id"]]), kept(row["extra"]))
        )
    return held


def _article(row: sa.RowMapping, text: str, parts: _Parts | None, layers: tuple[Layer, ...]) -> Article:
    key = row["id"]
    return Article(
        id=key,
        text=text,
        order=row["order"],
        title=row["title"],
        byline=row["byline"],
        publication=row["publication"],
        url=row["url"],
        published=row["published"],
        language=row["language"],
        note=row["note"],
        unusable=row["unusable"],
        replaces=row["replaces"],
        source=Source(row["source_file"], row["source_format"], row["source_encoding"], row["source_sha256"]),
        regions=tuple(parts.regions[key]) if parts else (),
        assignments=tuple(parts.assignments[key]) if parts else (),
        layers=layers,
        dismissed=tuple(parts.dismissed[key]) if parts else (),
        extra=kept(row["extra"]),
    )
