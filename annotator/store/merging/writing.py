"""Carrying out the plan of a merge: one transaction, one revision."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.errors import Conflict
from annotator.core.merging import Changes, joined
from annotator.store import entities, intake, lineage
from annotator.store.history import Row, chunks, rows_of
from annotator.store.merging import rows, twins
from annotator.store.merging.compare import seen
from annotator.store.merging.deleting import deletable
from annotator.store.merging.plan import Plan, Taken, Unit
from annotator.store.merging.rows import CONTENT, FOLLOWING, REFERENCES, TABLES
from annotator.store.project import Writing
from annotator.store.tables import AUDITED

STALE = "The project changed since the two were compared; nothing was merged. Compare them again."


class Carrying:
    """Writes what is planned, what a person chose of the clashes, and the entities that are to be one."""

    def __init__(
        self, writing: Writing, theirs: Session, plan: Plan, progress: Callable[[int, int, str], None]
    ) -> None:
        self._writing, self._session, self._theirs, self._plan = writing, writing.session, theirs, plan
        self._progress = progress
        self._new = {table: list(keys) for table, keys in plan.new.items()}
        self._changed = {table: list(taken.values()) for table, taken in plan.changed.items()}
        self._deleted = {table: set(keys) for table, keys in plan.deleted.items()}
        self._settled: dict[str, dict[str, Changes]] = defaultdict(dict)
        self._done = 0
        self._refuse_stale()

    def run(self, unite: Mapping[str, str]) -> bool:
        """Write everything, and return whether there was anything. `unite`: entities merged into one of ours, by id."""
        total = sum(len(part) for parts in (self._new, self._changed, self._deleted) for part in parts.values())
        for table in reversed(TABLES):
            for chunk in self._chunks(table, sorted(self._deleted.get(table, ())), total):
                self._writing.bulk_delete(table, chunk)
        orders = self._orders()
        for table in TABLES:
            for taken in self._chunks(table, self._changed.get(table, ()), total):
                self._writing.bulk_update(table, self._changed_rows(table, taken))
            for keys in self._chunks(table, self._new.get(table, ()), total):
                self._writing.bulk_insert(table, self._new_rows(table, keys, orders))
        settled = sum(self._know(table, known) for table, known in self._settled.items())
        united = self._unite(unite)
        if (name := entities.in_circle(self._session)) is not None:
            raise Conflict(f"“{name}” would be merged into itself by what was chosen; nothing was merged.")
        return bool(total or settled or united)

    def _refuse_stale(self) -> None:
        connection = self._session.connection()
        if connection.dialect.name == "postgresql":
            # Nobody else writes until this is done: who does waits when they write their revision.
            connection.exec_driver_sql("LOCK TABLE revision IN SHARE ROW EXCLUSIVE MODE")
        if seen(self._session) != self._plan.seen:
            raise Conflict(STALE)

    def choose(self, unit: Unit) -> bool:
        """Take their side of a clash; return False where something here stands against it."""
        held = self._plan.held[unit]
        going = {table: [*keys, *self._deleted.get(table, ())] for table, keys in held.deleted.items()}
        if not deletable(self._session, going) or twins.in_the_way(
            self._session, self._theirs, self._plan, held.changed["span"]
        ):
            return False
        for table, taken in held.changed.items():
            self._changed.setdefault(table, []).extend(taken)
        self._new.setdefault("link", []).extend(self._possible(held.new["link"]))
        for table, keys in held.deleted.items():
            self._deleted.setdefault(table, set()).update(keys)
        return True

    def settle(self, unit: Unit) -> bool:
        """Keep our side of a clash for good: what is here becomes the newer one, with theirs known.

        Return False for a span whose links are others there: each link is a row of its own, which would come or go
        without the span.
        """
        held, (table, key) = self._plan.held[unit], unit
        is_gone = bool(held.deleted.get(table))
        if not is_gone and (held.new.get("link") or held.deleted.get("link")):
            return False
        if is_gone:
            self._settled[table][key] = held.gone
        for name, taken in held.changed.items():
            self._settled[name].update({one.key: one.changes for one in taken})
        return True

    def _know(self, table: str, known: Mapping[str, Changes]) -> int:
        """Let rows of ours know changes of theirs, and be newer than those."""
        count = 0
        for chunk in chunks(known):
            found = rows_of(self._session.connection(), table, chunk)
            pasts = lineage.pasts(self._session, table, found)
            count += self._writing.bulk_update(table, [
                {"id": key, "extra": lineage.with_changes(table, row["extra"], joined(known[key], pasts[key].changes))}
                for key, row in found.items()
            ])  # fmt: skip
            if table == "span":
                self._see_settled(found)
        return count

    def _see_settled(self, spans: Mapping[str, Row]) -> None:
        """Let the decisions on spans that are as they were have seen them as they are."""
        decision = AUDITED["decision"]
        columns = (decision.c.id, decision.c.span_id, decision.c.span_version)
        found = self._session.execute(sa.select(*columns).where(decision.c.span_id.in_(list(spans)))).all()
        self._writing.bulk_update("decision", [
            {"id": key, "span_version": seen + 1} for key, span, seen in found if seen == spans[span]["version"]
        ])  # fmt: skip

    def _possible(self, links: list[str]) -> Iterator[str]:
        """Yield those of their links whose entity is here, or comes."""
        for key, row in rows_of(self._theirs.connection(), "link", links).items():
            entity = row["entity_id"]
            if self._plan.coming("entity", entity) or intake.known(self._session, "entity", [entity]):
                yield key

    def _chunks(self, table: str, items: Iterable[Any], total: int) -> Iterator[list[Any]]:
        for chunk in chunks(items):
            self._progress(self._done, total, table.replace("_", " "))
            yield chunk
            self._done += len(chunk)

    def _their_rows(self, table: str, keys: list[str]) -> dict[str, Row]:
        """Return rows of theirs by their id there, as they are to stand here."""
        found = rows_of(self._theirs.connection(), table, keys)
        moved = {key: self._plan.renaming.row(table, found[key]) for key in keys}
        for reference in REFERENCES[table]:
            if reference.required:
                continue
            wanted = rows.column_values(list(moved.values()), reference.column)
            missing = {key for key in wanted if not self._plan.coming(reference.table, key)}
            missing -= intake.known(self._session, reference.table, missing)
            for key, row in moved.items():
                if row[reference.column] in missing:
                    moved[key] = row | {reference.column: None}
        if table == "decision":
            self._see(found, moved)
        elif table == "tag":
            moved = {key: self._with_free_key(row) for key, row in moved.items()}
        return moved

    def _see(self, theirs: Mapping[str, Row], moved: dict[str, Row]) -> None:
        """Let a decision that saw their span as it is have seen the one that is here, where that is the same."""
        there = rows_of(self._theirs.connection(), "span", [row["span_id"] for row in theirs.values()])
        here = rows_of(self._session.connection(), "span", [row["span_id"] for row in moved.values()])
        for key, row in moved.items():
            span = here.get(row["span_id"])
            was_seen = there[theirs[key]["span_id"]]["version"] == theirs[key]["span_version"]
            is_same = span is not None and span["id"] not in self._plan.apart
            moved[key] = row | {"span_version": span["version"] if span and was_seen and is_same else 0}

    def _with_free_key(self, row: Row) -> Row:
        """Return a tag without its key where another tag here has that."""
        tag = AUDITED["tag"]
        taken = self._session.scalar(sa.select(tag.c.id).where(tag.c.key == row["key"], tag.c.id != row["id"]))
        return row | {"key": ""} if taken is not None else row

    def _changed_rows(self, table: str, taken: list[Taken]) -> Iterator[Row]:
        found = self._their_rows(table, [one.theirs for one in taken])
        for one in taken:
            row = found[one.theirs]
            columns = (*CONTENT[table], *FOLLOWING.get(table, ()))
            written = {column: row[column] for column in columns} | {"id": one.key}
            if table == "decision":
                written["span_version"] = row["span_version"]
            elif one.changes:
                # The row is in their state now, and says so.
                written["extra"] = lineage.with_changes(table, row["extra"], one.changes)
                written["updated"] = datetime.fromisoformat(one.changes[-1])
            yield written

    def _new_rows(self, table: str, keys: list[str], orders: Mapping[str, int]) -> Iterator[Row]:
        found = self._their_rows(table, keys)
        changes = lineage.changes(self._theirs, table, keys)
        for key in keys:
            row = found[key] | {"version": 1}
            if key in changes:
                row["extra"] = lineage.with_changes(table, row["extra"], changes[key])
            if table == "article":
                row["order"] = orders[key]
            yield row

    def _orders(self) -> dict[str, int]:
        """Return the places of new articles: after those that are here, in the order that they have there."""
        article, found = AUDITED["article"], list[tuple[int, str]]()
        for chunk in chunks(self._new.get("article", ())):
            rows_there = self._theirs.execute(sa.select(article.c.order, article.c.id).where(article.c.id.in_(chunk)))
            found += [(order, key) for order, key in rows_there]
        last = intake.last_order(self._session) or 0
        return {key: place for place, (_order, key) in enumerate(sorted(found), last + 1)}

    def _unite(self, unite: Mapping[str, str]) -> int:
        entity = AUDITED["entity"]
        free = set[str]()
        for chunk in chunks({*unite, *unite.values()}):
            statement = sa.select(entity.c.id).where(entity.c.id.in_(chunk), entity.c.merged_into.is_(None))
            free.update(self._session.scalars(statement))
        return self._writing.bulk_update("entity", [
            {"id": theirs, "merged_into": mine} for theirs, mine in unite.items() if {theirs, mine} <= free
        ])  # fmt: skip
