"""Finding words in the open article: next, previous, how many, and a tag for all of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QHBoxLayout, QLineEdit, QPushButton, QToolButton, QWidget

from annotator.analysis.search import find_all, fold
from annotator.core.segments import Segment
from annotator.core.text import counted
from annotator.services import annotate
from annotator.ui import plain
from annotator.ui.accessible import READ_ONLY, enable, give_tip, name_box
from annotator.ui.annotate.open_article import OpenArticle
from annotator.ui.article_view import ArticleView
from annotator.ui.project import OpenProject
from annotator.ui.waiting import Stepper


class FindBar(QWidget):
    """Stands below the article while it is used; Esc puts it away and keeps the hit selected."""

    said = Signal(str)

    def __init__(
        self, project: OpenProject, article: OpenArticle, view: ArticleView, stepper: Stepper, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._project, self._article, self._view, self._stepper = project, article, view, stepper
        self._hits: list[Segment] = []
        self._folded: str | None = None
        self.edit = QLineEdit(self)
        self.edit.setObjectName("findInArticle")
        self.edit.setPlaceholderText("Find in this article")
        self.edit.setAccessibleName("Find in this article")
        self.edit.setClearButtonEnabled(True)
        self.edit.setMinimumWidth(self.fontMetrics().averageCharWidth() * 14)
        self.count = plain.label()
        self.count.setMinimumWidth(self.fontMetrics().horizontalAdvance("100 of 100"))
        previous, following = self._button("‹", "Previous hit"), self._button("›", "Next hit")
        self.tags = QComboBox(self)
        name_box(self.tags, "Tag for all hits")
        self.tag_all = QPushButton("Tag &all", self)
        close = self._button("✕", "Close")
        finding, tagging = QHBoxLayout(), QHBoxLayout()
        finding.addWidget(self.edit, 1)
        for told in (self.count, previous, following):
            finding.addWidget(told)
        for asked in (self.tags, self.tag_all, close):
            tagging.addWidget(asked)
        self._parts = (finding, tagging)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(8, 4, 8, 4)
        self._row.addLayout(finding, 1)
        self._row.addLayout(tagging)
        self.edit.installEventFilter(self)
        self.edit.textChanged.connect(self._find)
        previous.clicked.connect(lambda: self.step(-1))
        following.clicked.connect(lambda: self.step(1))
        close.clicked.connect(self.put_away)
        self.tag_all.clicked.connect(self._tag_all)
        article.opened.connect(self._another_article)
        self.set_scheme()
        self.hide()

    def _button(self, text: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setAccessibleName(name)
        give_tip(button, name)
        button.setAutoRaise(True)
        return button

    def minimumSizeHint(self) -> QSize:
        """Return what the wider of two rows needs: the article must not be widened beyond its window."""
        hint = super().minimumSizeHint()
        hint.setWidth(max(part.minimumSize().width() for part in self._parts) + self._margins())
        return hint

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tag in a row of its own where one row is too long."""
        super().resizeEvent(event)
        needed = sum(part.minimumSize().width() for part in self._parts) + self._row.spacing() + self._margins()
        direction = QBoxLayout.Direction
        self._row.setDirection(direction.LeftToRight if needed <= self.width() else direction.TopToBottom)

    def _margins(self) -> int:
        margins = self._row.contentsMargins()
        return margins.left() + margins.right()

    def set_scheme(self) -> None:
        """Offer the tags of the scheme; what was chosen stays."""
        before = self.tags.currentData()
        self.tags.clear()
        for tag in self._project.tags:
            self.tags.addItem(tag.name, tag.id)
        self.tags.setCurrentIndex(max(0, self.tags.findData(before)))

    def open(self) -> None:
        """Show the bar and take the focus; selected words are looked for."""
        selection = self._view.selected_range()
        self.show()
        if selection is not None and "\n" not in self._article.text[selection.start : selection.end]:
            self.edit.setText(self._article.text[selection.start : selection.end])
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.edit.selectAll()
        self._find()

    def put_away(self) -> None:
        """Hide the bar, and give the focus back to the article."""
        self.hide()
        self._view.set_hits(())
        self._view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _another_article(self) -> None:
        self._folded = None
        self._hits = []
        if self.isVisible():
            self._find()

    def _find(self) -> None:
        if self._folded is None:
            self._folded = fold(self._article.text)
        self._hits = find_all(self._folded, self.edit.text())
        self._view.set_hits(self._hits if self.isVisible() else ())
        writable = self._project.can_write and not self._article.done
        why = "This article is done" if self._article.done else "There are no hits to tag"
        enable(self.tag_all, bool(self._hits) and writable, why if self._project.can_write else READ_ONLY)
        self._count()

    def step(self, step: int) -> None:
        """Select the next (1) or previous (-1) hit from the caret; it wraps. Without words, ask for some."""
        if not self.edit.text():
            self.open()
            return
        self._find()
        if not self._hits:
            self.said.emit(f"“{self.edit.text()}” does not stand in this article.")
            return
        selection = self._view.selected_range()
        starts = [hit.start for hit in self._hits]
        if step > 0:
            place = bisect_right(starts, selection.start) if selection else bisect_left(starts, self._view.caret())
        else:
            place = bisect_left(starts, selection.start if selection else self._view.caret()) - 1
        hit = self._hits[place % len(self._hits)]
        self._view.select_range(hit.start, hit.end)
        self._view.scroll_to(hit.start, hit.end)
        self._count(place % len(self._hits) + 1)

    def _count(self, number: int = 0) -> None:
        if not self.edit.text().strip():
            self.count.setText("")
        elif number:
            self.count.setText(f"{number:,} of {len(self._hits):,}")
        else:
            self.count.setText(counted(len(self._hits), "hit"))

    def _tag_all(self) -> None:
        article, tag = self._article.article, self.tags.currentData()
        if article is None:
            return
        hits, name = [(hit,) for hit in self._hits], self._project.tag_name(tag)

        def told(made: list[str]) -> None:
            there = len(hits) - len(made)
            also = f"; {counted(there, 'hit')} had it already" if there else ""
            self.said.emit(f"{counted(len(made), 'span')} made as {name}{also}.")

        self._stepper.do(hits, partial(annotate.add_spans, self._project.project, article.id, tag, hits), told)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter goes on, Shift+Enter back, Esc ends."""
        if watched is self.edit and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.put_away()
                return True
        return super().eventFilter(watched, event)
