"""Entities that may be the same: by their names without case, accents and titles, by initials, surnames and slips.

Only names that share a key are compared, so that ten thousand entities take about a second and not an hour.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import Literal, TypeAlias

from rapidfuzz.distance import OSA

from annotator.analysis.folded_words import folded_words
from annotator.analysis.names import is_title
from annotator.core.records import EntityKind
from annotator.core.wikidata import item_address

Reason: TypeAlias = Literal[
    "the same address", "the same name", "the same but for titles", "the same but for small words",
    "the same but for middle names", "the same by initials", "the first letters of the other", "written nearly alike",
    "a part of the other", "the surname of the other",
]  # fmt: skip
"""Why two entities may be the same."""

SURENESS: Mapping[Reason, float] = {
    "the same address": 1.0,
    "the same name": 0.98,
    "the same but for titles": 0.95,
    "the same but for small words": 0.95,
    "the same but for middle names": 0.9,
    "the same by initials": 0.85,
    "the first letters of the other": 0.8,
    "written nearly alike": 0.75,
    "a part of the other": 0.6,
    "the surname of the other": 0.55,
}
"""How far each reason is to be trusted, for the order in which pairs are shown."""

_PEOPLE, _BODIES, _PLACES = "people", "bodies", "places"
_GROUPS: Mapping[EntityKind, str] = {
    "person": _PEOPLE,
    "author": _PEOPLE,
    "organisation": _BODIES,
    "collective": _BODIES,
    "publication": _BODIES,
    "place": _PLACES,
}
"""Only entities of one group are compared: Israel is a country, and the surname of a sheriff."""

_MOST_COMPARED = 500
"""Names with one key; among more, a key as common as this tells nothing."""

_MOST_BEARERS = 5
"""Names that a surname, or a part of a name, may stand for; among more, nobody can say which."""

_SHORT_WORD, _LONG_WORD, _VERY_LONG_WORD = 4, 6, 9
"""Letters from which on a word may have one more or less, another one, and two slips."""

_MOST_WORDS = 12
_SMALL_WORDS = frozenset({"the", "of", "and", "for", "in", "on", "a"})
_GENERATIONS = frozenset({"jr", "sr", "ii", "iii"})


@dataclass(frozen=True, slots=True)
class Named:
    """An entity as it is compared: `names` are all that it has, its own first; `article` where it is known in one."""

    id: str
    kind: EntityKind
    names: tuple[str, ...]
    uri: str | None = None
    article: str | None = None


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two entities that may be the same, and why: `one` is, or has, what the reason says of the `other`."""

    one: str
    other: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class _Written:
    """A name of an entity: `whole` are its folded words, `words` those without titles and small words."""

    owner: Named
    whole: tuple[str, ...]
    words: tuple[str, ...]


def likenesses(entities: Sequence[Named]) -> list[Likeness]:
    """Return the pairs of entities that may be the same, each once with its best reason, the surest first.

    Those of different groups of kinds, those with different addresses, and those that are known in different articles
    only are no pairs; sources without a name never are. Takes about a second for ten thousand entities.
    """
    found: dict[tuple[str, str], Likeness] = {}
    for one, other, reason in _pairs(entities):
        if _can_be_same(one, other, reason):
            key = (min(one.id, other.id), max(one.id, other.id))
            known = found.get(key)
            if known is None or SURENESS[known.reason] < SURENESS[reason]:
                found[key] = Likeness(one.id, other.id, reason)
    names = {entity.id: entity.names[0].casefold() for entity in entities}
    return sorted(
        found.values(), key=lambda pair: (-SURENESS[pair.reason], names[pair.one], names[pair.other], pair.one)
    )


def _can_be_same(one: Named, other: Named, reason: Reason) -> bool:
    if reason == "the same address":
        return True
    apart = None not in (one.article, other.article) and one.article != other.article
    addresses = {item_address(uri) or uri for uri in (one.uri, other.uri) if uri}
    return one.id != other.id and not apart and len(addresses) < 2


_Pairs: TypeAlias = Iterator[tuple[Named, Named, Reason]]


def _pairs(entities: Sequence[Named]) -> _Pairs:
    addressed: dict[str, list[Named]] = defaultdict(list)
    groups: dict[str, list[_Written]] = defaultdict(list)
    for entity in entities:
        if entity.uri:
            addressed[item_address(entity.uri) or entity.uri].append(entity)
        if entity.kind in _GROUPS:
            group = _GROUPS[entity.kind]
            groups[group] += _written(entity, group)
    for same in addressed.values():
        yield from ((one, other, "the same address") for one, other in combinations(same, 2))
    for group, names in groups.items():
        yield from _equal(names, "the same but for titles" if group == _PEOPLE else "the same but for small words")
        yield from _near(names)
        if group == _PEOPLE:
            yield from _of_people(names)
        elif group == _BODIES:
            yield from _abbreviated(names)
            yield from _parts(names)


def _written(entity: Named, group: str) -> list[_Written]:
    """Return the names of an entity as they are compared: of people in full, where any of them is."""
    split = (tuple(folded_words(name)) for name in dict.fromkeys(entity.names))
    found = [_Written(entity, whole, _bare(whole, group)) for whole in split if 0 < len(whole) <= _MOST_WORDS]
    # Of Ada Venn and Bo Venn either may be called Venn: that says nothing.
    full = [name for name in found if len(name.words) > 1] if group == _PEOPLE else []
    return full or found


def _bare(whole: tuple[str, ...], group: str) -> tuple[str, ...]:
    """Return the words of a name that tell it from others; all of them where that would leave nothing."""
    if group != _PEOPLE:
        return tuple(word for word in whole if word not in _SMALL_WORDS) or whole
    last_title = max((place for place, word in enumerate(whole) if is_title(word)), default=-1)
    words = whole[last_title + 1 :]
    while len(words) > 1 and words[-1] in _GENERATIONS:
        words = words[:-1]
    return words or whole


