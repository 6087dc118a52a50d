"""The plan of a merge in words, for a person to look at and to choose from."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core.merging import Clash, Difference, Notice
from annotator.core.text import snippet
from annotator.store import spans
from annotator.store.history import Row, rows_of
from annotator.store.merging.plan import Held, Plan, Unit
from annotator.store.merging.rows import differing
from annotator.store.tables import AUDITED

NOTHING = "–"
"""What stands where a side has nothing."""

_SHORT = 60
_LONG = 400
_NAMES = {
    "answers": "answers", "article_id": "known in", "entity_id": "entity", "extra": "other keys", "layer_id": "layer",
    "light": "colour (light)", "dark": "colour (dark)", "merged_into": "merged into", "published": "date",
    "replaces": "replaces", "segments": "words", "source_encoding": "encoding of the source",
    "source_file": "file", "source_format": "format of the source", "source_sha256": "checksum of the source",
    "tag_id": "tag", "uri": "address",
}  # fmt: skip
"""What columns are called, where that is not their own name."""

_REFERRED = {
    "annotator_id": "annotator", "article_id": "article", "entity_id": "entity", "merged_into": "entity",
    "replaces": "article", "tag_id": "tag",
}  # fmt: skip
_DELETED = "deleted"
_HERE = "here"


class Side:
    """One of the two copies, asked for the words of its rows."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._titles: dict[str, str] = {}

    @cached_property
    def _names(self) -> dict[str, dict[str, str]]:
        found = {}
        for table in ("tag", "entity", "annotator", "collection"):
            columns = AUDITED[table].c
            found[table] = {row.id: row.name for row in self._session.execute(sa.select(columns.id, columns.name))}
        return found

    def row(self, table: str, key: str) -> Row | None:
        """Return a row by id."""
        return rows_of(self._session.connection(), table, [key]).get(key)

    def name(self, table: str, key: str) -> str:
        """Return what a row is called that others refer to; its id where it is not here."""
        if table == "article":
            return self._title(key) or key
        return self._names.get(table, {}).get(key, key)

    def _title(self, article: str) -> str:
        if article not in self._titles:
            row = self.row("article", article)
            self._titles[article] = row["title"] if row else ""
        return self._titles[article]

    def _article(self, table: str, row: Row) -> str:
        """Return the id of the article that a row stands in, empty for none."""
        if table == "article":
            return str(row["id"])
        if table in ("link", "decision", "comment"):
            above = self.row("span", row["span_id"])
            return self._article("span", above) if above else ""
        if table == "relation":
            above = self.row("span", row["source_id"])
            return self._article("span", above) if above else ""
        if table == "span":
            above = self.row("layer", row["layer_id"])
            return str(above["article_id"]) if above else ""
        return row.get("article_id") or ""

    def where(self, table: str, row: Row) -> str:
        """Return the title of the article that a row stands in, empty for none."""
        key = self._article(table, row)
        return self._title(key) if key and table != "article" else ""

    def what(self, table: str, row: Row) -> str:
        """Return what a row is, in few words."""
        if table in ("span", "dismissal"):
            words = self._words(self._article(table, row), row["segments"], _SHORT)
            return f"{self.name('tag', row['tag_id'])}: {words}"
        if table == "link":
            return f"{row['role']}: {self.name('entity', row['entity_id'])}"
        if table == "decision":
            return f"{row['verdict']} by {self.name('annotator', row['reviewer_id'])}"
        if table == "comment":
            return f"“{snippet(row['text'], _SHORT)}” by {self.name('annotator', row['author_id'])}"
        if table == "region":
            return f"{row['kind']}: {self._words(row['article_id'], [(row['start'], row['end'])], _SHORT)}"
        if table in ("layer", "assignment"):
            who = row["annotator_id"]
            return self.name("annotator", who) if who else "the final layer"
        if table == "collection_article":
            return f"in the collection “{self.name('collection', row['collection_id'])}”"
        column = next((one for one in ("title", "name", "kind") if row.get(one)), "id")
        return f"“{snippet(str(row[column]), _SHORT)}”"

    def value(self, table: str, column: str, row: Row) -> str:
        """Return what stands in one column of a row."""
        value = row[column]
        if column == "segments":
            return self._words(self._article(table, row), value, _LONG)
        if column in ("mention", "cue") and value is not None:
            return self._words(self._article(table, row), [value], _LONG)
        if value is not None and column in _REFERRED:
            return self.name(_REFERRED[column], value)
        return _plain(value)

    def _words(self, article: str, segments: list[Any], most: int) -> str:
        parts = spans.parts_of(self._session, article, sorted((start, end) for start, end in segments))
        return snippet(" … ".join(parts), most)


class Words:
    """Both copies, asked for the words of what clashes and of what stays out."""

    def __init__(self, ours: Session, theirs: Session, plan: Plan) -> None:
        self._ours, self._theirs, self._plan = Side(ours), Side(theirs), plan

    def clashes(self) -> tuple[Clash, ...]:
        """Return all clashes, those of one article together."""
        found = [self._clash(unit, held) for unit, held in self._plan.held.items()]
        return tuple(sorted(found, key=lambda one: (one.table != "span", one.article, one.table, one.what, one.key)))

    def _clash(self, unit: Unit, held: Held) -> Clash:
        table, key = unit
        row = self._ours.row(table, key)
        assert row is not None
        return Clash(
            table, key, self._ours.what(table, row), self._ours.where(table, row), tuple(self._differences(unit, held))
        )

    def _differences(self, unit: Unit, held: Held) -> list[Difference]:
        found = []
        if held.deleted[unit[0]]:
            found.append(Difference("the whole", _HERE, _DELETED))
        for table, taken in held.changed.items():
            for one in taken:
                found += self._row(table, one.key, one.theirs)
        links = [*(self._theirs.row("link", key) for key in held.new["link"])]
        found += [Difference("link", NOTHING, self._theirs.what("link", row)) for row in links if row]
        if not held.deleted[unit[0]]:
            gone = [*(self._ours.row("link", key) for key in held.deleted["link"])]
            found += [Difference("link", self._ours.what("link", row), NOTHING) for row in gone if row]
        return found

    def _row(self, table: str, mine: str, theirs: str) -> list[Difference]:
        ours, there = self._ours.row(table, mine), self._theirs.row(table, theirs)
        if ours is None or there is None:
            return []
        columns = differing(table, ours, self._plan.renaming.row(table, there))
        return [
            Difference(
                _NAMES.get(column, column), self._ours.value(table, column, ours),
                self._theirs.value(table, column, there),
            )
            for column in columns
            if column != "key" or table == "tag"
        ]  # fmt: skip

    def notices(self) -> tuple[Notice, ...]:
        """Return all that is not taken over, with the reason."""
        found = []
        for left in self._plan.left:
            side = self._ours if left.here else self._theirs
            row = side.row(left.table, left.key)
            if row is not None:
                table = left.table.replace("_", " ")
                found.append(Notice(table, side.what(left.table, row), side.where(left.table, row), left.reason))
        return tuple(found)


def _plain(value: Any) -> str:
    if value is None or value in ("", [], {}):
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_plain(one)}" for name, one in sorted(value.items()))
    if isinstance(value, list):
        return ", ".join(str(one["name"]) if isinstance(one, dict) and "name" in one else _plain(one) for one in value)
    return snippet(str(value), _LONG)
