"""What stands at hits: the text round them, and the tags of the spans that they lie in."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from annotator.core.records import Annotator
from annotator.core.search import Hit
from annotator.services import annotate, articles, hits, importing, people
from annotator.store import placed_tags
from annotator.store.project import Project

TEXT = "The mast 🐟 fell at noon, and the mast broke.\n"


def article(project: Project, folder: Path) -> str:
    path = folder / "mast.txt"
    path.write_text(TEXT, encoding="utf-8")
    importing.import_files(project, [path])
    return articles.article_ids(project)[0]


def place(key: str, words: str, start: int = 0) -> Hit:
    at = TEXT.index(words, start)
    return Hit(key, at, at + len(words))


def test_the_text_round_a_hit_is_a_part_of_the_article(project: Project, tmp_path: Path) -> None:
    key = article(project, tmp_path)
    hit = place(key, "fell")
    assert hits.text_round(project, hit, 3) == (" 🐟 fell at"[: 3 + 4 + 3], hit.start - 3)
    assert hits.text_round(project, hit, 1_000) == (TEXT, 0)
    assert hits.text_round(project, Hit("gone", 5, 9), 2) == ("", 3)


def test_hits_have_the_tags_of_own_spans_in_a_segment_of_which_they_lie(
    project: Project, tmp_path: Path, bo: Annotator
) -> None:
    key = article(project, tmp_path)
    first, second, noon = place(key, "mast"), place(key, "mast", 10), place(key, "noon")
    annotate.add_span(project, key, "quote", [(0, 8), (noon.start, noon.end)])
    annotate.add_span(project, key, "claim", [(0, len(TEXT))])
    annotate.add_span(project, key, "hedge", [(second.start, second.end - 1)])
    across = Hit(key, first.start, noon.end)
    asked = [second, noon, first, across, Hit("gone", 0, 4)]
    assert hits.tags_over(project, asked) == {
        first: ("claim", "quote"), noon: ("claim", "quote"), second: ("claim",), across: ("claim",)
    }  # fmt: skip
    people.switch(project, people.add(project, bo.name).id)
    assert hits.tags_over(project, asked) == {}
    project.acting = None
    assert hits.tags_over(project, asked) == {}


RANGES = st.tuples(st.integers(0, 30), st.integers(1, 12)).map(lambda pair: (pair[0], sum(pair)))


@given(st.lists(RANGES), st.lists(st.tuples(RANGES, st.sampled_from("abc"))))
def test_going_through_the_text_once_finds_what_comparing_all_does(
    places: list[tuple[int, int]], tagged: list[tuple[tuple[int, int], str]]
) -> None:
    found = sorted({Hit("x", *one) for one in places}, key=lambda hit: hit.start)
    parts = sorted((start, end, tag) for (start, end), tag in tagged)
    expected = {
        hit: tuple(sorted({tag for start, end, tag in parts if start <= hit.start and hit.end <= end})) for hit in found
    }
    assert placed_tags.over(found, parts) == {hit: tags for hit, tags in expected.items() if tags}
