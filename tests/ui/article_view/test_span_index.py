from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from annotator.core.segments import Segment, contains
from annotator.ui.article_view import ViewSpan
from annotator.ui.article_view.span_index import SpanIndex
from annotator.ui.article_view.text_map import TextMap

TEXT = "A 😀 here.\n" * 400

ranges = st.tuples(st.integers(0, len(TEXT) - 1), st.integers(1, 900)).map(
    lambda pair: Segment(pair[0], min(len(TEXT), pair[0] + pair[1]))
)


@given(st.lists(ranges, max_size=12), st.integers(0, len(TEXT) - 1))
def test_the_spans_at_a_character_are_found_smallest_first(segments: list[Segment], position: int) -> None:
    spans = [ViewSpan(f"{number:02}", "quote", (segment,)) for number, segment in enumerate(segments)]
    text_map = TextMap(TEXT)
    found = [placed.span for placed in SpanIndex(text_map, spans).at(text_map.to_units(position))]
    assert {span.id for span in found} == {span.id for span in spans if contains(span.segments, position)}
    sizes = [text_map.to_units(span.segments[0].end) - text_map.to_units(span.segments[0].start) for span in found]
    assert sizes == sorted(sizes)


def test_only_what_changed_is_a_difference() -> None:
    kept, changed, gone = (ViewSpan(name, "quote", (Segment(0, 3),)) for name in ("kept", "changed", "gone"))
    index = SpanIndex(TextMap(TEXT), [kept, changed, gone])
    same_again = ViewSpan("kept", "quote", (Segment(0, 3),))
    now_claim = ViewSpan("changed", "claim", (Segment(0, 3),))
    new = ViewSpan("new", "quote", (Segment(5, 6),))
    assert index.difference([same_again, now_claim, new]) == ([now_claim, new], {"gone"})


def test_many_changes_at_once_give_what_single_ones_give() -> None:
    spans = [ViewSpan(str(n), "quote", (Segment(n * 3, n * 3 + 5),)) for n in range(900)]
    at_once, one_by_one = SpanIndex(TextMap(TEXT)), SpanIndex(TextMap(TEXT))
    at_once.change(spans)
    for span in spans:
        one_by_one.change([span])
    at_once.change([], {span.id for span in spans[:600]})
    for span in spans[:600]:
        one_by_one.change([], [span.id])
    assert {(one.span, one.lane) for one in at_once} == {(one.span, one.lane) for one in one_by_one}


def test_unknown_ids_are_passed_over() -> None:
    index = SpanIndex(TextMap(TEXT))
    index.change([], ["nobody"])
    assert len(index) == 0
