"""The recorder: what stood in each row before a revision, written in the same transaction as the change itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache, cached_property
from itertools import islice
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import InstanceState, ORMExecuteState, Session, UOWTransaction

from annotator.core.errors import Refused
from annotator.core.records import Changed, now
from annotator.store.inserting import Inserting
from annotator.store.tables import AUDITED, CLASSES, Audited, Base, UtcTime

Row = dict[str, Any]
T = TypeVar("T")

REVISION, CHANGE, TOMBSTONE = (Base.metadata.tables[name] for name in ("revision", "change", "tombstone"))

KEYS: sa.BindParameter[Sequence[str]] = sa.bindparam("keys", expanding=True)
"""The keys that a statement made once is run with: to put one together takes longer than to run it."""

CHUNK = 500
"""Rows a statement: below SQLite's limit on variables, and few enough that memory stays flat."""

_FEW = 200
"""Up to so many changed rows the articles concerned are named; beyond, everything is asked for again."""

_PARENTS = {
    "span": ("layer", "layer_id"),
    "link": ("span", "span_id"),
    "decision": ("span", "span_id"),
    "comment": ("span", "span_id"),
    "relation": ("span", "source_id"),
}
_WITHOUT_TOMBSTONE = frozenset({"article_text", "annotator", "project", "layer"})


def chunks(items: Iterable[T], size: int = CHUNK) -> Iterator[list[T]]:
    """Yield the items in lists of at most `size`."""
    iterator = iter(items)
    while chunk := list(islice(iterator, size)):
        yield chunk


def encode(row: Row) -> Row:
    """Return a row as the history keeps it, in JSON: moments become text."""
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row.items()}


def decode(table: str, image: Row) -> Row:
    """Return the row that `encode` was given."""
    moments = {column.key for column in AUDITED[table].c if isinstance(column.type, UtcTime)}
    return {
        name: datetime.fromisoformat(value) if name in moments and value is not None else value
        for name, value in image.items()
    }


