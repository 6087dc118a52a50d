"""Articles that several annotators have layers of, to hold these against each other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import sqlalchemy as sa

from annotator.core.agreement import Shared
from annotator.core.records import Article, Entity, LayerStatus
from annotator.store import assemble
from annotator.store.entities import read_as
from annotator.store.history import chunks
from annotator.store.project import Project
from annotator.store.tables import AUDITED

_ARTICLE, _TEXT, _LAYER = AUDITED["article"], AUDITED["article_text"], AUDITED["layer"]


def shared_articles(
    project: Project, layers: Sequence[str | None], statuses: Collection[LayerStatus], least: int
) -> list[str]:
    """Return the ids, in order, of usable articles that have at least `least` of the layers, with such a status.

    Layers are named by the ids of their annotators, None is the final layer.
    """
    statement = (
        sa.select(_ARTICLE.c.id)
        .join(_LAYER, _LAYER.c.article_id == _ARTICLE.c.id)
        .where(_ARTICLE.c.unusable.is_(False), _LAYER.c.status.in_(statuses), _is_one_of(layers))
        .group_by(_ARTICLE.c.id)
        .having(sa.func.count() >= least)
        .order_by(_ARTICLE.c.order, _ARTICLE.c.id)
    )
    with project.read() as session:
        return list(session.scalars(statement))


def shared_counts(project: Project, statuses: Collection[LayerStatus]) -> list[Shared]:
    """Return each two layers with the number of usable articles that have both, with such a status."""
    one, other = _LAYER.alias(), _LAYER.alias()
    both = one.join(other, (one.c.article_id == other.c.article_id) & (one.c.id != other.c.id))
    statement = (
        sa.select(one.c.annotator_id, other.c.annotator_id, sa.func.count())
        .select_from(both.join(_ARTICLE, _ARTICLE.c.id == one.c.article_id))
        .where(_ARTICLE.c.unusable.is_(False), one.c.status.in_(statuses), other.c.status.in_(statuses))
        .where(sa.or_(one.c.annotator_id < other.c.annotator_id, other.c.annotator_id.is_(None)))
        .group_by(one.c.annotator_id, other.c.annotator_id)
        .order_by(one.c.annotator_id, other.c.annotator_id.is_(None), other.c.annotator_id)
    )
    with project.read() as session:
        return [Shared(*row) for row in session.execute(statement)]


def repeated_articles(project: Project, annotator: str, statuses: Collection[LayerStatus]) -> list[tuple[str, str]]:
    """Return each two usable articles of the same text that the annotator has layers of, with such a status.

    Of several such articles each is with the one after it, in their order.
    """
    statement = (
        sa.select(_TEXT.c.sha256, _ARTICLE.c.id)
        .join(_ARTICLE, _ARTICLE.c.id == _TEXT.c.id)
        .join(_LAYER, _LAYER.c.article_id == _ARTICLE.c.id)
        .where(_ARTICLE.c.unusable.is_(False), _LAYER.c.status.in_(statuses), _LAYER.c.annotator_id == annotator)
        .order_by(_ARTICLE.c.order, _ARTICLE.c.id)
    )
    last: dict[str, str] = {}
    found = []
    with project.read() as session:
        for digest, key in session.execute(statement):
            if digest in last:
                found.append((last[digest], key))
            last[digest] = key
    return found


def articles(project: Project, keys: Iterable[str], layers: Sequence[str | None]) -> Iterator[Article]:
    """Yield articles with these of their layers, in the order of the keys; only a few are in memory at a time."""
    for chunk in chunks(keys, assemble.BATCH):
        with project.read() as session:
            found = list(assemble.articles(session, chunk, layers=layers))
        yield from found


def entities(project: Project) -> dict[str, Entity]:
    """Return, by id, what all entities are read as; see `entities.read_as`."""
    with project.read() as session:
        return read_as(session)


def _is_one_of(layers: Sequence[str | None]) -> sa.ColumnElement[bool]:
    named = _LAYER.c.annotator_id.in_([key for key in layers if key is not None])
    return sa.or_(named, _LAYER.c.kind == "final") if None in layers else named
