"""Questions that reviewing asks: where there are layers, which articles wait for decisions, who answers a comment."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.records import LayerStatus
from annotator.store.history import chunks
from annotator.store.tables import AUDITED, Comment, Decision

_ARTICLE, _LAYER, _SPAN, _DECISION = (AUDITED[name] for name in ("article", "layer", "span", "decision"))


def articles_with(session: Session, annotators: Sequence[str | None]) -> list[str]:
    """Return the articles that have a layer of one of the annotators (None: a final layer), in order."""
    named = _LAYER.c.annotator_id.in_([key for key in annotators if key is not None])
    wanted = sa.or_(named, _LAYER.c.kind == "final") if None in annotators else named
    return list(session.scalars(
        sa.select(_ARTICLE.c.id)
        .where(_ARTICLE.c.id.in_(sa.select(_LAYER.c.article_id).where(wanted)))
        .order_by(_ARTICLE.c.order, _ARTICLE.c.id)
    ))  # fmt: skip


def final_statuses(session: Session) -> dict[str, LayerStatus]:
    """Return, by article, the status of its final layer; articles without one are left out."""
    rows = session.execute(sa.select(_LAYER.c.article_id, _LAYER.c.status).where(_LAYER.c.kind == "final"))
    return {row.article_id: row.status for row in rows}


def waiting_articles(session: Session, reviewer: str, annotators: Sequence[str]) -> list[str]:
    """Return the articles in which a layer of the annotators has a span without a decision by the reviewer, in order.

    A decision on an earlier version of a span does not count. Articles that are marked as unusable are left out.
    """
    decided = sa.exists().where(
        _DECISION.c.span_id == _SPAN.c.id,
        _DECISION.c.reviewer_id == reviewer,
        _DECISION.c.span_version == _SPAN.c.version,
    )
    waiting = (
        sa.select(_LAYER.c.article_id)
        .join(_SPAN, _SPAN.c.layer_id == _LAYER.c.id)
        .where(_LAYER.c.annotator_id.in_(annotators), ~decided)
    )
    return list(session.scalars(
        sa.select(_ARTICLE.c.id)
        .where(_ARTICLE.c.id.in_(waiting), _ARTICLE.c.unusable.is_(False))
        .order_by(_ARTICLE.c.order, _ARTICLE.c.id)
    ))  # fmt: skip


def decisions(session: Session, keys: Sequence[str]) -> list[Decision]:
    """Return those of the decisions that there are, to change them."""
    return [row for chunk in chunks(keys) for row in session.scalars(
        sa.select(Decision).where(Decision.id.in_(chunk))
    )]  # fmt: skip


def answers_to(session: Session, comment: str) -> list[Comment]:
    """Return the answers to a comment, the oldest first."""
    return list(session.scalars(
        sa.select(Comment).where(Comment.answers == comment).order_by(Comment.at, Comment.id)
    ))  # fmt: skip
