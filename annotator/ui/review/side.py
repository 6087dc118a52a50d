"""One side of a difference: a span of a layer with all that a decision needs to know of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from annotator.core.records import Link, Span
from annotator.core.scheme import SET
from annotator.services.review.queue import Item, Review
from annotator.ui import plain
from annotator.ui.comment_thread import CommentThread
from annotator.ui.keyboard.key_names import key_of
from annotator.ui.project import OpenProject
from annotator.ui.review.marking import unlike, words_of
from annotator.ui.review.naming import DIFFERS, Names
from annotator.ui.verdicts import told

ACCEPTED = "  ◂ "
"""What stands behind the name of the side that is accepted by that key."""


class Side(QFrame):
    """Shows a span. `left()`: the person goes back to the text."""

    left = Signal()

    def __init__(self, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._project = project
        self.span: Span | None = None
        self.title = plain.label(wrap=True)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.told = plain.label(wrap=True)
        self.told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.comments = CommentThread(project, self)
        self.comments.left.connect(self.left)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 6)
        for widget in (self.title, self.told, self.comments):
            column.addWidget(widget)

    def show_span(
        self, review: Review, layer: str, names: Names, item: Item, *, above: bool, accepted: bool
    ) -> None:  # fmt: skip
        """Show the span of a layer, with a mark where another one differs; `accepted`: the key accepts this side."""
        span = item.spans[layer]
        self.span = span
        differs = unlike(span, (one for one in item.spans.values() if one is not span), review.same)
        place = "above" if above else "below"
        chosen = f"{ACCEPTED}{key_of(self, 'review_accept')} accepts this" if accepted else ""
        name = names.layer(layer)
        self.title.setText(f"{name[:1].upper()}{name[1:]} ({place} the line){chosen}")
        self.told.setText("\n".join(self._lines(review, span, names, differs)))
        self.setAccessibleName(f"Span of {name}")
        self.setAccessibleDescription(self.told.text().replace(f"{DIFFERS} ", "differs: "))
        self.comments.show_span(span, names.person)
        self.comments.field.setAccessibleName(f"Comment on the span of {name}")

    def _lines(self, review: Review, span: Span, names: Names, differs: frozenset[str]) -> Sequence[str]:
        def marked(text: str, what: str) -> str:
            return f"{DIFFERS} {text}" if what in differs else text

        tag = self._project.letters.get(span.tag, "?"), self._project.tag_name(span.tag)
        attributes = [name if value == SET else f"{name}: {value}" for name, value in span.attributes.items()]
        origin = span.origin or {}
        return [
            marked(f"{tag[0]} · {tag[1]}", "tag"),
            marked(words_of(review.article.text, span), "words"),
            *([marked(_entity(review, link), link.id) for link in span.links] or [marked("not linked", "not linked")]),
            *(
                [marked(", ".join(attributes) or "no attributes", "attributes")]
                if attributes or "attributes" in differs
                else []
            ),
            *(["unsure"] if span.unsure else []),
            *([f"Note: {span.note}"] if span.note else []),
            *([_origin(origin, names)] if origin else []),
            *(told(one, names.by) for one in span.decisions),
        ]


def _entity(review: Review, link: Link) -> str:
    entity = review.entities.get(link.entity)
    return f"{link.role or 'linked'}: {entity.name} ({entity.kind})" if entity else "linked to nobody who is known"


def _origin(origin: Mapping[str, Any], names: Names) -> str:
    """Return where a span of the final layer comes from, in words."""
    how, layer = origin.get("how", "copied"), origin.get("layer")
    by = names.by(str(origin.get("by")))
    return f"{how} by {by}" + (f", from {names.layer(layer)}" if isinstance(layer, str) else "")
