"""Driving the view for reviewing as a person would: by keys, where the focus is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableView

from annotator.core.records import Span
from annotator.services import articles
from annotator.services.review.queue import Item
from annotator.store.project import Project
from annotator.ui.article_view import ArticleView
from annotator.ui.main_window import MainWindow
from annotator.ui.review.view import ReviewView
from tests.ui.driving import Driver


class Reviewer(Driver):
    """A person in the view for reviewing."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.press("Ctrl+2")
        self.keys_pressed = 0

    @property
    def review(self) -> ReviewView:
        found = self.window.findChild(ReviewView, "reviewView")
        assert found is not None
        return found

    @property
    def text(self) -> ArticleView:
        return self.review.text

    @property
    def project(self) -> Project:
        return self.review.project.project

    @property
    def item(self) -> Item:
        found = self.review.state.item
        assert found is not None
        return found

    @property
    def article(self) -> str:
        shown = self.review.state.review
        assert shown is not None
        return shown.article.id

    @property
    def differences(self) -> QTableView:
        found = self.review.findChild(QTableView, "differenceList")
        assert found is not None
        return found

    def words(self) -> str:
        """The words of the current item's last span."""
        span = list(self.item.spans.values())[-1]
        return self.text.stored_text[span.start : span.end]

    def progress(self) -> str:
        return self.review.list.progress.text()

    def heading(self) -> str:
        return self.review.card.title.text()

    def rows(self) -> list[tuple[str, ...]]:
        """What the list of differences shows."""
        model = self.differences.model()
        return [
            tuple(str(model.index(row, column).data(Qt.ItemDataRole.DisplayRole)) for column in range(4))
            for row in range(model.rowCount())
        ]

    def stored(self, annotator: str | None, article: str | None = None) -> list[Span]:
        """The spans of a layer as the project has them; None: the final one."""
        found = articles.whole_article(self.project, article or self.article).layers
        return [span for layer in found if layer.annotator == annotator for span in layer.spans]

    def final(self, article: str | None = None) -> list[tuple[str, str]]:
        """Tag and words of each span of the final layer."""
        text = articles.whole_article(self.project, article or self.article).text
        return [(span.tag, text[span.start : span.end]) for span in self.stored(None, article)]

    def select_words(self, words: str) -> None:
        """Select words of the review's text with the keyboard."""
        start = self.text.stored_text.index(words)
        self.text.setFocus()
        self.text.set_caret(start)
        while (found := self.text.selected_range()) is None or found.end < start + len(words):
            self.press("Shift+Right")
        assert self.text.stored_text[found.start : found.end] == words
