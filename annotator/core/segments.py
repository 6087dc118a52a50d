"""Segments: half-open ranges of code points, and the rules that the segments of a span keep."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias


class Segment(NamedTuple):
    """`[start, end)` in Unicode code points of an article's text."""

    start: int
    end: int


Segments: TypeAlias = tuple[Segment, ...]

_LONGEST_PLAIN_KEY = 60


def join(ranges: Iterable[tuple[int, int]]) -> Segments:
    """Return `ranges` in order, with touching and overlapping ones joined and empty ones dropped."""
    joined: list[Segment] = []
    for start, end in sorted(ranges):
        if start >= end:
            continue
        if joined and start <= joined[-1].end:
            joined[-1] = Segment(joined[-1].start, max(joined[-1].end, end))
        else:
            joined.append(Segment(start, end))
    return tuple(joined)


def trim(text: str, ranges: Iterable[tuple[int, int]]) -> Segments:
    """Return `ranges` joined, without white space at the ends of any of them; may be empty."""
    trimmed = []
    for start, end in join(ranges):
        part = text[start:end]
        left = len(part) - len(part.lstrip())
        trimmed.append((start + left, start + len(part.rstrip())))
    return join(trimmed)


def problem(segments: Segments, length: int) -> str | None:
    """Return what is wrong with the segments of a span in a text of `length` code points, or None."""
    if not segments:
        return "a span needs at least one segment"
    last = -1
    for start, end in segments:
        if not 0 <= start < end <= length:
            return f"segment {start}–{end} lies outside the text of {length} characters or is empty"
        if start <= last:
            return f"segment {start}–{end} touches or overlaps the one before it"
        last = end
    return None


def canonical_key(segments: Segments) -> str:
    """Return a short text that is equal for equal segments only: what makes two spans identical."""
    key = ",".join(f"{start}-{end}" for start, end in segments)
    return key if len(key) <= _LONGEST_PLAIN_KEY else hashlib.blake2b(key.encode(), digest_size=16).hexdigest()


def excerpt(text: str, segments: Iterable[tuple[int, int]]) -> str:
    """Return what segments hold of a text, in their order, an ellipsis between one and the next."""
    return " … ".join(text[start:end] for start, end in segments)


def contains(segments: Segments, position: int) -> bool:
    """Tell whether the character at `position` belongs to one of the segments."""
    return any(start <= position < end for start, end in segments)


def size(segments: Segments) -> int:
    """Return how many characters the segments hold together."""
    return sum(end - start for start, end in segments)
