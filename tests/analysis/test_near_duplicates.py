from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis.near_duplicates import (
    Index,
    Signature,
    Similar,
    containment,
    jaccard,
    shingles,
    signature,
)

SEEDS = Path(__file__).parents[3] / "shared" / "data" / "seeds"

WIRE = (
    "The last ferry to Quellin left the harbour an hour late on Monday, after its crew refused to sail without a second"
    " engineer. “We asked for one in March,” said Ines Corvo, who has worked on the boat for eleven years. “Nobody"
    " answered.”\n\n"
    "The company, Northline, said in a statement that it takes the crew’s worries seriously — but that the law asks for"
    " one engineer. It hopes to hire a second one before the summer, when up to nine hundred people a day may cross"
    " the strait.\n\n"
    "Mayor Tam Okell called the delay a warning. Some shops on the island had reportedly run out of bread by noon, and"
    " the school sent its youngest pupils home early because their lunch was still waiting on the other shore."
)
OTHER = (
    "A choir of forty retired miners sang in the hills above Dorr at dawn to mark a century since the last pit closed."
    " Their conductor, Abel Finch, learned the songs from his grandmother, who could not read music but never forgot a"
    " verse. Hundreds walked up in the dark with lanterns to hear them, and many stayed for the whole morning."
)
LEAD = "Islanders woke to empty shelves this week. Here is what the agency reported from the harbour, and why.\n\n"

words = st.lists(st.sampled_from(["ash", "birch", "cedar", "elm", "fir", "oak"]), max_size=14).map(" ".join)


def compare(one: str, other: str) -> tuple[float, float]:
    return jaccard(shingles(one), shingles(other)), containment(shingles(one), shingles(other))


def index_of(*texts: str) -> Index[int]:
    index: Index[int] = Index()
    for key, text in enumerate(texts):
        index.add(key, text)
    return index


@pytest.mark.parametrize(
    ("copy", "least_jaccard", "least_containment"),
    [
        pytest.param(WIRE[: WIRE.index("\n\nMayor")], 0.6, 1.0, id="cut at the end"),
        pytest.param(WIRE.replace("Monday", "Tuesday"), 0.9, 0.95, id="one word changed"),
        pytest.param(
            WIRE.replace("“", '"').replace("”", '"').replace("’", "'").replace("—", "--"), 1.0, 1.0, id="straight marks"
        ),
        pytest.param(WIRE.upper().replace(" ", "\u00a0").replace("\n\n", "\n"), 1.0, 1.0, id="other case and spaces"),
        pytest.param(LEAD + WIRE, 0.8, 1.0, id="a lead added"),
        pytest.param(OTHER + "\n\n" + WIRE + "\n\n" + OTHER[::-1], 0.3, 1.0, id="within a longer article"),
    ],
)
def test_a_wire_copy_is_found_and_nothing_else(copy: str, least_jaccard: float, least_containment: float) -> None:
    alike, contained = compare(WIRE, copy)
    assert alike >= least_jaccard
    assert contained >= least_containment
    assert index_of(OTHER[::-1].title(), WIRE).similar(copy, 0.9)[-1] == Similar(1, contained)


def test_a_cut_copy_is_less_like_the_whole_than_it_is_contained_in_it() -> None:
    alike, contained = compare(WIRE, WIRE[:400])
    assert alike < 0.7 < contained


@given(words, words)
def test_comparing_is_symmetric_and_between_none_and_all(one: str, other: str) -> None:
    assert compare(one, other) == compare(other, one)
    assert 0 <= compare(one, other)[0] <= compare(one, other)[1] <= 1


@given(st.text())
def test_a_text_is_wholly_like_itself(text: str) -> None:
    assert compare(text, text) == (1.0, 1.0)
    assert signature(text).jaccard(signature(text)) == 1.0
    assert signature(text).containment(signature(text)) == 1.0


@given(words, st.text(alphabet="1234567890 ", min_size=1).filter(str.strip))
def test_texts_without_a_word_in_common_are_not_alike(text: str, numbers: str) -> None:
    assert compare(text, numbers) == (0.0, 0.0)
    assert index_of(text).similar(numbers, 0.01) == []


