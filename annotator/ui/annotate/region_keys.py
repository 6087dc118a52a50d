"""Regions by key: a menu at the caret that says what a part of the article is, and proposals to choose from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog

from annotator.analysis.boilerplate import ProposedRegion
from annotator.analysis.sentences import paragraph_at
from annotator.core.records import LEFT_OUT, Region, RegionKind
from annotator.core.segments import Segment
from annotator.core.text import counted, snippet
from annotator.services import regions
from annotator.ui.annotate.open_article import OpenArticle
from annotator.ui.annotate.region_menu import RegionMenu
from annotator.ui.annotate.walking import Walking
from annotator.ui.article_view import ArticleView
from annotator.ui.dialogs.regions_dialog import RegionsDialog
from annotator.ui.project import OpenProject

_READ_ONLY = "The project is open for reading only; no region can be changed."


class RegionKeys(QObject):
    """Binds the actions for regions to the services, and keeps the article view at the article's regions."""

    def __init__(self, project: OpenProject, article: OpenArticle, view: ArticleView, walking: Walking) -> None:
        super().__init__(walking)
        self._project, self._article, self._view, self._walking = project, article, view, walking
        self.menu = RegionMenu(view)
        self.menu.kindChosen.connect(self._take_kind)
        self.menu.moveAsked.connect(self._move)
        self.menu.removeAsked.connect(self._remove)
        article.regionsChanged.connect(lambda: view.set_regions(article.regions))

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what each action does."""
        return {"region": self.ask, "propose_regions": self.propose}

    def ask(self) -> None:
        """Offer kinds for the selection, else those of the region at the caret, else for the paragraph there."""
        if not self._project.can_write:
            self._walking.said.emit(_READ_ONLY)
            return
        selection, caret, text = self._view.selected_range(), self._view.caret(), self._article.text
        near = selection or Segment(caret, caret)
        there = [one for one in self._article.regions if one.start <= near.end and near.start <= one.end]
        there.sort(key=lambda one: one.end - one.start)
        part = selection or (None if there else paragraph_at(text, caret))
        if part is None and not there:
            self._walking.said.emit("There is nothing here: select words, or go to a paragraph.")
            return
        self.menu.fill(text, part, there, can_move=selection is not None)
        self.menu.popup(self._view.viewport().mapToGlobal(self._view.cursorRect().bottomLeft()))

    def propose(self) -> None:
        """Show what may be a region, and add what is chosen as one step."""
        article = self._article.article
        if article is None:
            return
        if not self._project.can_write:
            self._walking.said.emit(_READ_ONLY)
            return
        found = regions.proposals(article)
        if not found:
            self._walking.tell("Nothing was found that may be a region and is none yet.")
            return
        dialog = RegionsDialog(article.text, found, self._view.window())
        dialog.looked.connect(self._look)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        self._walking.drop_candidate()
        if accepted:
            self._add(article.id, dialog.chosen())

    def _look(self, part: Segment) -> None:
        self._view.set_candidate((part,))
        self._view.scroll_to(*part)

    def _add(self, article: str, chosen: list[ProposedRegion]) -> None:
        made = self._project.attempt(lambda: regions.add_proposed(self._project.project, article, chosen))
        if made is not None:
            self._walking.tell(f"{counted(len(made), 'region')} added.")

    def _take_kind(self, kind: RegionKind, part: Segment | None, region: Region | None) -> None:
        """Make a part a region of this kind, or give a region the kind."""
        article = self._article.article
        if article is None:
            return
        project, words = self._project.project, self._words(part or region)
        if region is not None:
            if kind != region.kind and self._project.did(lambda: regions.edit_region(project, region.id, kind=kind)):
                self._walking.tell(f"Now {kind}: {words}")
        elif part is not None and self._project.did(lambda: regions.add_region(project, article.id, kind, *part)):
            self._walking.drop_candidate()
            self._view.set_caret(part.end)
            self._walking.tell(f"{kind.capitalize()}: {words}")

    def _move(self, region: Region, part: Segment) -> None:
        change = partial(regions.edit_region, self._project.project, region.id, start=part.start, end=part.end)
        if self._project.did(change):
            self._view.set_caret(part.end)
            self._walking.tell(f"{region.kind.capitalize()} moved: {self._words(part)}")

    def _remove(self, region: Region) -> None:
        if self._project.did(lambda: regions.remove_regions(self._project.project, [region.id])):
            self._walking.tell(f"No {region.kind} any more: {self._words(region)}")

    def _words(self, part: Segment | Region | None) -> str:
        return snippet(self._article.text[part.start : part.end], 40) if part else ""


def region_told(region: Region) -> str:
    """Return what a region is, for its tooltip."""
    return f"{region.kind.capitalize()}{': not the article’s own text' if region.kind in LEFT_OUT else ''}"
