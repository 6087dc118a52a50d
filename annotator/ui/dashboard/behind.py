"""The spans behind a figure: where each stands, to go there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from annotator.core.counting import Placed
from annotator.core.text import counted, snippet
from annotator.ui import plain
from annotator.ui.dashboard.figure_table import FigureTable, Row
from annotator.ui.project import OpenProject


class Behind(QWidget):
    """A list; Enter or a double click asks for the span: `goAsked(article, span)`."""

    goAsked = Signal(str, str)

    def __init__(self, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self.title = plain.label("", self)
        self.list = FigureTable("Spans behind the figure", self, figures=False, wide=1)
        self.list.opened.connect(lambda place: self.goAsked.emit(*place))
        self.title.setBuddy(self.list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.title)
        layout.addWidget(self.list)

    def show_spans(self, spans: Sequence[Placed], names: Mapping[str, str], most: int) -> None:
        """Show spans; `names` are those of the annotators, `most` is how many were looked for at most."""
        number = f"The first {counted(len(spans), 'span')}" if len(spans) == most else counted(len(spans), "span")
        self.title.setText(f"{number} behind the figure: Enter goes there" if spans else "No spans behind the figure")
        self.list.fill(
            ("", "Words", "Article", "Annotator"),
            [Row(self._cells(one, names), (one.article, one.span)) for one in spans],
        )

    def _cells(self, span: Placed, names: Mapping[str, str]) -> tuple[str, ...]:
        whose = names.get(span.annotator, "") if span.annotator else "final layer"
        return self._project.letters.get(span.tag, "?"), snippet(span.words, 200), snippet(span.title, 40), whose
