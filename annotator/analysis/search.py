"""Finding words in a text whatever their case and accents, and the shapes of marks, dashes and spaces."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from annotator.core.segments import Segment

_ALIKE = {
    **dict.fromkeys("‘’‚‛′`´", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
}


@lru_cache(maxsize=4096)
def _fold_character(character: str) -> str:
    if character in _ALIKE:
        return _ALIKE[character]
    if character.isspace():
        return " "
    base = unicodedata.normalize("NFD", character)[0]
    lower = base.lower()
    return lower if len(lower) == 1 else base


def fold(text: str) -> str:
    """Return the text for comparing, character for character: offsets in it are offsets in `text`."""
    return "".join(map(_fold_character, text))


def find_all(folded: str, words: str) -> list[Segment]:
    """Return where `words` stand in a folded text, in order and without overlap; nothing for no words."""
    wanted = fold(words)
    found: list[Segment] = []
    if not wanted.strip():
        return found
    start = folded.find(wanted)
    while start >= 0:
        found.append(Segment(start, start + len(wanted)))
        start = folded.find(wanted, start + len(wanted))
    return found
