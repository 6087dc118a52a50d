"""The spans that are linked to an entity: ids in memory, pages with their context read when they are looked at."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from annotator.core.entity_listing import SpanInContext
from annotator.core.text import snippet
from annotator.services.entities import listing
from annotator.ui import plain
from annotator.ui.project import OpenProject

Index = QModelIndex | QPersistentModelIndex

SPAN = Qt.ItemDataRole.UserRole
"""The role under which the delegate finds the whole of a row."""

_PAGE = 50
_TITLE = 60


class LinkedSpans(QAbstractListModel):
    """The spans of one entity with one tag, or with all."""

    def __init__(self, project: OpenProject, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self._entity = ""
        self.keys: list[str] = []
        self._pages: dict[int, dict[str, SpanInContext]] = {}

    def load(self, entity: str, tag: str | None = None, *, own: bool = False) -> None:
        """Show the spans of an entity; `own`: those that the acting annotator can change."""
        project = self._project.project
        keys = self._project.attempt(lambda: listing.span_ids(project, entity, tag, own=own)) if entity else []
        self.beginResetModel()
        self._entity, self.keys = entity, keys or []
        self._pages.clear()
        self.endResetModel()

    def linked(self, row: int) -> SpanInContext | None:
        """Return what is shown in a row; its page is read where that is needed."""
        page, project = row // _PAGE, self._project.project
        if page not in self._pages:
            part = self.keys[page * _PAGE : (page + 1) * _PAGE]
            read = self._project.attempt(lambda: listing.spans_in_context(project, self._entity, part))
            self._pages[page] = read or {}
        return self._pages[page].get(self.keys[row])

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of spans."""
        return 0 if parent.isValid() else len(self.keys)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a span: all of it for the delegate, in words for whoever cannot see what that paints."""
        if role not in (SPAN, Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        span = self.linked(index.row())
        if span is None or role == SPAN:
            return span
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain.tooltip(f"{self.place(span)}\n{span.words}")
        return f"{snippet(span.words, 200)} ({self.place(span)})"

    def place(self, span: SpanInContext) -> str:
        """Return the tag of a span, what the entity is to it, its article and whose it is."""
        title = plain.isolated(snippet(span.title, _TITLE)) or "(without a title)"
        whose = span.annotator or "final layer"
        return " · ".join([self._project.tag_name(span.tag), ", ".join(span.roles), title, whose])
