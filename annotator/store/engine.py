"""Engines for SQLite and PostgreSQL, and what each connection is told before its first statement."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import orjson
import sqlalchemy as sa

from annotator.core.errors import ProjectError
from annotator.core.project_names import is_url, shown_name
from annotator.store import sqlite_file

FOLD = "fold_case"
"""SQLite's function for texts without the difference of case, in all scripts."""

WRITES = "writes"
"""The execution option of connections whose transactions begin by taking SQLite's write lock."""


def _dumps(value: Any) -> str:
    return orjson.dumps(value).decode()


def _fold(text: str | None) -> str | None:
    return None if text is None else text.lower()


def _loads(text: str, path: Path) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise ProjectError(f"{path}: the project is damaged ({error}).") from None


def make_engine(name: str, *, read_only: bool = False) -> sa.Engine:
    """Return the engine of a project, a file or a URL; nothing is opened yet. Raises ProjectError for a wrong URL."""
    if is_url(name):
        try:
            url = sa.make_url(name).set(drivername="postgresql+psycopg")
        except (sa.exc.ArgumentError, ValueError):
            raise ProjectError(f"{shown_name(name)}: this is no address of a database.") from None
        return sa.create_engine(url, json_serializer=_dumps, pool_pre_ping=True, use_insertmanyvalues=True)
    return _sqlite_engine(Path(name), read_only=read_only)


def _sqlite_engine(path: Path, *, read_only: bool) -> sa.Engine:
    path = path.resolve()
    opened = sqlite_file.identity(path)
    pragmas = ["synchronous=FULL", "foreign_keys=ON", "trusted_schema=OFF", "temp_store=MEMORY"]
    if not read_only:
        pragmas.insert(0, f"journal_mode={'DELETE' if sqlite_file.is_on_network(path) else 'WAL'}")

    def connect() -> sqlite3.Connection:
        sqlite_file.require_same(path, opened)
        connection = sqlite_file.connect(path, read_only=read_only)
        try:
            for pragma in pragmas:
                connection.execute(f"PRAGMA {pragma}")
            connection.create_function(FOLD, 1, _fold, deterministic=True)
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    engine = sa.create_engine(
        "sqlite+pysqlite://",
        creator=connect,
        poolclass=sa.pool.QueuePool,
        json_serializer=_dumps,
        json_deserializer=lambda text: _loads(text, path),
    )

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get(WRITES, False)
        if writes:
            sqlite_file.require_same(path, opened)
        # The driver's own transactions are off: a deferred read-then-write fails at once, whatever the busy timeout.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    @sa.event.listens_for(engine, "checkin")
    def _end(connection: sqlite3.Connection | None, _record: Any) -> None:
        # A COMMIT that deferred foreign keys refuse leaves SQLite's transaction open, and SQLAlchemy believes it ended.
        if connection is not None and connection.in_transaction:
            connection.rollback()

    return engine
