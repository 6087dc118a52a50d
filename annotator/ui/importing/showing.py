"""The row that is chosen among those to import, in the preview: shown, looked at closer, edited."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QModelIndex, QObject, Signal

from annotator.core.errors import Refused
from annotator.core.segments import Segment
from annotator.services.importing.batches import Batch, Row
from annotator.services.importing.duplicates import Duplicates
from annotator.services.importing.inputs import Spooled
from annotator.services.metadata import Field
from annotator.ui.importing.columns import ColumnBoxes
from annotator.ui.importing.looking import Look, is_worth_it, look
from annotator.ui.importing.preview import Preview
from annotator.ui.importing.rows import RowsModel
from annotator.ui.runner import Runner

_OTHERWISE = "If it is something else than it seems, choose another format or encoding in its row (F2 there)."


class Showing(QObject):
    """Lets preview and columns follow the chosen row; `said(str)` is a sentence where what was typed makes no sense."""

    said = Signal(str)

    def __init__(
        self,
        preview: Preview,
        columns: ColumnBoxes,
        rows: RowsModel,
        duplicates: Duplicates,
        runner: Runner,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._preview, self._columns, self._rows = preview, columns, rows
        self._duplicates, self._runner = duplicates, runner
        self._batch: Batch | None = None
        self._shown: tuple[Row, Spooled | None] | None = None
        self._columns_of: Row | None = None
        self._looks = 0
        preview.edited.connect(self._edit)
        preview.regions.chosen.connect(self._choose_regions)

    def take(self, batch: Batch) -> None:
        """Show articles of a batch from now on."""
        self._batch, self._shown = batch, None

    def clear(self) -> None:
        """Show nothing any more."""
        self._batch = None
        self._clear_row()

    @property
    def row(self) -> Row | None:
        """The input that is shown, itself or an article of it."""
        return self._shown[0] if self._shown else None

    def show(self, index: QModelIndex) -> None:
        """Show what a row stands for."""
        batch, row, article = self._batch, self._rows.row(index), self._rows.article(index)
        if batch is None or row is None:
            self._clear_row()
            return
        if self._shown == (row, article):
            return
        self._shown = (row, article)
        messages = self._rows.messages(index)
        can_be_read_otherwise = article is None and self._rows.can_be_read_otherwise(row)
        self._preview.clear("\n\n".join([*messages, *([_OTHERWISE] if can_be_read_otherwise else [])]))
        self._preview.tell(messages)
        if article is not None:
            self._preview.show_article(batch.article(article))
            self.show_regions()
        if self._columns_of is not row:
            self._show_columns(None)
        self.drop_looks()
        if is_worth_it(batch, row, article):
            duplicates, number = self._duplicates, self._looks
            job = self._runner.run(lambda _progress: look(batch, duplicates, row, article))
            job.succeeded.connect(lambda found: self._show_look(found, number))

    def drop_looks(self) -> None:
        """Let no closer look that is still on its way be shown: what it looked at is about to change."""
        self._looks += 1

    def _clear_row(self) -> None:
        self.drop_looks()
        self._shown = None
        self._preview.clear()
        self._show_columns(None)

    def _show_columns(self, found: Look | None) -> None:
        self._columns_of = found.row if found else None
        columns = found.columns if found else None
        self._columns.show_columns(columns, stubs=found is not None and found.row.choices.stubs)

    def show_regions(self) -> None:
        """Show what is proposed to be a region of the article, and what is taken of it, as it is now."""
        if self._batch is None or self._shown is None or self._shown[1] is None:
            return
        article = self._shown[1]
        if self._batch.regions.is_offered(article.position):
            proposed = self._batch.proposed_regions(article)
            taken = self._batch.regions.taken(article.position, proposed)
            self._preview.show_regions(self._batch.article(article).text, proposed, taken)

    def _show_look(self, found: Look, number: int) -> None:
        if number == self._looks:
            self._show_columns(found)
            self._preview.show_dropped(found.dropped)
            self._preview.show_difference(found.one, found.other, found.parts, found.likeness)

    def _edit(self, field: str, value: str) -> None:
        row, article = self._shown or (None, None)
        if self._batch is None or row is None or article is None:
            return
        try:
            self._batch.edit(article, {cast("Field", field): value})
        except Refused as error:
            self.said.emit(str(error))
            self._preview.show_fields(self._batch.article(article))
        else:
            self._rows.refresh(row)

    def _choose_regions(self, segments: list[Segment]) -> None:
        if self._batch is not None and self._shown is not None and self._shown[1] is not None:
            self._batch.regions.choose(self._shown[1].position, segments)
