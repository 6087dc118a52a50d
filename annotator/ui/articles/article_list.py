"""The list of articles: filters, and a table in which the current row's article is open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
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

from annotator.core.records import LAYER_STATUSES, Changed
from annotator.core.text import counted
from annotator.services import collections
from annotator.ui import plain
from annotator.ui.accessible import name_box
from annotator.ui.articles.article_model import SIGNS, UNUSABLE, ArticleModel
from annotator.ui.list_look import look_like_a_list
from annotator.ui.project import OpenProject

_FILTER_DELAY = 150


class _Table(QTableView):
    def keyboardSearch(self, search: str) -> None:
        """Search nothing: that would read every row, and the filter above does it in the database."""


class ArticleList(QWidget):
    """The left pane: filters, and the articles; the current row's article is open, several can be selected.

    `chosen(str)` when another row is current; `left()` when the person goes on to the article itself.
    """

    chosen = Signal(str)
    left = Signal()

    def __init__(self, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self.model = ArticleModel(project, self)
        self.filter = QLineEdit(self)
        self.filter.setObjectName("articleFilter")
        self.filter.setPlaceholderText("Filter by title, file, paper")
        self.filter.setAccessibleName("Filter articles")
        self.filter.setClearButtonEnabled(True)
        self.status = QComboBox(self)
        name_box(self.status, "Status of articles")
        self.status.addItem("all", None)
        for status in LAYER_STATUSES:
            self.status.addItem(f"{SIGNS[status]} {status}", status)
            self.status.setItemData(self.status.count() - 1, status, Qt.ItemDataRole.AccessibleTextRole)
        self.status.addItem("mine", "mine")
        self.status.setItemData(self.status.count() - 1, "Assigned to you", Qt.ItemDataRole.ToolTipRole)
        self.status.addItem("usable", "usable")
        self.status.addItem(f"{UNUSABLE} unusable", "unusable")
        self.collection = QComboBox(self)
        name_box(self.collection, "Collection of articles")
        self.collection.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.collection.setMinimumContentsLength(8)
        self._fill_collections()
        self.view = _Table(self)
        self.view.setObjectName("articleList")
        self.view.setAccessibleName("Articles")
        self.view.setModel(self.model)
        self._arrange_table()
        narrowed = QHBoxLayout()
        narrowed.addWidget(self.status)
        narrowed.addWidget(self.collection, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 0, 8)
        layout.addWidget(self.filter)
        layout.addLayout(narrowed)
        layout.addWidget(self.view, 1)
        self.count = plain.label()
        layout.addWidget(self.count)
        self._later = QTimer(self, singleShot=True, interval=_FILTER_DELAY)
        self._later.timeout.connect(self.reload)
        self.filter.textChanged.connect(self._later.start)
        self.status.currentIndexChanged.connect(self.reload)
        self.collection.currentIndexChanged.connect(self.reload)
        self._open: str | None = None
        self._marking = False
        self._kept: list[str] = []
        self.model.modelAboutToBeReset.connect(self._before_load)
        self.model.modelReset.connect(self._after_load)
        self.view.selectionModel().currentRowChanged.connect(self._chosen)
        self.view.selectionModel().selectionChanged.connect(self._count)
        self.view.clicked.connect(self._clicked)
        self.view.activated.connect(self.left)

    def _arrange_table(self) -> None:
        view, header = self.view, self.view.horizontalHeader()
        look_like_a_list(view, QAbstractItemView.SelectionMode.ExtendedSelection, self._size_columns)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Stretched or fixed, never by contents: that would read every row.
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(24)
        self._size_columns()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        view.setSortingEnabled(True)

    def _size_columns(self) -> None:
        header, metrics = self.view.horizontalHeader(), self.fontMetrics()
        header.resizeSection(0, metrics.height() + 12)
        header.resizeSection(2, metrics.horizontalAdvance("Spans") + 20)

    def reload(self) -> None:
        """Ask for the articles again, with the filter as it is; the open article stays current where it is listed."""
        self._later.stop()
        status = self.status.currentData()
        marked, acting = status in ("usable", "unusable"), self._project.acting
        self.model.load(
            replace(
                self.model.query,
                text=self.filter.text().strip(),
                status=None if marked or status == "mine" else status,
                assigned=(acting.id if acting else "") if status == "mine" else None,
                unusable=status == "unusable" if marked else None,
                collection=self.collection.currentData(),
            )
        )

    def refresh(self, changed: Changed) -> None:
        """Show what a write touched."""
        if (changed.bulk or changed.tables & {"collection", "collection_article"}) and not self._fill_collections():
            self.reload()
            return
        self.model.refresh(changed)

    def _fill_collections(self) -> bool:
        """Offer the collections as they are now; tell whether the chosen one is among them."""
        before = self.collection.currentData()
        self.collection.blockSignals(True)
        self.collection.clear()
        self.collection.addItem("All articles", None)
        for row in collections.rows(self._project.project):
            self.collection.addItem(f"{row.name} ({row.articles:,})", row.id)
        place = self.collection.findData(before) if before is not None else 0
        self.collection.setCurrentIndex(max(0, place))
        self.collection.blockSignals(False)
        return place >= 0

    def selected(self) -> list[str]:
        """Return the ids of the selected articles, as they are listed."""
        parts = self.view.selectionModel().selection().toList()
        rows = sorted({row for part in parts for row in range(part.top(), part.bottom() + 1)})
        return [self.model.keys[row] for row in rows]

    def _before_load(self) -> None:
        self._kept = self.selected()

    def _after_load(self) -> None:
        if self._open is not None:
            self.mark(self._open)
        if len(self._kept) > 1:
            self._select(row for key in self._kept if (row := self.model.row_of(key)) is not None)
        self._count()

    def _select(self, rows: Iterable[int]) -> None:
        selection = QItemSelection()
        for _place, run in groupby(enumerate(sorted(rows)), lambda pair: pair[1] - pair[0]):
            part = [row for _number, row in run]
            selection.select(self.model.index(part[0], 0), self.model.index(part[-1], self.model.columnCount() - 1))
        if not selection.isEmpty():
            self.view.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _count(self) -> None:
        number = sum(part.height() for part in self.view.selectionModel().selection().toList())
        told = counted(len(self.model.keys), "article")
        self.count.setText(f"{told}, {number:,} selected" if number > 1 else told)

    def mark(self, key: str | None) -> None:
        """Make the row of the open article current, without opening it again."""
        self._open = key
        row = self.model.row_of(key) if key else None
        selection = self.view.selectionModel()
        self._marking = True
        if row is None:
            selection.clear()
        elif row != self.view.currentIndex().row():
            # Not by the view: it would look whether Ctrl is held, and add the row to those that are selected.
            flag = QItemSelectionModel.SelectionFlag
            selection.setCurrentIndex(self.model.index(row, 1), flag.ClearAndSelect | flag.Rows)
        self._marking = False

    def beside_all(self, keys: Sequence[str]) -> str | None:
        """Return the article that stands after the last of several in the list, else the one before; None: all gone."""
        gone = set(keys)
        rows = [row for key in keys if (row := self.model.row_of(key)) is not None]
        after = self.model.keys[max(rows, default=-1) + 1 :]
        before = self.model.keys[: max(rows, default=0)]
        return next((key for key in (*after, *reversed(before)) if key not in gone), None)

    def beside(self, key: str | None, step: int) -> str | None:
        """Return the article after (`step` 1) or before (-1) one in the list as it is shown; None at its ends."""
        keys = self.model.keys
        row = self.model.row_of(key) if key else None
        if row is None:
            return keys[0] if keys else None
        return keys[row + step] if 0 <= row + step < len(keys) else None

    def _chosen(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid() and not self._marking:
            self._open = self.model.keys[current.row()]
            self.chosen.emit(self._open)

    def _clicked(self) -> None:
        if QGuiApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier:
            self.left.emit()
