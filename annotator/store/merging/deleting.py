"""Which rows go because they were deleted in the other copy: nothing but what its own annotator deleted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.merging import stamp
from annotator.core.records import Deleted
from annotator.store import lineage
from annotator.store.history import Row, chunks, rows_of
from annotator.store.merging.plan import Plan
from annotator.store.merging.rows import CHILDREN, REFERENCES, TABLES
from annotator.store.tables import AUDITED

_OWN = ("span", "link", "relation", "decision", "comment", "dismissal", "region", "entity")
"""Tables whose rows are somebody's own."""

_SHARED = ("article", "tag", "collection", "collection_article", "assignment")
"""Tables whose rows are everybody's: deleting one elsewhere deletes none here."""

_NOT_OWN = "deleted there, but not by the one whose it is"
_SHARED_REASON = "removed there; it is everybody's, so it stays here"
_NEEDED = "deleted there, but something here belongs to it still"


class Deleting:
    """Judges the rows of ours that theirs names as deleted."""

    def __init__(self, session: Session, plan: Plan, me: str) -> None:
        self._session, self._plan, self._me = session, plan, me
        self._there: set[str] = set()
        self._not_own: list[tuple[str, str, list[str]]] = []

    def judge(self, deleted: Iterable[Deleted]) -> None:
        """Plan the deletion of all that may go, but for entities, which `entities` settles."""
        for chunk in chunks(deleted):
            told = {one.id: one for one in chunk}
            self._there |= told.keys()
            for table in (*_SHARED, *_OWN):
                rows = rows_of(self._session.connection(), table, list(told))
                if table in _SHARED:
                    for key in rows:
                        self._plan.leave(table, key, _SHARED_REASON, here=True)
                elif rows:
                    self._judge(table, rows, told)
        self._list_not_own()
        # A span and its links are one thing, whether or not a file names them all.
        self._plan.deleted["link"].update(self._links(self._plan.deleted["span"]))
        self._settle([table for table in _OWN if table != "entity"])
        for (table, key), held in self._plan.held.items():
            if table == "span":
                held.deleted["link"] = self._links([key])

    def _list_not_own(self) -> None:
        """List what stays because it is somebody else's; what went with something else is told with that."""
        if not self._not_own:
            return
        gone, layer = set(self._there), AUDITED["layer"]
        for chunk in chunks(self._there):
            # Layers go with their article, and have no graves of their own.
            gone.update(self._session.scalars(sa.select(layer.c.id).where(layer.c.article_id.in_(chunk))))
        for table, key, parents in self._not_own:
            if gone.isdisjoint(parents):
                self._plan.leave(table, key, _NOT_OWN, here=True)

    def _links(self, spans: Iterable[str]) -> list[str]:
        link, found = AUDITED["link"], list[str]()
        for chunk in chunks(spans):
            found += self._session.scalars(sa.select(link.c.id).where(link.c.span_id.in_(chunk)).order_by(link.c.id))
        return found

    def _judge(self, table: str, rows: Mapping[str, Row], told: Mapping[str, Deleted]) -> None:
        pasts = lineage.pasts(self._session, table, rows)
        for key, row in rows.items():
            one, whose, past = told[key], lineage.owner(row), pasts[key]
            # Where it is not told who deleted it, nobody else deleted what is mine.
            if whose is None or (one.by != whose if one.by is not None else whose == self._me):
                parents = [row[reference.column] for reference in REFERENCES[table] if reference.required]
                self._not_own.append((table, key, parents))
            elif stamp(one.at) in past.changes:
                # Whoever kept it knew.
                self._plan.kept[table] += 1
            elif _is_unchanged(past.changes, one):
                self._plan.deleted[table].add(key)
            else:
                held = self._plan.held[table, key]
                held.deleted[table].append(key)
                held.gone = (stamp(one.at),)

    def entities(self) -> None:
        """Settle which entities go: links that point elsewhere from now on need them no more."""
        self._settle(["entity"])

    def _settle(self, tables: Iterable[str]) -> None:
        """Keep what something here needs, and what belongs to something that was deleted there and is kept here."""
        tables = list(tables)
        while any(self._keep_needed(table) or self._keep_with_parent(table) for table in tables):
            pass

    def _keep_needed(self, table: str) -> bool:
        going = self._plan.deleted[table]
        needed: set[str] = set()
        for child, column in CHILDREN[table]:
            target = AUDITED[child]
            moved = {taken.key for taken in self._plan.changed[child].values()}
            for chunk in chunks(going):
                statement = sa.select(target.c.id, target.c[column]).where(target.c[column].in_(chunk))
                for key, parent in self._session.execute(statement):
                    if key not in self._plan.deleted[child] and key not in moved:
                        needed.add(parent)
        return self._keep(table, needed, _NEEDED)

    def _keep_with_parent(self, table: str) -> bool:
        going, target = self._plan.deleted[table], AUDITED[table]
        kept: set[str] = set()
        for reference in REFERENCES[table]:
            for chunk in chunks(going):
                statement = sa.select(target.c.id, target.c[reference.column]).where(target.c.id.in_(chunk))
                for key, parent in self._session.execute(statement):
                    if parent in self._there and parent not in self._plan.deleted[reference.table]:
                        kept.add(key)
                        self._hold(table, key, (reference.table, parent))
        return self._keep(table, kept)

    def _hold(self, table: str, key: str, unit: tuple[str, str]) -> None:
        if unit in self._plan.held:
            self._plan.held[unit].deleted[table].append(key)

    def _keep(self, table: str, keys: Set[str], reason: str = "") -> bool:
        self._plan.deleted[table] -= keys
        for key in sorted(keys):
            self._plan.leave(table, key, reason, here=True)
        return bool(keys)


def _is_unchanged(changes: tuple[str, ...], deleted: Deleted) -> bool:
    """Tell whether what was deleted there had been through all that it has been through here."""
    if deleted.by is not None:
        return not changes or changes[-1] in deleted.changes
    return not changes or changes[-1] <= stamp(deleted.at)


def deletable(session: Session, keys: Mapping[str, Iterable[str]]) -> bool:
    """Tell whether rows can go together: nothing else here belongs to them."""
    going = {table: set(keys.get(table, ())) for table in TABLES}
    for table, parents in going.items():
        for child, column in CHILDREN[table]:
            target = AUDITED[child]
            for chunk in chunks(parents):
                found = session.scalars(sa.select(target.c.id).where(target.c[column].in_(chunk)))
                if not going[child].issuperset(found):
                    return False
    return True
