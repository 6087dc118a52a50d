"""The list of hits in their context: its keys, what is chosen in it, and what stands there where nothing was found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextOption,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget

from annotator.core.search import Hit, Line
from annotator.ui.keyboard.keys import tag_pressed
from annotator.ui.keyboard.menu_keys import keep_letters
from annotator.ui.list_look import look_like_a_list
from annotator.ui.project import OpenProject
from annotator.ui.search.model import ARTICLE, CONTEXT, DATE, TAGS, HitModel
from annotator.ui.search.painter import HitPainter

_MARGIN = 24
_TITLE, _CONTEXT = 20, 140
"""Characters: those that a title has at least, and those that a hit needs with all that is known of its context."""

_FLAG = QItemSelectionModel.SelectionFlag
_ENDS = frozenset({Qt.Key.Key_Home, Qt.Key.Key_End})


class HitList(QTableView):
    """Any number of rows can be chosen. Where there are none, `hint` is read in their place.

    `tagAsked(str)` for the key of a tag, `goAsked()` for a double click, `allAsked()` and `copyAsked()` for the keys
    that do this everywhere; `moved()` when another row is current or others are chosen, `focused()` when the list gets
    the focus.
    """

    tagAsked = Signal(str)
    goAsked = Signal()
    allAsked = Signal()
    copyAsked = Signal()
    moved = Signal()
    focused = Signal()

    hint = ""

    def __init__(self, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self.hits = HitModel(project, self)
        self.setModel(self.hits)
        self.setObjectName("searchHits")
        self.setAccessibleName("Hits in all articles")
        look_like_a_list(self, QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setItemDelegateForColumn(CONTEXT, HitPainter(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._size_columns()
        self.doubleClicked.connect(self.goAsked)
        self.selectionModel().selectionChanged.connect(self.moved)
        self.selectionModel().currentRowChanged.connect(self.moved)

    def _size_columns(self) -> None:
        header, width = self.horizontalHeader(), self.fontMetrics().horizontalAdvance
        # Stretched or set, never by contents: that would measure every row.
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(ARTICLE, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(24)
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.resizeSection(DATE, width("2018-02-23") + 14)
        header.resizeSection(TAGS, width("Tags") + 28)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the hits the room that they need, and titles what is left, but a little always."""
        super().resizeEvent(event)
        header, character = self.horizontalHeader(), self.fontMetrics().averageCharWidth()
        others = sum(header.sectionSize(column) for column in (DATE, TAGS))
        room = self.viewport().width() - others - _TITLE * character
        header.resizeSection(CONTEXT, min(room, _CONTEXT * character))

    # What is chosen

    def chosen(self) -> list[Hit]:
        """Return the places of the chosen rows, from above down."""
        return self.hits.hits(self.chosen_rows())

    def chosen_rows(self) -> list[int]:
        """Return the chosen rows, from above down."""
        parts = self.selectionModel().selection().toList()
        return sorted({row for part in parts for row in range(part.top(), part.bottom() + 1)})

    def number_chosen(self) -> int:
        """Return how many rows are chosen."""
        return sum(part.height() for part in self.selectionModel().selection().toList())

    def current(self) -> Line | None:
        """Return the line in the current row, None where there is none."""
        row = self.currentIndex().row()
        return self.hits.lines[row] if 0 <= row < len(self.hits.lines) else None

    def go_to_row(self, row: int) -> None:
        """Make a row the current one, and the only one that is chosen."""
        if 0 <= row < len(self.hits.lines):
            # Not by the view: it would take Ctrl or Shift, held for another key, for the wish to choose more.
            index = self.hits.index(row, CONTEXT)
            self.selectionModel().setCurrentIndex(index, _FLAG.ClearAndSelect | _FLAG.Rows)
            self.scrollTo(index)

    def choose_again(self, places: Iterable[Hit], current: Hit | None) -> None:
        """Choose the rows of these places, where they are listed; `current` is the one that is current."""
        row_of = {line.hit: row for row, line in enumerate(self.hits.lines)}
        selection = QItemSelection()
        rows = sorted(row_of[place] for place in places if place in row_of)
        for _place, run in groupby(enumerate(rows), lambda pair: pair[1] - pair[0]):
            part = [row for _number, row in run]
            selection.select(self.hits.index(part[0], ARTICLE), self.hits.index(part[-1], TAGS))
        if current in row_of:
            self.selectionModel().setCurrentIndex(self.hits.index(row_of[current], CONTEXT), _FLAG.NoUpdate)
        self.selectionModel().select(selection, _FLAG.ClearAndSelect)

    def show_lines(self, lines: Sequence[Line], *, more: bool, near: int) -> None:
        """Show lines; those that were chosen stay so, and what was in sight stays there, as far as it is listed still.

        Where the current one is not, the row `near` is.
        """
        chosen, current = self.chosen(), self.current()
        top = self.rowAt(0)
        first = self.hits.lines[top].hit if 0 <= top < len(self.hits.lines) else None
        self.hits.show_lines(lines, more=more)
        if lines:
            self.setColumnHidden(DATE, not any(line.published for line in lines))
        kept = current is not None and any(line.hit == current.hit for line in lines)
        if kept and current is not None:
            self.choose_again(chosen, current.hit)
            row = next((row for row, line in enumerate(lines) if line.hit == first), None)
            if row is not None:
                self.scrollTo(self.hits.index(row, CONTEXT), QAbstractItemView.ScrollHint.PositionAtTop)
        elif lines:
            self.go_to_row(min(max(near, 0), len(lines) - 1))

    def beside(self, step: int) -> None:
        """Go to the first hit of the next article (`step` 1), or of the one before (-1)."""
        lines, row = self.hits.lines, self.currentIndex().row()
        if not 0 <= row < len(lines):
            return
        here = lines[row].article
        following = range(row, len(lines)) if step > 0 else range(row, -1, -1)
        other = next((place for place in following if lines[place].article != here), None)
        if other is None:
            return
        while step < 0 and other > 0 and lines[other - 1].article == lines[other].article:
            other -= 1
        self.go_to_row(other)

    def copy(self) -> int:
        """Copy the chosen lines, their parts separated by tabs, as spreadsheets take them. Returns how many."""
        lines = [self.hits.lines[row] for row in self.chosen_rows()]
        if not lines:
            return 0
        cells = [(line.title, line.publication, line.published, line.before, line.words, line.after) for line in lines]
        text = "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in cells)
        QGuiApplication.clipboard().setText(text + "\n")
        return len(lines)

    # Qt's events

    def keyboardSearch(self, search: str) -> None:
        """Search nothing: letters are keys."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys of the tags; let Home and End go to the first and the last row."""
        tag = tag_pressed(event, self._project.tags)
        if tag is not None:
            self.tagAsked.emit(tag)
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.allAsked.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copyAsked.emit()
        elif event.key() in _ENDS and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.go_to_row(0 if event.key() == Qt.Key.Key_Home else len(self.hits.lines) - 1)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell that the focus is here; where no row is current, the first one is."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid():
            self.go_to_row(0)
        self.focused.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the tags for what is chosen, and the actions of the view."""
        menu = QMenu(self)
        for tag in self._project.tags:
            action = menu.addAction(f"{tag.name.replace('&', '&&')}\t{tag.key}", partial(self.tagAsked.emit, tag.id))
            action.setEnabled(self._project.can_write and bool(self.hits.lines))
        menu.addSeparator()
        menu.addActions(self.actions())
        menu.aboutToHide.connect(menu.deleteLater)
        keep_letters(menu).popup(event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, or the hint."""
        super().paintEvent(event)
        if not self.hits.lines and self.hint:
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            rect = QRectF(self.viewport().rect()).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
            columns = QTextOption()
            columns.setTabStopDistance(self.fontMetrics().averageCharWidth() * 24)
            painter.drawText(rect, self.hint, columns)
            painter.end()
