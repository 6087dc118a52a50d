"""The lines of the tags, drawn from small tiles: stroking dashes, dots and waves anew costs a frame a page."""

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
_SMALLEST_ROUND = 3
"""Pixels of the screen: a smaller dot is a square, or smoothing would leave it paler than its colour."""


class Strokes:
    """Draws lines of all styles for one size of text; keeps a tile for each colour and style that it has drawn.

    Lines stand on whole pixels of the screen: between two rows they would be pale, and be taken for another tag's.
    """

    def __init__(self, *, unit: float, stroke: float, pitch: float) -> None:
        self._unit = unit
        self._stroke = stroke
        self._height = max(math.ceil(pitch), math.ceil(stroke)) + 1
        self._tiles: dict[tuple[int, LineStyle, float], QPixmap] = {}

    def draw(self, painter: QPainter, line: tuple[float, float, float], colour: QColor, style: LineStyle) -> None:
        """Draw a line, given as its left end, its right end and the height of its middle."""
        left, right, y = line
        place = painter.deviceTransform()
        ratio = place.m22()
        if style == "solid":
            height = self._thick(ratio) / ratio
            top = _on_pixel(y - height / 2, place.dy(), ratio)
            painter.fillRect(QRectF(left, top, right - left, height), colour)
            return
        key = (colour.rgba(), style, ratio)
        if key not in self._tiles:
            self._tiles[key] = self._tile(colour, style, ratio)
        tile = self._tiles[key]
        height = tile.height() / ratio
        top, left = _on_pixel(y - height / 2, place.dy(), ratio), _on_pixel(left, place.dx(), ratio)
        painter.drawTiledPixmap(QRectF(left, top, right - left, height), tile, QPointF())

    def draw_frame(self, painter: QPainter, frame: tuple[float, float, float, float], colour: QColor) -> None:
        """Draw a dotted frame, given by its left, upper, right and lower edge.

        Not with a pen of dots: it would set them elsewhere wherever only a part of the frame is painted anew.
        """
        left, top, right, bottom = frame
        for y in (top, bottom):
            self.draw(painter, (left, right, y), colour, "dotted")
        place = painter.deviceTransform()
        ratio = place.m22()
        dot = self._thick(ratio) / ratio
        step = self._period("dotted", ratio) / ratio
        for x in (left, right - dot):
            edge = _on_pixel(x, place.dx(), ratio)
            for number in range(1, math.ceil((bottom - top) / step)):
                y = _on_pixel(top + number * step - dot / 2, place.dy(), ratio)
                painter.fillRect(QRectF(edge, y, dot, dot), colour)

    def _period(self, style: LineStyle, ratio: float) -> int:
        # A whole number of device pixels a period, or the pattern would stumble from tile to tile.
        return max(3, round(_PERIOD[style] * self._unit * ratio))

    def _thick(self, ratio: float) -> int:
        """Return the thickness of a line in pixels of the screen."""
        return max(1, round(self._stroke * ratio))

    def _tile(self, colour: QColor, style: LineStyle, ratio: float) -> QPixmap:
        thick = self._thick(ratio)
        period = self._period(style, ratio)
        # As many pixels above the line as below it.
        height = thick + 2 * math.ceil((self._height * ratio - thick) / 2)
        tile = QPixmap(period * _PERIODS, height)
        tile.setDevicePixelRatio(ratio)
        tile.fill(Qt.GlobalColor.transparent)
        painter = QPainter(tile)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        length, middle, width = period / ratio, height / ratio / 2, thick / ratio
        if style == "wavy":
            painter.setPen(QPen(colour, max(1.0, self._stroke * 0.7)))
            painter.drawPath(_wave(length, middle, (self._height - self._stroke) / 2))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            for number in range(_PERIODS):
                if style == "dashed":
                    painter.drawRect(QRectF(number * length, middle - width / 2, length * _DASH, width))
                elif thick < _SMALLEST_ROUND:
                    painter.drawRect(QRectF(number * length, middle - width / 2, width, width))
                else:
                    painter.drawEllipse(QPointF((number + 0.5) * length, middle), width / 2, width / 2)
        painter.end()
        return tile


def _on_pixel(edge: float, shift: float, ratio: float) -> float:
    """Return the edge of a pixel of the screen that is nearest to `edge`; `shift` is the painter's, in such pixels."""
    return (math.floor(edge * ratio + shift + 0.5) - shift) / ratio


def _wave(length: float, middle: float, height: float) -> QPainterPath:
    path = QPainterPath(QPointF(0, middle))
    # One wave more than the tile holds, so that its last join is not a line's end.
    for number in range(1, (_PERIODS + 1) * _WAVE_STEPS):
        angle = 2 * math.pi * number / _WAVE_STEPS
        path.lineTo(number * length / _WAVE_STEPS, middle + height * math.sin(angle))
    return path
