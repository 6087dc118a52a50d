"""One step on many rows, reported as it goes on: whoever stops it leaves nothing of it behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from annotator.formats.interface import Progress
from annotator.store.history import CHUNK
from annotator.store.project import Writing

T = TypeVar("T")


def reported(writing: Writing, rows: Sequence[T], progress: Progress) -> Iterator[T]:
    """Yield rows that are about to be changed; now and then, what was changed so far is written and reported."""
    for done, row in enumerate(rows):
        if done % CHUNK == 0:
            if done:
                writing.session.flush()
            progress(done, len(rows), "")
        yield row
