"""Which changes a row has been through, here and in the copies that it came from: what merging goes by.

The history has what stood in a row before each change; what a row had been through before it came here stands in its
`extra`, under `merging.CHANGES`. An import or a merge that was taken back counts as if it had never been: what it
brought can be merged again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.merging import CHANGES, Changes, changes_told, joined, stamp
from annotator.core.records import Deleted
from annotator.store.history import Row, chunks
from annotator.store.tables import AUDITED, Base

KIND = "merge “"
"""How the kinds of revisions begin that merge a file: its name comes next."""

_OWNERS = ("annotator_id", "reviewer_id", "author_id", "by")

TIMED = frozenset({"entity", "span"})
"""Tables whose rows say in every file when they were last updated: where that was no change, it has to be told."""

_GRAVE = Base.metadata.tables["tombstone"]
_CHANGE, _REVISION = Base.metadata.tables["change"], Base.metadata.tables["revision"]


class _Entry(NamedTuple):
    """One change of a row: by which revision, and what stood there before, None where the row was new."""

    revision: int
    kind: str
    by: str
    reverts: int | None
    before: Row | None


class Past(NamedTuple):
    """The changes of a row, and the moments at which it was ever written that are known here."""

    changes: Changes
    written: frozenset[str]


def told(table: str, extra: Mapping[str, Any]) -> Changes | None:
    """Return the changes that came with a row from elsewhere, None where nothing is told of them."""
    return changes_told(extra.get("project", {}) if table == "project" else extra)


def with_changes(table: str, extra: Mapping[str, Any], changes: Sequence[str]) -> dict[str, Any]:
    """Return what is kept of a row's file, telling other changes."""
    if table == "project":
        return {**extra, "project": {**extra.get("project", {}), CHANGES: list(changes)}}
    return {**extra, CHANGES: list(changes)}


def owner(row: Row) -> str | None:
    """Return the annotator whose row this is: whoever made it, as far as that is known."""
    return next((row[column] for column in _OWNERS if row.get(column)), None) or (row.get("origin") or {}).get("by")


def pasts(session: Session, table: str, rows: Mapping[str, Row]) -> dict[str, Past]:
    """Return the past of rows, by id."""
    entries = _entries(session, [table], list(rows))
    return {key: _walk(table, entries.get((table, key), ()), row)[0] for key, row in rows.items()}


def changes(session: Session, table: str, keys: Iterable[str]) -> dict[str, Changes]:
    """Return the changes of rows, for those of which there is something to tell: that there were none, too."""
    target, found = AUDITED[table], dict[str, Changes]()
    columns = (target.c.id, target.c.version, target.c.updated, target.c.extra)
    for chunk in chunks(keys):
        statement = sa.select(*columns).where(target.c.id.in_(chunk), _may_tell(table))
        rows = {row["id"]: dict(row) for row in session.execute(statement).mappings()}
        if not rows:
            continue
        for key, past in pasts(session, table, rows).items():
            was_told = told(table, rows[key]["extra"]) is not None
            if past.changes or was_told or (table in TIMED and rows[key]["version"] > 1):
                found[key] = past.changes
    return found


def may_tell(session: Session, table: str) -> bool:
    """Tell whether there may be anything to tell of any row of a table."""
    return session.scalar(sa.select(AUDITED[table].c.id).where(_may_tell(table)).limit(1)) is not None


def _may_tell(table: str) -> sa.ColumnElement[bool]:
    target = AUDITED[table]
    return sa.or_(target.c.version > 1, sa.cast(target.c.extra, sa.Text) != "{}")


class Deletion(NamedTuple):
    """A row that was deleted; `merged`: it was deleted in another copy, and a merge brought that here."""

    deleted: Deleted
    merged: bool


def deletions(session: Session, keys: Sequence[str]) -> dict[str, Deletion]:
    """Return, for those of the ids that were deleted, what is known of it; but for what only came from elsewhere.

    Taking an import or a merge back deletes nothing that was here for good.
    """
    found: dict[str, Deletion] = {}
    for chunk in chunks(keys):
        graves = session.execute(sa.select(_GRAVE.c.id, _GRAVE.c.at).where(_GRAVE.c.id.in_(chunk))).all()
        entries = _entries(session, None, [key for key, _at in graves])
        tables = {key: table for table, key in entries}
        for key, at in graves:
            table = tables.get(key, "")
            deletion = _deletion(key, at, table, entries.get((table, key), []))
            if deletion is not None:
                found[key] = deletion
    return found


