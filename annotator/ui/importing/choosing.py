"""Choosing the format and the encoding of an input, in its row."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from annotator.services import formats
from annotator.ui import theme
from annotator.ui.accessible import name_box
from annotator.ui.importing.rows import FORMAT, Index

ENCODINGS = (
    "utf-8", "utf-16", "windows-1252", "iso-8859-1", "iso-8859-15", "windows-1250", "iso-8859-2", "windows-1251",
    "koi8-r", "windows-1253", "windows-1254", "windows-1255", "windows-1256", "gb18030", "big5", "shift_jis", "euc-jp",
    "euc-kr", "mac-roman",
)  # fmt: skip
"""The encodings that are offered; any other that Python knows can be typed."""


class _Box(QComboBox):
    """Remembers whether its list was opened."""

    was_opened = False

    def showPopup(self) -> None:
        self.was_opened = True
        super().showPopup()


class TickDelegate(QStyledItemDelegate):
    """Shows what has a box to tick, so that the box is to be seen in the dark; of long words both ends, if `middle`."""

    def __init__(self, parent: QWidget, *, middle: bool = False) -> None:
        super().__init__(parent)
        self._cut = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
        self._known: tuple[int, QPalette] | None = None

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Say where words are cut, and how the box is filled."""
        super().initStyleOption(option, index)
        option.textElideMode = self._cut
        key = option.palette.cacheKey()
        if self._known is None or self._known[0] != key:
            self._known = key, theme.box_palette(option.palette)
        option.palette = self._known[1]


class ChoiceDelegate(QStyledItemDelegate):
    """Edits format and encoding with a box of choices, whose first one is to find out."""

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return a box for the column."""
        box = _Box(parent)
        box.addItem("found out", "")
        if index.column() == FORMAT:
            name_box(box, "Format")
            for reader in formats.installed().readers:
                box.addItem(f"{reader.name} – {reader.title}", reader.name)
            box.view().setMinimumWidth(box.view().sizeHintForColumn(0) + 24)
        else:
            name_box(box, "Encoding")
            box.setEditable(True)
            for name in ENCODINGS:
                box.addItem(name, name)
        box.activated.connect(lambda: self._choose(box))
        return box

    def _choose(self, box: _Box) -> None:
        # Without the list open, the arrow keys only go through the choices; Return takes one.
        if box.was_opened:
            self.commitData.emit(box)
            self.closeEditor.emit(box)

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        """Show what is chosen now."""
        if isinstance(editor, QComboBox):
            chosen = index.data(Qt.ItemDataRole.EditRole)
            place = editor.findData(chosen)
            if place >= 0:
                editor.setCurrentIndex(place)
            else:
                editor.setEditText(chosen)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Hand on what was chosen, or typed."""
        if isinstance(editor, QComboBox):
            listed = editor.currentText() == editor.itemText(editor.currentIndex())
            model.setData(index, editor.currentData() if listed else editor.currentText().strip())
