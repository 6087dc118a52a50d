"""The page of the settings on which every action gets the keys that the person wants."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGridLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from annotator.ui.actions import Spec
from annotator.ui.announce import Told
from annotator.ui.dialogs.key_button import KeyButton
from annotator.ui.keyboard import keys
from annotator.ui.menus import in_menu_order
from annotator.ui.preferences import Preferences
from annotator.ui.window_actions import Actions

_TOLD = "Enter on an action waits for its new key. Tags have the keys of the project’s scheme."
_KEYS = 2


class KeyboardPage(QWidget):
    """The actions with their keys as they are now; what is changed holds at once."""

    def __init__(self, preferences: Preferences, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences, self._actions = preferences, actions
        self._specs = [spec for spec, _action in in_menu_order(actions) if not spec.is_tag]
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText("Filter by action or key")
        self.filter.setAccessibleName("Filter actions")
        self.filter.setClearButtonEnabled(True)
        self.table = QTableWidget(len(self._specs), 3, self)
        self.table.setAccessibleName("Actions and their keys")
        self._arrange_table()
        self.told = Told(_TOLD)
        self.new = KeyButton("&New key…", self)
        self.add = KeyButton("A&dd a key…", self)
        self.none = QPushButton("N&o key", self)
        self.reset = QPushButton("&Reset", self)
        self.reset_all = QPushButton("Reset a&ll", self)
        buttons = QGridLayout()
        for column, button in enumerate((self.new, self.add, self.none)):
            buttons.addWidget(button, 0, column)
        buttons.addWidget(self.reset, 1, 0)
        buttons.addWidget(self.reset_all, 1, 1)
        layout = QVBoxLayout(self)
        layout.addWidget(self.filter)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.told)
        layout.addLayout(buttons)
        self.filter.textChanged.connect(self._show)
        self.table.itemActivated.connect(lambda _item: self.new.wait())
        self.table.currentCellChanged.connect(lambda *_cells: self.told.setText(_TOLD))
        self.new.keyChosen.connect(lambda key: self._give(key, ()))
        self.add.keyChosen.connect(lambda key: self._give(key, self._actions.bound[self._current().id]))
        self.none.clicked.connect(lambda: self._set(self._current(), ()))
        self.reset.clicked.connect(self._reset)
        self.reset_all.clicked.connect(self._reset_all)
        self._fill()
        self.table.setCurrentCell(0, 1)

    def _arrange_table(self) -> None:
        table, header = self.table, self.table.horizontalHeader()
        table.setHorizontalHeaderLabels(("Menu", "Action", "Keys"))
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 10)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(_KEYS, self.fontMetrics().averageCharWidth() * 32)
        for row, spec in enumerate(self._specs):
            for column, text in enumerate((spec.menu.replace("&", ""), spec.name, "")):
                table.setItem(row, column, QTableWidgetItem(text))

    def _fill(self) -> None:
        """Show the keys as they are bound now; what is not built in stands out."""
        for row, spec in enumerate(self._specs):
            item = self._cell(row, _KEYS)
            item.setText(keys.shown(self._actions.bound[spec.id]))
            font = item.font()
            font.setBold(spec.id in self._preferences.now.keys)
            item.setFont(font)

    def _cell(self, row: int, column: int) -> QTableWidgetItem:
        item = self.table.item(row, column)
        assert item is not None
        return item

    def _show(self, typed: str) -> None:
        for row in range(self.table.rowCount()):
            texts = (self._cell(row, column).text().casefold() for column in range(3))
            self.table.setRowHidden(row, not any(typed.casefold() in text for text in texts))
        if self.table.isRowHidden(self.table.currentRow()):
            shown = (row for row in range(self.table.rowCount()) if not self.table.isRowHidden(row))
            self.table.setCurrentCell(next(shown, self.table.currentRow()), 1)

    def _current(self) -> Spec:
        return self._specs[self.table.currentRow()]

    def _give(self, key: str, before: tuple[str, ...]) -> None:
        self._set(self._current(), (*(one for one in before if one != key), key))

    def _reset(self) -> None:
        spec = self._current()
        self._set(spec, tuple(keys.spelled(key) for key in spec.keys))

    def _set(self, spec: Spec, chosen: tuple[str, ...]) -> None:
        """Give an action these keys, or say why it cannot have one of them."""
        every = [one for one, _action in self._actions]
        built_in = tuple(keys.spelled(key) for key in spec.keys)
        for key in chosen:
            why = keys.refusal(key, spec, every, self._actions.bound)
            if why:
                self._say(why)
                return
        self._preferences.refresh()
        remapped = {one: held for one, held in self._preferences.now.keys.items() if one != spec.id}
        self._preferences.change(keys=remapped if chosen == built_in else {**remapped, spec.id: chosen})
        self._fill()
        self._say(f"“{spec.name}”: {keys.shown(chosen) or 'no key'}")

    def _reset_all(self) -> None:
        # What belongs to actions that are not here, those of another version perhaps, is not lost.
        self._preferences.refresh()
        here = {spec.id for spec in self._specs}
        held = self._preferences.now.keys
        self._preferences.change(keys={one: chosen for one, chosen in held.items() if one not in here})
        self._fill()
        self._say("Every action has its own keys again.")

    def _say(self, text: str) -> None:
        self.told.setText(text)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
