"""The command palette: every action of the window, found by the beginnings of its words, and run."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHeaderView, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from annotator.ui.actions import Spec
from annotator.ui.announce import announce
from annotator.ui.keyboard import keys
from annotator.ui.menus import in_menu_order
from annotator.ui.window_actions import Actions

_WIDTH, _ROWS, _GAP = 600, 12, 16
_WORD = re.compile(r"\w+")
_NOTHING = "No command has words that begin like this."


def matching(typed: str, specs: Sequence[Spec]) -> list[Spec]:
    """Return the actions that have a word beginning with each word typed, in any order; the nearest first.

    Nearest is what has the words in its own text and not only in its menu's name, in the order typed, and early.
    """
    wanted = _WORD.findall(typed.casefold())
    ranked = [(rank, spec) for spec in specs if (rank := _rank(wanted, spec)) is not None]
    return [spec for _rank, spec in sorted(ranked, key=lambda pair: pair[0])]


def _rank(wanted: Sequence[str], spec: Spec) -> tuple[int, bool, int] | None:
    own = _WORD.findall(spec.name.casefold())
    menu = _WORD.findall(spec.menu.replace("&", "").casefold())
    places: list[int] = []
    by_menu = 0
    for word in wanted:
        place = next((n for n, one in enumerate(own) if one.startswith(word)), None)
        if place is not None:
            places.append(place)
        elif any(one.startswith(word) for one in menu):
            by_menu += 1
        else:
            return None
    return by_menu, places != sorted(places), min(places, default=0)


class CommandPalette(QFrame):
    """Opens over its window with `ask()`; emits `chosen(Spec)` after it has given the focus back.

    `lost()` comes where that cannot be: what had the focus is not in sight any more.
    """

    chosen = Signal(object)
    lost = Signal()

    def __init__(self, actions: Actions, window: QWidget) -> None:
        super().__init__(window)
        self._actions, self._window = actions, window
        self._back: QWidget | None = None
        self._specs: list[Spec] = []
        self.setObjectName("commandPalette")
        self.setAccessibleName("Commands")
        # A line of the text's colour: over a dark window no other would be seen.
        self.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        self.setAutoFillBackground(True)
        self.edit = QLineEdit(self)
        self.edit.setAccessibleName("Words of a command")
        self.edit.setPlaceholderText("Words of a command, or their beginnings")
        self.rows = QTreeWidget(self)
        self.rows.setAccessibleName("Commands that match")
        self.rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.rows.setRootIsDecorated(False)
        self.rows.setUniformRowHeights(True)
        self.rows.setAllColumnsShowFocus(True)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.setColumnCount(3)
        self.rows.header().hide()
        self.rows.header().setStretchLastSection(False)
        self.rows.header().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.rows.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self.edit)
        layout.addWidget(self.rows)
        self.setFocusProxy(self.edit)
        self.edit.textEdited.connect(self._fill)
        self.edit.installEventFilter(self)
        self.rows.itemClicked.connect(self._take)
        self.hide()

    def ask(self) -> None:
        """Open and take the focus; where it is open already, close it."""
        if self.isVisible():
            self._close()
            return
        self._back = self._window.focusWidget()
        self._specs = [spec for spec, _action in in_menu_order(self._actions)]
        self.edit.clear()
        self._fill("")
        self._place()
        self.show()
        self.raise_()
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _place(self) -> None:
        width = min(_WIDTH, self._window.width() - 16)
        for column in (1, 2):
            self.rows.header().resizeSection(column, self.rows.sizeHintForColumn(column) + _GAP)
        self.setFixedWidth(width)
        self.rows.setFixedHeight(self._row_height() * _ROWS + 4)
        self.adjustSize()
        self.move((self._window.width() - width) // 2, min(64, max(0, self._window.height() - self.height())))

    def _row_height(self) -> int:
        return self.rows.fontMetrics().height() + 8

    def _fill(self, typed: str) -> None:
        self.rows.clear()
        for spec in matching(typed, self._specs):
            action = self._actions[spec.id]
            text = f"✓ {spec.name}" if action.isChecked() else spec.name
            item = QTreeWidgetItem([text, spec.menu.replace("&", ""), keys.shown(self._actions.bound[spec.id])])
            item.setData(0, Qt.ItemDataRole.UserRole, spec.id)
            item.setSizeHint(0, QSize(0, self._row_height()))
            item.setDisabled(not action.isEnabled())
            self.rows.addTopLevelItem(item)
        if not self.rows.topLevelItemCount():
            nothing = QTreeWidgetItem([_NOTHING])
            nothing.setSizeHint(0, QSize(0, self._row_height()))
            nothing.setDisabled(True)
            self.rows.addTopLevelItem(nothing)
            nothing.setFirstColumnSpanned(True)
            announce(self.edit, _NOTHING)
        possible = [item for item in self._items() if not item.isDisabled()]
        if possible:
            self.rows.setCurrentItem(possible[0])

    def _items(self) -> list[QTreeWidgetItem]:
        items = (self.rows.topLevelItem(row) for row in range(self.rows.topLevelItemCount()))
        return [item for item in items if item is not None]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys that choose, and close when the focus goes elsewhere; leave the rest to the field."""
        if watched is self.edit and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._key(event)
        # The field's own menu is a popup: that leaves the palette open.
        if isinstance(event, QFocusEvent) and event.lostFocus() and event.reason() != Qt.FocusReason.PopupFocusReason:
            self.hide()
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._step(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take()
        elif key == Qt.Key.Key_Escape:
            self._close()
        else:
            return False
        return True

    def _step(self, step: int) -> None:
        possible = [item for item in self._items() if not item.isDisabled()]
        current = self.rows.currentItem()
        if possible:
            place = possible.index(current) if current in possible else -1
            following = possible[(place + step) % len(possible)]
            self.rows.setCurrentItem(following)
            announce(self.edit, f"{following.text(0)}, {following.text(2)}" if following.text(2) else following.text(0))

    def _take(self) -> None:
        item = self.rows.currentItem()
        if item is None or item.isDisabled():
            return
        chosen = item.data(0, Qt.ItemDataRole.UserRole)
        self._close()
        self.chosen.emit(next(spec for spec in self._specs if spec.id == chosen))

    def _close(self) -> None:
        back = self._back
        self.hide()
        if back is not None and back.isVisible():
            back.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.lost.emit()
