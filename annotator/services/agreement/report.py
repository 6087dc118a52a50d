"""A report on agreement: what was found out, with names for people, in tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from annotator.analysis.agreement.units import MERGING
from annotator.core.agreement import Agreement, Figure, Scores
from annotator.core.text import counted
from annotator.services.projects import annotators, info, scheme
from annotator.store.project import Project

FINAL_LAYER, ALL_TAGS, NO_SPAN = "final layer", "all tags", "no span"

COLUMNS = ("article", "title", "tag", "measure", "value", "n", "of", "undefined because")
"""The columns of the table; `article` and `title` are empty for all articles together."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found out about the agreement in a project, with the names of layers and tags for people."""

    title: str
    layers: tuple[str, ...]
    tags: Mapping[str | None, str]
    found: Agreement

    @property
    def heading(self) -> str:
        """The layers that are compared, and on how many articles."""
        return f"{' and '.join(self.layers)}: {counted(self.found.articles, 'article')} that all of them have"

    @property
    def merging(self) -> str:
        """How spans become the units of the unitised measures."""
        return MERGING

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the table's rows, one a figure: for all articles together, then for each of them."""
        for scores in self.found.scores:
            yield from self._rows("", "", scores)
        for one in self.found.by_article:
            yield from self._rows(one.article, one.title, one.scores)

    def _rows(self, article: str, title: str, scores: Scores) -> Iterator[tuple[str, ...]]:
        for figure in scores.figures:
            value = "" if figure.value is None else f"{figure.value:.6f}"
            yield (article, title, self.tags[scores.tag], figure.measure, value, str(figure.n), figure.of, figure.why)


def shown_value(figure: Figure) -> str:
    """Return the value for people: three decimals, or why there is none."""
    return f"undefined, because {figure.why}" if figure.value is None else f"{figure.value:.3f}"


def report(project: Project, found: Agreement) -> Report:
    """Return the report of what was found out about layers of a project."""
    names = {one.id: one.name for one in annotators(project)}
    layers = tuple(FINAL_LAYER if key is None else names.get(key, key) for key in found.layers)
    tags: dict[str | None, str] = {None: ALL_TAGS} | {tag.id: tag.name for tag in scheme(project)}
    return Report(info(project).title, layers, tags, found)


def as_json(made: Report) -> dict[str, Any]:
    """Return a report in plain lists and dictionaries; a value that is undefined is None and has a reason."""
    return {"project": made.title, "names": list(made.layers), "merging": made.merging, **asdict(made.found)}


def confusion_table(made: Report) -> tuple[Sequence[str], list[list[str]]]:
    """Return the table of tags by tags: its headings, and a row for each tag of the first layer with numbers."""
    cells = {(one.first, one.second): one.pairs for one in made.found.confusion}
    order = [tag for tag in made.tags if tag is not None]
    firsts = [*(tag for tag in order if any(tag == first for first, _ in cells)), None]
    seconds = [*(tag for tag in order if any(tag == second for _, second in cells)), None]

    def name(tag: str | None) -> str:
        return NO_SPAN if tag is None else made.tags[tag]

    rows = [[name(first), *(str(cells.get((first, second), 0)) for second in seconds)] for first in firsts]
    return ["", *map(name, seconds)], rows
