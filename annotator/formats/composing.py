"""An article's text put together from its parts: headline, deck, byline, paragraphs and captions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from annotator.core.ids import new_id
from annotator.core.records import Region, RegionKind
from annotator.core.text import store_text

_BETWEEN = "\n\n"


class Part(NamedTuple):
    """A part of an article; what is not simply its body has the kind of a region."""

    text: str
    kind: RegionKind | None = None


class Composed(NamedTuple):
    """The text of an article with its regions."""

    text: str
    regions: tuple[Region, ...]


def compose(parts: Iterable[Part]) -> Composed:
    """Return the text that the parts make, in their order and with an empty line between them; empty parts go."""
    pieces: list[str] = []
    regions: list[Region] = []
    position = 0
    for part in parts:
        text = store_text(part.text).text
        if not text.strip():
            continue
        if part.kind is not None:
            regions.append(Region(new_id(), part.kind, position, position + len(text)))
        pieces.append(text)
        position += len(text) + len(_BETWEEN)
    return Composed(_BETWEEN.join(pieces), tuple(regions))
