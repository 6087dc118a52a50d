"""What can be done to several spans at once, each as one step: the menu of the span list, and its Del key."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu

from annotator.core.text import counted
from annotator.services import annotate, linking
from annotator.ui.entity_picker import Choice, EntityPicker
from annotator.ui.open_article import OpenArticle
from annotator.ui.picking import Picking
from annotator.ui.project import OpenProject
from annotator.ui.span_list import SpanList


class SeveralSpans(QObject):
    """Retags, links and deletes the spans chosen in the list. `said(str)` is for the status line."""

    said = Signal(str)

    def __init__(self, project: OpenProject, article: OpenArticle, spans: SpanList, picker: EntityPicker) -> None:
        super().__init__(spans)
        self._project, self._article, self._list, self._picker = project, article, spans, picker
        self._asked: list[str] = []
        spans.view.customContextMenuRequested.connect(self._open_menu)
        picker.picked.connect(self._picked)
        picker.left.connect(self._asked.clear)
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), spans.view)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self.delete)

    def _open_menu(self, at: QPoint) -> None:
        if self._list.several():
            self.menu().popup(self._list.view.viewport().mapToGlobal(at))

    def menu(self) -> QMenu:
        """Return the menu for the chosen spans."""
        number = counted(len(self._list.several()), "span")
        menu = QMenu(self._list)
        tags = menu.addMenu(f"Retag {number} as")
        for tag in self._project.tags:
            tags.addAction(tag.name.replace("&", "&&"), partial(self.retag, tag.id))
        menu.addAction(f"Link {number} to…", self.link)
        menu.addAction(f"Delete {number}", self.delete)
        if not self._project.can_write or self._article.done:
            menu.setEnabled(False)
        return menu

    def retag(self, tag: str) -> None:
        """Give the chosen spans a tag."""
        keys = self._list.several()
        if keys and self._project.did(lambda: annotate.retag(self._project.project, keys, tag)):
            self.said.emit(f"{counted(len(keys), 'span')} retagged as {self._project.tag_name(tag)}.")

    def delete(self) -> None:
        """Delete the chosen spans."""
        keys = self._list.several()
        if keys and self._project.did(lambda: annotate.delete_spans(self._project.project, keys)):
            self.said.emit(f"{counted(len(keys), 'span')} deleted.")

    def link(self) -> None:
        """Open the picker for the chosen spans."""
        keys = self._list.several()
        if not keys:
            return
        self._asked[:] = keys
        row = self._list.view.visualRect(self._list.view.currentIndex())
        place = self._list.view.viewport().mapTo(self._picker.window_of(), row.topLeft())
        rows = Picking(self._project, self._article, self._article.spans[keys[0]]).rows
        title = f"Entity of {counted(len(keys), 'span')}"
        self._picker.ask(title, QRect(place, row.size()), rows, self._list.view)

    def _picked(self, choice: Choice) -> None:
        keys, self._asked[:] = list(self._asked), []
        article = self._article.article
        if not keys or article is None:
            return
        scope = article.id if choice.scoped else None
        if self._project.did(
            lambda: linking.link_all(
                self._project.project, keys, choice.entity, name=choice.name, kind=choice.kind, article=scope
            )
        ):
            self.said.emit(f"{counted(len(keys), 'span')} linked.")
