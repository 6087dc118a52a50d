"""The menu that the right mouse button opens in the article: what applies to the place that was clicked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from annotator.ui.annotate.page import AnnotatePage
from annotator.ui.keyboard.menu_keys import keep_letters
from annotator.ui.window_actions import Actions

_SELECTING = ("quotation", "sentence", "expand", "region")
_SEVERAL = 2


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
        if page.walking.candidate is None and view.current not in found:
            page.walking.choose(found[0] if found else None)
    menu = QMenu(view)
    for spec, action in actions:
        if spec.is_tag:
            menu.addAction(action)
    groups = (_of_candidate(page), _of_span(page), ["cycle"] if len(found) >= _SEVERAL else [], _SELECTING)
    for group in groups:
        if group:
            menu.addSeparator()
        for key in group:
            menu.addAction(actions[key])
    if (selection := view.selected_range()) is not None:
        menu.addSeparator()
        words = view.stored_text[selection.start : selection.end]
        menu.addAction("Cop&y", lambda: QGuiApplication.clipboard().setText(words))
    return keep_letters(menu)


def _of_candidate(page: AnnotatePage) -> Sequence[str]:
    return ["next_candidate", *(["dismiss"] if page.walking.candidate is not None else [])]


def _of_span(page: AnnotatePage) -> Sequence[str]:
    """Return the actions that apply to the current span, and to the selection beside it."""
    target = page.annotating.target()
    span = page.article.spans.get(target.span or "")
    if span is None:
        return ()
    selects, is_linked = target.selection is not None, bool(span.links)
    return [
        *(["add_segment", "anchor"] if selects else []),
        "link",
        *(["add_link"] if is_linked else []),
        *(["rotate_links"] if len(span.links) >= _SEVERAL else []),
        *(["mention", "cue"] if selects and is_linked else []),
        *(["unlink"] if is_linked else []),
        "attributes", "note", "unsure",
        *(["remove_segment"] if len(span.segments) >= _SEVERAL else []),
        "delete",
    ]  # fmt: skip
