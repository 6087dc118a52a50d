"""Collections and annotators, with how much belongs to each."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.listing import AnnotatorRow, CollectionRow
from annotator.store import assemble
from annotator.store.history import chunks
from annotator.store.tables import AUDITED

_COLLECTION, _MEMBER = AUDITED["collection"], AUDITED["collection_article"]
_LAYER, _SPAN = AUDITED["layer"], AUDITED["span"]


def collection_rows(session: Session) -> list[CollectionRow]:
    """Return the collections with the number of their articles, by name (case folded)."""
    counts = (
        sa.select(_MEMBER.c.collection_id, sa.func.count().label("articles"))
        .group_by(_MEMBER.c.collection_id)
        .subquery()
    )
    found = session.execute(
        sa.select(_COLLECTION.c.id, _COLLECTION.c.name, sa.func.coalesce(counts.c.articles, 0).label("articles"))
        .outerjoin(counts, counts.c.collection_id == _COLLECTION.c.id)
    )  # fmt: skip
    rows = [CollectionRow(row.id, row.name, row.articles) for row in found]
    return sorted(rows, key=lambda row: (row.name.casefold(), row.id))


def members(session: Session, collection: str) -> dict[str, str]:
    """Return the id of the row that puts it into a collection for each of its articles."""
    found = sa.select(_MEMBER.c.article_id, _MEMBER.c.id).where(_MEMBER.c.collection_id == collection)
    return {row.article_id: row.id for row in session.execute(found)}


def holders(session: Session, articles: Sequence[str]) -> set[str]:
    """Return the ids of the collections that hold any of the articles."""
    found: set[str] = set()
    for chunk in chunks(articles):
        found.update(session.scalars(
            sa.select(_MEMBER.c.collection_id).where(_MEMBER.c.article_id.in_(chunk)).distinct()
        ))  # fmt: skip
    return found


def annotator_rows(session: Session) -> list[AnnotatorRow]:
    """Return the annotators with the numbers of their layers and spans, by name (case folded)."""
    counting = sa.select(_LAYER.c.annotator_id, sa.func.count().label("number")).group_by(_LAYER.c.annotator_id)
    layers = {row.annotator_id: row.number for row in session.execute(counting)}
    with_spans = counting.join(_SPAN, _SPAN.c.layer_id == _LAYER.c.id)
    spans = {row.annotator_id: row.number for row in session.execute(with_spans)}
    rows = [AnnotatorRow(one, layers.get(one.id, 0), spans.get(one.id, 0)) for one in assemble.annotators(session)]
    return sorted(rows, key=lambda row: (row.annotator.name.casefold(), row.annotator.id))
