"""Differences between layers."""

from __future__ import annotations

import operator
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis.differences import (
    DIFFERENCE_KINDS,
    AttributePair,
    Difference,
    DifferenceKind,
    compare,
    differences,
    groups,
)
from annotator.analysis.same_entities import same_entities
from annotator.core.ids import new_id
from annotator.core.records import Entity, Link, Span
from annotator.core.segments import Segment, join

ADA, BO = Entity("ada", "Ada Brandt"), Entity("bo", "Bo Lund")


def span(start: int, end: int, tag: str = "quote", *entities: str, **attributes: str) -> Span:
    links = tuple(Link(new_id(), entity, "speaker" if tag == "quote" else "claimant") for entity in entities)
    return Span(new_id(), tag, (Segment(start, end),), links, attributes)


def kinds(first: list[Span], second: list[Span]) -> list[set[DifferenceKind]]:
    return [set(one.kinds) for one in differences(first, second)]


@st.composite
def drawn_span(draw: st.DrawFn) -> Span:
    ranges = draw(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 12)), min_size=1, max_size=3))
    entities = draw(st.lists(st.sampled_from(["ada", "bo", "cy"]), max_size=2))
    return Span(
        new_id(),
        draw(st.sampled_from(["quote", "claim"])),
        join((start, start + length) for start, length in ranges),
        tuple(Link(new_id(), entity, draw(st.sampled_from(["speaker", "target"]))) for entity in entities),
        draw(st.dictionaries(st.sampled_from(["form", "altered"]), st.sampled_from(["yes", "mixed"]))),
    )


layers = st.lists(drawn_span(), max_size=6)
MIRRORED: dict[DifferenceKind, DifferenceKind] = {"only here": "only there", "only there": "only here"}


@given(layers, layers)
def test_each_span_stands_in_exactly_one_difference(first: list[Span], second: list[Span]) -> None:
    found = differences(first, second)
    assert Counter(one.first.id for one in found if one.first) == Counter(one.id for one in first)
    assert Counter(one.second.id for one in found if one.second) == Counter(one.id for one in second)
    starts = [min(span.start for span in (one.first, one.second) if span) for one in found]
    assert starts == sorted(starts)


@given(layers, layers)
def test_from_the_other_side_the_differences_are_the_same(first: list[Span], second: list[Span]) -> None:
    there = [
        (one.second, one.first, {MIRRORED.get(kind, kind) for kind in one.kinds}) for one in differences(second, first)
    ]
    assert [(one.first, one.second, set(one.kinds)) for one in differences(first, second)] == there


@given(layers, st.randoms())
def test_the_order_in_which_spans_are_given_changes_nothing(first: list[Span], chance: Random) -> None:
    second = [Span(new_id(), one.tag, one.segments, one.links, one.attributes) for one in first]
    mixed = chance.sample(first, len(first))
    assert differences(mixed, second) == differences(first, second)


@given(st.lists(drawn_span(), max_size=6, unique_by=lambda one: (one.tag, one.segments)))
def test_a_layer_and_its_copy_are_the_same(first: list[Span]) -> None:
    copies = [
        Span(new_id(), one.tag, one.segments, one.links, one.attributes, note="Mine.", unsure=True) for one in first
    ]
    assert kinds(first, copies) == [{"same"}] * len(first)


@given(st.fixed_dictionaries({"a": layers, "b": layers, "c": layers}))
def test_each_span_of_several_layers_stands_in_exactly_one_group(spans: dict[str, list[Span]]) -> None:
    found = groups(spans)
    for name, members in spans.items():
        assert Counter(one.spans[name].id for one in found if name in one.spans) == Counter(one.id for one in members)
    assert all({*one.spans, *one.missing} == {*spans} for one in found)


@given(layers, layers)
def test_two_layers_are_grouped_as_well_as_they_are_compared(first: list[Span], second: list[Span]) -> None:
    def shared(pairs: list[tuple[Span | None, Span | None]]) -> int:
        return sum(
            len(
                {at for part in one.segments for at in range(*part)}
                & {at for part in two.segments for at in range(*part)}
            )
            for one, two in pairs
            if one and two
        )

    grouped = [(one.spans.get("a"), one.spans.get("b")) for one in groups({"a": first, "b": second})]
    assert shared(grouped) == shared([(one.first, one.second) for one in differences(first, second)])


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (span(0, 9), span(0, 9), {"same"}),
        (span(0, 9), span(1, 9), {"boundary"}),
        (span(0, 9), span(0, 9, "claim"), {"tag"}),
        (span(0, 9, "quote", "ada"), span(0, 9, "quote", "bo"), {"entity"}),
        (span(0, 9, "quote", "ada"), span(0, 9), {"entity"}),
        (span(0, 9, "quote", "ada", "bo"), span(0, 9, "quote", "bo", "ada"), {"same"}),
        (span(0, 9, "quote", "ada", "ada"), span(0, 9, "quote", "ada"), {"entity"}),
        (span(0, 9, "quote", "ada"), span(0, 9, "claim", "ada"), {"tag"}),
        (span(0, 9, form="direct"), span(0, 9, form="mixed"), {"attributes"}),
        (span(0, 9, form="direct"), span(2, 9, "claim", "bo"), {"boundary", "tag", "entity", "attributes"}),
    ],
)
def test_spans_differ_in_what_differs(one: Span, other: Span, expected: set[DifferenceKind]) -> None:
    (found,) = differences([one], [other])
    assert found.kinds == expected
    assert found.kind == min(expected, key=DIFFERENCE_KINDS.index)


