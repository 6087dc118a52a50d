"""The article that is chosen among those to import, in the preview: shown, looked at closer, edited."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QModelIndex, QObject, Signal

from annotator.core.errors import Refused
from annotator.services.duplicates import Duplicates
from annotator.services.import_batches import Batch, Row
from annotator.services.inputs import Spooled
from annotator.services.metadata import Field
from annotator.ui.importing.looking import Look, look
from annotator.ui.importing.preview import Preview
from annotator.ui.importing.rows import TOLD, RowsModel
from annotator.ui.runner import Runner


class Showing(QObject):
    """Lets the preview follow the chosen row; `said(str)` is a sentence where what was typed makes no sense."""

    said = Signal(str)

    def __init__(
        self, preview: Preview, rows: RowsModel, duplicates: Duplicates, runner: Runner, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._preview, self._rows, self._duplicates, self._runner = preview, rows, duplicates, runner
        self._batch: Batch | None = None
        self._shown: tuple[Row, Spooled] | None = None
        preview.edited.connect(self._edit)

    def take(self, batch: Batch) -> None:
        """Show articles of a batch from now on."""
        self._batch, self._shown = batch, None

    def clear(self) -> None:
        """Show nothing any more."""
        self._batch = self._shown = None
        self._preview.clear()

    def show(self, index: QModelIndex) -> None:
        """Show the article of a row."""
        row, article = self._rows.row(index), self._rows.article(index)
        if self._batch is None or row is None or article is None:
            self._shown = None
            self._preview.clear()
            self._preview.tell(self._told(index))
            return
        if self._shown == (row, article):
            return
        self._shown = (row, article)
        self._preview.clear()
        self._preview.tell(self._told(index))
        self._preview.show_article(self._batch.article(article))
        batch, duplicates = self._batch, self._duplicates
        if article.position in batch.twins or batch.tells_dropped(row):
            self._runner.run(lambda _progress: look(batch, duplicates, row, article)).succeeded.connect(self._show_look)

    def _told(self, index: QModelIndex) -> str:
        return index.siblingAtColumn(TOLD).data() or ""

    def _show_look(self, found: Look) -> None:
        if self._shown and self._shown[1] is found.article:
            self._preview.show_dropped(found.dropped)
            self._preview.show_difference(found.one, found.other, found.parts)

    def _edit(self, field: str, value: str) -> None:
        if self._batch is None or self._shown is None:
            return
        row, article = self._shown
        try:
            self._batch.edit(article, {cast("Field", field): value})
        except Refused as error:
            self.said.emit(str(error))
            self._preview.show_fields(self._batch.article(article))
        else:
            self._rows.refresh(row)
