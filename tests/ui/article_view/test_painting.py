"""What is on the screen, pixel by pixel where it matters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtGui import QColor, QImage, QPaintEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from annotator.core.scheme import Tag
from annotator.core.segments import Segment
from annotator.ui import theme
from annotator.ui.article_view import ArticleView, ViewSpan
from annotator.ui.article_view.lanes import OVERFLOW
from annotator.ui.article_view.marks import Piece
from tests.ui.article_view.conftest import TAGS, span

Show: TypeAlias = Callable[..., ArticleView]

TEXT = "Nine birds, the keeper said, may have left the island in the night, and nobody saw them go. It was dark."
ALL = "the keeper said, may have left the island in the night"


def near(one: QColor, other: QColor, apart: int = 3) -> bool:
    return max(abs(one.red() - other.red()), abs(one.green() - other.green()), abs(one.blue() - other.blue())) <= apart


def row(image: QImage, piece: Piece, y: float) -> list[QColor]:
    """Return the colours below a piece at one height, away from its ends (marks stand there)."""
    return [image.pixelColor(x, round(y)) for x in range(round(piece.box.left) + 8, round(piece.box.right) - 8)]


def picture(view: ArticleView) -> QImage:
    return view.viewport().grab().toImage()


def line_colours(view: ArticleView, piece: Piece) -> list[list[QColor]]:
    image = picture(view)
    return [row(image, piece, piece.y + offset) for offset in (-2, -1, 0, 1)]


def share(colours: Iterable[QColor], wanted: QColor, apart: int = 12) -> float:
    found = [near(colour, wanted, apart) for colour in colours]
    return sum(found) / len(found)


@pytest.mark.parametrize("tag", TAGS, ids=lambda tag: tag.id)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_span_has_its_tint_and_its_line(show: Show, qapp: QApplication, tag: Tag, scheme: theme.Scheme) -> None:
    view = show(TEXT, span(TEXT, ALL, tag=tag.id))
    colours = theme.apply(qapp, scheme)
    qapp.processEvents()
    assert view.colours == colours
    piece = view.shown_page().pieces[0]
    tinted = row(picture(view), piece, piece.box.top)
    assert share(tinted, colours.tint(tag), apart=2) > 0.9
    drawn = max(share(line, colours.line(tag), apart=60) for line in line_colours(view, piece))
    least, most = {"solid": (1.0, 1.0), "dashed": (0.55, 0.8), "wavy": (0.1, 0.7), "dotted": (0.15, 0.75)}[tag.line]
    assert least <= drawn <= most


def test_an_untagged_text_has_neither_tint_nor_line(show: Show) -> None:
    view = show(TEXT)
    image = picture(view)
    margin = view.metrics.left // 2
    assert all(near(image.pixelColor(x, y), QColor("#FFFFFF"), 0) for x in range(4, margin) for y in range(4, 200))


def test_tints_are_at_most_three_deep(show: Show) -> None:
    start, end = TEXT.index("the keeper"), TEXT.index("go.")
    spans = [ViewSpan(str(n), "quote", (Segment(start, end - n),)) for n in range(5)]
    view = show(TEXT, *spans)
    piece = next(piece for piece in view.shown_page().pieces if piece.placed.lane == 4)
    wanted = QColor("#FFFFFF")
    for tint in theme.TINTS:
        wanted = theme.blend(QColor(TAGS[0].light), wanted, tint)
    assert share(row(picture(view), piece, piece.box.top), wanted, apart=4) > 0.8


def test_lanes_stand_below_each_other_in_order_of_length(show: Show) -> None:
    view = show(TEXT, span(TEXT, ALL), span(TEXT, "may have left", tag="hedge"), span(TEXT, "left the", tag="claim"))
    by_lane = sorted({piece.y: piece.placed.span.tag for piece in view.shown_page().pieces}.items())
    assert [tag for _, tag in by_lane][:3] == ["quote", "hedge", "claim"]


def test_spans_without_a_lane_share_a_band_that_counts_them(show: Show) -> None:
    spans = [ViewSpan(str(n), "quote", (Segment(5, 40 - n),)) for n in range(8)]
    view = show(TEXT, *spans)
    page = view.shown_page()
    assert [len(band.spans) for band in page.bands] == [3]
    assert all(badge.placed.lane != OVERFLOW for badge in page.badges)
    box = page.bands[0].box
    assert near(
        picture(view).pixelColor(round((box.left + box.right) / 2), round((box.top + box.bottom) / 2)),
        QColor(theme.LIGHT.band),
    )


@pytest.mark.parametrize("depth", range(1, 8))
def test_lanes_keep_clear_of_the_next_line_of_text(show: Show, depth: int) -> None:
    text = TEXT * 4
    view = show(text, *(ViewSpan(str(n), "quote", (Segment(n, len(text) - n),)) for n in range(depth)))
    page = view.shown_page()
    for line, below in zip(page.lines, page.lines[1:], strict=False):
        marks = [piece.y for piece in page.pieces if piece.box.bottom == line.bottom + 1]
        assert max(marks) + view.metrics.stroke / 2 < below.top


def test_a_linked_span_ends_in_a_filled_dot_and_another_in_a_hollow_one(show: Show) -> None:
    view = show(TEXT, span(TEXT, "Nine birds", linked=True), span(TEXT, "nobody saw"))
    image = picture(view)
    middles = {
        dot.placed.span.linked: image.pixelColor(
            round((dot.box.left + dot.box.right) / 2), round((dot.box.top + dot.box.bottom) / 2)
        )
        for dot in view.shown_page().dots
    }
    assert near(middles[True], QColor(TAGS[0].light), 40)
    assert near(middles[False], QColor("#FFFFFF"), 40)


def test_a_later_segment_is_marked_as_such(show: Show) -> None:
    view = show(TEXT, span(TEXT, "Nine birds", "may have left"))
    badges = view.shown_page().badges
    assert [badge.later for badge in badges] == [False, True]
    assert len(view.shown_page().dots) == 1


def test_stripes_on_one_line_stand_side_by_side(show: Show) -> None:
    view = show(TEXT, span(TEXT, "Nine birds"), span(TEXT, "may have left", tag="hedge"))
    stripes = view.shown_page().stripes
    assert len({stripe.bar.left for stripe in stripes}) == 2
    image = picture(view)
    for stripe in stripes:
        tag = next(tag for tag in TAGS if tag.id == stripe.placed.span.tag)
        middle = round((stripe.bar.left + stripe.bar.right) / 2 - 0.5)
        assert near(image.pixelColor(middle, round((stripe.bar.top + stripe.bar.bottom) / 2)), QColor(tag.light))


def test_names_are_cut_to_their_room_and_left_out_where_there_is_none(show: Show) -> None:
    long_name = "The Honourable Society of Lamplighters, Wharf Division"
    view = show(TEXT, span(TEXT, "Nine birds", name=long_name, linked=True))
    (name,) = view.shown_page().names
    assert name.text.startswith("Q · The Hon")
    assert name.text.endswith("…")
    assert name.box.right <= view.viewport().width()
    view.resize(420, 500)
    assert view.shown_page().names == []


@pytest.mark.parametrize("width", [320, 500, 900, 1500])
def test_the_text_and_its_marks_stay_inside_the_window(show: Show, width: int) -> None:
    spans = [ViewSpan(str(n), "claim", (Segment(n * 9, n * 9 + 8),), "Somebody", linked=True) for n in range(11)]
    view = show(TEXT, *spans, width=width)
    inside = view.viewport().width()
    for mark in view.shown_page().marks():
        assert mark.box.left >= 0
        assert mark.box.right <= inside
    assert view.metrics.left + view.metrics.column + view.metrics.right == inside


def test_lines_hold_about_seventy_five_characters(show: Show) -> None:
    view = show(TEXT * 20, width=1500)
    lengths = [line.end - line.start for line in view.shown_page().lines][:-1]
    assert 65 <= sum(lengths) / len(lengths) <= 80


def test_the_current_span_is_outlined_in_all_its_segments(show: Show) -> None:
    one = span(TEXT, "Nine birds", "may have left")
    view = show(TEXT, one)
    plain = picture(view)
    view.set_current(one.id)
    outlined = picture(view)
    for piece in view.shown_page().pieces_of(one.id):
        x, y = round((piece.box.left + piece.box.right) / 2), round(piece.box.top - 1)
        assert near(plain.pixelColor(x, y), QColor("#FFFFFF"))
        assert not near(outlined.pixelColor(x, y), QColor("#FFFFFF"), 60)


def test_a_candidate_is_outlined_until_it_goes(show: Show) -> None:
    view = show(TEXT)
    plain = picture(view)
    view.set_candidate(span(TEXT, "may have left").segments)
    assert picture(view) != plain
    view.set_candidate(None)
    assert picture(view) == plain


def test_the_caret_is_to_be_seen_without_the_focus(show: Show) -> None:
    view = show(TEXT)
    view.clearFocus()
    view.set_caret(len(TEXT))
    rect = view.cursorRect()
    image = picture(view)
    assert any(near(image.pixelColor(rect.x() + dx, rect.center().y()), QColor("#1B1B1B"), 40) for dx in (-1, 0, 1))


@pytest.mark.parametrize("part", ['"לא נעלה מסים"', "ביום שני, and left"])
def test_where_directions_mix_a_span_is_painted_under_its_own_letters_only(show: Show, part: str) -> None:
    text = 'השרה אמרה: "לא נעלה מסים" ביום שני, and left.'
    view = show(text, span(text, part))
    pieces = view.shown_page().pieces
    painted = sum(piece.box.right - piece.box.left for piece in pieces)
    (line,) = view.shown_page().lines
    whole = sum(one.right - one.left for one in line.intervals(0, line.end))
    rest = [
        one
        for start, end in ((0, text.index(part)), (text.index(part) + len(part), len(text)))
        for one in line.intervals(start, end)
    ]
    assert painted + sum(one.right - one.left for one in rest) == pytest.approx(whole, abs=3)
    for piece in pieces:
        assert all(one.right <= piece.box.left + 1 or one.left >= piece.box.right - 1 for one in rest)
    assert sum(piece.first for piece in pieces) == 1
    assert len(view.shown_page().dots) == 1


@pytest.fixture
def any_view(show: Show) -> ArticleView:
    return show("", width=600, height=400)


def test_a_span_on_a_combining_mark_is_painted_under_its_letter(show: Show) -> None:
    text = "cafe\u0301 noir"
    view = show(text, ViewSpan("mark", "quote", (Segment(4, 5),)), ViewSpan("letter", "claim", (Segment(3, 5),)))
    mark, letter = view.shown_page().pieces_of("mark"), view.shown_page().pieces_of("letter")
    assert [piece.box for piece in mark] == [piece.box for piece in letter]


class Painted(QObject):
    """Gathers what a viewport is asked to paint."""

    def __init__(self) -> None:
        super().__init__()
        self.area = QRect()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 -- overrides Qt's
        if isinstance(event, QPaintEvent):
            self.area = self.area.united(event.rect())
        return False


def test_a_changed_span_repaints_its_own_lines_only(show: Show, qtbot: QtBot) -> None:
    text = "\n".join([TEXT] * 8)
    kept = ViewSpan("kept", "claim", (Segment(0, 9),))
    view = show(text, kept)
    view.clearFocus()
    QApplication.processEvents()
    painted = Painted()
    view.viewport().installEventFilter(painted)
    start = text.index(TEXT, 3 * len(TEXT)) + 5
    view.set_spans([kept, ViewSpan("new", "quote", (Segment(start, start + 20),), "Ada", linked=True)])
    qtbot.waitUntil(lambda: not painted.area.isEmpty())
    assert painted.area.contains(view.span_rect("new"))
    assert painted.area.height() < 2 * view.metrics.line_height
    piece = view.shown_page().pieces_of("new")[0]
    assert share(line_colours(view, piece)[2], QColor(TAGS[0].light)) == 1.0


def test_spans_that_are_set_again_unchanged_repaint_nothing(show: Show) -> None:
    one = span(TEXT, "may have left", tag="hedge")
    view = show(TEXT, one)
    QApplication.processEvents()
    painted = Painted()
    view.viewport().installEventFilter(painted)
    view.set_spans([span(TEXT, "may have left", tag="hedge")])
    QApplication.processEvents()
    assert painted.area.isEmpty()


def test_a_span_of_a_tag_that_the_scheme_lacks_is_grey(show: Show) -> None:
    view = show(TEXT, span(TEXT, ALL, tag="gone"))
    piece = view.shown_page().pieces[0]
    assert share(line_colours(view, piece)[2], QColor(theme.LIGHT.muted)) == 1.0


texts = st.lists(
    st.sampled_from(["word ", "שלום ", "😀", "e\u0301", "\n", "\u2028", "\u00a0", "\u202eab\u202c", "\t", "x" * 90])
)


@given(texts.map("".join), st.data())
@settings(max_examples=60)
def test_whatever_is_shown_every_span_in_sight_has_its_place(
    any_view: ArticleView, text: str, data: st.DataObject
) -> None:
    starts = data.draw(st.lists(st.integers(0, len(text) - 1), max_size=9)) if text else []
    spans = [ViewSpan(str(n), "claim", (Segment(at, min(len(text), at + 3 + n)),)) for n, at in enumerate(starts)]
    any_view.show_article(text, spans)
    any_view.grab()
    widthless = "\n\u2028\u202e\u202c\u0301 \t"
    visible = {one.id for one in spans if text[one.segments[0].start : one.segments[0].end].strip(widthless)}
    page = any_view.shown_page()
    in_sight = {
        one.id for one in spans if page.lines[-1].end_with_break > any_view.text_map.to_units(one.segments[0].end)
    }
    assert {piece.placed.span.id for piece in page.pieces} >= visible & in_sight
    for piece in page.pieces:
        box = piece.box
        assert piece.placed in page.hits((box.left + box.right) / 2, (box.top + box.bottom) / 2)


MIXED = "🛶 Nine birds 🐦🐦, השומר אמר היום, may have left 🏝️ in the night, and nobody saw them go."


@pytest.mark.parametrize("zoom", [100, 150])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("part", ["🐦🐦", "אמר היום", "birds 🐦🐦, השומר", "🏝️ in the night"])
def test_emoji_and_hebrew_have_their_tint(
    show: Show, qapp: QApplication, part: str, scheme: theme.Scheme, zoom: int
) -> None:
    view = show(MIXED, span(MIXED, part, tag="opinion"))
    colours = theme.apply(qapp, scheme)
    view.set_zoom(zoom)
    qapp.processEvents()
    image = picture(view)
    pieces = view.shown_page().pieces
    assert pieces
    for piece in pieces:
        inside = range(round(piece.box.left) + 2, round(piece.box.right) - 2)
        # Letters stand before it, and the letter that the span begins with and its dot reach into it.
        rows = [[image.pixelColor(x, y) for x in inside] for y in range(round(piece.box.top) + 1, round(piece.y) - 2)]
        assert max(share(tinted, colours.tint(TAGS[3]), 2) for tinted in rows) > 0.6
        y = round(piece.box.top) + 1
        beside = [image.pixelColor(round(piece.box.right) + 3, y), image.pixelColor(round(piece.box.left) - 3, y)]
        assert any(near(colour, QColor(colours.ground), 2) for colour in beside)


@pytest.mark.parametrize("zoom", [100, 150])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_five_overlapping_spans_each_have_a_line_of_their_own(
    show: Show, qapp: QApplication, scheme: theme.Scheme, zoom: int
) -> None:
    tags = [*TAGS, TAGS[0]]
    view = show(TEXT, *(ViewSpan(str(n), tag.id, (Segment(5, 45 - n),)) for n, tag in enumerate(tags)))
    colours = theme.apply(qapp, scheme)
    view.set_zoom(zoom)
    qapp.processEvents()
    image, pieces = picture(view), view.shown_page().pieces_of("4")
    assert len({piece.y for piece in view.shown_page().pieces if piece.box.top == pieces[0].box.top}) == len(tags)
    for number, tag in enumerate(tags):
        piece = view.shown_page().pieces_of(str(number))[0]
        near_line = [row(image, piece, piece.y + offset) for offset in (-1, -0.5, 0, 0.5)]
        # Thin lines between two rows of pixels are paler than their colour.
        assert max(share(colour, colours.line(tag), apart=110) for colour in near_line) > 0.1


def test_between_the_segments_of_a_span_nothing_is_painted(show: Show) -> None:
    view = show(TEXT, span(TEXT, "Nine birds", "may have left"))
    image = picture(view)
    first, second = (piece.box for piece in view.shown_page().pieces)
    gap = range(round(first.right) + 12, round(second.left) - 12)
    for y in range(round(first.top), round(first.top) + 3):
        assert all(near(image.pixelColor(x, y), QColor("#FFFFFF"), 0) for x in gap)


@pytest.mark.parametrize("zoom", [100, 150])
@pytest.mark.parametrize("parts", [("may have left",), ("the keeper", "in the night"), ("🐦🐦",), ("אמר היום",)])
def test_a_click_on_any_painted_pixel_of_a_span_finds_it(show: Show, parts: tuple[str, ...], zoom: int) -> None:
    text = MIXED.replace("היום,", "היום, the keeper said,") + "\nA second paragraph has the other span."
    other = span(text, "second paragraph", tag="claim")
    view = show(text, other, width=700)
    view.set_zoom(zoom)
    view.clearFocus()
    before = picture(view)
    one = span(text, *parts, name="Somebody", linked=True)
    view.set_spans([other, one])
    after, page = picture(view), view.shown_page()
    assert after.size() == before.size()
    places = ((x, y) for x in range(after.width()) for y in range(after.height()))
    painted = [(x, y) for x, y in places if after.pixel(x, y) != before.pixel(x, y)]
    assert len(painted) > 100
    for x, y in painted:
        # Smoothed edges reach a little beyond what they belong to.
        around = [page.hits(x + dx, y + dy) for dx in (-1, 0, 2) for dy in (-1, 0, 2)]
        assert one.id in {hit.span.id for hits in around for hit in hits}, (x, y)
