"""Spans, links, notes: each one undoable step, on both databases."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from annotator.core.errors import Cancelled, Conflict, ReadOnly, Refused
from annotator.core.ids import new_id
from annotator.core.records import Annotator, Article, Changed, Span
from annotator.core.segments import Segment
from annotator.services import annotate, articles, history, importing, layers, linking, projects
from annotator.store.intake import Intake
from annotator.store.project import Project
from tests.listed import entity_rows

TEXT = "“We act,” said Mayor Ines Calloway. “We do not wait.”\nThe plan 🏗 may cost forty million.\n"


@pytest.fixture
def article(project: Project, write_text: Callable[[str, str], Path]) -> str:
    importing.import_files(project, [write_text("mayor.txt", TEXT)])
    return articles.article_ids(project)[0]


def own(project: Project, article: str) -> list[Span]:
    found = articles.own_article(project, article).layers
    return list(found[0].spans) if found else []


def texts(project: Project, article: str) -> list[list[str]]:
    return [[TEXT[start:end] for start, end in span.segments] for span in own(project, article)]


def place(part: str) -> Segment:
    start = TEXT.index(part)
    return Segment(start, start + len(part))


def test_a_span_is_trimmed_and_kept(project: Project, article: str) -> None:
    start, end = place(" may ")
    annotate.add_span(project, article, "hedge", [(start, end)])
    assert texts(project, article) == [["may"]]


def test_segments_that_touch_are_joined_and_others_are_kept_in_order(project: Project, article: str) -> None:
    key = annotate.add_span(project, article, "quote", [place("“We do not wait.”"), place("“We act,”")])
    assert texts(project, article) == [["“We act,”", "“We do not wait.”"]]
    annotate.add_segment(project, key, place(" said Mayor Ines Calloway."))
    assert texts(project, article) == [["“We act,” said Mayor Ines Calloway.", "“We do not wait.”"]]
    annotate.remove_segment(project, key, TEXT.index("wait"))
    assert texts(project, article) == [["“We act,” said Mayor Ines Calloway."]]
    with pytest.raises(Refused, match="at least one segment"):
        annotate.remove_segment(project, key, 3)


@pytest.mark.parametrize(
    ("segments", "reason"),
    [([(0, 0)], "at least one"), ([], "at least one"), ([(0, 10_000)], "outside"), ([(-1, 4)], "outside"),
     ([(TEXT.index("\n"), TEXT.index("\n") + 1)], "white space")],
)  # fmt: skip
def test_what_is_no_span_is_refused_and_leaves_nothing(
    project: Project, article: str, segments: list[tuple[int, int]], reason: str
) -> None:
    steps = len(history.rows(project))
    with pytest.raises(Refused, match=reason):
        annotate.add_span(project, article, "quote", segments)
    assert own(project, article) == []
    assert len(history.rows(project)) == steps


def test_an_identical_span_is_refused_but_another_tag_is_not(project: Project, article: str) -> None:
    annotate.add_span(project, article, "quote", [place("“We act,”")])
    with pytest.raises(Refused, match="already"):
        annotate.add_span(project, article, "quote", [place("“We act,” ")])
    annotate.add_span(project, article, "claim", [place("“We act,”")])
    assert len(own(project, article)) == 2


def test_retagging_takes_the_link_along_and_keeps_shared_attributes(project: Project, article: str) -> None:
    key = annotate.add_span(project, article, "claim", [place("forty million")])
    annotate.set_attributes(project, key, {"certainty": "probable", "polarity": "affirmed"})
    linking.link_new(project, key, "Ines Calloway")
    annotate.retag(project, [key], "opinion")
    (span,) = own(project, article)
    assert span.tag == "opinion"
    assert [link.role for link in span.links] == ["holder"]
    assert span.attributes == {}
    history.undo(project)
    (span,) = own(project, article)
    assert [link.role for link in span.links] == ["claimant"]
    assert span.attributes == {"certainty": "probable", "polarity": "affirmed"}


def test_a_step_on_more_spans_than_images_fit_in_memory_is_one_step(sqlite_project: Project) -> None:
    project, number = sqlite_project, 10_001
    with project.write("import") as writing:
        intake = Intake(writing)
        intake.article(Article(new_id(), "so " * number), 1)
        intake.flush()
    (article,) = articles.article_ids(project)
    made = annotate.add_spans(project, article, "quote", [[(3 * each, 3 * each + 3)] for each in range(number)])
    assert (len(made), own(project, article)[-1].segments) == (number, (Segment(3 * number - 3, 3 * number - 1),))
    annotate.retag(project, made, "claim")
    linking.link_all(project, made, None, name="Ines Calloway")
    assert {(span.tag, len(span.links), span.links[0].role) for span in own(project, article)} == {
        ("claim", 1, "claimant")
    }
    assert annotate.delete_spans(project, made) == number
    for _step in ("delete", "link", "retag"):
        history.undo(project)
    assert {(span.tag, span.links) for span in own(project, article)} == {("quote", ())}


def test_spans_that_would_become_identical_are_not_retagged(project: Project, article: str) -> None:
    one, other = (annotate.add_span(project, article, tag, [place("forty million")]) for tag in ("claim", "hedge"))
    with pytest.raises(Refused, match="there already"):
        annotate.retag(project, [one, other], "opinion")
    assert sorted(span.tag for span in own(project, article)) == ["claim", "hedge"]


def test_an_attribute_that_the_tag_does_not_have_is_refused(project: Project, article: str) -> None:
    key = annotate.add_span(project, article, "hedge", [place("may")])
    with pytest.raises(Refused, match="no attribute"):
        annotate.set_attributes(project, key, {"certainty": "probable"})
    with pytest.raises(Refused, match="no attribute"):
        annotate.set_attributes(project, key, {"kind": "loud"})


def test_linking_again_replaces_the_link_and_unlinking_removes_it(project: Project, article: str) -> None:
    key = annotate.add_span(project, article, "quote", [place("“We act,”")])
    mayor = linking.link_new(project, key, "  Ines   Calloway ", mention=place("Ines Calloway"), cue=place("said"))
    other = linking.create_entity(project, "City council", "organisation")
    (link,) = own(project, article)[0].links
    assert (link.entity, link.role, link.mention, link.cue) == (mayor, "speaker", place("Ines Calloway"), place("said"))
    linking.link(project, key, other)
    assert [link.entity for link in own(project, article)[0].links] == [other]
    linking.link(project, key, mayor, role="relayed by", add=True)
    assert [link.role for link in own(project, article)[0].links] == ["speaker", "relayed by"]
    linking.unlink(project, key)
    assert [link.role for link in own(project, article)[0].links] == ["relayed by"]
    linking.unlink(project, key)
    with pytest.raises(Refused, match="not linked"):
        linking.unlink(project, key)
    assert {row.entity.name for row in entity_rows(project)} == {"Ines Calloway", "City council"}


def test_an_entity_of_one_article_is_not_linked_from_another(
    project: Project, article: str, write_text: Callable[[str, str], Path]
) -> None:
    importing.import_files(project, [write_text("other.txt", "Nobody said a word.")])
    other = articles.article_ids(project)[1]
    first = annotate.add_span(project, article, "quote", [place("“We act,”")])
    entity = linking.link_new(project, first, "a clerk", "anonymous", article=article, reason="not allowed to speak")
    second = annotate.add_span(project, other, "quote", [(0, 6)])
    with pytest.raises(Refused, match="another article only"):
        linking.link(project, second, entity)


def test_deleting_a_span_takes_its_links_and_undo_brings_all_back(project: Project, article: str) -> None:
    key = annotate.add_span(project, article, "quote", [place("“We act,”")])
    linking.link_new(project, key, "Ines Calloway")
    annotate.set_note(project, key, " to be checked ")
    annotate.set_unsure(project, key, True)
    before = own(project, article)
    annotate.delete_spans(project, [key])
    assert own(project, article) == []
    history.undo(project)
    (span,) = own(project, article)
    assert span.note == "to be checked"
    assert span.unsure
    assert span.links == before[0].links
    assert span.created == before[0].created
    assert span.updated > before[0].updated


def test_a_done_layer_is_read_only_until_it_is_opened(project: Project, article: str) -> None:
    key = annotate.add_span(project, article, "quote", [place("“We act,”")])
    layers.set_status(project, article, "done")
    for attempt in (
        lambda: annotate.add_span(project, article, "hedge", [place("may")]),
        lambda: annotate.delete_spans(project, [key]),
        lambda: linking.link_new(project, key, "Ines Calloway"),
    ):
        with pytest.raises(ReadOnly, match="done"):
            attempt()
    layers.set_status(project, article, "in progress")
    annotate.delete_spans(project, [key])


def test_nobody_changes_another_annotators_span(project: Project, article: str, bo: Annotator) -> None:
    key = annotate.add_span(project, article, "quote", [place("“We act,”")])
    projects.join(project, bo)
    with pytest.raises(Refused, match="another annotator"):
        annotate.set_note(project, key, "mine")
    annotate.add_span(project, article, "quote", [place("“We act,”")])
    assert len(articles.whole_article(project, article).layers) == 2


def test_removing_an_article_takes_all_with_it_and_undo_brings_all_back(
    project: Project, article: str, bo: Annotator
) -> None:
    key = annotate.add_span(project, article, "quote", [place("“We act,”")])
    linking.link_new(project, key, "a clerk", "anonymous", article=article)
    before = articles.whole_article(project, article)
    assert articles.count_spans(project, [article]) == 1
    assert articles.remove(project, [article]) == 1
    assert articles.article_ids(project) == []
    assert entity_rows(project) == []
    history.undo(project)
    after = articles.whole_article(project, article)
    assert same_but_for_times(after) == same_but_for_times(before)


def same_but_for_times(article: Article) -> object:
    spans = [(layer.annotator, layer.status, span.id, span.segments, span.links) for layer in article.layers
             for span in layer.spans]  # fmt: skip
    return article.text, article.title, article.source, spans


def test_listeners_hear_of_each_commit_and_of_no_refusal(project: Project, article: str) -> None:
    heard: list[Changed] = []
    project.subscribe(heard.append)
    key = annotate.add_span(project, article, "quote", [place("“We act,”")])
    linking.link_new(project, key, "Ines Calloway")
    with pytest.raises(Refused):
        annotate.add_span(project, article, "quote", [place("“We act,”")])
    assert [(one.articles, one.spans) for one in heard] == [({article}, {key})] * 2
    assert "span" in heard[0].tables
    assert {"entity", "link", "span"} == heard[1].tables


def test_a_stale_row_is_a_conflict_and_nothing_is_written(project: Project, article: str) -> None:
    key = annotate.add_span(project, article, "quote", [place("“We act,”")])
    from annotator.store import tables

    with project.read() as session:
        stale = session.get_one(tables.Span, key)
    annotate.set_note(project, key, "first")

    def edit_what_was_read() -> None:
        with project.write("edit note") as writing:
            writing.session.add(stale)
            stale.note = "second"

    with pytest.raises(Conflict, match="Somebody else"):
        edit_what_was_read()
    assert own(project, article)[0].note == "first"


def test_a_step_on_many_spans_that_is_stopped_leaves_nothing(
    project: Project, write_text: Callable[[str, str], Path]
) -> None:
    importing.import_files(project, [write_text("long.txt", "word " * 1_200)])
    (article,) = articles.article_ids(project)
    places = [[(5 * number, 5 * number + 4)] for number in range(1_200)]
    keys = annotate.add_spans(project, article, "claim", places)
    before, steps = own(project, article), len(history.rows(project))
    reports: list[tuple[int, int]] = []

    def stop(done: int, total: int, _text: str) -> None:
        reports.append((done, total))
        if done >= 1_000:
            raise Cancelled

    for step in (
        partial(annotate.retag, project, keys, "hedge"),
        partial(annotate.add_spans, project, article, "hedge", places),
        partial(linking.link_all, project, keys, None, name="A clerk"),
        partial(annotate.delete_spans, project, keys),
    ):
        with pytest.raises(Cancelled):
            step(progress=stop)
        assert own(project, article) == before
    assert reports == [(0, 1_200), (500, 1_200), (1_000, 1_200)] * 4
    assert entity_rows(project) == []
    assert len(history.rows(project)) == steps


def test_another_text_under_the_same_id_is_the_one_that_counts(project: Project) -> None:
    def take_in(key: str, text: str) -> None:
        with project.write("import") as writing:
            intake = Intake(writing)
            intake.article(Article(key, text), 1)
            intake.flush()

    key = new_id()
    take_in(key, "Short.   ")
    annotate.add_span(project, key, "claim", [(0, 9)])
    articles.remove(project, [key])
    take_in(key, "A longer text than before.")
    annotate.add_span(project, key, "claim", [(0, 26)])
    (span,) = own(project, key)
    assert span.segments == (Segment(0, 26),)
