"""The list of the open article's spans, in the order of the text."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication
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

from annotator.core.records import Span
from annotator.core.text import counted
from annotator.ui import plain, theme, verdicts
from annotator.ui.accessible import name_box
from annotator.ui.annotate.open_article import OpenArticle, Place, place_of
from annotator.ui.list_look import give_beside_words, look_like_a_list
from annotator.ui.project import OpenProject

Index = QModelIndex | QPersistentModelIndex

_MANY = 50
"""Changed spans; beyond, the list is made anew."""

_WORDS = frozenset({Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole})
_ANSWERED = (
    _WORDS | {Qt.ItemDataRole.ForegroundRole, Qt.ItemDataRole.FontRole},
    _WORDS,
    _WORDS | {Qt.ItemDataRole.ForegroundRole},
)
"""What the cells of each column answer: Qt asks for more, of every cell in sight, whenever a row comes or goes."""


class SpanModel(QAbstractTableModel):
    """The spans that pass the filter: letter, words, entity."""

    def __init__(self, project: OpenProject, article: OpenArticle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project, self._article = project, article
        self.keys: list[str] = []
        self._order: list[Place] = []
        self._places: dict[str, Place] = {}
        self._bold = QFont()
        self._bold.setBold(True)
        self.which = ""
        self.words = ""
        self.has_signs = False
        """Whether signs stand beside the letter of a span that is listed, or was since the list was made."""

    def load(self) -> None:
        """Show the spans that pass the filter now."""
        self.beginResetModel()
        shown = [span for span in self._article.in_order() if self._passes(span)]
        self.keys = [span.id for span in shown]
        self._order = [place_of(span) for span in shown]
        self._places = dict(zip(self.keys, self._order, strict=True))
        self.has_signs = any(map(_signs, shown))
        self.endResetModel()

    def refresh(self, put: list[str], gone: list[str]) -> None:
        """Show changed spans again, and those that are gone no more; the other rows are left alone."""
        if len(put) + len(gone) > _MANY:
            self.load()
            return
        for key in gone:
            self._take_out(key)
        for key in put:
            span = self._article.spans[key]
            passes = self._passes(span)
            self.has_signs |= bool(_signs(span))
            row = self.row_of(key)
            if row is not None and passes and self._order[row] == place_of(span):
                self.dataChanged.emit(self.index(row, 0), self.index(row, 2))
                continue
            self._take_out(key)
            if passes:
                self._put_in(key, place_of(span))

    def _take_out(self, key: str) -> None:
        row = self.row_of(key)
        if row is None:
            return
        self.beginRemoveRows(QModelIndex(), row, row)
        del self.keys[row], self._order[row], self._places[key]
        self.endRemoveRows()

    def _put_in(self, key: str, place: Place) -> None:
        row = bisect_left(self._order, place)
        self.beginInsertRows(QModelIndex(), row, row)
        self.keys.insert(row, key)
        self._order.insert(row, place)
        self._places[key] = place
        self.endInsertRows()

    def counts(self) -> Counter[str]:
        """Return how many spans each filter would show, with the words as they are."""
        return Counter(which for span in self._article.spans.values() if self._holds(span) for which in _filters(span))

    def _passes(self, span: Span) -> bool:
        return self.which in _filters(span) and self._holds(span)

    def _holds(self, span: Span) -> bool:
        if not self.words:
            return True
        entity = self._article.entity_of(span)
        held = (self._article.words_of(span), span.note, entity.name if entity else "")
        return any(self.words in text.casefold() for text in held)

    def row_of(self, key: str) -> int | None:
        """Return the row of a span, or None where it is not listed."""
        place = self._places.get(key)
        return None if place is None else bisect_left(self._order, place)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of spans."""
        return 0 if parent.isValid() else len(self.keys)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what the columns are called; their titles are not shown."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return ("Tag", "Words", "Entity")[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows."""
        column = index.column()
        if role not in _ANSWERED[column]:
            return None
        if role == Qt.ItemDataRole.FontRole:
            return self._bold
        span = self._article.spans.get(self.keys[index.row()])
        if span is None:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain.tooltip(self._told(span, self._article.chain_of(span) or "not linked yet"))
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._colour(span, column)
        if column == 1:
            return self._article.words_of(span)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            name = self._project.tag_name(span.tag)
            said = verdicts.verdicts(span)
            return (self._article.chain_of(span) or "not linked") if column else f"{name}, {said}" if said else name
        if column == 0:
            return self._project.letters.get(span.tag, "?") + _signs(span)
        entity = self._article.entity_of(span)
        return entity.name if entity else "– link"

    def _colour(self, span: Span, column: int) -> QColor | None:
        colours = theme.colours_of(QGuiApplication.palette())
        if column == 0:
            return colours.line(self._project.tag(span.tag))
        return None if self._article.entity_of(span) else QColor(colours.muted)

    def _told(self, span: Span, name: str) -> str:
        lines = [f"{self._project.tag_name(span.tag)} · {name}", self._article.words_of(span)]
        said = [verdicts.verdicts(span), *(["unsure"] if span.unsure else []), span.note]
        return "\n".join([*lines, *filter(None, said)])


def _signs(span: Span) -> str:
    return (" ?" if span.unsure else "") + verdicts.signs(span)


def _filters(span: Span) -> list[str]:
    """Return the filters that a span passes."""
    unlinked, unsure = [] if span.links else ["unlinked"], ["unsure"] if span.unsure else []
    returned, commented = verdicts.is_returned(span), bool(span.comments)
    said = [*(["returned"] if returned else []), *(["commented"] if commented else [])]
    return ["", *unlinked, *unsure, *said, f"tag:{span.tag}"]


