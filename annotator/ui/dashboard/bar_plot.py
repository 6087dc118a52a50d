"""Stacked bars, one below the other, each with its name at the left and its total at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from annotator.core.text import snippet
from annotator.ui import theme

_NAME, _ROW, _AROUND, _BESIDE = 26, 26, 24, 16
"""Characters of a name; pixels of a bar with the gap below it, above and below all of them, and beside a number."""


@dataclass(frozen=True, slots=True)
class Series:
    """One part of each bar: what it is called, its colours for a light and a dark ground, and its pattern.

    The pattern tells parts apart for whom colours do not.
    """

    name: str
    light: str
    dark: str
    pattern: Qt.BrushStyle

    def brush(self, *, dark: bool) -> QBrush:
        """Return what the part is filled with."""
        return QBrush(QColor(self.dark if dark else self.light), self.pattern)

    def ground(self, colours: theme.Colours) -> QColor:
        """Return what shows between the lines of the pattern."""
        return theme.blend(QColor(self.dark if colours.dark else self.light), QColor(colours.ground))


class BarPlot(QWidget):
    """A plot to look at: it does not zoom or pan. `chosen(int)` is the bar that was clicked."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: Sequence[str] = ()
        self._series: Sequence[Series] = ()
        self._values: Sequence[Sequence[int]] = ()
        self.plot_widget = pg.PlotWidget(self)
        self.plot_widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._plot = self.plot_widget.getPlotItem()
        self._plot.setMouseEnabled(x=False, y=False)
        self._plot.setMenuEnabled(False)
        self._plot.hideButtons()
        self._plot.invertY(True)
        self._plot.hideAxis("bottom")  # each bar says its number
        self.plot_widget.scene().sigMouseClicked.connect(self._clicked)
        self._longest, self._room = 1, 0
        self._plot.getViewBox().sigResized.connect(self._fit)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.plot_widget)

    def show_bars(self, names: Sequence[str], series: Sequence[Series], values: Sequence[Sequence[int]]) -> None:
        """Show bars; `values` has a row for each name, with a number for each of the series."""
        self._names, self._series, self._values = names, series, values
        self.setFixedHeight(len(names) * _ROW + _AROUND)
        self._draw()

    def _draw(self) -> None:
        colours = theme.colours_of(self.palette())
        text = QColor(colours.text)
        self._plot.clear()
        self.plot_widget.setBackground(QColor(colours.ground))
        rows, ends = list(range(len(self._names))), [0] * len(self._names)
        for place, series in enumerate(self._series):
            widths = [values[place] for values in self._values]
            shape = {"x0": list(ends), "y": rows, "width": widths, "height": 0.62}
            line = QPen(series.brush(dark=colours.dark).color(), 0)
            self._plot.addItem(pg.BarGraphItem(**shape, brush=series.ground(colours), pen=line))
            self._plot.addItem(pg.BarGraphItem(**shape, brush=series.brush(dark=colours.dark), pen=line))
            ends = [end + width for end, width in zip(ends, widths, strict=True)]
        for row, end in enumerate(ends):
            total = pg.TextItem(f"{end:,}", color=text, anchor=(0, 0.5))
            total.setPos(end, row)
            self._plot.addItem(total)
        axis = self._plot.getAxis("left")
        axis.setPen(QColor(colours.muted))
        axis.setTextPen(text)
        axis.setStyle(tickFont=self.font(), tickLength=0)
        axis.setTicks([[(row, snippet(name, _NAME)) for row, name in enumerate(self._names)]])
        self._longest = max([*ends, 1])
        self._room = self.fontMetrics().horizontalAdvance(f"{self._longest:,}") + _BESIDE
        self._fit()
        self._plot.setYRange(-0.6, max(len(self._names) - 0.4, 0.6), padding=0)

    def _fit(self) -> None:
        """Leave room for the number at the end of the longest bar."""
        width = self._plot.getViewBox().width()
        self._plot.setXRange(0, self._longest * width / max(width - self._room, 1), padding=0)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the look."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._draw()

    def _clicked(self, event: MouseClickEvent) -> None:
        place: QPointF = self._plot.getViewBox().mapSceneToView(event.scenePos())
        row = round(place.y())
        if 0 <= row < len(self._names):
            self.chosen.emit(row)
