"""Find names: capitalised words with their titles and particles, and the part of one that is a person's own name."""

from __future__ import annotations

import re

from annotator.analysis.abbreviations import BEFORE_A_NAME
from annotator.analysis.name_words import NOT_A_NAME, ORGANISATIONS, TITLES
from annotator.analysis.sentences import LETTERS
from annotator.core.segments import Segment

# Capital letters of the scripts that have them: `re` has no class for them.
_CAPITAL = "".join(filter(str.isupper, map(chr, range(0x2000))))
_SPACE = "[ \u00a0]"
_PARTICLES = "|".join(
    particle.replace(" ", _SPACE)
    for particle in (
        *("van der ", "van den ", "van de ", "van ", "von der ", "von ", "zu ", "de la ", "de las ", "de los ", "de "),
        *("del ", "della ", "di ", "da ", "dos ", "du ", "la ", "le ", "bin ", "ibn ", "al-", "el-"),
    )
)
_PARTICLE_BEFORE = re.compile(rf"(?<![\w'’-])(?:{_PARTICLES})\Z")
_LONGEST_PARTICLE = 8
_MOST_WORDS = 12
_MOST_OWN_WORDS = 5

_ABBREVIATED = "|".join(rf"(?<=\b{word})" for word in sorted(BEFORE_A_NAME) if word[0].isupper() and len(word) > 1)
_REST = (
    rf"(?:\.(?:[{_CAPITAL}]\.)*"  # initials
    rf"|[{LETTERS}]*(?:['’](?![sS]\b)[{LETTERS}]+|[-‑&][{LETTERS}]+)*(?:(?=\.)(?:{_ABBREVIATED})\.)?)"
)
_BETWEEN = rf"(?:,?{_SPACE}(?=[JS]r\b)|{_SPACE})(?:(?:{_PARTICLES}|of{_SPACE}(?:the{_SPACE})?)(?=[{_CAPITAL}]))?"
# The capital letter comes first, and what must not stand before it after it: so `re` can skip to the next one.
_NAME = re.compile(rf"[{_CAPITAL}](?<![{LETTERS}'’-].){_REST}(?:{_BETWEEN}[{_CAPITAL}]{_REST}){{0,{_MOST_WORDS}}}")
_PART = re.compile(r"\S+")


def names(text: str) -> list[Segment]:
    """Return the names of a text in order: neighbouring capitalised words, with titles, particles and "of" between.

    A possessive ends a name and does not belong to it. Function words and weekdays that open a sentence, or stand in a
    headline, belong to none. Takes time proportional to the text's length.
    """
    found = []
    for match in _NAME.finditer(text):
        start = end = match.start() - _particle_before(text, match.start())
        for word in _PART.finditer(text, *match.span()):
            if word.group() not in NOT_A_NAME:
                end = word.end()
                continue
            if start < end:
                found.append(Segment(start, end))
            start = end = min(match.end(), word.end() + 1)
        if start < end:
            found.append(Segment(start, end))
    return found


def _particle_before(text: str, start: int) -> int:
    """Return how many characters the particles right before a capitalised word take ("van der ")."""
    found = _PARTICLE_BEFORE.search(text[max(0, start - _LONGEST_PARTICLE - 1) : start])
    return len(found.group()) if found else 0


def person_part(text: str, name: Segment) -> Segment | None:
    """Return the part of a name that is a person's own, without titles; None where the name cannot be a person's.

    `name` is one that `names` found. Of "Orlo County Sheriff Ada Brandt" the part is "Ada Brandt"; a single word counts
    as a person's own.
    """
    words = text[slice(*name)].split()
    title = max((i for i, word in enumerate(words) if is_title(word)), default=-1)
    # "Secretary of State Ada Orlo"
    first = title + 3 if title >= 0 and words[title + 1 : title + 2] == ["of"] else title + 1
    place = words.index("of", first + 1) if "of" in words[first + 1 :] else len(words)
    own = words[first:place]
    if not 0 < len(own) <= _MOST_OWN_WORDS or any(word.lower().strip(".,") in ORGANISATIONS for word in own):
        return None
    # One character stands between two words of a name.
    start = name.start + sum(len(word) + 1 for word in words[:first])
    return Segment(start, start + sum(map(len, own)) + len(own) - 1)


def is_title(word: str) -> bool:
    """Tell whether a word, with or without its point, stands before a person's name ("Sgt.", "Mayor")."""
    return word.lower().rstrip(".,") in TITLES
