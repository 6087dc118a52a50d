"""How far layers agree on the articles that all of them have, and the spans behind each figure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from annotator.analysis.agreement.matched import tag_pair
from annotator.analysis.agreement.units import MERGING as MERGING  # for whoever shows unitised α
from annotator.analysis.differences import Difference
from annotator.core.agreement import Agreement, ArticleScores, Behind, Confused, PlacedPair, Shared
from annotator.core.counting import Placed
from annotator.core.records import Article, LayerStatus, Span
from annotator.core.segments import excerpt
from annotator.formats.interface import Progress, no_progress
from annotator.services.agreement.comparing import BEGUN, Compared, Comparison
from annotator.services.projects import scheme
from annotator.store import shared_layers
from annotator.store.project import Project

if TYPE_CHECKING:
    from annotator.analysis.agreement.tally import Layers

MOST_PAIRS = 1_000
"""Pairs of spans behind a figure that are listed at most."""


def shared(project: Project, statuses: Collection[LayerStatus] = BEGUN) -> list[Shared]:
    """Return each two layers that share usable articles, with their number; the final layer comes second."""
    return shared_layers.shared_counts(project, statuses)


def agreement(
    project: Project,
    layers: Sequence[str | None],
    *,
    statuses: Collection[LayerStatus] = BEGUN,
    articles: Collection[str] | None = None,
    gamma: bool = False,
    progress: Progress = no_progress,
) -> Agreement:
    """Return how far two or more layers agree on the articles that all of them have; see `Comparison`.

    The first layer is what the second is held against. With `gamma`, γ is told too; it takes a while where there are
    many spans. α on characters counts articles, too, that only some of more than two layers have. What is not the
    article's own text does not count. Raises Refused as `Comparison` does, Cancelled where `progress` does.
    """
    # Imported where they are used: SciPy takes a while, and the window that starts need not wait for it.
    from annotator.analysis.agreement.tally import Tally

    comparison = Comparison(project, layers, statuses, articles)
    tags = [tag.id for tag in scheme(project)]
    tally = Tally(len(layers), tags)
    rows: list[ArticleScores] = []
    still = _Still(progress)
    for text in comparison.texts(still.progress):
        measured = _measured(comparison, text, tags if gamma else None, still)
        tally.add(measured)
        if text.whole:
            alone = Tally(len(layers), tags, by_tag=False)
            alone.add(measured)
            rows.append(ArticleScores(text.articles[0].id, text.articles[0].title, alone.overall()))
    matched = tally.matched
    return Agreement(
        layers=comparison.layers,
        articles=len(rows),
        scores=tally.scores(),
        by_article=tuple(rows),
        confusion=tuple(Confused(*pair, number) for pair, number in matched.tags.items()),
        kinds=tuple(matched.kinds.items()),
        starts=tuple(sorted(matched.starts.items())),
        ends=tuple(sorted(matched.ends.items())),
    )


def pairs_behind(
    project: Project,
    layers: tuple[str | None, str | None],
    which: Behind,
    *,
    statuses: Collection[LayerStatus] = BEGUN,
    most: int | None = MOST_PAIRS,
    progress: Progress = no_progress,
) -> list[PlacedPair]:
    """Return the matched spans of two layers that stand behind a figure, in order, `most` at most (None: all).

    Raises Refused as `Comparison` does, Cancelled where `progress` does.
    """
    comparison = Comparison(project, layers, statuses, which.articles)
    return list(islice(_pairs(comparison, which, progress), most))


def _pairs(comparison: Comparison, which: Behind, progress: Progress) -> Iterator[PlacedPair]:
    for text in comparison.texts(progress):
        # The words are those of the whole span, also where a part of it is not the article's own text.
        whole = {span.id: span for article in text.articles for layer in article.layers for span in layer.spans}
        for one in comparison.differences(text):
            if _is_meant(one, which):
                yield _placed_pair(comparison, text, one, whole)


def _is_meant(one: Difference, which: Behind) -> bool:
    tags = tag_pair(one)
    return (
        (which.tag is None or which.tag in tags)
        and (which.cell is None or which.cell == tags)
        and (which.kinds is None or not one.kinds.isdisjoint(which.kinds))
    )


def _placed_pair(comparison: Comparison, text: Compared, one: Difference, whole: Mapping[str, Span]) -> PlacedPair:
    spans = zip((one.first, one.second), text.articles, comparison.layers, strict=True)
    first, second = (
        None if span is None else _placed(whole[span.id], article, layer) for span, article, layer in spans
    )
    return PlacedPair(first, second, one.kinds, comparison.called_alike(one))


def _placed(span: Span, article: Article, annotator: str | None) -> Placed:
    return Placed(span.id, span.tag, article.id, article.title, annotator, excerpt(article.text, span.segments))


class _Still:
    """Tells again how far the work is, so that a long piece of it can be stopped."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._last: tuple[int, int, str] = (0, 0, "")

    def progress(self, done: int, total: int, text: str) -> None:
        self._last = (done, total, text)
        self._progress(done, total, text)

    def again(self) -> None:
        self._progress(*self._last)


def _measured(comparison: Comparison, text: Compared, tags: Sequence[str] | None, still: _Still) -> Layers:
    """Return a text for the tally; `tags` are those of which γ is wanted."""
    from annotator.analysis.agreement.tally import Layers, gammas

    measured = Layers(text.spans, text.length)
    if text.whole is None:
        return measured
    if len(comparison.layers) == 2:
        measured = measured._replace(found=comparison.differences(text))
    if tags is not None:
        measured = measured._replace(gammas=gammas(text.whole, text.length, tags, still.again))
    return measured
