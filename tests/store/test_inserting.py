"""Rows that are inserted by the thousand are the rows that SQLAlchemy would have inserted, on both databases."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
import sqlalchemy as sa

from annotator.core.errors import Conflict
from annotator.services import history
from annotator.store.project import Project
from annotator.store.tables import AUDITED

MOMENT = datetime(2024, 3, 1, 9, 30, 0, 120, tzinfo=timezone(timedelta(hours=2)))
ENTITIES: list[dict[str, Any]] = [
    {"id": "a", "name": "Ines % Calloway", "aliases": ["“Ines”", "İnes 🏗"], "created": MOMENT, "updated": MOMENT},
    {"id": "b", "name": ":name ? %(name)s", "aliases": [], "created": MOMENT, "updated": MOMENT},
]


def rows(project: Project, table: str) -> list[dict[str, Any]]:
    columns = AUDITED[table]
    with project.read() as session:
        return [dict(row) for row in session.execute(sa.select(columns).order_by(columns.c.id)).mappings()]


def test_rows_are_as_sqlalchemy_would_insert_them_with_their_defaults(project: Project) -> None:
    with project.write("in bulk") as writing:
        assert writing.bulk_insert("entity", ENTITIES) == 2
    found = rows(project, "entity")
    history.undo(project)
    assert rows(project, "entity") == []
    with project.write("one by one") as writing:
        for row in ENTITIES:
            whole = {"version": 1, "by": project.me, **row}
            writing.session.connection().execute(sa.insert(AUDITED["entity"]), whole)
        expected = [
            dict(row)
            for row in writing.session.execute(sa.select(AUDITED["entity"]).order_by(AUDITED["entity"].c.id)).mappings()
        ]
    assert found == expected
    assert found[0]["created"] == MOMENT.astimezone(UTC)
    assert (found[0]["kind"], found[0]["extra"], found[0]["uri"]) == ("person", {}, None)


def test_rows_of_other_columns_take_a_statement_of_their_own(project: Project) -> None:
    with project.write("in bulk") as writing:
        writing.bulk_insert("entity", [{"id": "a", "name": "Ines"}])
        writing.bulk_insert("entity", [{"id": "b", "name": "Omar", "note": "asks", "by": None}])
        writing.bulk_insert("entity", [{"name": "Pia", "id": "c"}])
    found = rows(project, "entity")
    assert [(row["id"], row["name"], row["note"], row["by"]) for row in found] == [
        ("a", "Ines", "", project.me),
        ("b", "Omar", "asks", None),
        ("c", "Pia", "", project.me),
    ]


def test_a_row_that_is_there_already_is_a_clash_and_nothing_is_inserted(project: Project) -> None:
    with pytest.raises(Conflict), project.write("twice") as writing:
        writing.bulk_insert("entity", [{"id": key, "name": "Ines"} for key in ("a", "b", "a")])
    assert rows(project, "entity") == []
