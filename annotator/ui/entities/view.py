"""The view of the entities: assembles the list, the page of the current one, and what can be done to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from annotator.core.records import Changed
from annotator.core.text import snippet
from annotator.ui import plain
from annotator.ui.entities.entity_list import EntityList
from annotator.ui.entities.page import EntityPage
from annotator.ui.entities.verbs import EntityVerbs
from annotator.ui.project import OpenProject
from annotator.ui.runner import Runner
from annotator.ui.views import View

_SHOWN = frozenset({"entity", "link", "span", "layer", "tag", "article", "annotator"})
"""The tables that the view shows something of."""


class EntityView(View):
    """The list at the left, the page of its current row at the right."""

    def __init__(self, project: OpenProject, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(project, runner, parent)
        self.setObjectName("entityView")
        self.list = EntityList(project, self)
        self.page = EntityPage(project, self)
        self.verbs = EntityVerbs(project, runner, self.list, self.page, self)
        self.split = QSplitter(Qt.Orientation.Horizontal, self)
        self.split.addWidget(self.list)
        self.split.addWidget(self.page)
        self.split.setSizes([640, 640])
        self.split.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.split)
        self.list.chosen.connect(self._show)
        self.list.left.connect(self.page.view.setFocus)
        self.page.goAsked.connect(self.goAsked)
        self.page.asked.connect(lambda action: self.verbs.methods()[action]())
        for panes in (self.page, self.verbs):
            panes.said.connect(self.said)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on to the list; a proxy would have Tab pass over what stands before it."""
        self.list.view.setFocus(event.reason())

    def start(self) -> None:
        """Read the list."""
        self.list.reload()
        self.page.show_entity(self.list.current())

    def refresh(self, changed: Changed) -> None:
        """Read again what is shown, where a write touched any of it."""
        if changed.bulk or changed.tables & _SHOWN:
            self.list.reload()
            self.page.show_entity(self.list.current())

    def _show(self, key: str) -> None:
        self.page.show_entity(key)
        self.targetChanged.emit()

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what the actions do here."""
        return {**self.verbs.methods(), "next_pane": self._next_pane}

    def keyed(self) -> Sequence[QWidget]:
        """Return the lists: their keys are the view's, those of the search are letters."""
        return (self.list.view, self.page.view)

    def splits(self) -> Mapping[str, QSplitter]:
        """Return what stands between the list and the page."""
        return {"entities": self.split}

    def place(self) -> str:
        """Return which entity is shown."""
        row = self.page.row
        return plain.isolated(snippet(row.entity.name, 40)) if row else ""

    def _next_pane(self) -> None:
        panes = [pane for pane in (self.list.view, self.page.view, self.list.search) if pane.isVisible()]
        focused = next((place for place, pane in enumerate(panes) if pane.hasFocus()), -1)
        panes[(focused + 1) % len(panes)].setFocus(Qt.FocusReason.TabFocusReason)
