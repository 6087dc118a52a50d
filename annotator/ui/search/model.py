"""The rows of the list of hits: read page by page as a person scrolls down, kept in the order of articles and texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from annotator.core.search import Hit, Line
from annotator.core.text import snippet
from annotator.ui import plain
from annotator.ui.project import OpenProject

Index = QModelIndex | QPersistentModelIndex

LINE = Qt.ItemDataRole.UserRole
"""The role under which the painter finds the whole of a row."""

ARTICLE, DATE, CONTEXT, TAGS = range(4)
_TITLES = ("Article", "Date", "Hits in their context", "Tags")
_TIPS = {TAGS: "The tags of your spans in which the hit lies"}
_TITLE, _DAY = 200, len("2018-02-23")


class HitModel(QAbstractTableModel):
    """The lines that were read so far. `moreAsked()`: the end of the list came into sight, and there are more."""

    moreAsked = Signal()

    def __init__(self, project: OpenProject, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self.lines: list[Line] = []
        self._tags: dict[Hit, tuple[str, ...]] = {}
        self._has_more = False

    def show_lines(self, lines: Sequence[Line], *, more: bool) -> None:
        """Show lines in place of those before; `more`: others can be had."""
        self.beginResetModel()
        self.lines, self._has_more = list(lines), more
        self._tags.clear()
        self.endResetModel()

    def add_lines(self, lines: Sequence[Line], *, more: bool) -> None:
        """Show lines below those that there are."""
        self._has_more = more
        if lines:
            self.beginInsertRows(QModelIndex(), len(self.lines), len(self.lines) + len(lines) - 1)
            self.lines.extend(lines)
            self.endInsertRows()

    def show_tags(self, tags: Mapping[Hit, tuple[str, ...]]) -> None:
        """Show the tags, by their ids, of the spans that hits lie in."""
        self._tags.update(tags)
        if self.lines:
            self.dataChanged.emit(self.index(0, TAGS), self.index(len(self.lines) - 1, TAGS))

    def hits(self, rows: Iterable[int]) -> list[Hit]:
        """Return the places of rows."""
        return [self.lines[row].hit for row in rows]

    def canFetchMore(self, parent: Index) -> bool:
        """Tell whether there are lines below."""
        return self._has_more and not parent.isValid()

    def fetchMore(self, _parent: Index) -> None:
        """Ask for the lines below; they come later, and are asked for once."""
        self._has_more = False
        self.moreAsked.emit()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of lines."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else len(_TITLES)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the columns' names."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _TITLES[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain.tooltip(_TIPS.get(section, ""))
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows, in words for whoever cannot see what is painted."""
        line, column = self.lines[index.row()], index.column()
        if role == LINE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(line, column)
        if role == Qt.ItemDataRole.AccessibleTextRole and column == TAGS:
            tags = self._tags.get(line.hit, ())
            return ", ".join(tag.name for tag in self._project.tags if tag.id in tags) or "no tag"
        if role == Qt.ItemDataRole.ToolTipRole and column in (ARTICLE, DATE):
            return plain.tooltip(about(line))
        return None

    def _text(self, line: Line, column: int) -> str:
        if column == ARTICLE:
            return plain.isolated(snippet(line.title, _TITLE)) or "(without a title)"
        if column == DATE:
            return line.published[:_DAY]
        if column == TAGS:
            tags = self._tags.get(line.hit, ())
            return " ".join(letter for tag, letter in self._project.letters.items() if tag in tags)
        return f"{line.before}{line.words}{line.after}"


def about(line: Line) -> str:
    """Return in which article a line stands."""
    parts = (snippet(line.title, _TITLE) or "(without a title)", snippet(line.publication), line.published)
    return " · ".join(plain.isolated(part) for part in parts if part)
