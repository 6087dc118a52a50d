"""How a tag's spans look, in small: in the light look at the left, in the dark one at the right."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from annotator.core.scheme import LineStyle, Tag
from annotator.ui import theme
from annotator.ui.strokes import Strokes

LINE_SIZE = QSize(44, 16)
"""The size of `line_icon`."""

_WORDS = "in words"
_STROKE, _PITCH = 2.0, 4.0


def look_size(widget: QWidget) -> QSize:
    """Return the size of a picture beside text in the font of `widget`."""
    metrics = QFontMetrics(widget.font())
    return QSize(2 * (metrics.horizontalAdvance(f"Q {_WORDS}") + 34), metrics.height() + 14)


def look_icon(tag: Tag, letter: str, widget: QWidget) -> QIcon:
    """Return the picture of a tag as an icon, the same in a row that is selected."""
    picture = look_picture(tag, letter, widget)
    icon = QIcon(picture)
    icon.addPixmap(picture, QIcon.Mode.Selected)
    return icon


def look_picture(tag: Tag, letter: str, widget: QWidget) -> QPixmap:
    """Return words with a tag's tint, line and letter on both grounds."""
    size = look_size(widget)
    return _drawn(widget, size, lambda painter: _draw_looks(painter, tag, letter, size, widget.font()))


def line_icon(style: LineStyle, widget: QWidget) -> QIcon:
    """Return a line of a style, in the colour of the text."""
    colour = theme.colours_of(widget.palette()).text

    def draw(painter: QPainter) -> None:
        _strokes().draw(painter, (2.0, LINE_SIZE.width() - 2.0, LINE_SIZE.height() / 2), QColor(colour), style)

    return QIcon(_drawn(widget, LINE_SIZE, draw))


def _drawn(widget: QWidget, size: QSize, draw: Callable[[QPainter], None]) -> QPixmap:
    ratio = widget.devicePixelRatioF()
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw(painter)
    painter.end()
    return picture


def _draw_looks(painter: QPainter, tag: Tag, letter: str, size: QSize, font: QFont) -> None:
    half = size.width() / 2
    for place, colours in enumerate((theme.LIGHT, theme.DARK)):
        box = QRectF(place * half, 0, half, size.height())
        painter.fillRect(box, QColor(colours.ground))
        inner = box.adjusted(8, 4, -8, -8)
        painter.fillRect(inner, colours.tint(tag))
        badge = QRectF(inner.left(), inner.top(), inner.height(), inner.height())
        line = colours.line(tag)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(line)
        painter.drawRoundedRect(badge.adjusted(0, 0, 0, -1), 3, 3)
        bold = QFont(font)
        bold.setBold(True)
        painter.setFont(bold)
        painter.setPen(QColor(colours.ground))
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, letter)
        painter.setFont(font)
        painter.setPen(QColor(colours.text))
        words = inner.adjusted(badge.width() + 5, 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, _WORDS)
        _strokes().draw(painter, (inner.left(), inner.right(), inner.bottom() + 3), line, tag.line)


def _strokes() -> Strokes:
    return Strokes(unit=1.0, stroke=_STROKE, pitch=_PITCH)
