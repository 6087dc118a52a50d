"""Choosing which column of a table holds what."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QGroupBox, QWidget

from annotator.core.text import snippet
from annotator.services.importing.batches import COLUMN_FIELDS, Columns
from annotator.ui import plain

NAMES: Mapping[str, str] = {"url": "Address", "published": "Date"}
"""What fields are called on the screen, where not as in the code."""

_ACROSS = 3
_EXAMPLE = 120


def name_of(field: str) -> str:
    """Return what a field of articles is called on the screen."""
    return NAMES.get(field, field.capitalize())


class ColumnBoxes(QGroupBox):
    """A box for each field with the columns of the table that is looked at.

    `chosen(dict, bool)`: the person chose; by field its column, empty where it has none, and whether rows without a
    text are kept.
    """

    chosen = Signal(object, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Which column holds what", parent)
        self.boxes: dict[str, QComboBox] = {}
        self.header: tuple[str, ...] = ()
        grid = QGridLayout(self)
        for number, field in enumerate(COLUMN_FIELDS):
            box = self.boxes[field] = QComboBox(self)
            box.setAccessibleName(f"Column with the {name_of(field).lower()}")
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(4)
            box.activated.connect(self._choose)
            row, place = divmod(number, _ACROSS)
            grid.addWidget(plain.label(name_of(field), self), row, 2 * place)
            grid.addWidget(box, row, 2 * place + 1)
            grid.setColumnStretch(2 * place + 1, 1)
        self.stubs = QCheckBox("&Keep rows without a text", self)
        self.stubs.setToolTip("An article with nothing but its title is made of each")
        grid.addWidget(self.stubs, grid.rowCount(), 0, 1, -1)
        self.stubs.clicked.connect(self._choose)
        self.show_columns(None, stubs=False)

    def show_columns(self, columns: Columns | None, *, stubs: bool) -> None:
        """Show the columns of a table and what is taken from which; hide where there is none."""
        self.setVisible(columns is not None)
        if columns is None:
            return
        self.stubs.setChecked(stubs)
        if columns.header != self.header:
            self._offer(columns)
        for field, box in self.boxes.items():
            box.setCurrentIndex(max(0, box.findData(columns.mapping.get(field, ""))))

    def _offer(self, columns: Columns) -> None:
        self.header = columns.header
        for box in self.boxes.values():
            box.clear()
            box.addItem("none", "")
            for name in dict.fromkeys(self.header):
                if name.strip():
                    box.addItem(name, name)
                    example = plain.tooltip(snippet(columns.example(name), _EXAMPLE))
                    box.setItemData(box.count() - 1, example, Qt.ItemDataRole.ToolTipRole)

    def mapping(self) -> dict[str, str]:
        """Return, by field, the column that is chosen, empty for none."""
        return {field: box.currentData() for field, box in self.boxes.items()}

    def _choose(self) -> None:
        changed = self.sender()
        if isinstance(changed, QComboBox) and changed.currentData():
            # A column holds one thing only: who chooses it here does not want it there any more.
            for box in self.boxes.values():
                if box is not changed and box.currentData() == changed.currentData():
                    box.setCurrentIndex(0)
        self.chosen.emit(self.mapping(), self.stubs.isChecked())
