"""Counts what a function does for a text, so that tests of growth need no clock."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


class CountingText(str):
    """A text that counts the characters that are cut out of it."""

    cut = 0

    def __getitem__(self, key: Any) -> str:
        part = super().__getitem__(key)
        type(self).cut += len(part)
        return part


def steps(function: Callable[[str], object], text: str) -> int:
    """Return the lines that run for `text`, and the characters that are cut out of it."""
    lines = 0

    def trace(_frame: FrameType, _event: str, _argument: object) -> Any:
        nonlocal lines
        lines += 1
        return trace

    CountingText.cut = 0
    counting = CountingText(text)
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(counting)
    finally:
        sys.settrace(before)
    return lines + CountingText.cut