@given(st.lists(words, max_size=8), words)
def test_what_an_index_finds_is_true_and_a_copy_is_always_found(kept: list[str], text: str) -> None:
    index = index_of(*kept)
    found = index.similar(text, 0.3)
    assert all(hit.similarity == compare(text, kept[hit.key])[1] >= 0.3 for hit in found)
    assert found == sorted(found, key=lambda hit: (-hit.similarity, hit.key))
    copies = {key for key, one in enumerate(kept) if one == text != ""}
    assert copies <= {hit.key for hit in found}


def test_texts_shorter_than_a_shingle_are_compared_as_a_whole() -> None:
    index = index_of("Ferry sails again", "Ferry sails", "— * —", "")
    assert index.similar("FERRY – sails, again!") == [Similar(0, 1.0)]
    assert index.similar("ferry") == []
    assert index.similar("- * -") == [Similar(2, 1.0)]
    assert index.similar(" ") == []


def test_a_text_in_a_script_without_spaces_is_found_with_a_character_changed() -> None:
    text = "昨天晚上最后一班渡轮晚了一个小时才离开港口因为船员拒绝在没有第二名工程师的情况下出海"
    assert [hit.key for hit in index_of(OTHER, text).similar(text.replace("昨", "前"), 0.8)] == [1]


def test_estimates_are_near_the_exact_values() -> None:
    numbers = [f"{number * number}" for number in range(2000)]
    one, other, short = (" ".join(numbers[first:last]) for first, last in ((0, 1200), (400, 1600), (0, 500)))
    assert signature(one).jaccard(signature(other)) == pytest.approx(compare(one, other)[0], abs=0.13)
    assert signature(one).containment(signature(short)) == pytest.approx(compare(one, short)[1], abs=0.3)
    assert signature(one).containment(signature("")) == 0.0
    assert signature(one).size == len(shingles(one))


def test_signatures_that_were_stored_stay_comparable() -> None:
    raw = signature(WIRE).to_bytes()
    assert len(raw) == 516
    assert Signature.from_bytes(raw) == signature(WIRE)
    assert hashlib.sha256(raw).hexdigest() == "df47fc21770554610c403595b8c9124a078995eadebabfd90685caa7495f1651"


def test_bytes_of_another_length_are_refused() -> None:
    with pytest.raises(ValueError, match="516 bytes, not 3"):
        Signature.from_bytes(b"abc")


def test_an_index_can_leave_the_texts_where_they_are() -> None:
    texts = {"a": OTHER, "b": WIRE}
    asked = []

    def text_of(key: str) -> str:
        asked.append(key)
        return texts[key]

    index = Index(text_of)
    index.add("a", OTHER)
    index.add_signature("b", signature(WIRE))
    assert len(index) == 2
    assert index.similar(LEAD + WIRE) == [Similar("b", 1.0)]
    assert asked == ["b"]


def test_an_index_that_holds_the_texts_needs_them() -> None:
    with pytest.raises(ValueError, match="needs the text"):
        index_of(OTHER).add_signature(1, signature(WIRE))


@pytest.mark.parametrize("least", [0.0, 1.1, float("nan")])
def test_a_least_similarity_that_is_no_share_is_refused(least: float) -> None:
    with pytest.raises(ValueError, match="least similarity"):
        index_of(WIRE).similar(WIRE, least)


def test_a_lone_surrogate_can_be_compared() -> None:
    assert index_of("\ud800" + WIRE).similar(WIRE + "\udfff", 0.9)[0].key == 0


def test_the_article_that_quotes_four_paragraphs_of_another_is_found() -> None:
    if not SEEDS.is_dir():
        pytest.skip("the seed articles are not here")
    first, _, third = (path.read_text("utf-8") for path in sorted(SEEDS.glob("*.txt")))
    alike, contained = compare(first, third)
    assert alike < 0.25 < 0.3 < contained
    assert index_of(OTHER, first).similar(third, 0.3) == [Similar(1, contained)]
