"""The look that the person prefers: given to the application and to the article views, now and at each change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QApplication

from annotator import settings
from annotator.ui import theme
from annotator.ui.preferences import Preferences
from annotator.ui.window_actions import Actions

if TYPE_CHECKING:
    from annotator.ui.article_view import ArticleView

_ZOOM_STEP = 10
_TEXT = frozenset({"font_family", "font_points", "line_spacing"})


class Appearance(QObject):
    """Follows the preferences, and the desktop where the person wants the look of the desktop."""

    def __init__(self, preferences: Preferences, actions: Actions, parent: QObject) -> None:
        super().__init__(parent)
        self._preferences, self._actions = preferences, actions
        self._views: list[ArticleView] = []
        schemes = QActionGroup(self)
        for scheme in settings.SCHEMES:
            schemes.addAction(actions[scheme])
        actions[preferences.now.scheme].setChecked(True)
        preferences.changed.connect(self._changed)
        _application().styleHints().colorSchemeChanged.connect(self._follow)

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what each action does."""
        return {
            **{scheme: partial(self._preferences.change, scheme=scheme) for scheme in settings.SCHEMES},
            "zoom_in": partial(self._zoom, _ZOOM_STEP),
            "zoom_out": partial(self._zoom, -_ZOOM_STEP),
            "zoom_reset": partial(self._zoom, 0),
        }

    def dress(self, view: ArticleView) -> None:
        """Give an article view its font and its zoom, that of the views before it, and keep it so until it is left."""
        zoom = self._views[0].zoom() if self._views else self._preferences.now.zoom
        self._views.append(view)
        self._set_text(view)
        view.set_zoom(zoom)
        view.zoomChanged.connect(self._zoom_to)

    def leave(self) -> None:
        """Keep the zoom of the views for the next ones, and let the views go."""
        if self._views and self._views[0].zoom() != self._preferences.now.zoom:
            self._preferences.change(zoom=self._views[0].zoom())
        self._views.clear()

    def _set_text(self, view: ArticleView) -> None:
        now = self._preferences.now
        view.set_text_font(now.font_family, now.font_points)
        view.set_line_spacing(round(now.line_spacing * 100))

    def _zoom(self, step: int) -> None:
        if self._views:
            self._zoom_to(self._views[0].zoom() + step if step else 100)

    def _zoom_to(self, percent: int) -> None:
        for view in self._views:
            view.set_zoom(percent)

    def _changed(self, names: frozenset[str]) -> None:
        scheme = self._preferences.now.scheme
        if "scheme" in names:
            self._actions[scheme].setChecked(True)
            theme.apply(_application(), scheme)
        if names & _TEXT:
            for view in self._views:
                self._set_text(view)

    def _follow(self) -> None:
        # Another window may have chosen another look.
        self._preferences.refresh()
        if self._preferences.now.scheme == "system":
            theme.apply(_application(), "system")


def _application() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app
