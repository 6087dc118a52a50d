"""Code points of a stored text and the UTF-16 units that Qt counts in; the only place where the two meet."""

from __future__ import annotations

import re
from bisect import bisect_left

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_TROUBLE = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0\ufdd1]")
_SHOWN_AS = str.maketrans(
    {
        **{chr(code): chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\t\n"},
        "\x7f": "\u2421",
        **{chr(code): "\ufffd" for code in range(0x80, 0xA0)},
        **dict.fromkeys("\r\x85\u2028\u2029", "\n"),
        **dict.fromkeys("\ufdd0\ufdd1", "\ufffd"),
    }
)
_SURROGATE = re.compile("[\ud800-\udfff]")


class TextMap:
    """Turns code points into UTF-16 units and back: O(log n) in the characters beyond U+FFFF, free without any."""

    __slots__ = ("_astral", "_astral_units", "length", "units")

    def __init__(self, text: str) -> None:
        self._astral = [] if text.isascii() else [match.start() for match in _ASTRAL.finditer(text)]
        self._astral_units = [position + before for before, position in enumerate(self._astral)]
        self.length = len(text)
        self.units = len(text) + len(self._astral)

    def to_units(self, position: int) -> int:
        """Return the UTF-16 unit at which the code point `position` starts."""
        return position + bisect_left(self._astral, position) if self._astral else position

    def to_code_points(self, unit: int, *, round_up: bool = False) -> int:
        """Return the code point that starts at `unit`; inside a surrogate pair the pair's start, or its end."""
        if not self._astral:
            return unit
        before = bisect_left(self._astral_units, unit)
        position = unit - before
        inside_pair = before > 0 and self._astral_units[before - 1] == unit - 1
        return position + 1 if inside_pair and round_up else position


def display_text(text: str) -> str:
    r"""Return `text` as Qt can show it: as many code points and as many UTF-16 units as `text`, place by place.

    Qt folds `\r\n` into one character, drops a byte-order mark at the start and ends a frame at U+FDD0 and U+FDD1;
    all these are shown as something else of the same length, and every kind of line end as a new paragraph. So are
    control characters, which no font has: a span on one is to be seen.
    """
    if text.startswith(("\ufeff", "\ufffe")):
        text = "\u200b" + text[1:]
    if not _TROUBLE.search(text):
        return text
    return _SURROGATE.sub("\ufffd", text.replace("\r\n", "\u200b\n").translate(_SHOWN_AS))
