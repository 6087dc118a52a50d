"""Known names in the text: marked on demand, and a click on one links the current span to whoever is called so."""

from __future__ import annotations

import contextlib
from bisect import bisect_right
from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QTimer

from annotator.analysis.mentions import Mention, MentionFinder
from annotator.core.errors import AnnotatorError
from annotator.core.listing import NamedEntity
from annotator.core.records import Changed
from annotator.core.segments import Segment
from annotator.ui.annotate.linking_keys import LinkingKeys
from annotator.ui.annotate.open_article import OpenArticle
from annotator.ui.annotate.walking import Walking
from annotator.ui.article_view import ArticleView
from annotator.ui.project import OpenProject

_LONGEST_RESOLVED = 200_000
"""Characters of an article; in a longer one a surname is not looked up, that would take too long."""
_SOON = 100
"""Milliseconds after which what is not needed for the answer to a key is done."""


class Naming(QObject):
    """Marks known names while it is on, and keeps whom the project knows at hand for the picker."""

    def __init__(
        self, project: OpenProject, article: OpenArticle, view: ArticleView, walking: Walking, links: LinkingKeys
    ) -> None:
        super().__init__(walking)
        self._project, self._article, self._view = project, article, view
        self._walking, self._links = walking, links
        self.is_on = False
        self._finder: MentionFinder | None = None
        self._found_at: int | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON)
        self._soon.timeout.connect(self.catch_up)
        view.known_names.is_meant = self._is_meant
        view.nameClicked.connect(self._clicked)
        article.opened.connect(self._soon.start)
        project.changed.connect(self._changed)

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what each action does."""
        return {"known_names": self._toggle}

    def leave(self) -> None:
        """Do nothing more: the project is about to be closed."""
        self._soon.stop()

    def _changed(self, changed: Changed) -> None:
        if "entity" in changed.tables or changed.bulk:
            self._soon.start()

    def _toggle(self) -> None:
        self.is_on = not self.is_on
        self.catch_up()
        self._walking.tell(self._state())

    def _state(self) -> str:
        if not self.is_on:
            return "Known names are not marked"
        if next(iter(self._project.known), None) is None:
            return "No names are known yet: they are marked once spans are linked"
        return "Known names are marked: a click on one links the current span"

    def catch_up(self) -> None:
        """Read who is known now, and mark their names."""
        known = self._project.known
        # What cannot be read now is said when the picker needs it.
        with contextlib.suppress(AnnotatorError):
            known.refresh()
        if not self.is_on:
            self._view.known_names.mark(None)
            return
        if self._finder is None or self._found_at != known.revision:
            self._finder = MentionFinder(
                {one.id: (one.name, *one.other_names) for one in known if one.kind != "unknown"}
            )
            self._found_at = known.revision
        self._view.known_names.mark(self._mentions)

    def _mentions(self, start: int, end: int) -> list[Mention]:
        """Return the names between two places of the open article of those who can be linked to in it."""
        found = self._finder.mentions(self._article.text[start:end]) if self._finder else []
        written = [Mention(Segment(start + one.start, start + one.end), keys) for one, keys in found]
        ends, whole = [mention.segment.end for mention in written], len(written)
        for name, segment in self._article.speakers().named_between(start, end) if self._is_short() else ():
            # What is written out is surer than what a surname stands for.
            place = bisect_right(ends, segment.start)
            if place == whole or written[place].segment.start >= segment.end:
                written.append(Mention(segment, tuple(one.id for one in self._project.known.called(name, self._here))))
        here = [Mention(segment, tuple(one.id for one in self._called(keys))) for segment, keys in written]
        return sorted(mention for mention in here if mention.keys)

    def _is_short(self) -> bool:
        return len(self._article.text) <= _LONGEST_RESOLVED

    @property
    def _here(self) -> str | None:
        return self._article.article.id if self._article.article else None

    def _called(self, keys: tuple[str, ...]) -> list[NamedEntity]:
        known = self._project.known
        return [known[key] for key in keys if key in known and known[key].article in (None, self._here)]

    def told(self, mention: Mention) -> str:
        """Return who is called so, for a tooltip."""
        names = [f"{one.name} · {one.kind}" for one in self._called(mention.keys)]
        does = ["A click links the current span to them"] if self._is_meant(False) else []
        return "\n".join([*names, *(does if len(names) == 1 else [])])

    def _is_meant(self, control: bool) -> bool:
        """Tell whether a click on a name links: without Ctrl only what has no link yet."""
        span = self._article.spans.get(self._view.current or "")
        if not self.is_on or not self._project.can_write or self._article.done:
            return False
        return control or (span is not None and not span.links)

    def _clicked(self, mention: Mention) -> None:
        key = self._view.current
        if key is None:
            self._walking.say_no_span()
            return
        called = self._called(mention.keys)
        if len(called) == 1:
            self._links.link_to(key, called[0], mention.segment)
        elif called:
            words = self._article.text[slice(*mention.segment)]
            self._links.link(typed=words, mention=mention.segment)
