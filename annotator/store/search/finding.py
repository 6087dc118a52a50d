"""Articles that may hold what is looked for, in their order, and what a line about them needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.search import SearchQuery
from annotator.core.segments import Segments
from annotator.store.assemble import segments_of
from annotator.store.entities import roots
from annotator.store.history import KEYS, chunks
from annotator.store.search import words
from annotator.store.tables import AUDITED, SearchArticle

_ARTICLE, _TEXT, _LAYER = AUDITED["article"], AUDITED["article_text"], AUDITED["layer"]
_SPAN, _LINK = AUDITED["span"], AUDITED["link"]

_FEW = 2_000
"""Up to so many articles that the index names are put in order; beyond, all are walked through in their order."""
_STEP = 1_000
"""Articles that are walked through at a time."""

_PLACE = (_ARTICLE.c.order, _ARTICLE.c.id)
_WITH_TEXTS = (
    sa.select(_ARTICLE.c.id, _ARTICLE.c.title, _ARTICLE.c.publication, _ARTICLE.c.published, _TEXT.c.text)
    .join(_TEXT, _TEXT.c.id == _ARTICLE.c.id)
    .where(_ARTICLE.c.id.in_(KEYS))
)


class Place(NamedTuple):
    """An article's place among all."""

    order: int
    article: str


class Candidate(NamedTuple):
    """What a line says of an article, and its text."""

    id: str
    title: str
    publication: str
    published: str
    text: str


class Finder:
    """Answers for one query, within one session. `unknown` are the articles that the index does not know.

    `usable`: the index can be asked for the others.
    """

    def __init__(self, session: Session, query: SearchQuery, unknown: Collection[str], *, usable: bool) -> None:
        self._session = session
        self._unknown, self._usable = frozenset(unknown), usable
        self._of_span = _span_conditions(session, query)
        self._of_article = _article_conditions(query)
        if self._of_span:
            fitting = sa.exists().where(_SPAN.c.layer_id == _LAYER.c.id, _LAYER.c.article_id == _ARTICLE.c.id)
            self._of_article.append(fitting.where(*self._of_span))

    def places(self, phrases: Iterable[words.Phrase], first: Place | None = None) -> Iterator[Place]:
        """Yield, from `first` on, the articles that may hold all phrases, in order: none that does is missing."""
        connection = self._session.connection()
        asked = words.condition(connection.dialect.name, phrases) if self._usable else None
        if asked is None:
            return self._walk(first, None)
        numbers = words.matching(connection, asked, most=_FEW + 1)
        return self._walk(first, asked) if len(numbers) > _FEW else self._few(numbers, first)

    def candidates(self, places: Sequence[Place]) -> list[tuple[Place, Candidate]]:
        """Return articles with their texts, in the order of their places."""
        rows = self._session.execute(_WITH_TEXTS, {"keys": [place.article for place in places]})
        found = {row.id: Candidate(*row) for row in rows}
        return [(place, found[place.article]) for place in places if place.article in found]

    def spans(self, places: Sequence[Place]) -> dict[str, list[Segments]] | None:
        """Return, by article, the segments of each span that a hit may lie in; None: it may lie anywhere."""
        if not self._of_span:
            return None
        asking = (
            sa.select(_LAYER.c.article_id, _SPAN.c.segments)
            .join(_SPAN, _SPAN.c.layer_id == _LAYER.c.id)
            .where(_LAYER.c.article_id.in_([place.article for place in places]), *self._of_span)
        )
        found: dict[str, list[Segments]] = {}
        for article, segments in self._session.execute(asking):
            found.setdefault(article, []).append(segments_of(segments))
        return found

    def _few(self, numbers: Sequence[int], first: Place | None) -> Iterator[Place]:
        asking = self._asking(None)
        numbered = asking.join(SearchArticle, SearchArticle.article_id == _ARTICLE.c.id)
        found: set[Place] = set()
        for part in chunks(numbers):
            found.update(Place(*row) for row in self._session.execute(numbered.where(SearchArticle.number.in_(part))))
        for keys in chunks(self._unknown):
            found.update(Place(*row) for row in self._session.execute(asking.where(_ARTICLE.c.id.in_(keys))))
        # Compared here, as they are sorted here: a database may put ids into another order.
        return iter(sorted(place for place in found if first is None or place >= first))

    def _walk(self, first: Place | None, asked: str | None) -> Iterator[Place]:
        beginning, following = self._asking(first), self._asking(None)
        if asked is not None:
            beginning, following = _numbered(beginning), _numbered(following)
        asking = beginning
        while step := self._session.execute(asking.order_by(*_PLACE).limit(_STEP)).all():
            yield from (Place(row[0], row[1]) for row in (step if asked is None else self._told(step, asked)))
            asking = following.where(sa.tuple_(*_PLACE) > tuple(step[-1][:2]))

    def _told(self, step: Sequence[sa.Row[Any]], asked: str) -> Iterator[sa.Row[Any]]:
        """Yield those rows of a step that the index names, and those that it does not know."""
        numbers = [row.number for row in step if row.number is not None]
        ends = min(numbers, default=0), max(numbers, default=0)
        named = frozenset(words.matching(self._session.connection(), asked, ends))
        return (row for row in step if row.number in named or row.id in self._unknown)

    def _asking(self, first: Place | None) -> sa.Select[Any]:
        asking = sa.select(*_PLACE).where(*self._of_article)
        return asking if first is None else asking.where(sa.tuple_(*_PLACE) >= tuple(first))


def _numbered(asking: sa.Select[Any]) -> sa.Select[Any]:
    return asking.add_columns(SearchArticle.number).outerjoin(SearchArticle, SearchArticle.article_id == _ARTICLE.c.id)


def _article_conditions(query: SearchQuery) -> list[sa.ColumnElement[bool]]:
    conditions: list[sa.ColumnElement[bool]] = []
    if query.publication is not None:
        conditions.append(_ARTICLE.c.publication == query.publication)
    for moment, compare in ((query.since, sa.sql.operators.ge), (query.until, sa.sql.operators.le)):
        if moment:
            # As much of the moment of publication as was asked for: all of a day, or of a year.
            as_exact = sa.func.substr(_ARTICLE.c.published, 1, len(moment))
            conditions += [_ARTICLE.c.published != "", compare(as_exact, moment)]
    return conditions


def _span_conditions(session: Session, query: SearchQuery) -> list[sa.ColumnElement[bool]]:
    # With nothing put behind them, tag and entity have no index: an article's few spans are looked at, where SQLite
    # would go through all spans of a tag for each article.
    conditions: list[sa.ColumnElement[bool]] = []
    if query.tag is not None:
        conditions.append(_SPAN.c.tag_id.concat("") == query.tag)
    if query.annotator is not None:
        conditions.append(_LAYER.c.annotator_id == query.annotator)
    if query.entity is not None:
        keys = [query.entity, *(key for key, end in roots(session).items() if end == query.entity)]
        conditions.append(sa.exists().where(_LINK.c.span_id == _SPAN.c.id, _LINK.c.entity_id.concat("").in_(keys)))
    return conditions
