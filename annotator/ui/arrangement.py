"""How the page of a project is arranged, and where the person is in it: kept when it is left, taken up again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QSplitter

from annotator.ui.window_actions import Actions
from annotator.ui.window_state import WindowState

if TYPE_CHECKING:
    from annotator.ui.project_page import ProjectPage
    from annotator.ui.views import View

_PANES = {"left_pane": True, "right_pane": True, "guidelines": False}
"""The panes that a key shows and hides, and whether they are shown at first."""

_KEPT_AFTER = 2_000
"""Milliseconds until it is kept where the person went, and what they did."""


class Arrangement:
    """Panes and splitters are the window's, and stay from project to project; the rest belongs to each project."""

    def __init__(self, state: WindowState, actions: Actions) -> None:
        self._state, self._actions = state, actions
        self._page: ProjectPage | None = None
        # Not only at the end, which a crash or a power cut does not wait for.
        self._later = QTimer(singleShot=True, interval=_KEPT_AFTER)
        self._later.timeout.connect(self._keep)
        for pane, shown in _PANES.items():
            actions[pane].setChecked(state.flag(pane, default=shown))

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what each action does."""
        return {pane: partial(self._toggle, pane) for pane in _PANES}

    def take_up(self, page: ProjectPage) -> None:
        """Arrange a page as the one before was, and go on where the person was in this project."""
        from annotator.ui.session import resume

        self._page = page
        self._restore(page.page.splits())
        page.views.made.connect(self._take_up_view)
        self._show()
        resume(page.page, self._state.session(page.project.info.id))
        page.page.articleOpened.connect(self._keep)
        page.page.view.cursorPositionChanged.connect(self._soon)
        page.targetChanged.connect(self._soon)

    def _take_up_view(self, view: View) -> None:
        self._restore(view.splits())
        if self._page is not None:
            session = self._state.session(self._page.project.info.id)
            for name, field in view.fields().items():
                field.setText(getattr(session, name))

    def leave(self) -> None:
        """Keep how the page stands, and let it go."""
        if self._page is not None:
            self._keep()
        self._page = None
        self._later.stop()

    def _restore(self, splits: Mapping[str, QSplitter]) -> None:
        for name, split in splits.items():
            if (state := self._state.bytes(name)) is not None:
                split.restoreState(state)

    def _soon(self) -> None:
        if not self._later.isActive():
            self._later.start()

    def _keep(self) -> None:
        from annotator.ui.session import session_of

        if self._page is not None:
            project = self._page.project.info.id
            session = session_of(self._page.page, self._state.session(project))
            texts: dict[str, Any] = {name: field.text() for name, field in self._page.views.fields().items()}
            self._state.keep_session(project, replace(session, **texts))
            for name, split in {**self._page.page.splits(), **self._page.views.splits()}.items():
                self._state.keep(name, split.saveState())
            self._state.keep("geometry", self._page.window().saveGeometry())

    def _toggle(self, pane: str) -> None:
        self._state.keep(pane, self._actions[pane].isChecked())
        self._show()

    def _show(self) -> None:
        if self._page is not None:
            page = self._page.page
            for pane, widget in (("left_pane", page.list), ("right_pane", page.right), ("guidelines", page.guidelines)):
                widget.setVisible(self._actions[pane].isChecked())
