"""Linking the current span: the picker at the span, mentions and cues."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, QPoint, QRect

from annotator.core.links import OTHER_ROLES
from annotator.core.listing import NamedEntity
from annotator.core.segments import Segment, join
from annotator.core.text import snippet
from annotator.services import linking
from annotator.ui.annotate.open_article import OpenArticle
from annotator.ui.annotate.walking import Walking
from annotator.ui.article_view import ArticleView
from annotator.ui.keyboard.key_names import key_of
from annotator.ui.picker.choices import Choice
from annotator.ui.picker.entity_picker import EntityPicker
from annotator.ui.picker.picking import Picking
from annotator.ui.project import OpenProject

NO_SELECTION = "Select words first."
_SEVERAL = 2


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
        picker.looked.connect(self._show_parts)
        article.opened.connect(self._left)

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what each action does."""
        return {
            "link": self.link,
            "unlink": self.unlink,
            "rotate_links": self.rotate,
            "add_link": partial(self.link, add=True),
            "mention": partial(self._selection_as, "mention"),
            "cue": partial(self._selection_as, "cue"),
        }

    def link(self, *, add: bool = False, typed: str = "", mention: Segment | None = None) -> None:
        """Open the picker at the current span, else at the smallest one at the caret; `add`: for one more link.

        `typed` stands in it at once; `mention` is where the person pointed at whoever is meant.
        """
        key = self._view.current or next(iter(self._view.spans_at(self._view.caret())), None)
        if key is None:
            self._walking.say_no_span()
            return
        if not self._walking.may_change(key):
            return
        if key != self._view.current:
            self._walking.make_current(key)
        span = self._article.spans[key]
        picking = self._project.attempt(lambda: Picking(self._project, self._article, span, mention))
        if picking is None:
            return
        self._asked, self._adds = key, add
        tag = self._project.tag(span.tag)
        role = tag.role.capitalize() if tag and tag.role else "Entity"
        who = f"{role} · {snippet(self._article.words_of(span), 32)}"
        roles = list(dict.fromkeys([*([tag.role] if tag and tag.role else []), *OTHER_ROLES]))
        place, beside = self._place(key)
        self._picker.ask(who, place, picking.rows, self._view, beside=beside, roles=roles, typed=typed)

    def _place(self, key: str) -> tuple[QRect, int]:
        """Return where a span is seen, and where the text ends at the right, as the picker counts places."""
        rect = self._view.span_area(key)
        if rect.isEmpty():
            rect = self._view.cursorRect()
        metrics = self._view.metrics
        beside = QPoint(metrics.left + metrics.column, 0)
        to_picker = partial(self._view.viewport().mapTo, self._picker.window_of())
        return QRect(to_picker(rect.topLeft()), rect.size()), to_picker(beside).x()

    def link_to(self, key: str, entity: NamedEntity, mention: Segment) -> None:
        """Link a span to somebody at whose name the person pointed; where it is so already, that is the mention."""
        links, known = self._article.spans[key].links, self._project.known
        same = next((link.id for link in links if link.entity in known and known[link.entity] == entity), None)

        def linked_to() -> None:
            if same is None:
                linking.link(self._project.project, key, entity.id, mention=mention)
            else:
                linking.edit_link(self._project.project, same, mention=mention)

        if self._project.did(linked_to):
            self._walking.tell(f"Linked to {snippet(entity.name)}")

    def _picked(self, choice: Choice) -> None:
        (key, self._asked), article = (self._asked, None), self._article.article
        if key is None or article is None:
            return
        project, mention, cue = self._project.project, choice.mention, choice.cue
        scope, add, role = article.id if choice.scoped else None, self._adds, choice.role

        def linked_to() -> None:
            if choice.entity is not None:
                linking.link(project, key, choice.entity, role=role, mention=mention, cue=cue, add=add)
            else:
                linking.link_new(
                    project, key, choice.name, choice.kind, article=scope, reason=choice.reason, role=role,
                    mention=mention, cue=cue, add=add,
                )  # fmt: skip

        if self._project.did(linked_to):
            self._walking.tell(f"Linked to {snippet(choice.name)}" + (f" ({role})" if role else ""))

    def _show_parts(self, choice: Choice | None) -> None:
        """Outline in the text where whoever would be taken is mentioned, and the cue beside."""
        if self._asked is not None:
            parts = [part for part in (choice.mention, choice.cue) if part is not None] if choice else []
            self._view.set_candidate(join(parts))

    def _left(self) -> None:
        self._asked = None

    def unlink(self) -> None:
        """Take the first link from the current span."""
        key = self._view.current
        if key is None:
            self._walking.say_no_span()
        elif self._project.did(lambda: linking.unlink(self._project.project, key)):
            self._walking.tell("Unlinked")

    def rotate(self) -> None:
        """Make the last link of the current span its first one: each of several comes first in turn."""
        span = self._article.spans.get(self._view.current or "")
        if span is None:
            self._walking.say_no_span()
        elif len(span.links) < _SEVERAL:
            self._walking.said.emit(f"The span has no other link: add one with {key_of(self, 'add_link')}.")
        elif self._project.did(lambda: linking.move_link(self._project.project, span.links[-1].id, 0)):
            self._walking.tell(self._article.chain_of(self._article.spans[span.id]))

    def _selection_as(self, what: str) -> None:
        """Make the selection the mention or the cue of the current span's first link."""
        span = self._article.spans.get(self._view.current or "")
        if span is None:
            self._walking.say_no_span()
        elif not span.links:
            self._walking.said.emit(f"The span is not linked yet: link it first, with {key_of(self, 'link')}.")
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
