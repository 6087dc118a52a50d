"""What differs between the spans of two layers, or of several."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias, get_args

from annotator.core.records import Link, Span

DifferenceKind: TypeAlias = Literal["same", "boundary", "tag", "entity", "attributes", "only here", "only there"]
DIFFERENCE_KINDS: tuple[DifferenceKind, ...] = get_args(DifferenceKind)

SameEntity: TypeAlias = Callable[[str, str], bool]
"""Tells of the ids of two entities whether they are the same one."""


class AttributePair(NamedTuple):
    """The values of an attribute in two spans; None where it is not set."""

    name: str
    first: str | None
    second: str | None


class LinkPair(NamedTuple):
    """Links of two spans to the same entity; None where one span has no such link."""

    first: Link | None
    second: Link | None


@dataclass(frozen=True, slots=True)
class Difference:
    """Two spans that were matched, or one that has no counterpart, and in what they differ.

    `kinds` is just "same" where nothing differs, just "only here" or "only there" where one span is None. `attributes`
    are those that differ. `links` are all links, paired by entity: those that differ have None on one side.
    """

    first: Span | None
    second: Span | None
    kinds: frozenset[DifferenceKind]
    attributes: tuple[AttributePair, ...] = ()
    links: tuple[LinkPair, ...] = ()

    @property
    def kind(self) -> DifferenceKind:
        """The first of the kinds in the order of `DIFFERENCE_KINDS`."""
        return next(kind for kind in DIFFERENCE_KINDS if kind in self.kinds)

    @property
    def differing_links(self) -> tuple[LinkPair, ...]:
        """The links to entities that only one of the spans is linked to."""
        return tuple(pair for pair in self.links if None in pair)


def differences(
    first: Sequence[Span], second: Sequence[Span], same_entity: SameEntity = operator.eq
) -> list[Difference]:
    """Return how the spans of two layers differ, in the text's order; each span stands in one difference.

    Spans are matched one to one with the best total overlap; where that leaves a choice, spans of the same tag, and
    then those with the same entities, belong together. The order in which spans are given changes nothing, and
    exchanging the layers exchanges nothing but the sides. Notes and the *unsure* flag are no difference, nor are the
    mention and the cue of a link, nor the order of links.
    """
    pairs = _matched(first, second, same_entity)
    return sorted((compare(one, other, same_entity) for one, other in pairs), key=_place)


def compare(first: Span | None, second: Span | None, same_entity: SameEntity = operator.eq) -> Difference:
    """Return in what two spans differ, of which at most one is None."""
    if first is None or second is None:
        return Difference(first, second, frozenset(["only there" if first is None else "only here"]))
    attributes, links = attribute_differences(first, second), paired_links(first, second, same_entity)
    found: dict[DifferenceKind, bool] = {
        "boundary": first.segments != second.segments,
        "tag": first.tag != second.tag,
        "entity": any(None in pair for pair in links),
        "attributes": bool(attributes),
    }
    kinds = frozenset(kind for kind, differs in found.items() if differs)
    return Difference(first, second, kinds or frozenset(["same"]), attributes, links)


def attribute_differences(first: Span, second: Span) -> tuple[AttributePair, ...]:
    """Return the attributes that two spans have different values of, by name."""
    return tuple(
        AttributePair(name, first.attributes.get(name), second.attributes.get(name))
        for name in sorted({*first.attributes, *second.attributes})
        if first.attributes.get(name) != second.attributes.get(name)
    )


def paired_links(first: Span, second: Span, same_entity: SameEntity = operator.eq) -> tuple[LinkPair, ...]:
    """Return the links of two spans, paired where entity and role are the same, in their order.

    Where the tags differ roles do not count: the entity that claims is the one that is quoted.
    """
    left = list(second.links)
    partners: dict[int, Link] = {}
    # Whoever is called alike is the second choice: nobody may take the link to the very same entity away.
    for same in (operator.eq, same_entity):
        for place, link in enumerate(first.links):
            fitting = (
                other
                for other in left
                if (link.role == other.role or first.tag != second.tag) and same(link.entity, other.entity)
            )
            if place not in partners and (partner := next(fitting, None)) is not None:
                partners[place] = partner
                left.remove(partner)
    pairs = [LinkPair(link, partners.get(place)) for place, link in enumerate(first.links)]
    return (*pairs, *(LinkPair(None, other) for other in left))


@dataclass(frozen=True, slots=True)
class Group:
    """Spans of several layers that were matched, by their layers' keys; at most one of each layer.

    `missing` are the layers that have none. `kinds` are all in which two of the spans differ, or just "same".
    """

    spans: Mapping[str, Span]
    missing: tuple[str, ...]
    kinds: frozenset[DifferenceKind]

    @property
    def is_agreed(self) -> bool:
        """Tell whether all layers have the span, and all have it alike."""
        return not self.missing and self.kinds == {"same"}


def groups(layers: Mapping[str, Sequence[Span]], same_entity: SameEntity = operator.eq) -> list[Group]:
    """Return the spans of several layers matched across them, in the text's order; each span stands in one group.

    The layers come one after the other, in the order given: the spans of each are matched one to one with the groups
    made so far, so that they have the best total overlap with all members. For two layers that is `differences`.
    """
    found: list[dict[str, Span]] = []
    for name, spans in layers.items():
        found = _with_layer(found, name, spans, same_entity)
    made = [
        Group(
            members, tuple(name for name in layers if name not in members), _kinds(list(members.values()), same_entity)
        )
        for members in found
    ]
    return sorted(made, key=lambda group: min(map(_key, group.spans.values())))


def _with_layer(
    found: list[dict[str, Span]], name: str, spans: Sequence[Span], same_entity: SameEntity
) -> list[dict[str, Span]]:
    from annotator.analysis.matching import match

    ordered = sorted(spans, key=_key)
    pairs = match(
        [[segment for span in members.values() for segment in span.segments] for members in found],
        [span.segments for span in ordered],
        lambda one, other: max(_likeness(span, ordered[other], same_entity) for span in found[one].values()),
    )
    partners = {one: ordered[other] for one, other in pairs}
    taken = {other for _one, other in pairs}
    joined = [members | ({name: partners[one]} if one in partners else {}) for one, members in enumerate(found)]
    return [*joined, *({name: span} for other, span in enumerate(ordered) if other not in taken)]


def _kinds(spans: Sequence[Span], same_entity: SameEntity) -> frozenset[DifferenceKind]:
    every = frozenset().union(*(compare(one, other, same_entity).kinds for one, other in combinations(spans, 2)))
    return every - {"same"} or frozenset(["same"])


def _matched(
    first: Sequence[Span], second: Sequence[Span], same_entity: SameEntity
) -> Iterator[tuple[Span | None, Span | None]]:
    # Imported here: what only shows differences does not wait for SciPy.
    from annotator.analysis.matching import match

    rows, columns = sorted(first, key=_key), sorted(second, key=_key)
    # Of equally good matchings the same one is found from both sides.
    exchanged = list(map(_key, columns)) < list(map(_key, rows))
    if exchanged:
        rows, columns = columns, rows
    pairs = match(
        [span.segments for span in rows],
        [span.segments for span in columns],
        lambda one, other: _likeness(rows[one], columns[other], same_entity),
    )
    taken = {other for _one, other in pairs}
    partners = {one: columns[other] for one, other in pairs}
    alone = ((None, span) for other, span in enumerate(columns) if other not in taken)
    for one, two in (*((span, partners.get(place)) for place, span in enumerate(rows)), *alone):
        yield (two, one) if exchanged else (one, two)


def _likeness(one: Span, other: Span, same_entity: SameEntity) -> int:
    """Return 0 to 3: which of several spans that overlap another one alike it belongs to."""
    alike = all(None not in pair for pair in paired_links(one, other, same_entity))
    return 2 * (one.tag == other.tag) + alike


def _key(span: Span) -> tuple[object, ...]:
    return span.start, span.end, span.segments, span.tag, span.id


def _place(difference: Difference) -> tuple[object, ...]:
    return min(_key(span) for span in (difference.first, difference.second) if span is not None)
