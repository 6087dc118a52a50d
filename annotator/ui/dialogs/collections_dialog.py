"""The collections of a project: made, renamed, deleted."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from annotator.core.listing import CollectionRow
from annotator.core.text import counted
from annotator.services import collections
from annotator.ui.accessible import enable, give_tip
from annotator.ui.announce import Told
from annotator.ui.dialogs.name_dialog import ask_name
from annotator.ui.dialogs.staying import StayingDialog
from annotator.ui.keyboard.key_names import key_of
from annotator.ui.project import OpenProject


class CollectionsDialog(StayingDialog):
    """Lists the collections; each button is one undoable step."""

    def __init__(self, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("collectionsDialog")
        self.setWindowTitle("Collections")
        self._project = project
        self.list = QListWidget(self)
        self.list.setAccessibleName("Collections")
        self.told = Told()
        self.new = QPushButton("&New…", self)
        self.rename = QPushButton("&Rename…", self)
        self.delete = QPushButton("&Delete", self)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, parent=self)
        below = QHBoxLayout()
        for button in (self.new, self.rename, self.delete):
            button.setAutoDefault(False)
            below.addWidget(button)
        below.addStretch(1)
        below.addWidget(close)
        layout = QVBoxLayout(self)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.told)
        layout.addLayout(below)
        self.resize(460, 360)
        self.new.clicked.connect(self._make)
        self.rename.clicked.connect(self._rename)
        self.delete.clicked.connect(self._delete)
        close.rejected.connect(self.reject)
        self.list.currentRowChanged.connect(self._enable)
        self.list.itemActivated.connect(self._rename)
        project.failed.connect(self.told.setText)
        project.changed.connect(self.fill)
        self.fill()

    def fill(self) -> None:
        """Show the collections as they are now; the current one stays current."""
        before = self._current()
        self.list.clear()
        for row in collections.rows(self._project.project):
            item = QListWidgetItem(f"{row.name}, {counted(row.articles, 'article')}", self.list)
            item.setData(Qt.ItemDataRole.UserRole, row)
            if before is not None and row.id == before.id:
                self.list.setCurrentItem(item)
        if self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
        self.told.setText("" if self.list.count() else "No collections yet: make one, then add articles to it.")
        self._enable()

    def _current(self) -> CollectionRow | None:
        item = self.list.currentItem()
        return item.data(Qt.ItemDataRole.UserRole) if item else None

    def _enable(self) -> None:
        for button in (self.rename, self.delete):
            enable(button, self._current() is not None, "There is no collection yet")
        if self.delete.isEnabled():
            give_tip(self.delete, "The articles stay in the project")

    def _make(self) -> None:
        name = ask_name(self, "New collection", "The name of the collection.")
        if name is not None:
            self._project.attempt(lambda: collections.create(self._project.project, name))

    def _rename(self) -> None:
        row = self._current()
        name = ask_name(self, "Rename collection", "The name of the collection.", row.name) if row else None
        if row is not None and name is not None:
            self._project.did(lambda: collections.rename(self._project.project, row.id, name))

    def _delete(self) -> None:
        row = self._current()
        if row is not None and self._project.did(lambda: collections.delete(self._project.project, row.id)):
            undo = f"Undo ({key_of(self, 'undo')} in the window) brings it back."
            self.told.setText(f"“{row.name}” is deleted, its articles stay. {undo}")
