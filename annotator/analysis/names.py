"""Find names: capitalised words with their titles and particles, and the part of one that is a person's own name."""

from __future__ import annotations

import re

from annotator.analysis.abbreviations import BEFORE_A_NAME, SENTENCE_OPENERS
from annotator.core.segments import Segment

# Capital letters of the Latin, Greek, Cyrillic, Armenian and Georgian scripts: `re` has no class for them.
_CAPITAL = "".join(filter(str.isupper, map(chr, range(0x2000))))
_PARTICLES = (
    "van der |van den |van de |van |von der |von |zu |de la |de las |de los |de |del |della |di |da |dos |du |la |le |bin |"
    "ibn |al-|el-"
).replace(" ", "[ \u00a0]")
_PARTICLE_BEFORE = re.compile(rf"(?<![\w'’-])(?:{_PARTICLES})\Z")
_LONGEST_PARTICLE = 8
_ABBREVIATED = "|".join(rf"(?<=\b{word})" for word in sorted(BEFORE_A_NAME) if word[0].isupper() and len(word) > 1)
# A capital letter comes first, so that `re` can skip to the next one at once.
_WORD = (
    rf"[{_CAPITAL}](?<![\w'’-].)(?:\.(?:[{_CAPITAL}]\.)*|\w*(?:['’](?![sS]\b)\w+|[-‑&]\w+)*(?:(?=\.)(?:{_ABBREVIATED})\.)?)"
)
_INNER = _WORD.replace(r"(?<![\w'’-].)", "")
_NAME = re.compile(
    rf"{_WORD}(?:(?:,?[ \u00a0](?=[JS]r\b)|[ \u00a0])(?:(?:{_PARTICLES}|of (?:the )?)(?=[{_CAPITAL}]))?{_INNER})*"
)
_PART = re.compile(r"\S+")

NOT_A_NAME = SENTENCE_OPENERS | frozenset(
    "About According After Against Again Ahead Also Among Are Asked At Back Be Being Both Can Could Did Calls Do Does Don't Don’t Earlier"
    " Either Every Few Finally First Following Given Go Had Has Have I'd I'll I'm I've I’d I’ll I’m I’ve Indeed Is It's"
    " It’s Just Last Later Let Like Maybe May Might My Neither Never New Next Nobody No Of Off Our Out Over Perhaps"
    " Please Rather Right Several Should Sometimes Soon Than Thanks That's That’s There's There’s Through Thus Today"
    " Together Tomorrow Too Toward Towards Unlike Unless Until Up Upon Very Was We're We’re Well Were Whatever Will"
    " Within Without Would Yes Yesterday Yet Your"
    " Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April June July August September"
    " October November December"
    .split()
) - {"New", "May"}
"""Capitalised words that open a sentence or tell a time: no name begins with one of them."""

TITLES = frozenset(
    "republican democrat democratic gop libertarian rival former president vice-president senator congressman congresswoman representative governor mayor alderman councilman"
    " councilwoman councilor councillor councilmember commissioner sheriff deputy chief officer detective sergeant"
    " lieutenant captain major colonel general admiral corporal private trooper marshal superintendent inspector"
    " constable secretary undersecretary minister chancellor premier ambassador envoy judge justice magistrate attorney"
    " prosecutor counsel solicitor professor doctor dean principal rector teacher coach director chairman chairwoman"
    " chairperson chair speaker leader manager administrator coordinator executive ceo cfo founder editor reporter"
    " correspondent columnist author analyst economist spokesman spokeswoman spokesperson adviser advisor aide"
    " strategist candidate nominee king queen prince princess duke duchess lord lady sir dame pope cardinal archbishop"
    " bishop father sister brother rabbi imam pastor reverend sheikh ayatollah rep sen gov dr mr mrs ms mx prof rev sgt"
    " lt col capt cmdr gen adm maj pvt cpl det supt insp amb hon pres sens reps messrs drs fr mme mlle atty"
    .split()
)
"""Words, in small letters and without a point, that stand before a person's name."""

ORGANISATIONS = frozenset(
    "academy administration agency alliance army assembly association authority bank board brigade bureau cabinet"
    " campaign center centre church city club coalition college commission committee company congress convention"
    " corporation corps corp council county court department district embassy federation firm force forces foundation"
    " fund government group hall hospital house inc institute institution journal league ltd llc ministry movement museum"
    " navy network news office organization organisation parliament party police post press project registry school"
    " schools senate service services society state states street team television times tribune union university"
    .split()
)
"""Words, in small letters, that a person's name does not hold."""


def names(text: str) -> list[Segment]:
    """Return the names of a text in order: neighbouring capitalised words, with titles, particles and "of" between.

    A possessive ends a name and does not belong to it. Function words and weekdays that open a sentence, or stand in a
    headline, belong to none.
    Takes time proportional to the text's length.
    """
    found = []
    for match in _NAME.finditer(text):
        start = match.start() - _particle_before(text, match.start())
        end = start
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
    """Return the part of a name that is a person's own, without titles; None where the name is not a person's.

    "Broward County Sheriff Scott Israel" is "Scott Israel" among other words. A single word counts as a person's own.
    """
    if not any(map(str.isspace, text[slice(*name)])):
        word = text[slice(*name)].lower()
        return None if word in TITLES or word in ORGANISATIONS else name
    after_title = name.start
    words = list(_PART.finditer(text, *name))
    for word in words:
        if is_title(word.group()):
            after_title = word.end()
    own = [word for word in words if word.start() >= after_title]
    if after_title > name.start and own and own[0].group() == "of":
        own = own[2:]  # "Secretary of State Ada Orlo"
    for index, word in enumerate(own):
        if word.group() == "of" and index:
            own = own[:index]
            break
    if not own or any(word.group().lower().strip(".,") in ORGANISATIONS for word in own):
        return None
    return Segment(own[0].start(), own[-1].end())


def is_title(word: str) -> bool:
    """Tell whether a word, with or without its point, stands before a person's name ("Sgt.", "Mayor")."""
    return word.lower().rstrip(".,") in TITLES
