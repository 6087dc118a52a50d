"""The article that is chosen among those to import: its text and metadata, what was dropped, and what it is like."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QGridLayout, QLineEdit, QStackedWidget, QTabWidget, QTextEdit, QVBoxLayout, QWidget

from annotator.analysis.boilerplate import ProposedRegion
from annotator.analysis.text_difference import Part
from annotator.core.records import Article
from annotator.core.segments import Segment
from annotator.core.text import counted
from annotator.services.importing.batches import Dropped
from annotator.ui import plain
from annotator.ui.importing.columns import name_of
from annotator.ui.importing.region_choice import RegionList
from annotator.ui.importing.text_view import MOST_SHOWN, ArticleText, text_view

_MOST_TOLD = 200
_PLACES = {
    "title": (0, 0, 3), "byline": (1, 0, 1), "publication": (1, 2, 1), "published": (2, 0, 1), "language": (2, 2, 1),
    "url": (3, 0, 3),
}  # fmt: skip
"""Row and column of a field's name, and how many columns the field is wide."""
_HINT = "The article that is chosen is shown here. What is known of it can be corrected before it is imported."
_EXAMPLES = {"published": "as 2018-02-23", "language": "as en", "url": "as https://…"}

TEXT, DROPPED, DIFFERENCE, MESSAGES = range(4)


class Preview(QWidget):
    """Shows one article, or why there is none; `edited(field, value)`: the person typed something else for a field."""

    edited = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: dict[str, QLineEdit] = {name: QLineEdit(self) for name in _PLACES}
        self._shown: dict[str, str] = {}
        self.told = plain.label(parent=self, wrap=True)
        self.text = ArticleText(self)
        self.regions = RegionList(self)
        self.regions.looked.connect(self.text.look_at)
        self.regions.chosen.connect(self.text.show_taken)
        self.dropped = text_view("What was dropped")
        self.messages = text_view("What to know of the file")
        self.difference = QTextEdit(self)
        self.difference.setReadOnly(True)
        self.difference.setAccessibleName("Differences from the article that it is like")
        self.tabs = QTabWidget(self)
        self.empty = plain.label(wrap=True)
        self._arrange()
        order: list[QWidget] = [*self.fields.values(), self.tabs, self.text, self.regions]
        for before, after in pairwise(order):
            self.setTabOrder(before, after)
        self.clear()

    def _arrange(self) -> None:
        text = QWidget(self)
        column = QVBoxLayout(text)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.text, 1)
        column.addWidget(self.regions)
        for name, view in (
            ("&Text", text), ("&Dropped", self.dropped), ("Diff&erences", self.difference),
            ("&Messages", self.messages),
        ):  # fmt: skip
            self.tabs.addTab(view, name)
        form = QGridLayout()
        for name, (row, place, wide) in _PLACES.items():
            line = self.fields[name]
            line.setAccessibleName(name_of(name))
            line.setPlaceholderText(_EXAMPLES.get(name, ""))
            line.setAcceptDrops(False)  # a file that is dropped here is meant for the dialog
            line.editingFinished.connect(lambda name=name: self._finish(name))
            form.addWidget(plain.label(name_of(name), self), row, place)
            form.addWidget(line, row, place + 1, 1, wide)
        form.setColumnStretch(1, 3)
        form.setColumnStretch(3, 2)
        shown = QWidget(self)
        inner = QVBoxLayout(shown)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.told)
        inner.addLayout(form)
        inner.addWidget(self.tabs, 1)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.empty.setMargin(8)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(shown)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 0, 0, 0)
        layout.addWidget(self._pages)

    def clear(self, told: str = "") -> None:
        """Show no article, and say why."""
        self._shown = {}
        self._pages.setCurrentIndex(0)
        self.empty.setText(told or _HINT)
        for line in self.fields.values():
            line.clear()
        self.text.show_text("")
        self.regions.show_proposed("", (), ())
        self.show_dropped(())
        self.show_difference("", "", ())

    def set_editable(self, editable: bool) -> None:
        """Let the person change what is known of the article, or look only."""
        for line in self.fields.values():
            line.setReadOnly(not editable)
        self.regions.setEnabled(editable)

    def tell(self, messages: Sequence[str]) -> None:
        """Show what there is to know of the article's input."""
        first = messages[0] if messages else ""
        cut = first if len(first) <= _MOST_TOLD else f"{first[:_MOST_TOLD]}…"
        more = len(messages) - 1
        self.told.setText(f"{cut} (and {counted(more, 'message')} more)" if more > 0 else cut)
        self.told.setVisible(bool(messages))
        self._offer(MESSAGES, "&Messages", f"{len(messages):,}" if messages else "")
        self.messages.setPlainText("\n\n".join(messages)[:MOST_SHOWN])

    def show_article(self, article: Article) -> None:
        """Show an article's text and what is known of it."""
        self._pages.setCurrentIndex(1)
        self.show_fields(article)
        self.text.show_text(article.text)
        self.regions.show_proposed("", (), ())

    def show_fields(self, article: Article) -> None:
        """Show what is known of an article, to be changed."""
        for name, line in self.fields.items():
            self._shown[name] = getattr(article, name) or ""
            line.setText(self._shown[name])
            line.setCursorPosition(0)

    def show_regions(self, text: str, proposed: Sequence[ProposedRegion], taken: Sequence[ProposedRegion]) -> None:
        """Show what is proposed to be a region of the article, and what of it is taken."""
        self.regions.show_proposed(text, proposed, taken)
        self.text.show_regions(proposed, [one.segment for one in taken])

    def show_dropped(self, dropped: Sequence[Dropped]) -> None:
        """Show what of the input is not in the text."""
        words = sum(len(part.text.split()) for part in dropped)
        self._offer(DROPPED, "&Dropped", counted(words, "word") if words else "")
        self.dropped.setPlainText("\n\n".join(f"[{part.place}]\n{part.text}" for part in dropped)[:MOST_SHOWN])

    def show_difference(self, one: str, other: str, parts: Sequence[Part], likeness: float = 0.0) -> None:
        """Show in what the text differs from another one; nothing where there are no parts."""
        self._offer(DIFFERENCE, "Diff&erences", f"{likeness:.0%} alike" if parts else "")
        if not parts:
            self.difference.clear()
            return
        colour = self.palette().color(QPalette.ColorRole.Accent).name()
        self.difference.setHtml(
            "<p>Underlined: only in this text. Struck out: only in the other one.</p><p style='white-space:pre-wrap'>"
            + "".join(_marked(part, one, other, colour) for part in parts)
            + "</p>"
        )

    def _offer(self, tab: int, name: str, told: str) -> None:
        """Show a tab where there is something on it."""
        self.tabs.setTabText(tab, f"{name}: {told}" if told else name)
        self.tabs.setTabEnabled(tab, bool(told))
        self.tabs.setTabVisible(tab, bool(told))

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
