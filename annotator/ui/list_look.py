"""The look that all lists share: rows one below the other, chosen whole, without a grid."""

from __future__ import annotations

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
    rows.setDefaultSectionSize(view.fontMetrics().height() + 10)
