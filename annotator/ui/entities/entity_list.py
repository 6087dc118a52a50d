"""The list of entities: what is searched for, and a table in which the current row's entity is shown beside it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from annotator.core.records import ENTITY_KINDS
from annotator.ui import plain
from annotator.ui.accessible import name_box
from annotator.ui.entities.model import KIND, NAME, OTHER_NAMES, EntityModel
from annotator.ui.entities.table import EntityTable, SearchField
from annotator.ui.list_look import look_like_a_list
from annotator.ui.project import OpenProject

_DELAY = 120
"""Milliseconds after the last key until what was typed is searched for."""

_LEAST_NAME = 16
"""Letters of a name that are to be read, however narrow the list is."""

_NOBODY_MATCHES = "No name or alias matches. Esc shows all entities."
_NOBODY_YET = "No entities yet. One is made where a span is linked, here as a new one, or by importing a list."

_ALONE = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows


class EntityList(QWidget):
    """The left pane: `chosen(str)` when another row is current, "" where there is none; `left()` for its page."""

    chosen = Signal(str)
    left = Signal()

    def __init__(self, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = EntityModel(project, self)
        self.search = SearchField(self)
        self.search.setObjectName("entitySearch")
        self.search.setPlaceholderText("Search names and aliases")
        self.search.setAccessibleName("Search entities")
        self.search.setClearButtonEnabled(True)
        self.kind = QComboBox(self)
        name_box(self.kind, "Kind of entities")
        self.kind.addItem("all kinds", None)
        for kind in ENTITY_KINDS:
            self.kind.addItem(kind, kind)
        self.view = EntityTable(self)
        self.view.setObjectName("entityList")
        self.view.setAccessibleName("Entities")
        self.view.setModel(self.model)
        self._columns = 0
        self._arrange_table()
        self.count = plain.label()
        above = QHBoxLayout()
        above.addWidget(self.search, 1)
        above.addWidget(self.kind)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 0, 8)
        layout.addLayout(above)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.count)
        self._current = self._gone = ""
        self._kept: list[str] = []
        self._row = 0
        self._later = QTimer(self, singleShot=True, interval=_DELAY)
        self._later.timeout.connect(self.reload)
        self.search.textChanged.connect(self._later.start)
        self.search.left.connect(self._to_list)
        self.search.escaped.connect(self._show_all)
        self.view.escaped.connect(self._show_all)
        self.kind.currentIndexChanged.connect(self.reload)
        self.model.modelAboutToBeReset.connect(self._before_load)
        self.model.modelReset.connect(self._after_load)
        self.view.selectionModel().currentRowChanged.connect(self._moved)
        self.view.selectionModel().selectionChanged.connect(self._count)
        self.view.activated.connect(self.left)

    def _arrange_table(self) -> None:
        view, header = self.view, self.view.horizontalHeader()
        look_like_a_list(view, QAbstractItemView.SelectionMode.ExtendedSelection, self._give_names_room)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(24)
        header.setSortIndicator(NAME, Qt.SortOrder.AscendingOrder)
        view.setSortingEnabled(True)
        self._size_columns()

    def _size_columns(self) -> None:
        header, width = self.view.horizontalHeader(), self.fontMetrics().horizontalAdvance
        self._columns = self.model.columnCount()
        # Stretched or set, never by contents: that would read every row.
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(KIND, width("organisation") + 12)
        for column in range(OTHER_NAMES + 1, self._columns):
            title = self.model.headerData(column, Qt.Orientation.Horizontal)
            header.resizeSection(column, max(width(title) + 22, width("888") + 12))
        self._give_names_room()

    def changeEvent(self, event: QEvent) -> None:
        """Measure the columns in the new font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._size_columns()

    def _give_names_room(self) -> None:
        """Stretch the names over what is left; where that is too little to read one, the list is scrolled sideways.

        The other names give way before.
        """
        header, letter = self.view.horizontalHeader(), self.fontMetrics().averageCharWidth()
        others = sum(header.sectionSize(column) for column in range(self._columns) if column not in (NAME, OTHER_NAMES))
        room, least = self.view.viewport().width() - others, _LEAST_NAME * letter
        title = self.model.headerData(OTHER_NAMES, Qt.Orientation.Horizontal)
        narrow = self.fontMetrics().horizontalAdvance(title) + 12
        other_names = max(narrow, min(16 * letter, room - 2 * least))
        header.resizeSection(OTHER_NAMES, other_names)
        fits, mode = room - other_names >= least, QHeaderView.ResizeMode
        header.setSectionResizeMode(NAME, mode.Stretch if fits else mode.Interactive)
        if not fits:
            header.resizeSection(NAME, least)

    def reload(self) -> None:
        """Ask for the entities again, with the search as it is; what is current stays so where it is listed."""
        self._later.stop()
        query = replace(self.model.query, text=self.search.text().strip(), kind=self.kind.currentData())
        self.model.load(query)

    def _to_list(self) -> None:
        """Go from the search to what it found; where that is nothing, the words are still there to be changed."""
        if self._later.isActive():
            self.reload()
        if self.model.keys:
            self.view.setFocus()

    def _show_all(self) -> None:
        self.search.clear()
        self.kind.setCurrentIndex(0)
        self.reload()
        self.view.setFocus()

    def selected(self) -> list[str]:
        """Return the ids of the selected entities, as they are listed."""
        parts = self.view.selectionModel().selection().toList()
        rows = sorted({row for part in parts for row in range(part.top(), part.bottom() + 1)})
        return [self.model.keys[row] for row in rows]

    def current(self) -> str:
        """Return the id of the entity in the current row, "" where there is none."""
        return self._current

    def go_to(self, key: str) -> None:
        """Make an entity current, also one that the search hides: then the search is given up."""
        if self.model.row_of(key) is None and self._narrows():
            self._show_all()
        row = self.model.row_of(key)
        if row is not None:
            self._make_current(row)

    def _make_current(self, row: int) -> None:
        # Not by the view: that would take Ctrl, held for Ctrl+Z, for the wish to select one more or one less.
        self.view.selectionModel().setCurrentIndex(self.model.index(row, NAME), _ALONE)
        self.view.scrollTo(self.model.index(row, NAME))

    def _before_load(self) -> None:
        self._kept, self._row = self.selected(), max(0, self.view.currentIndex().row())

    def _after_load(self) -> None:
        if self.model.columnCount() != self._columns:
            self._size_columns()
        # Whom the person chose last: undo, or another search, may bring them back.
        chosen = self._gone or self._current
        gone = chosen if self.model.row_of(chosen) is None else ""
        row = self.model.row_of(self._current if gone else chosen)
        if row is None and self.model.keys:
            row = min(self._row, len(self.model.keys) - 1)
        if row is not None:
            self._make_current(row)
        elif self._current:
            self._current = ""
            self.chosen.emit("")
        self._gone = gone
        rows = [row for key in self._kept if (row := self.model.row_of(key)) is not None]
        if len(rows) > 1:
            self._select(rows)
        self._count()
        self._tell_why_empty()

    def _select(self, rows: list[int]) -> None:
        selection = QItemSelection()
        for row in rows:
            selection.select(self.model.index(row, NAME), self.model.index(row, self.model.columnCount() - 1))
        self.view.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _moved(self) -> None:
        row = self.view.currentIndex().row()
        key = self.model.keys[row] if 0 <= row < len(self.model.keys) else ""
        if key and key != self._current:
            self._current, self._gone = key, ""
            self.chosen.emit(key)

    def _count(self) -> None:
        number = sum(part.height() for part in self.view.selectionModel().selection().toList())
        told = f"{len(self.model.keys):,} {'entity' if len(self.model.keys) == 1 else 'entities'}"
        self.count.setText(f"{told}, {number:,} selected" if number > 1 else told)

    def _narrows(self) -> bool:
        return bool(self.search.text().strip() or self.kind.currentIndex())

    def _tell_why_empty(self) -> None:
        hint = _NOBODY_MATCHES if self._narrows() else _NOBODY_YET
        self.view.hint = "" if self.model.keys else hint
        self.view.setAccessibleDescription(self.view.hint)
