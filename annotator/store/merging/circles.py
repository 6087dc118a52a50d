"""Entities that two copies merged the one into the other, each the other way round: both at once would be a circle."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.store.history import chunks
from annotator.store.merging.plan import Plan
from annotator.store.tables import AUDITED

_ENTITY = AUDITED["entity"]

_CIRCLE = "merged there into what is merged into it here"


def settle(ours: Session, theirs: Session, plan: Plan) -> None:
    """Leave out changes of entities that would merge one into itself."""
    merged = sa.select(_ENTITY.c.id, _ENTITY.c.merged_into).where(_ENTITY.c.merged_into.is_not(None))
    here = {row.id: row.merged_into for row in ours.execute(merged)}
    into = dict(here)
    arriving = [*plan.changed["entity"], *plan.new["entity"]]
    for key in arriving:
        into.pop(key, None)
    for chunk in chunks(arriving):
        into.update((row.id, row.merged_into) for row in theirs.execute(merged.where(_ENTITY.c.id.in_(chunk))))
    for key in sorted(plan.changed["entity"]):
        if _leads_back(into, key):
            del plan.changed["entity"][key]
            plan.leave("entity", key, _CIRCLE)
            into.pop(key)
            if key in here:
                into[key] = here[key]


def _leads_back(into: dict[str, str], start: str) -> bool:
    at, passed = into.get(start), {start}
    while at is not None and at not in passed:
        passed.add(at)
        at = into.get(at)
    return at is not None
