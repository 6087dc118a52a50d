"""The rows of the list of entities: ids in memory, pages read when they are looked at, sorted in the database."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from annotator.core.entity_listing import EntityQuery, EntitySort, ListedEntity
from annotator.core.text import counted, snippet
from annotator.services.entities import listing
from annotator.ui import plain
from annotator.ui.project import OpenProject

Index = QModelIndex | QPersistentModelIndex

_PAGE = 100
_LONGEST = 200
"""Characters of names in a cell; what is beyond is never seen, and takes long to lay out."""

NAME, KIND, OTHER_NAMES = range(3)
_WORDS = 3
"""Columns with words; those of figures come after them."""


class EntityModel(QAbstractTableModel):
    """Entities in the order that the database gives, with a column for each tag of the scheme."""

    def __init__(self, project: OpenProject, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self.query = EntityQuery()
        self.keys: list[str] = []
        self._rows: dict[int, dict[str, ListedEntity]] = {}
        self._places: dict[str, int] | None = None
        self._columns = self._make_columns()

    def _make_columns(self) -> list[tuple[str, str, EntitySort]]:
        """Return the title, the tip and the order of each column."""
        letters = self._project.letters
        tags = [(letters.get(tag.id, "?"), f"{tag.name} spans", f"tag:{tag.id}") for tag in self._project.tags]
        return [
            ("Name", "", "name"), ("Kind", "", "kind"), ("Also called", "", "aliases"),
            ("Spans", "Spans of all tags and annotators", "spans"), *tags,
            ("Articles", "Articles they stand in", "articles"),
        ]  # fmt: skip

    def load(self, query: EntityQuery) -> None:
        """Show the entities that match; where they cannot be read, that is said and the list stays as it is."""
        keys = self._project.attempt(lambda: listing.entity_ids(self._project.project, query))
        if keys is None:
            return
        self.beginResetModel()
        self.query, self.keys, self._places = query, keys, None
        self._rows.clear()
        self._columns = self._make_columns()
        self.endResetModel()

    def row_of(self, key: str) -> int | None:
        """Return the row of an entity, or None where it is not in the list."""
        if self._places is None:
            self._places = {one: row for row, one in enumerate(self.keys)}
        return self._places.get(key)

    def entity(self, row: int) -> ListedEntity | None:
        """Return what is shown in a row; its page is read where that is needed."""
        page, key = row // _PAGE, self.keys[row]
        if page not in self._rows:
            part = self.keys[page * _PAGE : (page + 1) * _PAGE]
            self._rows[page] = self._project.attempt(lambda: listing.listed(self._project.project, part)) or {}
        return self._rows[page].get(key)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of entities."""
        return 0 if parent.isValid() else len(self.keys)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the columns' names."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        title, tip, _sort = self._columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return tip or title
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain.tooltip(tip)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(section)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows."""
        column = index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(column)
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        row = self.entity(index.row())
        if row is None:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain.tooltip(told(row))
        if column == NAME:
            return plain.isolated(snippet(row.entity.name, _LONGEST))
        if column == KIND:
            return row.entity.kind
        if column == OTHER_NAMES:
            return snippet(", ".join(plain.isolated(name) for name in row.other_names), _LONGEST)
        number = self._number(row, self._columns[column][2])
        if role == Qt.ItemDataRole.AccessibleTextRole:
            title, tip, sort = self._columns[column]
            return f"{tip if sort.startswith('tag:') else title}: {number}"
        return f"{number:,}" if number else ""

    def _number(self, row: ListedEntity, sort: EntitySort) -> int:
        if sort == "spans":
            return row.spans
        return row.articles if sort == "articles" else row.tags.get(sort.removeprefix("tag:"), 0)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort in the database; column -1 is by name."""
        key = self._columns[column][2] if column >= 0 else "name"
        query = replace(self.query, sort=key, descending=order == Qt.SortOrder.DescendingOrder)
        # The view asks for what is shown already when it is made.
        if query != self.query:
            self.load(query)


def _side(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column < _WORDS else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


def told(row: ListedEntity) -> str:
    """Return what is known of an entity, for a tooltip: its names, and how much is linked to it."""
    lines = [f"{plain.isolated(snippet(row.entity.name, _LONGEST))} · {row.entity.kind}"]
    if row.other_names:
        lines.append(snippet(f"also called {', '.join(map(plain.isolated, row.other_names))}", _LONGEST))
    if row.entity.reason:
        lines.append(snippet(f"anonymous: {row.entity.reason}", _LONGEST))
    lines.append(f"{counted(row.spans, 'span')} in {counted(row.articles, 'article')}")
    return "\n".join(lines)
