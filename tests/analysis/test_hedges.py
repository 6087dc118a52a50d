from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.analysis.hedges import find_hedges
from annotator.core import segments as rules


@pytest.mark.parametrize(
    ("text", "epistemic", "evidential", "weasel"),
    [
        ("The dam may have burst, and it might rain.", ["may have", "might"], [], []),
        ("He reportedly left; the alleged theft is unclear.", ["unclear"], ["reportedly", "alleged"], []),
        ("Critics say it is likely to fail.", ["likely to"], [], ["Critics say"]),
        ("Some experts believe she appears to be ill.", ["appears to"], [], ["Some experts believe"]),
        ("It is widely believed that he is said to pay.", [], ["is said to"], ["It is widely believed that"]),
        ("About 400 came. He spoke about money, and about half left.", ["About", "about"], [], []),
        ("In May 2019 Theresa May spoke. On May 5, too.", [], [], []),
        ("May the best one win? Maybe.", ["May", "Maybe"], [], []),
        ("Mightily, the mayor couldn’t dismay them.", [], [], []),
    ],
)
def test_cues_are_found_with_their_kind(
    text: str, epistemic: list[str], evidential: list[str], weasel: list[str]
) -> None:
    found: dict[str, list[str]] = {"epistemic": [], "evidential": [], "weasel": []}
    for one in find_hedges(text):
        found[one.kind].append(text[one.segment.start : one.segment.end])
    assert found == {"epistemic": epistemic, "evidential": evidential, "weasel": weasel}


@given(st.text())
def test_hedges_lie_in_the_text_in_order_and_apart(text: str) -> None:
    segments = tuple(one.segment for one in find_hedges(text))
    assert segments == tuple(sorted(segments))
    assert all(rules.problem((segment,), len(text)) is None for segment in segments)
    assert all(0 < one.confidence < 0.7 and one.reason for one in find_hedges(text))
