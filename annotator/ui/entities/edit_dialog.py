"""What is known of an entity: its fields, to change them, or to make one."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from annotator.core.entity_listing import ListedEntity
from annotator.core.errors import AnnotatorError
from annotator.core.records import ENTITY_KINDS, Entity
from annotator.core.text import snippet
from annotator.services import articles
from annotator.services.entities import editing, listing
from annotator.ui import plain
from annotator.ui.accessible import enable
from annotator.ui.announce import Told
from annotator.ui.project import OpenProject

_TITLE = 40


class EntityDialog(QDialog):
    """Asks for the fields, and writes them as one step when it is accepted; what cannot be is said and kept."""

    def __init__(self, project: OpenProject, row: ListedEntity | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("entityDialog")
        self.setWindowTitle("Edit entity" if row else "New entity")
        self._project = project
        self._before = row.entity if row else None
        self.made = row.entity.id if row else ""
        """The id of the entity that was made or changed."""
        shown = row.entity if row else Entity("", "")
        self.name = QLineEdit(shown.name, self)
        self.name.setMaxLength(1 << 20)
        self.kind = QComboBox(self)
        for kind in ENTITY_KINDS:
            self.kind.addItem(kind, kind)
        self.kind.setCurrentIndex(ENTITY_KINDS.index(shown.kind))
        self.aliases = _lines("\n".join(shown.aliases), 4, self)
        self.aliases.setPlaceholderText("One name a line")
        self.uri = QLineEdit(shown.uri or "", self)
        self.uri.setPlaceholderText("Q42, or https://www.wikidata.org/wiki/Q42")
        self.scope = QComboBox(self)
        self.scope.addItem("the whole project", None)
        self._offer_articles(row)
        self.reason = QLineEdit(shown.reason, self)
        self.reason.setPlaceholderText("Such as: not authorised to speak")
        self.note = _lines(shown.note, 3, self)
        self.told = Told()
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, parent=self
        )
        form = QFormLayout()
        for text, field in (
            ("&Name", self.name), ("&Kind", self.kind), ("&Aliases", self.aliases), ("&Wikidata", self.uri),
            ("Known &in", self.scope), ("&Reason for anonymity", self.reason), ("N&ote", self.note),
        ):  # fmt: skip
            form.addRow(text, field)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.told)
        layout.addWidget(buttons)
        self.setMinimumWidth(480)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.kind.currentIndexChanged.connect(self._kind_chosen)
        self._kind_chosen()
        self.name.selectAll()
        self.name.setFocus()

    def _offer_articles(self, row: ListedEntity | None) -> None:
        """Offer the articles that an entity can be known in only: its own, and the one in which all its spans are."""
        if row is None:
            return
        keys = [row.entity.article] if row.entity.article else []
        if row.articles == 1:
            linked = listing.span_ids(self._project.project, row.entity.id)[:1]
            spans = listing.spans_in_context(self._project.project, row.entity.id, linked)
            keys += [span.article for span in spans.values() if span.article not in keys]
        titles = articles.article_rows(self._project.project, keys)
        for key in keys:
            title = plain.isolated(snippet(titles[key].title, _TITLE)) if key in titles else key
            self.scope.addItem(f"“{title}” only", key)
        self.scope.setCurrentIndex(self.scope.findData(row.entity.article) if row.entity.article else 0)
        enable(self.scope, bool(keys), "It is linked in several articles" if row.articles else "It is linked nowhere")

    def _kind_chosen(self) -> None:
        is_wanted = self.kind.currentData() == "anonymous" or bool(self.reason.text())
        enable(self.reason, is_wanted, "Only who is anonymous has one")

    def _wanted(self, before: Entity) -> Entity:
        return replace(
            before,
            name=self.name.text(),
            kind=self.kind.currentData(),
            aliases=tuple(line for line in self.aliases.toPlainText().split("\n") if line.strip()),
            uri=self.uri.text().strip() or None,
            article=self.scope.currentData(),
            reason=self.reason.text(),
            note=self.note.toPlainText(),
        )

    def accept(self) -> None:
        """Write what was typed; where that is refused, say why and keep it."""
        project = self._project.project
        try:
            if self._before is None:
                self.made = editing.create(project, self._wanted(Entity("", "")))
            else:
                editing.edit(project, self._before, self._wanted(self._before))
        except AnnotatorError as error:
            self.told.setText(str(error))
            return
        super().accept()


def _lines(text: str, lines: int, parent: QWidget) -> QPlainTextEdit:
    edit = QPlainTextEdit(text, parent)
    edit.setTabChangesFocus(True)
    edit.setFixedHeight(edit.fontMetrics().lineSpacing() * lines + 12)
    return edit
