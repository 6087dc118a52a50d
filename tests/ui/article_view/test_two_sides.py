"""Spans above and below the text: each side has lanes of its own, and room for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from annotator.core.segments import Segment
from annotator.ui import theme
from annotator.ui.article_view import ArticleView, ViewSpan
from annotator.ui.article_view.lanes import OVERFLOW
from annotator.ui.article_view.page import Page
from annotator.ui.article_view.span_index import SpanIndex
from tests.ui.article_view.conftest import span
from tests.ui.article_view.test_lanes import TEXT_MAP, lanes_of, meet, segments_of_spans, spans_of
from tests.ui.article_view.test_painting import near, picture, row, share

Show: TypeAlias = Callable[..., ArticleView]

TEXT = "Nine birds, the keeper said, may have left the island in the night, and nobody saw them go. It was dark."
BOTH = "the keeper said, may have left the island"


def above(one: ViewSpan, mark: str = "") -> ViewSpan:
    return replace(one, id=f"above {one.id}", above=True, mark=mark)


@given(segments_of_spans, st.lists(st.booleans(), min_size=25, max_size=25))
def test_each_side_has_the_lanes_that_it_would_have_alone(many: list[tuple[Segment, ...]], sides: list[bool]) -> None:
    spans = [replace(one, above=side) for one, side in zip(spans_of(many), sides, strict=False)]
    index = SpanIndex(TEXT_MAP)
    for one in spans:
        index.change([one])
    alone = [SpanIndex(TEXT_MAP, [one for one in spans if one.above is side]) for side in (False, True)]
    assert lanes_of(index) == lanes_of(SpanIndex(TEXT_MAP, spans)) == lanes_of(alone[0]) | lanes_of(alone[1])
    assert index.depth_above >= alone[1].depth_above
    assert alone[1].depth == alone[0].depth_above == 0


@given(segments_of_spans)
def test_a_span_that_changes_sides_leaves_its_lane(many: list[tuple[Segment, ...]]) -> None:
    spans = spans_of(many)
    index = SpanIndex(TEXT_MAP, spans)
    index.change([replace(one, above=True) for one in spans[:3]])
    for one in index:
        for other in index:
            if one is not other and one.above == other.above and one.lane == other.lane != OVERFLOW:
                assert not meet(one, other)


def lines_of(page: Page, name: str) -> list[float]:
    return [piece.y for piece in page.pieces if piece.placed.span.id == name]


def test_theirs_is_lined_above_the_letters_and_mine_below_them(show: Show) -> None:
    mine = span(TEXT, BOTH)
    page = show(TEXT, mine, above(mine)).shown_page()
    for line, over, under in zip(page.lines, lines_of(page, f"above {BOTH}"), lines_of(page, BOTH), strict=False):
        assert over < line.top < line.bottom < under


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_both_lines_are_painted_and_only_mine_is_tinted(show: Show, qapp: QApplication, scheme: theme.Scheme) -> None:
    view = show(TEXT, span(TEXT, "the keeper said"), above(span(TEXT, "in the night", tag="opinion")))
    colours = theme.apply(qapp, scheme)
    qapp.processEvents()
    page, image = view.shown_page(), picture(view)
    ground = QColor(colours.ground)
    for piece in page.pieces:
        middle = round((piece.box.left + piece.box.right) / 2)
        line = [image.pixelColor(x, round(piece.y) + step) for x in range(middle - 8, middle + 8) for step in (-1, 0)]
        assert any(not near(colour, ground, 40) for colour in line)
        words = row(image, piece, piece.box.bottom - 3)
        assert (share(words, ground, apart=2) > 0.5) is piece.placed.above


def test_lines_are_high_enough_for_the_letters_of_both_sides(show: Show) -> None:
    parts = [span(TEXT, BOTH[: len(BOTH) - cut], tag="claim") for cut in (0, 4, 11, 16)]
    view = show(TEXT * 3, *parts, *(above(one, "≠○") for one in parts), width=500)
    page = view.shown_page()
    for first, second in zip(page.lines, page.lines[1:], strict=False):
        under = [badge.box.bottom for badge in page.badges if first.bottom <= badge.box.top < second.top
                 and not badge.placed.above]  # fmt: skip
        over = [badge.box.top for badge in page.badges if first.bottom <= badge.box.top < second.top
                and badge.placed.above]  # fmt: skip
        assert max(under, default=0.0) <= second.top
        assert min(over, default=second.top) >= first.bottom
    for badge in page.badges:
        assert not any(line.top < badge.box.bottom and badge.box.top < line.bottom - 1 for line in page.lines)


def test_a_text_whose_spans_are_all_below_is_set_as_ever(show: Show) -> None:
    one_sided = show(TEXT, span(TEXT, BOTH)).metrics
    two_sided = show(TEXT, span(TEXT, BOTH), above(span(TEXT, BOTH))).metrics
    assert (one_sided.two_sided, two_sided.two_sided) == (False, True)
    assert one_sided.line_height <= two_sided.line_height


def test_a_click_on_a_line_takes_the_span_of_that_side(show: Show) -> None:
    mine = span(TEXT, BOTH)
    view = show(TEXT, mine, above(mine))
    page = view.shown_page()
    for piece in page.pieces:
        middle = (piece.box.left + piece.box.right) / 2
        assert page.hits(middle, piece.y)[0] is piece.placed


def test_the_mark_stands_beside_the_letter_and_the_name(show: Show) -> None:
    mine = span(TEXT, "the keeper said", name="Keeper", linked=True)
    view = show(TEXT, above(mine, "≠"), width=1000)
    (name,) = view.shown_page().names
    assert name.text == "Q≠ · Keeper"
    (plain_badge,) = show(TEXT, above(mine), width=1000).shown_page().badges
    (badge,) = view.shown_page().badges
    assert badge.box.right - badge.box.left > plain_badge.box.right - plain_badge.box.left
