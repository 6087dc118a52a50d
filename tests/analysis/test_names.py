from unicodedata import normalize

import pytest
from hypothesis import given

from annotator.analysis.names import is_title, names, person_part
from tests.analysis.strategies import texts
from tests.analysis.work import steps


def found(text: str) -> list[str]:
    return [text[start:end] for start, end in names(text)]


def own(text: str) -> str | None:
    (name,) = names(text)
    part = person_part(text, name)
    return text[slice(*part)] if part else None


@pytest.mark.parametrize(
    "name",
    [
        "Ana Núñez",
        "Dirk van der Berg",
        "van der Berg",
        "Sean O'Neil",
        "Sean O’Neil",
        "Sgt. Inge Brandt",
        "J. K. Orlo",
        "Ada Brandt-Orlo",
        "Karim al-Orlo",
        "Юлия Орлова",
        "Orlo County Sheriff Ada Brandt",
    ],
)
def test_a_name_is_one_with_its_titles_particles_and_initials(name: str) -> None:
    assert found(f"then {name} came") == [name]


def test_a_possessive_ends_a_name() -> None:
    assert found("the Orlo County Sheriff's deputy and Ada Brandt’s car") == ["Orlo County Sheriff", "Ada Brandt"]


def test_words_that_open_a_sentence_and_weekdays_belong_to_no_name() -> None:
    assert found("But Ada Orlo left. The mayor stayed. On Monday Inge Brandt came.") == ["Ada Orlo", "Inge Brandt"]


def test_a_sentence_ends_a_name_but_an_abbreviated_title_does_not() -> None:
    assert found("We met Orlo. Brandt stayed with Sgt. Marek.") == ["Orlo", "Brandt", "Sgt. Marek"]


@pytest.mark.parametrize(
    ("name", "person"),
    [
        ("Orlo County Sheriff Ada Brandt", "Ada Brandt"),
        ("Sgt. Inge Marek", "Inge Marek"),
        ("Secretary of State Ada Orlo", "Ada Orlo"),
        ("Ada Orlo of Westmark", "Ada Orlo"),
        ("Mayor Orlo", "Orlo"),
        ("Orlo", "Orlo"),
        ("Westmark Police Department", None),
        ("Westmark City Manager", None),
    ],
)
def test_the_person_s_own_part_of_a_name_is_without_titles(name: str, person: str | None) -> None:
    assert own(name) == person


def test_a_title_is_known_with_and_without_its_point() -> None:
    assert is_title("Sgt.")
    assert is_title("mayor")
    assert not is_title("Orlo")


@given(texts)
def test_names_of_any_text_are_apart_and_hold_the_person_s_own_part(text: str) -> None:
    end = 0
    for name in names(text):
        assert end <= name.start < name.end <= len(text)
        assert text[slice(*name)] == text[slice(*name)].strip()
        end = name.end
        part = person_part(text, name)
        assert part is None or name.start <= part.start < part.end <= name.end


@pytest.mark.parametrize("unit", ["Ada ", "A", "A.", "A-", "A'", "de ", "Ada of ", "Sgt. ", "Ada, Jr ", "van der "])
def test_work_on_names_grows_no_faster_than_the_text(unit: str) -> None:
    assert steps(names, unit * 800) <= 2.2 * steps(names, unit * 400) + 50


@pytest.mark.parametrize("name", ["Amélie Dürr", "Élodie Žák-Müller", "Étienne O’Núñez", "Ana d’Été"])
def test_letters_and_their_accents_apart_are_one_word(name: str) -> None:
    whole = f"Nobody saw {name}'s plan."
    apart = normalize("NFD", whole)
    assert apart != whole
    assert [normalize("NFC", one) for one in found(apart)] == found(whole)
