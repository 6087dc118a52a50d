from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from annotator.analysis import text_difference
from annotator.analysis.folded_words import folded_words
from annotator.analysis.text_difference import Part, difference
from annotator.core.segments import Segment
from tests.analysis.strategies import texts
from tests.analysis.work import steps

SEEDS = Path(__file__).parents[3] / "shared" / "data" / "seeds"

SWAPPED = {"same": "same", "changed": "changed", "only_one": "only_other", "only_other": "only_one"}
PIECES = ["ash", "birch", "cedar", "elm", "fir", "oak", ",", ".", "—", "“", "\n"]
sentences = st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join)


def shown(one: str, other: str) -> list[tuple[str, str, str]]:
    def cut(text: str, segment: Segment | None) -> str:
        return text[slice(*segment)] if segment else ""

    return [(kind, cut(one, left), cut(other, right)) for kind, left, right in difference(one, other)]


def compared(text: str) -> list[str]:
    """The words of a text; of one without words its marks, whose spaces and number of hyphens make no difference."""
    words = folded_words(text)
    return words if any(word[0].isalnum() for word in words) else [re.sub("-+", "-", "".join(words))]


def check(one: str, other: str) -> None:
    """Check what holds for the parts of any two texts."""
    parts = difference(one, other)
    for text, segments in ((one, [part.one for part in parts]), (other, [part.other for part in parts])):
        edges = [0, *(edge for segment in segments if segment for edge in segment), len(text)]
        assert edges[::2] == edges[1::2]
        assert all(segment.start < segment.end for segment in segments if segment)
    for part in parts:
        assert (part.one is None, part.other is None) == (part.kind == "only_other", part.kind == "only_one")
        if part.kind == "same" and part.one and part.other:
            assert compared(one[slice(*part.one)]) == compared(other[slice(*part.other)])
    assert all((before.kind == "same") != (after.kind == "same") for before, after in pairwise(parts))
    assert difference(other, one) == [Part(SWAPPED[kind], right, left) for kind, left, right in parts]


@example("‐", "-‐")
@example("''", "`\r‘")
@example("-\u200b-", "- -")
@given(st.one_of(texts, sentences), st.one_of(texts, sentences))
def test_the_parts_tile_both_texts_and_swap_with_them(one: str, other: str) -> None:
    check(one, other)


@given(one=sentences, other=sentences)
def test_long_texts_are_tiled_too(one: str, other: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_difference, "_MOST_PAIRS", 4)
        check(one, other)


@given(texts)
def test_a_text_is_the_same_as_itself(text: str) -> None:
    whole = Segment(0, len(text))
    assert difference(text, text) == ([Part("same", whole, whole)] if text else [])


@pytest.mark.parametrize(
    ("one", "other", "parts"),
    [
        ("", "", []),
        ("", "New.", [("only_other", "", "New.")]),
        (" ", "\n\n", [("same", " ", "\n\n")]),
        ("Old", " ", [("changed", "Old", " ")]),
        (
            "The ferry left on Monday, late.",
            "The ferry left on Tuesday, late.",
            [
                ("same", "The ferry left on ", "The ferry left on "),
                ("changed", "Monday", "Tuesday"),
                ("same", ", late.", ", late."),
            ],
        ),
        (
            "“No,” she said — twice. Then she left.",
            '"No," She said -- twice.\n\n',
            [
                ("same", "“No,” she said — twice. ", '"No," She said -- twice.\n\n'),
                ("only_one", "Then she left.", ""),
            ],
        ),
        ("It fell.", "Wire. It fell.", [("only_other", "", "Wire. "), ("same", "It fell.", "It fell.")]),
        (
            "It may fall.",
            "It fell.",
            [("same", "It ", "It "), ("changed", "may fall", "fell"), ("same", ".", ".")],
        ),
        ("cafe\u0301 🏗 x", "Café 🏗 y", [("same", "cafe\u0301 🏗 ", "Café 🏗 "), ("changed", "x", "y")]),
        (
            "He called it a shame.",
            "He called it, a shame.",
            [
                ("same", "He called it ", "He called it"),
                ("only_other", "", ", "),
                ("same", "a shame.", "a shame."),
            ],
        ),
    ],
)
def test_what_differs_is_told_by_words(one: str, other: str, parts: list[tuple[str, str, str]]) -> None:
    assert shown(one, other) == parts


def test_a_word_that_is_the_same_by_chance_amid_changes_belongs_to_them() -> None:
    one, other = "Boats sail slowly to islands far away", "Nobody has ever gone to school by bus"
    assert shown(one, other) == [("changed", one, other)]


def numbers(first: int, last: int) -> str:
    return " ".join(f"n{number}" for number in range(first, last))


def test_changes_in_long_texts_are_found_where_they_are() -> None:
    one = f"{numbers(0, 900)} old words {numbers(900, 1800)} gone {numbers(1800, 2400)}"
    other = f"{numbers(0, 900)} new word {numbers(900, 1800)} {numbers(1800, 2400)}"
    assert [part for part in shown(one, other) if part[0] != "same"] == [
        ("changed", "old words ", "new word "),
        ("only_one", "gone ", ""),
    ]


def test_a_passage_moved_in_a_long_text_stands_in_one_place_only() -> None:
    one = f"{numbers(0, 200)} {numbers(1000, 3000)}"
    other = f"{numbers(1000, 3000)} {numbers(0, 200)}"
    assert [part[0] for part in shown(one, other)] == ["only_one", "same", "only_other"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("a b c d e ", "f g h i j ", id="nothing shared"),
        pytest.param("over and over ", "over or under ", id="nothing stands once"),
    ],
)
def test_the_work_for_texts_that_repeat_themselves_grows_with_their_length(one: str, other: str) -> None:
    def work(count: int) -> int:
        return steps(lambda text: difference(text, other * count), one * count)

    assert work(1600) < 6 * work(400)


def test_the_paragraphs_that_an_article_takes_from_another_are_the_same() -> None:
    if not SEEDS.is_dir():
        pytest.skip("the seed articles are not here")
    first, _, third = (path.read_text("utf-8") for path in sorted(SEEDS.glob("*.txt")))
    check(first, third)
    same = [left for kind, left, _ in shown(first, third) if kind == "same"]
    assert same[0].startswith("When Coral Springs police officers arrived")
    assert same[0].endswith("when they arrived.\n")
