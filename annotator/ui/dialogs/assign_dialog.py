"""Giving articles to annotators: the same ones to each, or in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from annotator.core.text import counted
from annotator.services import people
from annotator.services.review import assigning
from annotator.ui import plain
from annotator.ui.accessible import enable
from annotator.ui.announce import Told
from annotator.ui.project import OpenProject

_KEY = Qt.ItemDataRole.UserRole


class AssignDialog(QDialog):
    """Asks who gets articles; `step()` is what then does it, as one step.

    A box that is neither ticked nor empty stands for somebody who has some of the articles: they keep just those.
    """

    def __init__(
        self, project: OpenProject, articles: Sequence[str], named: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("assignDialog")
        self.setWindowTitle("Assign")
        self._project, self._articles = project.project, articles
        self.people = QListWidget(self)
        self.people.setAccessibleName("Annotators")
        self.turns = QCheckBox("In &turn, each article to", self)
        self.each = QSpinBox(self)
        self.each.setAccessibleName("Annotators for each article")
        self.each.setRange(1, 1)
        self.told = Told()
        self._fill()
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, parent=self
        )
        self._ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self._ok.setText("Assign")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(self.turns)
        row.addWidget(self.each)
        row.addWidget(plain.label("of those who are ticked", self))
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.addWidget(plain.label(f"Who annotates {named}?", self, wrap=True))
        column.addWidget(self.people)
        column.addLayout(row)
        column.addWidget(self.told)
        column.addWidget(buttons)
        self.resize(400, 360)
        self.people.itemChanged.connect(self._explain)
        self.turns.toggled.connect(self._explain)
        self.each.valueChanged.connect(self._explain)
        self._explain()

    def _fill(self) -> None:
        loads = assigning.loads(self._project)
        held = assigning.assigned(self._project, self._articles)
        for row in people.rows(self._project):
            key = row.annotator.id
            number = sum(key in keys for keys in held.values())
            item = QListWidgetItem(
                f"{row.annotator.name}  ({counted(loads.get(key, 0), 'article')} assigned)", self.people
            )
            item.setData(_KEY, key)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            some = Qt.CheckState.PartiallyChecked if number else Qt.CheckState.Unchecked
            item.setCheckState(Qt.CheckState.Checked if number == len(self._articles) else some)

    def _with(self, state: Qt.CheckState) -> list[str]:
        items = (self.people.item(row) for row in range(self.people.count()))
        return [item.data(_KEY) for item in items if item.checkState() == state]

    def _explain(self) -> None:
        """Say what would be done."""
        ticked, turns = len(self._with(Qt.CheckState.Checked)), self.turns.isChecked()
        enable(self.each, turns, "Only where they are assigned in turn")
        self.each.setMaximum(max(1, ticked))
        enable(self._ok, not turns or ticked > 0, "Tick somebody first")
        if turns:
            each = counted(self.each.value(), "annotator")
            self.told.setText(
                f"Each article gets {each} of the {ticked} ticked; whoever has fewest comes first. "
                "What is assigned already stays, and counts."
            )
        else:
            self.told.setText(
                "Whoever is ticked gets each of the articles; they are taken from whoever is not. "
                "Spans stay as they are."
            )

    def step(self) -> Callable[[], object]:
        """Return what does what was chosen."""
        ticked, empty = self._with(Qt.CheckState.Checked), self._with(Qt.CheckState.Unchecked)
        each, project, articles = self.each.value(), self._project, self._articles
        if self.turns.isChecked():
            return lambda: assigning.assign_in_turn(project, articles, ticked, each)
        return lambda: assigning.assign(project, articles, ticked, away=empty)
