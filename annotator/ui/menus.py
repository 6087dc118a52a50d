"""The menus of the window, made from its actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar

from annotator.core.project_names import shown_name
from annotator.ui.actions import Spec
from annotator.ui.keyboard.menu_keys import keep_letters
from annotator.ui.window_actions import Actions


class Menus:
    """Puts every action into the menu that its specification names, and the recent projects below Open."""

    def __init__(self, bar: QMenuBar, actions: Actions, open_project: Callable[[str], object]) -> None:
        self._bar, self._actions, self._open = bar, actions, open_project
        self._recent = keep_letters(QMenu("Open recen&t", bar))
        self._made: list[QMenu] = []

    def make(self) -> None:
        """Make the menus of the actions that there are now."""
        self._bar.clear()
        for old in self._made:
            old.deleteLater()
        menus: dict[str, QMenu] = {}
        for spec, action in in_menu_order(self._actions):
            menu = menus.get(spec.menu)
            if menu is None:
                menu = menus[spec.menu] = keep_letters(self._bar.addMenu(spec.menu))
            if spec.separated and not menu.isEmpty():
                menu.addSeparator()
            menu.addAction(action)
            if spec.id == "open":
                menu.addMenu(self._recent)
        self._made = list(menus.values())

    def show_recent(self, names: Sequence[str]) -> None:
        """Offer the projects opened last."""
        self._recent.clear()
        for name in names:
            self._recent.addAction(shown_name(name).replace("&", "&&"), partial(self._open, name))
        self._recent.setEnabled(bool(names))


def in_menu_order(actions: Actions) -> list[tuple[Spec, QAction]]:
    """Return the actions as they stand in the menus: tags before what moves among candidates."""
    tags = [pair for pair in actions if pair[0].is_tag]
    others = [pair for pair in actions if not pair[0].is_tag]
    place = next(number for number, pair in enumerate(others) if pair[0].id == "next_candidate")
    return [*others[:place], *tags, *others[place:]]
