"""What of a text is in sight, by its characters: that holds when the window or the letters have another size."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextCursor

from annotator.ui.article_view.reading_text import ReadingText


def first_in_sight(view: ReadingText) -> int:
    """Return the first code point of the first line that is in sight."""
    if view.verticalScrollBar().value() == 0:
        return 0
    return view.position_at(QPoint(view.metrics.left + 1, 1))


@contextmanager
def held_still(view: ReadingText) -> Iterator[None]:
    """Have in sight afterwards what is in sight now, whatever is brought there meanwhile."""
    bar = view.verticalScrollBar()
    at = bar.value()
    yield
    bar.setValue(at)


def drop_selection(view: ReadingText) -> None:
    """Drop the selection; the caret and all that is in sight stay where they are."""
    cursor = view.textCursor()
    if not cursor.hasSelection():
        return
    cursor.clearSelection()
    # Qt brings the caret into sight, which may be far from where the person looks.
    with held_still(view):
        view.setTextCursor(cursor)


def show_from(view: ReadingText, position: int) -> None:
    """Scroll so that the line of a code point is the first in sight, or as near to that as the text's end allows."""
    bar = view.verticalScrollBar()
    if position <= 0:
        bar.setValue(0)
        return
    cursor = QTextCursor(view.document())
    cursor.setPosition(view.text_map.to_units(min(position, view.text_map.length)))
    bar.setValue(bar.value() + view.cursorRect(cursor).top())
