"""Small things on the page: lines on whole pixels, letters of spans, and the number at a band."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QFont, QImage
from PySide6.QtWidgets import QApplication

from annotator.core.segments import Segment
from annotator.ui import theme
from annotator.ui.article_view import ArticleView, ViewSpan
from annotator.ui.article_view.lanes import OVERFLOW
from tests.ui.article_view.conftest import TAGS, span
from tests.ui.article_view.test_painting import MIXED, TEXT, near, picture, share

Show: TypeAlias = Callable[..., ArticleView]


@pytest.fixture
def any_view(show: Show) -> ArticleView:
    return show("", width=600, height=400)


def column(image: QImage, x: float, top: float, bottom: float) -> list[QColor]:
    return [image.pixelColor(round(x), y) for y in range(round(top), round(bottom))]


@pytest.mark.parametrize("zoom", [60, 90, 100, 110, 150])
@pytest.mark.parametrize("depth", [1, 6])
def test_a_line_stands_on_whole_pixels_in_every_lane(show: Show, zoom: int, depth: int) -> None:
    # Short ones beside each other, below them long ones that push them into the last lane.
    long_ones = [ViewSpan(f"long {number}", "quote", (Segment(5, 45 - number),)) for number in range(depth - 1)]
    view = show(TEXT, *long_ones, ViewSpan("short", "quote", (Segment(8, 30),)))
    view.set_zoom(zoom)
    image = picture(view)
    line, ground = QColor(TAGS[0].light), QColor("#FFFFFF")
    pieces = [one for one in view.shown_page().pieces if one.placed.lane != OVERFLOW]
    assert len({one.placed.lane for one in pieces}) == min(depth, OVERFLOW)
    for piece in pieces:
        # Right of the letters' tails and the dots, where only lines are.
        colours = column(image, piece.box.left + 14, piece.box.bottom + 1, piece.box.bottom + view.metrics.gap / 2)
        colours = [one for one in colours if not near(one, QColor(theme.LIGHT.band), 2)]
        drawn = [one for one in colours if near(one, line, 2)]
        assert drawn
        if depth == 1:
            assert all(near(one, line, 2) or near(one, ground, 2) for one in colours)


@pytest.mark.parametrize("width", [330, 900])
@pytest.mark.parametrize("reversed_text", [False, True])
def test_the_number_at_a_band_is_inside_the_window_and_a_click_on_it_finds_its_spans(
    show: Show, width: int, reversed_text: bool
) -> None:
    text = "השומר אמר היום כי הציפורים עזבו את האי בלילה ואיש לא ראה אותן" if reversed_text else TEXT
    view = show(text, *(ViewSpan(str(n), "quote", (Segment(2, len(text) - n),)) for n in range(17)), width=width)
    page = view.shown_page()
    assert page.bands
    for band in page.bands:
        assert band.text == "+12"
        assert 0 <= band.number.left < band.number.right <= view.viewport().width()
        middle = ((band.number.left + band.number.right) / 2, (band.number.top + band.number.bottom) / 2)
        assert set(page.hits(*middle)) >= set(band.spans)


def test_the_number_at_a_band_is_not_crossed_by_lines(show: Show) -> None:
    lines = [ViewSpan(f"long {number}", "claim", (Segment(5, 60 - number),)) for number in range(5)]
    view = show(TEXT, *lines, ViewSpan("short", "claim", (Segment(8, 20),)))
    (band,) = view.shown_page().bands
    image, claim = picture(view), QColor(TAGS[1].light)
    left, top, right, bottom = (round(edge) for edge in band.number)
    inside = [image.pixelColor(x, y) for x in range(left + 1, right - 1) for y in range(top + 1, bottom - 1)]
    assert not any(near(colour, claim, 40) for colour in inside)
    assert share(inside, QColor(theme.LIGHT.band)) > 0.3


def test_letters_stand_where_their_spans_begin_in_either_direction(show: Show) -> None:
    text = "השומר אמר היום כי הציפורים עזבו"
    view = show(text, span(text, "השומר אמר היום"), span(text, "השומר אמר", tag="claim"), span(text, "כי", tag="hedge"))
    page = view.shown_page()
    first, second, third = sorted((badge.box for badge in page.badges), reverse=True)
    starts = {piece.placed.span.tag: piece.box.right for piece in page.pieces}
    assert first.right == pytest.approx(starts["quote"], abs=1)
    assert second.right == pytest.approx(first.left, abs=2)
    assert third.right == pytest.approx(starts["hedge"], abs=1)


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(1, 9), st.booleans()), max_size=8))
@settings(max_examples=40)
def test_letters_never_cover_each_other(any_view: ArticleView, places: list[tuple[int, int, bool]]) -> None:
    text = MIXED * 2
    spans = [
        ViewSpan(str(n), "claim", (Segment(at, at + size),), above=above) for n, (at, size, above) in enumerate(places)
    ]
    any_view.show_article(text, spans)
    badges = any_view.shown_page().badges
    for number, badge in enumerate(badges):
        for other in badges[:number]:
            if badge.placed.above == other.placed.above and badge.box.top == other.box.top:
                assert badge.box.left >= other.box.right or other.box.left >= badge.box.right
    assert all(badge.box.left >= 0 and badge.box.right <= any_view.viewport().width() for badge in badges)


@pytest.mark.parametrize("zoom", [50, 60, 75])
def test_letters_stay_readable_where_the_text_is_small(show: Show, zoom: int) -> None:
    view = show(TEXT, span(TEXT, "Nine birds"))
    view.set_zoom(zoom)
    (badge,), letters = view.shown_page().badges, view.metrics.letters(10)
    assert letters.pixelSize() >= 8
    assert badge.box.bottom - badge.box.top > letters.pixelSize()


def test_names_take_the_font_that_the_desktop_changes_to(show: Show, qapp: QApplication) -> None:
    view = show(TEXT, span(TEXT, "Nine birds", name="A Name That Is Cut Somewhere", linked=True))
    (before,), font = view.shown_page().names, qapp.font()
    changed = QFont(font)
    changed.setFamily("DejaVu Sans Mono")
    changed.setBold(True)
    qapp.setFont(changed)
    qapp.processEvents()
    (after,) = view.shown_page().names
    qapp.setFont(font)
    qapp.processEvents()
    assert after.text != before.text
    assert view.shown_page().names == [before]


def test_control_characters_are_to_be_seen(show: Show) -> None:
    text = "one\x0ctwo\x0bthree\x7ffour"
    view = show(text, *(ViewSpan(str(at), "claim", (Segment(at, at + 1),)) for at, one in enumerate(text) if one < " "))
    assert [piece.box.right - piece.box.left > 3 for piece in view.shown_page().pieces] == [True, True]


@pytest.mark.parametrize("zoom", [100, 150])
def test_a_click_on_any_painted_pixel_of_a_span_without_a_lane_finds_it(show: Show, zoom: int) -> None:
    text = f"{TEXT}\n{TEXT}"
    second = len(TEXT) + 1
    deep = [ViewSpan(f"deep {n}", "quote", (Segment(5, 60 - n),)) for n in range(6)]
    five = [ViewSpan(f"five {n}", "claim", (Segment(second + 5, second + 60 - n),)) for n in range(5)]
    view = show(text, *deep, *five, width=800)
    view.set_zoom(zoom)
    view.clearFocus()
    before = picture(view)
    one = ViewSpan("sixth", "hedge", (Segment(second + 9, second + 30),))
    view.set_spans([*deep, *five, one])
    after, page = picture(view), view.shown_page()
    assert any(placed.span.id == one.id for band in page.bands for placed in band.spans)
    places = ((x, y) for x in range(after.width()) for y in range(after.height()))
    painted = [(x, y) for x, y in places if after.pixel(x, y) != before.pixel(x, y)]
    assert len(painted) > 100
    for x, y in painted:
        around = [page.hits(x + dx, y + dy) for dx in (-2, 0, 2) for dy in (-2, 0, 2)]
        assert one.id in {hit.span.id for hits in around for hit in hits}, (x, y)
