"""The lists of the merge dialog: how many rows come, which entities may be one, and what stays out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from annotator.core.merging import Counts, Notice, Unification
from annotator.ui import plain
from annotator.ui.merging.ticks import TickDelegate

_TABLES = {
    "article": "articles", "annotator": "annotators", "article_text": "texts", "assignment": "assignments",
    "collection": "collections", "collection_article": "articles in collections", "comment": "comments",
    "decision": "decisions", "dismissal": "dismissed candidates", "entity": "entities", "layer": "layers",
    "link": "links", "project": "project", "region": "regions", "relation": "relations", "span": "spans", "tag": "tags",
}  # fmt: skip
_FIRST = ("article", "span", "link", "decision", "comment", "entity")
_CHECKED, _UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked


def _list(headings: Sequence[str], name: str, parent: QWidget | None) -> QTreeWidget:
    made = QTreeWidget(parent)
    made.setAccessibleName(name)
    made.setHeaderLabels(list(headings))
    made.setItemDelegate(TickDelegate(made))
    made.setRootIsDecorated(False)
    made.setUniformRowHeights(True)
    made.setAllColumnsShowFocus(True)
    made.header().setSectionsMovable(False)
    return made


class CountsList:
    """How many rows of each kind come, change, go, clash or stay out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        headings = ("", "New", "Changed", "Deleted", "Clashing", "Newer here", "Left out")
        self.widget = _list(headings, "What merging does, by kind", parent)
        self.widget.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.widget.header().setStretchLastSection(False)

    def show_counts(self, counts: Mapping[str, Counts]) -> None:
        """Show the numbers of a merge; texts come with their articles, and are not counted again."""
        self.widget.clear()
        tables = [*(name for name in _FIRST if name in counts), *sorted(counts.keys() - set(_FIRST) - {"article_text"})]
        for table in tables:
            one = counts[table]
            numbers = (one.new, one.changed, one.deleted, one.clashing, one.kept, one.left_out)
            texts = [f"{number:,}" if number else "–" for number in numbers]
            item = QTreeWidgetItem([_TABLES[table].capitalize(), *texts])
            for column in range(1, item.columnCount()):
                item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.widget.addTopLevelItem(item)


class UnificationList:
    """Entities that may be one, each with a tick that unifies them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.widget = _list(("Theirs → mine (tick to unify them)",), "Entities that may be one", parent)
        self._offered: Sequence[Unification] = ()

    def show_offered(self, offered: Sequence[Unification]) -> None:
        """Offer pairs; none is ticked."""
        self._offered = offered
        self.widget.clear()
        for one in offered:
            item = QTreeWidgetItem([one.named])
            item.setToolTip(0, plain.tooltip(one.named))
            item.setCheckState(0, _UNCHECKED)
            self.widget.addTopLevelItem(item)

    def chosen(self) -> list[Unification]:
        """Return the pairs that are ticked."""
        return [
            one
            for row, one in enumerate(self._offered)
            if (item := self.widget.topLevelItem(row)) is not None and item.checkState(0) == _CHECKED
        ]


class NoticeList:
    """What stays out, and why; and what there is to say of the file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.widget = _list(("What", "Where", "Why it is not taken"), "What is not taken, and why", parent)
        letter = self.widget.fontMetrics().averageCharWidth()
        self.widget.header().resizeSection(0, letter * 40)
        self.widget.header().resizeSection(1, letter * 21)

    def show_notices(self, notices: Iterable[Notice], messages: Iterable[str]) -> None:
        """Show the sentences about the file, then what stays out."""
        self.widget.clear()
        rows = [("The file", "", message) for message in messages]
        rows += [(f"{one.table} {one.what}", one.article, one.reason) for one in notices]
        for row in rows:
            item = QTreeWidgetItem(row)
            for column, text in enumerate(row):
                item.setToolTip(column, plain.tooltip(text))
            self.widget.addTopLevelItem(item)
