"""The links of a span that clashes: taking the other side of it takes its links, too."""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.store import lineage
from annotator.store.history import Row
from annotator.store.merging.plan import Plan, Taken
from annotator.store.merging.rows import differing
from annotator.store.tables import AUDITED

_LINK = AUDITED["link"]


def hold(ours: Session, theirs: Session, plan: Plan, span: str) -> None:
    """Put all in which the links of a span differ into its clash, and out of what happens without a choice."""
    held = plan.held["span", span]
    names = {span, *(there for there, here in plan.renaming.names["span"].items() if here == span)}
    here = _links(ours, [span])
    there = _links(theirs, names)
    changed, new = list[Taken](), list[str]()
    left = {key for key in there if key in plan.out["link"]}
    for key, row in there.items():
        moved = plan.renaming.row("link", row)
        plan.new["link"].pop(key, None)
        plan.changed["link"].pop(key, None)
        mine = here.pop(moved["id"], None)
        if mine is None:
            new.append(key)
        elif differing("link", mine, moved):
            past = lineage.pasts(theirs, "link", {key: row})[key]
            changed.append(Taken(key, mine["id"], past.changes))
    plan.out["link"] -= left
    plan.left = [one for one in plan.left if one.here or one.table != "link" or one.key not in left]
    plan.deleted["link"] -= here.keys()
    for key in here:
        plan.held.pop(("link", key), None)
    held.changed["link"], held.new["link"], held.deleted["link"] = changed, new, list(here)


def _links(session: Session, spans: Iterable[str]) -> dict[str, Row]:
    found = session.execute(sa.select(_LINK).where(_LINK.c.span_id.in_(list(spans))).order_by(_LINK.c.id)).mappings()
    return {row["id"]: dict(row) for row in found}
