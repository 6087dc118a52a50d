"""Finding words in a text whatever their case and accents, and the shapes of marks, dashes and spaces."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from annotator.core.segments import Segment

_ALIKE = {
    **dict.fromkeys("‘’‚‛′`´", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    "ς": "σ",
}
_NO_ACCENTS = "\u3099\u309a"
"""The marks that make other letters of Japanese ones."""


@lru_cache(maxsize=4096)
def _fold_character(character: str) -> str:
    if character in _ALIKE:
        return _ALIKE[character]
    if character.isspace():
        return " "
    decomposed = unicodedata.normalize("NFD", character)
    base, marks = decomposed[0], decomposed[1:]
    if any(mark in _NO_ACCENTS or not unicodedata.combining(mark) for mark in marks):
        base = character  # Hangul comes apart into its letters: those are no marks either
    lower = base.lower()
    return lower if len(lower) == 1 else base


_ASCII = {code: _fold_character(chr(code)) for code in range(128)}


def fold(text: str) -> str:
    """Return the text for comparing, character for character: offsets in it are offsets in `text`."""
    if not text.isascii():
        # A text has few different characters that change: replaced one by one, they take a third of the time.
        for character in set(text):
            folded = _fold_character(character)
            if folded != character:
                text = text.replace(character, folded)
    # ASCII, most of most texts, is translated as a whole: many times faster.
    return text.translate(_ASCII) if text.isascii() else text


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
