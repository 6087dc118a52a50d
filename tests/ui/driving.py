"""Driving the window as a person would: keys, clicks, and what stands on the screen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView, QWidget

from annotator.core.records import Annotator, Article, Entity, Span
from annotator.services import articles, linking, projects
from annotator.services.importing import import_files
from annotator.ui.article_view import ArticleView
from annotator.ui.main_window import MainWindow
from annotator.ui.picker.entity_picker import EntityPicker
from annotator.ui.project_page import ProjectPage

ARTICLE = """Mayor answers critics

“We act,” said Mayor Ines Calloway. “We do not wait.”
The plan may cost forty million, a clerk said, asking not to be named. Critics call it “a gamble.”
"Nobody asked us, said Tomas Reed.

It is a shame.
"""

OTHER = "Bridge closed\n\n“It stays shut,” engineer Pia Holm said on Friday. “For a year.”\n"


def make_project(folder: Path, annotator: Annotator) -> str:
    """Make a project of two articles and return its name."""
    name = str(folder / "news.annotator")
    project = projects.create(name, annotator)
    first, second = folder / "1 mayor.txt", folder / "2 bridge.txt"
    first.write_text(ARTICLE, encoding="utf-8")
    second.write_text(OTHER, encoding="utf-8")
    import_files(project, [first, second])
    project.close()
    return name


class Driver:
    """A person at the keyboard of one window."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.keys_pressed = 0
        window.activateWindow()
        self.view.setFocus()
        QApplication.processEvents()

    @property
    def view(self) -> ArticleView:
        view = self.window.findChild(ArticleView, "articleView")
        assert view is not None
        return view

    @property
    def picker(self) -> EntityPicker:
        picker = self.window.findChild(EntityPicker, "entityPicker")
        assert picker is not None
        return picker

    @property
    def article_list(self) -> QTableView:
        found = self.window.findChild(QTableView, "articleList")
        assert found is not None
        return found

    @property
    def span_list(self) -> QTableView:
        found = self.window.findChild(QTableView, "spanList")
        assert found is not None
        return found

    def press(self, *keys: str) -> None:
        """Press keys, each as it is written in menus, where the focus is."""
        for key in keys:
            combination = QKeySequence(key)[0]
            QTest.keyClick(self._focus(), combination.key(), combination.keyboardModifiers())
            self.keys_pressed += 1

    def type(self, text: str) -> None:
        """Type a text where the focus is."""
        QTest.keyClicks(self._focus(), text)
        self.keys_pressed += len(text)

    def _focus(self) -> QWidget:
        focus = QApplication.focusWidget()
        return focus if focus is not None else self.window

    def select(self, words: str, occurrence: int = 1) -> None:
        """Select words with the keyboard: the caret goes before them, Shift and the arrows extend."""
        start = -1
        for _number in range(occurrence):
            start = self.view.stored_text.index(words, start + 1)
        self.view.set_caret(start)
        while (found := self.view.selected_range()) is None or found.end < start + len(words):
            QTest.keyClick(self.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
        assert found is not None
        assert self.view.stored_text[found.start : found.end] == words

    def open_row(self, row: int) -> None:
        """Make a row of the article list current."""
        self.article_list.setCurrentIndex(self.article_list.model().index(row, 1))
        self.view.setFocus()

    @property
    def page(self) -> ProjectPage:
        assert self.window.page is not None
        return self.window.page

    def _stored(self) -> Article:
        article = self.page.page.article.article
        assert article is not None
        return articles.own_article(self.page.project.project, article.id)

    def spans(self) -> list[Span]:
        """Return the spans of the open article as the project has them."""
        stored = self._stored()
        return list(stored.layers[0].spans) if stored.layers else []

    def entity(self, span: Span) -> Entity | None:
        """Return the entity of a span's first link."""
        keys = [link.entity for link in span.links][:1]
        return next(iter(linking.entities_by_id(self.page.project.project, keys).values()), None)

    def texts(self) -> list[tuple[str, list[str], str | None]]:
        """Return tag, texts and entity of each span of the open article, as the project has them."""
        text, found = self._stored().text, []
        for span in self.spans():
            entity = self.entity(span)
            found.append((span.tag, [text[start:end] for start, end in span.segments], entity.name if entity else None))
        return found

    def candidate(self) -> str | None:
        """Return the words of the first segment of the candidate."""
        found = self.page.target().candidate
        return self.view.stored_text[found[0].start : found[0].end] if found else None

    def message(self) -> str:
        """Return what the status bar says."""
        return self.window.statusBar().currentMessage()
