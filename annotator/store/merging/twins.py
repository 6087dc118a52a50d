"""Rows that are the same thing under two ids: two annotators, or one on two machines, made it independently."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.store.history import Row, chunks, rows_of
from annotator.store.merging.plan import Plan, Taken
from annotator.store.merging.rows import TWINS
from annotator.store.tables import AUDITED

_SPAN = AUDITED["span"]

_SAME = "an equal one is here under another id; its links, decisions and comments go there"
_TAKEN = "changed there into what another one here is already"


class _Place(NamedTuple):
    """What no two spans share."""

    layer: str
    tag: str
    key: str


def drop(session: Session, plan: Plan, table: str, arriving: Sequence[tuple[str, Row]]) -> None:
    """Leave out arriving links, regions and relations that are here already under another id."""
    columns = TWINS.get(table)
    if columns is None or not plan.new[table]:
        return
    target = AUDITED[table]
    here: dict[tuple[object, ...], str] = {}
    for chunk in chunks({row[columns[0]] for key, row in arriving if key in plan.new[table]}):
        statement = sa.select(target.c.id, *(target.c[column] for column in columns))
        for key, *values in session.execute(statement.where(target.c[columns[0]].in_(chunk))):
            if key not in plan.deleted[table]:
                here[tuple(values)] = key
    for key, row in arriving:
        twin = here.get(tuple(row[column] for column in columns))
        if twin is not None and key in plan.new[table]:
            del plan.new[table][key]
            plan.renaming.names[table][key] = twin
            plan.leave(table, key)


def settle_spans(ours: Session, theirs: Session, plan: Plan) -> None:
    """Let no two spans of a layer be identical: what arrives as one that is here becomes that one."""
    moved = {plan.changed["span"][key].key: place for key, place in _places(theirs, plan, plan.changed["span"])}
    new = list(_places(theirs, plan, plan.new["span"]))
    layers = {place.layer for place in moved.values()} | {place.layer for _key, place in new}
    here = _occupied(ours, plan, layers)
    by_key = {taken.key: taken.theirs for taken in plan.changed["span"].values()}
    taken: dict[_Place, str] = {}
    while True:
        taken = {place: key for place, key in here.items() if key not in moved}
        refused = [key for key, place in moved.items() if taken.setdefault(place, key) != key]
        if not refused:
            break
        for key in refused:
            del moved[key]
            del plan.changed["span"][by_key[key]]
            plan.leave("span", by_key[key], _TAKEN)
            plan.apart.add(key)
    for key, place in new:
        twin = taken.setdefault(place, key)
        if twin != key:
            del plan.new["span"][key]
            plan.renaming.names["span"][key] = twin
            plan.leave("span", key, _SAME)


def _places(theirs: Session, plan: Plan, keys: Collection[str]) -> Iterable[tuple[str, _Place]]:
    for chunk in chunks(keys):
        found = rows_of(theirs.connection(), "span", chunk)
        for key in chunk:
            row = plan.renaming.row("span", found[key])
            yield key, _Place(row["layer_id"], row["tag_id"], row["key"])


def _occupied(ours: Session, plan: Plan, layers: Iterable[str]) -> dict[_Place, str]:
    found: dict[_Place, str] = {}
    for chunk in chunks(layers):
        statement = sa.select(_SPAN.c.id, _SPAN.c.layer_id, _SPAN.c.tag_id, _SPAN.c.key)
        for key, *place in ours.execute(statement.where(_SPAN.c.layer_id.in_(chunk))):
            if key not in plan.deleted["span"]:
                found[_Place(*place)] = key
    return found


def in_the_way(ours: Session, theirs: Session, plan: Plan, changed: Sequence[Taken]) -> bool:
    """Tell whether spans cannot become what they are there, because others here are that already."""
    for key, place in _places(theirs, plan, [taken.theirs for taken in changed]):
        here = next(taken.key for taken in changed if taken.theirs == key)
        if _occupied(ours, plan, [place.layer]).get(place, here) != here:
            return True
    return False
