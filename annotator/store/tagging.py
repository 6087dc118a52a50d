"""Rows that use a tag, of all annotators: what a change of the scheme takes along."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session, aliased

from annotator.core.ids import derived_id
from annotator.store.history import Row, chunks, rows_of
from annotator.store.project import Writing
from annotator.store.tables import AUDITED, Annotator, Article, Dismissal, Layer, Link, Project, Span, Tag, Tombstone


def lock_scheme(session: Session) -> list[Tag]:
    """Return the tags in their order; whoever else changes the scheme waits until this transaction ends."""
    session.scalars(sa.select(Project).with_for_update()).all()
    return list(session.scalars(sa.select(Tag).order_by(Tag.order, Tag.id)))


def is_buried(session: Session, key: str) -> bool:
    """Tell whether a row with this id was deleted: files of colleagues may know it still."""
    return session.get(Tombstone, key) is not None


def span_counts(session: Session) -> dict[str, int]:
    """Return, by tag, how many spans there are; tags without any are left out."""
    rows = session.execute(sa.select(Span.tag_id, sa.func.count()).group_by(Span.tag_id))
    return dict(rows.all())


def spans_with(session: Session, tag: str) -> list[str]:
    """Return the keys of all spans that have a tag."""
    return list(session.scalars(sa.select(Span.id).where(Span.tag_id == tag)))


def dismissals_with(session: Session, tag: str) -> list[str]:
    """Return the keys of all dismissals of candidates for a tag."""
    return list(session.scalars(sa.select(Dismissal.id).where(Dismissal.tag_id == tag)))


def attributes_with(session: Session, tag: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Return key and attributes of each span that has a tag."""
    rows = session.execute(sa.select(Span.id, Span.attributes).where(Span.tag_id == tag))
    return [(key, attributes) for key, attributes in rows]


def doubles(session: Session, tag: str, other: str) -> list[str]:
    """Return the keys of spans with `tag` that stand in the same layer, on the same segments, with `other` as well."""
    there = aliased(Span)
    same = (there.layer_id == Span.layer_id) & (there.key == Span.key) & (there.tag_id == other)
    return list(session.scalars(sa.select(Span.id).join(there, same).where(Span.tag_id == tag).order_by(Span.id)))


def places(session: Session, spans: Sequence[str]) -> Iterator[tuple[str, str, list[Any], str | None]]:
    """Yield for each span its article's id and title, its segments, and its annotator's name."""
    for chunk in chunks(spans):
        yield from session.execute(
            sa.select(Article.id, Article.title, Span.segments, Annotator.name)
            .join(Layer, Layer.id == Span.layer_id)
            .join(Article, Article.id == Layer.article_id)
            .outerjoin(Annotator, Annotator.id == Layer.annotator_id)
            .where(Span.id.in_(chunk))
            .order_by(Article.order, Span.start, Span.id)
        )


def rename_role(writing: Writing, tag: str, old: str, new: str) -> None:
    """Give the links of a tag's spans that have its own role the new one."""
    links = writing.session.scalars(
        sa.select(Link.id).join(Span, Span.id == Link.span_id).where(Span.tag_id == tag, Link.role == old)
    ).all()
    writing.bulk_update("link", ({"id": key, "role": new} for key in links))


def move_dismissals(writing: Writing, old: str, new: str) -> None:
    """Turn dismissals of candidates for one tag into those for another; one that is there already is enough."""
    connection, keys = writing.session.connection(), dismissals_with(writing.session, old)
    rows: list[Row] = [row for chunk in chunks(keys) for row in rows_of(connection, "dismissal", chunk).values()]
    writing.bulk_delete("dismissal", keys)
    moved = {
        derived_id("dismissal", row["article_id"], row["annotator_id"], new, row["key"]): row for row in rows
    }  # fmt: skip
    table = AUDITED["dismissal"]
    there = {
        (row.article_id, row.annotator_id, row.key)
        for row in connection.execute(sa.select(table).where(table.c.tag_id == new))
    }
    writing.bulk_insert("dismissal", (
        {name: value for name, value in row.items() if name not in ("version", "updated")} | {"id": key, "tag_id": new}
        for key, row in moved.items()
        if (row["article_id"], row["annotator_id"], row["key"]) not in there
    ))  # fmt: skip
