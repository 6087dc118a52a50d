"""Splitting an entity: which of its spans go to a new one."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QListView,
    QVBoxLayout,
    QWidget,
)

from annotator.core.entity_listing import ListedEntity
from annotator.core.errors import AnnotatorError
from annotator.core.records import ENTITY_KINDS
from annotator.core.text import counted, snippet
from annotator.services.entities import links
from annotator.ui import plain
from annotator.ui.accessible import enable
from annotator.ui.announce import Told
from annotator.ui.entities.span_model import LinkedSpans
from annotator.ui.entities.span_painter import SpanPainter
from annotator.ui.project import OpenProject


class SplitDialog(QDialog):
    """Shows one's own spans of an entity; those that are chosen are linked to a new one. `made` is its id."""

    def __init__(self, project: OpenProject, row: ListedEntity, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("splitDialog")
        self.setWindowTitle("Split entity")
        self._project, self._row = project, row
        self.made = ""
        self.model = LinkedSpans(project, self)
        self.model.load(row.entity.id, own=True)
        self.view = QListView(self)
        self.view.setAccessibleName("Spans for the new entity")
        self.view.setModel(self.model)
        self.view.setItemDelegate(SpanPainter(project, self.model, self.view))
        self.view.setUniformItemSizes(True)
        # Each click, or Space, chooses one more or one less.
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.MultiSelection)
        self.name = QLineEdit(self)
        self.kind = QComboBox(self)
        for kind in ENTITY_KINDS:
            self.kind.addItem(kind, kind)
        self.kind.setCurrentIndex(ENTITY_KINDS.index(row.entity.kind))
        self.count = plain.label()
        self.told = Told()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, parent=self)
        self.split = buttons.addButton("S&plit", QDialogButtonBox.ButtonRole.AcceptRole)
        form = QFormLayout()
        form.addRow("&Name of the new one", self.name)
        form.addRow("&Kind", self.kind)
        name = plain.isolated(snippet(row.entity.name))
        above = plain.label(
            f"Choose the spans that belong to somebody else than “{name}” (click, or Space):", wrap=True
        )
        above.setBuddy(self.view)
        layout = QVBoxLayout(self)
        layout.addWidget(above)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.count)
        layout.addLayout(form)
        layout.addWidget(self.told)
        layout.addWidget(buttons)
        self.resize(QSize(640, 560).boundedTo(self.screen().availableSize()))
        others = row.spans - len(self.model.keys)
        if others:
            self.told.setText(f"{counted(others, 'span')} of other annotators, or in done articles, cannot be chosen.")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.name.textChanged.connect(self._check)
        self.view.selectionModel().selectionChanged.connect(self._check)
        self._check()

    def _chosen(self) -> list[str]:
        return [self.model.keys[index.row()] for index in self.view.selectionModel().selectedRows()]

    def _check(self) -> None:
        number = len(self._chosen())
        has_name = bool(self.name.text().strip())
        needs = "" if has_name or not number else "; the new entity needs a name"
        self.count.setText(f"{number:,} of {counted(len(self.model.keys), 'span')} chosen{needs}")
        enable(self.split, bool(number and has_name), "Choose spans, and name the new entity, first")

    def accept(self) -> None:
        """Split; where that is refused, say why and keep what was chosen."""
        try:
            self.made = links.split(
                self._project.project, self._row.entity.id, self._chosen(), self.name.text(), self.kind.currentData()
            )
        except AnnotatorError as error:
            self.told.setText(str(error))
        else:
            super().accept()
