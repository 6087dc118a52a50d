"""The spans behind a figure: where each stands, to go there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from annotator.analysis.differences import DIFFERENCE_KINDS
from annotator.core.agreement import PlacedPair
from annotator.core.counting import Placed
from annotator.core.text import counted, snippet
from annotator.ui import plain
from annotator.ui.dashboard.figure_table import FigureTable, Row
from annotator.ui.project import OpenProject


class BehindList(QWidget):
    """A list; Enter or a double click asks for a span: `goAsked(article, span)`; for a pair: `compareAsked`.

    `compareAsked(article, span, layers)` has the keys of the two layers.
    """

    goAsked = Signal(str, str)
    compareAsked = Signal(str, str, object)

    def __init__(self, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self.title = plain.label("", self)
        self.list = FigureTable("Spans behind the figure", self, figures=False)
        self.list.opened.connect(self._ask)
        self.title.setBuddy(self.list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.title)
        layout.addWidget(self.list)

    def show_spans(self, spans: Sequence[Placed], names: Mapping[str, str], most: int) -> None:
        """Show spans; `names` are those of the annotators, `most` is how many were looked for at most."""
        self._show(len(spans), most, "span", ("Tag", "Words", "Article", "Annotator"), [
            Row((*self._words(one), _snip(one.title), _whose(one, names)), (one.article, one.span)) for one in spans
        ])  # fmt: skip

    def show_pairs(self, pairs: Sequence[PlacedPair], layers: Mapping[str, str], most: int) -> None:
        """Show pairs of spans of two layers, with how they differ; `layers` are their keys, with their names."""
        rows = []
        for one in pairs:
            here = one.first or one.second
            assert here is not None
            how = ", ".join(kind for kind in DIFFERENCE_KINDS if kind in one.kinds)
            if one.by_name:
                how += f" (alike by name: {', '.join(one.by_name)})"
            rows.append(Row((how, self._side(one.first), self._side(one.second), _snip(here.title)),
                            (here.article, here.span, tuple(layers))))  # fmt: skip
        self._show(len(rows), most, "pair", ("Difference", *layers.values(), "Article"), rows, wide=(1, 2))

    def show_nothing(self, why: str) -> None:
        """Say why nothing stands there."""
        self.title.setText(why)
        self.list.fill((), [])

    def _ask(self, place: object) -> None:
        match place:
            case (str(article), str(span)):
                self.goAsked.emit(article, span)
            case (str(article), str(span), tuple(layers)):
                self.compareAsked.emit(article, span, layers)

    def _show(
        self,
        number: int,
        most: int,
        noun: str,
        titles: Sequence[str],
        rows: Sequence[Row],
        wide: Collection[int] = (1,),
    ) -> None:
        told = f"The first {counted(number, noun)}" if number == most else counted(number, noun)
        self.title.setText(f"{told} behind the figure: Enter goes there" if rows else f"No {noun}s behind the figure")
        self.list.fill(titles, rows, wide)

    def _words(self, span: Placed) -> tuple[str, str]:
        return self._project.letters.get(span.tag, "?"), snippet(span.words, 200)

    def _side(self, span: Placed | None) -> str:
        return "–" if span is None else " ".join((self._project.letters.get(span.tag, "?"), snippet(span.words, 60)))


def _snip(title: str) -> str:
    return snippet(title, 40)


def _whose(span: Placed, names: Mapping[str, str]) -> str:
    return names.get(span.annotator, "") if span.annotator else "final layer"
