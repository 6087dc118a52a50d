"""The look that all lists share: rows one below the other, chosen whole, without a grid."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from annotator.ui.cell_text import CellText


def look_like_a_list(
    view: QTableView, mode: QAbstractItemView.SelectionMode, size_columns: Callable[[], None] = lambda: None
) -> None:
    """Show a table as a list: its rows are of one height, which is set and not measured; Tab leaves it.

    `size_columns` is called when the list gets another width or another font; rows are as high as that needs.
    """
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setSelectionMode(mode)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.setTabKeyNavigation(False)
    view.setItemDelegate(CellText(view))
    rows = view.verticalHeader()
    rows.hide()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    _Sizes(view, size_columns)


def give_beside_words(view: QTableView, column: int, wanted: int) -> None:
    """Give a column that stands beside the words of a list the width that it wants; two fifths of the list at most."""
    view.horizontalHeader().resizeSection(column, min(wanted, view.viewport().width() * 2 // 5))


class _Sizes(QObject):
    """Keeps rows as high as their words, and columns as wide as they should be, in any font and in any width."""

    def __init__(self, view: QTableView, size_columns: Callable[[], None]) -> None:
        super().__init__(view)
        self._view, self._size_columns = view, size_columns
        self._size_rows()
        view.installEventFilter(self)
        # Not the widget round the list: that may get its size long before the list does.
        view.viewport().installEventFilter(self)

    def _size_rows(self) -> None:
        self._view.verticalHeader().setDefaultSectionSize(self._view.fontMetrics().height() + 10)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Measure again."""
        if watched is self._view and event.type() == QEvent.Type.FontChange:
            self._size_rows()
            self._size_columns()
        elif watched is not self._view and event.type() == QEvent.Type.Resize:
            self._size_columns()
        return super().eventFilter(watched, event)
