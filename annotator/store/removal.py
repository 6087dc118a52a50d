"""What goes with an article when it is removed."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.store import spans
from annotator.store.history import chunks
from annotator.store.project import Writing
from annotator.store.tables import AUDITED

_OF_ARTICLE = ("region", "assignment", "dismissal", "collection_article")


def count_spans(session: Session, articles: Sequence[str]) -> int:
    """Return how many spans the articles have, of all annotators."""
    span, layer = AUDITED["span"], AUDITED["layer"]
    counting = sa.select(sa.func.count()).select_from(span).join(layer, layer.c.id == span.c.layer_id)
    return sum(session.scalar(counting.where(layer.c.article_id.in_(chunk))) or 0 for chunk in chunks(articles))


def remove_spans(writing: Writing, keys: Sequence[str]) -> int:
    """Delete spans with all that belongs to them, children first. Returns how many spans."""
    for table, attached in spans.attached(writing.session, keys).items():
        writing.bulk_delete(table, attached)
    return writing.bulk_delete("span", keys)


def remove_articles(writing: Writing, keys: Sequence[str]) -> int:
    """Delete articles with all that belongs to them, children first. Returns how many articles."""
    session, connection = writing.session, writing.session.connection()
    layers = spans.layers_of(session, keys)
    remove_spans(writing, spans.spans_of(session, layers))
    writing.bulk_delete("layer", layers)
    for table in _OF_ARTICLE:
        target = AUDITED[table]
        for chunk in chunks(keys):
            found = connection.scalars(sa.select(target.c.id).where(target.c.article_id.in_(chunk)))
            writing.bulk_delete(table, list(found))
    entity, link, article = AUDITED["entity"], AUDITED["link"], AUDITED["article"]
    gone = set(keys)
    for chunk in chunks(keys):
        scoped = set(connection.scalars(sa.select(entity.c.id).where(entity.c.article_id.in_(chunk))))
        # Known in this article only, yet linked or merged elsewhere: such an entity stays, and is known everywhere.
        used = set(connection.scalars(sa.select(link.c.entity_id).where(link.c.entity_id.in_(scoped)).distinct()))
        used |= set(connection.scalars(
            sa.select(entity.c.merged_into).where(entity.c.merged_into.in_(scoped), entity.c.id.not_in(scoped))
        ))  # fmt: skip
        writing.bulk_update("entity", [{"id": key, "article_id": None} for key in sorted(used)])
        writing.bulk_delete("entity", sorted(scoped - used))
        newer = list(connection.scalars(sa.select(article.c.id).where(article.c.replaces.in_(chunk))))
        writing.bulk_update("article", [{"id": key, "replaces": None} for key in newer if key not in gone])
    writing.bulk_delete("article_text", keys)
    return writing.bulk_delete("article", keys)
