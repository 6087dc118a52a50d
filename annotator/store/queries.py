"""Questions that the lists ask: sorting and filtering happen in the database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.errors import Refused
from annotator.core.listing import ArticleQuery, ArticleRow, HistoryRow, SpanRow
from annotator.core.records import Article, Entity, Span
from annotator.store import assemble, assignments
from annotator.store.history import KEYS, chunks
from annotator.store.matching import contains
from annotator.store.project import Project
from annotator.store.tables import AUDITED, Base

_ARTICLE, _LAYER, _SPAN = AUDITED["article"], AUDITED["layer"], AUDITED["span"]
_ENTITY, _MEMBER, _ASSIGNMENT = AUDITED["entity"], AUDITED["collection_article"], AUDITED["assignment"]
_REVISION, _CHANGE = Base.metadata.tables["revision"], Base.metadata.tables["change"]

_PART = 5_000
"""Rows that are taken from the driver at a time."""

# Made once: each key that a person presses asks some of these, and to put one together takes longer than to run it.
_ROWS = (
    sa.select(
        _ARTICLE.c.id, _ARTICLE.c.order, _ARTICLE.c.title, _ARTICLE.c.unusable, _LAYER.c.status,
        (_ARTICLE.c.note != "").label("noted"),
        sa.select(sa.func.count()).where(_SPAN.c.layer_id == _LAYER.c.id).scalar_subquery().label("spans"),
    )
    .outerjoin(_LAYER, (_LAYER.c.article_id == _ARTICLE.c.id) & (_LAYER.c.annotator_id == sa.bindparam("me")))
    .where(_ARTICLE.c.id.in_(KEYS))
)  # fmt: skip
_ENTITIES = sa.select(_ENTITY).where(_ENTITY.c.id.in_(KEYS))
_KNOWN = sa.select(_ENTITY).where(
    _ENTITY.c.merged_into.is_(None),
    sa.or_(_ENTITY.c.article_id.is_(None), _ENTITY.c.article_id == sa.bindparam("article")),
)
"""The entities that are known in an article."""
_EVERYBODY = _KNOWN.order_by(_ENTITY.c.name, _ENTITY.c.id).limit(sa.bindparam("most"))
_NEWEST = sa.select(sa.func.max(_REVISION.c.id))
_SIZE = sa.select(sa.func.count()).where(_CHANGE.c.revision_id == sa.bindparam("revision"))


def article_ids(project: Project, query: ArticleQuery) -> list[str]:
    """Return the ids of the articles that match, in order; counts and status are the acting annotator's."""
    me = project.acting.id if project.acting else None
    mine = (_LAYER.c.article_id == _ARTICLE.c.id) & (_LAYER.c.annotator_id == me)
    statement = sa.select(_ARTICLE.c.id)
    status = sa.func.coalesce(_LAYER.c.status, "new")
    if query.status or query.sort in ("status", "spans"):
        statement = statement.outerjoin(_LAYER, mine)
    if query.status:
        statement = statement.where(status == query.status)
    if query.text:
        columns = (_ARTICLE.c.title, _ARTICLE.c.source_file, _ARTICLE.c.publication, _ARTICLE.c.byline)
        statement = statement.where(contains(query.text, *columns))
    if query.collection is not None:
        members = sa.select(_MEMBER.c.article_id).where(_MEMBER.c.collection_id == query.collection)
        statement = statement.where(_ARTICLE.c.id.in_(members))
    if query.assigned is not None:
        given = sa.select(_ASSIGNMENT.c.article_id).where(_ASSIGNMENT.c.annotator_id == query.assigned)
        statement = statement.where(_ARTICLE.c.id.in_(given))
    if query.unusable is not None:
        statement = statement.where(_ARTICLE.c.unusable.is_(query.unusable))
    key: sa.ColumnElement[object]
    if query.sort == "spans":
        counts = (
            # Counted alone, along the index: twice as fast as joined first.
            sa.select(_SPAN.c.layer_id, sa.func.count().label("number")).group_by(_SPAN.c.layer_id).subquery()
        )
        statement = statement.outerjoin(counts, counts.c.layer_id == _LAYER.c.id)
        key = sa.func.coalesce(counts.c.number, 0)
    elif query.sort == "status":
        key = sa.case({"new": 0, "in progress": 1}, value=status, else_=2)
    else:
        key = _ARTICLE.c[query.sort]
    first = key.desc() if query.descending else key
    # Named twice, the order of import would be sorted by once more, instead of read along its index.
    then = (_ARTICLE.c.id,) if query.sort == "order" else (_ARTICLE.c.order, _ARTICLE.c.id)
    statement = statement.order_by(first, *then)
    with project.read() as session:
        # In parts: the driver's rows of a hundred thousand articles would stay in memory beside the ids.
        return list(session.scalars(statement, execution_options={"yield_per": _PART}))


