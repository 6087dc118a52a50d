"""Engines for SQLite and PostgreSQL, and what each connection is told before its first statement."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import orjson
import sqlalchemy as sa

from annotator.store.sqlite_file import BUSY_SECONDS, is_on_network

WRITES = "writes"
"""The execution option of connections whose transactions begin by taking SQLite's write lock."""


def is_url(name: str) -> bool:
    """Tell whether a project's name is a database URL and not a file."""
    return name.startswith(("postgresql://", "postgresql+psycopg://"))


def _dumps(value: Any) -> str:
    return orjson.dumps(value).decode()


def make_engine(name: str, *, read_only: bool = False) -> sa.Engine:
    """Return the engine of a project, a file or a URL; nothing is opened yet."""
    if is_url(name):
        url = sa.make_url(name).set(drivername="postgresql+psycopg")
        return sa.create_engine(url, json_serializer=_dumps, pool_pre_ping=True, use_insertmanyvalues=True)
    return _sqlite_engine(Path(name), read_only=read_only)


def _sqlite_engine(path: Path, *, read_only: bool) -> sa.Engine:
    uri = f"{path.resolve().as_uri()}?mode={'ro' if read_only else 'rw'}"
    engine = sa.create_engine(
        "sqlite+pysqlite://",
        creator=lambda: sqlite3.connect(
            uri,
            uri=True,
            timeout=BUSY_SECONDS,
            # Autocommit of the driver is off: a deferred read-then-write fails at once, whatever the busy timeout.
            isolation_level=None,
            check_same_thread=False,
        ),
        poolclass=sa.pool.QueuePool,
        json_serializer=_dumps,
        json_deserializer=json.loads,
    )
    journal = "DELETE" if is_on_network(path) else "WAL"

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _record: Any) -> None:
        cursor = connection.cursor()
        if not read_only:
            cursor.execute(f"PRAGMA journal_mode={journal}")
        for pragma in ("synchronous=FULL", "foreign_keys=ON", "trusted_schema=OFF", "temp_store=MEMORY"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get(WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    @sa.event.listens_for(engine, "checkin")
    def _end(connection: sqlite3.Connection | None, _record: Any) -> None:
        # A COMMIT that deferred foreign keys refuse leaves SQLite's transaction open, and SQLAlchemy believes it ended.
        if connection is not None and connection.in_transaction:
            connection.rollback()

    return engine
