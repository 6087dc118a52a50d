"""The look that all lists share: rows one below the other, chosen whole, without a grid."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from annotator.ui.cell_text import CellText


def look_like_a_list(view: QTableView, mode: QAbstractItemView.SelectionMode) -> None:
    """Show a table as a list: its rows are of one height, which is set and not measured; Tab leaves it."""
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
    _Sizes(view)


class _Sizes(QObject):
    """Keeps rows as high as their words, and columns as wide for them, when the desktop's font gets another size."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view
        self._height = view.fontMetrics().height()
        self._set_rows()
        view.installEventFilter(self)

    def _set_rows(self) -> None:
        self._view.verticalHeader().setDefaultSectionSize(self._height + 10)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Measure again."""
        if event.type() == QEvent.Type.FontChange and (height := self._view.fontMetrics().height()) != self._height:
            columns, before, self._height = self._view.horizontalHeader(), self._height, height
            self._set_rows()
            for column in range(columns.count()):
                if columns.sectionResizeMode(column) != QHeaderView.ResizeMode.Stretch:
                    columns.resizeSection(column, round(columns.sectionSize(column) * height / before))
        return super().eventFilter(watched, event)
