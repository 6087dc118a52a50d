"""`annotator compare`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import click

from annotator.cli.opening import open_for_reading
from annotator.cli.options import json_option
from annotator.cli.output import print_json, print_line, print_table, progress
from annotator.core.agreement import Agreement, Behind, Measure, PlacedPair
from annotator.core.counting import Placed
from annotator.core.records import LAYER_STATUSES, LayerStatus
from annotator.core.text import snippet
from annotator.services.agreement.comparing import BEGUN, layer_named
from annotator.services.agreement.exporting import export_report
from annotator.services.agreement.measuring import agreement, pairs_behind
from annotator.services.agreement.report import Report, as_json, report, shown_value

_DIFFERING = frozenset({"boundary", "tag", "entity", "attributes", "only here", "only there"})
_BY_ARTICLE: tuple[Measure, ...] = ("exact F1", "overlap F1", "α on characters")


@click.command()
@click.argument("project")
@click.argument("first")
@click.argument("second")
@click.option(
    "--status", "statuses", type=click.Choice(LAYER_STATUSES), multiple=True,
    help="Only layers with this status; may be repeated. Without it, those that are begun or done.",
)  # fmt: skip
@click.option("--gamma", is_flag=True, help="Compute γ as well; it takes a while.")
@click.option("-o", "--output", metavar="OUT", type=click.Path(path_type=Path),
              help="Write a report as well; .csv, .json or .pdf.")  # fmt: skip
@json_option
def compare(
    project: str, first: str, second: str, statuses: tuple[str, ...], gamma: bool, output: Path | None, as_json: bool
) -> None:
    """Show how two layers differ, and how far they agree.

    FIRST and SECOND are annotators, by name or id; "final" is the final layer. One annotator twice: their own layers of
    texts that are in the project twice.
    """
    chosen = frozenset(cast("tuple[LayerStatus, ...]", statuses)) or BEGUN
    with open_for_reading(project) as opened, progress() as show:
        layers = layer_named(opened, first), layer_named(opened, second)
        found = agreement(opened, layers, statuses=chosen, gamma=gamma, progress=show)
        pairs = pairs_behind(opened, layers, Behind(kinds=_DIFFERING), statuses=chosen, most=None, progress=show)
        made = report(opened, found)
        if output is not None:
            export_report(opened, found, output)
    if as_json:
        print_json(_data(made, pairs))
        return
    _print(made, pairs)


def _print(made: Report, pairs: list[PlacedPair]) -> None:
    print_line(f"{made.heading}.")
    if not made.found.articles:
        return
    print_table(
        ("article", "differ in", *made.layers),
        [(*_where(pair), _cell(pair.first), _cell(pair.second)) for pair in pairs],
        "No spans differ.",
    )
    print_line("")
    print_table(
        ("tag", "measure", "value", "n", "of"),
        [
            (made.tags[scores.tag], one.measure, shown_value(one), one.n, one.of)
            for scores in made.found.scores
            for one in scores.figures
        ],
        "",
    )
    print_line("")
    print_table(
        ("article", "id", *(f"spans of {name}" for name in made.layers), *_BY_ARTICLE),
        [
            (snippet(one.title, 40), one.article, *one.scores.spans, *_values(made.found, place))
            for place, one in enumerate(made.found.by_article)
        ],
        "",
    )


def _where(pair: PlacedPair) -> tuple[str, str]:
    placed = pair.first or pair.second
    title = snippet(placed.title, 30) if placed else ""
    names = ", ".join(sorted(pair.kinds))
    return title, f"{names} (entity by name: {', '.join(pair.by_name)})" if pair.by_name else names


def _cell(span: Placed | None) -> str:
    return "–" if span is None else f"{span.tag}: {snippet(span.words, 40)}"


def _values(found: Agreement, place: int) -> Iterator[str]:
    scores = found.by_article[place].scores
    for measure in _BY_ARTICLE:
        figure = scores.figure(measure)
        yield "–" if figure is None or figure.value is None else shown_value(figure)


def _data(made: Report, pairs: list[PlacedPair]) -> dict[str, Any]:
    return as_json(made) | {
        "differences": [
            {
                "kinds": sorted(pair.kinds),
                "by_name": list(pair.by_name),
                "first": _span(pair.first),
                "second": _span(pair.second),
            }
            for pair in pairs
        ]
    }


def _span(span: Placed | None) -> dict[str, str] | None:
    if span is None:
        return None
    return {"id": span.span, "tag": span.tag, "article": span.article, "title": span.title, "text": span.words}
