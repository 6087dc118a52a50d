"""Searching all articles, on both databases: with the index, without it, and while it knows a part of them only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.analysis.full_text import Matcher
from annotator.core.errors import Cancelled, ReadOnly, Refused
from annotator.core.ids import new_id
from annotator.core.records import Annotator, Article
from annotator.core.search import Hit, Line, SearchQuery, parse
from annotator.services import annotate, articles, history, importing, layers, linking, projects, searching
from annotator.services.entities import merging
from annotator.store.intake import Intake
from annotator.store.project import Project
from annotator.store.search import finding, index

HARBOUR = "“The cranes are safe,” said Port Warden Ilse Brandt.\nThe harbour opens on Monday, the warden said.\n"
FERRY = "The ferry line may close, a warden said. “The harbour is no place for it — we don’t know.”\n"
NIGHT = "Nobody was at the harbour at night. 北京から 🔥 Ångström Núñez U.S. well-known\n"


def add(project: Project, *texts: str, first: int = 1, **details: str) -> list[str]:
    """Put articles into a project, as one step; the index knows nothing of them."""
    made = [Article(new_id(), text, title=f"Article {order}", **details) for order, text in enumerate(texts, first)]
    with project.write("import") as writing:
        intake = Intake(writing)
        for order, article in enumerate(made, first):
            intake.article(article, order)
        intake.flush()
    return [article.id for article in made]


def lines(project: Project, text: str | SearchQuery, most: int = 200) -> list[Line]:
    """All lines, page by page."""
    query = SearchQuery(text) if isinstance(text, str) else text
    page = searching.search(project, query, most=most)
    found = list(page.lines)
    while page.more is not None:
        assert len(page.lines) == most
        page = searching.search(project, query, page.more, most)
        found += page.lines
    return found


def words(found: Iterable[Line]) -> list[tuple[int, str]]:
    return [(line.order, line.words) for line in found]


def scanned(project: Project, text: str) -> list[Hit]:
    """The hits of a plain look through all texts."""
    matcher = Matcher(parse(text))
    found = []
    for key in articles.article_ids(project):
        article = articles.own_article(project, key)
        found += [Hit(key, hit.start, hit.end) for hit in matcher.find(article.text)]
    return found


@pytest.fixture
def news(project: Project) -> Project:
    add(project, HARBOUR, FERRY, NIGHT)
    return project


def test_lines_come_in_the_order_of_articles_and_texts(news: Project) -> None:
    assert words(lines(news, "harbour")) == [(1, "harbour"), (2, "harbour"), (3, "harbour")]
    assert words(lines(news, "WARDEN said")) == [
        (1, "said"), (1, "Warden"), (1, "warden"), (1, "said"), (2, "warden"), (2, "said")
    ]  # fmt: skip
    (line,) = lines(news, "“ferry line”")
    assert (line.title, line.before, line.words, line.after) == (
        "Article 2", "The ", "ferry line", " may close, a warden said. “The harbour is no place for it"
    )  # fmt: skip
    assert articles.own_article(news, line.article).text[line.start : line.end] == "ferry line"
    assert line.hit == Hit(line.article, line.start, line.end)


def test_what_a_tokenizer_would_take_apart_is_found(news: Project) -> None:
    orders = {
        "warden -ferry": [1, 1],
        "ward* -“may close”": [1, 1],
        '"safe said port"': [1],
        "don't": [2],
        "“it -- we”": [2],
        "U.S.": [3],
        "well-known": [3],
        "北京": [3],
        "🔥": [3],
        "—": [2, 3],
        "angstrom NUNEZ": [3, 3],
        "safe ferry": [],
        "harb": [],
    }
    assert {text: [line.order for line in lines(news, text)] for text in orders} == orders


def test_what_is_looked_for_and_cannot_be_is_said(news: Project) -> None:
    with pytest.raises(Refused, match="nothing to look for"):
        searching.search(news, SearchQuery(" "))
    with pytest.raises(Refused, match="without a minus"):
        searching.count(news, SearchQuery("-ferry"))


def test_pages_follow_each_other_without_a_gap(news: Project) -> None:
    whole = lines(news, "the harbour")
    assert len(whole) == 9
    for most in (1, 2, 3, 8, 9):
        assert lines(news, "the harbour", most) == whole
    page = searching.search(news, SearchQuery("the harbour"), most=9)
    assert page.more is None


def test_hits_and_articles_are_counted(news: Project) -> None:
    assert searching.count(news, SearchQuery("the")) == (6, 3)
    assert searching.count(news, SearchQuery("nowhere")) == (0, 0)


@pytest.mark.parametrize("last", [1, 2, 3])
def test_a_search_can_be_stopped_wherever_it_is(news: Project, monkeypatch: pytest.MonkeyPatch, last: int) -> None:
    monkeypatch.setattr(searching, "_FIRST", 1)
    monkeypatch.setattr(searching, "_THEN", 1)
    searching.update_index(news)
    query, left = SearchQuery("the -nowhere"), [0]

    def stop(_done: int, _total: int, _text: str) -> None:
        left[0] -= 1
        if not left[0]:
            raise Cancelled

    for ask in (
        lambda: searching.search(news, query, progress=stop),
        lambda: searching.search(news, query, "0 0 first", progress=stop),
        lambda: searching.count(news, query, stop),
    ):
        left[0] = last
        with pytest.raises(Cancelled):
            ask()


ALPHABET = "abAé'’-— 北\n🔥"
a_text = st.text(alphabet=st.sampled_from(ALPHABET), max_size=12)
a_query = st.text(alphabet=st.sampled_from("abé'- *\"北🔥"), min_size=1, max_size=8)


@pytest.mark.parametrize(("few", "step"), [(2_000, 1_000), (0, 2)])
def test_the_index_changes_no_answer(project: Project, monkeypatch: pytest.MonkeyPatch, few: int, step: int) -> None:
    """The same is found as by a plain look through all texts, whether the index knows all, none or some of them."""
    monkeypatch.setattr(finding, "_FEW", few)
    monkeypatch.setattr(finding, "_STEP", step)

    @settings(max_examples=40)
    @given(st.lists(a_text, max_size=3), st.lists(a_query, max_size=4), st.booleans(), st.integers(1, 4))
    def holds(texts: Sequence[str], queries: Sequence[str], known: bool, most: int) -> None:
        if texts:
            # Later articles may come before earlier ones in the order of all.
            add(project, *texts, first=len(texts[0]))
        project.read_only = not known
        for text in queries:
            try:
                expected = scanned(project, text)
            except Refused:
                continue
            assert [line.hit for line in lines(project, text, most)] == expected
            assert searching.count(project, SearchQuery(text)) == (
                len(expected),
                len({hit.article for hit in expected}),
            )
        project.read_only = False

    holds()


def test_what_is_undone_redone_removed_or_replaced_is_found_as_it_stands(project: Project) -> None:
    (ferry,) = add(project, FERRY)
    assert len(lines(project, "ferry")) == 1
    history.undo(project)
    assert lines(project, "ferry") == []
    history.redo(project)
    assert len(lines(project, "ferry")) == 1
    articles.remove(project, [ferry])
    assert lines(project, "ferry") == []
    with project.write("import") as writing:
        intake = Intake(writing)
        intake.article(Article(ferry, HARBOUR), 1)
        intake.flush()
    assert lines(project, "ferry") == []
    assert len(lines(project, "cranes")) == 1


def test_an_import_is_searched_at_once_and_stands_whatever_becomes_of_the_index(
    project: Project, write_text: Callable[[str, str], Path]
) -> None:
    importing.import_files(project, [write_text("ferry.txt", FERRY)])
    with project.read() as session:
        assert index.outdated(session.connection()).articles == []

    def stop(_done: int, _total: int, text: str) -> None:
        if text == "search index":
            raise Cancelled

    report = importing.import_files(project, [write_text("night.txt", NIGHT)], progress=stop)
    assert report.articles == 1
    with project.read() as session:
        assert index.outdated(session.connection()).articles != []
    assert len(lines(project, "night")) == 1


def test_hits_lie_inside_one_span_that_fits_all(news: Project, bo: Annotator) -> None:
    harbour, ferry, _night = articles.article_ids(news)
    quote = annotate.add_span(news, harbour, "quote", [(0, 22)])
    warden = linking.link_new(news, quote, "Ilse Brandt")
    claim = annotate.add_span(news, harbour, "claim", [(0, 10), (57, 80)])
    other = linking.link_new(news, claim, "Port Warden Brandt")
    annotate.add_span(news, ferry, "quote", [(41, len(FERRY) - 1)])
    ada = news.me
    projects.join(news, bo)
    annotate.add_span(news, ferry, "opinion", [(41, 70)])

    def found(text: str, **conditions: str) -> list[tuple[int, str]]:
        return words(lines(news, SearchQuery(text, **conditions)))

    assert found("the", tag="quote") == [(1, "The"), (2, "The")]
    assert found("harbour", tag="claim") == [(1, "harbour")]
    assert found("cranes", tag="claim") == []
    assert found("“cranes are”", entity=warden) == [(1, "cranes are")]
    assert found("the", entity=other, tag="quote") == []
    assert found("harbour", annotator=ada) == [(1, "harbour"), (2, "harbour")]
    assert found("harbour", annotator=bo.id) == [(2, "harbour")]
    assert found("harbour", annotator=bo.id, tag="quote") == []
    assert searching.count(news, SearchQuery("harbour", annotator=ada)) == (2, 2)
    merging.merge(news, merging.preview(news, [other], warden))
    assert found("harbour", entity=warden) == [(1, "harbour")]


def test_articles_are_of_a_publication_and_a_time(project: Project) -> None:
    for order, (publication, published) in enumerate(
        [("Gazette", "2024-03-01T09:30:00Z"), ("Gazette", "2024-03-02"), ("Courier", "2024"), ("", "")], 1
    ):
        add(project, HARBOUR, first=order, publication=publication, published=published)

    def found(**conditions: str) -> list[int]:
        return [line.order for line in lines(project, SearchQuery("harbour", **conditions))]

    assert searching.publications(project) == ["Courier", "Gazette"]
    assert found(publication="Gazette") == [1, 2]
    assert found(publication="") == [4]
    assert found(since="2024-03-02") == [2]
    assert found(until="2024-03-01") == [1, 3]
    assert found(since="2024", until="2024-03") == [1, 2, 3]
    assert found(since="2024-03-01", until="2024-03-01") == [1]
    (line,) = lines(project, SearchQuery("cranes", until="2024-03-01", since="2024-03-01"))
    assert (line.publication, line.published) == ("Gazette", "2024-03-01T09:30:00Z")


def spans(project: Project) -> list[tuple[str, str, str]]:
    found = []
    for key in articles.article_ids(project):
        article = articles.own_article(project, key)
        for layer in article.layers:
            found += [(article.title, span.tag, article.text[span.start : span.end]) for span in layer.spans]
    return found


def test_hits_in_many_articles_are_tagged_in_one_step(news: Project) -> None:
    hits = [line.hit for line in lines(news, "“the harbour”")]
    annotate.add_span(news, hits[1].article, "claim", [(hits[1].start, hits[1].end)])
    assert searching.tag_hits(news, [*hits, hits[0]], "claim") == 2
    tagged = [("Article 1", "claim", "The harbour"), ("Article 2", "claim", "The harbour"),
              ("Article 3", "claim", "the harbour")]  # fmt: skip
    assert spans(news) == tagged
    assert searching.tag_hits(news, hits, "claim") == 0
    assert history.undo(news) == "tag 3 hits"
    assert spans(news) == [tagged[1]]
    history.redo(news)
    assert spans(news) == tagged


def test_hits_are_tagged_without_white_space_at_their_ends(news: Project) -> None:
    first, *_others = articles.article_ids(news)
    assert searching.tag_hits(news, [Hit(first, 0, 5), Hit(first, 0, 4)], "hedge") == 1
    assert spans(news) == [("Article 1", "hedge", "“The")]


def test_where_an_article_is_done_no_hit_is_tagged(news: Project) -> None:
    hits = [line.hit for line in lines(news, "harbour")]
    layers.set_status(news, hits[0].article, "done")
    with pytest.raises(ReadOnly, match="One of these articles is done; open it again"):
        searching.tag_hits(news, hits, "claim")
    layers.set_status(news, hits[1].article, "done")
    with pytest.raises(ReadOnly, match="2 of these articles are done; open them again"):
        searching.tag_hits(news, hits, "claim")
    assert spans(news) == []
    assert searching.tag_hits(news, hits[2:], "claim") == 1


def test_tagging_is_all_or_nothing(news: Project) -> None:
    hits = [line.hit for line in lines(news, "harbour")]

    def stop(_done: int, _total: int, _text: str) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        searching.tag_hits(news, hits, "claim", stop)
    with pytest.raises(Refused, match="no tag"):
        searching.tag_hits(news, hits, "nothing")
    with pytest.raises(Refused, match="no article"):
        searching.tag_hits(news, [*hits, Hit("elsewhere", 0, 1)], "claim")
    with pytest.raises(Refused, match="outside"):
        searching.tag_hits(news, [*hits, replace(hits[0], end=10_000)], "claim")
    assert spans(news) == []
    assert all(not articles.own_article(news, hit.article).layers for hit in hits)
