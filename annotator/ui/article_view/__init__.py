"""The article view: shows an article's text with its spans, read-only, and says where the person is in it.

    view = ArticleView(parent)
    view.set_scheme(tags)                        # colours, line styles and letters; again when the scheme changes
    view.show_article(text, [ViewSpan(id, tag, segments, entity_name, linked), ...], regions)
    view.update_spans([changed_or_new_span], removed=["id"])   # or set_spans(all): finds the difference

Every position outside this package is a code point of the stored text; UTF-16 stays inside. Spans are never in the
document: they are painted from an index, so that adding one costs the same in any article.

What a window connects and calls:

- Signals: `spanClicked(str)` (the view has already made that span current; a second click on the same place gives the
  next smaller-to-larger one there), `caretMoved(int)`, `zoomChanged(int)` in percent (Ctrl+wheel, `set_zoom`), and
  Qt's `selectionChanged()`.
- Where the person is: `caret()`, `selected_range()` (whole characters, or None), `spans_at(position)` (smallest first),
  `current` (a span's id or None).
- Moving: `set_caret(position)`, `select_range(start, end)`, `scroll_to(start, end)`, `set_current(id_or_None)` (does
  not scroll), `set_candidate(segments_or_None)` (dotted outline), `span_rect(id)` (coordinates of the viewport, empty
  when the span is not in sight): a popup belongs below it, the span's last line in sight.
- Words looked for: `set_hits(parts)`. Regions: `set_regions(regions)`; `describe(spans, regions, name)` makes the
  tooltip. Known names: `known_names.mark(finder)`, the signal `nameClicked(Mention)`.
- Looks: `set_text_font(family, points)`, `set_zoom(percent)`, `set_line_spacing(percent)`. Colours follow the
  application's palette by themselves (`theme.apply`); `set_colours` sets others until the next change of palette.

Keys: the view takes only movement, Shift+movement, Ctrl+C and Ctrl+A. All others, printable keys, Space, Enter, Delete
and Backspace among them, reach the actions of this widget (`Qt.WidgetShortcut`) or its parent. Drops go to the parent.

Modules: `text_map` (code points and UTF-16), `span_index` and `lanes` (which spans are where, and their lanes),
`metrics` and `typesetting` (sizes, and the document that has them), `geometry` (lines in sight, x intervals), `marks`
and `page` (everything to be painted on them, read by painting, clicking and repainting alike), `painter`,
`regions` and `region_marks` (which regions are where, and their brackets, words and veils), `known_names`, `caret`,
`pointing` and `dragging` (the mouse), `sight` (what is in sight), `reading_text` (the text without spans), `view` (the
whole).
"""

from annotator.ui.article_view.span_index import ViewSpan
from annotator.ui.article_view.view import ArticleView

__all__ = ["ArticleView", "ViewSpan"]
