"""The links of the current span, a row each: role, entity, mention, cue."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QToolButton, QWidget

from annotator.core.records import Link, Span
from annotator.core.segments import Segment
from annotator.core.text import snippet
from annotator.services import linking
from annotator.ui import plain
from annotator.ui.open_article import OpenArticle
from annotator.ui.project import OpenProject

OTHER_ROLES = ("target", "addressee", "relayed by")
"""Roles that a link can have beside the one of the span's tag."""


class LinkRows(QWidget):
    """Shows and changes links.

    `partAsked(str, str)`: the selection shall become the mention or the cue ("mention", "cue") of a link;
    `goAsked(int, int)`: show a part of the text.
    """

    partAsked = Signal(str, str)
    goAsked = Signal(int, int)

    def __init__(self, project: OpenProject, article: OpenArticle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project, self._article = project, article
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self._span: str | None = None
        self._shown: tuple[object, ...] = ()

    def show_links(self, span: Span | None, *, changeable: bool) -> None:
        """Show the links of a span."""
        self._span = span.id if span else None
        links = span.links if span else ()
        names = tuple(self._name(link) for link in links)
        if self._shown == (links, names, changeable):
            return
        self._shown = (links, names, changeable)
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if not links:
            self._grid.addWidget(plain.label("Not linked yet" if span else "", self), 0, 0, 1, 2)
        for place, link in enumerate(links):
            self._add_row(place * 3, span.tag if span else "", link, changeable=changeable)

    def _name(self, link: Link) -> str:
        entity = self._article.entities.get(link.entity)
        return entity.name if entity else "?"

    def _add_row(self, row: int, tag: str, link: Link, *, changeable: bool) -> None:
        name = plain.label(self._name(link), self, wrap=True)
        name.setToolTip(plain.tooltip(self._name(link)))
        role = self._role(tag, link)
        first = self._button("↑", "Make this link the first", partial(self._do, linking.put_first, link.id))
        first.setEnabled(changeable and row > 0)
        away = self._button("✕", "Take this link away", partial(self._unlink, link.id))
        mention = self._part("mention", link, link.mention)
        cue = self._part("cue", link, link.cue)
        for widget in (role, away, mention, cue):
            widget.setEnabled(changeable)
        self._grid.addWidget(role, row, 0)
        self._grid.addWidget(name, row, 1)
        self._grid.addWidget(first, row, 2)
        self._grid.addWidget(away, row, 3)
        self._grid.addWidget(mention, row + 1, 0, 1, 4)
        self._grid.addWidget(cue, row + 2, 0, 1, 4)

    def _role(self, tag: str, link: Link) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(f"Role of {self._name(link)}")
        own = self._project.tag(tag)
        roles = list(dict.fromkeys([*([own.role] if own and own.role else []), *OTHER_ROLES, link.role]))
        box.addItems(roles)
        box.setCurrentText(link.role)
        box.activated.connect(lambda _row: self._do(linking.edit_link, link.id, role=box.currentText()))
        return box

    def _part(self, what: str, link: Link, part: Segment | None) -> QToolButton:
        """Return the button that shows where a mention or cue stands, or that makes the selection one."""
        words = snippet(self._article.text[part.start : part.end], 28) if part else "–"
        button = self._button(f"{what}: {words}", f"{what.capitalize()} of {self._name(link)}")
        if part is None:
            button.setToolTip(f"Make the selected words the {what}")
            button.clicked.connect(lambda: self.partAsked.emit(link.id, what))
        else:
            button.setToolTip("Show it in the text")
            button.clicked.connect(lambda: self.goAsked.emit(part.start, part.end))
        return button

    def _button(self, text: str, name: str, pressed: Callable[[], object] | None = None) -> QToolButton:
        button = QToolButton(self)
        button.setText(text.replace("&", "&&"))
        button.setAccessibleName(name)
        button.setToolTip(plain.tooltip(name))
        button.setAutoRaise(True)
        if pressed is not None:
            button.clicked.connect(lambda: pressed())
        return button

    def _unlink(self, link: str) -> None:
        key = self._span
        if key is not None:
            self._project.did(lambda: linking.unlink(self._project.project, key, link))

    def _do(self, change: Callable[..., object], link: str, **values: object) -> None:
        self._project.did(lambda: change(self._project.project, link, **values))
