"""Taking a merge back: which of the merged entities is taken out again."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from annotator.core.errors import AnnotatorError
from annotator.core.records import Entity
from annotator.core.text import snippet
from annotator.services.entities import merging
from annotator.ui import plain
from annotator.ui.announce import Told
from annotator.ui.project import OpenProject


class UnmergeDialog(QDialog):
    """Lists what is merged into an entity, and takes out the chosen one. `taken` is its id."""

    def __init__(
        self, project: OpenProject, head: Entity, merged: Sequence[Entity], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("unmergeDialog")
        self.setWindowTitle("Take a merge back")
        self._project = project
        self.taken = ""
        self.list = QListWidget(self)
        self.list.setAccessibleName("Merged entities")
        names = {one.id: one.name for one in (head, *merged)}
        for one in merged:
            by_way = one.merged_into if one.merged_into != head.id else None
            way = f", by way of “{plain.isolated(snippet(names[by_way], 40))}”" if by_way in names else ""
            item = QListWidgetItem(f"{plain.isolated(snippet(one.name, 80))} · {one.kind}{way}", self.list)
            item.setData(Qt.ItemDataRole.UserRole, one.id)
        self.list.setCurrentRow(0)
        self.told = Told("It comes back with its own links, and with all that were merged into it before.")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, parent=self)
        buttons.addButton("&Take out", QDialogButtonBox.ButtonRole.AcceptRole)
        above = plain.label(f"Merged into “{plain.isolated(snippet(head.name))}”:", wrap=True)
        above.setBuddy(self.list)
        layout = QVBoxLayout(self)
        layout.addWidget(above)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.told)
        layout.addWidget(buttons)
        self.setMinimumWidth(420)
        self.list.itemActivated.connect(self.accept)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)

    def accept(self) -> None:
        """Take the chosen one out; where that is refused, say why."""
        item = self.list.currentItem()
        if item is None:
            return
        try:
            self.taken = merging.unmerge(self._project.project, item.data(Qt.ItemDataRole.UserRole)).id
        except AnnotatorError as error:
            self.told.setText(str(error))
        else:
            super().accept()
