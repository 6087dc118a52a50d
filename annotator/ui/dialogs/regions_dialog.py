"""Choosing among proposed regions: each with its kind, its words, and why it is proposed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from annotator.analysis.boilerplate import ProposedRegion
from annotator.core.text import counted, snippet
from annotator.services.regions import LIKELY
from annotator.ui import plain
from annotator.ui.accessible import enable

_WORDS = 90


class RegionsDialog(QDialog):
    """Shows proposals with check boxes. `looked(Segment)` is the part of the row that the person is at."""

    looked = Signal(object)

    def __init__(self, text: str, proposed: Sequence[ProposedRegion], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("regionsDialog")
        self.setWindowTitle("Propose regions")
        self._proposed = proposed
        self.list = QListWidget(self)
        self.list.setAccessibleName("Proposed regions")
        self.list.setAlternatingRowColors(True)
        self.list.setWordWrap(True)
        for one in proposed:
            words = snippet(text[slice(*one.segment)], _WORDS)
            item = QListWidgetItem(f"{one.kind.capitalize()}: “{words}”\n{one.reason}", self.list)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if one.confidence >= LIKELY else Qt.CheckState.Unchecked)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, parent=self
        )
        self.add = buttons.button(QDialogButtonBox.StandardButton.Ok)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        why = (
            "These parts may have a kind of their own; credits, related headlines and boilerplate are not the article’s"
            " own text. Space chooses, and the article shows where each stands."
        )
        for widget in (plain.label(why, wrap=True), self.list, buttons):
            layout.addWidget(widget)
        self.resize(560, 380)
        self.list.itemChanged.connect(self._count)
        self.list.currentRowChanged.connect(lambda row: self.looked.emit(proposed[row].segment))
        self._count()

    def showEvent(self, event: QShowEvent) -> None:
        """Begin at the first row."""
        super().showEvent(event)
        self.list.setCurrentRow(0)
        self.list.setFocus()

    def chosen(self) -> list[ProposedRegion]:
        """Return the proposals whose boxes are checked."""
        return [
            one for row, one in enumerate(self._proposed)
            if self.list.item(row).checkState() == Qt.CheckState.Checked
        ]  # fmt: skip

    def _count(self) -> None:
        number = len(self.chosen())
        self.add.setText(f"Add {counted(number, 'region')}")
        enable(self.add, number > 0, "Tick a region first")
