"""Why a source is not named, in the words of the text."""

from __future__ import annotations

import pytest

from annotator.analysis.anonymity import stated_reason
from annotator.core.segments import Segment


def reason(text: str, mention: str) -> str:
    start = text.index(mention)
    return stated_reason(text, Segment(start, start + len(mention)))


@pytest.mark.parametrize(
    ("text", "mention", "stated"),
    [
        ("It leaks, said a clerk, who asked not to be named because she feared for her job. Rain fell.", "a clerk",
         "asked not to be named because she feared for her job"),
        ("Two officials, speaking on condition of anonymity, said so.", "Two officials", "on condition of anonymity"),
        ("“It leaks,” said a diver who was not authorized to discuss the dam.", "a diver",
         "was not authorized to discuss the dam"),
        ("A diver declined to be identified, citing a contract; others agreed.", "A diver",
         "declined to be identified, citing a contract"),
        ("Fearing reprisals, a guard spoke to the paper.", "a guard", "Fearing reprisals"),
        ("A guard requested anonymity.", "A guard", "requested anonymity"),
    ],
)  # fmt: skip
def test_a_stated_reason_is_found_beside_the_source(text: str, mention: str, stated: str) -> None:
    assert reason(text, mention) == stated


def test_the_nearest_reason_after_the_source_counts() -> None:
    text = "A guard asked not to be named. A diver was not authorised to speak, and a cook requested anonymity."
    assert reason(text, "A diver") == "was not authorised to speak"
    assert reason(text, "a cook") == "requested anonymity"


def test_another_paragraph_and_a_source_without_a_reason_have_none() -> None:
    assert reason("A guard said so.\nA diver asked not to be named.", "A guard") == ""
    assert reason("A guard was named to the board.", "A guard") == ""


def test_long_paragraphs_are_not_searched_as_a_whole() -> None:
    assert reason("A guard " + "said so " * 200 + "and asked not to be named.", "A guard") == ""
