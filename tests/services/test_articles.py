"""Articles: metadata, unusable, notes, several at once; each one undoable step, on both databases."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.core.errors import ReadOnly, Refused
from annotator.core.listing import ArticleQuery
from annotator.core.records import Article
from annotator.services import annotate, articles, history, importing, metadata, projects
from annotator.services.metadata import Field
from annotator.store.project import Project


@pytest.fixture
def keys(project: Project, write_text: Callable[[str, str], Path]) -> list[str]:
    texts = [("a.txt", "Ferry halted\n\n“It leaks,” she said.\n"), ("b.txt", "Fair opens\n"), ("c.txt", "Rain\n")]
    importing.import_files(project, [write_text(*each) for each in texts])
    return articles.article_ids(project)


def everything(project: Project) -> list[Article]:
    return [articles.whole_article(project, key) for key in articles.article_ids(project)]


def test_metadata_is_edited_in_one_step_and_undone_exactly(project: Project, keys: list[str]) -> None:
    before, steps = everything(project), len(history.rows(project))
    changes: dict[Field, str] = {
        "title": "  Ferry\n halted again ", "byline": "Ines Calloway", "publication": "The Harbour Post",
        "url": "https://harbour.example/ferry?id=1", "published": "2018-02-23T14:05:00+01:00", "language": "en",
        "note": " a line\r\nand another \n",
    }  # fmt: skip
    metadata.edit(project, keys[0], changes)
    found = articles.own_article(project, keys[0])
    assert found.title == "Ferry halted again"
    assert (found.byline, found.publication, found.language) == ("Ines Calloway", "The Harbour Post", "en")
    assert (found.url, found.published) == (changes["url"], changes["published"])
    assert found.note == "a line\nand another"
    assert found.text == before[0].text
    assert len(history.rows(project)) == steps + 1
    assert history.undo(project) == "edit article"
    assert everything(project) == before


def test_what_is_not_named_stays_and_an_emptied_address_is_none(project: Project, keys: list[str]) -> None:
    metadata.edit(project, keys[0], {"url": "http://harbour.example", "note": "check"})
    metadata.edit(project, keys[0], {"url": " "})
    found = articles.own_article(project, keys[0])
    assert found.url is None
    assert (found.title, found.note) == ("Ferry halted", "check")


@pytest.mark.parametrize("words", ["élan", "ÉLAN", "Élan d", "новый", "100%", "élan_"])
def test_the_filter_knows_no_difference_of_case_in_any_script(project: Project, keys: list[str], words: str) -> None:
    titles = ["ÉLAN DU PORT, élan_", "Новый причал", "Up 100%"]
    for key, title in zip(keys, titles, strict=True):
        metadata.edit(project, key, {"title": title})
    expected = [key for key, title in zip(keys, titles, strict=True) if words.casefold() in title.casefold()]
    assert len(expected) == 1
    assert articles.article_ids(project, ArticleQuery(words)) == expected


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"url": "harbour.example"}, "no address"),
        ({"url": "javascript:alert(1)"}, "no address"),
        ({"url": "https://"}, "no address"),
        ({"url": "https://a b"}, "no address"),
        ({"url": "https://[::1"}, "no address"),
        ({"published": "23 February"}, "no date"),
        ({"published": "2018-02-30"}, "no date"),
        ({"published": "20180223"}, "no date"),
        ({"published": "2018-02-23T25:00"}, "no date"),
        ({"colour": "red"}, "no field"),
    ],
)
def test_metadata_that_makes_no_sense_is_refused_and_nothing_is_changed(
    project: Project, keys: list[str], changes: dict[Field, str], reason: str
) -> None:
    before, steps = everything(project), len(history.rows(project))
    with pytest.raises(Refused, match=reason):
        metadata.edit(project, keys[0], {"title": "Another", **changes})
    assert everything(project) == before
    assert len(history.rows(project)) == steps


@given(st.datetimes(), st.sampled_from([None, 4, 7, 10, 16, 19]))
def test_every_moment_in_iso_8601_is_one(moment: object, length: int | None) -> None:
    assert metadata.is_moment(str(moment).replace(" ", "T")[:length])


@given(st.text())
def test_whatever_is_typed_as_address_or_date_is_judged_not_a_crash(text: str) -> None:
    assert not metadata.is_web_address(f"{text} ")
    assert not metadata.is_moment(f"{text}\n")


def test_several_articles_are_marked_as_unusable_in_one_step(project: Project, keys: list[str]) -> None:
    assert articles.set_unusable(project, keys[:1], True) == 1
    before, steps = everything(project), len(history.rows(project))
    assert articles.set_unusable(project, keys, True) == 2
    assert len(history.rows(project)) == steps + 1
    assert articles.article_ids(project, ArticleQuery(unusable=True)) == keys
    assert history.undo(project) == "mark 3 articles as unusable"
    assert everything(project) == before
    assert articles.article_ids(project, ArticleQuery(unusable=True)) == keys[:1]
    assert articles.article_ids(project, ArticleQuery(unusable=False)) == keys[1:]
    assert articles.set_unusable(project, keys[1:], False) == 0
    assert len(history.rows(project)) == steps + 2


def test_the_list_says_what_is_unusable_and_what_has_a_note(project: Project, keys: list[str]) -> None:
    articles.set_unusable(project, keys[:1], True)
    metadata.edit(project, keys[1], {"note": "no byline"})
    rows = articles.article_rows(project, keys)
    assert [(rows[key].unusable, rows[key].noted) for key in keys] == [(True, False), (False, True), (False, False)]


def test_several_articles_are_removed_in_one_step_and_come_back(project: Project, keys: list[str]) -> None:
    annotate.add_span(project, keys[0], "quote", [(14, 25)])
    annotate.add_span(project, keys[1], "claim", [(0, 4)])
    before = [(one.id, one.text, one.order, [layer.spans[0].id for layer in one.layers]) for one in everything(project)]
    assert articles.count_spans(project, keys) == 2
    assert articles.remove(project, keys[:2]) == 2
    assert articles.article_ids(project) == keys[2:]
    assert history.undo(project) == "remove 2 articles"
    after = [(one.id, one.text, one.order, [layer.spans[0].id for layer in one.layers]) for one in everything(project)]
    assert after == before


def test_what_is_not_in_the_project_is_refused(project: Project, keys: list[str]) -> None:
    with pytest.raises(Refused, match="no article"):
        articles.set_unusable(project, [*keys, "missing"], True)
    with pytest.raises(Refused, match="no article"):
        metadata.edit(project, "missing", {"title": "Another"})
    assert articles.article_ids(project, ArticleQuery(unusable=True)) == []


def test_a_project_that_is_read_only_refuses_all_of_it(sqlite_project: Project) -> None:
    opened = projects.open_project(sqlite_project.name, sqlite_project.acting, read_only=True)
    try:
        with pytest.raises(ReadOnly):
            articles.set_unusable(opened, [], True)
        with pytest.raises(ReadOnly):
            metadata.edit(opened, "any", {"note": "x"})
    finally:
        opened.close()
