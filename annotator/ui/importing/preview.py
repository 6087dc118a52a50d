"""The article that is chosen among those to import: its text and metadata, what was dropped, and what it is like."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabWidget,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from annotator.analysis.text_difference import Part
from annotator.core.records import Article
from annotator.core.segments import Segment
from annotator.core.text import counted
from annotator.services.import_batches import EDITABLE, Dropped
from annotator.ui import plain

MOST_SHOWN = 200_000
"""Characters of a text that are shown: laying out more would hold up the window."""

_MOST_TOLD = 600
_NAMES = {"url": "Address", "published": "Published"}


class Preview(QWidget):
    """Shows one article; `edited(field, value)`: the person typed something else for a field."""

    edited = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: dict[str, QLineEdit] = {name: QLineEdit(self) for name in EDITABLE}
        self._shown: dict[str, str] = {}
        self.told = plain.label(parent=self, wrap=True)
        self.text = _text_view("The text as it will be stored")
        self.dropped = _text_view("What was dropped")
        self.difference = QTextEdit(self)
        self.difference.setReadOnly(True)
        self.difference.setAccessibleName("Differences from the article that it is like")
        self.tabs = QTabWidget(self)
        for name, view in (("&Text", self.text), ("&Dropped", self.dropped), ("D&ifferences", self.difference)):
            self.tabs.addTab(view, name)
        form = QFormLayout()
        for name, line in self.fields.items():
            form.addRow(self._label(name, line), line)
            line.editingFinished.connect(lambda name=name: self._finish(name))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.told)
        layout.addLayout(form)
        layout.addWidget(self.tabs, 1)
        self.clear()

    def _label(self, name: str, line: QLineEdit) -> QLabel:
        text = _NAMES.get(name, name.capitalize())
        line.setAccessibleName(text)
        return plain.label(text, self)

    def clear(self) -> None:
        """Show nothing."""
        self._shown = {}
        self.tell("")
        for line in self.fields.values():
            line.clear()
            line.setEnabled(False)
        self.text.clear()
        self.show_dropped(())
        self.show_difference("", "", ())

    def tell(self, text: str) -> None:
        """Show what there is to know of the input."""
        self.told.setText(text if len(text) <= _MOST_TOLD else f"{text[:_MOST_TOLD]}…")
        self.told.setVisible(bool(text))

    def show_article(self, article: Article) -> None:
        """Show an article's text and what is known of it."""
        self.show_fields(article)
        more = len(article.text) - MOST_SHOWN
        rest = f"\n\n[{counted(more, 'character')} more]" if more > 0 else ""
        self.text.setPlainText(article.text[:MOST_SHOWN] + rest)

    def show_fields(self, article: Article) -> None:
        """Show what is known of an article, to be changed."""
        for name, line in self.fields.items():
            self._shown[name] = getattr(article, name) or ""
            line.setEnabled(True)
            line.setText(self._shown[name])
            line.setCursorPosition(0)

    def show_dropped(self, dropped: Sequence[Dropped]) -> None:
        """Show what of the input is not in the text."""
        words = sum(len(part.text.split()) for part in dropped)
        self.tabs.setTabText(1, f"&Dropped: {counted(words, 'word')}" if words else "&Dropped")
        self.tabs.setTabEnabled(1, bool(dropped))
        self.dropped.setPlainText("\n\n".join(f"[{part.place}]\n{part.text}" for part in dropped)[:MOST_SHOWN])

    def show_difference(self, one: str, other: str, parts: Sequence[Part]) -> None:
        """Show in what the text differs from another one; nothing where there are no parts."""
        self.tabs.setTabEnabled(2, bool(parts))
        if not parts:
            self.difference.clear()
            return
        colour = self.palette().color(QPalette.ColorRole.Accent).name()
        self.difference.setHtml(
            "<p>Underlined: only in this text. Struck out: only in the other one.</p><p style='white-space:pre-wrap'>"
            + "".join(_marked(part, one, other, colour) for part in parts)
            + "</p>"
        )

    def finish(self) -> None:
        """Take what is being typed, before something else begins."""
        for name in self.fields:
            self._finish(name)

    def _finish(self, name: str) -> None:
        value = self.fields[name].text()
        if self._shown and value != self._shown[name]:
            self._shown[name] = value
            self.edited.emit(name, value)


def _marked(part: Part, one: str, other: str, colour: str) -> str:
    """Return a part of two texts as HTML, nothing of which comes from the texts."""
    here, there = _cut(one, part.one), _cut(other, part.other)
    if part.kind == "same":
        return here
    struck = f"<s>{there}</s>" if there else ""
    return struck + (f"<u style='color:{colour}'>{here}</u>" if here else "")


def _cut(text: str, segment: Segment | None) -> str:
    return escape(text[segment.start : segment.end]) if segment else ""


def _text_view(name: str) -> QPlainTextEdit:
    view = QPlainTextEdit()
    view.setReadOnly(True)
    view.setAccessibleName(name)
    view.setTabChangesFocus(True)
    return view
