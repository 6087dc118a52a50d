"""Sizes: what fits where, for a font, a zoom, a width and a number of lanes."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF
from PySide6.QtWidgets import QApplication

from annotator.ui.article_view.lanes import MOST_LANES

COLUMN_CHARACTERS = 75
_NARROWEST_WITH_NAMES = 48
_SAMPLE = "the quick minister said on Monday that nothing in the report would be changed, and left"
_DESIGNED_FOR = 17.0
_SMALLEST_UNIT = 0.8
"""Below it, letters in badges and beside stripes could not be read: marks shrink less than the text."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """The text's font and lengths in device-independent pixels. `unit` is 1 for 17 pixels and grows with the font.

    `left`, `right`, `top`: margins round the text column; `lanes`: from the text's edge to the first lane's line, and
    `pitch` from lane to lane; `two_sided`: lanes are above the text as well; `paragraph_gap`: the space below a
    paragraph; `empty_line`: the height of one that has no characters.
    """

    font: QFont
    unit: float
    ascent: float
    descent: float
    line_height: int
    paragraph_gap: int
    empty_line: int
    lanes: int
    pitch: float
    stroke: float
    left: int
    right: int
    column: int
    top: int
    names: bool
    two_sided: bool = False

    @property
    def gap(self) -> int:
        """The height between the letters of two lines."""
        return self.line_height - round(self.ascent + self.descent)

    @property
    def label(self) -> QFont:
        """The font of names and, in other sizes, of letters: the application's own."""
        font = QFont(QApplication.font())
        font.setPixelSize(max(8, round(11.5 * self.unit)))
        return font

    def letters(self, pixels: float) -> QFont:
        """Return the font of small bold letters, `pixels` high for a text of 17 pixels."""
        font = self.label
        font.setPixelSize(max(8, round(pixels * self.unit)))
        font.setBold(True)
        return font

    @property
    def stripe_step(self) -> int:
        """The distance between stripes in the left margin."""
        return round(13 * self.unit)

    @property
    def stripe_count(self) -> int:
        """How many stripes fit beside each other."""
        return max(1, (self.left - round(8 * self.unit)) // self.stripe_step)

    def lane_offset(self, lane: int) -> float:
        """Return the distance from the text's edge to the middle of a lane's line."""
        return self.lanes + lane * self.pitch


def measure(font: QFont, *, spacing: int, depth: int, width: int, above: int = 0) -> Metrics:
    """Return the sizes for a viewport of `width` and an article whose spans need `depth` lanes, and `above` the text.

    `spacing` is the line height in percent of the font's own; lines grow beyond it where the lanes need more.
    """
    text = QFontMetricsF(font)
    unit = max(_SMALLEST_UNIT, QFontInfo(font).pixelSize() / _DESIGNED_FOR)
    height = text.ascent() + text.descent()
    deepest = max(depth, above)
    pitch = max(3, round((4.0 if deepest <= 4 else 3.5) * unit * 2) / 2)
    stroke = max(1, round((2 if deepest <= 4 else 1.5) * unit * 2) / 2)
    lanes = max(2, round(2 * unit))
    # With lines on both sides, letters stand on them and not above the text.
    edge = round(8 * unit) if above else stroke + round(2 * unit)
    needed = sum(
        lanes + (min(side, MOST_LANES) - 1) * pitch + edge + (round(4 * unit) if side > MOST_LANES else 0)
        for side in ((depth, above) if above else (depth,))
    )
    line_height = round(max(height * spacing / 100, height + needed))
    character = text.horizontalAdvance(_SAMPLE) / len(_SAMPLE)
    left, column, right, names = _margins(width, character, unit)
    return Metrics(
        font=font,
        unit=unit,
        ascent=text.ascent(),
        descent=text.descent(),
        line_height=line_height,
        paragraph_gap=round(11 * unit),
        empty_line=round(5 * unit),
        lanes=lanes,
        pitch=pitch,
        stroke=stroke,
        left=left,
        right=right,
        column=column,
        top=round(24 * unit),
        names=names,
        two_sided=above > 0,
    )


def _margins(width: int, character: float, unit: float) -> tuple[int, int, int, bool]:
    """Return the left margin, the column, the right margin, and whether the right one has room for names."""
    widest, bare, for_names = round(COLUMN_CHARACTERS * character), round(18 * unit), round(150 * unit)
    stripes = round(60 * unit)
    with_names = min(widest, width - stripes - for_names)
    if with_names >= _NARROWEST_WITH_NAMES * character:
        spare = width - with_names - stripes - for_names
        # Centred as far as the names leave room; what is left then goes to both sides alike.
        left = stripes + min(max(0, spare), max(0, (width - with_names) // 2 - stripes))
        return left, with_names, width - left - with_names, True
    stripes = round(36 * unit)
    column = max(40, min(widest, width - stripes - bare))
    left = max(stripes, (width - column) // 2)
    return left, column, max(bare, width - left - column), False
