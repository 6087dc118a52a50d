"""The picker that opens at a span: typing filters and creates, Enter takes, Esc leaves the span unlinked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from annotator.core.records import Entity, EntityKind
from annotator.core.segments import Segment
from annotator.ui import plain

PREFIXES: dict[str, EntityKind] = {
    "@person": "person",
    "@org": "organisation",
    "@group": "collective",
    "@anon": "anonymous",
    "@paper": "publication",
    "@place": "place",
}
"""What a person can type before a name to say its kind."""

_NOUNS: dict[EntityKind, str] = {"collective": "group", "anonymous": "anonymous source"}
"""What kinds are called in rows, where that is not their name."""

_WIDTH = 380
_FEWEST, _MOST = 5, 9
"""Rows that are seen at once: as many as there are when the picker opens, within these."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One row: an entity that there is, or one to be made; with the mention and cue that were found for it.

    `typed` rows make what was typed: they are taken only where nothing else matches it.
    """

    text: str
    entity: str | None = None
    name: str = ""
    kind: EntityKind = "person"
    scoped: bool = False
    typed: bool = False
    mention: Segment | None = None
    cue: Segment | None = None


def kind_and_name(typed: str) -> tuple[EntityKind | None, str]:
    """Return the kind that a prefix asks for, if there is one, and the rest of what was typed."""
    first, _space, rest = typed.strip().partition(" ")
    if first.casefold() in PREFIXES:
        return PREFIXES[first.casefold()], rest.strip()
    return None, typed.strip()


def new_choice(
    kind: EntityKind, name: str, *, typed: bool = False, mention: Segment | None = None, cue: Segment | None = None
) -> Choice:
    """Return the row that makes an entity; a source without a name is known in its article only."""
    scoped = kind == "anonymous"
    what = f"New {_NOUNS.get(kind, kind)}" + (", this article only:" if scoped else "")
    return Choice(f"{what} “{name}”", None, name, kind, scoped, typed, mention, cue)


def new_choices(typed: str) -> list[Choice]:
    """Return the rows that make what was typed; the last one is what Enter takes where nothing else matches."""
    kind, name = kind_and_name(typed)
    if not name:
        return []
    kinds: tuple[EntityKind, ...] = (kind,) if kind else ("organisation", "collective", "anonymous", "person")
    return [new_choice(one, name, typed=True) for one in kinds]


class EntityPicker(QFrame):
    """Asks `find(typed)` for the rows; emits `picked(Choice)` or `left()`, and gives the focus back."""

    picked = Signal(object)
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self.setObjectName("entityPicker")
        self.setAccessibleName("Pick an entity")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self._find: Callable[[str], Sequence[Choice]] = lambda _typed: []
        self._back: QWidget | None = None
        self._choices: list[Choice] = []
        self.title = plain.label()
        self.edit = QLineEdit(self)
        self.edit.setAccessibleName("Name of the entity")
        self.edit.setPlaceholderText("Name; @org, @anon, @place … before it for its kind")
        self.rows = QListWidget(self)
        self.rows.setAccessibleName("Entities")
        self.rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        for widget in (self.title, self.edit, self.rows):
            layout.addWidget(widget)
        self.setFocusProxy(self.edit)
        self.edit.textEdited.connect(self._fill)
        self.edit.installEventFilter(self)
        self.rows.itemClicked.connect(lambda _item: self._take())
        self.hide()

    def window_of(self) -> QWidget:
        """Return the widget in whose coordinates the picker is placed."""
        return self._parent

    def ask(
        self,
        title: str,
        at: QRect,
        find: Callable[[str], Sequence[Choice]],
        back: QWidget,
        *,
        beside: int | None = None,
    ) -> None:
        """Open below `at` and take the focus; `back` gets it afterwards.

        Where there is no room below, it opens with its left edge at `beside`, out of the way of the text, or else
        above. Places are in the parent's coordinates.
        """
        self._find, self._back = find, back
        self.title.setText(title)
        self.edit.clear()
        self._fill("")
        self._place(at, beside)
        self.show()
        self.raise_()
        self.edit.setFocus(Qt.FocusReason.PopupFocusReason)

    def _place(self, at: QRect, beside: int | None) -> None:
        self.rows.setFixedHeight(self._row_height() * max(_FEWEST, min(_MOST, self.rows.count())) + 4)
        self.setFixedWidth(_WIDTH)
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

    def _fill(self, typed: str) -> None:
        self._choices = list(self._find(typed))
        self.rows.clear()
        for choice in self._choices:
            item = QListWidgetItem(choice.text, self.rows)
            item.setToolTip(plain.tooltip(choice.text))
            item.setSizeHint(QSize(0, self._row_height()))
        known = bool(self._choices) and not self._choices[0].typed
        self.rows.setCurrentRow(0 if known else len(self._choices) - 1)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys that choose; leave the rest to the field."""
        if watched is self.edit and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._key(event)
        if watched is self.edit and event.type() == QEvent.Type.FocusOut and self.isVisible():
            self.hide()
            self.left.emit()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass keys on to the field."""
        if not self._key(event):
            self.edit.event(event)

    def _key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self.rows.count():
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
        self._close()
        self.picked.emit(choice)

    def _close(self) -> None:
        self.hide()
        if self._back is not None:
            self._back.setFocus(Qt.FocusReason.PopupFocusReason)


def entity_choice(entity: Entity, mention: Segment | None = None, cue: Segment | None = None) -> Choice:
    """Return the row of an entity that there is."""
    also = f"  ({', '.join(entity.aliases)})" if entity.aliases else ""
    here = ", this article only" if entity.article else ""
    return Choice(f"{entity.name}{also}  · {entity.kind}{here}", entity.id, mention=mention, cue=cue)
