"""The words in the cells of the lists look as Qt would paint them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import QAbstractTableModel, QItemSelectionModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage
from PySide6.QtWidgets import QAbstractItemView, QApplication, QStyledItemDelegate, QTableView
from pytestqt.qtbot import QtBot

from annotator.ui.list_look import look_like_a_list

WORDS = (
    "Q", "a line of words that is much too long for the column that it stands in", "coloured", "مرحبا بالعالم",
    "emoji 👩‍👩‍👧 and e\u0301", "<b>not rich</b> & plain", "",
)  # fmt: skip
COLUMNS = 3


class Model(QAbstractTableModel):
    def __init__(self, words: Sequence[str] = WORDS, parent: QTableView | None = None) -> None:
        super().__init__(parent)
        self._words = words

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008, N802
        return len(self._words)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008, N802
        return COLUMNS

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return index.row() * 100 if column == 2 else self._words[index.row()]
        if role == Qt.ItemDataRole.TextAlignmentRole and column:
            return (Qt.AlignmentFlag.AlignHCenter if column == 1 else Qt.AlignmentFlag.AlignRight) | (
                Qt.AlignmentFlag.AlignVCenter
            )
        if role == Qt.ItemDataRole.FontRole and index.row() == 0:
            bold = QFont()
            bold.setBold(True)
            return bold
        if role == Qt.ItemDataRole.ForegroundRole and index.row() == 2:
            return QColor("#9A3A00")
        return None


@pytest.fixture
def table(qtbot: QtBot) -> QTableView:
    view = QTableView()
    qtbot.addWidget(view)
    view.setModel(Model(parent=view))
    look_like_a_list(view, QAbstractItemView.SelectionMode.ExtendedSelection)
    view.horizontalHeader().setDefaultSectionSize(140)
    view.resize(QSize(460, 320))
    view.show()
    return view


def picture(view: QTableView) -> QImage:
    return view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def unlike(one: QImage, other: QImage) -> float:
    """Return the share of the pixels that differ by more than Qt's frames do."""
    assert one.size() == other.size()
    total = different = 0
    for y in range(one.height()):
        for x in range(one.width()):
            a, b = one.pixelColor(x, y), other.pixelColor(x, y)
            total += 1
            different += max(abs(a.red() - b.red()), abs(a.green() - b.green()), abs(a.blue() - b.blue())) > 48
    return different / total


def nothing(_view: QTableView) -> None:
    """Leave the table as it is."""


def choose(view: QTableView) -> None:
    view.selectRow(1)


def choose_without_focus(view: QTableView) -> None:
    view.selectRow(1)
    view.clearFocus()


def switch_off(view: QTableView) -> None:
    view.setEnabled(False)


def enlarge(view: QTableView) -> None:
    font = view.font()
    font.setPointSize(font.pointSize() + 4)
    view.setFont(font)


@pytest.mark.parametrize("state", [nothing, choose, choose_without_focus, switch_off, enlarge])
def test_cells_look_as_qt_paints_them(table: QTableView, state: Callable[[QTableView], None]) -> None:
    picture(table)
    state(table)
    QApplication.processEvents()
    ours = picture(table)
    table.setItemDelegate(QStyledItemDelegate(table))
    theirs = picture(table)
    assert unlike(ours, theirs) < 0.005
    assert unlike(theirs, QImage(theirs.size(), theirs.format())) > 0.005


def test_the_current_cell_has_a_frame(table: QTableView, qtbot: QtBot) -> None:
    table.activateWindow()
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    before = picture(table)
    table.selectionModel().setCurrentIndex(table.model().index(3, 0), QItemSelectionModel.SelectionFlag.NoUpdate)
    ours = picture(table)
    assert ours != before
    table.setItemDelegate(QStyledItemDelegate(table))
    assert unlike(ours, picture(table)) < 0.005


def test_words_of_higher_letters_stand_on_the_line_of_the_others(table: QTableView) -> None:
    def lowest(words: str) -> int:
        table.setModel(Model([words], table))
        image = picture(table)
        width, height = table.columnWidth(0), table.rowHeight(0)
        return max(y for y in range(height) for x in range(width) if image.pixelColor(x, y).lightness() < 128)

    assert lowest("mayor 𝒎𝒂𝒚 HIM") == lowest("mayor HIM")


def test_rows_grow_with_the_font_and_columns_are_sized_anew(table: QTableView) -> None:
    sized: list[int] = []
    look_like_a_list(table, QAbstractItemView.SelectionMode.SingleSelection, lambda: sized.append(1))
    before, font = table.rowHeight(0), QFont(table.font())
    enlarge(table)
    assert table.rowHeight(0) == table.fontMetrics().height() + 10 > before
    assert sized
    table.setFont(font)
    assert table.rowHeight(0) == before


@pytest.mark.parametrize(("words", "shown"), [("two\nlines", "two lines"), ("שלום — said", "\u200fשלום — said")])
def test_words_stand_on_one_line_in_their_own_direction(table: QTableView, words: str, shown: str) -> None:
    pictures = []
    for one in (words, shown):
        table.setModel(Model(["", "", "", one], table))
        pictures.append(picture(table))
    assert pictures[0] == pictures[1]
