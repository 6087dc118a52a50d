"""A place of a text in its context, on one line."""

from __future__ import annotations

from typing import NamedTuple

WIDTH = 60
"""Characters of context at each side, at most."""


class Context(NamedTuple):
    """The words of a place, and what stands before and after them; put together, they are a part of the text."""

    before: str
    words: str
    after: str


def context(text: str, start: int, end: int, width: int = WIDTH) -> Context:
    """Return `text[start:end]` between at most `width` characters at each side, cut between words where there is one.

    White space of any kind and length is one space.
    """
    # Twice as much is looked at, since white space shrinks.
    before = _squeezed(text[max(0, start - 2 * width) : start])
    after = _squeezed(text[end : end + 2 * width])
    if len(before) > width or start > 2 * width:
        cut = before[-width:]
        before = cut.partition(" ")[2] if " " in cut.rstrip() else cut
    if len(after) > width or end + 2 * width < len(text):
        cut = after[:width]
        after = cut.rpartition(" ")[0] if " " in cut.lstrip() else cut
    words = _squeezed(text[start:end])
    # A space on both sides of a border is one.
    if before.endswith(" ") and words.startswith(" "):
        before = before[:-1]
    if words.endswith(" ") and after.startswith(" "):
        after = after[1:]
    return Context(before.lstrip(), words, after.rstrip())


def _squeezed(text: str) -> str:
    """Return text with each run of white space as one space, also at its ends."""
    line = " ".join(text.split())
    if not line:
        return " " if text else ""
    return f"{' ' if text[0].isspace() else ''}{line}{' ' if text[-1].isspace() else ''}"
