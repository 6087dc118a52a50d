"""Why a source is not named: the reason that the text itself gives beside the source."""

from __future__ import annotations

import re

from annotator.core.segments import Segment

_REACH = 400
_BECAUSE = r"(?:,? (?:because|since|as|out of|for fear|fearing|citing)\b[^.;:\n“”\"]*)?"
_NAMED = r"(?:named|identified|quoted by name|identified by name)"
_REASON = re.compile(
    rf"\bon (?:the )?condition of anonymity{_BECAUSE}"
    r"|\b(?:ask|request|declin|refus|prefer|wish|want|insist)(?:ed|ing|es|s|e)?"
    rf"(?: not to be| to not be| to be) {_NAMED}"
    rf"{_BECAUSE}"
    rf"|\b(?:asked|asking|requested|requesting|insisted on|insisting on) (?:for )?anonymity{_BECAUSE}"
    r"|\b(?:was|were|is|are|being) not authori[sz]ed to [^.,;:\n“”\"]+"
    r"|\b(?:lacked|lacking|without) authori[sz]ation to [^.,;:\n“”\"]+"
    r"|\b(?:feared|fearing|for fear of|out of fear of) [^.,;:\n“”\"]+",
    re.IGNORECASE,
)


def stated_reason(text: str, mention: Segment) -> str:
    """Return the reason for anonymity that is stated in the paragraph of a mention, the nearest one after it first.

    Empty where none is. It is the text's own words, on one line.
    """
    start = max(mention.start - _REACH, text.rfind("\n", 0, mention.start) + 1)
    end = min(mention.end + _REACH, len(text))
    line_end = text.find("\n", mention.end, end)
    found = list(_REASON.finditer(text, start, end if line_end < 0 else line_end))
    if not found:
        return ""
    nearest = min(found, key=lambda match: (match.start() < mention.end, abs(match.start() - mention.end)))
    return " ".join(nearest.group().split()).rstrip(" ,")
