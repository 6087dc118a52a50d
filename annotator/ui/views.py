"""The views of an open project, one at a time: annotating at first, each other one made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QSplitter, QStackedWidget, QWidget

from annotator.core.errors import AnnotatorError
from annotator.core.records import Changed
from annotator.ui.actions import SPECS, VIEW_OF, Scope, Target
from annotator.ui.annotate.page import AnnotatePage
from annotator.ui.article_view import ArticleView
from annotator.ui.project import OpenProject
from annotator.ui.runner import Runner
from annotator.ui.window_actions import Actions


class View(QWidget):
    """A view beside annotating. It acts through services alone and hears of each change by `refresh`.

    `said(str)` is for the status line; `goAsked(str, str)` asks for an article (and a span of it, or "") in the view
    for annotating, `placeAsked(Hit)` for a place there, and `left()` for whatever it shows; `compareAsked(str, str,
    object)` asks for an article and a span in layers compared, in the view for reviewing; `targetChanged()` follows
    each change of what `target` and `place` tell.
    """

    said = Signal(str)
    goAsked = Signal(str, str)
    placeAsked = Signal(object)
    left = Signal()
    compareAsked = Signal(str, str, object)
    targetChanged = Signal()

    def __init__(self, project: OpenProject, runner: Runner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.project, self.runner = project, runner

    def start(self) -> None:
        """Fill the view; called once, when it is shown for the first time."""
        raise NotImplementedError

    def refresh(self, changed: Changed) -> None:
        """Show what a write touched; called when the view is shown, for all that was written meanwhile at once."""
        raise NotImplementedError

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what the actions of the view's scope do, and those of the window that mean something else here."""
        raise NotImplementedError

    def keyed(self) -> Sequence[QWidget]:
        """Return the widgets in which the keys of the view's scope act while they have the focus."""
        raise NotImplementedError

    def target(self) -> Target:
        """Return what an action would be done to."""
        return Target(writable=self.project.can_write, project=True)

    def splits(self) -> Mapping[str, QSplitter]:
        """Return what a person can drag between the panes, by names that last."""
        return {}

    def fields(self) -> Mapping[str, QLineEdit]:
        """Return the fields that say the same again at the project's next start, by their names in a `Session`."""
        return {}

    def place(self) -> str:
        """Return where the person is, for the status bar."""
        return ""

    def show_reverted(self, changed: Changed) -> None:
        """Go where undo or redo changed something; without an answer of its own a view stays where it is."""

    def leave(self) -> None:
        """Write what is typed still, before the project is closed or another annotator acts."""


def _make(scope: Scope, project: OpenProject, runner: Runner, parent: QWidget) -> View:
    """Make a view. What it needs is imported here: the window opens without it."""
    if scope == "review":
        from annotator.ui.review.view import ReviewView

        return ReviewView(project, runner, parent)
    if scope == "entities":
        from annotator.ui.entities.view import EntityView

        return EntityView(project, runner, parent)
    if scope == "dashboard":
        from annotator.ui.dashboard.view import DashboardView

        return DashboardView(project, runner, parent)
    if scope == "search":
        from annotator.ui.search.view import SearchView

        return SearchView(project, runner, parent)
    raise KeyError(scope)


