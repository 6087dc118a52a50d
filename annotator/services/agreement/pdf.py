"""A report on agreement as pages to print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import TableCellFillMode, XPos, YPos
from fpdf.fonts import FontFace

from annotator.core.agreement import Figure, Measure
from annotator.core.text import one_line, snippet
from annotator.services.agreement.report import Report, confusion_table, shown_value

_SIZE, _HEADING, _TITLE = 9, 11, 15
_MARGIN = 18
_LONGEST = 200
_MOST_COLUMNS = 8
_BUILT_IN = "helvetica"
_BUILT_IN_LETTERS = "cp1252"
_SPELLED = str.maketrans({"α": "alpha", "κ": "kappa", "γ": "gamma"})
_BY_ARTICLE: tuple[Measure, ...] = ("exact F1", "overlap F1", "α on characters", "unitised α")


_FONTS = tuple(map(Path, (
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
    "C:/Windows/Fonts/arial.ttf",
)))  # fmt: skip
"""Where systems keep fonts for many scripts, the better for reading first."""


def font_files() -> list[Path]:
    """Return the fonts for many scripts that this system has, the one for text first; there may be none."""
    return [font for font in _FONTS if font.is_file()]


def pages(made: Report) -> bytes:
    """Return a report as a PDF. Text in any script is written, as far as there is a font for it.

    Where the system has none for many scripts, it is Helvetica: Greek letters are spelled out there, and what
    Western European letters cannot write becomes a question mark.
    """
    sheet = _Sheet()
    sheet.line(f"Agreement – {made.title}", _TITLE)
    sheet.line(made.heading, _HEADING)
    sheet.line(made.merging, _SIZE)
    for scores in made.found.scores:
        numbers = ", ".join(f"{name}: {spans}" for name, spans in zip(made.layers, scores.spans, strict=True))
        sheet.line(f"{made.tags[scores.tag]} ({numbers} spans)", _HEADING)
        rows = ((one.measure, shown_value(one), f"{one.n:,}", one.of) for one in scores.figures)
        sheet.table(("Measure", "Value", "n", "of"), rows, (3, 5, 2, 2))
    if made.found.confusion:
        headings, cells = confusion_table(made)
        sheet.line(f"Tags of matched spans: {made.layers[0]} down, {made.layers[1]} across", _HEADING)
        for first in range(1, len(headings), _MOST_COLUMNS):
            part = slice(first, first + _MOST_COLUMNS)
            sheet.table([headings[0], *headings[part]], [[row[0], *row[part]] for row in cells])
    if made.found.by_article:
        measures = [one.measure for one in made.found.by_article[0].scores.figures if one.measure in _BY_ARTICLE]
        lines = ([one.title, *(_short(one.scores.figure(name)) for name in measures)] for one in made.found.by_article)
        sheet.line("Articles", _HEADING)
        sheet.table(("Article", *measures), lines, (4, *(2 for _ in measures)))
    return bytes(sheet.pdf.output())


def _short(figure: Figure | None) -> str:
    return "–" if figure is None or figure.value is None else shown_value(figure)


class _Sheet:
    """Pages of A4 that lines and tables are put on, one below the other."""

    def __init__(self) -> None:
        self.pdf = FPDF(format="A4")
        self.pdf.set_margin(_MARGIN)
        self.pdf.set_auto_page_break(True, _MARGIN)
        self.pdf.core_fonts_encoding = _BUILT_IN_LETTERS
        fonts = font_files()
        self._family = fonts[0].stem if fonts else _BUILT_IN
        for font in fonts:
            self.pdf.add_font(font.stem, fname=font)
        if fonts:
            self.pdf.set_fallback_fonts([font.stem for font in fonts[1:]])
            self.pdf.set_text_shaping(True)
        self.pdf.add_page()

    def line(self, text: str, size: int) -> None:
        """Put a line, or as many as the text needs."""
        self.pdf.set_font(self._family, size=size)
        self.pdf.ln(size / 5)
        self.pdf.multi_cell(0, size / 2, self._written(text), new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def table(self, headings: Sequence[str], rows: Iterable[Sequence[str]], widths: Sequence[int] = ()) -> None:
        """Put a table; `widths` are relative. Its headings come again on each page."""
        self.pdf.set_font(self._family, size=_SIZE)
        self.pdf.ln(1)
        with self.pdf.table(
            [[self._written(snippet(cell, _LONGEST)) for cell in row] for row in (headings, *rows)],
            col_widths=tuple(widths) or None,
            headings_style=FontFace(emphasis="", fill_color=(225, 230, 238)),
            cell_fill_color=(246, 247, 250),
            cell_fill_mode=TableCellFillMode.ROWS,
            text_align="LEFT",
            line_height=_SIZE / 2,
        ):
            pass

    def _written(self, text: str) -> str:
        """Return a text on one line, with letters that the font has."""
        text = one_line(text)
        if self._family != _BUILT_IN:
            return text
        return text.translate(_SPELLED).encode(_BUILT_IN_LETTERS, "replace").decode(_BUILT_IN_LETTERS)
