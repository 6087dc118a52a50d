"""The page of one entity: what is known of it, and every span that is linked to it, in context, each tag apart."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QListView, QPushButton, QSizePolicy, QTabBar, QVBoxLayout, QWidget

from annotator.core.entity_listing import ListedEntity, SharedName
from annotator.core.records import Entity
from annotator.core.text import counted, snippet
from annotator.core.wikidata import item_address
from annotator.services import articles
from annotator.services.entities import listing
from annotator.ui import plain
from annotator.ui.accessible import READ_ONLY, enable, give_tip
from annotator.ui.entities.span_model import LinkedSpans
from annotator.ui.entities.span_painter import SpanPainter
from annotator.ui.project import OpenProject

_LONGEST_NAME = 120
_MOST_NAMES = 8
_MOST_SHARED = 3


class EntityPage(QWidget):
    """`goAsked(article, span)` when a span is clicked, or chosen with Enter; `said(str)` what there is to say of it.

    `asked(str)` names the action that a button stands for.
    """

    goAsked = Signal(str, str)
    said = Signal(str)
    asked = Signal(str)

    def __init__(self, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self.row: ListedEntity | None = None
        self.merged: list[Entity] = []
        self.name = plain.label(wrap=True)
        font = self.name.font()
        font.setPointSizeF(font.pointSizeF() * 1.35)
        font.setBold(True)
        self.name.setFont(font)
        self.facts, self.shared = plain.label(wrap=True), plain.label(wrap=True)
        for label in (self.name, self.facts, self.shared):
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.buttons = {
            action: self._button(text, action)
            for action, text in (
                ("entity_edit", "Edit…"), ("entity_merge", "Merge…"), ("entity_split", "Split…"),
                ("entity_unmerge", "Take a merge back…"), ("entity_delete", "Delete…"),
            )
        }  # fmt: skip
        self.web = QPushButton(self)
        self.web.clicked.connect(self._open_web)
        self.tabs = QTabBar(self)
        self.tabs.setAccessibleName("Spans by tag")
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.model = LinkedSpans(project, self)
        self.view = QListView(self)
        self.view.setObjectName("entitySpans")
        self.view.setAccessibleName("Spans of the entity")
        self.view.setModel(self.model)
        self.view.setItemDelegate(SpanPainter(project, self.model, self.view))
        self.view.setUniformItemSizes(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.empty = plain.label(wrap=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._arrange()
        self.tabs.currentChanged.connect(self._show_spans)
        self.view.clicked.connect(self._go)
        self.view.activated.connect(self._go)

    def _button(self, text: str, action: str) -> QPushButton:
        button = QPushButton(text, self)
        button.clicked.connect(lambda: self.asked.emit(action))
        return button

    def _arrange(self) -> None:
        # Two lines: the list beside keeps its width whatever can be done to an entity.
        always, sometimes = QHBoxLayout(), QHBoxLayout()
        for action, button in (*self.buttons.items(), ("", self.web)):
            button.setAutoDefault(False)
            (sometimes if action in ("entity_unmerge", "") else always).addWidget(button)
        for row in (always, sometimes):
            row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        for widget in (self.name, self.facts, self.shared):
            layout.addWidget(widget)
        layout.addLayout(always)
        layout.addLayout(sometimes)
        layout.addWidget(self.tabs)
        layout.addWidget(self.empty, 1)
        layout.addWidget(self.view, 1)

    def show_entity(self, key: str) -> None:
        """Show an entity, or that there is none; the tag that was looked at stays."""
        project = self._project.project
        row = self._project.attempt(lambda: listing.find(project, key)) if key else None
        self.row = row
        self.merged = listing.merged_into(project, row.entity.id) if row else []
        shared = listing.shared_names(project, row.entity.id) if row else []
        self.name.setText(plain.isolated(snippet(row.entity.name, _LONGEST_NAME)) if row else "No entity is chosen.")
        give_tip(self.name, snippet(row.entity.name, 2_000) if row else "")
        self.facts.setText("\n".join(self._facts(row)) if row else "")
        self.facts.setVisible(row is not None)
        self.shared.setText("\n".join(_shared(shared)))
        self.shared.setVisible(bool(shared))
        self._offer_buttons()
        self._offer_tags()

    def _offer_buttons(self) -> None:
        for button in self.buttons.values():
            button.setVisible(self.row is not None)
            enable(button, self._project.can_write, READ_ONLY)
        self.buttons["entity_unmerge"].setVisible(bool(self.merged))
        address = item_address(self.row.entity.uri or "") if self.row else None
        self.web.setVisible(address is not None)
        self.web.setText(f"Wikidata {address.rpartition('/')[2]} ↗" if address else "")
        give_tip(self.web, address or "")

    def _offer_tags(self) -> None:
        chosen = self.tabs.tabData(self.tabs.currentIndex())
        counts = self.row.tags if self.row else {}
        known = [(tag.id, tag.name) for tag in self._project.tags]
        self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        total = self.row.spans if self.row else 0
        for key, name, number in (("", "All", total), *((key, name, counts.get(key, 0)) for key, name in known)):
            place = self.tabs.addTab(f"{name.replace('&', '&&')} {number:,}")
            self.tabs.setTabData(place, key)
            if key == chosen:
                self.tabs.setCurrentIndex(place)
        self.tabs.setVisible(self.row is not None)
        self.tabs.blockSignals(False)
        self._show_spans()

    def _show_spans(self) -> None:
        tag = self.tabs.tabData(self.tabs.currentIndex()) or None
        self.model.load(self.row.entity.id if self.row else "", tag)
        self.view.setVisible(bool(self.model.keys))
        self.empty.setVisible(not self.model.keys)
        told = "Nothing is linked to it." if tag is None else "No span with this tag is linked to it."
        self.empty.setText(told if self.row else "")
        if self.model.keys:
            self.view.setCurrentIndex(self.model.index(0))

    def _facts(self, row: ListedEntity) -> list[str]:
        entity = row.entity
        spans = f"{counted(row.spans, 'span')} in {counted(row.articles, 'article')}"
        facts = [f"{entity.kind} · {spans}"]
        if row.other_names:
            names = [plain.isolated(snippet(name, 60)) for name in row.other_names[:_MOST_NAMES]]
            more = len(row.other_names) - len(names)
            facts.append(f"Also called {', '.join(names)}{f' and {more:,} more' if more else ''}.")
        if entity.article:
            found = articles.article_rows(self._project.project, [entity.article]).get(entity.article)
            facts.append(f"Known in “{plain.isolated(snippet(found.title if found else entity.article))}” only.")
        if entity.reason:
            facts.append(f"Anonymous: {snippet(entity.reason, 200)}")
        if entity.note:
            facts.append(f"Note: {snippet(entity.note, 200)}")
        return facts

    def _open_web(self) -> None:
        address = item_address(self.row.entity.uri or "") if self.row else None
        if address is not None:
            QDesktopServices.openUrl(QUrl(address))

    def _go(self, index: QModelIndex) -> None:
        span = self.model.linked(index.row())
        if span is None:
            return
        self.goAsked.emit(span.article, span.span)
        if not span.own:
            whose = f"{plain.isolated(span.annotator)}’s" if span.annotator else "one of the final layer"
            self.said.emit(f"The span is {whose}.")


def _shared(shared: Sequence[SharedName]) -> list[str]:
    """Return sentences on names that others have as well."""
    told = []
    for one in shared[:_MOST_SHARED]:
        other = f"{plain.isolated(snippet(one.other.name, 60))} ({one.other.kind})"
        told.append(f"“{plain.isolated(snippet(one.name, 60))}” is also a name of {other}.")
    more = len(shared) - _MOST_SHARED
    return [*told, *([f"{more:,} more names are shared."] if more > 0 else [])]