def _equal(names: Iterable[_Written], bare: Reason) -> _Pairs:
    """Names that are the same, wholly, or `bare` of what does not tell them apart."""
    whole: dict[tuple[str, ...], dict[str, Named]] = defaultdict(dict)
    words: dict[tuple[str, ...], dict[str, Named]] = defaultdict(dict)
    for name in names:
        whole[name.whole][name.owner.id] = name.owner
        words[name.words][name.owner.id] = name.owner
    for same, reason in ((words, bare), (whole, "the same name")):
        for owners in same.values():
            yield from ((one, other, reason) for one, other in combinations(list(owners.values())[:_MOST_COMPARED], 2))


def _blocks(names: Iterable[_Written], place: int) -> Iterator[list[_Written]]:
    """Yield the names of more than one word that share the first (0) or the last one (-1)."""
    blocks: dict[str, list[_Written]] = defaultdict(list)
    for name in names:
        if len(name.words) > 1:
            blocks[name.words[place]].append(name)
    return (block for block in blocks.values() if 1 < len(block) <= _MOST_COMPARED)


def _near(names: Sequence[_Written]) -> _Pairs:
    """Names that differ by a slip or two: a slip leaves the first word as it is, or else the last one."""
    for place, others in ((0, slice(1, None)), (-1, slice(None, -1))):
        for block in _blocks(names, place):
            for one, other in combinations(block, 2):
                if one.words != other.words and _are_near(one.words[others], other.words[others]):
                    yield one.owner, other.owner, "written nearly alike"
    yield from _near_words(names)


def _near_words(names: Iterable[_Written]) -> _Pairs:
    """Names of one word that differ by a slip: without one of their letters both are the same."""
    variants: dict[str, dict[str, _Written]] = defaultdict(dict)
    for name in names:
        if len(name.words) == 1 and len(name.words[0]) >= _LONG_WORD:
            (word,) = name.words
            for variant in (word, *(word[:place] + word[place + 1 :] for place in range(len(word)))):
                variants[variant][name.owner.id] = name
    for held in variants.values():
        if 1 < len(held) <= _MOST_COMPARED:
            for one, other in combinations(held.values(), 2):
                if one.words != other.words and _are_near(one.words, other.words):
                    yield one.owner, other.owner, "written nearly alike"


def _are_near(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Tell whether words differ by what a slip makes: a letter more, less or another, two letters changed places.

    A short word with another letter in it is another word, as Joan is not John.
    """
    if len(one) != len(other):
        return False
    differing = [(first, second) for first, second in zip(one, other, strict=True) if first != second]
    if len(differing) != 1:
        return False
    ((first, second),) = differing
    shorter = min(len(first), len(second))
    if shorter < (_LONG_WORD if len(first) == len(second) else _SHORT_WORD):
        return False
    most = 1 if shorter < _VERY_LONG_WORD else 2
    return OSA.distance(first, second, score_cutoff=most) <= most


def _of_people(names: Sequence[_Written]) -> _Pairs:
    """People of one surname whose other names can be the same: initials, middle names, the surname alone."""
    surnames: dict[str, list[_Written]] = defaultdict(list)
    for name in names:
        if len(name.words) == 1:
            surnames[name.words[0]].append(name)
    for block in _blocks(names, -1):
        for one, other in combinations(block, 2):
            reason = _given_names(one.words[:-1], other.words[:-1])
            if reason is not None:
                yield one.owner, other.owner, reason
    bearers: dict[str, dict[tuple[str, ...], list[_Written]]] = defaultdict(lambda: defaultdict(list))
    for name in names:
        if len(name.words) > 1 and name.words[-1] in surnames:
            bearers[name.words[-1]][name.words].append(name)
    for surname, full in bearers.items():
        if len(full) <= _MOST_BEARERS:
            for one, other in product(surnames[surname], chain.from_iterable(full.values())):
                yield one.owner, other.owner, "the surname of the other"


def _given_names(one: tuple[str, ...], other: tuple[str, ...]) -> Reason | None:
    """Return how the given names of two people of one surname can be the same; None where they are not, or equal."""
    if one == other or one[0][0] != other[0][0]:
        return None
    pairs = list(zip(one, other, strict=False))
    if any(first != second and not _is_initial(first, second) for first, second in pairs):
        return None
    return "the same but for middle names" if one[0] == other[0] else "the same by initials"


def _is_initial(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) == 1 and longer.startswith(shorter)


def _abbreviated(names: Sequence[_Written]) -> _Pairs:
    """Bodies of which one is called by the first letters of the other's words."""
    letters: dict[str, list[_Written]] = defaultdict(list)
    for name in names:
        for words in {name.words, name.whole}:
            if len(words) > 1:
                letters["".join(word[0] for word in words)].append(name)
    for name in names:
        if len(name.words) == 1 and len(name.words[0]) > 1:
            fitting = letters.get(name.words[0], ())
            if len(fitting) <= _MOST_BEARERS:
                yield from ((name.owner, other.owner, "the first letters of the other") for other in fitting)


def _parts(names: Sequence[_Written]) -> _Pairs:
    """Bodies of which one is called by the first, or the last, words of the other."""
    longer: dict[tuple[str, ...], dict[str, _Written]] = defaultdict(dict)
    for name in names:
        for cut in range(2, len(name.words)):
            for part in (name.words[:cut], name.words[-cut:]):
                longer[part][name.owner.id] = name
    for name in names:
        fitting = longer.get(name.words, {})
        if len(fitting) <= _MOST_BEARERS:
            yield from ((name.owner, other.owner, "a part of the other") for other in fitting.values())
