"""What reviewers say of the current span: their decisions, and comments that can be answered."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from annotator.core.records import Span
from annotator.services.projects import annotators
from annotator.ui import plain
from annotator.ui.accessible import name_shown
from annotator.ui.comment_thread import CommentThread
from annotator.ui.project import OpenProject
from annotator.ui.verdicts import told


class Remarks(QWidget):
    """Shows the remarks on one span. `left()`: the person goes back to the text."""

    left = Signal()

    def __init__(self, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self._names: Mapping[str, str] = {}
        self.decisions = plain.label(parent=self, wrap=True)
        self.comments = CommentThread(project, self)
        self.comments.left.connect(self.left)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.decisions)
        column.addWidget(self.comments)

    def show_span(self, span: Span | None) -> None:
        """Show the remarks on a span."""
        decisions, said = (span.decisions, span.comments) if span else ((), ())
        if decisions or said:
            self._names = {one.id: one.name for one in annotators(self._project.project)}
        self.decisions.setText("\n".join(told(one, self._name) for one in decisions))
        name_shown(self.decisions, "Decisions of reviewers", self.decisions.text())
        self.decisions.setVisible(bool(decisions))
        self.comments.show_span(span, self._name)

    def _name(self, annotator: str) -> str:
        return self._names.get(annotator, "somebody")
