"""The menu of who annotates: the annotators of the project, one more, another name."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from annotator.core.text import counted
from annotator.services import people
from annotator.ui.dialogs.name_dialog import ask_name
from annotator.ui.keyboard.menu_keys import keep_letters
from annotator.ui.project import OpenProject


class PeopleMenu(QMenu):
    """Filled when it opens. `said(str)` is for the status line.

    `switchAsked(str)` has the id of who is to act, `renameAsked()` is about the name of who acts.
    """

    said = Signal(str)
    switchAsked = Signal(str)
    renameAsked = Signal()

    def __init__(self, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__("Annotator", parent)
        self.setObjectName("peopleMenu")
        self._project = project
        keep_letters(self)
        self.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        self.clear()
        group, acting = QActionGroup(self), self._project.acting
        for row in self._project.attempt(lambda: people.rows(self._project.project)) or []:
            name = row.annotator.name.replace("&", "&&")
            action = QAction(f"{name}: {counted(row.layers, 'article')}, {counted(row.spans, 'span')}", group)
            action.setCheckable(True)
            action.setChecked(acting is not None and row.annotator.id == acting.id)
            action.triggered.connect(partial(self._switch, row.annotator.id))
            self.addAction(action)
        self.addSeparator()
        for text, method in (("&Add annotator…", self._add), ("&Rename…", self.renameAsked.emit)):
            action = self.addAction(text)
            action.triggered.connect(method)
            action.setEnabled(self._project.can_write)

    def _switch(self, annotator: str) -> None:
        acting = self._project.acting
        if acting is None or acting.id != annotator:
            self.switchAsked.emit(annotator)

    def _add(self) -> None:
        why = "The name that stands beside their annotations. Who annotates now stays."
        name = ask_name(self.parentWidget(), "Add annotator", why)
        if name is not None:
            added = self._project.attempt(lambda: people.add(self._project.project, name))
            if added is not None:
                self.said.emit(f"{added.name} is added; choose the name in this menu to annotate as them.")
