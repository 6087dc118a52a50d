"""The lines below spans, drawn from small tiles: stroking dashes, dots and waves anew costs a frame a page."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap

from annotator.core.scheme import LineStyle

_PERIODS = 24
_WAVE_STEPS = 12
_PERIOD = {"dashed": 10.0, "dotted": 4.0, "wavy": 6.0}
"""Lengths of one dash and its gap, one dot and its gap, one wave, for a font of 17 pixels."""
_DASH = 0.68


class Strokes:
    """Draws lines of all styles for one size of text; keeps a tile for each colour and style that it has drawn."""

    def __init__(self, *, unit: float, stroke: float, pitch: float) -> None:
        self._unit = unit
        self._stroke = stroke
        self._height = max(math.ceil(pitch), math.ceil(stroke)) + 1
        self._tiles: dict[tuple[int, LineStyle, float], QPixmap] = {}

    def draw(self, painter: QPainter, line: tuple[float, float, float], colour: QColor, style: LineStyle) -> None:
        """Draw a line, given as its left end, its right end and its height, without its ends' antialiasing."""
        left, right, y = line
        if style == "solid":
            painter.fillRect(QRectF(left, y - self._stroke / 2, right - left, self._stroke), colour)
            return
        ratio = painter.device().devicePixelRatio()
        key = (colour.rgba(), style, ratio)
        if key not in self._tiles:
            self._tiles[key] = self._tile(colour, style, ratio)
        left = round(left)
        top = y - self._height / 2
        painter.drawTiledPixmap(QRectF(left, top, round(right) - left, self._height), self._tiles[key], QPointF())

    def _tile(self, colour: QColor, style: LineStyle, ratio: float) -> QPixmap:
        # A whole number of device pixels a period, or the pattern would stumble from tile to tile.
        period = max(3, round(_PERIOD[style] * self._unit * ratio))
        tile = QPixmap(period * _PERIODS, round(self._height * ratio))
        tile.setDevicePixelRatio(ratio)
        tile.fill(Qt.GlobalColor.transparent)
        painter = QPainter(tile)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        length, middle, width = period / ratio, self._height / 2, self._stroke
        if style == "wavy":
            painter.setPen(QPen(colour, max(1.0, width * 0.7)))
            painter.drawPath(_wave(length, middle, (self._height - width) / 2))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            for number in range(_PERIODS):
                if style == "dashed":
                    painter.drawRect(QRectF(number * length, middle - width / 2, length * _DASH, width))
                else:
                    painter.drawEllipse(QPointF((number + 0.5) * length, middle), width / 2, width / 2)
        painter.end()
        return tile


def _wave(length: float, middle: float, height: float) -> QPainterPath:
    path = QPainterPath(QPointF(0, middle))
    # One wave more than the tile holds, so that its last join is not a line's end.
    for number in range(1, (_PERIODS + 1) * _WAVE_STEPS):
        angle = 2 * math.pi * number / _WAVE_STEPS
        path.lineTo(number * length / _WAVE_STEPS, middle + height * math.sin(angle))
    return path
