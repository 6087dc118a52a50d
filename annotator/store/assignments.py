"""Rows of assignments: which articles are given to which annotators."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.store.history import chunks
from annotator.store.tables import AUDITED

_ARTICLE, _ASSIGNMENT = AUDITED["article"], AUDITED["assignment"]


def in_order(session: Session, articles: Sequence[str]) -> list[str]:
    """Return the articles in the order of the project, each once."""
    found: list[tuple[int, str]] = []
    for chunk in chunks(dict.fromkeys(articles)):
        rows = session.execute(sa.select(_ARTICLE.c.order, _ARTICLE.c.id).where(_ARTICLE.c.id.in_(chunk)))
        found.extend((order, key) for order, key in rows)
    return [key for _order, key in sorted(found)]


def given(session: Session, articles: Sequence[str]) -> dict[tuple[str, str], str]:
    """Return, by article and annotator, the ids of the assignments of articles."""
    found: dict[tuple[str, str], str] = {}
    for chunk in chunks(articles):
        rows = session.execute(
            sa.select(_ASSIGNMENT.c.article_id, _ASSIGNMENT.c.annotator_id, _ASSIGNMENT.c.id)
            .where(_ASSIGNMENT.c.article_id.in_(chunk))
            .order_by(_ASSIGNMENT.c.article_id, _ASSIGNMENT.c.annotator_id)
        )
        found.update(((article, annotator), key) for article, annotator, key in rows)
    return found


def loads(session: Session) -> dict[str, int]:
    """Return, by annotator, how many articles are given to them; whoever has none is left out."""
    rows = session.execute(sa.select(_ASSIGNMENT.c.annotator_id, sa.func.count()).group_by(_ASSIGNMENT.c.annotator_id))
    return {row[0]: row[1] for row in rows}
