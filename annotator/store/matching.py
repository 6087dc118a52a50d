"""Conditions of statements that compare texts without the difference of case, on both databases."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

from annotator.store.engine import FOLD


class Folded(sa.sql.functions.GenericFunction[str]):
    """A text without the difference of case: PostgreSQL's `lower`; SQLite's knows the letters of ASCII only."""

    inherit_cache = True
    name = "lower"


@compiles(Folded, "sqlite")
def _fold_on_sqlite(element: Folded, compiler: SQLCompiler, **options: Any) -> str:
    return f"{FOLD}({compiler.process(element.clauses, **options)})"


def like(text: str) -> str:
    """Return the pattern for texts that hold `text`."""
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def matches(column: sa.ColumnElement[str], pattern: str) -> sa.ColumnElement[bool]:
    """Return the condition that a column is like a pattern."""
    # Letters of ASCII are folded by the database itself, three times as fast as what it has to ask for.
    if pattern.isascii():
        return column.ilike(pattern, escape="\\")
    return Folded(column).like(Folded(sa.literal(pattern)), escape="\\")


def contains(text: str, *columns: sa.Column[str]) -> sa.ColumnElement[bool]:
    """Return the condition that one of the columns holds `text`."""
    return sa.or_(*(matches(column, like(text)) for column in columns))


def in_json(text: str) -> str:
    """Return a text as it stands within a JSON string that the database keeps."""
    return json.dumps(text, ensure_ascii=False)[1:-1]