class Recorder:
    """Takes down, during one write, what stood before in every audited row that it touches; the first image wins."""

    def __init__(self, session: Session, kind: str, by: str, reverts: int | None) -> None:
        self._session, self._kind, self._by, self._reverts = session, kind, by, reverts
        self._pending: dict[tuple[str, str], Row | None] = {}
        self._latest: dict[tuple[str, str], Row] = {}
        self._stamps: dict[str, Row] = {}
        self._count = 0
        self._revision: int | None = None
        self._tables: set[str] = set()
        sa.event.listen(session, "before_flush", self._stamp)
        sa.event.listen(session, "after_flush", self._take)
        sa.event.listen(session, "do_orm_execute", _refuse_bulk)

    def _stamp(self, session: Session, _context: UOWTransaction, _instances: Any) -> None:
        for row in session.new:
            if isinstance(row, Audited) and row.by is None:
                row.by = self._by
        for row in session.dirty:
            if isinstance(row, Audited):
                # The flush sets these without a trace: afterwards nobody could tell what they were.
                past = sa.inspect(row).attrs["updated"].history.deleted
                self._stamps[row.id] = {"version": row.version, "updated": past[0] if past else row.updated}

    def _take(self, session: Session, _context: UOWTransaction) -> None:
        # After the flush, not before it: foreign keys of new rows are still empty there.
        for row in session.new:
            if isinstance(row, Audited):
                self.note(row.__tablename__, row.id, None, _image(row))
        for row in session.dirty:
            if isinstance(row, Audited) and session.is_modified(row):
                before = _image(row, before=True) | self._stamps[row.id]
                self.note(row.__tablename__, row.id, before, _image(row))
        for row in session.deleted:
            if isinstance(row, Audited):
                self.note(row.__tablename__, row.id, _image(row, before=True), None)
        self._bury(
            [(row.__tablename__, row.id) for row in session.deleted if isinstance(row, Audited)],
            [(row.__tablename__, row.id) for row in session.new if isinstance(row, Audited)],
        )

    def note(self, table: str, key: str, before: Row | None, after: Row | None) -> None:
        """Take down one change."""
        self._tables.add(table)
        if (table, key) not in self._pending:
            self._pending[table, key] = before
            self._count += 1
        if self._count <= _FEW:
            self._latest[table, key] = after or before or {}

    def _bury(self, gone: Sequence[tuple[str, str]], born: Sequence[tuple[str, str]]) -> None:
        connection = self._session.connection()
        graves = [key for table, key in gone if table not in _WITHOUT_TOMBSTONE]
        for keys in chunks([*graves, *(key for table, key in born if table not in _WITHOUT_TOMBSTONE)]):
            if len(keys) == 1 or connection.scalar(_ANY_GRAVE):
                connection.execute(_DIG_UP, {"keys": keys})
        if graves:
            at = now()
            connection.execute(_BURY, [{"id": key, "at": at} for key in graves])

    @cached_property
    def _inserting(self) -> Inserting:
        return Inserting(self._session.connection())

    def bulk_insert(self, table: str, rows: Iterable[Row]) -> int:
        """Insert rows by the thousand, recording their keys. `id` must be given. Returns how many."""
        moment, count = now(), 0
        statement, defaults = _into(table)
        same = {**defaults, "version": 1, "created": moment, "updated": moment, "by": self._by, "extra": {}}
        for chunk in chunks(rows):
            self._inserting.insert(statement, chunk, same)
            for row in chunk:
                self.note(table, row["id"], None, row)
            self._bury([], [(table, row["id"]) for row in chunk])
            count += len(chunk)
            self._spill_many()
        return count

    def bulk_delete(self, table: str, keys: Iterable[str]) -> int:
        """Delete rows by their keys, recording what stood there. Returns how many there were."""
        connection, count = self._session.connection(), 0
        for chunk in chunks(keys):
            found = rows_of(connection, table, chunk, lock=True)
            connection.execute(_deleting(table), {"keys": chunk})
            for key, row in found.items():
                self.note(table, key, row, None)
            self._bury([(table, key) for key in found], [])
            count += len(found)
            self._spill_many()
        return count

    def bulk_update(self, table: str, rows: Iterable[Row]) -> int:
        """Set columns of rows (`id` and what is to change), recording what stood there. Returns how many there were."""
        connection, count = self._session.connection(), 0
        target, moment = AUDITED[table], now()
        statement = sa.update(target).where(target.c.id == sa.bindparam("key_of_row"))
        for chunk in chunks(rows):
            found = rows_of(connection, table, [row["id"] for row in chunk], lock=True)
            written: list[Row] = []
            for row in chunk:
                before = found.get(row["id"])
                if before is None:
                    continue
                # What a merge takes over was updated elsewhere, at a moment of its own.
                after = before | {"updated": moment} | row | {"version": before["version"] + 1}
                written.append(after | {"key_of_row": row["id"]})
                self.note(table, row["id"], before, after)
            if table == "span" and len(chunk) > 1 and any("tag_id" in row for row in chunk):
                # No two spans of a layer are identical, also while several take each other's tags and segments.
                connection.execute(_VACATING, {"keys": list(found)})
            if written:
                connection.execute(statement, written)
            count += len(written)
            self._spill_many()
        return count

    def _spill_many(self) -> None:
        # On the bulk paths only: in the middle of a flush the session takes no revision, and has all its rows anyway.
        if len(self._pending) >= 20 * CHUNK:
            self.spill()

    def spill(self) -> None:
        """Write the images taken so far, so that memory stays flat however many a revision has."""
        if not self._pending:
            return
        revision, connection = self._ensure_revision(), self._session.connection()
        statement = _taking_down(connection.dialect.name)
        for chunk in chunks(self._pending.items(), 5 * CHUNK):
            self._inserting.insert(statement, [
                {"table_name": table, "key": key, "before": None if before is None else encode(before)}
                for (table, key), before in chunk
            ], {"revision_id": revision})  # fmt: skip
        self._pending.clear()

    def _ensure_revision(self) -> int:
        if self._revision is None:
            row = {"at": now(), "by": self._by, "kind": self._kind, "reverts": self._reverts}
            made = self._session.connection().execute(_REVISE, row).inserted_primary_key
            assert made is not None
            self._revision = int(made[0])
        return self._revision

    def finish(self, *, always: bool = False) -> tuple[int, Changed] | None:
        """Write what is left. Returns the revision and what it touched, or None where nothing changed.

        `always` makes a revision even so: a step of the history that was skipped.
        """
        self._session.flush()
        self.spill()
        if always:
            self._ensure_revision()
        if self._revision is None:
            return None
        tables = frozenset(self._tables)
        if self._count > _FEW:
            return self._revision, Changed(tables, bulk=True)
        return self._revision, Changed(tables, frozenset(self._articles()), frozenset(self._spans()))

    def _articles(self) -> Iterator[str]:
        for (table, _key), row in self._latest.items():
            article = self._article_of(table, row)
            if article:
                yield article

    def _spans(self) -> Iterator[str]:
        for (table, key), row in self._latest.items():
            if table == "span":
                yield key
            yield from (row[column] for column in ("span_id", "source_id", "target_id") if column in row)

    def _article_of(self, table: str, row: Mapping[str, Any]) -> str | None:
        if table in ("article", "article_text"):
            return str(row["id"])
        if table not in _PARENTS:
            return row.get("article_id")
        parent, column = _PARENTS[table]
        key = row[column]
        above = self._latest.get((parent, key)) or self._loaded(parent, key)
        if above is None:
            above = rows_of(self._session.connection(), parent, [key]).get(key)
        return self._article_of(parent, above) if above else None

    def _loaded(self, table: str, key: str) -> Row | None:
        """Return a row that the session holds already, without asking the database."""
        kind = CLASSES[table]
        held = self._session.identity_map.get(sa.orm.util.identity_key(kind, key))
        return None if held is None else _image(held)


