"""What all entities are called, and which of them changed since: read again without reading everything."""

from __future__ import annotations

import sqlalchemy as sa

from annotator.core.listing import NamedEntity
from annotator.store.history import chunks
from annotator.store.project import Project, Session
from annotator.store.tables import AUDITED, Base

_ENTITY = AUDITED["entity"]
_REVISION, _CHANGE = Base.metadata.tables["revision"], Base.metadata.tables["change"]
_COLUMNS = [_ENTITY.c[name] for name in ("id", "name", "kind", "aliases", "article_id", "merged_into")]

_LATE = 50
"""On PostgreSQL a revision of a colleague may be committed after ones with higher numbers: so far back it is looked,
also where there is no newer one."""

_MANY = 2_000
"""Changed entities; beyond, all are read."""

# Made once: each time the picker opens it asks this, and to put one together takes longer than to run it.
_NEWEST = sa.select(sa.func.max(_REVISION.c.id))
_CHANGED = (
    # One look at the index for each revision: what else a large one changed is not read.
    sa.select(_CHANGE.c.key)
    .join(_REVISION, _REVISION.c.id == _CHANGE.c.revision_id)
    .where(_REVISION.c.id > sa.bindparam("since"), _CHANGE.c.table_name == "entity")
    .distinct()
    .limit(_MANY + 1)
    .subquery()
)
_NEWEST_AND_CHANGED = sa.select(_NEWEST.scalar_subquery(), _CHANGED.c.key).select_from(
    sa.select(sa.literal(1)).subquery().outerjoin(_CHANGED, sa.true())
)


def read_names(project: Project, known: int | None) -> tuple[int, dict[str, NamedEntity | None], bool]:
    """Return the number of the newest revision, entities by id, and whether these are all there are.

    `known` is the number that an earlier call returned: then only what changed since is read, and None stands for an
    entity that is gone. Raises ProjectError.
    """
    with project.read() as session:
        if known is None:
            return session.scalar(_NEWEST) or 0, _named(session, None), True
        late = _LATE if session.get_bind().dialect.name != "sqlite" else 0
        found = session.execute(_NEWEST_AND_CHANGED, {"since": known - late}).all()
        newest, keys = found[0][0] or 0, [key for _newest, key in found if key is not None]
        if newest < known or len(keys) > _MANY:
            return newest, _named(session, None), True
        return newest, dict.fromkeys(keys) | _named(session, keys), False


def _named(session: Session, keys: list[str] | None) -> dict[str, NamedEntity | None]:
    found: dict[str, NamedEntity | None] = {}
    statement = sa.select(*_COLUMNS)
    for part in [statement] if keys is None else [statement.where(_ENTITY.c.id.in_(part)) for part in chunks(keys)]:
        for key, name, kind, aliases, article, merged_into in session.execute(part):
            found[key] = NamedEntity(key, name, kind, tuple(aliases), article, merged_into)
    return found
