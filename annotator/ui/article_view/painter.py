"""Paints a page: tints below the text, everything else above it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from annotator.core.scheme import LineStyle, Tag
from annotator.ui.article_view.lanes import OVERFLOW
from annotator.ui.article_view.marks import SIZE_OF_NUMBER, Badge, Band, Box, Dot, Name, Piece, Stripe
from annotator.ui.article_view.metrics import Metrics
from annotator.ui.article_view.page import Page
from annotator.ui.strokes import Strokes
from annotator.ui.theme import TINTS, Colours

_RETURN = "↩"


class Painter:
    """Knows the look of the tags; paints any page of one size of text in it."""

    def __init__(self, tags: Mapping[str, Tag], letters: Mapping[str, str], colours: Colours, metrics: Metrics) -> None:
        self._tags = tags
        self._letters = letters
        self._colours = colours
        self._strokes = Strokes(unit=metrics.unit, stroke=metrics.stroke, pitch=metrics.pitch)

    def paint_under(self, painter: QPainter, page: Page, seen: Box) -> None:
        """Paint the tints of the pieces that touch `seen`."""
        tints: dict[tuple[str, int], QColor] = {}
        for piece in page.pieces:
            lane = piece.placed.lane
            # Lanes never collide: with a tint for the first lanes of one side, no more than these lie on each other.
            if lane >= len(TINTS) or piece.placed.above or not _touch(piece.box, seen):
                continue
            key = (piece.placed.span.tag, lane)
            if key not in tints:
                tints[key] = self._colour(key[0])
                tints[key].setAlphaF(TINTS[lane])
            painter.fillRect(_rect(piece.box), tints[key])

    def paint_over(self, painter: QPainter, page: Page, seen: Box, current: str | None) -> None:
        """Paint lines, bands, badges, dots, stripes and names that touch `seen`, and the current span's outline."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._lines(painter, page, seen)
        self._bands(painter, [one for one in page.bands if _touch(one.whole, seen)], page.metrics)
        self._outline(painter, page.pieces_of(current), page.metrics)
        self._stripes(painter, [one for one in page.stripes if _touch(one.box, seen)], page.metrics, current)
        self._badges(painter, [one for one in page.badges if _touch(one.box, seen)], page.metrics)
        self._dots(painter, [one for one in page.dots if _touch(one.box, seen)], page.metrics)
        self._names(painter, [one for one in page.names if _touch(one.box, seen)], page.metrics, current)

    def paint_hits(self, painter: QPainter, boxes: Iterable[Box]) -> None:
        """Paint the ground of words that were looked for."""
        for box in boxes:
            painter.fillRect(_rect(box), QColor(self._colours.hit))

    def paint_candidate(self, painter: QPainter, boxes: Iterable[Box]) -> None:
        """Paint the dotted outline of a span that is proposed."""
        accent = QColor(self._colours.accent)
        wash = QColor(accent)
        wash.setAlphaF(0.07)
        for box in boxes:
            painter.fillRect(_rect(box), wash)
            self._strokes.draw_frame(painter, (box.left - 2, box.top - 1, box.right + 2, box.bottom + 1), accent)

    def _colour(self, tag: str) -> QColor:
        return self._colours.line(self._tags.get(tag))

    def _lines(self, painter: QPainter, page: Page, seen: Box) -> None:
        looks = {tag: (self._colours.line(known), known.line) for tag, known in self._tags.items()}
        unknown: tuple[QColor, LineStyle] = (self._colours.line(None), "solid")
        reach = page.metrics.pitch
        for piece in page.pieces:
            if piece.placed.lane == OVERFLOW or not _touch(piece.reach(reach), seen):
                continue
            colour, style = looks.get(piece.placed.span.tag, unknown)
            # Neighbours in one lane stay apart by a pixel.
            right = piece.box.right - (1 if piece.closes else 0)
            self._strokes.draw(painter, (piece.box.left, right, piece.y), colour, style)

    def _bands(self, painter: QPainter, bands: Sequence[Band], metrics: Metrics) -> None:
        grey, ground = QColor(self._colours.band), QColor(self._colours.ground)
        painter.setFont(metrics.letters(SIZE_OF_NUMBER))
        for band in bands:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(grey)
            painter.drawRoundedRect(_rect(band.box), 1.5, 1.5)
            # The rim keeps the number apart from the lanes beside it.
            painter.setPen(QPen(ground, 1))
            painter.drawRoundedRect(_rect(band.number), 3 * metrics.unit, 3 * metrics.unit)
            painter.setPen(ground)
            painter.drawText(_rect(band.number), Qt.AlignmentFlag.AlignCenter, band.text)

    def _outline(self, painter: QPainter, pieces: Sequence[Piece], metrics: Metrics) -> None:
        if not pieces:
            return
        painter.setPen(QPen(self._colour(pieces[0].placed.span.tag), 1.5 * metrics.unit))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for piece in pieces:
            left, top, right, bottom = piece.box
            left, top, right, bottom = left - 1, top - 0.5, right + 1, bottom + 0.5
            edges = [QLineF(left, top, right, top), QLineF(left, bottom, right, bottom)]
            starts, ends = (right, left) if piece.backwards else (left, right)
            # A line that goes on elsewhere stays open at that side.
            if piece.opens:
                edges.append(QLineF(starts, top, starts, bottom))
            if piece.closes:
                edges.append(QLineF(ends, top, ends, bottom))
            painter.drawLines(edges)

    def _badges(self, painter: QPainter, badges: Sequence[Badge], metrics: Metrics) -> None:
        ground = QColor(self._colours.ground)
        painter.setFont(metrics.letters(10))
        for badge in badges:
            colour = self._colour(badge.placed.span.tag)
            letter = self._letters.get(badge.placed.span.tag, "?")
            # The rim keeps the badge apart from the lanes of the line above.
            painter.setPen(QPen(ground, 1))
            painter.setBrush(ground if badge.later else colour)
            painter.drawRoundedRect(_rect(badge.box), 3 * metrics.unit, 3 * metrics.unit)
            painter.setPen(colour if badge.later else ground)
            text = f"{_RETURN}{letter}" if badge.later else letter + badge.placed.span.mark
            painter.drawText(_rect(badge.box), Qt.AlignmentFlag.AlignCenter, text)

    def _dots(self, painter: QPainter, dots: Sequence[Dot], metrics: Metrics) -> None:
        ground, width = QColor(self._colours.ground), 1.5 * metrics.unit
        for dot in dots:
            colour = self._colour(dot.placed.span.tag)
            painter.setPen(QPen(colour, width))
            painter.setBrush(colour if dot.placed.span.linked else ground)
            painter.drawEllipse(_rect(dot.box).adjusted(width / 2, width / 2, -width / 2, -width / 2))

    def _stripes(self, painter: QPainter, stripes: Sequence[Stripe], metrics: Metrics, current: str | None) -> None:
        painter.setFont(metrics.letters(10))
        for stripe in stripes:
            colour = self._colour(stripe.placed.span.tag)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            bar = _rect(stripe.bar)
            if stripe.placed.span.id == current:
                bar.adjust(-1, 0, 1, 0)
            painter.drawRoundedRect(bar, 1.5, 1.5)
            painter.setPen(colour)
            above = QRectF(
                stripe.box.left, stripe.box.top, stripe.box.right - stripe.box.left, stripe.bar.top - stripe.box.top
            )
            # At its bar, however high the line above is.
            flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
            painter.drawText(above, int(flags), self._letters.get(stripe.placed.span.tag, "?"))

    def _names(self, painter: QPainter, names: Sequence[Name], metrics: Metrics, current: str | None) -> None:
        font = metrics.label
        for name in names:
            strong = name.placed.span.id == current
            font.setBold(strong)
            painter.setFont(font)
            painter.setPen(QColor(self._colours.text if name.placed.span.linked or strong else self._colours.muted))
            flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
            painter.drawText(_rect(name.box), int(flags), name.text)


def _rect(box: Box) -> QRectF:
    return QRectF(box.left, box.top, box.right - box.left, box.bottom - box.top)


def _touch(one: Box, other: Box) -> bool:
    return one.left < other.right and one.right > other.left and one.top < other.bottom and one.bottom > other.top
