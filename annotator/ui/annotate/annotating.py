"""What keys do to spans in the article view: the digit rule, segments, flags, deleting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal, SignalInstance

from annotator.core.scheme import SET, Attribute
from annotator.core.segments import Segments, trim
from annotator.core.text import snippet
from annotator.services import annotate
from annotator.ui.actions import Target
from annotator.ui.annotate.linking_keys import NO_SELECTION, LinkingKeys
from annotator.ui.annotate.open_article import OpenArticle
from annotator.ui.annotate.walking import Walking
from annotator.ui.article_view import ArticleView
from annotator.ui.keyboard.key_names import key_of
from annotator.ui.project import OpenProject

_UNCLOSED = Attribute("unclosed")


class Annotating(QObject):
    """Binds the article view's keys to the services."""

    noteAsked = Signal()
    attributesAsked = Signal()

    def __init__(
        self, project: OpenProject, article: OpenArticle, view: ArticleView, walking: Walking, links: LinkingKeys
    ) -> None:
        super().__init__(walking)
        self._project, self._article, self._view = project, article, view
        self._walking, self._links = walking, links
        view.edgeMoved.connect(self._edge_moved)

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what each action does."""
        return {
            "remove_segment": self._remove_segment,
            "attributes": partial(self._ask_with_span, self.attributesAsked),
            "add_segment": self._add_segment,
            "anchor": self._anchor,
            "note": partial(self._ask_with_span, self.noteAsked),
            "unsure": self._unsure,
            "delete": self._delete,
        }

    def target(self) -> Target:
        """Return what an action would be done to now."""
        article = self._article.article
        return Target(
            writable=self._project.can_write,
            project=True,
            article=article.id if article else None,
            selection=self._view.selected_range(),
            span=self._view.current,
            candidate=self._walking.candidate,
        )

    # The digit rule

    def tag(self, tag: str) -> None:
        """Make or change a span, by what there is: a selection, a candidate, the current span, a quotation."""
        target = self.target()
        if target.article is None:
            return
        caret = self._view.caret()
        current = self._article.spans.get(target.span) if target.span else None
        if target.selection is not None:
            self._make(tag, (target.selection,))
        elif target.candidate is not None:
            self._make(tag, target.candidate)
        elif current is not None and any(start <= caret <= end for start, end in current.segments):
            if current.tag == tag:
                self._walking.said.emit(f"It is a {self._project.tag_name(tag).lower()} already.")
            elif self._project.did(lambda: annotate.retag(self._project.project, [current.id], tag)):
                self._walking.tell(f"Now a {self._project.tag_name(tag).lower()}")
        elif (quotation := self._article.quotation_at(caret)) is not None:
            self._make(tag, quotation)
        else:
            key = key_of(self, "next_candidate")
            self._walking.said.emit(f"Nothing to tag: select words, or go to a quotation with {key}.")

    def _make(self, tag: str, segments: Segments) -> None:
        article = self._article.article
        assert article is not None
        attributes = self._seen_attributes(tag, segments)
        key = self._project.attempt(
            lambda: annotate.add_span(self._project.project, article.id, tag, segments, attributes)
        )
        if key is None:
            return
        self._walking.drop_candidate()
        self._view.set_caret(self._article.spans[key].end)
        self._walking.make_current(key)
        words = snippet(self._article.words_of(self._article.spans[key]), 40)
        self._walking.tell(f"{self._project.tag_name(tag)}: {words}")
        self._links.link()

    def _seen_attributes(self, tag: str, segments: Segments) -> dict[str, str]:
        """Return the attributes that anybody can see in the text: that the closing mark of a quotation is missing."""
        scheme = self._project.tag(tag)
        has = scheme is not None and _UNCLOSED in scheme.attributes
        return {_UNCLOSED.name: SET} if has and self._article.is_unclosed(segments) else {}

    # The current span

    def _add_segment(self) -> None:
        span, part = self._article.spans.get(self._view.current or ""), self._view.selected_range()
        if span is not None and part is not None and trim(self._article.text, [*span.segments, part]) == span.segments:
            self._walking.said.emit("The span holds these words already.")
        else:
            self._with_selection(annotate.add_segment, "Segment added")

    def _anchor(self) -> None:
        self._with_selection(lambda project, key, part: annotate.set_segments(project, key, [part]), "Span moved")

    def _remove_segment(self) -> None:
        key, caret = self._view.current, self._view.caret()
        span = self._article.spans.get(key or "")
        if span is None:
            self._walking.say_no_span()
            return
        # The caret stands behind a segment that was just made or visited.
        at = caret if any(start <= caret < end for start, end in span.segments) else caret - 1
        if not any(start <= at < end for start, end in span.segments):
            self._walking.said.emit("The caret is not in a segment of the current span.")
        elif self._project.did(lambda: annotate.remove_segment(self._project.project, span.id, at)):
            self._walking.tell("Segment removed")

    def _edge_moved(self, key: str, segments: Segments) -> None:
        if self._project.did(lambda: annotate.set_segments(self._project.project, key, segments)):
            self._walking.tell("Span moved")

    def _with_selection(self, change: Callable[..., object], told: str) -> None:
        target = self.target()
        if target.span is None or target.selection is None:
            if target.span is None:
                self._walking.say_no_span()
            else:
                self._walking.said.emit(NO_SELECTION)
            return
        key, part = target.span, target.selection
        if self._project.did(lambda: change(self._project.project, key, part)):
            self._view.set_caret(part.end)
            self._walking.tell(told)

    def _ask_with_span(self, asked: SignalInstance) -> None:
        key = self._view.current
        if key is None:
            self._walking.say_no_span()
        elif self._walking.may_change(key):
            asked.emit()

    def _unsure(self) -> None:
        span = self._article.spans.get(self._view.current or "")
        if span is None:
            self._walking.say_no_span()
        elif self._project.did(lambda: annotate.set_unsure(self._project.project, span.id, not span.unsure)):
            self._walking.tell("Sure again" if span.unsure else "Flagged as unsure")

    def _delete(self) -> None:
        key = self._view.current
        if key is None:
            self._walking.say_no_span()
        elif self._project.did(lambda: annotate.delete_spans(self._project.project, [key])):
            self._walking.tell("Span deleted")
            self._walking.currentChanged.emit()
