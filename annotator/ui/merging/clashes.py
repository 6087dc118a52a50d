"""The clashes of a merge: both sides of each in words, and a tick that takes theirs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from annotator.core.merging import Clash
from annotator.ui import plain
from annotator.ui.merging.ticks import TickDelegate

_WHAT, _MINE, _THEIRS = range(3)
_HEADINGS = ("Clash (tick it to take theirs)", "Mine", "Theirs")
_CHECKED, _UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked
_FEW = 200
"""Up to so many clashes are shown opened."""


class ClashTree(QTreeWidget):
    """The space bar ticks a clash also where it is in one of the differences below it."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tick, or do what trees do."""
        item = self.currentItem()
        above = item.parent() if item is not None else None
        if event.key() == Qt.Key.Key_Space and above is not None:
            above.setCheckState(_WHAT, _UNCHECKED if above.checkState(_WHAT) == _CHECKED else _CHECKED)
            return
        super().keyPressEvent(event)


class Clashes(QWidget):
    """A tree: each clash with what differs below it; the side that will stand is in bold."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clashes: Sequence[Clash] = ()
        self.tree = ClashTree(self)
        self.tree.setAccessibleName("Clashes, with what stands here and there")
        self.tree.setHeaderLabels(_HEADINGS)
        self.tree.setItemDelegate(TickDelegate(self.tree))
        self.tree.setAllColumnsShowFocus(True)
        self.tree.setUniformRowHeights(True)
        self.tree.header().setSectionsMovable(False)
        self.tree.header().setSectionResizeMode(_MINE, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(_THEIRS, QHeaderView.ResizeMode.Stretch)
        self.tree.header().resizeSection(_WHAT, self.fontMetrics().averageCharWidth() * 28)
        self.mine = QPushButton("All mi&ne", self)
        self.theirs = QPushButton("All &theirs", self)
        for button, state in ((self.mine, _UNCHECKED), (self.theirs, _CHECKED)):
            button.setAutoDefault(False)
            button.clicked.connect(lambda _checked=False, state=state: self._choose_all(state))
        self.tree.itemChanged.connect(self._follow)
        told = plain.label(
            "Both sides changed these since they had them in common. Mine stays unless you tick theirs.", wrap=True
        )
        self.settle = QCheckBox("Settle what stays &mine: it is not asked again, and they get it", self)
        self.settle.toggled.connect(lambda _on: self.changed.emit())
        below = QHBoxLayout()
        below.setContentsMargins(6, 0, 6, 6)
        below.addWidget(told, 1)
        below.addWidget(self.mine)
        below.addWidget(self.theirs)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tree, 1)
        layout.addLayout(below)
        settling = QHBoxLayout()
        settling.setContentsMargins(6, 0, 6, 6)
        settling.addWidget(self.settle)
        settling.addStretch(1)
        layout.addLayout(settling)

    def show_clashes(self, clashes: Sequence[Clash]) -> None:
        """Show clashes, mine kept in all of them."""
        self._clashes = clashes
        self.settle.setChecked(False)
        self.tree.clear()
        with QSignalBlocker(self.tree):
            for clash in clashes:
                item = _item(clash)
                self.tree.addTopLevelItem(item)
                item.setFirstColumnSpanned(True)
        if len(clashes) <= _FEW:
            self.tree.expandAll()
        if clashes:
            self.tree.setCurrentItem(self._top(0))

    def chosen(self) -> list[Clash]:
        """Return the clashes in which theirs is taken."""
        return [clash for row, clash in enumerate(self._clashes) if self._top(row).checkState(_WHAT) == _CHECKED]

    def settled(self) -> list[Clash]:
        """Return the clashes that are settled as they are here."""
        if not self.settle.isChecked():
            return []
        return [clash for row, clash in enumerate(self._clashes) if self._top(row).checkState(_WHAT) != _CHECKED]

    def _top(self, row: int) -> QTreeWidgetItem:
        item = self.tree.topLevelItem(row)
        assert item is not None
        return item

    def _choose_all(self, state: Qt.CheckState) -> None:
        for row in range(len(self._clashes)):
            self._top(row).setCheckState(_WHAT, state)

    def _follow(self, item: QTreeWidgetItem, column: int) -> None:
        if column != _WHAT or item.parent() is not None:
            return
        with QSignalBlocker(self.tree):
            _mark(item)
        self.changed.emit()


def _item(clash: Clash) -> QTreeWidgetItem:
    where = f" · {plain.isolated(clash.article)}" if clash.article else ""
    what = clash.what if clash.table == "span" else f"{clash.table.replace('_', ' ').capitalize()} {clash.what}"
    item = QTreeWidgetItem([f"{what}{where}", "", ""])
    item.setToolTip(_WHAT, plain.tooltip(f"{what}{where}"))
    item.setCheckState(_WHAT, _UNCHECKED)
    for one in clash.differences:
        child = QTreeWidgetItem([one.name, one.mine, one.theirs])
        for column, text in ((_MINE, one.mine), (_THEIRS, one.theirs)):
            child.setToolTip(column, plain.tooltip(text))
        item.addChild(child)
    _mark(item)
    return item


def _mark(item: QTreeWidgetItem) -> None:
    """Show in bold which side will stand."""
    taken = _THEIRS if item.checkState(_WHAT) == _CHECKED else _MINE
    for row in range(item.childCount()):
        child = item.child(row)
        assert child is not None
        for column in (_MINE, _THEIRS):
            font = QFont(child.font(column))
            font.setBold(column == taken)
            child.setFont(column, font)
