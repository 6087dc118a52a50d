"""A place of a text in its context."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis.concordance import WIDTH, Context, context

TEXT = "The harbour was closed for a week.\n\n“The cranes\tare  safe,” said the port warden. “We open on Monday.”\n"


def test_a_place_stands_between_what_is_round_it_on_one_line() -> None:
    start = TEXT.index("cranes")
    assert context(TEXT, start, TEXT.index(",”"), width=20) == (
        "for a week. “The ",
        "cranes are safe",
        ",” said the port",
    )


def test_at_the_ends_of_a_text_there_is_nothing_more() -> None:
    assert context("safe", 0, 4) == Context("", "safe", "")
    assert context(" \n safe \n ", 3, 7) == Context("", "safe", "")


@given(st.text(alphabet=st.sampled_from("ab \n\t.é"), max_size=200), st.data())
def test_the_parts_are_a_part_of_the_text_and_not_too_wide(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    before, words, after = context(text, start, end)
    assert max(len(before), len(after)) <= WIDTH
    assert not any(character in "\n\t" for character in before + words + after)
    assert "".join((before + words + after).split()) in "".join(text.split())
    assert words.split() == text[start:end].split()
