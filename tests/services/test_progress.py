"""The figures of the dashboard: how far everybody is, and who says what; on both databases."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
import sqlalchemy as sa

from annotator.core.counting import SpansOf
from annotator.core.records import Annotator
from annotator.core.segments import Segment
from annotator.services import annotate, articles, importing, layers, linking, metadata, people, progress
from annotator.store import tables
from annotator.store.project import Project

TEXT = "The mill will close, said Odile Varga. It may open again, her brother hopes."


@pytest.fixture
def keys(project: Project, write_text: Callable[[str, str], Path]) -> list[str]:
    importing.import_files(project, [write_text(f"{name}.txt", f"{name} {TEXT}") for name in "abc"])
    found = articles.article_ids(project)
    metadata.edit(project, found[0], {"publication": "Mill Post"})
    metadata.edit(project, found[1], {"publication": "Mill Post"})
    return found


def marked(project: Project, article: str, tag: str, start: int) -> str:
    return annotate.add_span(project, article, tag, (Segment(start, start + 5),))


@pytest.fixture
def spans(project: Project, keys: list[str], bo: Annotator) -> dict[str, str]:
    """Ada has three spans in two articles, Bo one in the first, which he is done with."""
    found = {
        "a quote": marked(project, keys[0], "quote", 2),
        "a claim": marked(project, keys[0], "claim", 2),
        "c quote": marked(project, keys[2], "quote", 2),
    }
    people.add(project, bo.name)
    switched = people.named(project, bo.name)
    assert switched is not None
    mine = project.me
    people.switch(project, switched.id)
    found["bo's quote"] = marked(project, keys[0], "quote", 8)
    layers.set_status(project, keys[0], "done")
    people.switch(project, mine)
    return found


def test_progress_counts_layers_and_spans_of_usable_articles(
    project: Project, keys: list[str], spans: dict[str, str], ada: Annotator, bo: Annotator
) -> None:
    ada_row, bo_row = progress.progress(project)
    assert ada_row.annotator == ada
    assert (ada_row.assigned, ada_row.new, ada_row.in_progress, ada_row.done, ada_row.spans) == (0, 1, 2, 0, 3)
    assert bo_row.annotator is not None
    assert bo_row.annotator.name == bo.name
    assert (bo_row.new, bo_row.in_progress, bo_row.done, bo_row.spans) == (2, 0, 1, 1)
    articles.set_unusable(project, [keys[0]], True)
    ada_row, bo_row = progress.progress(project)
    assert (ada_row.new, ada_row.in_progress, ada_row.spans) == (1, 1, 1)
    assert (bo_row.new, bo_row.done, bo_row.spans) == (2, 0, 0)


def test_each_publication_has_a_bar_with_its_tags_and_the_spans_behind_it(
    project: Project, spans: dict[str, str]
) -> None:
    post, none = progress.by_publication(project, SpansOf())
    assert (post.name, dict(post.parts), post.total) == ("Mill Post", {"claim": 1, "quote": 2}, 3)
    assert (none.name, dict(none.parts)) == ("", {"quote": 1})
    assert [one.span for one in progress.placed(project, none.which)] == [spans["c quote"]]
    assert {one.span for one in progress.placed(project, post.which)} == set(spans.values()) - {spans["c quote"]}
    (mine,) = [bar for bar in progress.by_publication(project, SpansOf(annotator=project.me)) if bar.name]
    assert mine.total == 2


def test_an_entity_counts_what_was_merged_into_it_and_a_span_once(project: Project, spans: dict[str, str]) -> None:
    varga = linking.link_new(project, spans["a quote"], "Odile Varga")
    odile = linking.link_new(project, spans["a claim"], "Odile")
    linking.link(project, spans["a claim"], varga, role="addressee", add=True)
    with project.write("merge entities") as writing:
        writing.session.get_one(tables.Entity, odile).merged_into = varga
    bar, rest = progress.by_entity(project, SpansOf())
    assert (bar.name, dict(bar.parts)) == ("Odile Varga", {"claim": 1, "quote": 1})
    assert (rest.name, rest.total) == ("", 2)
    assert {one.span for one in progress.placed(project, bar.which)} == {spans["a quote"], spans["a claim"]}
    assert {one.span for one in progress.placed(project, rest.which)} == {spans["c quote"], spans["bo's quote"]}


def test_days_are_those_of_the_place(project: Project, spans: dict[str, str]) -> None:
    with project.engine.begin() as connection:
        for key, moment in zip(spans.values(), (0, 1, 25, 26), strict=True):
            made = datetime(2026, 3, 9, 22, 30, tzinfo=UTC) + timedelta(hours=moment)
            connection.execute(sa.update(tables.Span).where(tables.Span.id == key).values(created=made))
    in_utc = progress.by_day(project, SpansOf(), UTC)
    assert [(bar.name, bar.total) for bar in in_utc] == [("2026-03-09", 2), ("2026-03-10", 1), ("2026-03-11", 1)]
    nepal = timezone(timedelta(hours=5, minutes=45))
    days = progress.by_day(project, SpansOf(), nepal)
    assert [(bar.name, bar.total) for bar in days] == [("2026-03-10", 2), ("2026-03-11", 2)]
    for bar in (*in_utc, *days):
        assert len(progress.placed(project, bar.which)) == bar.total


def test_spans_behind_a_figure_stand_in_order_with_their_words(
    project: Project, spans: dict[str, str], keys: list[str]
) -> None:
    quotes = progress.placed(project, SpansOf(tag="quote", annotator=project.me))
    assert [(one.article, one.words, one.annotator) for one in quotes] == [
        (keys[0], "The m", project.me), (keys[2], "The m", project.me),
    ]  # fmt: skip
    assert len(progress.placed(project, SpansOf(), most=2)) == 2
    assert progress.placed(project, SpansOf(final=True)) == []
