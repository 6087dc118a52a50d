"""Python's search for garbage, held back while objects are made by the thousand."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_SELDOM = 10_000


@contextmanager
def sought_seldom() -> Iterator[None]:
    """Have garbage sought after every 10,000 new objects instead of 700, and as before in the end.

    An import makes so many that stay that the search takes an eighth of its time and finds nothing. It goes on all the
    same: some libraries leave circles of objects behind with each file that they read.
    """
    often, *others = gc.get_threshold()
    # 0 turns the search off.
    gc.set_threshold(max(often, _SELDOM) if often else 0, *others)
    try:
        yield
    finally:
        gc.set_threshold(often, *others)
