"""Reverting a revision: a new revision that puts back what stood before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.errors import Conflict, Refused
from annotator.core.text import snippet
from annotator.store import entities
from annotator.store.history import CHANGE, CHUNK, KEYS, REVISION, Row, chunks, decode, lock_rows, rows_of
from annotator.store.project import Project, Writing
from annotator.store.tables import AUDITED, ORDER, Base

_CONTAINERS = frozenset({"layer"})
"""Rows that others fill as well: reverting leaves one where it is while something is in it still."""

_NUMBER: sa.BindParameter[int] = sa.bindparam("number")
_TABLE: sa.BindParameter[str] = sa.bindparam("table")

_KIND = sa.select(REVISION.c.kind).where(REVISION.c.id == _NUMBER)

_TOUCHED = sa.select(CHANGE.c.table_name).where(CHANGE.c.revision_id == _NUMBER).distinct()

_KEYS_OF = sa.select(CHANGE.c.key).where(CHANGE.c.revision_id == _NUMBER, CHANGE.c.table_name == _TABLE)


class StepConflict(Conflict):
    """A step that cannot be reverted; `revision` is its number, for skipping it."""

    def __init__(self, revision: int, reason: str) -> None:
        self.revision = revision
        super().__init__(reason)


def revert(project: Project, number: int) -> str:
    """Put back what stood before a revision, as a new one. Returns the kind of the reverted revision.

    Raises StepConflict, naming the row, where one changed since, or where removing one would take something of
    another revision with it; then nothing was changed.
    """
    with project.read() as session:
        kind = _kind(session, number)
    try:
        with project.write(kind, reverts=number) as writing:
            touched = _touched(writing.session, number)
            _lock(writing.session, number, touched)
            _refuse_if_changed_since(writing.session, number)
            _remove(writing, number, touched)
            _put_back(writing, number, touched)
            if "entity" in touched:
                _refuse_circle(writing.session, number)
    except StepConflict:
        raise
    except Conflict as error:
        raise StepConflict(number, f"“{kind}” cannot be taken back: {_clash(error)}.") from None
    return kind


def _refuse_circle(session: Session, number: int) -> None:
    name = entities.in_circle(session)
    if name is not None:
        raise StepConflict(
            number, f"“{snippet(name, 40)}” would be merged into itself by this; this step cannot be taken back."
        )


def skip(project: Project, number: int) -> None:
    """Leave out a step that cannot be reverted, so that the one before it can be."""
    with project.read() as session:
        kind = _kind(session, number)
    with project.write(kind, reverts=number):
        pass


def _kind(session: Session, number: int) -> str:
    kind: str | None = session.scalar(_KIND, {"number": number})
    if kind is None:
        raise Refused(f"There is no step {number} in the history.")
    return kind


def _lock(session: Session, number: int, touched: Sequence[str]) -> None:
    """Keep others from changing the rows of a revision between the look at them and the commit.

    On SQLite nobody else writes meanwhile anyway.
    """
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        return
    for table in touched:
        keys = session.scalars(_KEYS_OF, {"number": number, "table": table})
        # In one order, so that two who lock the same rows wait for each other and not both for ever.
        for chunk in chunks(sorted(keys)):
            lock_rows(connection, table, chunk)


@cache
def _later_changes() -> sa.Select[Any]:
    mine, later = CHANGE.alias(), CHANGE.alias()
    return (
        sa.select(later.c.table_name, later.c.key, REVISION.c.id, REVISION.c.reverts)
        .join(mine, (mine.c.key == later.c.key) & (mine.c.table_name == later.c.table_name))
        .join(REVISION, REVISION.c.id == later.c.revision_id)
        .where(mine.c.revision_id == _NUMBER, later.c.revision_id > _NUMBER)
        .order_by(REVISION.c.id)
    )


def _refuse_if_changed_since(session: Session, number: int) -> None:
    found = session.execute(_later_changes(), {"number": number})
    live: dict[tuple[str, str], set[int]] = defaultdict(set)
    for table, key, revision, reverts in found:
        # A change and the one that took it back leave the row as it was.
        if reverts in live[table, key]:
            live[table, key].discard(reverts)
        else:
            live[table, key].add(revision)
    for (table, key), revisions in live.items():
        if revisions:
            row = rows_of(session.connection(), table, [key]).get(key)
            raise StepConflict(number, f"{_named(table, row)} changed since; this step cannot be taken back.")


@cache
def _page_of_changes(*, new: bool) -> sa.Select[Any]:
    is_new = CHANGE.c.before.is_(sa.null())
    return (
        sa.select(CHANGE.c.key, CHANGE.c.before)
        .where(CHANGE.c.revision_id == _NUMBER, CHANGE.c.table_name == _TABLE, CHANGE.c.key > sa.bindparam("last"))
        .where(is_new if new else sa.not_(is_new))
        .order_by(CHANGE.c.key)
        .limit(CHUNK)
    )


def _changes(session: Session, number: int, table: str, *, new: bool) -> Iterator[list[tuple[str, Row | None]]]:
    last, found = "", CHUNK
    while found == CHUNK:
        page = session.execute(_page_of_changes(new=new), {"number": number, "table": table, "last": last}).all()
        found = len(page)
        if page:
            last = page[-1][0]
            yield [(key, before) for key, before in page]


def _touched(session: Session, number: int) -> list[str]:
    """Return the tables that a revision changed, parents first."""
    return sorted(session.scalars(_TOUCHED, {"number": number}), key=ORDER.__getitem__)


def _remove(writing: Writing, number: int, touched: Sequence[str]) -> None:
    """Delete the rows that the revision made, children first."""
    for table in reversed(touched):
        for page in _changes(writing.session, number, table, new=True):
            keys = [key for key, _before in page]
            needed = _with_children(writing.session, number, table, keys)
            writing.bulk_delete(table, [key for key in keys if key not in needed])


@cache
def _children(table: str) -> sa.CompoundSelect[Any] | None:
    """Return the question for the rows that need some of a table's: their own table and key, and whom they need.

    What the revision wrote as well is left out: it goes, or points elsewhere again, in the same step.
    """
    parts = [
        sa.select(sa.literal_column(f"'{child.name}'"), child.c.id, constraint.parent)
        .where(constraint.parent.in_(KEYS))
        .where(~sa.exists().where(
            (CHANGE.c.revision_id == _NUMBER) & (CHANGE.c.table_name == child.name) & (CHANGE.c.key == child.c.id)
        ))
        for child in Base.metadata.sorted_tables if child.name in AUDITED
        for constraint in child.foreign_keys if constraint.column.table is AUDITED[table]
    ]  # fmt: skip
    return sa.union_all(*parts) if parts else None


def _with_children(session: Session, number: int, table: str, keys: list[str]) -> set[str]:
    """Return the keys of containers that are in use still. Raises StepConflict for any other row that is."""
    connection, asking = session.connection(), _children(table)
    found = [] if asking is None else connection.execute(asking, {"number": number, "keys": keys}).all()
    if found and table not in _CONTAINERS:
        child, child_key, key = found[0]
        row = rows_of(connection, table, [key]).get(key)
        other = rows_of(connection, child, [child_key]).get(child_key)
        raise StepConflict(number, f"{_named(table, row)} cannot go: {_named(child, other)} needs it.")
    return {key for _child, _child_key, key in found}


def _put_back(writing: Writing, number: int, touched: Sequence[str]) -> None:
    """Restore the rows that the revision changed or deleted, parents first; `version` and `updated` go on."""
    for table in touched:
        for page in _changes(writing.session, number, table, new=False):
            images = {key: decode(table, before) for key, before in page if before is not None}
            present = rows_of(writing.session.connection(), table, list(images))
            writing.bulk_update(table, [_without_stamp(images[key]) for key in images if key in present])
            writing.bulk_insert(
                table,
                [
                    _without_stamp(image) | {"version": image["version"] + 1}
                    for key, image in images.items()
                    if key not in present
                ],
            )


def _without_stamp(image: Row) -> Row:
    return {name: value for name, value in image.items() if name not in ("version", "updated")}


def _named(table: str, row: Row | None) -> str:
    what = table.replace("_", " ")
    if row is None:
        return f"A {what}"
    columns = ("title", "name", "text", "role", "tag_id", "kind")
    name = next((row[column] for column in columns if row.get(column)), row["id"])
    place = f" at {row['start']}–{row['end']}" if "start" in row else ""
    return f"The {what} “{snippet(str(name), 40)}”{place}"


def _clash(error: Conflict) -> str:
    reason = str(error.__context__).casefold()
    if "unique" in reason:
        return "an equal one was made since"
    if "foreign key" in reason:
        return "something that belongs to it is gone, or came since"
    return str(error)