def rows_of(connection: sa.Connection, table: str, keys: Sequence[str], *, lock: bool = False) -> dict[str, Row]:
    """Return rows by key. `lock` keeps others from changing them until the end of the transaction (PostgreSQL)."""
    found = connection.execute(_reading(table, lock=lock), {"keys": keys}).mappings()
    return {row["id"]: dict(row) for row in found}


def lock_rows(connection: sa.Connection, table: str, keys: Sequence[str]) -> None:
    """Keep others from changing rows until the end of the transaction (PostgreSQL), without reading them."""
    target = AUDITED[table]
    connection.execute(sa.select(target.c.id).where(target.c.id.in_(keys)).order_by(target.c.id).with_for_update())


def _image(row: Audited, *, before: bool = False) -> Row:
    state: InstanceState[Any] = sa.inspect(row)
    image = {column.key: getattr(row, column.key) for column in state.mapper.column_attrs}
    if before:
        for name in image:
            past = state.attrs[name].history.deleted
            if past:
                image[name] = past[0]
    return image


_REVISE, _BURY = sa.insert(REVISION), sa.insert(TOMBSTONE)
_VACATING = sa.update(AUDITED["span"]).where(AUDITED["span"].c.id.in_(KEYS)).values(key=AUDITED["span"].c.id)
_ANY_GRAVE = sa.select(sa.exists().select_from(TOMBSTONE))
_DIG_UP = sa.delete(TOMBSTONE).where(TOMBSTONE.c.id.in_(KEYS))


@cache
def _into(table: str) -> tuple[sa.Insert, Row]:
    """Return how rows are put into a table, and what stands in those of their columns that have a default."""
    target = AUDITED[table]
    defaults = {
        column.key: default.arg(None) if default.is_callable else default.arg
        for column in target.c
        if isinstance(default := column.default, sa.ColumnDefault) and not column.primary_key
    }
    return sa.insert(target), defaults


@cache
def _reading(table: str, *, lock: bool) -> sa.Select[Any]:
    target = AUDITED[table]
    statement = sa.select(target).where(target.c.id.in_(KEYS))
    return statement.with_for_update() if lock else statement


@cache
def _deleting(table: str) -> sa.Delete:
    target = AUDITED[table]
    return sa.delete(target).where(target.c.id.in_(KEYS))


@cache
def _taking_down(dialect: str) -> sa.Insert:
    # An image that is there already was taken earlier in this revision: the first one wins.
    if dialect == "sqlite":
        from sqlalchemy.dialects.sqlite import insert

        return insert(CHANGE).on_conflict_do_nothing()
    # Imported where it is needed: it brings asyncio with it, which costs the start of the window 30 ms.
    from sqlalchemy.dialects import postgresql

    return postgresql.insert(CHANGE).on_conflict_do_nothing()


def _refuse_bulk(state: ORMExecuteState) -> None:
    if state.is_insert or state.is_update or state.is_delete:
        raise Refused("Statements on many rows at once must take the history's own bulk path.")
