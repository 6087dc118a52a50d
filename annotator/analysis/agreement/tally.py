"""All measures at once, for each tag and over all tags, collected article by article."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from annotator.analysis.agreement.gamma import Gamma, gamma, pooled_gamma
from annotator.analysis.agreement.matched import Matched, tag_pair
from annotator.analysis.agreement.nominal import CohenKappa, NominalAlpha
from annotator.analysis.agreement.span_scores import SpanScores, f1, precision, recall, span_scores
from annotator.analysis.agreement.u_alpha import UAlpha
from annotator.analysis.agreement.undefined import Undefined
from annotator.analysis.agreement.unitised import UnitisedAlpha, overall_alpha
from annotator.analysis.agreement.units import Mark, marks, sections, tag_units
from annotator.analysis.differences import Difference
from annotator.core.agreement import Counted, Figure, Measure, Scores
from annotator.core.records import Span

Gammas: TypeAlias = Mapping[str | None, Gamma | Undefined]
"""γ of an article by tag, None for all of them; tags that nobody used are left out."""


class Layers(NamedTuple):
    """The layers of one article, of `length` characters, and what was found out about them before.

    A layer is None where an annotator has none; then only α on characters is collected. `found` are the differences
    of two layers; without `gammas`, γ is not told.
    """

    spans: Sequence[Sequence[Span] | None]
    length: int
    found: Sequence[Difference] = ()
    gammas: Gammas | None = None


def gammas(layers: Sequence[Sequence[Span]], length: int, tags: Sequence[str], check: Callable[[], None]) -> Gammas:
    """Return γ of the layers of an article, over all tags and for each; `check` may raise to stop."""
    found: dict[str | None, Gamma | Undefined] = {}
    for tag in (None, *tags):
        whole = [[Mark(one.start, one.end, one.tag) for one in spans if tag in (None, one.tag)] for spans in layers]
        try:
            if any(whole):
                found[tag] = gamma(whole, length, check=check)
        except Undefined as reason:
            found[tag] = reason
    return found


class Tally:
    """Collects what is measured between the layers of two or more annotators.

    `tags` are all that spans may have; each is measured alone, too, unless `by_tag` is false.
    """

    def __init__(self, annotators: int, tags: Sequence[str], *, by_tag: bool = True) -> None:
        self._all = _Scope(annotators, tags)
        self._tags = {tag: _Scope(annotators, [tag]) for tag in tags} if by_tag else {}

    @property
    def matched(self) -> Matched:
        """What was found out about the matched spans of two layers, whatever their tags."""
        return self._all.matched

    def add(self, layers: Layers) -> None:
        """Take an article."""
        runs = list(sections(layers.length, [marks(spans or ()) for spans in layers.spans]))
        self._all.add(layers, runs, None)
        for tag, scope in self._tags.items():
            scope.add(_of_tag(layers, tag), [(size, _only(held, tag)) for size, held in runs], tag)

    def overall(self) -> Scores:
        """Return the figures over all tags."""
        return Scores(None, tuple(self._all.spans), tuple(self._all.figures()))

    def scores(self) -> tuple[Scores, ...]:
        """Return the figures over all tags, then those of each tag that has spans."""
        every = self._all
        return self.overall(), *(
            Scores(tag, tuple(scope.spans), (*scope.figures(), *every.coding_figures(tag, scope.whole_spans)))
            for tag, scope in self._tags.items()
            if any(scope.spans)
        )


def _of_tag(layers: Layers, tag: str) -> Layers:
    """Return the layers with the spans of one tag only; of the differences, those of two such spans."""
    return layers._replace(
        spans=[None if spans is None else [one for one in spans if one.tag == tag] for spans in layers.spans],
        found=[one for one in layers.found if tag_pair(one) == (tag, tag)],
    )


def _only(held: Sequence[frozenset[str]], tag: str) -> tuple[frozenset[str], ...]:
    return tuple(values & {tag} for values in held)


class _Scope:
    """What is collected for one tag, or for several of them together."""

    def __init__(self, annotators: int, tags: Sequence[str]) -> None:
        self._tags = tags
        self._two = annotators == 2
        self.spans = [0] * annotators
        self.whole_spans = [0] * annotators
        self.matched = Matched()
        self._alpha, self._kappa = NominalAlpha(), CohenKappa()
        self._scores = SpanScores()
        self._unitised = {tag: UnitisedAlpha(annotators) for tag in tags}
        self._units = 0
        self._characters = self._compared = 0
        self._u = UAlpha(annotators)
        self._overlap: Undefined | None = None
        self._gammas: list[Gamma] = []
        self._no_gamma: Undefined | None = None
        self._tells_gamma = False

    def add(self, layers: Layers, runs: Sequence[tuple[int, tuple[frozenset[str], ...]]], tag: str | None) -> None:
        """Take an article, with its sections."""
        for size, held in runs:
            self._alpha.add(
                (None if spans is None else values for values, spans in zip(held, layers.spans, strict=True)), size
            )
        self._compared += layers.length
        whole = [spans for spans in layers.spans if spans is not None]
        for place, spans in enumerate(layers.spans):
            self.spans[place] += len(spans or ())
        if len(whole) < len(layers.spans):
            return
        self._characters += layers.length
        for place, spans in enumerate(whole):
            self.whole_spans[place] += len(spans)
        self._add_units(whole, layers.length)
        if self._two:
            for size, (first, second) in runs:
                self._kappa.add(first, second, size)
            for one in self._tags:
                self._scores += span_scores(whole[0], whole[1], one)
            self.matched.add(layers.found)
        self._add_gamma(layers.gammas, tag)

    def _add_units(self, layers: Sequence[Sequence[Span]], length: int) -> None:
        valued: list[list[Mark]] = [[] for _ in layers]
        for tag in self._tags:
            units = [tag_units(spans, tag) for spans in layers]
            self._unitised[tag].add(units, length)
            self._units += sum(map(len, units))
            for marked, own in zip(valued, units, strict=True):
                marked += (Mark(*unit, tag) for unit in own)
        try:
            self._u.add(valued, length)
        except Undefined as reason:
            self._overlap = reason

    def _add_gamma(self, found: Gammas | None, tag: str | None) -> None:
        if found is None:
            return
        self._tells_gamma = True
        one = found.get(tag)
        if isinstance(one, Gamma):
            self._gammas.append(one)
        elif one is not None:
            self._no_gamma = one

    def figures(self) -> Iterator[Figure]:
        """Yield the figures in the order of `MEASURES`; of more than two annotators, those that are of more."""
        if self._two:
            for measure, value, n in self._span_figures():
                yield self._figure(measure, n, "spans", value)
        yield self._figure("α on characters", self._compared, "characters", self._alpha.alpha)
        if self._two:
            yield self._figure("κ on characters", self._characters, "characters", self._kappa.kappa)
        yield self._figure("unitised α", self._units, "units", self._unitised_alpha)
        several = len(self._tags) > 1
        if several:
            yield self._figure("uα", self._units, "units", partial(self._of_units, self._u.u))
        yield self._figure("|uα", self._units, "units", partial(self._of_units, self._u.binary))
        if several:
            yield self._figure("cuα", self._units, "units", partial(self._of_units, self._u.coding))
        yield self._figure("coverage", self._characters, "characters", partial(self._of_units, self._u.coverage))
        if self._tells_gamma:
            yield self._figure("γ", sum(self.whole_spans), "units", self._gamma)
        if self._two:
            matched = self.matched
            yield self._figure("entity accuracy", matched.linked, "pairs", matched.entity_accuracy)
            yield self._figure("start distance", matched.pairs, "pairs", matched.start_distance)
            yield self._figure("end distance", matched.pairs, "pairs", matched.end_distance)

    def _span_figures(self) -> Iterator[tuple[Measure, Callable[[], float], int]]:
        found, exact, overlapping = self._scores, self._scores.exact, self._scores.overlapping
        both = found.first + found.second
        yield "exact precision", partial(precision, exact, found), found.second
        yield "exact recall", partial(recall, exact, found), found.first
        yield "exact F1", partial(f1, exact, found), both
        yield "overlap precision", partial(precision, overlapping, found), found.second
        yield "overlap recall", partial(recall, overlapping, found), found.first
        yield "overlap F1", partial(f1, overlapping, found), both

    def coding_figures(self, tag: str, spans: Sequence[int]) -> Iterator[Figure]:
        """Yield (k)uα of one of the tags, which the layers have as many `spans` of."""
        yield self._figure(
            "(k)uα", sum(spans), "spans", partial(self._of_units, partial(self._u.coding_of, tag)), spans
        )

    def _figure(
        self, measure: Measure, n: int, of: Counted, value: Callable[[], float], spans: Sequence[int] | None = None
    ) -> Figure:
        # α takes articles, too, that only some of the layers are there for.
        is_alpha = measure == "α on characters"
        found = spans if spans is not None else self.spans if is_alpha else self.whole_spans
        with_spans = sum(map(bool, found))
        try:
            if not (self._compared if is_alpha else self._characters):
                raise Undefined("there is no article that all of them have")
            if with_spans < 2:
                raise Undefined("only one layer has spans" if with_spans else "no layer has spans")
            return Figure(measure, value(), n, of)
        except Undefined as reason:
            return Figure(measure, None, n, of, str(reason))

    def _unitised_alpha(self) -> float:
        found = []
        for alpha in self._unitised.values():
            with contextlib.suppress(Undefined):  # a tag without units
                found.append(alpha.disagreement())
        return overall_alpha(found)

    def _of_units(self, value: Callable[[], float]) -> float:
        if self._overlap is not None:
            raise Undefined("spans of different tags overlap")
        return value()

    def _gamma(self) -> float:
        if self._no_gamma is not None:
            raise self._no_gamma
        return pooled_gamma(self._gammas)
