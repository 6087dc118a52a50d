"""Words that weaken a statement: weak candidates for hedges, found by a list of cues."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from annotator.core.segments import Segment

HedgeKind: TypeAlias = Literal["epistemic", "evidential", "weasel"]

# Each cue is an expression without groups; longer ones come first where one begins with another.
_CUES: tuple[tuple[HedgeKind, float, str], ...] = (
    # Whoever says it does not know.
    ("epistemic", 0.6, r"may (?:well )?(?:not )?have|might (?:well )?(?:not )?have|could (?:well )?have"),
    ("epistemic", 0.55, r"might(?: not)?|may(?: not)?(?= [a-z])"),
    ("epistemic", 0.35, r"could(?: not)?(?= (?:be|mean|take|cost|lead|happen|still|also|well|even|soon|face)\b)"),
    ("epistemic", 0.6, r"perhaps|maybe|possibly|probably|presumably|conceivably|arguably"),
    ("epistemic", 0.5, r"(?:un)?likely(?: to)?|potentially"),
    ("epistemic", 0.5, r"appear(?:s|ed)? (?:not )?to|seem(?:s|ed|ingly)?(?: (?:not )?to)?|apparently"),
    ("epistemic", 0.45, r"(?:it (?:is|was|remains|remained) )?(?:un(?:clear|certain|known)|not (?:yet )?clear)"
                        r"(?= |,|\.)"),
    ("epistemic", 0.4, r"suggest(?:s|ed)? that|indicat(?:es|ed) that|an estimated"),
    ("epistemic", 0.35, r"(?:about|roughly|approximately|nearly|almost|some)(?= (?:an? )?(?:\d|half|one|two|three|four|"
                        r"five|six|seven|eight|nine|ten|dozen|hundred|thousand|million))"),
    # Whoever says it has it from elsewhere, and does not vouch for it.
    ("evidential", 0.65, r"reportedly|allegedly|supposedly|purportedly|ostensibly|rumou?red(?: to)?"),
    ("evidential", 0.5, r"alleged|suspected|so-called|purported|claimed? to"),
    ("evidential", 0.45, r"(?:is|are|was|were) (?:said|believed|thought|understood|expected|reported|feared) to"),
    # Nobody can tell who says it.
    ("weasel", 0.55, r"(?:some|many|several|most) (?:people |critics |experts |observers |analysts |officials )?"
                     r"(?:say|said|believe|argue|think|fear|suspect)(?:s|ed|d)?"),
    ("weasel", 0.45, r"(?:critics|experts|observers|analysts|insiders|supporters|opponents) "
                     r"(?:say|said|believe|argue|think|fear|warn)(?:s|ed|d)?"),
    ("weasel", 0.5, r"it is (?:widely |generally |often )?(?:said|believed|thought|assumed|known) that"),
)  # fmt: skip

_ALTERNATIVES = "|".join(f"(?P<c{number}>{cue})" for number, (_kind, _confidence, cue) in enumerate(_CUES))
_ANY = re.compile(rf"(?<![\w’'-])(?:{_ALTERNATIVES})(?![\w’'-])", re.IGNORECASE)

_MONTH = re.compile(r"May(?= \d| [A-Z]|,|\.)")


@dataclass(frozen=True, slots=True)
class Hedge:
    """Words that may weaken a statement; `confidence` is low: people often see it differently."""

    segment: Segment
    kind: HedgeKind
    confidence: float

    @property
    def reason(self) -> str:
        """Why it is proposed."""
        return f"a cue of the kind “{self.kind}”"


def find_hedges(text: str) -> list[Hedge]:
    """Return the cues of a text in their order, without overlap. Linear in the text's length."""
    found = []
    for match in _ANY.finditer(text):
        if match.group().startswith("May") and _is_name(text, match.start()):
            continue
        kind, confidence, _cue = _CUES[int((match.lastgroup or "c0")[1:])]
        found.append(Hedge(Segment(*match.span()), kind, confidence))
    return found


def _is_name(text: str, position: int) -> bool:
    """Tell whether “May” is a month or a surname here: it does not begin a sentence, or a day or a name follows it."""
    before = text[max(0, position - 3) : position].rstrip(" \"“‘'(")
    begins = not before or before[-1] in ".!?\n"
    return not begins or _MONTH.match(text, position) is not None
