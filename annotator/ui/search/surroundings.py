"""A bit of the article's text round the hit that is current, to be read without going there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QBrush, QColor, QFont, QPalette, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from annotator.core.search import Line
from annotator.services import hits
from annotator.ui import plain, theme
from annotator.ui.article_view.text_map import TextMap, display_text
from annotator.ui.project import OpenProject
from annotator.ui.search.model import about

_BESIDE = 900
"""Characters before and after the hit."""

_DELAY = 40
"""Milliseconds until what is current is read: whoever holds an arrow key down passes many."""


class Surroundings(QWidget):
    """Shows the text round one hit, which is emphasised, and in which article it stands."""

    def __init__(self, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self._line: Line | None = None
        self.where = plain.label()
        self.where.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        # Not the one for plain text: that has texts which are read from right to left begin at the left.
        self.text = QTextEdit(self)
        self.text.setObjectName("searchText")
        self.text.setAccessibleName("Text round the hit")
        self.text.setAcceptRichText(False)
        self.text.setReadOnly(True)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setTabChangesFocus(True)
        self.text.document().setDocumentMargin(8)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 8)
        layout.addWidget(self.where)
        layout.addWidget(self.text, 1)
        self._later = QTimer(self, singleShot=True, interval=_DELAY)
        self._later.timeout.connect(self._read)

    def show_line(self, line: Line | None) -> None:
        """Show what stands round a line in a moment, or nothing."""
        if line == self._line:
            return
        self._line = line
        if line is not None:
            self._later.start()
        else:
            self._later.stop()
            self._read()

    def changeEvent(self, event: QEvent) -> None:
        """Emphasise the hit in the colours of the look that is shown now."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._later.start()

    def _read(self) -> None:
        line = self._line
        self.where.setText(about(line) if line else "")
        project = self._project.project
        found = self._project.attempt(lambda: hits.text_round(project, line.hit, _BESIDE)) if line else None
        if line is None or not found or not found[0]:
            self.text.clear()
            return
        text, first = found
        start, end = line.start - first, line.end - first
        # What is cut off begins and ends with a word.
        cut = max(text.find(" ", 0, start), 0) if first else 0
        last = text.rfind(" ", end) if len(text) == end + _BESIDE else -1
        text, lead = text[cut : last if last >= 0 else None], "…" if first else ""
        shown = display_text(lead + text + ("…" if last >= 0 else ""))
        self._show(shown, start - cut + len(lead), end - cut + len(lead))

    def _show(self, text: str, start: int, end: int) -> None:
        self.text.setPlainText(text)
        units = TextMap(text)
        cursor = QTextCursor(self.text.document())
        # Qt writes a new text as the one before was written where its cursor stood: on the hit, emphasised.
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.setCharFormat(QTextCharFormat())
        cursor.setPosition(units.to_units(start))
        cursor.setPosition(units.to_units(end), QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(_emphasis(self.palette()))
        at = QTextCursor(self.text.document())
        at.setPosition(units.to_units(start))
        self.text.setTextCursor(at)
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.value() + self.text.cursorRect().center().y() - self.text.viewport().height() // 2)


def _emphasis(palette: QPalette) -> QTextCharFormat:
    format_ = QTextCharFormat()
    format_.setBackground(QBrush(QColor(theme.colours_of(palette).hit)))
    format_.setFontWeight(QFont.Weight.Bold)
    return format_
