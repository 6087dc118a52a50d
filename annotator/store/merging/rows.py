"""What merging has to know of the tables: what in a row is content, what it refers to, and how it is read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.ids import derived_id
from annotator.core.merging import CHANGES
from annotator.store.history import CHUNK, Row
from annotator.store.intake import layer_id
from annotator.store.tables import AUDITED, ORDER

TABLES = tuple(sorted(AUDITED, key=ORDER.__getitem__))
"""All tables that are merged, parents before children."""

_NO_CONTENT = frozenset({"id", "version", "created", "updated", "by"})
_OWN_HERE = {
    "article": {"order"},
    "article_text": {"text"},
    "span": {"start", "end"},
    "decision": {"span_version"},
}
"""Columns that each copy has for itself, or that follow from others."""

ADAPTED = {
    "article": frozenset({"replaces"}),
    "comment": frozenset({"answers"}),
    "entity": frozenset({"article_id", "merged_into"}),
    "span": frozenset({"origin"}),
    "tag": frozenset({"key", "order"}),
}
"""Columns that taking a row in, or exporting a part of a project, may have changed without its being a change."""

CONTENT: Mapping[str, tuple[str, ...]] = {
    name: tuple(column.key for column in table.c if column.key not in _NO_CONTENT | _OWN_HERE.get(name, set()))
    for name, table in AUDITED.items()
}

FOLLOWING = {"span": ("start", "end")}
"""Columns that follow from the content, and are written with it."""

TWINS = {
    "link": ("span_id", "role", "entity_id"),
    "region": ("article_id", "kind", "start", "end"),
    "relation": ("source_id", "target_id", "kind"),
}
"""Columns in which two rows of a table are the same thing, whatever their ids."""

_DERIVED: Mapping[str, Callable[[Row], str]] = {
    "layer": lambda row: layer_id(row["article_id"], row["annotator_id"]),
    "assignment": lambda row: derived_id("assignment", row["article_id"], row["annotator_id"]),
    "dismissal": lambda row: derived_id(
        "dismissal", row["article_id"], row["annotator_id"], row["tag_id"], row["key"]
    ),
    "collection_article": lambda row: derived_id("collection", row["collection_id"], row["article_id"]),
    "decision": lambda row: derived_id("decision", row["span_id"], row["reviewer_id"]),
}  # fmt: skip
"""How the ids of rows follow from what they refer to; see `core.ids.derived_id`."""


class Reference(NamedTuple):
    """A column that has the id of a row of another table; `required`: never without one."""

    column: str
    table: str
    required: bool


REFERENCES: Mapping[str, tuple[Reference, ...]] = {
    name: tuple(
        # A layer without an annotator is the final one, which no other layer becomes.
        Reference(column.key, key.column.table.name, not column.nullable or name == "layer")
        for column in table.c
        for key in column.foreign_keys
    )
    for name, table in AUDITED.items()
}

CHILDREN: Mapping[str, tuple[tuple[str, str], ...]] = {
    parent: tuple(
        (child, reference.column) for child in TABLES for reference in REFERENCES[child] if reference.table == parent
    )
    for parent in TABLES
}
"""The tables, with the columns, that refer to a table."""


def differing(table: str, ours: Row, theirs: Row) -> list[str]:
    """Return the columns in which the content of two rows differs."""
    found = [column for column in CONTENT[table] if column != "extra" and ours[column] != theirs[column]]
    if ours["extra"] != theirs["extra"] and _plain(table, ours["extra"]) != _plain(table, theirs["extra"]):
        found.append("extra")
    return found


def _plain(table: str, extra: Row) -> Row:
    """Return unknown keys of a file without what they tell of changes."""
    plain = {key: value for key, value in extra.items() if key != CHANGES}
    if table == "project" and CHANGES in plain.get("project", {}):
        plain["project"] = {key: value for key, value in plain["project"].items() if key != CHANGES}
        plain = {key: value for key, value in plain.items() if value}
    return plain


def count(session: Session) -> int:
    """Return how many rows there are in all tables."""
    return sum(session.scalar(sa.select(sa.func.count()).select_from(table)) or 0 for table in AUDITED.values())


def _compared(table: str) -> sa.Select[Any]:
    """Return the question for what is compared of rows: most are equal, and the rest of them is never needed."""
    target = AUDITED[table]
    return sa.select(target.c.id, *(target.c[column] for column in (*CONTENT[table], *FOLLOWING.get(table, ()))))


def pages(session: Session, table: str) -> Iterator[list[Row]]:
    """Yield what is compared of all rows of a table, in lists, in order of id."""
    target, last = AUDITED[table], ""
    while True:
        statement = _compared(table).where(target.c.id > last).order_by(target.c.id).limit(CHUNK)
        found = [dict(row) for row in session.execute(statement).mappings()]
        if not found:
            return
        last = found[-1]["id"]
        yield found


def compared(session: Session, table: str, keys: Sequence[str]) -> dict[str, Row]:
    """Return what is compared of rows, by id."""
    statement = _compared(table).where(AUDITED[table].c.id.in_(keys))
    return {row["id"]: dict(row) for row in session.execute(statement).mappings()}


class Renaming:
    """The ids that rows of theirs have here, where those are others."""

    def __init__(self) -> None:
        self.names: dict[str, dict[str, str]] = defaultdict(dict)

    def key(self, table: str, key: str) -> str:
        """Return the id that a row of theirs has here."""
        return self.names[table].get(key, key)

    def row(self, table: str, row: Row) -> Row:
        """Return a row of theirs as it is here: with the ids of here in it."""
        moved = {
            reference.column: self.names[reference.table][row[reference.column]]
            for reference in REFERENCES[table]
            if row[reference.column] in self.names[reference.table]
        }
        key = self.names[table].get(row["id"])
        if key is None and moved and table in _DERIVED:
            key = self.names[table][row["id"]] = _DERIVED[table](row | moved)
        if key is not None:
            moved["id"] = key
        return row | moved if moved else row


def column_values(rows: Sequence[Row], column: str) -> set[str]:
    """Return the ids in a column, without the empty ones."""
    return {row[column] for row in rows if row[column] is not None}
