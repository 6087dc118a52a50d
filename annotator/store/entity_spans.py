"""The spans that are linked to an entity, in all articles, and the links that lead there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.entity_listing import SpanInContext
from annotator.core.segments import Segment, Segments
from annotator.store.assemble import segments_of
from annotator.store.history import chunks
from annotator.store.tables import AUDITED, Link

_LINK, _SPAN, _LAYER, _ARTICLE, _TEXT, _ANNOTATOR = (
    AUDITED[name] for name in ("link", "span", "layer", "article", "article_text", "annotator")
)

BESIDE = 160
"""Characters of the text that are read before and after a span."""

LONGEST = 600
"""Characters of a span that are read; a longer one is cut."""


def linked_spans(
    session: Session, members: Sequence[str], tag: str | None = None, changed_by: str | None = None
) -> list[str]:
    """Return the ids of the spans that are linked to any of the entities, in the order of articles and texts.

    `changed_by`: only those that this annotator can change now.
    """
    statement = (
        sa.select(_SPAN.c.id, _ARTICLE.c.order, _ARTICLE.c.id, _SPAN.c.start, _SPAN.c.end)
        .join(_LAYER, _LAYER.c.id == _SPAN.c.layer_id)
        .join(_ARTICLE, _ARTICLE.c.id == _LAYER.c.article_id)
    )
    if tag is not None:
        statement = statement.where(_SPAN.c.tag_id == tag)
    if changed_by is not None:
        statement = statement.where(_LAYER.c.annotator_id == changed_by, _LAYER.c.status != "done")
    places: dict[str, tuple[int, str, int, int]] = {}
    for chunk in chunks(members):
        linked = sa.select(_LINK.c.span_id).where(_LINK.c.entity_id.in_(chunk))
        for key, *place in session.execute(statement.where(_SPAN.c.id.in_(linked))):
            places[key] = (place[0], place[1], place[2], place[3])
    return sorted(places, key=lambda key: (places[key], key))


def in_context(
    session: Session, keys: Sequence[str], members: Sequence[str], acting: str | None
) -> dict[str, SpanInContext]:
    """Return spans with the text round them, and what any of the entities `members` is to each."""
    roles = _roles(session, keys, frozenset(members))
    first = sa.case((_SPAN.c.start > BESIDE, _SPAN.c.start - BESIDE), else_=0).label("first")
    statement = (
        sa.select(
            _SPAN.c.id, _SPAN.c.tag_id, _SPAN.c.segments, _SPAN.c.start, _SPAN.c.end, _ARTICLE.c.id.label("article"),
            _ARTICLE.c.title, _LAYER.c.annotator_id, _LAYER.c.status, _ANNOTATOR.c.name, first,
            sa.func.substr(_TEXT.c.text, first + 1, _SPAN.c.start - first + LONGEST + BESIDE + 1).label("read"),
        )
        .join(_LAYER, _LAYER.c.id == _SPAN.c.layer_id)
        .join(_ARTICLE, _ARTICLE.c.id == _LAYER.c.article_id)
        .join(_TEXT, _TEXT.c.id == _ARTICLE.c.id)
        .outerjoin(_ANNOTATOR, _ANNOTATOR.c.id == _LAYER.c.annotator_id)
    )  # fmt: skip
    found: dict[str, SpanInContext] = {}
    for chunk in chunks(keys):
        for row in session.execute(statement.where(_SPAN.c.id.in_(chunk))):
            end = min(row.end, row.start + LONGEST)
            context = row.read[: end - row.first + (BESIDE if end == row.end else 0)]
            found[row.id] = SpanInContext(
                row.id, row.tag_id, row.article, row.title, row.name, tuple(roles[row.id]),
                context, context != row.read, _within(segments_of(row.segments), row.first, end),
                row.status == "done", acting is not None and row.annotator_id == acting,
            )  # fmt: skip
    return found


def _within(segments: Segments, first: int, end: int) -> Segments:
    """Return segments as they stand in the part of a text that begins at `first`; what is behind `end` is cut off."""
    return tuple(Segment(one.start - first, min(one.end, end) - first) for one in segments if one.start < end)


def _roles(session: Session, spans: Sequence[str], members: frozenset[str]) -> dict[str, dict[str, None]]:
    roles: dict[str, dict[str, None]] = defaultdict(dict)
    for chunk in chunks(spans):
        rows = session.execute(
            sa.select(_LINK.c.span_id, _LINK.c.entity_id, _LINK.c.role)
            .where(_LINK.c.span_id.in_(chunk))
            .order_by(_LINK.c.order, _LINK.c.id)
        )
        for span, entity, role in rows:
            if entity in members:
                roles[span][role] = None
    return roles


class LinkPlace(NamedTuple):
    """A link, and whose layer of which article its span is in."""

    link: str
    span: str
    role: str
    article: str
    annotator: str | None


def links_to(session: Session, members: Sequence[str], *, lock: bool = False) -> list[LinkPlace]:
    """Return the links to any of the entities, in order of id.

    `lock` keeps others from changing them until the end of the transaction (PostgreSQL).
    """
    tables = _LINK.join(_SPAN, _SPAN.c.id == _LINK.c.span_id).join(_LAYER, _LAYER.c.id == _SPAN.c.layer_id)
    columns = (_LINK.c.id, _LINK.c.span_id, _LINK.c.role, _LAYER.c.article_id, _LAYER.c.annotator_id)
    statement = sa.select(*columns).select_from(tables)
    if lock:
        statement = statement.with_for_update(of=_LINK)
    return sorted(
        LinkPlace(*row)
        for chunk in chunks(members)
        for row in session.execute(statement.where(_LINK.c.entity_id.in_(chunk)))
    )


def own_links(session: Session, spans: Sequence[str], members: Sequence[str]) -> list[Link]:
    """Return the links of spans that lead to any of the entities, to change them."""
    wanted = frozenset(members)
    return [
        link
        for chunk in chunks(spans)
        for link in session.scalars(sa.select(Link).where(Link.span_id.in_(chunk)).order_by(Link.order, Link.id))
        if link.entity_id in wanted
    ]


def is_linked_outside(session: Session, members: Sequence[str], article: str) -> bool:
    """Tell whether any of the entities is linked in an article other than this one."""
    tables = _LINK.join(_SPAN, _SPAN.c.id == _LINK.c.span_id).join(_LAYER, _LAYER.c.id == _SPAN.c.layer_id)
    elsewhere = sa.select(_LINK.c.id).select_from(tables).where(_LAYER.c.article_id != article).limit(1)
    found = (session.scalar(elsewhere.where(_LINK.c.entity_id.in_(chunk))) for chunk in chunks(members))
    return any(key is not None for key in found)
