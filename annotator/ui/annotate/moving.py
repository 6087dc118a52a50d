"""Moving and selecting in the text by its own units: sentences, paragraphs, clauses, quotations."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal

from annotator.analysis.expansion import expanded
from annotator.analysis.sentences import paragraph_at, sentence_at
from annotator.core.segments import Segment
from annotator.ui.annotate.open_article import OpenArticle
from annotator.ui.article_view import ArticleView
from annotator.ui.keyboard.key_names import key_of


class Moving(QObject):
    """Binds the keys that move the caret or change the selection. `said(str)` is for the status line."""

    said = Signal(str)

    def __init__(self, article: OpenArticle, view: ArticleView, parent: QObject) -> None:
        super().__init__(parent)
        self._article, self._view = article, view
        self._widened: list[tuple[Segment, Segment]] = []
        """What E widened, and to what, the last step on top: Shift+E goes back the same way."""
        article.opened.connect(self._widened.clear)
        view.tripleClicked.connect(self._select_sentence_at)

    def methods(self) -> Mapping[str, Callable[[], object]]:
        """Return what each action does."""
        return {
            "next_sentence": partial(self._to_sentence, 1),
            "previous_sentence": partial(self._to_sentence, -1),
            "next_paragraph": partial(self._to_paragraph, 1, extend=False),
            "previous_paragraph": partial(self._to_paragraph, -1, extend=False),
            "extend_paragraph": partial(self._to_paragraph, 1, extend=True),
            "extend_paragraph_back": partial(self._to_paragraph, -1, extend=True),
            "sentence": self._select_sentence,
            "shrink_sentence": self._shrink_sentence,
            "quotation": self._snap,
            "expand": self._expand,
            "shrink": self._shrink,
            "extending": self._toggle_extending,
        }

    # Sentences

    def _to_sentence(self, step: int) -> None:
        starts = [one.start for one in self._article.sentences()]
        caret = self._view.caret()
        place = bisect_right(starts, caret) if step > 0 else bisect_left(starts, caret) - 1
        if 0 <= place < len(starts):
            self._go(starts[place])
        elif step > 0:
            self._go(len(self._article.text))

    def _select_sentence(self) -> None:
        """Select the sentence at the caret; where one is selected already, the next as well."""
        sentences = self._article.sentences()
        selection = self._view.selected_range()
        starts = [one.start for one in sentences]
        if selection is None:
            self._select_sentence_at(self._view.caret())
            return
        first = max(0, bisect_right(starts, selection.start) - 1)
        last = max(0, bisect_left(starts, selection.end) - 1)
        if sentences and selection == Segment(sentences[first].start, sentences[last].end):
            last = min(last + 1, len(sentences) - 1)
        if sentences:
            self._select(Segment(min(selection.start, sentences[first].start), sentences[last].end))

    def _shrink_sentence(self) -> None:
        """Take the last sentence from the selection; of the only one nothing is left selected."""
        selection = self._view.selected_range()
        if selection is None:
            return
        held = [one for one in self._article.sentences() if selection.start <= one.start and one.end <= selection.end]
        if len(held) > 1:
            self._select(Segment(selection.start, held[-2].end))
        else:
            self._view.set_caret(selection.start)

    def _select_sentence_at(self, position: int) -> None:
        found = sentence_at(self._article.text, position)
        if found is None:
            self.said.emit("There is no sentence here.")
        else:
            self._select(found)

    # Paragraphs

    def _to_paragraph(self, step: int, *, extend: bool) -> None:
        text, caret = self._article.text, self._view.caret()
        here = paragraph_at(text, caret)
        if step > 0:
            end = here.end if here else caret
            following = next((place for place in range(end, len(text)) if not text[place].isspace()), len(text))
            self._go(following, extend=extend)
            return
        if here and here.start < caret:
            self._go(here.start, extend=extend)
            return
        before = len(text[:caret].rstrip())
        previous = paragraph_at(text, before - 1) if before else None
        self._go(previous.start if previous else 0, extend=extend)

    # Quotations and wider

    def _snap(self) -> None:
        """Select the quotation round the caret with its marks; again: without them, and so on in turn."""
        selection = self._view.selected_range()
        for quotation in self._article.quotations():
            for whole, inner in zip(quotation.segments, quotation.inner, strict=False):
                if selection == whole:
                    self._select(inner)
                    return
                if selection == inner:
                    self._select(whole)
                    return
        caret = selection.start if selection else self._view.caret()
        found = self._article.quotation_at(caret)
        if found is None:
            self.said.emit("There is no quotation here.")
        else:
            self._select(min(found, key=lambda part: 0 if part.start <= caret <= part.end else 1))

    def _expand(self) -> None:
        selection = self._view.selected_range() or Segment(self._view.caret(), self._view.caret())
        wider = expanded(self._article.text, selection, self._article.quotations())
        if wider == selection:
            self.said.emit("Nothing wider is left.")
            return
        if self._widened and self._widened[-1][1] != selection:
            self._widened.clear()
        self._select(wider)
        self._widened.append((selection, self._view.selected_range() or wider))

    def _shrink(self) -> None:
        before, made = self._widened.pop() if self._widened else (None, None)
        if before is None or made != self._view.selected_range():
            self._widened.clear()
            self.said.emit("Nothing was widened here.")
        elif before.start == before.end:
            self._view.set_caret(before.start)
        else:
            self._select(before)

    # The caret

    def _toggle_extending(self) -> None:
        self._view.extending = not self._view.extending
        self._view.viewport().update()
        how = f"Moving extends the selection; {key_of(self, 'clear')} ends it."
        self.said.emit(how if self._view.extending else "Moving moves again.")

    def _select(self, part: Segment) -> None:
        self._view.select_range(part.start, part.end)

    def _go(self, position: int, *, extend: bool = False) -> None:
        if extend or self._view.extending:
            self._view.select_range(self._view.anchor(), position)
        else:
            self._view.set_caret(position)
