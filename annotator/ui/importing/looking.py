"""What takes a moment to find out of an article that is chosen for the preview: done in the background."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotator.analysis.text_difference import Part, difference
from annotator.services.duplicates import Duplicates
from annotator.services.import_batches import Batch, Dropped, Row
from annotator.services.inputs import Spooled
from annotator.ui.importing.preview import MOST_SHOWN


@dataclass(frozen=True, slots=True)
class Look:
    """What was dropped of an article's input, and how its text differs from that of its twin."""

    article: Spooled
    dropped: Sequence[Dropped]
    one: str = ""
    other: str = ""
    parts: Sequence[Part] = ()


def look(batch: Batch, duplicates: Duplicates, row: Row, article: Spooled) -> Look:
    """Look closer at an article."""
    dropped = batch.dropped(row)
    texts = duplicates.texts(batch, article)
    if texts is None:
        return Look(article, dropped)
    one, other = (text[:MOST_SHOWN] for text in texts)
    return Look(article, dropped, one, other, difference(one, other))
