"""How regions look: brackets and words in the left margin; what is not the article's own text is veiled.

Brackets are dashed where the text is veiled, and a region that begins or ends inside a line has small corners there:
nobody has to tell shades of grey apart.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable
from itertools import product

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from annotator.core.records import LEFT_OUT
from annotator.ui.article_view.marks import Box, Bracket, Corner, Kinds
from annotator.ui.article_view.metrics import Metrics
from annotator.ui.article_view.page import Page
from annotator.ui.article_view.regions import PlacedRegion, Regions
from annotator.ui.theme import Colours

_VEIL = 0.32
"""How much of the ground lies over veiled words: they keep a contrast above 5:1, in the light and in the dark."""
_LETTERS = (None, 6, 3)
"""How many letters of a kind are shown, by the room that there is; no two kinds begin alike."""


def place_regions(page: Page, regions: Regions) -> None:
    """Add the marks of regions to a page that has its spans already."""
    found = regions.overlapping(page.lines[0].start, page.lines[-1].end_with_break) if page.lines else []
    if not found:
        return
    kinds: dict[int, list[str]] = defaultdict(list)
    starts = [line.start for line in page.lines]
    for placed in found:
        first = max(0, bisect_right(starts, placed.start) - 1)
        last = bisect_left(starts, placed.end) - 1
        page.brackets.append(_bracket(page, placed, first, last))
        if placed.start >= page.lines[first].start:
            kinds[first].append(placed.region.kind)
        page.corners.extend(_corners(page, placed, first, last))
    font = QFontMetricsF(label_font(page.metrics))
    for row, names in kinds.items():
        label = _label(page, row, list(dict.fromkeys(names)), font)
        if label is not None:
            page.kinds.append(label)


def regions_at(page: Page, regions: Regions, x: float, y: float) -> list[PlacedRegion]:
    """Return the regions whose words are at a point of a page, or whose bracket or label in the margin is beside it."""
    line = next((line for line in page.lines if line.top <= y < line.bottom), None)
    if line is None:
        return []
    found = regions.overlapping(line.start, line.end_with_break)
    if x < page.metrics.left:
        return found
    return [
        placed for placed in found
        if any(one.left <= x < one.right for one in line.intervals(placed.start, placed.end))
    ]  # fmt: skip


def paint_veil(painter: QPainter, boxes: Iterable[Box], colours: Colours) -> None:
    """Paint words paler; they are painted already."""
    veil = QColor(colours.ground)
    veil.setAlphaF(_VEIL)
    for left, top, right, bottom in boxes:
        painter.fillRect(QRectF(left, top, right - left, bottom - top), veil)


def paint_regions(painter: QPainter, page: Page, colours: Colours) -> None:
    """Paint brackets, corners and labels."""
    unit, grey = page.metrics.unit, QColor(colours.muted)
    width = max(1.0, unit)
    pen, dashes = QPen(grey, width), QPen(grey, width, c=Qt.PenCapStyle.FlatCap)
    for bracket in page.brackets:
        left, top, right, bottom = bracket.box
        painter.setPen(dashes if bracket.veiled else pen)
        painter.drawLines(_dashes(left, top, bottom, width) if bracket.veiled else [QLineF(left, top, left, bottom)])
        painter.setPen(pen)
        if bracket.opens:
            painter.drawLine(QLineF(left, top, right, top))
        if bracket.closes:
            painter.drawLine(QLineF(left, bottom, right, bottom))
    painter.setPen(pen)
    for corner in page.corners:
        left, top, right, bottom = corner.box
        x, level = (left, top) if corner.opens else (right, bottom)
        painter.drawLine(QLineF(x, top, x, bottom))
        painter.drawLine(QLineF(left, level, right, level))
    painter.setFont(label_font(page.metrics))
    for kinds in page.kinds:
        left, top, right, bottom = kinds.box
        painter.drawText(QRectF(left, top, right - left, bottom - top), Qt.AlignmentFlag.AlignCenter, kinds.text)


def _dashes(x: float, top: float, bottom: float, width: float) -> list[QLineF]:
    """Return the dashes of an upright line, each where it stands on every page that shows it."""
    dash, period = 3 * width, 5 * width
    starts = (number * period for number in range(math.floor(top / period), math.ceil(bottom / period)))
    return [QLineF(x, max(top, y), x, min(bottom, y + dash)) for y in starts if y + dash > top]


def label_font(metrics: Metrics) -> QFont:
    """Return the font of the kinds in the margin."""
    font = QFont(metrics.label)
    font.setPixelSize(max(7, round(9.5 * metrics.unit)))
    return font


def _bracket(page: Page, placed: PlacedRegion, first: int, last: int) -> Bracket:
    metrics, lines = page.metrics, page.lines
    left = round(metrics.left - 8 * metrics.unit) + 0.5
    box = Box(left, lines[first].top + 0.5, left + round(3 * metrics.unit), lines[last].bottom - 0.5)
    opens = placed.start >= lines[first].start
    closes = placed.end <= lines[last].end_with_break
    return Bracket(box, opens, closes, veiled=placed.region.kind in LEFT_OUT)


def _corners(page: Page, placed: PlacedRegion, first: int, last: int) -> Iterable[Corner]:
    """Yield corners at the ends of a region that are not those of paragraphs."""
    size = round(4 * page.metrics.unit)
    line = page.lines[first]
    if placed.start > line.start or (placed.start == line.start and line.start != line.block_start):
        for one in line.intervals(placed.start, placed.start + 1)[:1]:
            x = one.right if one.backwards else one.left
            yield Corner(Box(x, line.top, x + size, line.top + size), opens=True)
    line = page.lines[last]
    if placed.end < line.end or (placed.end == line.end and not line.last):
        for one in line.intervals(placed.end - 1, placed.end)[-1:]:
            x = one.left if one.backwards else one.right
            yield Corner(Box(x - size, line.bottom - size, x, line.bottom), opens=False)


def _label(page: Page, row: int, kinds: list[str], font: QFontMetricsF) -> Kinds | None:
    """Return the label left of the bracket and of the stripes beside a line: as much of it as there is room for."""
    metrics, line = page.metrics, page.lines[row]
    edge = min(
        [
            metrics.left - 11 * metrics.unit,
            *(one.box.left for one in page.stripes if one.box.top < line.bottom and one.box.bottom > line.top),
        ]
    )
    height, middle = font.height(), (line.top + line.bottom) / 2
    for letters, most in product(_LETTERS, (None, 1)):
        text = ", ".join(kind[:letters] for kind in kinds[:most])
        left = edge - font.horizontalAdvance(text) - 1
        if left >= 1:
            return Kinds(Box(left, middle - height / 2, edge, middle + height / 2), text)
    return None
