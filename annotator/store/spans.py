"""Rows around one span, for the verbs that change it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.segments import Segments, canonical_key
from annotator.store.history import chunks
from annotator.store.tables import ArticleText, Comment, Decision, Layer, Link, Relation, Span


def links_of(session: Session, span: str) -> list[Link]:
    """Return the links of a span in their order."""
    return list(session.scalars(sa.select(Link).where(Link.span_id == span).order_by(Link.order, Link.id)))


def text_length(session: Session, article: str) -> int | None:
    """Return the length of an article's text in code points, or None where there is no such article."""
    return session.scalar(sa.select(sa.func.length(ArticleText.text)).where(ArticleText.id == article))


def length_and_slices(session: Session, article: str, segments: Sequence[tuple[int, int]]) -> tuple[int, list[str]]:
    """Return the length of an article's text in code points and parts of it, without reading all of it.

    A part that lies outside is cut; no such article: the text is empty.
    """
    columns = [sa.func.substr(ArticleText.text, max(0, start) + 1, max(0, end - start)) for start, end in segments]
    statement = sa.select(sa.func.length(ArticleText.text), *columns).where(ArticleText.id == article)
    found = session.execute(statement).one_or_none()
    return (found[0], list(found[1:])) if found is not None else (0, ["" for _segment in segments])


def identical(session: Session, layer: str, tag: str, segments: Segments) -> Span | None:
    """Return the span of a layer with this tag and these segments, if there is one."""
    return session.scalar(
        sa.select(Span).where(Span.layer_id == layer, Span.tag_id == tag, Span.key == canonical_key(segments))
    )


def layer_of(session: Session, span: Span) -> Layer:
    """Return the layer of a span."""
    return session.get_one(Layer, span.layer_id)


def with_layers(session: Session, spans: Sequence[str]) -> list[tuple[Span, Layer]]:
    """Return those of the spans that there are, each with its layer."""
    return [(span, layer) for chunk in chunks(spans) for span, layer in session.execute(
        sa.select(Span, Layer).join(Layer, Layer.id == Span.layer_id).where(Span.id.in_(chunk))
    )]  # fmt: skip


def links_by_span(session: Session, spans: Sequence[str]) -> dict[str, list[Link]]:
    """Return, by span, the links of spans in their order; spans without any are left out."""
    found: dict[str, list[Link]] = {}
    for chunk in chunks(spans):
        for link in session.scalars(sa.select(Link).where(Link.span_id.in_(chunk)).order_by(Link.order, Link.id)):
            found.setdefault(link.span_id, []).append(link)
    return found


def keys_with(session: Session, layers: Iterable[str], tag: str) -> set[tuple[str, str]]:
    """Return layer and canonical key of each span with this tag in the layers."""
    return {(layer, key) for chunk in chunks(layers) for layer, key in session.execute(
        sa.select(Span.layer_id, Span.key).where(Span.layer_id.in_(chunk), Span.tag_id == tag)
    )}  # fmt: skip


def text_of(session: Session, article: str) -> str:
    """Return the text of an article, empty where there is no such article."""
    return session.scalar(sa.select(ArticleText.text).where(ArticleText.id == article)) or ""


def attached(session: Session, spans: Sequence[str]) -> dict[str, list[str]]:
    """Return, by table, the keys of all rows that belong to spans: what goes with them, children first."""
    found: dict[str, list[str]] = {"comment": [], "decision": [], "link": [], "relation": []}
    for chunk in chunks(spans):
        found["comment"] += session.scalars(sa.select(Comment.id).where(Comment.span_id.in_(chunk)))
        found["decision"] += session.scalars(sa.select(Decision.id).where(Decision.span_id.in_(chunk)))
        found["link"] += session.scalars(sa.select(Link.id).where(Link.span_id.in_(chunk)))
        ends = sa.or_(Relation.source_id.in_(chunk), Relation.target_id.in_(chunk))
        found["relation"] += session.scalars(sa.select(Relation.id).where(ends))
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
