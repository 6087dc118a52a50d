"""Entities that may be the same: proposed with the reason, merged only by the person."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from annotator.core.errors import AnnotatorError
from annotator.core.records import Entity
from annotator.core.text import counted, snippet
from annotator.services.entities import duplicates
from annotator.services.entities.duplicates import Suggestion
from annotator.ui import plain
from annotator.ui.accessible import READ_ONLY, enable, give_tip
from annotator.ui.announce import Told
from annotator.ui.dialogs.staying import StayingDialog
from annotator.ui.entities.merge_dialog import MergeDialog
from annotator.ui.project import OpenProject
from annotator.ui.runner import Runner

_LONGEST = 60
_MOST = 1_000
"""Pairs that are listed; who has merged these asks again."""


class DuplicatesDialog(StayingDialog):
    """Lists the pairs, the surest first; those that are told apart are not proposed again."""

    def __init__(self, project: OpenProject, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("duplicatesDialog")
        self.setWindowTitle("Entities that may be the same")
        self._project = project
        self._found: list[Suggestion] = []
        self._runner = runner
        self.told = Told("Comparing names…")
        self.pairs = QTableWidget(0, 3, self)
        self.pairs.setAccessibleName("Pairs that may be the same")
        self._arrange_table()
        self.merge = QPushButton("&Merge…", self)
        self.apart = QPushButton("&Not the same", self)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, parent=self)
        below = QHBoxLayout()
        for button in (self.merge, self.apart):
            button.setAutoDefault(False)
            below.addWidget(button)
        below.addStretch(1)
        below.addWidget(close)
        layout = QVBoxLayout(self)
        layout.addWidget(self.told)
        layout.addWidget(self.pairs, 1)
        layout.addLayout(below)
        self.resize(QSize(760, 480).boundedTo(self.screen().availableSize()))
        self._enable()
        self.merge.clicked.connect(self._merge)
        self.apart.clicked.connect(self._tell_apart)
        self.pairs.activated.connect(self._merge)
        close.rejected.connect(self.reject)
        self._ask()

    def _arrange_table(self) -> None:
        self.pairs.setHorizontalHeaderLabels(["One", "The other", "Why"])
        self.pairs.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.pairs.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.pairs.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.pairs.setTabKeyNavigation(False)
        self.pairs.setShowGrid(False)
        self.pairs.setWordWrap(False)
        self.pairs.verticalHeader().hide()
        self.pairs.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 10)
        self.pairs.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.pairs.horizontalHeader().setHighlightSections(False)
        self.pairs.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)

    def _ask(self) -> None:
        project = self._project.project
        job = self._runner.run(lambda _progress: duplicates.suggestions(project))
        job.succeeded.connect(self._show)
        job.failed.connect(self._failed)

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, AnnotatorError):
            raise error
        self.told.setText(str(error))

    def _show(self, found: list[Suggestion]) -> None:
        """Show what was found; the row that was current stays about where it was."""
        row = max(0, self.pairs.currentRow())
        self._found = found[:_MOST]
        self.pairs.setRowCount(len(self._found))
        for place, one in enumerate(self._found):
            for column, text in enumerate((_shown(one.one), _shown(one.other), one.reason)):
                item = QTableWidgetItem(text)
                item.setToolTip(plain.tooltip(text))
                self.pairs.setItem(place, column, item)
        self.pairs.setCurrentCell(min(row, len(self._found) - 1), 0)
        pairs = counted(len(self._found), "pair")
        told = "They are only proposed: nothing is merged before you have looked at it."
        self.told.setText(
            f"{pairs} may be the same. {told}" if self._found else "No two entities have names that are alike."
        )
        self._enable()

    def _enable(self) -> None:
        can_write = self._project.can_write
        for button in (self.apart, self.merge):
            enable(button, bool(self._found) and can_write, "No pair is listed" if can_write else READ_ONLY)
        if self.apart.isEnabled():
            give_tip(self.apart, "This pair is not proposed again; undo takes that back")

    def _current(self) -> Suggestion | None:
        row = self.pairs.currentRow()
        return self._found[row] if 0 <= row < len(self._found) else None

    def _merge(self) -> None:
        pair = self._current()
        if pair is None or not self._project.can_write:
            return
        dialog = MergeDialog(self._project, [pair.one.id, pair.other.id], self)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self._ask()
        dialog.deleteLater()
        self.pairs.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tell_apart(self) -> None:
        pair, project = self._current(), self._project.project
        if pair is None:
            return
        try:
            duplicates.tell_apart(project, pair.one.id, pair.other.id)
        except AnnotatorError as error:
            self.told.setText(str(error))
            return
        self._show([one for one in self._found if one is not pair])
        self.pairs.setFocus(Qt.FocusReason.OtherFocusReason)


def _shown(entity: Entity) -> str:
    return f"{plain.isolated(snippet(entity.name, _LONGEST))} · {entity.kind}"
