"""What the person chose for the columns of tables: it holds for every table with the same header."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from annotator import settings
from annotator.services.importing.batches import Batch, Row
from annotator.ui.runner import Progress


@dataclass(frozen=True, slots=True)
class TableChoice:
    """By field its column, empty for none; and whether rows without a text are kept."""

    columns: Mapping[str, str]
    stubs: bool = False


class TableChoices:
    """By header what was chosen here; for others, what was chosen another time."""

    def __init__(self) -> None:
        self._here: dict[frozenset[str], TableChoice] = {}

    def choose(self, header: Sequence[str], choice: TableChoice) -> None:
        """Let a choice hold for all tables with a header."""
        self._here[frozenset(header)] = choice

    def follow(self, batch: Batch, rows: Iterable[Row], progress: Progress) -> list[Row]:
        """Read those tables again for which something else was chosen; return them. Raises Cancelled."""
        again = []
        for row in rows:
            head = batch.columns(row)
            choice = self._of(head.header) if head else None
            if head is None or choice is None:
                continue
            columns = {field: name for field, name in choice.columns.items() if not name or name in head.header}
            held = {field: head.mapping.get(field, "") for field in columns}
            if held != columns or choice.stubs != row.choices.stubs:
                batch.read_again(row, replace(row.choices, columns=columns, stubs=choice.stubs), progress)
                again.append(row)
        return again

    def _of(self, header: Sequence[str]) -> TableChoice | None:
        if (here := self._here.get(frozenset(header))) is not None:
            return here
        before = settings.columns_chosen(header)
        return TableChoice(before) if before else None

    def remember(self) -> None:
        """Keep what was chosen here for another time. Raises OSError."""
        for header, choice in self._here.items():
            settings.remember_columns(header, choice.columns)
