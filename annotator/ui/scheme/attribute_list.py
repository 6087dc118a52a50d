"""The attributes of a tag, with their values: names are changed in place."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from annotator.core.errors import AnnotatorError
from annotator.core.scheme import Tag
from annotator.services import scheme_attributes as attributes
from annotator.services.scheme import InUse
from annotator.ui import plain
from annotator.ui.accessible import enable
from annotator.ui.announce import announce
from annotator.ui.dialogs.name_dialog import ask_name
from annotator.ui.scheme.writing import Writer

_STORED = Qt.ItemDataRole.UserRole


class AttributeList(QWidget):
    """A tree of attributes and values; each change is written at once."""

    def __init__(self, writer: Writer, parent: QWidget) -> None:
        super().__init__(parent)
        self._writer, self._tag = writer, writer.tags[0]
        self.tree = QTreeWidget(self)
        self.tree.setAccessibleName("Attributes and their values")
        self.tree.setHeaderHidden(True)
        self.tree.setMinimumHeight(self.fontMetrics().height() * 8)
        self.tree.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.add = QPushButton("Add attri&bute…", self)
        self.add_value = QPushButton("Add &value…", self)
        self.remove = QPushButton("Rem&ove", self)
        self.told = plain.label(wrap=True)
        self.told.hide()
        buttons = QHBoxLayout()
        for button in (self.add, self.add_value, self.remove):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for part in (self.tree, self.told):
            column.addWidget(part)
        column.addLayout(buttons)
        self.tree.itemChanged.connect(self._renamed)
        self.tree.currentItemChanged.connect(self._show_buttons)
        self.add.clicked.connect(self._add)
        self.add_value.clicked.connect(self._add_value)
        self.remove.clicked.connect(self._remove)

    def show_tag(self, tag: Tag) -> None:
        """Show a tag's attributes, where these are others than those shown: a name may be being changed."""
        same = tag.id == self._tag.id
        if not same:
            self._say("")
        if not same or tag.attributes != self._tag.attributes or not self.tree.topLevelItemCount():
            self._fill(tag, self._current() if same else ("", None))
        self._tag = tag

    def _fill(self, tag: Tag, current: tuple[str, str | None]) -> None:
        self.tree.blockSignals(True)
        self.tree.clear()
        for attribute in tag.attributes:
            row = _item(attribute.name, attribute.name)
            self.tree.addTopLevelItem(row)
            if current == (attribute.name, None):
                self.tree.setCurrentItem(row)
            for value in attribute.values:
                below = _item(value, value)
                row.addChild(below)
                if current == (attribute.name, value):
                    self.tree.setCurrentItem(below)
            row.setExpanded(True)
        self.tree.blockSignals(False)
        self._show_buttons()

    def _current(self) -> tuple[str, str | None]:
        """Return the attribute and the value that are current; no value: the attribute itself is."""
        item = self.tree.currentItem()
        if item is None:
            return "", None
        above = item.parent()
        return (above.data(0, _STORED), item.data(0, _STORED)) if above else (item.data(0, _STORED), None)

    def _show_buttons(self) -> None:
        chosen = bool(self._current()[0])
        for button in (self.add_value, self.remove):
            enable(button, chosen, "Choose an attribute first")

    def _renamed(self, item: QTreeWidgetItem) -> None:
        old, new, above = item.data(0, _STORED), item.text(0), item.parent()
        if new != old:
            # Not now: the tree is made anew by it, and its editor is open still.
            attribute = above.data(0, _STORED) if above else None
            QTimer.singleShot(0, self, lambda: self._rename(attribute, old, new))

    def _rename(self, attribute: str | None, old: str, new: str) -> None:
        if attribute is None:
            self._do(lambda: attributes.rename_attribute(self._writer.project, self._tag, old, new))
        else:
            self._do(lambda: attributes.rename_value(self._writer.project, self._tag, attribute, old, new))
        # What was refused, or written without the spaces round it, is shown as it is stored.
        written = " ".join(new.split())
        self._fill(self._tag, (written, None) if attribute is None else (attribute, written))

    def _add(self) -> None:
        name = ask_name(self, "Add attribute", f"A property that a {self._tag.name.lower()} may have.")
        if name is not None:
            self._do(lambda: attributes.add_attribute(self._writer.project, self._tag, name))

    def _add_value(self) -> None:
        attribute, _value = self._current()
        value = ask_name(self, "Add value", f"One of the values that “{attribute}” can have.")
        if value is not None:
            self._do_or_ask(
                lambda drop: attributes.add_value(self._writer.project, self._tag, attribute, value, drop=drop)
            )

    def _remove(self) -> None:
        name, value = self._current()
        if value is None:
            self._do_or_ask(lambda drop: attributes.remove_attribute(self._writer.project, self._tag, name, drop=drop))
        else:
            self._do_or_ask(
                lambda drop: attributes.remove_value(self._writer.project, self._tag, name, value, drop=drop)
            )

    def _do_or_ask(self, change: Callable[[bool], object]) -> None:
        """Do what may take something from spans; it is asked before, with their number."""
        try:
            self._do(lambda: change(False), asks=True)
        except InUse as error:
            if plain.ask(self, "Attributes", str(error), "Undo brings it back.", "Go on"):
                self._do(lambda: change(True))

    def _do(self, change: Callable[[], object], *, asks: bool = False) -> None:
        try:
            self._writer.do(change, self._tag.id)
        except AnnotatorError as error:
            if asks and isinstance(error, InUse):
                raise
            self._say(str(error))
        else:
            self._say("")

    def _say(self, text: str) -> None:
        if text:
            announce(self.tree, text)
        self.told.setText(f"✗ {text}" if text else "")
        self.told.setVisible(bool(text))


def _item(text: str, stored: str) -> QTreeWidgetItem:
    item = QTreeWidgetItem([text])
    item.setData(0, _STORED, stored)
    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
    return item