def deleted(session: Session) -> Iterator[Deleted]:
    """Yield the deleted rows in order of id, with who deleted them and what they had been through."""
    last = ""
    while keys := list(session.scalars(
        sa.select(_GRAVE.c.id).where(_GRAVE.c.id > last).order_by(_GRAVE.c.id).limit(500)
    )):  # fmt: skip
        last = keys[-1]
        found = deletions(session, keys)
        yield from (found[key].deleted for key in keys if key in found)


def _entries(
    session: Session, tables: Sequence[str] | None, keys: Sequence[str]
) -> dict[tuple[str, str], list[_Entry]]:
    found: dict[tuple[str, str], list[_Entry]] = defaultdict(list)
    columns = (_REVISION.c.id, _REVISION.c.kind, _REVISION.c.by, _REVISION.c.reverts, _CHANGE.c.before)
    for chunk in chunks(keys):
        statement = (
            sa.select(_CHANGE.c.table_name, _CHANGE.c.key, *columns)
            .join(_REVISION, _REVISION.c.id == _CHANGE.c.revision_id)
            .where(_CHANGE.c.key.in_(chunk), _CHANGE.c.table_name.in_(tables or set(AUDITED) - {"article_text"}))
            .order_by(_REVISION.c.id)
        )
        for table, key, *entry in session.execute(statement):
            found[table, key].append(_Entry(*entry))
    return found


def _walk(table: str, entries: Iterable[_Entry], row: Row | None) -> tuple[Past, bool]:
    """Return what a row has been through up to `row`, as it stands now, and whether it was ever here for good."""
    passed: list[tuple[_Entry, Changes | None]] = []
    written: set[str] = set()
    taken_back: tuple[Changes | None] | None = None
    is_as_made = False
    for entry in entries:
        if taken_back is not None:
            (here,) = taken_back
        else:
            here = None if entry.before is None else _state(table, entry.before, is_as_made)
        if entry.before is not None:
            written.add(_stamp(entry.before))
        if passed and entry.reverts == passed[-1][0].revision and _brings(passed[-1][0].kind):
            taken_back = (passed.pop()[1],)
            continue
        passed.append((entry, here))
        # A row that was deleted and brought back went through a change.
        taken_back, is_as_made = None, entry.before is None and len(passed) == 1
    trail = [state for _entry, state in passed if state is not None]
    was_here = bool(passed) or row is not None
    if row is not None:
        written.add(_stamp(row))
        now = taken_back[0] if taken_back is not None else _state(table, row, is_as_made)
        if not now and any(trail) and taken_back is None:
            now = (_stamp(row),)  # made again, after what it was before was deleted
        trail.append(now or ())
    return Past(joined(*trail), frozenset(written)), was_here


def _brings(kind: str) -> bool:
    """Tell whether revisions of a kind bring what was made elsewhere."""
    return kind == "import" or kind.startswith(KIND)


def _state(table: str, image: Row, is_as_made: bool) -> Changes:
    """Return the changes that one state of a row tells of itself."""
    before = told(table, image.get("extra") or {}) or ()
    return before if is_as_made or image["version"] == 1 else (*before, _stamp(image))


def _stamp(image: Row) -> str:
    moment = image["updated"]
    return stamp(moment if isinstance(moment, datetime) else datetime.fromisoformat(moment))


def _deletion(key: str, at: datetime, table: str, entries: Sequence[_Entry]) -> Deletion | None:
    if not entries:
        return Deletion(Deleted(key, at), merged=False)
    past, was_here = _walk(table, entries, None)
    if not was_here:
        return None
    last = entries[-1]
    merged = last.kind.startswith(KIND)
    # A merge deletes only what its own annotator deleted.
    by = owner(last.before or {}) if merged else last.by
    return Deletion(Deleted(key, at, by, past.changes), merged)
