"""What can be done to several spans at once, each as one step: the menu of the span list, and its Del key."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu

from annotator.core.text import counted
from annotator.services import annotate, linking
from annotator.ui.annotate.open_article import OpenArticle
from annotator.ui.annotate.span_list import SpanList
from annotator.ui.picker.choices import Choice
from annotator.ui.picker.entity_picker import EntityPicker
from annotator.ui.picker.picking import Picking
from annotator.ui.project import OpenProject
from annotator.ui.waiting import Stepper


class SeveralSpans(QObject):
    """Retags, links and deletes the spans chosen in the list. `said(str)` is for the status line."""

    said = Signal(str)

    def __init__(
        self, project: OpenProject, article: OpenArticle, spans: SpanList, picker: EntityPicker, stepper: Stepper
    ) -> None:
        super().__init__(spans)
        self._project, self._article, self._list, self._picker = project, article, spans, picker
        self._stepper = stepper
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
        if keys := self._list.several():
            told = f"{counted(len(keys), 'span')} retagged as {self._project.tag_name(tag)}."
            step = partial(annotate.retag, self._project.project, keys, tag)
            self._stepper.do(keys, step, lambda _done: self.said.emit(told))

    def delete(self) -> None:
        """Delete the chosen spans."""
        if keys := self._list.several():
            step = partial(annotate.delete_spans, self._project.project, keys)
            self._stepper.do(keys, step, lambda gone: self.said.emit(f"{counted(gone, 'span')} deleted."))

    def link(self) -> None:
        """Open the picker for the chosen spans."""
        keys = self._list.several()
        if not keys:
            return
        span = self._article.spans[keys[0]]
        picking = self._project.attempt(lambda: Picking(self._project, self._article, span))
        if picking is None:
            return
        self._asked[:] = keys
        row = self._list.view.visualRect(self._list.view.currentIndex())
        place = self._list.view.viewport().mapTo(self._picker.window_of(), row.topLeft())
        title = f"Entity of {counted(len(keys), 'span')}"
        self._picker.ask(title, QRect(place, row.size()), picking.rows, self._list.view)

    def _picked(self, choice: Choice) -> None:
        keys, self._asked[:] = list(self._asked), []
        article = self._article.article
        if not keys or article is None:
            return
        scope = article.id if choice.scoped else None
        step = partial(
            linking.link_all,
            self._project.project,
            keys,
            choice.entity,
            name=choice.name,
            kind=choice.kind,
            article=scope,
            reason=choice.reason,
        )
        self._stepper.do(keys, step, lambda _entity: self.said.emit(f"{counted(len(keys), 'span')} linked."))
