"""Spans and articles counted in the database: by annotator, by the moment they were made, by publication, by entity."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import Session
from sqlalchemy.sql.compiler import SQLCompiler

from annotator.core.counting import CountedBy, Placed, SpanCount, SpansOf
from annotator.core.segments import excerpt
from annotator.store.entities import roots
from annotator.store.project import Project
from annotator.store.tables import AUDITED

_ARTICLE, _TEXT, _LAYER = AUDITED["article"], AUDITED["article_text"], AUDITED["layer"]
_SPAN, _LINK, _ENTITY = AUDITED["span"], AUDITED["link"], AUDITED["entity"]
_ASSIGNMENT = AUDITED["assignment"]


class _Minute(sa.sql.functions.GenericFunction[str]):
    """A moment cut to its minute, in UTC, as text: `2026-11-30 18:31`."""

    inherit_cache = True
    name = "minute"


@compiles(_Minute, "sqlite")
def _minute_on_sqlite(element: _Minute, compiler: SQLCompiler, **options: Any) -> str:
    return f"substr({compiler.process(element.clauses, **options)}, 1, 16)"


@compiles(_Minute, "postgresql")
def _minute_on_postgresql(element: _Minute, compiler: SQLCompiler, **options: Any) -> str:
    moment = compiler.process(element.clauses, **options)
    return f"to_char({moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')"


def layer_statuses(project: Project) -> list[tuple[str | None, str, int]]:
    """Return annotator (None: the final layers), status and number of usable articles with such a layer."""
    statement = (
        sa.select(_LAYER.c.annotator_id, _LAYER.c.status, sa.func.count())
        .join(_ARTICLE, _ARTICLE.c.id == _LAYER.c.article_id)
        .where(_ARTICLE.c.unusable.is_(False))
        .group_by(_LAYER.c.annotator_id, _LAYER.c.status)
    )
    with project.read() as session:
        return [(key, status, number) for key, status, number in session.execute(statement)]


def assigned(project: Project) -> dict[str, int]:
    """Return, by annotator, how many usable articles are given to them."""
    statement = (
        sa.select(_ASSIGNMENT.c.annotator_id, sa.func.count())
        .join(_ARTICLE, _ARTICLE.c.id == _ASSIGNMENT.c.article_id)
        .where(_ARTICLE.c.unusable.is_(False))
        .group_by(_ASSIGNMENT.c.annotator_id)
    )
    with project.read() as session:
        return {row[0]: row[1] for row in session.execute(statement)}


def usable_articles(project: Project) -> int:
    """Return how many articles are not marked as unusable."""
    with project.read() as session:
        return session.scalar(sa.select(sa.func.count()).where(_ARTICLE.c.unusable.is_(False))) or 0


def span_counts(project: Project, by: CountedBy, which: SpansOf) -> list[SpanCount]:
    """Return the number of spans by tag and by what is asked for, in no order.

    By entity: a span counts once for each entity that it is linked to; one that was merged counts as the one it was
    merged into; None are spans without a link.
    """
    with project.read() as session:
        if by == "entity":
            return _by_entity(session, which)
        column: sa.ColumnElement[Any] = {
            "annotator": _LAYER.c.annotator_id, "publication": _ARTICLE.c.publication,
            "minute": _Minute(_SPAN.c.created),
        }[by]  # fmt: skip
        statement = _spans(session, which, column, _SPAN.c.tag_id, sa.func.count()).group_by(column, _SPAN.c.tag_id)
        return [SpanCount(key, tag, number) for key, tag, number in session.execute(statement)]


def _by_entity(session: Session, which: SpansOf) -> list[SpanCount]:
    into = roots(session)
    pairs = _spans(session, which, _LINK.c.entity_id, _SPAN.c.tag_id, _SPAN.c.id, outer_links=True).distinct()
    if not into:
        found = pairs.subquery()
        grouped = sa.select(found.c.entity_id, found.c.tag_id, sa.func.count()).group_by(*list(found.c)[:2])
        return [SpanCount(key, tag, number) for key, tag, number in session.execute(grouped)]
    # Two links of one span may lead to one entity: which spans they are has to be known.
    spans: dict[tuple[str | None, str], set[str]] = {}
    for key, tag, span in session.execute(pairs):
        spans.setdefault((into.get(key, key) if key else None, tag), set()).add(span)
    return [SpanCount(key, tag, len(held)) for (key, tag), held in spans.items()]


def placed_spans(project: Project, which: SpansOf, most: int) -> list[Placed]:
    """Return spans with where they stand, in the order of articles and texts, `most` at most."""
    columns = (_SPAN.c.id, _SPAN.c.tag_id, _SPAN.c.segments, _ARTICLE.c.id, _ARTICLE.c.title, _LAYER.c.annotator_id)
    found, article, text = [], "", ""
    with project.read() as session:
        statement = (
            _spans(session, which, *columns)
            .order_by(_ARTICLE.c.order, _ARTICLE.c.id, _SPAN.c.start, _SPAN.c.end, _SPAN.c.id)
            .limit(most)
        )
        for span, tag, segments, key, title, annotator in session.execute(statement).all():
            if key != article:
                # One text at a time: beside each of its spans it would be read as often as it has any.
                article, text = key, session.scalar(sa.select(_TEXT.c.text).where(_TEXT.c.id == key)) or ""
            found.append(Placed(span, tag, key, title, annotator, excerpt(text, segments)))
    return found


def _spans(session: Session, which: SpansOf, *columns: Any, outer_links: bool = False) -> sa.Select[Any]:
    """Return a statement on spans with their layers and usable articles."""
    joined = _SPAN.join(_LAYER, _LAYER.c.id == _SPAN.c.layer_id).join(_ARTICLE, _ARTICLE.c.id == _LAYER.c.article_id)
    if outer_links:
        joined = joined.outerjoin(_LINK, _LINK.c.span_id == _SPAN.c.id)
    statement = sa.select(*columns).select_from(joined).where(_ARTICLE.c.unusable.is_(False))
    if which.final:
        statement = statement.where(_LAYER.c.kind == "final")
    else:
        statement = statement.where(_LAYER.c.kind != "final")
        if which.annotator is not None:
            statement = statement.where(_LAYER.c.annotator_id == which.annotator)
    if which.tag is not None:
        statement = statement.where(_SPAN.c.tag_id == which.tag)
    if which.publication is not None:
        statement = statement.where(_ARTICLE.c.publication == which.publication)
    if which.articles is not None:
        statement = statement.where(_ARTICLE.c.id.in_(which.articles))
    if which.made is not None:
        first, last = (moment.astimezone(UTC) for moment in which.made)
        statement = statement.where(_SPAN.c.created >= first, _SPAN.c.created < last)
    if which.unlinked:
        statement = statement.where(~sa.exists().where(_LINK.c.span_id == _SPAN.c.id))
    if which.entity is not None:
        into = roots(session)
        keys = [which.entity, *(key for key, target in into.items() if target == which.entity)]
        statement = statement.where(_SPAN.c.id.in_(sa.select(_LINK.c.span_id).where(_LINK.c.entity_id.in_(keys))))
    return statement


def moment_of(minute: str) -> datetime:
    """Return the moment that a count by minute names."""
    return datetime.strptime(minute, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
