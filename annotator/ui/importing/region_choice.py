"""Taking proposed regions: of all articles at once, or one by one of the article that is looked at."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QListWidget, QListWidgetItem, QWidget

from annotator.analysis.boilerplate import ProposedRegion
from annotator.core.segments import Segment
from annotator.core.text import counted, snippet
from annotator.services.importing.regions import Offered, Wanted
from annotator.ui import plain
from annotator.ui.accessible import name_box
from annotator.ui.importing.choosing import TickDelegate

_WORDS = 90
_ROWS = 4


class RegionsEverywhere(QWidget):
    """Says how many regions are proposed; `wanted(str)` takes them for all articles. Hidden where there are none."""

    wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told = plain.label()
        self.box = QComboBox(self)
        name_box(self.box, "Proposed regions of all articles")
        self.box.activated.connect(lambda _place: self.wanted.emit(self.box.currentData()))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.told)
        layout.addWidget(self.box, 1)
        self.show_offered((), "none")

    def show_offered(self, offered: Sequence[Offered], wanted: Wanted) -> None:
        """Show what is proposed for articles, and what is taken of it."""
        every, likely = sum(one.all for one in offered), sum(one.likely for one in offered)
        self.setVisible(bool(offered))
        self.told.setText(f"Regions proposed in {counted(len(offered), 'article')}:")
        self.box.clear()
        self.box.addItem("mark no regions", "none")
        if 0 < likely < every:
            self.box.addItem(f"mark the {counted(likely, 'likely region')}", "likely")
        self.box.addItem(f"mark {'the ' if every == 1 else 'all '}{counted(every, 'region')}", "all")
        self.box.setCurrentIndex(max(0, self.box.findData(wanted)))


class RegionList(QListWidget):
    """The proposals for one article, with check boxes.

    `chosen(list)`: the person takes just those at these segments. `looked(object)` is the segment of the row that the
    person is at.
    """

    chosen = Signal(list)
    looked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Proposed regions of this article")
        self.setToolTip("What is ticked is marked as a region: Space ticks")
        self.setItemDelegate(TickDelegate(self))
        self.setSpacing(1)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._proposed: Sequence[ProposedRegion] = ()
        self.itemChanged.connect(self._choose)
        self.currentRowChanged.connect(self._look)
        self.show_proposed("", (), ())

    def show_proposed(self, text: str, proposed: Sequence[ProposedRegion], taken: Sequence[ProposedRegion]) -> None:
        """Show proposals for a text; those that are taken are ticked."""
        self.blockSignals(True)
        self.clear()
        self._proposed = proposed
        for one in proposed:
            item = QListWidgetItem(f"{one.kind.capitalize()}: {snippet(text[slice(*one.segment)], _WORDS)}", self)
            item.setToolTip(plain.tooltip(one.reason))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if one in taken else Qt.CheckState.Unchecked)
        self.blockSignals(False)
        self.setVisible(bool(proposed))
        rows = min(len(proposed), _ROWS)
        self.setFixedHeight(rows * (self.sizeHintForRow(0) + 2 * self.spacing()) + 2 * self.frameWidth() + 2)

    def ticked(self) -> list[Segment]:
        """Return the segments of the proposals that are ticked."""
        return [
            one.segment for row, one in enumerate(self._proposed)
            if self.item(row).checkState() == Qt.CheckState.Checked
        ]  # fmt: skip

    def _choose(self) -> None:
        self.chosen.emit(self.ticked())

    def _look(self, row: int) -> None:
        self.looked.emit(self._proposed[row].segment if 0 <= row < len(self._proposed) else None)
