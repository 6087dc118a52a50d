"""The text of an article that is about to be imported, with what is proposed to be a region of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from annotator.analysis.boilerplate import ProposedRegion
from annotator.core.segments import Segment
from annotator.core.text import counted
from annotator.ui import theme
from annotator.ui.article_view.text_map import TextMap, display_text

MOST_SHOWN = 200_000
"""Characters of a text that are shown: laying out more would hold up the window."""


def text_view(name: str) -> QPlainTextEdit:
    """Return a view of a text that is read only."""
    return _read_only(QPlainTextEdit(), name)


class ArticleText(QPlainTextEdit):
    """Shows a text; what will be a region is greyed, what only may be one has a dotted line below it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _read_only(self, "The text as it will be stored")
        self._map = TextMap("")
        self._proposed: Sequence[ProposedRegion] = ()
        self._taken: frozenset[Segment] = frozenset()
        self._looked: Segment | None = None

    def show_text(self, text: str) -> None:
        """Show a text, or its beginning where it is very long."""
        shown = text[:MOST_SHOWN]
        self._map = TextMap(shown)
        more = len(text) - len(shown)
        self.setPlainText(display_text(shown) + (f"\n\n[{counted(more, 'character')} more]" if more else ""))
        self._looked = None
        self.show_regions((), ())

    def show_regions(self, proposed: Sequence[ProposedRegion], taken: Sequence[Segment]) -> None:
        """Show where proposals stand, and which of them are taken."""
        self._proposed, self._taken = proposed, frozenset(taken)
        self._mark()

    def show_taken(self, taken: Sequence[Segment]) -> None:
        """Show which of the proposals are taken."""
        self._taken = frozenset(taken)
        self._mark()

    def look_at(self, segment: Segment | None) -> None:
        """Bring a part into view and show where it is."""
        self._looked = segment
        if segment is not None and segment.end <= self._map.length:
            cursor = QTextCursor(self.document())
            cursor.setPosition(self._map.to_units(segment.start))
            self.setTextCursor(cursor)
        self._mark()

    def _mark(self) -> None:
        colours = theme.colours_of(self.palette())
        self.setExtraSelections(
            [
                self._selection(one.segment, colours)
                for one in self._proposed
                if one.segment.end <= self._map.length
            ]
        )  # fmt: skip

    def _selection(self, segment: Segment, colours: theme.Colours) -> QTextEdit.ExtraSelection:
        made = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._map.to_units(segment.start))
        cursor.setPosition(self._map.to_units(segment.end), QTextCursor.MoveMode.KeepAnchor)
        look = QTextCharFormat()
        if segment in self._taken:
            look.setForeground(QColor(colours.muted))
        else:
            look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
            look.setUnderlineColor(QColor(colours.muted))
        if segment == self._looked:
            look.setBackground(QColor(colours.hit))
        made.cursor, made.format = cursor, look
        return made


def _read_only(view: QPlainTextEdit, name: str) -> QPlainTextEdit:
    view.setReadOnly(True)
    view.setAccessibleName(name)
    view.setTabChangesFocus(True)
    return view
