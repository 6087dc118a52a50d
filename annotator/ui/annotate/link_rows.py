"""The links of the current span, a row each: role, entity, mention, cue."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QToolButton, QWidget

from annotator.core.links import OTHER_ROLES
from annotator.core.records import Link, Span
from annotator.core.segments import Segment
from annotator.core.text import snippet
from annotator.services import linking
from annotator.ui import plain
from annotator.ui.accessible import give_tip, name_box, name_shown
from annotator.ui.annotate.open_article import OpenArticle
from annotator.ui.project import OpenProject

_COLUMNS = 4
_LONGEST_NAME = 120


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
        """Show the links of a span: who says it and through whom it came, then each link."""
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
        if span is None or not links:
            self._grid.addWidget(plain.label("Not linked yet" if span else "", self), 0, 0, 1, _COLUMNS)
            return
        if len(links) > 1:
            told = plain.label(self._article.chain_of(span), self, wrap=True)
            name_shown(told, "Who says it, and through whom it came", told.text())
            self._grid.addWidget(told, 0, 0, 1, _COLUMNS)
        for place, link in enumerate(links):
            self._add_row(place, span.tag, link, changeable=changeable)

    def _name(self, link: Link) -> str:
        entity = self._article.entities.get(link.entity)
        return entity.name if entity else "?"

    def _add_row(self, place: int, tag: str, link: Link, *, changeable: bool) -> None:
        row = 1 + place * 3
        name = plain.label(plain.isolated(snippet(self._name(link), _LONGEST_NAME)), self, wrap=True)
        give_tip(name, self._name(link))
        role = self._role(tag, link)
        up = self._button("↑", "Move this link up", partial(self._do, linking.move_link, link.id, place - 1))
        away = self._button("✕", "Take this link away", partial(self._unlink, link.id))
        for widget in (role, away):
            widget.setEnabled(changeable)
        up.setEnabled(changeable and place > 0)
        self._grid.addWidget(role, row, 0)
        self._grid.addWidget(name, row, 1)
        self._grid.addWidget(up, row, 2)
        self._grid.addWidget(away, row, 3)
        parts: tuple[tuple[Literal["mention", "cue"], Segment | None], ...]
        parts = ("mention", link.mention), ("cue", link.cue)
        # What is missing needs few words: both fit into one line.
        on_one_line = link.mention is None and link.cue is None
        for below, (what, part) in enumerate(parts, 1):
            shown = self._part(what, link, part)
            shown.setEnabled(changeable or part is not None)
            if on_one_line:
                self._grid.addWidget(shown, row + 1, below - 1, Qt.AlignmentFlag.AlignLeft)
            else:
                self._grid.addWidget(shown, row + below, 0, 1, 3)
            if part is not None:
                drop = self._button("✕", f"Take the {what} away", partial(self._do, linking.drop_part, link.id, what))
                drop.setEnabled(changeable)
                self._grid.addWidget(drop, row + below, 3)

    def _role(self, tag: str, link: Link) -> QComboBox:
        box = QComboBox(self)
        name_box(box, f"Role of {self._name(link)}")
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
            give_tip(button, f"Make the selected words the {what}")
            button.clicked.connect(lambda: self.partAsked.emit(link.id, what))
        else:
            give_tip(button, "Show it in the text")
            button.clicked.connect(lambda: self.goAsked.emit(part.start, part.end))
        return button

    def _button(self, text: str, name: str, pressed: Callable[[], object] | None = None) -> QToolButton:
        button = QToolButton(self)
        button.setText(text.replace("&", "&&"))
        button.setAccessibleName(name)
        give_tip(button, name)
        button.setAutoRaise(True)
        if pressed is not None:
            button.clicked.connect(lambda: pressed())
        return button

    def _unlink(self, link: str) -> None:
        key = self._span
        if key is not None:
            self._project.did(lambda: linking.unlink(self._project.project, key, link))

    def _do(self, change: Callable[..., object], link: str, *values: object, **named: object) -> None:
        self._project.did(lambda: change(self._project.project, link, *values, **named))
