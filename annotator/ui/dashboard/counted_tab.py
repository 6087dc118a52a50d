"""A plot of counted spans with its table beside it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSplitter, QVBoxLayout, QWidget

from annotator.ui import plain, theme
from annotator.ui.dashboard.bar_plot import BarPlot, Series
from annotator.ui.dashboard.figure_table import FigureTable, Row


class Swatch(QWidget):
    """A piece of a bar, as the legend shows it."""

    def __init__(self, series: Series, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._series = series
        self.setFixedSize(22, 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what the bar is filled with."""
        colours = theme.colours_of(self.palette())
        brush = self._series.brush(dark=colours.dark)
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._series.ground(colours))
        painter.fillRect(self.rect(), brush)
        painter.setPen(QColor(brush.color()))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


class CountedTab(QWidget):
    """Shows one set of bars; `chosen(object)` is what stands behind the row that is current."""

    chosen = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plot = BarPlot(self)
        self.table = FigureTable(name, self)
        self._legend = QHBoxLayout()
        self._legend.setSpacing(6)
        scroll = QScrollArea(self)
        scroll.setWidget(self.plot)
        scroll.setWidgetResizable(True)
        scroll.setBackgroundRole(QPalette.ColorRole.Base)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._legend)
        column.addWidget(scroll, 1)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(left)
        split.addWidget(self.table)
        split.setSizes([560, 520])
        split.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.addWidget(split, 1)
        self.plot.chosen.connect(self.table.selectRow)
        self.table.chosen.connect(self.chosen)
        self.setFocusProxy(self.table)

    def show_figures(
        self, titles: Sequence[str], rows: Sequence[Row], series: Sequence[Series], values: Sequence[Sequence[int]]
    ) -> None:
        """Show a row of the table for each bar; `values` has the numbers of each row's parts, one for each series."""
        self._show_legend(series)
        self.plot.show_bars([row.cells[0] for row in rows], series, values)
        self.table.fill(titles, rows)

    def _show_legend(self, series: Sequence[Series]) -> None:
        while (item := self._legend.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for one in series:
            self._legend.addWidget(Swatch(one, self))
            self._legend.addWidget(plain.label(one.name, self))
        self._legend.addStretch(1)
