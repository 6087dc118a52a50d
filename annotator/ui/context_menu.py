"""The menu that the right mouse button opens in the article: what applies to the place that was clicked."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from annotator.ui.annotate_page import AnnotatePage
from annotator.ui.menu_keys import keep_letters
from annotator.ui.window_actions import Actions

_WITH_SELECTION = ("add_segment", "anchor")
_WITH_SPAN = ("link", "unlink", "note", "unsure", "remove_segment", "delete")


def offer_context_menu(actions: Actions, page: AnnotatePage) -> None:
    """Have the right mouse button open the menu."""
    view = page.view
    view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    view.customContextMenuRequested.connect(
        lambda at: context_menu(actions, page, at).popup(view.viewport().mapToGlobal(at))
    )


def context_menu(actions: Actions, page: AnnotatePage, at: QPoint) -> QMenu:
    """Return the menu for a point of the article view; a span that is there, outside a selection, becomes current."""
    view = page.view
    found = view.pointing.spans_at(at)
    position = view.position_at(at)
    selection = view.selected_range()
    if selection is None or not selection.start <= position <= selection.end:
        view.set_caret(position)
        if view.current not in found:
            page.walking.make_current(found[0] if found else None)
    target = page.annotating.target()
    menu = QMenu(view)
    for spec, action in actions:
        if spec.is_tag:
            menu.addAction(action)
    if target.span is not None:
        menu.addSeparator()
        for key in (*(_WITH_SELECTION if target.selection else ()), *_WITH_SPAN):
            menu.addAction(actions[key])
    menu.addSeparator()
    for key in ("quotation", "sentence", "expand", "region"):
        menu.addAction(actions[key])
    return keep_letters(menu)