class Filters(QComboBox):
    """Which spans are listed; while its list is open, each filter says how many spans it would show."""

    def __init__(self, counts: Callable[[], Mapping[str, int]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts = counts
        self._names: list[str] = []
        self.view().installEventFilter(self)

    def offer(self, filters: Mapping[str, str]) -> None:
        """Offer filters, each with its name; the chosen one stays chosen, without a signal."""
        before = self.currentData()
        self._names = list(filters.values())
        self.blockSignals(True)
        self.clear()
        for which, name in filters.items():
            self.addItem(name, which)
        self.setCurrentIndex(max(0, self.findData(before)))
        self.blockSignals(False)

    def showPopup(self) -> None:
        """Count now, and only now."""
        counts = self._counts()
        for row, name in enumerate(self._names):
            self.setItemText(row, f"{name}  {counts.get(self.itemData(row), 0):,}")
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0))
        super().showPopup()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show only the names once the list is closed: spans come and go."""
        if watched is self.view() and event.type() == QEvent.Type.Hide:
            for row, name in enumerate(self._names):
                self.setItemText(row, name)
        return super().eventFilter(watched, event)


class SpanList(QWidget):
    """A filter and the list; the current row's span is the current span."""

    chosen = Signal(str)

    def __init__(self, project: OpenProject, article: OpenArticle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self._marking = False
        self.model = SpanModel(project, article, self)
        self.which = Filters(self.model.counts, self)
        name_box(self.which, "Which spans")
        self.words = QLineEdit(self)
        self.words.setPlaceholderText("Filter by words")
        self.words.setAccessibleName("Filter spans by words, note or entity")
        self.words.setClearButtonEnabled(True)
        self.view = QTableView(self)
        self.view.setObjectName("spanList")
        self.view.setAccessibleName("Spans of this article")
        self.view.setModel(self.model)
        self._arrange_table()
        # Its longest filter would leave no room for the words beside it; the open list shows all of each.
        self.which.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.which.setMinimumContentsLength(6)
        self.words.setMinimumWidth(self.fontMetrics().horizontalAdvance(self.words.placeholderText()))
        above = QHBoxLayout()
        above.addWidget(self.which, 1)
        above.addWidget(self.words, 1)
        self.count = plain.label()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(above)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.count)
        self.set_scheme()
        self.which.currentIndexChanged.connect(self.reload)
        self.words.textChanged.connect(self.reload)
        article.opened.connect(self.reload)
        article.spansChanged.connect(self._refresh)
        self._article = article
        self.view.selectionModel().currentRowChanged.connect(self._chosen)

    def _arrange_table(self) -> None:
        view, header = self.view, self.view.horizontalHeader()
        look_like_a_list(view, QAbstractItemView.SelectionMode.ExtendedSelection, self._size_columns)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header.hide()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)

    def _size_columns(self) -> None:
        """Leave the words most of the width: letters have what they need, entities two fifths at most."""
        metrics = self.fontMetrics()
        letter = metrics.horizontalAdvance("W ?✗" if self.model.has_signs else "W") + 12
        self.view.horizontalHeader().resizeSection(0, letter)
        give_beside_words(self.view, 2, metrics.averageCharWidth() * 20)

    def set_scheme(self) -> None:
        """Offer the tags of the scheme in the filter; what was chosen stays."""
        tags = {f"tag:{tag.id}": tag.name for tag in self._project.tags}
        said = {"returned": "changed or rejected", "commented": "commented"}
        self.which.offer({"": "all", "unlinked": "unlinked", "unsure": "unsure", **said, **tags})

    def reload(self) -> None:
        """Apply the filter again."""
        current = self.current()
        self.model.which = self.which.currentData() or ""
        self.model.words = self.words.text().strip().casefold()
        self.model.load()
        self._after(current)

    def _refresh(self, put: list[str], gone: list[str]) -> None:
        current = self.current()
        selection = self.view.selectionModel()
        # Where the current row goes, Qt makes its neighbour current: nobody has chosen that one.
        selection.blockSignals(True)
        self.model.refresh(put, gone)
        selection.blockSignals(False)
        self._after(current)

    def _after(self, current: str | None) -> None:
        shown, there = len(self.model.keys), len(self._article.spans)
        self.count.setText(f"{shown:,} of {counted(there, 'span')}" if shown != there else counted(there, "span"))
        self._size_columns()
        self.mark(current)

    def several(self) -> list[str]:
        """Return the ids of the chosen spans, in the order of the text."""
        rows = sorted({index.row() for index in self.view.selectionModel().selectedRows()})
        return [self.model.keys[row] for row in rows]

    def current(self) -> str | None:
        """Return the id of the span in the current row."""
        index = self.view.currentIndex()
        return self.model.keys[index.row()] if index.isValid() and index.row() < len(self.model.keys) else None

    def mark(self, key: str | None) -> None:
        """Make the row of the current span current, without going there again."""
        row = self.model.row_of(key) if key else None
        if row is not None and row == self.view.currentIndex().row() and self.view.selectionModel().hasSelection():
            return  # several may be chosen: they stay so
        selection = self.view.selectionModel()
        self._marking = True
        if row is None:
            selection.clear()
        else:
            self.view.setCurrentIndex(self.model.index(row, 1))
        self._marking = False

    def _chosen(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid() and not self._marking:
            self.chosen.emit(self.model.keys[current.row()])
