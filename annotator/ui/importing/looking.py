"""What takes a moment to find out of an input that is chosen for the preview: done in the background."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotator.analysis.text_difference import Part, difference
from annotator.services.importing.batches import Batch, Columns, Dropped, Row
from annotator.services.importing.duplicates import Duplicates
from annotator.services.importing.inputs import Spooled
from annotator.ui.importing.text_view import MOST_SHOWN


@dataclass(frozen=True, slots=True)
class Look:
    """The columns of an input, what was dropped of it, and how an article's text differs from that of its twin."""

    row: Row
    columns: Columns | None
    dropped: Sequence[Dropped] = ()
    one: str = ""
    other: str = ""
    parts: Sequence[Part] = ()
    likeness: float = 0.0


def is_worth_it(batch: Batch, row: Row, article: Spooled | None) -> bool:
    """Tell whether there is anything that a closer look could show."""
    return batch.is_table(row) or batch.tells_dropped(row) or (article is not None and article.position in batch.twins)


def look(batch: Batch, duplicates: Duplicates, row: Row, article: Spooled | None) -> Look:
    """Look closer at an input and an article of it."""
    columns, dropped = batch.columns(row), batch.dropped(row)
    twin = None if article is None else batch.twins.get(article.position)
    texts = None if article is None else duplicates.texts(batch, article)
    if texts is None or twin is None:
        return Look(row, columns, dropped)
    one, other = (text[:MOST_SHOWN] for text in texts)
    return Look(row, columns, dropped, one, other, difference(one, other), twin.likeness)
