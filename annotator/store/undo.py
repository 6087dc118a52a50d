"""Reverting a revision: a new revision that puts back what stood before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.errors import Conflict, Refused
from annotator.core.text import snippet
from annotator.store.history import Row, chunks, decode, lock_rows, rows_of
from annotator.store.project import Project, Writing
from annotator.store.tables import AUDITED, ORDER, Base, Change, Revision

_CONTAINERS = frozenset({"layer"})
"""Rows that others fill as well: reverting leaves one where it is while something is in it still."""


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
        kind = _revision(session, number).kind
    try:
        with project.write(kind, reverts=number) as writing:
            _lock(writing.session, number)
            _refuse_if_changed_since(writing.session, number)
            _remove(writing, number)
            _put_back(writing, number)
    except StepConflict:
        raise
    except Conflict as error:
        raise StepConflict(number, f"“{kind}” cannot be taken back: {_clash(error)}.") from None
    return kind


def skip(project: Project, number: int) -> None:
    """Leave out a step that cannot be reverted, so that the one before it can be."""
    with project.read() as session:
        kind = _revision(session, number).kind
    with project.write(kind, reverts=number):
        pass


def _revision(session: Session, number: int) -> Revision:
    revision = session.get(Revision, number)
    if revision is None:
        raise Refused(f"There is no step {number} in the history.")
    return revision


def _lock(session: Session, number: int) -> None:
    """Keep others from changing the rows of a revision between the look at them and the commit.

    On SQLite nobody else writes meanwhile anyway.
    """
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        return
    for table in _touched(session, number):
        keys = session.scalars(sa.select(Change.key).where(Change.revision_id == number, Change.table_name == table))
        # In one order, so that two who lock the same rows wait for each other and not both for ever.
        for chunk in chunks(sorted(keys)):
            lock_rows(connection, table, chunk)


def _refuse_if_changed_since(session: Session, number: int) -> None:
    mine, later = sa.orm.aliased(Change), sa.orm.aliased(Change)
    found = session.execute(
        sa.select(later.table_name, later.key, Revision.id, Revision.reverts)
        .join(mine, (mine.key == later.key) & (mine.table_name == later.table_name))
        .join(Revision, Revision.id == later.revision_id)
        .where(mine.revision_id == number, later.revision_id > number)
        .order_by(Revision.id)
    )
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


def _changes(session: Session, number: int, table: str, *, new: bool) -> Iterator[list[tuple[str, Row | None]]]:
    last = ""
    while True:
        is_new = Change.before.is_(sa.null())
        found = session.execute(
            sa.select(Change.key, Change.before)
            .where(Change.revision_id == number, Change.table_name == table, Change.key > last)
            .where(is_new if new else sa.not_(is_new))
            .order_by(Change.key)
            .limit(500)
        ).all()
        if not found:
            return
        last = found[-1][0]
        yield [(key, before) for key, before in found]


def _touched(session: Session, number: int) -> list[str]:
    """Return the tables that a revision changed, parents first."""
    names = session.scalars(sa.select(Change.table_name).where(Change.revision_id == number).distinct())
    return sorted(names, key=ORDER.__getitem__)


def _remove(writing: Writing, number: int) -> None:
    """Delete the rows that the revision made, children first."""
    for table in reversed(_touched(writing.session, number)):
        for page in _changes(writing.session, number, table, new=True):
            keys = [key for key, _before in page]
            needed = _with_children(writing.session, number, table, keys)
            writing.bulk_delete(table, [key for key in keys if key not in needed])


def _with_children(session: Session, number: int, table: str, keys: list[str]) -> set[str]:
    """Return the keys of containers that are in use still. Raises StepConflict for any other row that is."""
    connection, used = session.connection(), set[str]()
    parent = AUDITED[table]
    for child in Base.metadata.sorted_tables:
        for constraint in child.foreign_keys:
            if constraint.column.table is not parent or child.name not in AUDITED:
                continue
            # What this revision wrote as well goes, or points elsewhere again, in the same step.
            outside = (
                sa.select(child.c.id, constraint.parent)
                .where(constraint.parent.in_(keys))
                .where(~sa.exists().where(
                    (Change.revision_id == number) & (Change.table_name == child.name) & (Change.key == child.c.id)
                ))
            )  # fmt: skip
            for row_id, key in connection.execute(outside):
                if table in _CONTAINERS:
                    used.add(key)
                    continue
                row = rows_of(connection, table, [key]).get(key)
                other = rows_of(connection, child.name, [row_id]).get(row_id)
                raise StepConflict(
                    number, f"{_named(table, row)} cannot go: {_named(child.name, other)} needs it."
                )  # fmt: skip
    return used


def _put_back(writing: Writing, number: int) -> None:
    """Restore the rows that the revision changed or deleted, parents first; `version` and `updated` go on."""
    for table in _touched(writing.session, number):
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
