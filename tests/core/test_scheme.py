from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.core.scheme import SET, Attribute, Tag, kept_attributes, letters
from annotator.services.projects import default_tags


def tag(number: int, name: str, key: str = "") -> Tag:
    return Tag(str(number), name, key, "speaker", "#000000", "#FFFFFF")


def of(*names: str) -> str:
    return "".join(letters([tag(number, name) for number, name in enumerate(names)]).values())


def test_the_default_tags_have_the_letters_of_their_names() -> None:
    assert letters(default_tags()) == {"quote": "Q", "claim": "C", "hedge": "H", "opinion": "O"}


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (("Claim", "Comment", "Cause"), "COA"),
        (("a", "A"), "A?"),
        (("  (vague) ",), "V"),
        (("1st",), "S"),
        (("Straße",), "S"),
        (("Überblick", "über"), "ÜB"),
        (("引用", "主張"), "引主"),
        (("***",), "?"),
    ],
)
def test_a_letter_is_the_first_of_the_name_that_is_free(names: tuple[str, ...], found: str) -> None:
    assert of(*names) == found


def test_a_tag_without_a_free_letter_gets_its_key() -> None:
    assert letters([tag(0, "x"), tag(1, "X", "2"), tag(2, "—", "3")]) == {"0": "X", "1": "2", "2": "3"}


@given(st.lists(st.text("abcABC éß引-", max_size=6), max_size=8))
def test_letters_never_collide_and_each_tag_has_one_character(names: list[str]) -> None:
    found = letters([tag(number, name) for number, name in enumerate(names)])
    assert list(found) == [str(number) for number in range(len(names))]
    assert all(len(letter) == 1 for letter in found.values())
    given_away = [letter for letter in found.values() if letter != "?"]
    assert len(given_away) == len(set(given_away))


def test_a_span_keeps_the_attributes_that_its_new_tag_has_with_these_values() -> None:
    held = {"checked": SET, "tone": "angry", "reach": "local", "source": SET}
    new = [
        Attribute("checked"),
        Attribute("tone", ("calm", "angry")),
        Attribute("reach", ("wide",)),
        Attribute("older"),
    ]
    assert kept_attributes(held, new) == {"checked": SET, "tone": "angry"}


@pytest.mark.parametrize("held", ["angry", ""])
def test_an_attribute_without_values_of_its_own_can_only_be_set(held: str) -> None:
    assert Attribute("tone").choices == (SET,)
    assert kept_attributes({"tone": held}, [Attribute("tone")]) == {}
