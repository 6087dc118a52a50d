"""What counts as an address of Wikidata."""

from __future__ import annotations

import pytest

from annotator.core.wikidata import item_address


@pytest.mark.parametrize(
    "text",
    [
        "Q42", "q42", "  Q42 ", "https://www.wikidata.org/wiki/Q42", "http://www.wikidata.org/entity/Q42",
        "https://m.wikidata.org/wiki/Q42", "wikidata.org/wiki/Q42", "https://www.wikidata.org/wiki/Q42?uselang=de",
        "https://www.wikidata.org/wiki/Q42#sitelinks", "https://www.wikidata.org/wiki/Special:EntityPage/Q42",
    ],
)  # fmt: skip
def test_an_item_has_one_address_however_it_is_written(text: str) -> None:
    assert item_address(text) == "https://www.wikidata.org/wiki/Q42"


@pytest.mark.parametrize(
    "text",
    [
        "", "Q", "Q0", "Q042", "42", "P31", "Q42x", "https://example.org/wiki/Q42", "Q1234567890123",
        "https://www.wikidata.org/wiki/P31", "https://www.wikidata.org.example.org/wiki/Q42", "Q42 Q43",
        "https://en.wikipedia.org/wiki/Q42", "javascript:alert(1)//www.wikidata.org/wiki/Q42", "Q٤٢",
    ],
)  # fmt: skip
def test_nothing_else_is_taken_for_one(text: str) -> None:
    assert item_address(text) is None
