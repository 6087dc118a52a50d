"""Linking the current span: the picker at the span, mentions and cues."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, QPoint, QRect

from annotator.core.text import snippet
from annotator.services import annotate, linking
from annotator.ui.article_view import ArticleView
from annotator.ui.entity_picker import Choice, EntityPicker
from annotator.ui.open_article import OpenArticle
from annotator.ui.picking import Picking
from annotator.ui.project import OpenProject
from annotator.ui.walking import NO_SPAN, Walking

NO_SELECTION = "Select words first."


class LinkingKeys(QObject):
    """Binds the keys that link to the services."""

    def __init__(
        self, project: OpenProject, article: OpenArticle, view: ArticleView, picker: EntityPicker, walking: Walking
    ) -> None:
        super().__init__(walking)
        self._project, self._article, self._view, self._picker = project, article, view, picker
        self._walking = walking
        self._asked: str | None = None
        self._adds = False
        picker.picked.connect(self._picked)
        picker.left.connect(self._left)
        article.opened.connect(self._left)

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what each action does."""
        return {
            "link": self.link,
            "unlink": self.unlink,
            "add_link": partial(self.link, add=True),
            "mention": partial(self._selection_as, "mention"),
            "cue": partial(self._selection_as, "cue"),
        }

    def link(self, *, add: bool = False) -> None:
        """Open the picker at the current span, else at the smallest one at the caret; `add`: for one more link."""
        key = self._view.current or next(iter(self._view.spans_at(self._view.caret())), None)
        if key is None:
            self._walking.said.emit(NO_SPAN)
            return
        if not self._project.can_write or self._article.done:
            self._project.attempt(lambda: annotate.refuse_if_closed(self._project.project, key))
            return
        if key != self._view.current:
            self._walking.make_current(key)
        span = self._article.spans[key]
        self._asked, self._adds = key, add
        tag = self._project.tag(span.tag)
        role = tag.role.capitalize() if tag and tag.role else "Entity"
        who = f"{role} · {snippet(self._article.words_of(span), 40)}"
        place, beside = self._place(key)
        find = Picking(self._project, self._article, span).rows
        self._picker.ask(who, place, find, self._view, beside=beside)

    def _place(self, key: str) -> tuple[QRect, int]:
        """Return where a span is seen, and where the text ends at the right, as the picker counts places."""
        rect = self._view.span_area(key)
        if rect.isEmpty():
            rect = self._view.cursorRect()
        metrics = self._view.metrics
        beside = QPoint(metrics.left + metrics.column, 0)
        to_picker = partial(self._view.viewport().mapTo, self._picker.window_of())
        return QRect(to_picker(rect.topLeft()), rect.size()), to_picker(beside).x()

    def _picked(self, choice: Choice) -> None:
        (key, self._asked), article = (self._asked, None), self._article.article
        if key is None or article is None:
            return
        project, mention, cue = self._project.project, choice.mention, choice.cue
        scope, add = article.id if choice.scoped else None, self._adds

        def linked_to() -> None:
            if choice.entity is not None:
                linking.link(project, key, choice.entity, mention=mention, cue=cue, add=add)
            else:
                linking.link_new(
                    project, key, choice.name, choice.kind, article=scope, mention=mention, cue=cue, add=add
                )

        if self._project.did(linked_to):
            linked = self._article.entity_of(self._article.spans[key])
            self._walking.tell(f"Linked to {linked.name if linked else choice.name}")

    def _left(self) -> None:
        self._asked = None

    def unlink(self) -> None:
        """Take the first link from the current span."""
        key = self._view.current
        if key is None:
            self._walking.said.emit(NO_SPAN)
        elif self._project.did(lambda: linking.unlink(self._project.project, key)):
            self._walking.tell("Unlinked")

    def _selection_as(self, what: str) -> None:
        """Make the selection the mention or the cue of the current span's first link."""
        span = self._article.spans.get(self._view.current or "")
        if span is None:
            self._walking.said.emit(NO_SPAN)
        elif not span.links:
            self._walking.said.emit("The span is not linked yet: link it first, with L.")
        else:
            self.selection_of_link(span.links[0].id, what)

    def selection_of_link(self, link: str, what: str) -> None:
        """Make the selection the mention or the cue ("mention", "cue") of a link."""
        selection = self._view.selected_range()
        if selection is None:
            self._walking.said.emit(NO_SELECTION)
            return
        mention, cue = (selection, None) if what == "mention" else (None, selection)
        if self._project.did(lambda: linking.edit_link(self._project.project, link, mention=mention, cue=cue)):
            self._walking.tell(f"{what.capitalize()}: {snippet(self._article.text[selection.start : selection.end])}")
