"""A field in which an entity is chosen by typing a part of its name."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QFrame, QLineEdit, QListView, QWidget

from annotator.core.entity_listing import EntityQuery, ListedEntity
from annotator.core.errors import Refused
from annotator.core.listing import ArticleRow
from annotator.core.text import counted, snippet
from annotator.services import articles
from annotator.services.entities import listing
from annotator.ui import plain
from annotator.ui.project import OpenProject

_MOST, _LONGEST, _TITLE = 20, 60, 40
_NAME, _ID = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class EntityField(QLineEdit):
    """Offers the entities that match what is typed, most used first; Enter takes the first, empty means all.

    `chosen()` when another entity is, or none any more. What is typed and never chosen goes when the field is left.
    """

    chosen = Signal()

    def __init__(self, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self.entity: str | None = None
        self._name = ""
        self._rows = QStandardItemModel(self)
        self._popup = QListView(self)
        self._popup.setAccessibleName("Entities that match")
        self._popup.setFrameShape(QFrame.Shape.Box)
        # A row says more than a name.
        self._popup.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._popup.setMinimumWidth(self.fontMetrics().averageCharWidth() * 64)
        completer = self._completer = QCompleter(self._rows, self)
        completer.setPopup(self._popup)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        # The name alone is put into the field, whatever more the row says.
        completer.setCompletionRole(_NAME)
        completer.setMaxVisibleItems(12)
        self.setCompleter(completer)
        # The stubs do not know that the signal has overloads.
        completer.activated[QModelIndex].connect(self._activated)  # type: ignore[index]
        self.textEdited.connect(self._typed)

    def choose(self, entity: str | None, name: str = "") -> None:
        """Have an entity chosen, or none."""
        before, self.entity, self._name = self.entity, entity, plain.isolated(snippet(name, _LONGEST))
        self.setText(self._name)
        if entity != before:
            self.chosen.emit()

    def follow(self) -> None:
        """Show the name that the entity has now, or the entity that it was merged into; one that is gone is let go."""
        if self.entity is None:
            return
        try:
            now = listing.find(self._project.project, self.entity).entity
        except Refused:
            self.choose(None)
        else:
            self.choose(now.id, now.name)

    def _typed(self, text: str) -> None:
        self._rows.clear()
        found = self._matching(text.strip())
        scopes = [row.entity.article for row in found if row.entity.article]
        where = articles.article_rows(self._project.project, scopes)
        for row in found:
            name, only = snippet(row.entity.name, _LONGEST), where.get(row.entity.article or "")
            parts = (plain.isolated(name), row.entity.kind, counted(row.spans, "span"), _only_in(only))
            item = QStandardItem(" · ".join(filter(None, parts)))
            item.setData(name, _NAME)
            item.setData(row.entity.id, _ID)
            self._rows.appendRow(item)
        self._completer.setCompletionPrefix("")
        if not text.strip():
            self._popup.hide()
            self.choose(None)

    def _matching(self, text: str) -> list[ListedEntity]:
        if not text:
            return []
        project, query = self._project.project, EntityQuery(text, sort="spans", descending=True)
        keys = self._project.attempt(lambda: listing.entity_ids(project, query)) or []
        rows = listing.listed(project, keys[:_MOST])
        return [rows[key] for key in keys[:_MOST] if key in rows]

    def _activated(self, index: QModelIndex) -> None:
        self.choose(index.data(_ID), index.data(_NAME))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the first that matches with Enter."""
        if event.key() in _ENTER and self.text() != self._name and self._rows.rowCount():
            self._popup.hide()
            self._activated(self._rows.index(0, 0))
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show what is chosen, once the person has left for somewhere else than the list below."""
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.setText(self._name)


def _only_in(article: ArticleRow | None) -> str:
    """Return where an entity is known, of one that is known in a single article."""
    return f"only in “{plain.isolated(snippet(article.title, _TITLE))}”" if article else ""
