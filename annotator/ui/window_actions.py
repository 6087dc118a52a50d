"""The actions of a window, made from their specifications."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from annotator.ui.actions import NEEDS, Needs, Scope, Spec, Target
from annotator.ui.keyboard.keys import Bound, bindings


class Actions:
    """The actions of one window: each is bound to its keys and its method, and enabled by what it would be done to."""

    def __init__(self, window: QWidget, remapped: Bound | None = None) -> None:
        self._window = window
        self._made: dict[str, QAction] = {}
        self._specs: dict[str, Spec] = {}
        self._remapped: Bound = remapped or {}
        self._has: dict[Needs, bool] = {}
        self.bound: Bound = {}
        """The keys that each action has now."""
        self.refused: list[str] = []
        """A sentence for each key that an action should have and does not get."""

    def make(self, specs: Iterable[Spec], methods: Mapping[str, Callable[[], object]]) -> None:
        """Make an action for each specification and bind it. Raises KeyError for one without a method."""
        for spec in specs:
            action = QAction(spec.text, self._window)
            action.setObjectName(f"action:{spec.id}")
            if spec.scope != "window":
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.setCheckable(spec.checkable)
            action.setToolTip(spec.tip or spec.name)
            action.setStatusTip(spec.tip)
            method = methods[spec.id]
            action.triggered.connect(lambda _checked=False, run=method: run())
            self._made[spec.id], self._specs[spec.id] = action, spec
        self._has = {}
        self.remap(self._remapped)

    def drop(self, keys: Iterable[str]) -> None:
        """Take actions away again; keys that they had are free."""
        for key in list(keys):
            self._specs.pop(key)
            action = self._made.pop(key)
            for owner in action.associatedObjects():
                if isinstance(owner, QWidget):
                    owner.removeAction(action)
            action.deleteLater()
        self.remap(self._remapped)

    def remap(self, remapped: Bound) -> None:
        """Give every action its keys at once: those that the person chose, else those that are built in."""
        self._remapped = remapped
        self.bound, self.refused = bindings(list(self._specs.values()), remapped)
        for key, action in self._made.items():
            action.setShortcuts([QKeySequence(text) for text in self.bound[key]])

    def __getitem__(self, key: str) -> QAction:
        return self._made[key]

    def __iter__(self) -> Iterator[tuple[Spec, QAction]]:
        return iter([(spec, self._made[key]) for key, spec in self._specs.items()])

    def of_scope(self, scope: Scope) -> list[QAction]:
        """Return the actions whose keys have this scope."""
        return [self._made[key] for key, spec in self._specs.items() if spec.scope == scope]

    def of_key(self, key: str, focus: QWidget | None) -> QAction | None:
        """Return the action that a key stands for while a widget has the focus; None where nothing can be done."""
        for spec, action in self:
            acts_here = spec.scope == "window" or focus in action.associatedObjects()
            if key in self.bound[spec.id] and acts_here and action.isEnabled():
                return action
        return None

    def enable(self, target: Target) -> None:
        """Enable what makes sense for the target.

        Keys of the article view stay enabled while an article is open: a key that cannot act says why.
        """
        before, self._has = self._has, {needs: target.has(needs) for needs in NEEDS}
        changed = {needs: has for needs, has in self._has.items() if has != before.get(needs)}
        if not changed:
            return
        for key, spec in self._specs.items():
            needs: Needs = "article" if spec.scope == "article" else spec.needs
            if needs in changed:
                self._made[key].setEnabled(changed[needs])
