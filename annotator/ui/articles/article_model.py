"""The rows of the list of articles: ids in memory, pages of 200, sorting and filtering in the database."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont, QGuiApplication, QPalette

from annotator.core.listing import ArticleQuery, ArticleRow, ArticleSort
from annotator.core.records import Changed, LayerStatus
from annotator.core.text import counted
from annotator.services import articles
from annotator.services.projects import annotators
from annotator.ui import plain
from annotator.ui.project import OpenProject

Index = QModelIndex | QPersistentModelIndex

_PAGE = 200
_COLUMNS: tuple[tuple[str, ArticleSort], ...] = (("", "status"), ("Article", "title"), ("Spans", "spans"))
SIGNS: dict[LayerStatus, str] = {"new": "○", "in progress": "●", "done": "✓"}
UNUSABLE = "⊘"
_NOTED = "✎"
_MINE = "◆"
_TOLD = frozenset({
    Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.FontRole, Qt.ItemDataRole.ForegroundRole,
})  # fmt: skip


class ArticleModel(QAbstractTableModel):
    """Articles in the order that the database gives; rows are read a page at a time, when they are looked at."""

    def __init__(self, project: OpenProject, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self.query = ArticleQuery()
        self.keys: list[str] = []
        self._rows: dict[int, dict[str, ArticleRow]] = {}
        self._places: dict[str, int] = {}

    def load(self, query: ArticleQuery) -> None:
        """Show the articles that match; where they cannot be read, that is said and the list stays as it is."""
        keys = self._project.attempt(lambda: articles.article_ids(self._project.project, query))
        if keys is None:
            return
        self.beginResetModel()
        self.query = query
        self.keys = keys
        self._rows.clear()
        self._places = {}
        self.endResetModel()

    def refresh(self, changed: Changed) -> None:
        """Ask again for what a write touched."""
        gathered = self.query.collection is not None and "collection_article" in changed.tables
        given = self.query.assigned is not None and "assignment" in changed.tables
        if changed.bulk or gathered or given or "article" in changed.tables:
            self.load(self.query)
            return
        for key in changed.articles:
            row = self.row_of(key)
            if row is not None:
                page = self._rows.get(row // _PAGE)
                if page is not None:
                    page.update(articles.article_rows(self._project.project, [key]))
                self.dataChanged.emit(self.index(row, 0), self.index(row, len(_COLUMNS) - 1))

    def show_count(self, key: str, spans: int) -> None:
        """Show how many spans an article has, where that is known without asking."""
        row = self.row_of(key)
        page = self._rows.get(row // _PAGE) if row is not None else None
        if row is not None and page is not None and key in page:
            page[key] = replace(page[key], spans=spans)
            self.dataChanged.emit(self.index(row, 0), self.index(row, len(_COLUMNS) - 1))

    def row_of(self, key: str) -> int | None:
        """Return the row of an article, or None where it is not in the list."""
        # Noted as far as they were looked for: a list of a hundred thousand is painted before all of them are.
        noted = len(self._places)
        while key not in self._places and noted < len(self.keys):
            part = self.keys[noted : noted + _PAGE]
            self._places.update(zip(part, range(noted, noted + len(part)), strict=True))
            noted += len(part)
        return self._places.get(key)

    def article(self, row: int) -> ArticleRow | None:
        """Return what is shown in a row; its page is read where that is needed."""
        page, key = row // _PAGE, self.keys[row]
        if page not in self._rows:
            part = self.keys[page * _PAGE : (page + 1) * _PAGE]
            read = self._project.attempt(lambda: articles.article_rows(self._project.project, part))
            self._rows[page] = read or {}
        return self._rows[page].get(key)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of articles."""
        return 0 if parent.isValid() else len(self.keys)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else len(_COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the columns' names."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return _COLUMNS[section][0]
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.AccessibleTextRole:
            return _COLUMNS[section][0] or "Status"
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.ToolTipRole and section == 0:
            return "Status: ○ new, ● in progress, ✓ done"
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.ToolTipRole and section == 1:
            return f"{UNUSABLE} unusable, {_NOTED} has a note, {_MINE} assigned to you"
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = (Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight)
            return side[index.column()] | Qt.AlignmentFlag.AlignVCenter
        if role not in _TOLD:
            return None
        row = self.article(index.row())
        if row is None:
            return None
        if role in (Qt.ItemDataRole.FontRole, Qt.ItemDataRole.ForegroundRole):
            return _look(role) if row.unusable and index.column() == 1 else None
        title = row.title or "(without a title)"
        acting = self._project.acting
        mine = acting is not None and acting.id in row.assigned
        flags = [
            *(["unusable"] if row.unusable else []), *(["has a note"] if row.noted else []),
            *(["assigned to you"] if mine else []),
        ]  # fmt: skip
        if role == Qt.ItemDataRole.ToolTipRole:
            told = ", ".join([counted(row.spans, "span"), row.status, *flags])
            return plain.tooltip("\n".join([f"{row.order}. {title}", told, *self._assigned(row)]))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return (row.status, ", ".join([title, *flags]), counted(row.spans, "span"))[index.column()]
        signs = f"{UNUSABLE} " * row.unusable + f"{_NOTED} " * row.noted + f"{_MINE} " * mine
        return (SIGNS[row.status], signs + title, row.spans or "")[index.column()]

    def _assigned(self, row: ArticleRow) -> list[str]:
        """Return whom an article is assigned to, in words; nothing where it is nobody."""
        if not row.assigned:
            return []
        names = {one.id: one.name for one in annotators(self._project.project)}
        return [f"Assigned to {', '.join(sorted(names.get(key, '?') for key in row.assigned))}"]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort in the database; column -1 is the order of import."""
        key = _COLUMNS[column][1] if column >= 0 else "order"
        query = replace(self.query, sort=key, descending=order == Qt.SortOrder.DescendingOrder)
        # The view asks for what is shown already when it is made: a second reading of a hundred thousand ids.
        if query != self.query:
            self.load(query)


def _look(role: int) -> object:
    """Return how an unusable article looks: struck out and pale, besides its sign."""
    if role == Qt.ItemDataRole.FontRole:
        font = QFont(QGuiApplication.font())
        font.setStrikeOut(True)
        return font
    return QGuiApplication.palette().color(QPalette.ColorRole.PlaceholderText)
