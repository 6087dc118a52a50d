"""Rows by the thousand on their way to the driver, with a statement that is put together once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

import sqlalchemy as sa


class _Prepared(NamedTuple):
    sql: str
    places: Callable[[Mapping[str, Any]], tuple[Any, ...]] | None
    binds: Mapping[str, Callable[[Any], Any]]


class Inserting:
    """Inserts rows through one connection.

    SQLAlchemy asks the type of each value of each row what to do with it, which takes longer than the database needs.
    Here the types are asked once, and most of them do nothing.
    """

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._prepared: dict[tuple[sa.Insert, frozenset[str]], _Prepared] = {}

    def insert(self, statement: sa.Insert, rows: Sequence[Mapping[str, Any]], same: Mapping[str, Any]) -> None:
        """Insert rows that all have the same columns; `same` has what stands in each of them, where they do not say."""
        columns = frozenset({*same, *rows[0]})
        prepared = self._prepared.get((statement, columns))
        if prepared is None:
            prepared = self._prepared[statement, columns] = self._prepare(statement, columns)
        sql, places, binds = prepared
        own = [(name, bind) for name, bind in binds.items() if name in rows[0]]
        rest = {name: binds[name](value) if name in binds else value for name, value in same.items()}
        bound = []
        for row in rows:
            values = {**rest, **row}
            for name, bind in own:
                values[name] = bind(values[name])
            bound.append(values if places is None else places(values))
        self._connection.exec_driver_sql(sql, bound)

    def _prepare(self, statement: sa.Insert, columns: frozenset[str]) -> _Prepared:
        dialect = self._connection.dialect
        compiled = statement.compile(dialect=dialect, column_keys=sorted(columns))
        found = {
            column.key: column.type.dialect_impl(dialect).bind_processor(dialect)
            for column in statement.table.columns
            if column.key in columns
        }
        places = itemgetter(*compiled.positiontup) if compiled.positiontup else None
        return _Prepared(str(compiled), places, {name: bind for name, bind in found.items() if bind is not None})
