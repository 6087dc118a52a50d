"""Comparing another copy with this one, table by table, parents before children: the plan of what merging will do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.merging import Changes, newer, stamp
from annotator.core.records import Deleted
from annotator.store import intake, lineage
from annotator.store.history import Row, rows_of
from annotator.store.lineage import Past
from annotator.store.merging import articles, circles, links, rows, twins
from annotator.store.merging.deleting import Deleting
from annotator.store.merging.plan import Plan, Taken, Unit
from annotator.store.merging.rows import ADAPTED, REFERENCES, TABLES
from annotator.store.merging.soundness import Soundness
from annotator.store.tables import Base

_REVISION = Base.metadata.tables["revision"]

_DELETED_HERE = "deleted here; it stays deleted"
_GONE = "refers to what was deleted here, or stays out"
_MISSING = "refers to {what} that is in neither copy"
_AT_ONCE = 1.0
"""Seconds: a row that was updated within them after it was made is as it was made."""


def seen(session: Session) -> tuple[int, int]:
    """Return what tells the state of a project from any later one."""
    found = session.execute(sa.select(sa.func.count(), sa.func.max(_REVISION.c.id)).select_from(_REVISION)).one()
    return found[0], found[1] or 0


class Comparison:
    """Makes the plan. `progress(done, total, text)` counts rows of theirs, and raises where the person stops it."""

    def __init__(self, ours: Session, theirs: Session, me: str, progress: Callable[[int, int, str], None]) -> None:
        self._ours, self._theirs, self._progress = ours, theirs, progress
        self.plan = Plan(seen(ours))
        self._deleting = Deleting(ours, self.plan, me)
        self._sound = Soundness(ours, theirs, self.plan)

    def run(self, deleted: Iterable[Deleted] | None = None) -> Plan:
        """Return the plan. `deleted` is what the file says was deleted, where it is no project with a history."""
        done, total = 0, rows.count(self._theirs)
        gone = lineage.deleted(self._theirs) if deleted is None else deleted
        self._deleting.judge(gone)
        for table in TABLES:
            self._progress(done, total, table.replace("_", " "))
            for page in rows.pages(self._theirs, table):
                self._page(table, page)
                done += len(page)
                self._progress(done, total, table.replace("_", " "))
            if table == "span":
                twins.settle_spans(self._ours, self._theirs, self.plan)
            elif table == "entity":
                circles.settle(self._ours, self._theirs, self.plan)
        self._hold_links()
        self._deleting.entities()
        return self.plan

    def _page(self, table: str, page: Sequence[Row]) -> None:
        if table == "project":
            page = [row for row in page if row["id"] in rows_of(self._ours.connection(), table, [row["id"]])]
        if table == "article":
            page = articles.matched(self._ours, self._theirs, self.plan, page)
        elif table == "article_text":
            # A text comes with its article, and never changes.
            page = [row for row in page if row["id"] in self.plan.new["article"]]
        elif table == "collection":
            articles.match_collections(self._ours, self._theirs, self.plan, page)
        known = self._unbarred(table, [(row["id"], self.plan.renaming.row(table, row)) for row in page])
        here = rows.compared(self._ours, table, [row["id"] for _key, row in known])
        self._arrive(table, [(key, row) for key, row in known if row["id"] not in here])
        both = [(key, row) for key, row in known if row["id"] in here]
        self._decide(table, [(key, row["id"]) for key, row in both if rows.differing(table, here[row["id"]], row)])

    def _unbarred(self, table: str, page: list[tuple[str, Row]]) -> list[tuple[str, Row]]:
        """Leave out what belongs to something in which nothing can be merged."""
        barred = self.plan.barred
        if not barred:
            return page
        found = []
        for key, row in page:
            if any(one.required and row[one.column] in barred for one in REFERENCES[table]):
                barred.add(row["id"])
                self.plan.leave(table, key)
            else:
                found.append((key, row))
        return found

    def _arrive(self, table: str, arriving: Sequence[tuple[str, Row]]) -> None:
        if not arriving:
            return
        self._bury(table, arriving)
        lacking = self._lacking(table, arriving)
        for key, row in arriving:
            if row["id"] in self.plan.gone:
                self.plan.leave(table, key, "" if self._parent_is_out(table, row) else _DELETED_HERE)
            elif key in lacking:
                self.plan.leave(table, key, lacking[key])
            elif wrong := self._sound.problem(table, row):
                self.plan.leave(table, key, wrong)
            else:
                self.plan.new[table][key] = None
        twins.drop(self._ours, self.plan, table, arriving)

    def _bury(self, table: str, arriving: Sequence[tuple[str, Row]]) -> None:
        """Find out which of the rows were deleted here; one that its own annotator brought back comes again."""
        gone = lineage.deletions(self._ours, [row["id"] for _key, row in arriving])
        merged = {key: row for key, row in arriving if row["id"] in gone and gone[row["id"]].merged}
        pasts = lineage.pasts(self._theirs, table, rows_of_theirs(self._theirs, table, merged)) if merged else {}
        back = {
            row["id"]
            for key, row in merged.items()
            if pasts[key].changes and pasts[key].changes[-1] not in gone[row["id"]].deleted.changes
        }
        self.plan.gone |= gone.keys() - back

    def _decide(self, table: str, differing: Sequence[tuple[str, str]]) -> None:
        """Take what is newer there, keep what is newer here, hold what changed on both sides.

        `differing` are the ids there and here of rows whose content is not the same.
        """
        if not differing:
            return
        here = rows_of(self._ours.connection(), table, [key for _their, key in differing])
        there = rows_of(self._theirs.connection(), table, [their for their, _key in differing])
        ours, theirs = lineage.pasts(self._ours, table, here), lineage.pasts(self._theirs, table, there)
        changed = [(their, here[key], self.plan.renaming.row(table, there[their])) for their, key in differing]
        lacking = {
            key: reason or _GONE
            for key, reason in self._lacking(table, [(key, row) for key, _mine, row in changed]).items()
        }
        for key, mine, row in changed:
            changes = _changes(table, row, theirs[key], ours[mine["id"]])
            columns = rows.differing(table, mine, row)
            verdict = newer(ours[mine["id"]].changes, changes)
            if table == "decision":
                verdict = "theirs" if row["at"] > mine["at"] else "ours"
            if verdict == "same" and ADAPTED.get(table, frozenset()).issuperset(columns):
                continue
            taken = Taken(key, mine["id"], changes)
            wrong = "" if verdict == "ours" else lacking.get(key) or self._sound.problem(table, row)
            if verdict == "theirs" and not wrong:
                self.plan.changed[table][key] = taken
                continue
            if table == "span":
                self.plan.apart.add(mine["id"])
            if wrong:
                self.plan.leave(table, key, wrong)
            elif verdict == "ours":
                self.plan.kept[table] += 1
            else:
                self.plan.held[_unit(table, mine)].changed[table].append(taken)

    def _lacking(self, table: str, arriving: Sequence[tuple[str, Row]]) -> dict[str, str]:
        """Return why rows cannot come, by their id there: what they need is not here and does not come."""
        found: dict[str, str] = {}
        for reference in REFERENCES[table]:
            if not reference.required:
                continue
            column, parent = reference.column, reference.table
            wanted = rows.column_values([row for _key, row in arriving], column)
            missing = {key for key in wanted if not self.plan.coming(parent, key)}
            missing -= intake.known(self._ours, parent, missing) - self.plan.deleted[parent]
            for key, row in arriving:
                if row[column] in missing:
                    is_known = self._is_out(parent, row[column])
                    found[key] = "" if is_known else _MISSING.format(what=f"a {parent.replace('_', ' ')}")
        return found

    def _parent_is_out(self, table: str, row: Row) -> bool:
        return any(
            reference.required and self._is_out(reference.table, row[reference.column])
            for reference in REFERENCES[table]
        )

    def _is_out(self, table: str, key: str) -> bool:
        """Tell whether a row stays out, or is deleted, for a reason that is told with it."""
        return key in self.plan.out[table] or key in self.plan.deleted[table] or key in self.plan.gone

    def _hold_links(self) -> None:
        """Let the links of a span that clashes clash with it, whichever are newer: a span and its links are one."""
        for table, span in [unit for unit, held in self.plan.held.items() if not held.deleted["span"]]:
            if table == "span":
                links.hold(self._ours, self._theirs, self.plan, span)


def rows_of_theirs(session: Session, table: str, keys: Iterable[str]) -> dict[str, Row]:
    """Return rows by id, however many."""
    found: dict[str, Row] = {}
    wanted = list(keys)
    for start in range(0, len(wanted), 500):
        found.update(rows_of(session.connection(), table, wanted[start : start + 500]))
    return found


def _unit(table: str, mine: Row) -> Unit:
    """Return what clashes as a whole with a row."""
    return ("span", mine["span_id"]) if table == "link" else (table, mine["id"])


def _changes(table: str, row: Row, theirs: Past, ours: Past) -> Changes:
    """Return what a row of theirs has been through, also where the file does not tell it.

    A file that tells no changes was written, or edited, by another program: a moment of update that was never the row's
    own here is a change then.
    """
    if theirs.changes or lineage.told(table, row["extra"]) is not None or table not in lineage.TIMED:
        return theirs.changes
    moment = stamp(row["updated"])
    if moment in ours.written or (row["updated"] - row["created"]).total_seconds() < _AT_ONCE:
        return ()
    return (moment,)
