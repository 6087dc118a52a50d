"""The list of the items of a review: marks, letters, words, kinds; with filters that count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from annotator.analysis.differences import DIFFERENCE_KINDS
from annotator.services.review.queue import Item
from annotator.ui import plain, theme
from annotator.ui.accessible import READ_ONLY, enable, name_box, name_shown
from annotator.ui.annotate.span_list import Filters
from annotator.ui.list_look import give_beside_words, look_like_a_list
from annotator.ui.review.marking import words_of
from annotator.ui.review.naming import NOT_IN_ALL, STATE_NAMES, kinds_of, mark_of
from annotator.ui.review.state import ReviewState

Index = QModelIndex | QPersistentModelIndex

_SOME = "some"
_ROLES = frozenset([
    Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.ForegroundRole,
])  # fmt: skip
"""What is told of a cell; Qt asks for much more, at every step."""
ALL, DIFFERENCES, OPEN, CHANGED, COMMENTED = "all", "differences", "open", "changed since", "commented"


class ItemModel(QAbstractTableModel):
    """The items that pass the filter."""

    def __init__(self, state: ReviewState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self.which = ALL
        self.places: list[int] = []
        """The items that are listed, by their places in the review."""

    def load(self) -> None:
        """Show the items that pass the filter now."""
        self.beginResetModel()
        self.places = [place for place, item in enumerate(self._state.items) if self.which in filters_of(item)]
        self.endResetModel()

    def counts(self) -> Counter[str]:
        """Return how many items each filter would show."""
        return Counter(which for item in self._state.items for which in filters_of(item))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of items that are listed."""
        return 0 if parent.isValid() else len(self.places)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what the columns are called; their titles are not shown."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return ("State", "Tag", "Words", "Difference")[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows."""
        if role not in _ROLES or index.row() >= len(self.places) or (review := self._state.review) is None:
            return None
        item = self._state.items[self.places[index.row()]]
        kinds = ", ".join(self._state.names.difference(item, self._state.layers))
        spans = list(item.spans.values())
        words = words_of(review.article.text, spans[-1])
        tags = list(dict.fromkeys(span.tag for span in spans))
        if role == Qt.ItemDataRole.DisplayRole:
            letters = "/".join(self._state.project.letters.get(tag, "?") for tag in tags)
            return (mark_of(item), letters, words, kinds)[index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            names = " or ".join(self._state.project.tag_name(tag) for tag in tags)
            return (STATE_NAMES[item.state], names, words, kinds)[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain.tooltip(f"{kinds}, {STATE_NAMES[item.state]}\n{words}")
        if role == Qt.ItemDataRole.ForegroundRole:
            colours = theme.colours_of(QGuiApplication.palette())
            if index.column() == 1:
                return colours.line(self._state.project.tag(tags[0]))
            return QColor(colours.muted) if item.state == "decided" else None
        return None


class ItemList(QWidget):
    """The items of the article that is shown; choosing a row makes its item current. `chosen(int)`: its place."""

    chosen = Signal(int)

    def __init__(self, state: ReviewState, accept_agreed: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._marking = False
        self._names: dict[str, str] = {}
        self.model = ItemModel(state, self)
        self.which = Filters(self.model.counts, self)
        name_box(self.which, "Which items")
        self.which.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        # Clicks leave the focus in the text, where the keys act.
        self.which.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.view = QTableView(self)
        self.view.setObjectName("differenceList")
        self.view.setAccessibleName("Differences")
        self.view.setModel(self.model)
        self._arrange_table()
        self.count = plain.label(wrap=True)
        self.progress = plain.label(wrap=True)
        font = self.progress.font()
        font.setBold(True)
        self.progress.setFont(font)
        self.agreed = QPushButton("Accept all that agree", self)
        self.agreed.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.agreed.clicked.connect(lambda: accept_agreed())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 0, 0, 8)
        for widget in (self.progress, self.which, self.view, self.count, self.agreed):
            layout.addWidget(widget)
        self.which.currentIndexChanged.connect(self._filter)
        self.view.selectionModel().currentRowChanged.connect(self._chosen)
        state.opened.connect(self.reload)
        state.itemsChanged.connect(self.reload)
        state.currentChanged.connect(self.mark)
        state.currentChanged.connect(self._show_progress)

    def _arrange_table(self) -> None:
        view, header = self.view, self.view.horizontalHeader()
        look_like_a_list(view, QAbstractItemView.SelectionMode.SingleSelection, self._size_columns)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header.hide()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self._size_columns()

    def _size_columns(self) -> None:
        """Leave the words most of the width."""
        metrics, header = self.fontMetrics(), self.view.horizontalHeader()
        self.setMinimumWidth(metrics.averageCharWidth() * 30)
        for column, sample in ((0, "≠○ "), (1, "Q/C")):
            header.resizeSection(column, metrics.horizontalAdvance(sample) + 10)
        give_beside_words(self.view, 3, metrics.horizontalAdvance("only theirs, ") + 10)

    def reload(self) -> None:
        """Show the items as they are now."""
        kind, layers = self._state.names.kind, self._state.layers or ("",)
        kinds = {f"kind:{one}": kind(one, layers) for one in DIFFERENCE_KINDS if one != "same"}
        self._names = {**kinds, _SOME: NOT_IN_ALL}
        self.which.offer({
            ALL: "all", DIFFERENCES: "differences", OPEN: "open", CHANGED: "changed since", COMMENTED: "commented",
            "kind:same": "agreed", **self._names,
        })  # fmt: skip
        self.model.load()
        self._count()
        self.mark()

    def _count(self) -> None:
        counts = self.model.counts()
        parts = [f"{counts[key]} {name}" for key, name in self._names.items() if counts[key]]
        differing = f"{counts[DIFFERENCES]} differ" + (f" ({', '.join(parts)})" if parts else "")
        told = f"{differing} · {counts['kind:same']} agree · {counts[OPEN]} open"
        hidden = "The filter shows none of them. " if self._state.items and not self.model.places else ""
        self.count.setText(hidden + told)

    def _filter(self) -> None:
        self.model.which = self.which.currentData() or ALL
        self.model.load()
        self._count()
        self.mark()

    def mark(self) -> None:
        """Make the row of the current item current, without choosing it again."""
        place = self._state.place
        row = self.model.places.index(place) if place in self.model.places else None
        self._marking = True
        if row is None:
            self.view.selectionModel().clear()
        else:
            self.view.setCurrentIndex(self.model.index(row, 2))
        self._marking = False

    def _show_progress(self) -> None:
        self.progress.setText(progress_of(self._state))
        name_shown(self.progress, "Progress", self.progress.text())
        waiting = len(self._state.review.agreed) if self._state.review else 0
        self.agreed.setText(f"Accept all that agree ({waiting})")
        can_write = self._state.project.can_write
        enable(self.agreed, waiting > 0 and can_write, "Nothing is left that agrees" if can_write else READ_ONLY)

    def beside(self, step: int) -> int | None:
        """Return the place of the item after (`step` 1) or before (-1) the current one in the list; None at an end."""
        places, current = self.model.places, self._state.place
        if current is None:
            return next(iter(places if step > 0 else reversed(places)), None)
        later = [place for place in places if (place > current if step > 0 else place < current)]
        return next(iter(later if step > 0 else reversed(later)), None)

    def _chosen(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid() and not self._marking:
            self.chosen.emit(self.model.places[current.row()])


def progress_of(state: ReviewState) -> str:
    """Return "4 of 11, 7 open, 2 articles left": which item is current, and in how many other articles some wait."""
    if state.review is None:
        return "nothing to review"
    left = state.left()
    more = "no article left" if not left else "1 article left" if left == 1 else f"{left:,} articles left"
    number = f"{state.place + 1} of {len(state.items)}" if state.place is not None else f"{len(state.items)} items"
    return f"{number}, {state.review.open} open, {more}"


def filters_of(item: Item) -> list[str]:
    """Return the filters that an item passes."""
    return [
        ALL,
        *([] if item.is_agreed else [DIFFERENCES]),
        *([] if item.state == "decided" else [OPEN]),
        *([CHANGED] if item.state == "changed since" else []),
        *([COMMENTED] if any(span.comments for span in item.spans.values()) else []),
        *(f"kind:{kind}" for kind in kinds_of(item)),
        *([_SOME] if item.missing and len(item.spans) > 1 else []),
    ]
