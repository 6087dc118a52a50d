"""Agreement as tables: what stands in each cell, and which pairs of spans are behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from annotator.core.agreement import MEASURES, Agreement, Behind, Figure, Measure, Scores
from annotator.core.text import snippet
from annotator.ui.dashboard.figure_table import Row

_BY_ARTICLE: tuple[Measure, ...] = (
    "exact F1", "overlap F1", "α on characters", "κ on characters", "entity accuracy",
)  # fmt: skip
_KINDS: Mapping[Measure, frozenset[str]] = {
    "entity accuracy": frozenset({"entity"}),
    "start distance": frozenset({"boundary"}),
    "end distance": frozenset({"boundary"}),
}
"""The kinds of differences that explain a measure; the others are explained by all pairs."""

ABOUT: Mapping[Measure, str] = {
    "exact precision": "The share of the second layer's spans that the first has, with the same tag and segments.",
    "exact recall": "The share of the first layer's spans that the second has, with the same tag and segments.",
    "exact F1": "Precision and recall in one: their harmonic mean.",
    "overlap precision": "The share of the second layer's spans that overlap one of the same tag in the first.",
    "overlap recall": "The share of the first layer's spans that overlap one of the same tag in the second.",
    "overlap F1": "Precision and recall in one: their harmonic mean.",
    "α on characters": "Krippendorff's α, for the tags of each character; 0 is what chance would give.",
    "κ on characters": "Cohen's κ, for the tags of each character; 0 is what chance would give.",
    "unitised α": "Krippendorff's α of 1995, for where spans begin and end, tag by tag.",
    "uα": "Krippendorff's α of 2016, for spans and their tags together.",
    "|uα": "Of 2016 as well, for what is marked at all, whatever the tag.",
    "cuα": "Of 2016 as well, for the tags alone, where both have marked something.",
    "(k)uα": "Of 2016 as well, for one tag alone, where both have marked something.",
    "coverage": "The share of the text that two annotators have marked, on average over pairs of them.",
    "γ": "Mathet's γ, for whole spans, their places and their tags, best aligned.",
    "entity accuracy": "The share of matched spans that are linked to the same entities.",
    "start distance": "How many characters the starts of matched spans lie apart, on average.",
    "end distance": "How many characters the ends of matched spans lie apart, on average.",
}
"""What each measure tells, for whoever does not know it."""

Table = tuple[Sequence[str], Sequence[Row]]


@dataclass(frozen=True, slots=True)
class BehindLayers:
    """Which spans stand behind a figure, and of which layers it is; None: the final layer."""

    layers: tuple[str | None, ...]
    which: Behind


def measures(found: Agreement, tags: Mapping[str, str]) -> Table:
    """Return a row for each measure, a column for all tags and for each; `tags` are the names of tags by id."""
    rows = []
    for measure in MEASURES:
        figures = [scores.figure(measure) for scores in found.scores]
        if any(figures):
            behind = [_behind(scores, measure) for scores in found.scores]
            rows.append(_row(measure, figures, [None, *behind]))
    head = ["All" if scores.tag is None else tags.get(scores.tag, scores.tag) for scores in found.scores]
    spans = Row(
        ("spans", *(" + ".join(f"{number:,}" for number in scores.spans) for scores in found.scores)),
        of_cells=(None, *(Behind(tag=scores.tag) for scores in found.scores)),
    )
    return ("Measure: value (n)", *head), [spans, *rows]


def articles(found: Agreement) -> Table:
    """Return a row for each article."""
    rows = []
    for one in found.by_article:
        which = Behind(articles=(one.article,))
        figures = [one.scores.figure(measure) for measure in _BY_ARTICLE]
        rows.append(_row(snippet(one.title, 60), figures, [which] * (len(figures) + 1)))
    return ("Article", *_BY_ARTICLE), rows


def confusion(found: Agreement, tags: Mapping[str, str]) -> Table:
    """Return the first layer's tags as rows, the second's as columns, and what only one of them has."""
    cells = {(one.first, one.second): one.pairs for one in found.confusion}
    keys = [key for key in tags if any(key in pair for pair in cells)]
    columns: list[str | None] = [*keys, None]
    rows = []
    for first in columns:
        numbers = [cells.get((first, second), 0) for second in columns]
        name = "no span" if first is None else tags[first]
        shown = [f"{number:,}" if first or second else "" for number, second in zip(numbers, columns, strict=True)]
        rows.append(Row((name, *shown), of_cells=(None, *(Behind(cell=(first, second)) for second in columns))))
    return ("First ↓ second →", *(tags[key] for key in keys), "no span"), rows if keys else []


def boundaries(found: Agreement) -> Table:
    """Return a row for each distance between the ends of matched spans, with how many are that far or nearer."""
    starts, ends = dict(found.starts), dict(found.ends)
    distances = sorted({abs(one) for one in (*starts, *ends)})
    counts = [
        [held.get(one, 0) + (held.get(-one, 0) if one else 0) for one in distances] for held in (starts, ends)
    ]  # fmt: skip
    shares = [
        [f"{number:,} ({reached / sum(side):.0%})" for number, reached in zip(side, accumulate(side), strict=True)]
        for side in counts
    ]
    which = Behind(kinds=frozenset({"boundary"}))
    rows = [Row((f"{one:,}", *cells), of_cells=(which,) * 3) for one, *cells in zip(distances, *shares, strict=True)]
    return ("Characters apart", "Starts (this far or nearer)", "Ends (this far or nearer)"), rows


def pairs(found: Sequence[tuple[str, Agreement]]) -> Table:
    """Return a row for each pair of annotators, named, and for all of them."""
    rows = []
    for name, one in found:
        shared = tuple(each.article for each in one.by_article)
        behind = [
            BehindLayers(one.layers, Behind(kinds=_KINDS.get(measure), articles=shared)) for measure in _BY_ARTICLE
        ]
        figures = [one.overall.figure(measure) for measure in _BY_ARTICLE]
        rows.append(_row(name, figures, [None, behind[0], *behind], f"{one.articles:,}"))
    return ("Annotators", "Articles", *_BY_ARTICLE), rows


def shown(figure: Figure | None) -> str:
    """Return a figure with its n in brackets."""
    if figure is None:
        return ""
    if figure.value is None:
        return "undefined"
    digits = 1 if figure.measure in ("start distance", "end distance") else 3
    return f"{figure.value:.{digits}f} ({figure.n:,})"


def told(figure: Figure | None) -> str:
    """Return what a figure is of, or why there is none; and what its measure tells."""
    if figure is None:
        return ""
    if figure.value is None:
        return f"{figure.measure}: undefined, because {figure.why}. {ABOUT[figure.measure]}"
    return f"{figure.measure}: {figure.value:.4f}, n = {figure.n:,} {figure.of}. {ABOUT[figure.measure]}"


def _behind(scores: Scores, measure: Measure) -> Behind:
    return Behind(tag=scores.tag, kinds=_KINDS.get(measure))


def _row(name: str, figures: Sequence[Figure | None], behind: Sequence[object], *before: str) -> Row:
    blank = ("",) * (1 + len(before))
    return Row(
        (name, *before, *map(shown, figures)), of_cells=tuple(behind), tips=(*blank, *map(told, figures))
    )  # fmt: skip
