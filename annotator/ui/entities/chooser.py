"""Choosing an entity by typing a part of its name."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from annotator.core.entity_listing import EntityQuery, ListedEntity
from annotator.core.text import counted, snippet
from annotator.services.entities import listing
from annotator.ui import plain
from annotator.ui.entities.model import told
from annotator.ui.project import OpenProject

_MOST = 50
_LONGEST, _MOST_NAMES = 60, 3
_NOBODY, _ALONE = "No name or alias has this in it.", "There is no other entity."
_UP_AND_DOWN = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})


class EntityChooser(QWidget):
    """A field, and the entities that match; `chosen(str)` when another one is, "" for none."""

    chosen = Signal(str)

    def __init__(self, project: OpenProject, but: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project, self._but = project, frozenset(but)
        self.edit = QLineEdit(self)
        self.edit.setAccessibleName("Search for the other entity")
        self.edit.setPlaceholderText("A part of the name")
        self.rows = QListWidget(self)
        self.rows.setAccessibleName("Entities that match")
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.edit)
        layout.addWidget(self.rows, 1)
        self.setFocusProxy(self.edit)
        self.edit.installEventFilter(self)
        self.edit.textChanged.connect(self.fill)
        self.rows.currentItemChanged.connect(lambda *_items: self.chosen.emit(self.current()))

    def fill(self) -> None:
        """Show the entities that match what is typed, most used first."""
        query = EntityQuery(self.edit.text().strip(), sort="spans", descending=True)
        found = self._project.attempt(lambda: self._matching(query)) or []
        self.rows.blockSignals(True)
        self.rows.clear()
        for row in found:
            others = [plain.isolated(snippet(name, _LONGEST)) for name in row.other_names[:_MOST_NAMES]]
            more = ["…"] if len(row.other_names) > len(others) else []
            also = f"  ({', '.join([*others, *more])})" if others else ""
            shown = f"{plain.isolated(snippet(row.entity.name, _LONGEST))}{also}"
            item = QListWidgetItem(f"{shown}  · {row.entity.kind} · {counted(row.spans, 'span')}", self.rows)
            item.setToolTip(plain.tooltip(told(row)))
            item.setData(Qt.ItemDataRole.UserRole, row.entity.id)
        if not found:
            nobody = QListWidgetItem(_NOBODY if self.edit.text().strip() else _ALONE, self.rows)
            nobody.setFlags(Qt.ItemFlag.NoItemFlags)
        self.rows.setCurrentRow(0 if found and self.edit.text().strip() else -1)
        self.rows.blockSignals(False)
        self.chosen.emit(self.current())

    def _matching(self, query: EntityQuery) -> list[ListedEntity]:
        keys = [key for key in listing.entity_ids(self._project.project, query) if key not in self._but][:_MOST]
        rows = listing.listed(self._project.project, keys)
        return [rows[key] for key in keys if key in rows]

    def current(self) -> str:
        """Return the id of the chosen entity, "" where none is."""
        item = self.rows.currentItem()
        return (item.data(Qt.ItemDataRole.UserRole) if item else None) or ""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow keys in the field move in the list."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _UP_AND_DOWN:
            QApplication.sendEvent(self.rows, event)
            return True
        return super().eventFilter(watched, event)
