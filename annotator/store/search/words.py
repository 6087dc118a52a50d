"""The table of words, on each database its own: FTS5 on SQLite, a `tsvector` on PostgreSQL.

Both are given the words as they are to be compared, so that neither takes texts apart or folds them as it sees fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

Phrase: TypeAlias = tuple[Sequence[str], bool]
"""Words that stand next to each other in a text; the flag: the last one may go on."""

FTS5 = (
    "CREATE VIRTUAL TABLE search_words USING fts5(words, content='', columnsize=0, tokenize=\"ascii tokenchars '_'\")"
)

_LONGEST = 100
"""Characters of a word that are kept: PostgreSQL keeps 2,046 bytes at most."""
_LARGEST = 500_000
"""Bytes of an article's words that are kept on PostgreSQL, whose limit is a megabyte."""
_ANY = "*"
"""Stands, as a word, for all that an article may hold whose words are too many."""
_MOST_WORDS = 30
"""Words of a phrase that are asked for."""

_ADD_SQLITE = "INSERT INTO search_words (rowid, words) VALUES (?, ?)"
_ADD_POSTGRESQL = sa.text("INSERT INTO search_words VALUES (:number, array_to_tsvector(:words))")


def is_there(connection: sa.Connection) -> bool:
    """Tell whether the table can be asked: not in a project of before, nor where this SQLite has no FTS5."""
    if connection.dialect.name == "postgresql":
        return sa.inspect(connection).has_table("search_words")
    try:
        connection.exec_driver_sql("SELECT rowid FROM search_words WHERE search_words MATCH 'a' LIMIT 1").all()
    except DBAPIError:
        return False
    return True


def empty(connection: sa.Connection) -> None:
    """Make the table anew, with nothing in it. Raises DBAPIError where this SQLite has no FTS5."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("DELETE FROM search_words"))
    else:
        drop(connection)
        connection.exec_driver_sql(FTS5)


def drop(connection: sa.Connection) -> None:
    """Take the words away, without a trace of them in the table."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("DELETE FROM search_words"))
    else:
        connection.exec_driver_sql("DROP TABLE IF EXISTS search_words")


def add(connection: sa.Connection, rows: Iterable[tuple[int, Sequence[str]]]) -> None:
    """Add numbers with the words of their texts, in order."""
    if connection.dialect.name == "postgresql":
        found = [{"number": number, "words": _distinct(words)} for number, words in rows]
        if found:
            connection.execute(_ADD_POSTGRESQL, found)
        return
    lines = [(number, " ".join(_short(words))) for number, words in rows]
    if lines:
        connection.exec_driver_sql(_ADD_SQLITE, lines)


def _short(words: Sequence[str]) -> Sequence[str]:
    return words if max(map(len, words), default=0) <= _LONGEST else [word[:_LONGEST] for word in words]


def _distinct(words: Sequence[str]) -> list[str]:
    found = sorted(set(_short(words)))
    return found if sum(len(word.encode()) for word in found) <= _LARGEST else [_ANY]


def condition(dialect: str, phrases: Iterable[Phrase]) -> str | None:
    """Return what asks the table for texts that hold all phrases, or None where no phrase has a word.

    PostgreSQL answers for more: for texts that hold the words of the phrases, wherever.
    """
    asked = [_cut(words, prefix) for words, prefix in phrases if words]
    if not asked:
        return None
    if dialect == "postgresql":
        parts = dict.fromkeys(
            f"'{word}'{':*' if prefix and place == len(words) - 1 else ''}"
            for words, prefix in asked
            for place, word in enumerate(words)
        )
        return f"( {' & '.join(parts)} ) | '{_ANY}'"
    return " AND ".join(f'"{" ".join(words)}"{" *" if prefix else ""}' for words, prefix in asked)


def matching(
    connection: sa.Connection, asked: str, numbers: tuple[int, int] | None = None, most: int | None = None
) -> Sequence[int]:
    """Return the numbers of the texts for which `condition` asks; only those from one number to another, `most`."""
    if connection.dialect.name == "postgresql":
        number, where = "number", "words @@ CAST(:asked AS tsquery)"
    else:
        number, where = "rowid", "search_words MATCH :asked"
    statement = f"SELECT {number} FROM search_words WHERE {where}"
    values: dict[str, object] = {"asked": asked}
    if numbers is not None:
        statement += f" AND {number} BETWEEN :first AND :last"
        values |= {"first": numbers[0], "last": numbers[1]}
    if most is not None:
        statement += " LIMIT :most"
        values["most"] = most
    return connection.scalars(sa.text(statement), values).all()


def _cut(words: Sequence[str], prefix: bool) -> Phrase:
    return _short(words[:_MOST_WORDS]), prefix and len(words) <= _MOST_WORDS
