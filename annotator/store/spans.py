"""Rows around one span, for the verbs that change it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.segments import Segments, canonical_key
from annotator.store.history import KEYS, chunks
from annotator.store.tables import ArticleText, Comment, Decision, Layer, Link, Relation, Span

# Made once: each key that a person presses asks some of these, and to put one together takes longer than to run it.
_ARTICLE_KEY: sa.BindParameter[str] = sa.bindparam("article")
_PART = sa.select(
    sa.func.substr(ArticleText.text, sa.bindparam("first", type_=sa.Integer), sa.bindparam("size", type_=sa.Integer))
).where(ArticleText.id == _ARTICLE_KEY)
_LINKS = sa.select(Link).where(Link.span_id.in_(KEYS)).order_by(Link.order, Link.id)
_WITH_LAYERS = sa.select(Span, Layer).join(Layer, Layer.id == Span.layer_id).where(Span.id.in_(KEYS))
_IDENTICAL = sa.select(Span).where(
    Span.layer_id == sa.bindparam("layer"), Span.tag_id == sa.bindparam("tag"), Span.key == sa.bindparam("key")
)


def _attached_rows(table: type[Comment | Decision | Link | Relation], *ends: Any) -> sa.Select[str, str]:
    name: sa.ColumnElement[str] = sa.literal_column(f"'{table.__tablename__}'")
    return sa.select(name, table.id).where(sa.or_(*(end.in_(KEYS) for end in ends)))


_ATTACHED = sa.union_all(
    _attached_rows(Comment, Comment.span_id),
    _attached_rows(Decision, Decision.span_id),
    _attached_rows(Link, Link.span_id),
    _attached_rows(Relation, Relation.source_id, Relation.target_id),
)


def links_of(session: Session, span: str) -> list[Link]:
    """Return the links of a span in their order."""
    return list(session.scalars(_LINKS, {"keys": [span]}))


def parts_of(session: Session, article: str, segments: Sequence[tuple[int, int]]) -> list[str]:
    """Return parts of an article's text, in order of their starts, without reading all of it.

    A part that lies outside is cut; no such article: the text is empty.
    """
    if not segments:
        return []
    first, last = max(0, segments[0][0]), max(0, *(end for _start, end in segments))
    found = {"article": article, "first": first + 1, "size": max(0, last - first)}
    text = session.scalar(_PART, found) or ""
    return [text[max(0, start - first) : max(0, end - first)] for start, end in segments]


def identical(session: Session, layer: str, tag: str, segments: Segments) -> Span | None:
    """Return the span of a layer with this tag and these segments, if there is one."""
    return session.scalar(_IDENTICAL, {"layer": layer, "tag": tag, "key": canonical_key(segments)})


def layer_of(session: Session, span: Span) -> Layer:
    """Return the layer of a span."""
    return session.get_one(Layer, span.layer_id)


def lock_layer(session: Session, layer: Layer) -> None:
    """Read a layer anew, and keep others from changing it until the end of the transaction.

    On SQLite nobody else writes meanwhile anyway.
    """
    if session.connection().dialect.name != "sqlite":
        session.refresh(layer, with_for_update={"key_share": True})


def final_layers(session: Session, spans: Sequence[str]) -> list[Layer]:
    """Return the final layers of the articles that spans are in; see `lock_layer`."""
    articles = sa.select(Layer.article_id).join(Span, Span.layer_id == Layer.id)
    return [layer for chunk in chunks(spans) for layer in session.scalars(
        sa.select(Layer)
        .where(Layer.kind == "final", Layer.article_id.in_(articles.where(Span.id.in_(chunk))))
        .order_by(Layer.id)
        .with_for_update(key_share=True)
    )]  # fmt: skip


def with_layers(session: Session, spans: Sequence[str]) -> list[tuple[Span, Layer]]:
    """Return those of the spans that there are, each with its layer."""
    return [(span, layer) for chunk in chunks(spans) for span, layer in session.execute(_WITH_LAYERS, {"keys": chunk})]


def links_by_span(session: Session, spans: Sequence[str]) -> dict[str, list[Link]]:
    """Return, by span, the links of spans in their order; spans without any are left out."""
    found: dict[str, list[Link]] = {}
    for chunk in chunks(spans):
        for link in session.scalars(_LINKS, {"keys": chunk}):
            found.setdefault(link.span_id, []).append(link)
    return found


def keys_with(session: Session, layers: Iterable[str], tag: str) -> set[tuple[str, str]]:
    """Return layer and canonical key of each span with this tag in the layers."""
    return {(layer, key) for chunk in chunks(layers) for layer, key in session.execute(
        sa.select(Span.layer_id, Span.key).where(Span.layer_id.in_(chunk), Span.tag_id == tag)
    )}  # fmt: skip


def attached(session: Session, spans: Sequence[str]) -> dict[str, list[str]]:
    """Return, by table, the keys of all rows that belong to spans: what goes with them, children first."""
    found: dict[str, list[str]] = {"comment": [], "decision": [], "link": [], "relation": []}
    for chunk in chunks(spans):
        for table, key in session.execute(_ATTACHED, {"keys": chunk}):
            found[table].append(key)
    found["relation"] = list(dict.fromkeys(found["relation"]))
    return found


def layers_of(session: Session, articles: Sequence[str]) -> list[str]:
    """Return the keys of all layers of articles."""
    return [key for chunk in chunks(articles) for key in session.scalars(
        sa.select(Layer.id).where(Layer.article_id.in_(chunk))
    )]  # fmt: skip


def spans_of(session: Session, layers: Sequence[str]) -> list[str]:
    """Return the keys of all spans of layers."""
    return [key for chunk in chunks(layers) for key in session.scalars(
        sa.select(Span.id).where(Span.layer_id.in_(chunk))
    )]  # fmt: skip


def layer_statuses(session: Session, layers: Sequence[str]) -> dict[str, str]:
    """Return the status of each of the layers that there is."""
    return {key: status for chunk in chunks(layers) for key, status in session.execute(
        sa.select(Layer.id, Layer.status).where(Layer.id.in_(chunk))
    )}  # fmt: skip


def texts(session: Session, articles: Sequence[str]) -> dict[str, str]:
    """Return the texts of articles."""
    return {key: text for chunk in chunks(articles) for key, text in session.execute(
        sa.select(ArticleText.id, ArticleText.text).where(ArticleText.id.in_(chunk))
    )}  # fmt: skip
