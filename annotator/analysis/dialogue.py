"""Speech that a dash opens, as Spanish, French, Russian and others print dialogue."""

from __future__ import annotations

import re

from annotator.core.segments import Segment, Segments, trim

_DASH = re.compile("[—–―]")
# A dash that sets off who speaks: glued to the next word after a space, or after the comma or stop of the speech.
_INSERT = re.compile(r"\s[—–―](?=\w)|(?<=[,.!?…])\s*[—–―]\s")
_BACK_TO_SPEECH = re.compile(r"(?:(?<=[\w)])[—–―](?=[\s.,:;!?])|(?<=[.,!?…])\s*[—–―]\s)[.,:;]?")
_INVERTED = re.compile(r"(?<=[,!?…])\s+(?=\w+(?:-t)?-(?:il|elle|ils|elles|on|je)\b)")


def find_dialogue(text: str, paragraph: Segment) -> Segments:
    """Return the segments of a paragraph that are speech after an opening dash; none where that is not to be seen.

    The opening dash belongs to the first segment. A dash alone also opens items of lists and credits, so that only a
    paragraph that says who speaks counts: by a second dash, or by a French inversion ("dit-elle").
    """
    if not _DASH.match(text, *paragraph):
        return ()
    after_dash = paragraph.start + 1
    if insert := _INSERT.search(text, after_dash + 1, paragraph.end):
        ranges = [(paragraph.start, insert.start())]
        if back := _BACK_TO_SPEECH.search(text, insert.end(), paragraph.end):
            ranges.append((back.end(), paragraph.end))
    elif inverted := _INVERTED.search(text, after_dash, paragraph.end):
        ranges = [(paragraph.start, inverted.start())]
    else:
        return ()
    segments = trim(text, ranges)
    return segments if segments and segments[0].end > after_dash else ()
