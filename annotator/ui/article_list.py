"""The list of articles: ids in memory, rows in pages of 200, sorting and filtering in the database."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from annotator.core.listing import ArticleQuery, ArticleRow, ArticleSort
from annotator.core.records import LAYER_STATUSES, Changed, LayerStatus
from annotator.core.text import counted
from annotator.services import articles
from annotator.ui import plain
from annotator.ui.project import OpenProject

Index = QModelIndex | QPersistentModelIndex

_PAGE = 200
_COLUMNS: tuple[tuple[str, ArticleSort], ...] = (("", "status"), ("Article", "title"), ("Spans", "spans"))
_SIGNS: dict[LayerStatus, str] = {"new": "○", "in progress": "●", "done": "✓"}
_FILTER_DELAY = 150


class ArticleModel(QAbstractTableModel):
    """Articles in the order that the database gives; rows are read a page at a time, when they are looked at."""

    def __init__(self, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self.query = ArticleQuery()
        self.keys: list[str] = []
        self._rows: dict[int, dict[str, ArticleRow]] = {}
        self._places: dict[str, int] | None = None

    def load(self, query: ArticleQuery) -> None:
        """Show the articles that match."""
        self.beginResetModel()
        self.query = query
        self.keys = articles.article_ids(self._project.project, query)
        self._rows.clear()
        self._places = None
        self.endResetModel()

    def refresh(self, changed: Changed) -> None:
        """Ask again for what a write touched."""
        if changed.bulk or "article" in changed.tables:
            self.load(self.query)
            return
        for key in changed.articles:
            row = self.row_of(key)
            if row is not None:
                page = self._rows.get(row // _PAGE)
                if page is not None:
                    page.update(articles.article_rows(self._project.project, [key]))
                self.dataChanged.emit(self.index(row, 0), self.index(row, len(_COLUMNS) - 1))

    def row_of(self, key: str) -> int | None:
        """Return the row of an article, or None where it is not in the list."""
        if self._places is None:
            self._places = {one: row for row, one in enumerate(self.keys)}
        return self._places.get(key)

    def article(self, row: int) -> ArticleRow | None:
        """Return what is shown in a row; its page is read where that is needed."""
        page, key = row // _PAGE, self.keys[row]
        if page not in self._rows:
            part = self.keys[page * _PAGE : (page + 1) * _PAGE]
            self._rows[page] = articles.article_rows(self._project.project, part)
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
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.ToolTipRole and section == 0:
            return "Status: ○ new, ● in progress, ✓ done"
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows."""
        if role not in (
            Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole,
            Qt.ItemDataRole.TextAlignmentRole,
        ):  # fmt: skip
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = (Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight)
            return side[index.column()] | Qt.AlignmentFlag.AlignVCenter
        row = self.article(index.row())
        if row is None:
            return None
        title = row.title or "(without a title)"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain.tooltip(f"{row.order}. {title}\n{counted(row.spans, 'span')}, {row.status}")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return (row.status, title, counted(row.spans, "span"))[index.column()]
        return (_SIGNS[row.status], title, row.spans or "")[index.column()]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort in the database; column -1 is the order of import."""
        key = _COLUMNS[column][1] if column >= 0 else "order"
        self.load(replace(self.query, sort=key, descending=order == Qt.SortOrder.DescendingOrder))


class ArticleList(QWidget):
    """The left pane: a filter, and the articles; the current row's article is open."""

    chosen = Signal(str)

    def __init__(self, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ArticleModel(project, self)
        self.filter = QLineEdit(self)
        self.filter.setObjectName("articleFilter")
        self.filter.setPlaceholderText("Filter by title, file, paper")
        self.filter.setAccessibleName("Filter articles")
        self.filter.setClearButtonEnabled(True)
        self.status = QComboBox(self)
        self.status.setAccessibleName("Status of articles")
        self.status.addItem("all", None)
        for status in LAYER_STATUSES:
            self.status.addItem(f"{_SIGNS[status]} {status}", status)
        self.view = QTableView(self)
        self.view.setObjectName("articleList")
        self.view.setAccessibleName("Articles")
        self.view.setModel(self.model)
        self._arrange_table()
        above = QHBoxLayout()
        above.addWidget(self.filter, 1)
        above.addWidget(self.status)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 0, 8)
        layout.addLayout(above)
        layout.addWidget(self.view, 1)
        self.count = plain.label()
        layout.addWidget(self.count)
        self._later = QTimer(self, singleShot=True, interval=_FILTER_DELAY)
        self._later.timeout.connect(self.reload)
        self.filter.textChanged.connect(self._later.start)
        self.status.currentIndexChanged.connect(self.reload)
        self._open: str | None = None
        self.model.modelReset.connect(self._after_load)
        self.view.selectionModel().currentRowChanged.connect(self._chosen)

    def _arrange_table(self) -> None:
        view, header = self.view, self.view.horizontalHeader()
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setShowGrid(False)
        view.setWordWrap(False)
        view.setTabKeyNavigation(False)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.verticalHeader().hide()
        view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        view.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 10)
        # Stretched or fixed, never by contents: that would read every row.
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(24)
        header.resizeSection(0, 28)
        header.resizeSection(2, self.fontMetrics().horizontalAdvance("Spans") + 20)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        view.setSortingEnabled(True)

    def reload(self) -> None:
        """Ask for the articles again, with the filter as it is; the open article stays current where it is listed."""
        self._later.stop()
        query = replace(self.model.query, text=self.filter.text().strip(), status=self.status.currentData())
        self.model.load(query)

    def refresh(self, changed: Changed) -> None:
        """Show what a write touched."""
        self.model.refresh(changed)

    def _after_load(self) -> None:
        self.count.setText(counted(len(self.model.keys), "article"))
        if self._open is not None:
            self.mark(self._open)

    def mark(self, key: str | None) -> None:
        """Make the row of the open article current, without opening it again."""
        self._open = key
        row = self.model.row_of(key) if key else None
        selection = self.view.selectionModel()
        selection.blockSignals(True)
        if row is None:
            selection.clear()
        else:
            self.view.setCurrentIndex(self.model.index(row, 1))
        selection.blockSignals(False)
        self.view.viewport().update()

    def beside(self, key: str | None, step: int) -> str | None:
        """Return the article after (`step` 1) or before (-1) one in the list as it is shown; None at its ends."""
        keys = self.model.keys
        row = self.model.row_of(key) if key else None
        if row is None:
            return keys[0] if keys else None
        return keys[row + step] if 0 <= row + step < len(keys) else None

    def _chosen(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid():
            self._open = self.model.keys[current.row()]
            self.chosen.emit(self._open)
