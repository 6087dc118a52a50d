"""Which entities are proposed as duplicates, and which never are."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis.entity_duplicates import SURENESS, Named, likenesses
from annotator.core.records import ENTITY_KINDS, EntityKind


def reasons(*entities: tuple[str, EntityKind] | Named) -> dict[frozenset[str], str]:
    """Return why entities may be the same, by the two names."""
    numbers = count()
    named = [one if isinstance(one, Named) else Named(f"n{next(numbers)}", one[1], (one[0],)) for one in entities]
    names = {one.id: one.names[0] for one in named}
    return {frozenset((names[pair.one], names[pair.other])): pair.reason for pair in likenesses(named)}


@pytest.mark.parametrize(
    ("one", "other", "kind", "reason"),
    [
        ("Émile Kordé", "emile  korde", "person", "the same name"),
        ("Sheriff Orla Venn", "Orla Venn", "person", "the same but for titles"),
        ("Orla Venn Jr.", "Mayor Orla Venn", "author", "the same but for titles"),
        ("Orla J. Venn", "Orla Venn", "person", "the same but for middle names"),
        ("O. Venn", "Orla Venn", "person", "the same by initials"),
        ("O. J. Venn", "Orla Jane Venn", "person", "the same by initials"),
        ("Orlla Venn", "Orla Venn", "person", "written nearly alike"),
        ("Jonathan Petersen", "Jonathan Peterson", "person", "written nearly alike"),
        ("Mayor Venn", "Orla Venn", "person", "the surname of the other"),
        ("FBH", "Federal Board of Harbours", "organisation", "the first letters of the other"),
        ("the Harbour Board", "Harbour Board", "collective", "the same but for small words"),
        ("Harbour Board", "Calder Harbour Board", "organisation", "a part of the other"),
        ("Caldermouth", "Caldermuoth", "place", "written nearly alike"),
    ],
)
def test_names_that_may_mean_the_same_are_proposed_with_the_reason(
    one: str, other: str, kind: EntityKind, reason: str
) -> None:
    assert reasons((one, kind), (other, kind)) == {frozenset((one, other)): reason}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("Scot Peterson", "person"), ("Scott Israel", "person")),
        (("Israel", "place"), ("Scott Israel", "person")),
        (("Israel", "place"), ("Israel", "person")),
        (("Ada Israel", "person"), ("Scott Israel", "person")),
        (("Joan Venn", "person"), ("John Venn", "person")),
        (("Orla J. Venn", "person"), ("Orla K. Venn", "person")),
        (("Orla", "person"), ("Orla Venn", "person")),
        (("a source", "anonymous"), ("a source", "anonymous")),
        (("Unknown", "unknown"), ("Unknown", "unknown")),
        (("North Calder", "place"), ("South Calder", "place")),
        (("…", "person"), ("—", "person")),
    ],
)
def test_what_only_looks_alike_stays_apart(one: tuple[str, EntityKind], other: tuple[str, EntityKind]) -> None:
    assert reasons(one, other) == {}


def test_a_surname_that_many_have_tells_nothing() -> None:
    bearers: list[tuple[str, EntityKind]] = [
        (f"{first} Venn", "person") for first in ("Ada", "Bo", "Cy", "Di", "Eva", "Flo")
    ]
    assert len(reasons(("Venn", "person"), *bearers[:5])) == 5
    assert reasons(("Venn", "person"), *bearers) == {}


def test_addresses_and_articles_tell_entities_apart_or_together() -> None:
    orla = Named("1", "person", ("Orla Venn",), "https://www.wikidata.org/wiki/Q1")
    assert reasons(orla, Named("2", "person", ("Orla Venn",), "http://www.wikidata.org/entity/Q2")) == {}
    assert reasons(orla, Named("2", "unknown", ("the mayor",), "q1")) == {
        frozenset(("Orla Venn", "the mayor")): "the same address"
    }
    assert reasons(Named("1", "author", ("Al",), article="a"), Named("2", "author", ("Al",), article="b")) == {}
    assert len(reasons(Named("1", "author", ("Al",), article="a"), Named("2", "person", ("Al",)))) == 1


def test_a_surname_that_two_people_are_called_by_as_well_tells_nothing() -> None:
    ada, bo = Named("1", "person", ("Ada Venn", "Venn")), Named("2", "person", ("Bo Venn", "Venn", "Mayor Venn"))
    assert reasons(ada, bo, Named("3", "person", ("Cy Venm", "Venm"))) == {}
    assert len(reasons(ada, bo, ("Venn", "person"))) == 2


def test_other_names_count_and_the_best_reason_is_given() -> None:
    mayor = Named("1", "person", ("The Mayor", "Venn", "orla venn"))
    assert reasons(mayor, Named("2", "person", ("Orla Venn",))) == {
        frozenset(("The Mayor", "Orla Venn")): "the same name"
    }


_NAMES = st.text("Aab. é-'", max_size=12) | st.sampled_from(["Orla Venn", "O. Venn", "Venn", "Sheriff Venn", "OV"])


@given(st.lists(st.tuples(_NAMES, st.sampled_from(ENTITY_KINDS)), max_size=8))
def test_each_pair_comes_once_the_surest_first_and_in_whatever_order_they_were_given(
    entities: list[tuple[str, EntityKind]],
) -> None:
    named = [Named(str(number), kind, (name,)) for number, (name, kind) in enumerate(entities)]
    found = likenesses(named)
    pairs = [frozenset((pair.one, pair.other)) for pair in found]
    assert len(set(pairs)) == len(pairs)
    assert all(len(pair) == 2 for pair in pairs)
    assert [SURENESS[pair.reason] for pair in found] == sorted((SURENESS[pair.reason] for pair in found), reverse=True)
    again = likenesses(named[::-1])
    assert {(frozenset((pair.one, pair.other)), pair.reason) for pair in again} == {
        (frozenset((pair.one, pair.other)), pair.reason) for pair in found
    }
