from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from annotator.core.segments import Segment, join
from annotator.ui.article_view import ViewSpan
from annotator.ui.article_view.lanes import OVERFLOW
from annotator.ui.article_view.span_index import PlacedSpan, SpanIndex
from annotator.ui.article_view.text_map import TextMap

LENGTH = 120
TEXT_MAP = TextMap("x" * LENGTH)

one_segment = st.tuples(st.integers(0, LENGTH - 1), st.integers(1, 40)).map(
    lambda pair: (pair[0], min(LENGTH, pair[0] + pair[1]))
)
segments_of_spans = st.lists(st.lists(one_segment, min_size=1, max_size=3).map(join), max_size=25)


def spans_of(many: list[tuple[Segment, ...]]) -> list[ViewSpan]:
    return [ViewSpan(f"{number:02}", "quote", segments) for number, segments in enumerate(many)]


def meet(one: PlacedSpan, other: PlacedSpan) -> bool:
    return any(other.touches(start, end) for start, end in one.segments)


def lanes_of(index: SpanIndex) -> dict[str, int]:
    return {placed.span.id: placed.lane for placed in index}


@given(segments_of_spans)
def test_lanes_never_collide(many: list[tuple[Segment, ...]]) -> None:
    index = SpanIndex(TEXT_MAP, spans_of(many))
    for one, other in combinations(index, 2):
        assert one.lane != other.lane or one.lane == OVERFLOW or not meet(one, other)


@given(segments_of_spans)
def test_a_longer_span_is_never_pushed_away_by_shorter_ones(many: list[tuple[Segment, ...]]) -> None:
    index = SpanIndex(TEXT_MAP, spans_of(many))
    for placed in index:
        nearer = {other.lane for other in index if other.rank < placed.rank and meet(other, placed)}
        assert nearer >= set(range(placed.lane))


@given(segments_of_spans, st.data())
def test_lanes_do_not_depend_on_the_order_of_changes(many: list[tuple[Segment, ...]], data: st.DataObject) -> None:
    spans = spans_of(many)
    index = SpanIndex(TEXT_MAP)
    for span in data.draw(st.permutations(spans)):
        index.change([span])
    removed = data.draw(st.sets(st.sampled_from(spans))) if spans else set()
    for span in removed:
        index.change([], [span.id])
    moved = [ViewSpan(span.id, "claim", (Segment(0, 9),)) for span in spans[:2] if span not in removed]
    index.change(moved)
    kept = {span.id: span for span in spans if span not in removed} | {span.id: span for span in moved}
    assert lanes_of(index) == lanes_of(SpanIndex(TEXT_MAP, kept.values()))


def test_a_change_that_reaches_many_spans_gives_what_loading_gives() -> None:
    spans = spans_of([(Segment(start % 100, start % 100 + 20),) for start in range(400)])
    longer = ViewSpan("longer", "quote", (Segment(0, LENGTH),))
    index = SpanIndex(TEXT_MAP, spans)
    index.change([longer])
    assert lanes_of(index) == lanes_of(SpanIndex(TEXT_MAP, [*spans, longer]))
    index.change([], ["longer"])
    assert lanes_of(index) == lanes_of(SpanIndex(TEXT_MAP, spans))


def test_the_sixth_span_on_a_character_has_no_lane() -> None:
    index = SpanIndex(TEXT_MAP, spans_of([(Segment(0, 50 - size),) for size in range(7)]))
    assert [placed.lane for placed in index] == [0, 1, 2, 3, 4, OVERFLOW, OVERFLOW]
    assert index.depth == OVERFLOW + 1


def test_a_span_between_the_segments_of_another_stands_next_to_the_text() -> None:
    index = SpanIndex(TEXT_MAP, spans_of([(Segment(0, 20), Segment(40, 60)), (Segment(22, 38),)]))
    assert lanes_of(index) == {"00": 0, "01": 0}
