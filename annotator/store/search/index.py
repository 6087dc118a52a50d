"""Bringing the search index up to date. It is derived from the texts: not audited, and no part of any step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.store.history import CHANGE, KEYS, REVISION, chunks
from annotator.store.project import Project
from annotator.store.search import words
from annotator.store.tables import AUDITED, SearchArticle, SearchState

_ARTICLE, _TEXT = AUDITED["article"], AUDITED["article_text"]

_PORTION = 1_000
"""Articles indexed in one transaction: nobody who writes meanwhile waits for long."""
_OFTEN = 1_000
"""Revisions after which the state is written even where no text changed, so that few have to be looked through."""
_AN_END = 8
"""Words at the beginning and at the end of a text by which the index must find it."""
_LOCK = sa.text("SELECT pg_advisory_xact_lock(1095650895)")
"""Lets those who write the index on PostgreSQL do it one after the other, as they do on SQLite anyway."""

_OUTDATED = (
    sa.select(_TEXT.c.id)
    .join(_ARTICLE, _ARTICLE.c.id == _TEXT.c.id)
    .outerjoin(SearchArticle, (SearchArticle.article_id == _TEXT.c.id) & (SearchArticle.sha256 == _TEXT.c.sha256))
    .where(SearchArticle.number.is_(None))
    .order_by(_ARTICLE.c.order, _ARTICLE.c.id)
)
_OUTDATED_OF_THESE = _OUTDATED.where(_TEXT.c.id.in_(KEYS))
_FRESH = (
    sa.select(SearchArticle.number, SearchArticle.article_id)
    .join(_TEXT, (_TEXT.c.id == SearchArticle.article_id) & (_TEXT.c.sha256 == SearchArticle.sha256))
    .order_by(SearchArticle.number)
)
_ALL = sa.select(_ARTICLE.c.id).order_by(_ARTICLE.c.order, _ARTICLE.c.id)
_SIZE = sa.select(sa.func.count()).select_from(SearchArticle)
_TEXTS = sa.select(_TEXT.c.id, _TEXT.c.sha256, _TEXT.c.text).where(_TEXT.c.id.in_(KEYS))
_KNOWN = sa.select(SearchArticle.article_id, SearchArticle.sha256).where(SearchArticle.article_id.in_(KEYS))
_CURRENT = sa.select(sa.func.count(), sa.func.coalesce(sa.func.max(REVISION.c.id), 0))
_SINCE = sa.select(sa.func.count()).where(REVISION.c.id > sa.bindparam("last"))
_TOUCHED = (
    sa.select(CHANGE.c.key)
    .where(CHANGE.c.revision_id > sa.bindparam("last"), CHANGE.c.table_name == _TEXT.name)
    .distinct()
)


class State(NamedTuple):
    """How many revisions the history has, and the number of the last one."""

    revisions: int
    last: int


class Outdated(NamedTuple):
    """The articles whose texts the index does not know, in order, and the state of the history that this is said of.

    `usable`: the index can be asked for the others. `told`: the state that is written in it is (nearly) this one.
    """

    articles: Sequence[str]
    state: State
    usable: bool
    told: bool


def outdated(connection: sa.Connection) -> Outdated:
    """Return what the index does not know: quickly, where the history tells that no text was changed since."""
    state = State(*connection.execute(_CURRENT).one())
    if not (_has_tables(connection) and words.is_there(connection)):
        return Outdated(connection.scalars(_ALL).all(), state, usable=False, told=False)
    known = connection.execute(sa.select(SearchState.revisions, SearchState.last)).first()
    if known is not None:
        since = connection.scalar(_SINCE, {"last": known.last}) or 0
        # On PostgreSQL revisions are not seen in the order of their numbers; a purge takes some away.
        if state.revisions - known.revisions == since:
            touched = connection.scalars(_TOUCHED, {"last": known.last}).all() if since else []
            found = [key for keys in chunks(touched) for key in connection.scalars(_OUTDATED_OF_THESE, {"keys": keys})]
            return Outdated(found, state, usable=True, told=since < _OFTEN)
    return Outdated(connection.scalars(_OUTDATED).all(), state, usable=True, told=False)


def update(
    project: Project, words_of: Callable[[str], Sequence[str]], progress: Callable[[int, int, str], None]
) -> None:
    """Take into the index what it does not know, a portion at a time; `words_of` returns the words of a text.

    What is done stays where `progress` raises Cancelled. Raises ProjectError where the index cannot be written.
    """
    with project.read() as session:
        lacking = outdated(session.connection())
        size = session.scalar(_SIZE) or 0 if lacking.usable else 0
    if not lacking.articles and lacking.usable and lacking.told:
        return
    articles = lacking.articles
    if not lacking.usable or len(articles) > size // 2:
        articles = _begin_anew(project, size)
    for done, portion in enumerate(chunks(articles, _PORTION)):
        progress(done * _PORTION, len(articles), "search index")
        with project.read() as session:
            texts = {row.id: row for keys in chunks(portion) for row in session.execute(_TEXTS, {"keys": keys})}
        _add(project, {key: (texts[key].sha256, words_of(texts[key].text)) for key in portion if key in texts})
    with _alone(project) as connection:
        # Somebody else may have made the index anew meanwhile, and not be done yet.
        now = outdated(connection)
        if not now.articles:
            connection.execute(sa.delete(SearchState))
            connection.execute(sa.insert(SearchState), {"id": 1, **now.state._asdict()})


def forget(project: Project) -> None:
    """Take all words out of the index: a name that goes for good must not stay in it. Raises ProjectError."""
    with _alone(project) as connection:
        _clear(connection)
        words.drop(connection)


def lost(session: Session, words_of: Callable[[str], Sequence[str]]) -> Iterator[str]:
    """Yield the ids of articles that the index says it knows, and does not find by the words of their texts."""
    connection = session.connection()
    if not (_has_tables(connection) and words.is_there(connection)):
        return
    known = connection.execute(_FRESH).all()
    for part in chunks(known):
        texts = {row.id: row.text for row in session.execute(_TEXTS, {"keys": [key for _number, key in part]})}
        for number, key in part:
            found = words_of(texts[key])
            # The ends of a text: there all of it went in between them.
            asked = words.condition(connection.dialect.name, [(found[:_AN_END], False), (found[-_AN_END:], False)])
            if asked is not None and not words.matching(connection, asked, (number, number)):
                yield key


def _has_tables(connection: sa.Connection) -> bool:
    return sa.inspect(connection).has_table(SearchState.__tablename__)


def _begin_anew(project: Project, size: int) -> Sequence[str]:
    """Return all articles, for an index that is empty now, unless somebody else has begun meanwhile."""
    with _alone(project) as connection:
        if not words.is_there(connection) or connection.scalar(_SIZE) == size:
            _clear(connection)
            words.empty(connection)
        return list(connection.scalars(_ALL))


def _clear(connection: sa.Connection) -> None:
    connection.execute(sa.delete(SearchState))
    connection.execute(sa.delete(SearchArticle))


def _add(project: Project, texts: dict[str, tuple[str, Sequence[str]]]) -> None:
    with _alone(project) as connection:
        there = {key: digest for keys in chunks(texts) for key, digest in connection.execute(_KNOWN, {"keys": keys})}
        # Numbers are taken after the highest, so that none that was left behind gets other words.
        first = (connection.scalar(sa.select(sa.func.max(SearchArticle.number))) or 0) + 1
        new = [key for key, (digest, _words) in texts.items() if there.get(key) != digest]
        for keys in chunks(key for key in new if key in there):
            connection.execute(sa.delete(SearchArticle).where(SearchArticle.article_id.in_(keys)))
        if new:
            rows = [{"number": at, "article_id": key, "sha256": texts[key][0]} for at, key in enumerate(new, first)]
            connection.execute(sa.insert(SearchArticle), rows)
            words.add(connection, ((at, texts[key][1]) for at, key in enumerate(new, first)))


@contextmanager
def _alone(project: Project) -> Iterator[sa.Connection]:
    with project.write_derived() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(_LOCK)
        yield connection
