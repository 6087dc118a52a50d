"""The card of the current item: in what its sides differ, each side, and the buttons that decide."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import combinations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QScrollArea, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from annotator.services.review.queue import Item
from annotator.ui import plain
from annotator.ui.accessible import READ_ONLY, enable
from annotator.ui.review.naming import AGREED, DIFFERS, OPEN, STATE_NAMES
from annotator.ui.review.side import ACCEPTED, Side
from annotator.ui.review.state import ReviewState

_COLUMNS = 2
_NOTHING = (
    "Choose above the text which layers to compare, and of which articles. "
    "What a colleague did comes in with File, Merge."
)


class _KeyedButton(QToolButton):
    """Does what an action does, and names its key. The action outlives it."""

    def __init__(self, action: QAction, parent: QWidget, why_not: str) -> None:
        super().__init__(parent)
        self._action, self._why_not = action, why_not
        self.setDefaultAction(action)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        # The keys act in the text: a click leaves the focus there.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        action.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        self.setText(_with_key(self._action))
        if self._why_not:
            enable(self, False, self._why_not)


class Card(QWidget):
    """Shows the current item of a review. `left()`: the person goes back to the text."""

    left = Signal()

    def __init__(self, state: ReviewState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self.title = plain.label(wrap=True)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.told = plain.label(parent=self, wrap=True)
        self.sides: list[Side] = []
        inner = QWidget(self)
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addStretch(1)
        area = QScrollArea(self)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inner)
        self._buttons = QGridLayout()
        self._buttons.setSpacing(4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.title)
        column.addWidget(self.told)
        column.addWidget(area, 1)
        column.addLayout(self._buttons)
        state.currentChanged.connect(self.refresh)
        state.itemsChanged.connect(self.refresh)
        state.opened.connect(self.refresh)

    def offer(self, actions: Sequence[QAction], writing: Container[QAction]) -> None:
        """Have a button for each of the actions; those that write are of no use where nothing can be written."""
        writable = self._state.project.can_write
        for place, action in enumerate(actions):
            button = _KeyedButton(action, self, "" if writable or action not in writing else READ_ONLY)
            self._buttons.addWidget(button, place // _COLUMNS, place % _COLUMNS)

    def refresh(self) -> None:
        """Show the current item as it is now."""
        item, review, state = self._state.item, self._state.review, self._state
        self.title.setText(self._heading(item))
        self.told.setText(told := self._told(item))
        self.told.setVisible(bool(told))
        shown = item.spans if item is not None and review is not None else {}
        while len(self.sides) < len(shown):
            side = Side(state.project, self)
            side.left.connect(self.left)
            self._column.insertWidget(len(self.sides), side)
            self.sides.append(side)
        accepted = state.accepted_layer()
        # Above the line first, as it stands on the screen.
        ordered = [*state.sides_above(), *(key for key in shown if key == state.below)]
        for side, key in zip(self.sides, ordered, strict=False):
            if review is not None and item is not None:
                is_accepted = key == accepted and len(ordered) > 1
                side.show_span(review, key, state.names, item, above=key != state.below, accepted=is_accepted)
            side.setVisible(True)
        for side in self.sides[len(ordered) :]:
            side.span = None
            side.setVisible(False)

    def spoken(self) -> str:
        """Return what the card shows of the current item, without its signs."""
        item, state = self._state.item, self._state
        if item is None:
            return self._heading(item)
        kinds = "agreed" if item.is_agreed else " and ".join(state.names.difference(item, state.layers))
        sides = [f"{side.title.text()}: {side.accessibleDescription()}" for side in self.sides if side.span is not None]
        return "\n".join([f"{kinds}, {STATE_NAMES[item.state]}", *sides]).replace(ACCEPTED, ", ")

    def comment(self) -> None:
        """Put the caret into the field for a comment on the side that A would accept."""
        if self._state.item is None:
            self._state.said.emit(self._state.why_nothing())
            return
        if not self._state.project.can_write:
            self._state.said.emit(f"{READ_ONLY}.")
            return
        side = next((one for one in self.sides if one.isVisibleTo(self)), None)
        layer = self._state.accepted_layer()
        chosen = self._state.item.spans.get(layer) if layer else None
        side = next((one for one in self.sides if chosen and one.span is chosen), side)
        if side is not None:
            side.comments.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _heading(self, item: Item | None) -> str:
        state = self._state
        if item is None:
            return "Nothing to review" if state.review is None else "No difference is current"
        waits = f"{STATE_NAMES[item.state]}{'' if item.state == 'decided' else f' {OPEN}'}"
        if item.is_agreed:
            return f"agreed {AGREED} · {waits}"
        kinds = state.names.difference(item, state.layers)
        return " · ".join([*(f"{kind} {DIFFERS}" for kind in kinds), waits])

    def _told(self, item: Item | None) -> str:
        """Return what more is to be known: who has no such span, which entities are the same, why nothing is here."""
        review = self._state.review
        if review is None:
            return _NOTHING
        if item is None:
            return self._state.why_nothing()
        missing = self._state.names.missing(item)
        links = [[link.entity for link in span.links] for span in item.spans.values()]
        pairs = [(one, other) for first, second in combinations(links, 2) for one in first for other in second]
        alike = any(review.same.by_name(one, other) for one, other in pairs)
        return "\n".join([
            *([f"{missing[:1].upper()}{missing[1:]}."] if missing else []),
            *(["The sides link to two entities of one name and kind: they count as the same here."] if alike else []),
        ])  # fmt: skip


def _with_key(action: QAction) -> str:
    key = action.shortcut().toString(action.shortcut().SequenceFormat.NativeText).replace("Return", "Enter")
    name = action.text().replace("&&", "\0").replace("&", "").replace("\0", "&&")
    return f"{key}  {name}" if key else name
