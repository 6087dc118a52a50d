"""Merging entities: which one stays, and what changes, before anything does."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QVBoxLayout, QWidget

from annotator.core.entity_listing import ListedEntity
from annotator.core.errors import AnnotatorError, Conflict
from annotator.core.text import counted, snippet
from annotator.services.entities import listing, merging
from annotator.services.entities.merging import MergePreview
from annotator.ui import plain
from annotator.ui.accessible import enable
from annotator.ui.announce import Told
from annotator.ui.entities.chooser import EntityChooser
from annotator.ui.project import OpenProject

_LONGEST = 60
_MOST_NAMES = 12


class MergeDialog(QDialog):
    """Merges several entities, or one with another that is chosen here. `into` is the one that stays."""

    def __init__(self, project: OpenProject, keys: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("mergeDialog")
        self.setWindowTitle("Merge entities")
        self._project = project
        self._keys = list(keys)
        self._seen: MergePreview | None = None
        self.into = ""
        self.chooser = EntityChooser(project, keys, self) if len(keys) == 1 else None
        self.stays = QComboBox(self)
        self.stays.setAccessibleName("The one that stays")
        self.told = Told()
        self.told.setMinimumHeight(self.fontMetrics().lineSpacing() * 7)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, parent=self)
        self.merge = buttons.addButton("&Merge", QDialogButtonBox.ButtonRole.AcceptRole)
        form = QFormLayout()
        form.addRow("The one that &stays", self.stays)
        layout = QVBoxLayout(self)
        if self.chooser is not None:
            names = [_named(row) for row in self._rows(keys)]
            layout.addWidget(plain.label(" ".join(["Merge", *names, "with"]), wrap=True))
            layout.addWidget(self.chooser, 1)
            self.chooser.chosen.connect(self._offer)
            self.chooser.fill()
        layout.addLayout(form)
        layout.addWidget(self.told)
        layout.addWidget(buttons)
        self.setMinimumWidth(520)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.stays.currentIndexChanged.connect(self._look)
        self._offer()

    def _rows(self, keys: Sequence[str]) -> list[ListedEntity]:
        found = self._project.attempt(lambda: listing.listed(self._project.project, keys)) or {}
        return sorted((found[key] for key in keys if key in found), key=lambda row: -row.spans)

    def _offer(self) -> None:
        """Offer all that are to be merged as the one that stays, the most used one first."""
        other = self.chooser.current() if self.chooser is not None else ""
        rows = self._rows([*self._keys, other]) if other or self.chooser is None else []
        self.stays.blockSignals(True)
        self.stays.clear()
        for row in rows:
            self.stays.addItem(f"{_named(row)} · {row.entity.kind} · {counted(row.spans, 'span')}", row.entity.id)
        self.stays.blockSignals(False)
        enable(self.stays, bool(rows), "Choose the other one first")
        self._look()

    def _look(self) -> None:
        """Show what the merge would change as the entities are now."""
        into, keys = self.stays.currentData(), [self.stays.itemData(row) for row in range(self.stays.count())]
        self._seen = None
        if len(keys) == 1:
            self.told.setText("There is nothing left to merge it with.")
        elif into is None:
            self.told.setText("Choose the other one." if self.chooser is not None else "")
        else:
            try:
                self._seen = merging.preview(self._project.project, [key for key in keys if key != into], into)
                self.told.setText(_preview(self._seen))
            except AnnotatorError as error:
                self.told.setText(str(error))
        enable(self.merge, self._seen is not None, "Choose the other one first")

    def accept(self) -> None:
        """Merge; where somebody changed one of them since, say so and show the new preview."""
        if self._seen is None:
            return
        try:
            merging.merge(self._project.project, self._seen)
        except Conflict as error:
            if self.chooser is not None:
                self.chooser.fill()
            self._offer()
            self.told.setText(f"{error}\n\n{self.told.text()}")
        except AnnotatorError as error:
            self.told.setText(str(error))
        else:
            self.into = self._seen.into.entity.id
            super().accept()


def _named(row: ListedEntity) -> str:
    return f"“{plain.isolated(snippet(row.entity.name, _LONGEST))}”"


def _preview(seen: MergePreview) -> str:
    names = [plain.isolated(snippet(name, _LONGEST)) for name in seen.names[:_MOST_NAMES]]
    more = [f"and {len(seen.names) - _MOST_NAMES:,} more"] if len(seen.names) > _MOST_NAMES else []
    lines = [
        f"{_named(part)} ({counted(part.spans, 'span')}) becomes part of {_named(seen.into)}." for part in seen.parts
    ]
    lines.append(f"{_named(seen.into)} is also found as {', '.join([*names, *more])}." if names else "")
    before = counted(seen.into.spans, "span")
    lines.append(f"It has {counted(seen.spans, 'span')} in {counted(seen.articles, 'article')} then; {before} now.")
    lines += [f"⚠ {warning}" for warning in seen.warnings]
    lines.append("No link is rewritten: it can be taken back at any time.")
    return "\n".join(filter(None, lines))
