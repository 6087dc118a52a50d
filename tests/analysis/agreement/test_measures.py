"""What holds for all measures, whatever the spans; each against its formula, worked out plainly."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis.agreement import alignment
from annotator.analysis.agreement.alignment import MOST_TUPLES, best_alignment, dissimilarities
from annotator.analysis.agreement.gamma import Gamma, gamma, pooled_gamma
from annotator.analysis.agreement.matched import Matched
from annotator.analysis.agreement.nominal import CohenKappa, NominalAlpha
from annotator.analysis.agreement.span_scores import SpanScores, f1, precision, recall, span_scores
from annotator.analysis.agreement.u_alpha import UAlpha
from annotator.analysis.agreement.undefined import Undefined
from annotator.analysis.agreement.unitised import UnitisedAlpha, overall_alpha
from annotator.analysis.agreement.units import Mark
from annotator.analysis.differences import differences
from annotator.core.errors import Cancelled
from annotator.core.ids import new_id
from annotator.core.records import Link, Span
from annotator.core.segments import Segment

LENGTH = 40


@st.composite
def units(draw: st.DrawFn) -> list[Segment]:
    """Units that do not overlap; they may touch."""
    ends = sorted(draw(st.sets(st.integers(0, LENGTH), max_size=10)))
    return [Segment(*one) for one in pairwise(ends) if draw(st.booleans())]


several = st.lists(units(), min_size=2, max_size=4)
marks = st.lists(
    st.builds(lambda start, length, value: Mark(start, start + length, value), st.integers(0, 30), st.integers(1, 9),
              st.sampled_from("ab")),
    max_size=3,
)  # fmt: skip


def sections_of(found: list[Segment]) -> Iterator[tuple[int, int, bool]]:
    """Start, length, and whether it is a unit, of all sections of a continuum."""
    last = 0
    for start, end in [*found, Segment(LENGTH, LENGTH)]:
        if start > last:
            yield last, start - last, False
        if end > start:
            yield start, end - start, True
        last = end


def squares(one: tuple[int, int, bool], other: tuple[int, int, bool]) -> int:
    """The difference function δ² of two sections, case by case."""
    (start, size, unit), (start_2, size_2, unit_2) = one, other
    if unit and unit_2 and -size < start - start_2 < size_2:
        return (start - start_2) ** 2 + (start + size - start_2 - size_2) ** 2
    if unit and not unit_2 and size_2 - size >= start - start_2 >= 0:
        return size**2
    if unit_2 and not unit and size - size_2 >= start_2 - start >= 0:
        return size_2**2
    return 0


@given(several)
def test_unitised_alpha_is_what_its_formula_says(found: list[list[Segment]]) -> None:
    alpha = UnitisedAlpha(len(found))
    alpha.add(found, LENGTH)
    m, sections = len(found), [list(sections_of(one)) for one in found]
    sizes = [size for one in sections for _start, size, unit in one if unit]
    gaps = [size for one in sections for _start, size, unit in one if not unit]
    same_place = m * LENGTH * (m * LENGTH - 1) - sum(size * (size - 1) for size in sizes)
    if not sizes:
        with pytest.raises(Undefined):
            alpha.disagreement()
        return
    observed = sum(
        squares(g, h) for i in range(m) for j in range(m) if i != j for g in sections[i] for h in sections[j]
    ) / (m * (m - 1) * LENGTH**2)
    chance = sum(
        (len(sizes) - 1) / 3 * (2 * size**3 - 3 * size**2 + size)
        + size**2 * sum(gap - size + 1 for gap in gaps if gap >= size)
        for size in sizes
    )
    assert alpha.disagreement() == pytest.approx((observed, 2 / LENGTH * chance / same_place))


@given(several, several)
def test_what_differs_in_several_texts_adds_up(one: list[list[Segment]], other: list[list[Segment]]) -> None:
    texts = [text[: min(len(one), len(other))] for text in (one, other)]
    if not all(any(text) for text in texts):
        return
    both = UnitisedAlpha(len(texts[0]))
    alone = []
    for text in texts:
        both.add(text, LENGTH)
        alone.append(UnitisedAlpha(len(text)))
        alone[-1].add(text, LENGTH)
    # Each is a share of the squared length, which is four times as large for two texts as for one.
    assert 4 * both.disagreement().observed == pytest.approx(sum(text.disagreement().observed for text in alone))


@given(units(), st.integers(2, 5))
def test_equal_units_agree_wholly(found: list[Segment], annotators: int) -> None:
    valued = [Mark(*unit, "ab"[place % 2]) for place, unit in enumerate(found)]
    unitised, family = UnitisedAlpha(annotators), UAlpha(annotators)
    unitised.add([found] * annotators, LENGTH)
    family.add([valued] * annotators, LENGTH)
    if found:
        assert best_alignment([valued] * annotators).disorder == 0
        assert family.coverage() == pytest.approx(sum(end - start for start, end in found) / LENGTH)
    covered = sum(end - start for start, end in found)
    if 0 < covered < LENGTH:
        assert unitised.alpha() == family.u() == family.binary() == 1
    if len(found) > 1:
        assert family.coding() == family.coding_of("a") == 1


@given(st.lists(marks, min_size=2, max_size=3))
def test_no_alignment_has_less_disorder(found: list[list[Mark]]) -> None:
    total = sum(map(len, found))
    if not total:
        with pytest.raises(Undefined):
            best_alignment(found)
        return
    best = best_alignment(found)
    for annotator, own in enumerate(found):
        assert sorted(one[annotator] for one in best.tuples if one[annotator] is not None) == list(range(len(own)))
    assert best.disorder == pytest.approx(sum(cost(found, one) for one in best.tuples) * len(found) / total)
    assert best.disorder * total / len(found) == pytest.approx(least(found, frozenset()))


def cost(found: list[list[Mark]], one: tuple[int | None, ...]) -> float:
    """The mean dissimilarity of the pairs of a tuple."""
    every = [
        1.0 if a is None or b is None else float(dissimilarities([found[i][a]], [found[j][b]])[0, 0])
        for (i, a), (j, b) in combinations(enumerate(one), 2)
    ]
    return sum(every) / len(every)


def least(found: list[list[Mark]], used: frozenset[tuple[int, int]]) -> float:
    """The least sum of costs of tuples for the units that are not used yet, by trying everything."""
    free = [(i, place) for i, own in enumerate(found) for place in range(len(own)) if (i, place) not in used]
    if not free:
        return 0
    first, results = free[0], []
    choices: list[list[int | None]] = [
        [first[1]] if i == first[0] else [None, *(place for j, place in free if j == i)] for i in range(len(found))
    ]
    stack: list[tuple[int | None, ...]] = [()]
    for options in choices:
        stack = [(*one, option) for one in stack for option in options]
    for one in stack:
        taken = {(i, place) for i, place in enumerate(one) if place is not None}
        results.append(cost(found, one) + least(found, used | taken))
    return min(results)


def test_too_many_tuples_are_refused_and_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alignment, "MOST_TUPLES", 50)
    crowd = [[Mark(place, place + 9, "a") for place in range(8)] for _ in range(4)]
    with pytest.raises(Undefined, match="too many ways"):
        best_alignment(crowd)
    assert MOST_TUPLES > 50


def test_gamma_is_the_same_for_the_same_seed_and_stops_when_asked() -> None:
    found = [[Mark(0, 9, "a"), Mark(20, 25, "b")], [Mark(1, 9, "a"), Mark(30, 36, "b")]]
    assert gamma(found, LENGTH, seed=3) == gamma(found, LENGTH, seed=3)
    assert gamma(found, LENGTH, seed=3) != gamma(found, LENGTH, seed=4)
    assert gamma([found[0]] * 2, LENGTH).value == 1

    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        gamma(found, LENGTH, check=stop)


def test_gamma_wants_more_samples_for_more_precision() -> None:
    found = [[Mark(0, 9, "a"), Mark(20, 25, "b")], [Mark(1, 9, "a"), Mark(30, 36, "b")]]
    assert gamma(found, LENGTH, precision=0.5).samples == 30
    assert gamma(found, LENGTH, precision=0.03).samples > 30


def test_long_units_of_many_annotators_leave_room_for_chance() -> None:
    assert gamma([[Mark(0, LENGTH, "a")]] * 5, LENGTH, precision=1).observed == 0


def test_gamma_of_several_texts_weighs_each_by_its_units() -> None:
    assert pooled_gamma([Gamma(1, 2, 1, 30), Gamma(0, 2, 3, 30)]) == 1 - 1 / 8
    with pytest.raises(Undefined):
        pooled_gamma([])


values = st.lists(st.lists(st.sampled_from(["q", "c", None]), min_size=2, max_size=4), max_size=12)


@given(values)
def test_nominal_alpha_is_one_less_observed_over_expected_disagreement(found: list[list[str | None]]) -> None:
    alpha = NominalAlpha()
    for unit in found:
        alpha.add(unit)
    present = [[value for value in unit if value is not None] for unit in found]
    pairable = [unit for unit in present if len(unit) > 1]
    every = [value for unit in pairable for value in unit]
    assert alpha.values == len(every)
    if len(set(every)) < 2:
        with pytest.raises(Undefined):
            alpha.alpha()
        return
    observed = sum(
        sum(a != b for a in unit for b in unit) / (len(unit) - 1) for unit in pairable
    ) / len(every)  # fmt: skip
    expected = sum(a != b for a in every for b in every) / (len(every) * (len(every) - 1))
    assert alpha.alpha() == pytest.approx(1 - observed / expected)


@pytest.mark.parametrize("units_", [[], ["xx", "xx"]])
def test_kappa_and_alpha_of_nothing_or_of_a_single_value_are_undefined(units_: list[str]) -> None:
    kappa, alpha = CohenKappa(), NominalAlpha()
    for unit in units_:
        kappa.add(*unit)
        alpha.add(unit)
    with pytest.raises(Undefined):
        kappa.kappa()
    with pytest.raises(Undefined):
        alpha.alpha()


def test_unitised_measures_say_why_they_are_undefined() -> None:
    with pytest.raises(Undefined, match="no two annotators"):
        UnitisedAlpha(1).disagreement()
    with pytest.raises(Undefined, match="chance"):
        overall_alpha([])
    with pytest.raises(Undefined, match="no two annotators"):
        UAlpha(1).add([[]], LENGTH)
    with pytest.raises(Undefined, match="overlap"):
        UAlpha(2).add([[Mark(0, 5, "a"), Mark(4, 6, "b")], []], LENGTH)
    lonely = UAlpha(2)
    with pytest.raises(Undefined, match="no text"):
        lonely.coverage()
    lonely.add([[Mark(0, 5, "a")], []], LENGTH)
    with pytest.raises(Undefined, match="on the same words"):
        lonely.coding()
    lonely.add([[Mark(0, 5, "a")], [Mark(0, 5, "a")]], LENGTH)
    with pytest.raises(Undefined, match="single value"):
        lonely.coding()


def test_a_text_that_is_one_character_cannot_be_unitised_by_chance() -> None:
    one = UnitisedAlpha(2)
    one.add([[Segment(0, 1)], [Segment(0, 1)]], 1)
    assert one.disagreement() == (0, 0)
    with pytest.raises(Undefined, match="chance cannot disagree"):
        one.alpha()


def span(start: int, end: int, tag: str = "quote", *entities: str) -> Span:
    links = tuple(Link(new_id(), entity, "speaker") for entity in entities)
    return Span(new_id(), tag, (Segment(start, end),), links)


def test_span_scores_count_equal_and_overlapping_spans_of_a_tag() -> None:
    first = [span(0, 5), span(10, 15), span(20, 25), span(30, 35, "claim")]
    second = [span(0, 5), span(12, 18), span(25, 28), span(40, 44), span(30, 35, "hedge")]
    scores = span_scores(first, second, "quote")
    assert scores == SpanScores(first=3, second=4, exact=1, overlapping=2)
    assert (precision(1, scores), recall(1, scores), f1(1, scores)) == (1 / 4, 1 / 3, 2 / 7)
    assert span_scores(first, second, "claim") == SpanScores(first=1)
    assert scores + SpanScores(first=1) == SpanScores(4, 4, 1, 2)


def test_scores_without_spans_are_undefined_and_say_whose_are_missing() -> None:
    scores = SpanScores(first=2)
    assert (recall(0, scores), f1(0, scores)) == (0, 0)
    with pytest.raises(Undefined, match="second layer"):
        precision(0, scores)
    with pytest.raises(Undefined, match="first layer"):
        recall(0, SpanScores(second=2))
    with pytest.raises(Undefined, match="no spans"):
        f1(0, SpanScores())


def matched(first: list[Span], second: list[Span]) -> Matched:
    found = Matched()
    found.add(differences(first, second))
    return found


def test_matched_spans_are_counted_by_kind_and_tags_and_by_how_far_they_are_apart() -> None:
    found = matched(
        [span(0, 10), span(20, 30), span(40, 44)], [span(1, 9, "claim"), span(20, 30), span(50, 55, "hedge")]
    )
    assert found.kinds == {"boundary": 1, "same": 1, "only here": 1, "only there": 1}
    assert found.tags == {("quote", "claim"): 1, ("quote", "quote"): 1, ("quote", None): 1, (None, "hedge"): 1}
    assert (found.starts, found.ends, found.pairs) == ({1: 1, 0: 1}, {-1: 1, 0: 1}, 2)
    assert (found.start_distance(), found.end_distance()) == (0.5, 0.5)


def test_entity_accuracy_is_of_matched_spans_that_are_linked() -> None:
    first = [span(0, 5, "quote", "ada"), span(10, 15, "quote", "ada"), span(20, 25, "quote", "bo"), span(30, 35)]
    second = [span(0, 5, "quote", "ada"), span(10, 15), span(40, 45, "quote", "bo"), span(30, 35)]
    found = matched(first, second)
    assert (found.linked, found.entity_accuracy()) == (2, 0.5)


def test_without_matched_spans_nothing_is_said_of_them() -> None:
    for figure in (Matched().entity_accuracy, Matched().start_distance, Matched().end_distance):
        with pytest.raises(Undefined):
            figure()
