"""Letters that are pressed in an open menu are the menu's, not keys of the article behind it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QMenu


class _Letters(QObject):
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return False


def keep_letters(menu: QMenu) -> QMenu:
    """Let a menu and the menus in it have every key that is pressed while they are open; return the menu.

    A menu takes no focus: for Qt the article still has it, and its keys would act before the menu's mnemonics.
    """
    for one in (menu, *menu.findChildren(QMenu)):
        if one.findChild(_Letters, options=Qt.FindChildOption.FindDirectChildrenOnly) is None:
            one.installEventFilter(_Letters(one))
    return menu


def with_mnemonics(names: Iterable[str]) -> list[str]:
    """Return the names as texts of a menu: each has the first of its letters that no name before it has as its key."""
    taken: set[str] = set()
    texts = []
    for name in names:
        place = next((at for at, sign in enumerate(name) if sign.isalnum() and sign.casefold() not in taken), None)
        if place is None:
            texts.append(name.replace("&", "&&"))
            continue
        taken.add(name[place].casefold())
        texts.append(f"{name[:place].replace('&', '&&')}&{name[place:].replace('&', '&&')}")
    return texts
