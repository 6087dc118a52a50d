"""The menu of kinds of regions: for a part of the article, and for the regions that are there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from annotator.core.records import LEFT_OUT, REGION_KINDS, Region, RegionKind
from annotator.core.segments import Segment
from annotator.core.text import snippet
from annotator.ui.keyboard.menu_keys import keep_letters

_NAMES: dict[RegionKind, str] = {
    "headline": "&Headline", "deck": "&Deck", "byline": "&Byline", "dateline": "Date&line", "caption": "&Caption",
    "credit": "C&redit", "related": "Rela&ted", "boilerplate": "Boiler&plate",
}  # fmt: skip
_WORDS = 40


class RegionMenu(QMenu):
    """Filled each time before it opens.

    `kindChosen(kind, part, region)` has either a part that is to be a region, or a region that is to have another kind;
    `moveAsked(region, part)`, `removeAsked(region)`.
    """

    kindChosen = Signal(str, object, object)
    moveAsked = Signal(object, object)
    removeAsked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Region", parent)
        self.setObjectName("regionMenu")

    def fill(self, text: str, part: Segment | None, there: Sequence[Region], *, can_move: bool) -> None:
        """Offer the kinds for a part, or where there is none for the first of the regions; the others have submenus."""
        self.clear()
        for menu in self.findChildren(QMenu):
            menu.deleteLater()
        others = list(there)
        if part is not None:
            self.addAction(_named("", text[slice(*part)])).setEnabled(False)
            self._add_kinds(self, part, None)
        else:
            first = others.pop(0)
            self.addAction(_named(first.kind, text[first.start : first.end])).setEnabled(False)
            self._add_region(self, first, None)
        if others:
            self.addSeparator()
        for region in others:
            menu = self.addMenu(_named(region.kind, text[region.start : region.end]))
            self._add_region(menu, region, part if can_move else None)
        keep_letters(self)

    def _add_region(self, menu: QMenu, region: Region, part: Segment | None) -> None:
        self._add_kinds(menu, None, region)
        menu.addSeparator()
        if part is not None:
            menu.addAction("&Move to the selection", partial(self.moveAsked.emit, region, part))
        menu.addAction("Remo&ve this region", partial(self.removeAsked.emit, region))

    def _add_kinds(self, menu: QMenu, part: Segment | None, region: Region | None) -> None:
        """Add the kinds, those that are not the article's own text after the others; the region's own is checked."""
        for kind in REGION_KINDS:
            if kind in LEFT_OUT and menu.actions()[-1].data() not in LEFT_OUT:
                menu.addSeparator()
            action = menu.addAction(_NAMES[kind], partial(self.kindChosen.emit, kind, part, region))
            action.setData(kind)
            action.setCheckable(region is not None)
            action.setChecked(region is not None and region.kind == kind)


def _named(kind: str, words: str) -> str:
    quoted = f"“{snippet(words, _WORDS)}”".replace("&", "&&")
    return f"{kind.capitalize()} {quoted}" if kind else quoted
