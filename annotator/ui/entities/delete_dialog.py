"""What becomes of the links of an entity that is deleted."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QRadioButton, QVBoxLayout, QWidget

from annotator.core.entity_listing import ListedEntity
from annotator.core.errors import AnnotatorError
from annotator.core.text import counted, snippet
from annotator.services.entities import links
from annotator.services.entities.links import UNKNOWN, Linked
from annotator.ui import plain
from annotator.ui.announce import Told
from annotator.ui.entities.chooser import EntityChooser
from annotator.ui.project import OpenProject


class DeleteEntityDialog(QDialog):
    """Asks, and deletes the entity when it is accepted."""

    def __init__(self, project: OpenProject, row: ListedEntity, linked: Linked, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("deleteEntityDialog")
        self.setWindowTitle("Delete entity")
        self._project, self._row = project, row
        self.unlink = QRadioButton("&Leave them without this link", self)
        self.unknown = QRadioButton(f"Link them to “{UNKNOWN}”: nobody can say &who it is", self)
        self.move_to = QRadioButton("Link them to &another entity:", self)
        self.chooser = EntityChooser(project, [row.entity.id], self)
        self.told = Told()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, parent=self)
        self.delete = buttons.addButton("&Delete", QDialogButtonBox.ButtonRole.AcceptRole)
        others = f", {linked.others:,} of them not yours" if linked.others else ""
        merged = " It goes with all that are merged into it." if row.other_names != row.entity.aliases else ""
        layout = QVBoxLayout(self)
        name = plain.isolated(snippet(row.entity.name))
        layout.addWidget(
            plain.label(
                f"{counted(linked.spans, 'span')} linked to “{name}”{others}. What becomes of the links?{merged}",
                wrap=True,
            )
        )
        for button in (self.unlink, self.unknown, self.move_to):
            layout.addWidget(button)
            button.toggled.connect(self._check)
        layout.addWidget(self.chooser, 1)
        layout.addWidget(self.told)
        layout.addWidget(
            plain.label("This holds for all annotators, also where an article is done. Undo brings it back.", wrap=True)
        )
        layout.addWidget(buttons)
        self.setMinimumWidth(480)
        self.chooser.fill()
        self.chooser.chosen.connect(self._check)
        self.unlink.setChecked(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._check()

    def _check(self) -> None:
        moves = self.move_to.isChecked()
        self.chooser.setEnabled(moves)
        self.delete.setEnabled(not moves or bool(self.chooser.current()))

    def accept(self) -> None:
        """Delete the entity; where that is refused, say why."""
        target = self.chooser.current() if self.move_to.isChecked() else None
        try:
            links.delete(
                self._project.project,
                self._row.entity.id,
                unlink=self.unlink.isChecked(),
                unknown=self.unknown.isChecked(),
                move_to=target,
            )
        except AnnotatorError as error:
            self.told.setText(str(error))
        else:
            super().accept()
