"""Margins and line heights of the document that holds an article's text."""

from __future__ import annotations

import re

from PySide6.QtGui import QTextBlockFormat, QTextCursor, QTextDocument

from annotator.ui.article_view.metrics import Metrics
from annotator.ui.article_view.text_map import TextMap

_EMPTY_LINES = re.compile(r"(?:\A|(?<=\n))\n+")


def set_margins(document: QTextDocument, metrics: Metrics) -> None:
    """Put the text into its column; a document that has these margins already is not laid out again."""
    root = document.rootFrame()
    frame = root.frameFormat()
    wanted = (metrics.left, metrics.top, metrics.right, 3 * metrics.top)
    if (frame.leftMargin(), frame.topMargin(), frame.rightMargin(), frame.bottomMargin()) != wanted:
        left, top, right, bottom = wanted
        frame.setLeftMargin(left)
        frame.setTopMargin(top)
        frame.setRightMargin(right)
        frame.setBottomMargin(bottom)
        root.setFrameFormat(frame)


def set_line_heights(cursor: QTextCursor, shown: str, text_map: TextMap, metrics: Metrics) -> None:
    """Give every line the same height, whatever fonts it needs; lines without a character are low.

    `shown` is the text of the cursor's document, with a line feed for each end of a paragraph.
    """
    fixed = QTextBlockFormat.LineHeightTypes.FixedHeight.value
    full = QTextBlockFormat()
    full.setLineHeight(metrics.line_height, fixed)
    full.setBottomMargin(metrics.paragraph_gap)
    cursor.select(QTextCursor.SelectionType.Document)
    cursor.setBlockFormat(full)
    low = QTextBlockFormat()
    low.setLineHeight(metrics.empty_line, fixed)
    for empty in _EMPTY_LINES.finditer(shown):
        cursor.setPosition(text_map.to_units(empty.start()))
        cursor.setPosition(text_map.to_units(empty.end() - 1), QTextCursor.MoveMode.KeepAnchor)
        cursor.setBlockFormat(low)
