"""The picker that opens at a span: typing filters and creates, Enter takes, Esc leaves the span unlinked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from annotator.core.records import EntityKind
from annotator.ui import plain
from annotator.ui.accessible import name_box
from annotator.ui.announce import announce
from annotator.ui.picker.choices import KINDS, ROLES, Asked, Choice, first_to_take

Find: TypeAlias = Callable[[Asked], Sequence[Choice]]

_SIGNS: dict[str, EntityKind] = {sign: kind for kind, (_name, sign) in KINDS.items()}
_LETTERS = 70
"""Widths of a letter that the picker is wide."""
_FEWEST, _MOST = 5, 9
"""Rows that are seen at once: as many as there are when the picker opens, within these."""


class EntityPicker(QFrame):
    """Asks `find` for the rows; emits `picked(Choice)` or `left()`, and gives the focus back.

    `looked(Choice)` when another row is the one that Enter would take, None when the picker closes.
    """

    picked = Signal(object)
    left = Signal()
    looked = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self.setObjectName("entityPicker")
        self.setAccessibleName("Pick an entity")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self._find: Find = lambda _asked: []
        self._back: QWidget | None = None
        self._choices: list[Choice] = []
        self._said = ""
        self.title = plain.label()
        self.role = self._box("Role of the entity", "Another role: @via, @to or @target before the name")
        self.edit = QLineEdit(self)
        self.edit.setAccessibleName("Name of the entity")
        self.edit.setPlaceholderText("Name; @ before it for kind or role")
        self.kind = self._box("Kind of the entity", "Only those of a kind, and of which kind a new one is")
        self.kind.addItem("Any kind", None)
        for kind, (name, sign) in KINDS.items():
            self.kind.addItem(name, kind)
            self.kind.setItemData(self.kind.count() - 1, f"{sign} before the name", Qt.ItemDataRole.ToolTipRole)
        self.rows = QListWidget(self)
        self.rows.setAccessibleName("Entities")
        self.rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.setUniformItemSizes(True)
        self.rows.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.scoped = QCheckBox("This article only", self)
        self.scoped.setToolTip("A new entity is known in this article only, not in the whole project")
        self.reason = QLineEdit(self)
        self.reason.setAccessibleName("Reason for anonymity")
        self.reason.setPlaceholderText("Why anonymous?")
        self._arrange()
        self.setFocusProxy(self.edit)
        self.edit.textEdited.connect(self._typed)
        self.kind.activated.connect(self._fill)
        self.rows.itemClicked.connect(lambda _item: self._take())
        self.rows.currentRowChanged.connect(self._look)
        for field in self._fields():
            field.installEventFilter(self)
        self.hide()

    def _box(self, name: str, tip: str) -> QComboBox:
        box = QComboBox(self)
        name_box(box, name)
        box.setToolTip(tip)
        return box

    def _arrange(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        above, asking, below = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        above.addWidget(self.title, 1)
        above.addWidget(self.role)
        asking.addWidget(self.edit, 1)
        asking.addWidget(self.kind)
        below.addWidget(self.scoped)
        below.addWidget(self.reason, 1)
        below.addStretch()
        for part in (above, asking, self.rows, below):
            layout.addWidget(part) if isinstance(part, QWidget) else layout.addLayout(part)

    def _fields(self) -> tuple[QWidget, ...]:
        return self.edit, self.kind, self.scoped, self.reason, self.role

    def window_of(self) -> QWidget:
        """Return the widget in whose coordinates the picker is placed."""
        return self._parent

    def ask(
        self,
        title: str,
        at: QRect,
        find: Find,
        back: QWidget,
        *,
        beside: int | None = None,
        roles: Sequence[str] = (),
        typed: str = "",
    ) -> None:
        """Open below `at` and take the focus; `back` gets it afterwards.

        Where there is no room below, it opens with its left edge at `beside`, out of the way of the text, or else
        above. Places are in the parent's coordinates. `roles` can be chosen, the first one is the usual one; `typed`
        stands in the field at once.
        """
        self._find, self._back = find, back
        self.title.setText(title)
        self.role.clear()
        self.role.addItems(roles)
        self.role.setVisible(bool(roles))
        self.kind.setCurrentIndex(0)
        self.edit.setText(typed)
        self.edit.selectAll()
        self._said = ""
        self._fill()
        self._place(at, beside)
        self.show()
        self.raise_()
        self.edit.setFocus(Qt.FocusReason.PopupFocusReason)

    def _place(self, at: QRect, beside: int | None) -> None:
        self.rows.setFixedHeight(self._row_height() * max(_FEWEST, min(_MOST, self.rows.count())) + 4)
        self.setFixedWidth(min(self._parent.width() - 8, self.fontMetrics().averageCharWidth() * _LETTERS))
        self.adjustSize()
        space = self._parent.rect().adjusted(4, 4, -4, -4)
        spot = at.bottomLeft() + QPoint(0, 6)
        if spot.y() + self.height() > space.bottom():
            if beside is not None and beside + self.width() <= space.right():
                spot = QPoint(beside, at.top())
            elif at.top() - self.height() - 6 >= space.top():
                spot.setY(at.top() - self.height() - 6)
        spot.setX(max(space.left(), min(spot.x(), space.right() - self.width())))
        spot.setY(max(space.top(), min(spot.y(), space.bottom() - self.height())))
        self.move(spot)

    def _row_height(self) -> int:
        return self.rows.fontMetrics().height() + 8

    def _typed(self, text: str) -> None:
        """Take a sign and a space at the beginning as the choice of a kind or role; then show what matches the rest."""
        sign, space, rest = text.lstrip().partition(" ")
        sign = sign.casefold()
        role = self.role.findText(ROLES[sign]) if sign in ROLES else -1
        if space and (sign in _SIGNS or role >= 0):
            if sign in _SIGNS:
                self.kind.setCurrentIndex(self.kind.findData(_SIGNS[sign]))
            else:
                self.role.setCurrentIndex(role)
            self.edit.setText(rest)
        self._fill()

    def _fill(self, _row: int = 0) -> None:
        self._choices = list(self._find(Asked(self.edit.text().strip(), self.kind.currentData())))
        self.rows.blockSignals(True)
        self.rows.clear()
        size = QSize(0, self._row_height())
        for choice in self._choices:
            item = QListWidgetItem(choice.text, self.rows)
            item.setToolTip(plain.tooltip("\n".join(filter(None, (choice.text, choice.why)))))
            item.setSizeHint(size)
        self.rows.setCurrentRow(first_to_take(self._choices))
        self.rows.blockSignals(False)
        self._look(self.rows.currentRow())

    def _look(self, row: int) -> None:
        """Show what can be said of a new entity beside its name."""
        choice = self._choices[row] if 0 <= row < len(self._choices) else None
        makes = choice is not None and choice.makes
        self.scoped.setEnabled(makes)
        self.scoped.setChecked(choice is not None and makes and choice.scoped)
        self.reason.setVisible(choice is not None and makes and choice.kind == "anonymous")
        self.reason.setText(choice.reason if choice is not None else "")
        self.reason.setCursorPosition(0)
        # The focus stays in the field: what Enter takes would be known to the eye alone.
        if choice is not None and choice.text != self._said:
            self._said = choice.text
            announce(self.edit, choice.text)
        self.looked.emit(choice)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys that choose; leave the rest to the field. Closes where the focus goes somewhere else."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._key(event, moves=watched in (self.edit, self.reason))
        if event.type() == QEvent.Type.FocusOut and isinstance(event, QFocusEvent) and self.isVisible():
            to = QApplication.focusWidget()
            # The list of a box and the menu of a field are windows of their own, and part of the picker.
            popup = event.reason() == Qt.FocusReason.PopupFocusReason or QApplication.activePopupWidget() is not None
            inside = popup or (to is not None and self.isAncestorOf(to))
            if not inside:
                self.hide()
                if to is None and self._back is not None:
                    # Another window has the focus now; back here it must not be in whatever field comes next.
                    self._back.setFocus(Qt.FocusReason.OtherFocusReason)
                self.looked.emit(None)
                self.left.emit()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass keys on to the field."""
        if not self._key(event, moves=True):
            self.edit.event(event)

    def focusNextPrevChild(self, following: bool) -> bool:
        """Let Tab go round among the fields; once the picker is hidden, leave it."""
        if not self.isVisible():
            return super().focusNextPrevChild(following)
        fields = [field for field in self._fields() if field.isVisible() and field.isEnabled()]
        focused = next((place for place, field in enumerate(fields) if field.hasFocus()), 0)
        reason = Qt.FocusReason.TabFocusReason if following else Qt.FocusReason.BacktabFocusReason
        fields[(focused + (1 if following else -1)) % len(fields)].setFocus(reason)
        return True

    def _key(self, event: QKeyEvent, *, moves: bool) -> bool:
        key = event.key()
        if moves and key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self.rows.count():
            step = 1 if key == Qt.Key.Key_Down else -1
            self.rows.setCurrentRow((self.rows.currentRow() + step) % self.rows.count())
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take()
        elif key == Qt.Key.Key_Escape:
            self._close()
            self.left.emit()
        else:
            return False
        return True

    def _take(self) -> None:
        row = self.rows.currentRow()
        if not 0 <= row < len(self._choices):
            return
        choice = self._choices[row]
        if choice.completes:
            self.edit.setText(choice.completes)
            self._typed(choice.completes)
            return
        if choice.makes:
            reason = self.reason.text().strip() if choice.kind == "anonymous" else ""
            choice = replace(choice, scoped=self.scoped.isChecked(), reason=reason)
        if self.role.currentIndex() > 0:
            choice = replace(choice, role=self.role.currentText())
        self._close()
        self.picked.emit(choice)

    def _close(self) -> None:
        self.hide()
        self.looked.emit(None)
        if self._back is not None:
            self._back.setFocus(Qt.FocusReason.PopupFocusReason)
