"""A tag for many hits at once, in articles of all kinds, as one step that undo takes back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from annotator.core.search import Hit
from annotator.core.text import counted
from annotator.services import searching
from annotator.ui.project import OpenProject
from annotator.ui.runner import Runner
from annotator.ui.waiting import Stepper


class Tagging(QObject):
    """Makes spans of hits. `said(str)` tells how many were made, and how many were there already."""

    said = Signal(str)

    def __init__(self, project: OpenProject, runner: Runner, window: QWidget) -> None:
        super().__init__(window)
        self._project = project
        self._stepper = Stepper(project, runner, window)

    def tag(self, tag: str, hits: Sequence[Hit]) -> None:
        """Give hits a tag: a few at once, many behind a box in which that can be stopped."""
        if not hits:
            self.said.emit("Choose hits first.")
            return
        name = self._project.tag_name(tag)

        def told(made: int) -> None:
            there = len(hits) - made
            also = f"; {there:,} had this tag already" if there else ""
            undone = " Undo takes that back." if made else ""
            self.said.emit(f"{counted(made, 'span')} made as {name}{also}.{undone}")

        self._stepper.do(hits, partial(searching.tag_hits, self._project.project, list(hits), tag), told)