def test_spans_without_a_counterpart_are_only_here_or_only_there() -> None:
    assert kinds([span(0, 5), span(10, 15)], [span(5, 10), span(10, 15)]) == [{"only here"}, {"only there"}, {"same"}]


def test_a_difference_says_which_attributes_and_links_differ() -> None:
    one = span(0, 9, "quote", "ada", "bo", form="direct", altered="yes")
    other = span(0, 9, "quote", "ada", form="mixed", altered="yes")
    found = compare(one, other)
    assert found.attributes == (AttributePair("form", "direct", "mixed"),)
    assert found.links == ((one.links[0], other.links[0]), (one.links[1], None))
    assert found.differing_links == ((one.links[1], None),)


def test_of_two_spans_on_the_same_words_the_one_with_the_same_tag_is_meant() -> None:
    first = [span(0, 9, "claim"), span(0, 9, "quote")]
    second = [span(0, 9, "quote"), span(0, 9, "claim")]
    assert kinds(first, second) == [{"same"}, {"same"}]


def test_of_two_spans_alike_the_one_with_the_same_entity_is_meant() -> None:
    first = [span(0, 9, "quote", "ada"), span(0, 9, "quote", "bo")]
    assert kinds(first, [span(0, 9, "quote", "bo"), span(0, 9, "quote", "ada")]) == [{"same"}, {"same"}]


def test_groups_say_who_has_a_span_and_who_has_it_otherwise() -> None:
    here, there, elsewhere = span(0, 9), span(0, 9, "claim"), span(0, 7)
    agreed, only = [span(20, 30) for _ in range(3)], span(40, 44)
    found = groups({"a": [here, agreed[0]], "b": [there, agreed[1], only], "c": [elsewhere, agreed[2]]})
    assert [dict(one.spans) for one in found] == [
        {"a": here, "b": there, "c": elsewhere},
        dict(zip("abc", agreed, strict=True)),
        {"b": only},
    ]
    assert [one.kinds for one in found] == [{"boundary", "tag"}, {"same"}, {"same"}]
    assert [one.missing for one in found] == [(), (), ("a", "c")]
    assert [one.is_agreed for one in found] == [False, True, False]


def test_a_group_holds_what_no_two_others_share() -> None:
    # The third overlaps the first two, which do not overlap each other.
    found = groups({"a": [span(0, 5)], "b": [span(5, 10)], "c": [span(4, 9)]})
    assert [sorted(one.spans) for one in found] == [["a"], ["b", "c"]]


def difference_of(one: Entity, other: Entity, *more: Entity) -> Difference:
    return compare(
        span(0, 9, "quote", one.id),
        span(0, 9, "quote", other.id),
        same_entities({e.id: e for e in (one, other, *more)}),
    )


@pytest.mark.parametrize(
    "other",
    [
        Entity("x", "ADA  BRANDT"),
        Entity("x", "Áda Brandt"),
        Entity("x", "Mayor Brandt", aliases=("Ada Brandt", "Brandt")),
        Entity("x", "A. Brandt", aliases=("Ada Brandt",)),
    ],
)
def test_entities_are_the_same_by_kind_and_name_or_alias_and_that_is_said(other: Entity) -> None:
    assert difference_of(ADA, other).kinds == {"same"}
    same = same_entities({ADA.id: ADA, other.id: other})
    assert same.by_name(ADA.id, other.id)
    assert not same.by_name(ADA.id, ADA.id)


@pytest.mark.parametrize("other", [BO, Entity("x", "Ada Brandt", kind="organisation"), Entity("x", "Brandt Ada")])
def test_other_entities_are_not_the_same(other: Entity) -> None:
    assert difference_of(ADA, other).kinds == {"entity"}


def test_merged_entities_are_the_one_that_they_were_merged_into() -> None:
    merged = Entity("x", "The mayor", merged_into="y")
    again = Entity("y", "Mayor of Orlo", merged_into="ada")
    assert difference_of(ADA, merged, again).kinds == {"same"}
    assert not same_entities({one.id: one for one in (ADA, merged, again)}).by_name("ada", "x")


def test_a_merged_entity_may_be_given_as_the_one_that_it_is_now() -> None:
    same = same_entities({"x": ADA, "bo": BO})
    assert same("x", "ada")
    assert not same.by_name("x", "ada")
    assert not same("x", "bo")


def test_entities_merged_in_a_circle_do_not_hang() -> None:
    one, other = Entity("x", "One", merged_into="y"), Entity("y", "Other", merged_into="x")
    assert same_entities({"x": one, "y": other}).resolved("x") in {"x", "y"}


def test_a_link_to_the_very_same_entity_is_not_taken_by_one_of_the_same_name() -> None:
    twin = Entity("twin", "Ada Brandt")
    same = same_entities({"ada": ADA, "twin": twin})
    found = compare(span(0, 9, "quote", "twin", "ada"), span(0, 9, "quote", "ada", "twin"), same)
    assert [(pair.first.entity, pair.second.entity) for pair in found.links if pair.first and pair.second] == [
        ("twin", "twin"),
        ("ada", "ada"),
    ]


def test_unknown_entities_are_compared_by_id() -> None:
    assert compare(span(0, 9, "quote", "p"), span(0, 9, "quote", "q"), operator.eq).kinds == {"entity"}
    assert compare(span(0, 9, "quote", "p"), span(0, 9, "quote", "p"), same_entities({})).kinds == {"same"}
