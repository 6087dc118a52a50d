"""Addresses of items of Wikidata, by which entities are known outside the project."""

from __future__ import annotations

import re

_ADDRESS = re.compile(
    r"(?:https?://)?(?:(?:www|m)\.)?wikidata\.org/(?:wiki|entity)/(?:Special:EntityPage/)?(Q[1-9][0-9]{0,11})"
    r"(?:[?#]\S*)?",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"Q[1-9][0-9]{0,11}", re.IGNORECASE)


def item_address(text: str) -> str | None:
    """Return the one address of the item that an address or a number (Q42) means; None where it is neither.

    Source: wikidata.org/wiki/Wikidata:Data_access, "Linked Data Interface".
    """
    text = text.strip()
    found = _ADDRESS.fullmatch(text)
    number = found[1] if found else text if _NUMBER.fullmatch(text) else None
    return f"https://www.wikidata.org/wiki/{number.upper()}" if number else None