class Views(QStackedWidget):
    """Shows one view. `made(View)`: a view is there now; `textMade(ArticleView)`: it shows an article, as any other."""

    said = Signal(str)
    goAsked = Signal(str, str)
    placeAsked = Signal(object)
    targetChanged = Signal()
    made = Signal(QWidget)
    textMade = Signal(QWidget)

    def __init__(self, project: OpenProject, runner: Runner, page: AnnotatePage, parent: QWidget) -> None:
        super().__init__(parent)
        self._project, self._runner, self._page = project, runner, page
        self._made: dict[Scope, View] = {}
        self._missed: dict[Scope, Changed] = {}
        self._actions: Actions | None = None
        self.addWidget(page)

    def offer(self, actions: Actions) -> None:
        """Give the actions of each view to the widgets in which their keys act."""
        self._actions = actions

    @property
    def current(self) -> View | None:
        """The view that is shown, None while it is that for annotating."""
        return next((view for view in self._made.values() if view is self.currentWidget()), None)

    def show_view(self, action: str) -> None:
        """Show a view, named by the action that asks for it, and give it the focus; where it cannot be, say why."""
        before = self.current or self._page
        if self._project.did(lambda: self._bring(VIEW_OF[action])):
            self.focus()
        else:
            self.setCurrentWidget(before)
        if self._actions is not None:
            scope = next((scope for scope, view in self._made.items() if view is self.currentWidget()), "article")
            self._actions[next(key for key, of in VIEW_OF.items() if of == scope)].setChecked(True)
        self.targetChanged.emit()

    def _bring(self, scope: Scope) -> None:
        """Put a view in front. Raises AnnotatorError where what it shows cannot be read."""
        if scope == "article":
            self.setCurrentWidget(self._page)
            return
        view = self._view(scope)
        self.setCurrentWidget(view)
        if (missed := self._missed.get(scope)) is not None:
            view.refresh(missed)
            del self._missed[scope]

    def focus(self) -> None:
        """Give the view that is shown the focus: where it wants it, the one for annotating in its text."""
        (self.current or self._page.view).setFocus(Qt.FocusReason.OtherFocusReason)

    def _view(self, scope: Scope) -> View:
        view = self._made.get(scope)
        if view is None:
            view = self._made[scope] = _make(scope, self._project, self._runner, self)
            self.addWidget(view)
            for signal, told in (
                (view.said, self.said), (view.goAsked, self.goAsked), (view.targetChanged, self.targetChanged),
                (view.placeAsked, self.placeAsked),
            ):  # fmt: skip
                signal.connect(told)
            view.left.connect(partial(self.show_view, "annotate_view"))
            view.compareAsked.connect(self.look_at)
            if self._actions is not None:
                for widget in view.keyed():
                    widget.addActions(self._actions.of_scope(scope))
                    if isinstance(widget, ArticleView):
                        self.textMade.emit(widget)
            self.made.emit(view)
            try:
                view.start()
            except AnnotatorError:
                # Half of a view is none: the next time it is made anew.
                del self._made[scope]
                self.removeWidget(view)
                view.deleteLater()
                raise
        return view

    def look_at(self, article: str, span: str, layers: Sequence[str] = ()) -> None:
        """Show a span of an article in the view for reviewing, in these layers, else in the one that it stands in."""
        from annotator.ui.review.view import ReviewView

        self.show_view("review_view")
        view = self.current
        if isinstance(view, ReviewView):
            view.look_at(article, span, layers)

    def find_all(self) -> None:
        """Show the view for searching; words that are selected in the article are looked for."""
        from annotator.ui.search.view import SearchView

        selected = self._page.selected() if self.current is None else None
        self.show_view("search_view")
        view = self.current
        if isinstance(view, SearchView) and selected is not None:
            view.come_from(*selected)

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what shows a view, and what each action of a view does: it shows the view first."""
        own = {spec.id: (view, spec.id) for spec in SPECS for view, scope in VIEW_OF.items()
               if spec.scope == scope != "article"}  # fmt: skip
        return {
            **{action: partial(self.show_view, action) for action in VIEW_OF},
            "find_all": self.find_all,
            **{key: partial(self._do, view, action) for key, (view, action) in own.items()},
        }

    def _do(self, view: str, action: str) -> None:
        if self.current is not self._made.get(VIEW_OF[view], self._page):
            self.show_view(view)
        if (made := self.current) is not None and made is self._made.get(VIEW_OF[view]):
            made.methods()[action]()

    def splits(self) -> Mapping[str, QSplitter]:
        """Return what can be dragged in the views that there are, by names that last."""
        return {name: split for view in self._made.values() for name, split in view.splits().items()}

    def fields(self) -> Mapping[str, QLineEdit]:
        """Return the fields, of the views that there are, that say the same again at the next start."""
        return {name: field for view in self._made.values() for name, field in view.fields().items()}

    def refresh(self, changed: Changed) -> None:
        """Have the view that is shown follow a write; the others do when they are shown."""
        for scope, view in self._made.items():
            if view is self.currentWidget():
                view.refresh(changed)
            else:
                self._missed[scope] = both(self._missed.get(scope), changed)

    def leave(self) -> None:
        """Write what is typed still in any of the views."""
        for view in self._made.values():
            view.leave()


def both(first: Changed | None, second: Changed) -> Changed:
    """Return what two writes touched together."""
    if first is None:
        return second
    return Changed(
        first.tables | second.tables, first.articles | second.articles, first.spans | second.spans,
        first.bulk or second.bulk,
    )  # fmt: skip