def publications(project: Project) -> list[str]:
    """Return the names of the publications that articles are of, in no order."""
    with project.read() as session:
        return list(session.scalars(sa.select(_ARTICLE.c.publication).where(_ARTICLE.c.publication != "").distinct()))


def article_rows(project: Project, keys: Sequence[str]) -> dict[str, ArticleRow]:
    """Return the rows of a page of the list of articles."""
    me = project.acting.id if project.acting else None
    found: dict[str, ArticleRow] = {}
    with project.read() as session:
        for chunk in chunks(keys):
            rows = session.execute(_ROWS, {"me": me, "keys": chunk})
            given: dict[str, list[str]] = {}
            for article_id, annotator in assignments.given(session, chunk):
                given.setdefault(article_id, []).append(annotator)
            for row in rows:
                found[row.id] = ArticleRow(
                    row.id, row.order, row.title, row.spans or 0, row.status or "new", row.unusable, row.noted,
                    tuple(given.get(row.id, ())),
                )  # fmt: skip
    return found


def articles_marked(session: Session, keys: Sequence[str], *, unusable: bool) -> list[str]:
    """Return those of the articles that are, or are not, marked as unusable."""
    return [key for chunk in chunks(dict.fromkeys(keys)) for key in session.scalars(
        sa.select(_ARTICLE.c.id).where(_ARTICLE.c.id.in_(chunk), _ARTICLE.c.unusable.is_(unusable))
    )]  # fmt: skip


def article(project: Project, key: str, layers: Sequence[str | None] | None = None) -> Article:
    """Return one article with the layers of the annotators named (None: the final layer), else with all.

    Raises Refused where there is none with this id.
    """
    with project.read() as session:
        for found in assemble.articles(session, [key], layers=layers):
            return found
    raise Refused(f"There is no article {key} in the project.")


def spans_by_id(project: Project, keys: Sequence[str]) -> dict[str, tuple[str, Span]]:
    """Return the layer's id and the span for each of the keys that there is."""
    with project.read() as session:
        return assemble.spans_by_id(session, keys)


def span_rows(project: Project, text: str = "") -> Iterator[SpanRow]:
    """Yield the spans of all articles, in order, a few articles in memory at a time.

    `text` stands in the span's own text or note (case folded).
    """
    folded = text.casefold()
    with project.read() as session:
        for found in assemble.articles(session, session.scalars(sa.select(_ARTICLE.c.id).order_by(_ARTICLE.c.order))):
            bare = replace(found, layers=())
            for layer in found.layers:
                for span in layer.spans:
                    own = " ".join(found.text[start:end] for start, end in span.segments)
                    if not folded or folded in own.casefold() or folded in span.note.casefold():
                        yield SpanRow(bare, layer.annotator, span)


def entities_by_id(project: Project, keys: Sequence[str]) -> dict[str, Entity]:
    """Return entities by id; one that was merged is the one it was merged into, however far that goes."""
    found: dict[str, Entity] = {}
    wanted = set(keys)
    with project.read() as session:
        while wanted:
            for chunk in chunks(wanted):
                for row in session.execute(_ENTITIES, {"keys": chunk}).mappings():
                    found[row["id"]] = assemble.entity(row)
            # All at once, a step further on their ways: one question for each would be many for an article.
            wanted = {one.merged_into for one in found.values() if one.merged_into is not None} - found.keys()
    return {key: _end(found, found[key]) for key in keys if key in found}


def _end(entities: Mapping[str, Entity], entity: Entity) -> Entity:
    seen = {entity.id}
    while entity.merged_into is not None and entity.merged_into not in seen:
        entity = entities[entity.merged_into]
        seen.add(entity.id)
    return entity


def newest_step(project: Project) -> int:
    """Return the number of the newest revision, whoever made it; 0 before the first."""
    with project.read() as session:
        return session.scalar(_NEWEST) or 0


def step_size(project: Project, revision: int | None) -> int:
    """Return how many rows a revision changed; 0 for none."""
    with project.read() as session:
        return session.scalar(_SIZE, {"revision": revision}) or 0


def history_rows(project: Project, most: int | None = None, by: str | None = None) -> list[HistoryRow]:
    """Return the newest revisions first."""
    statement = (
        sa.select(_REVISION, sa.func.count(_CHANGE.c.key).label("rows"))
        .outerjoin(_CHANGE, _CHANGE.c.revision_id == _REVISION.c.id)
        .group_by(*_REVISION.c)
        .order_by(_REVISION.c.id.desc())
        .limit(most)
    )
    if by:
        statement = statement.where(_REVISION.c.by == by)
    with project.read() as session:
        return [
            HistoryRow(row["id"], row["at"], row["by"], row["kind"], row["reverts"], row["rows"])
            for row in session.execute(statement).mappings()
        ]
