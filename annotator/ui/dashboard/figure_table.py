"""Figures as a table beside their plot: what a plot shows, to read, to copy, and to open."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from annotator.ui import plain


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its cells as they are shown, and what is opened when it is chosen.

    Where each figure has something of its own behind it, that is `of_cells`; `tips` say more of each cell.
    """

    cells: tuple[str, ...]
    behind: object = None
    of_cells: tuple[object, ...] = ()
    tips: tuple[str, ...] = ()


class FigureTable(QTableWidget):
    """The first column has names, the others figures, or words (`figures`).

    `chosen(object)` is what stands behind the current row, or figure where they are chosen one by one (`single`);
    `opened(object)` the same after Enter or a double click.
    """

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None, *, figures: bool = True, single: bool = False) -> None:
        super().__init__(parent)
        self._figures, self._single = figures, single
        self.setAccessibleName(name)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        behavior = QAbstractItemView.SelectionBehavior
        self.setSelectionBehavior(behavior.SelectItems if single else behavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 10)
        self.horizontalHeader().setHighlightSections(False)
        self.rows: Sequence[Row] = ()
        self._titles: Sequence[str] = ()
        self.activated.connect(lambda _index: self.opened.emit(self.behind()))
        self.currentCellChanged.connect(self._moved)

    def fill(self, titles: Sequence[str], rows: Sequence[Row], wide: Collection[int] = (0,)) -> None:
        """Show rows in place of those before; the row that was current stays, where its first cell is there still.

        `wide` are the columns that share the room which the others leave.
        """
        current = self.rows[self.currentRow()].cells[0] if 0 <= self.currentRow() < len(self.rows) else None
        at = max(self.currentColumn(), int(self._single))
        self.blockSignals(True)
        self.rows = rows
        self.setColumnCount(len(titles))
        # A column that goes by its contents would measure all of them again for each cell that is filled.
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._titles = titles
        self.setRowCount(len(rows))
        for place, row in enumerate(rows):
            for column, text in enumerate(row.cells):
                cell = QTableWidgetItem(text)
                cell.setTextAlignment(self._side(column))
                if tip := row.tips[column] if row.tips else "":
                    cell.setToolTip(plain.tooltip(tip))
                    cell.setData(Qt.ItemDataRole.AccessibleDescriptionRole, tip)
                self.setItem(place, column, cell)
        for column in range(len(titles)):
            head = QTableWidgetItem(titles[column])
            head.setTextAlignment(self._side(column))
            self.setHorizontalHeaderItem(column, head)
            takes_room = column in wide
            mode = QHeaderView.ResizeMode.Stretch if takes_room else QHeaderView.ResizeMode.ResizeToContents
            self.horizontalHeader().setSectionResizeMode(column, mode)
        kept = next((place for place, row in enumerate(rows) if row.cells[0] == current), 0 if rows else -1)
        self.setCurrentCell(kept, min(at, len(titles) - 1))
        self.blockSignals(False)
        self.chosen.emit(self.behind())

    def _moved(self, row: int, column: int, before: int, old: int) -> None:
        if row != before or (self._single and column != old):
            self.chosen.emit(self.behind())

    def _side(self, column: int) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignRight if self._figures and column else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    def behind(self) -> object:
        """Return what stands behind what is current, None where there is nothing."""
        if not 0 <= self.currentRow() < len(self.rows):
            return None
        row = self.rows[self.currentRow()]
        return row.of_cells[self.currentColumn()] if self._single and row.of_cells else row.behind

    def tip(self) -> str:
        """Return what is said more of the current cell."""
        cell = self.currentItem()
        return str(cell.data(Qt.ItemDataRole.AccessibleDescriptionRole) or "") if cell else ""

    def as_text(self) -> str:
        """Return the table with its head, cells parted by tabs: as spreadsheets take it."""
        lines = [self._titles, *(row.cells for row in self.rows)]
        return "\n".join("\t".join(" ".join(cell.split()) for cell in line) for line in lines) + "\n"

    def copy(self) -> None:
        """Copy the whole table."""
        QGuiApplication.clipboard().setText(self.as_text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy as everywhere; the rest is the table's."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)
