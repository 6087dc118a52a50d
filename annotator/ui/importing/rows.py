"""The inputs of an import as rows: failures first, the articles of one input below it where they are several."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication

from annotator.core.text import counted, snippet
from annotator.services.importing.batches import Batch, Row, Twin
from annotator.services.importing.inputs import Input, Read, Spooled
from annotator.ui import plain

SIGN, FILE, FORMAT, ENCODING, ARTICLES, WORDS, TOLD = range(7)
HEADINGS = ("", "File", "Format", "Encoding", "Articles", "Words", "What to know")

_FINE, _LOOK, _FAILED, _SKIPPED = "ready", "look at it", "failed", "skipped"
_SIGNS = {_FINE: "✓", _LOOK: "⚠", _FAILED: "✗", _SKIPPED: "–", "done": "✓"}
_FIRST = {_FAILED: 0, _LOOK: 1, _SKIPPED: 1, _FINE: 2, "done": 2}

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

_SHOWN = frozenset(
    {
        Role.DisplayRole, Role.ToolTipRole, Role.EditRole, Role.CheckStateRole, Role.TextAlignmentRole,
        Role.SizeHintRole, Role.AccessibleTextRole,
    }
)  # fmt: skip
_NOWHERE = QModelIndex()
_ON_THE_COMMAND_LINE = re.compile(r" \(--[a-z][^)]*\)")
_ROOM = 7
"""Pixels above and below the words of a row together."""
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class RowsModel(QAbstractItemModel):
    """Shows a batch, and what became of it once it is imported; check boxes leave rows and articles out.

    `asked(row, column, text)`: the person wants another format or encoding. `choiceChanged()`: something is left out,
    or taken again.
    """

    asked = Signal(object, int, str)
    choiceChanged = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.frozen = False
        """Nothing can be left out or chosen: something runs."""
        self._batch: Batch | None = None
        self._rows: list[Row] = []
        # What is shown stays as it is while something is read again in the background.
        self._reads: dict[Row, Read] = {}
        self._reports: dict[Row, Input] = {}

    def show(self, batch: Batch | None, reports: Sequence[Input] = ()) -> None:
        """Show a batch as it is now; `reports`, one for each of its rows, say what became of it."""
        self.beginResetModel()
        self._batch = batch
        rows = batch.rows if batch else []
        self._reads = {row: row.read for row in rows}
        self._reports = dict(zip(rows, reports, strict=True)) if reports else {}
        self._rows = sorted(rows, key=lambda row: _FIRST[self._state(row)])
        self.endResetModel()

    def row(self, index: Index) -> Row | None:
        """Return the input that an index stands for, or stands below."""
        if not index.isValid():
            return None
        return self._rows[(index.internalId() - 1) if index.internalId() else index.row()]

    def can_be_read_otherwise(self, row: Row) -> bool:
        """Tell whether another format or encoding can be chosen for an input: not once it is imported."""
        return row.source is not None and not self._reports

    def article(self, index: Index) -> Spooled | None:
        """Return the article that an index stands for; an input's only or first article stands for the input."""
        row = self.row(index)
        if row is None or not self._reads[row].articles:
            return None
        return self._reads[row].articles[index.row() if index.internalId() else 0]

    def index_of(self, row: Row) -> QModelIndex:
        """Return where an input stands; nowhere where it is not shown."""
        return self.index(self._rows.index(row), FILE) if row in self._rows else QModelIndex()

    def first(self) -> QModelIndex:
        """Return where the first input stands, nowhere where there is none."""
        return self.index(0, FILE)

    def refresh(self, row: Row) -> None:
        """Show what changed of an input."""
        top = self.index_of(row)
        self.dataChanged.emit(top, top)
        if count := self.rowCount(top):
            self.dataChanged.emit(self.index(0, FILE, top), self.index(count - 1, FILE, top))

    def _state(self, row: Row) -> str:
        if report := self._reports.get(row):
            return report.status
        found = self._reads[row].input
        if found.status == "failed":
            return _FAILED
        return _LOOK if found.messages or self._twins(row) else _FINE

    def _twins(self, row: Row) -> list[Twin]:
        held = self._batch.twins if self._batch else {}
        return [held[one.position] for one in self._reads[row].articles if one.position in held]

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        """Return an index: of an input, or of an article below one."""
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = _NOWHERE) -> Any:
        """Return the index of an article's input."""
        above = index.internalId() if index.isValid() else 0
        return self.createIndex(above - 1, FILE, 0) if above else QModelIndex()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return how many inputs there are, or articles below one."""
        if not parent.isValid():
            return len(self._rows)
        if parent.internalId() or parent.column() > FILE:
            return 0
        articles = self._reads[self._rows[parent.row()]].articles
        return len(articles) if len(articles) > 1 else 0

    def columnCount(self, _parent: Index = _NOWHERE) -> int:
        """Return how many columns there are."""
        return len(HEADINGS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        """Return a heading, which stands over numbers as they do."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Role.TextAlignmentRole and section in (ARTICLES, WORDS):
            return _RIGHT
        return HEADINGS[section] if role == Role.DisplayRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return what can be done: everything can be left out, format and encoding of an input can be changed."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        row = self.row(index)
        if row is None or self._reports or self.frozen:
            return flags
        if index.column() == FILE and row.holds_something:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        if index.column() in (FORMAT, ENCODING) and not index.internalId() and self.can_be_read_otherwise(row):
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Return what a cell shows."""
        row = self.row(index) if role in _SHOWN else None
        if row is None:
            return None
        column = index.column()
        article = self.article(index) if index.internalId() else None
        if role in (Role.DisplayRole, Role.ToolTipRole):
            text = self._article_text(article, column) if article else self._text(row, column)
            return plain.tooltip(text) if role == Role.ToolTipRole else text
        if role == Role.EditRole and column in (FORMAT, ENCODING):
            return (row.choices.format if column == FORMAT else row.choices.encoding) or ""
        if role == Role.CheckStateRole and column == FILE and row.holds_something and not self._reports:
            return self._check_state(row, article)
        if role == Role.TextAlignmentRole and column in (ARTICLES, WORDS):
            return _RIGHT
        if role == Role.SizeHintRole and column == SIGN:
            return QSize(0, QFontMetrics(QGuiApplication.font()).height() + _ROOM)
        if role == Role.AccessibleTextRole and column == SIGN and article is None:
            return self._state(row)
        return None

    def _text(self, row: Row, column: int) -> str:
        read = self._reads[row]
        report = self._reports.get(row, read.input)
        done = bool(self._reports)
        match column:
            case 0:
                return _SIGNS[self._state(row)]
            case 1:
                return report.name
            case 2:
                return report.format
            case 3:
                return report.encoding
            case 4:
                return f"{report.articles if done else len(read.articles):,}"
            case 5:
                return f"{report.words if done else sum(one.words for one in read.articles):,}"
        return " · ".join(self._messages(row))

    def messages(self, index: Index) -> list[str]:
        """Return what there is to know of an input, or of an article below one."""
        row = self.row(index)
        article = self.article(index) if index.internalId() else None
        if row is None:
            return []
        return [text for text in (self._article_text(article, TOLD),) if text] if article else self._messages(row)

    def _messages(self, row: Row) -> list[str]:
        report = self._reports.get(row, self._reads[row].input)
        told = [_told_in_row(one, report.name) for one in report.messages]
        return told if self._reports else [*told, *self._twins_told(row)]

    def _twins_told(self, row: Row) -> list[str]:
        twins = self._twins(row)
        if len(self._reads[row].articles) == 1:
            return [told(twin) for twin in twins]
        return [f"{counted(len(twins), 'article')} in it like others, or the same."] if twins else []

    def _article_text(self, article: Spooled, column: int) -> str:
        if self._batch is None:
            return ""
        twin = self._batch.twins.get(article.position)
        match column:
            case 0:
                return _SIGNS[_LOOK] if twin and not self._reports else ""
            case 1:
                return self._batch.title(article)
            case 5:
                return f"{article.words:,}"
            case 6:
                return told(twin) if twin and not self._reports else ""
        return ""

    def _check_state(self, row: Row, article: Spooled | None) -> Qt.CheckState:
        out = self._batch.left_out if self._batch else set()
        if article is not None:
            taken = row.taken and article.position not in out
            return Qt.CheckState.Checked if taken else Qt.CheckState.Unchecked
        if not row.taken:
            return Qt.CheckState.Unchecked
        partly = any(one.position in out for one in self._reads[row].articles)
        return Qt.CheckState.PartiallyChecked if partly else Qt.CheckState.Checked

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """Leave out or take again; or ask for another format or encoding."""
        row = self.row(index)
        if row is None or self._batch is None:
            return False
        if role == Role.EditRole and index.column() in (FORMAT, ENCODING):
            if value != self.data(index, Role.EditRole):
                self.asked.emit(row, index.column(), value)
            return True
        if role != Role.CheckStateRole:
            return False
        self._take(row, self.article(index) if index.internalId() else None, value == Qt.CheckState.Checked.value)
        self.refresh(row)
        self.choiceChanged.emit()
        return True

    def _take(self, row: Row, article: Spooled | None, taken: bool) -> None:
        if self._batch is None:
            return
        out, positions = self._batch.left_out, {one.position for one in self._reads[row].articles}
        if article is None:
            out -= positions
            row.taken = taken
            return
        if not row.taken:
            out |= positions
        (out.discard if taken else out.add)(article.position)
        row.taken = not positions <= out
        if not row.taken:
            out -= positions


def _told_in_row(message: str, name: str) -> str:
    """Return a message for the row that has the file's name already; in the window nobody chooses by an option."""
    text = _ON_THE_COMMAND_LINE.sub("", message.removeprefix(f"{name}: "))
    beside, colon, rest = text.partition(".ann: ")
    if colon and (ending := PurePath(beside).name).startswith(PurePath(name).stem):
        # The annotations beside a text have its name; only whose they are is new.
        return f"…{ending.removeprefix(PurePath(name).stem)}{colon}{rest}"
    begins_with_file = not text.partition(" ")[0].rstrip(":,;").isalpha()
    return text if begins_with_file else text[:1].upper() + text[1:]


def told(twin: Twin) -> str:
    """Say what an article is like."""
    where, title = "in the project" if twin.in_project else "in this import", snippet(twin.title)
    if twin.is_equal:
        return f"The same text as “{title}” {where}; it will be skipped."
    return f"{twin.likeness:.0%} like “{title}” {where}."
