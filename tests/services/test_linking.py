"""Several links a span: roles, order, parts; and names of all kinds. On both databases."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from annotator.core.errors import Refused
from annotator.core.records import Annotator, Link, Span
from annotator.core.segments import Segment
from annotator.services import annotate, articles, history, importing, linking, people
from annotator.store.project import Project

TEXT = "“It stays shut,” she told a blog, which the Gazette quoted. A diver asked not to be named."
SHE, TOLD = Segment(17, 20), Segment(21, 25)


@pytest.fixture
def span(project: Project, write_text: Callable[[str, str], Path]) -> str:
    importing.import_files(project, [write_text("dam.txt", TEXT)])
    (article,) = articles.article_ids(project)
    return annotate.add_span(project, article, "quote", [Segment(0, 16)])


def read(project: Project) -> Span:
    (article,) = articles.article_ids(project)
    (layer,) = articles.own_article(project, article).layers
    return layer.spans[0]


def links(project: Project) -> list[tuple[str, str]]:
    found = read(project).links
    named = linking.entities_by_id(project, [link.entity for link in found])
    return [(named[link.entity].name, link.role) for link in found]


def link(project: Project, name: str) -> Link:
    named = linking.entities_by_id(project, [link.entity for link in read(project).links])
    return next(link for link in read(project).links if named[link.entity].name == name)


@pytest.fixture
def chained(project: Project, span: str) -> str:
    linking.link_new(project, span, "Pia Holm", mention=SHE, cue=TOLD)
    linking.link_new(project, span, "a blog", "publication", role="relayed by")
    linking.link_new(project, span, "The Gazette", "publication", role="relayed by", add=True)
    return span


def test_a_chain_has_a_speaker_and_those_who_relay_in_order(project: Project, chained: str) -> None:
    assert links(project) == [("Pia Holm", "speaker"), ("a blog", "relayed by"), ("The Gazette", "relayed by")]


def test_a_link_in_a_role_that_is_there_replaces_it_unless_it_is_added(project: Project, chained: str) -> None:
    linking.link_new(project, chained, "a forum", "publication", role="relayed by")
    assert links(project) == [("Pia Holm", "speaker"), ("a forum", "relayed by"), ("The Gazette", "relayed by")]


@pytest.mark.parametrize(
    ("name", "place", "order"),
    [
        ("The Gazette", 1, ["Pia Holm", "The Gazette", "a blog"]),
        ("The Gazette", 0, ["The Gazette", "Pia Holm", "a blog"]),
        ("Pia Holm", 99, ["a blog", "The Gazette", "Pia Holm"]),
        ("Pia Holm", -1, ["Pia Holm", "a blog", "The Gazette"]),
    ],
)
def test_a_link_is_moved_to_a_place_and_undo_moves_it_back(
    project: Project, chained: str, name: str, place: int, order: list[str]
) -> None:
    before = links(project)
    linking.move_link(project, link(project, name).id, place)
    assert [one for one, _role in links(project)] == order
    if order != [one for one, _role in before]:
        history.undo(project)
    assert links(project) == before


def test_a_part_is_dropped_alone_and_comes_back_with_undo(project: Project, chained: str) -> None:
    linking.drop_part(project, link(project, "Pia Holm").id, "mention")
    assert (link(project, "Pia Holm").mention, link(project, "Pia Holm").cue) == (None, TOLD)
    linking.drop_part(project, link(project, "Pia Holm").id, "cue")
    assert link(project, "Pia Holm").cue is None
    history.undo(project)
    history.undo(project)
    assert (link(project, "Pia Holm").mention, link(project, "Pia Holm").cue) == (SHE, TOLD)


def test_links_of_another_annotator_are_neither_moved_nor_robbed(project: Project, chained: str, bo: Annotator) -> None:
    key = link(project, "Pia Holm").id
    people.switch(project, people.add(project, bo.name).id)
    with pytest.raises(Refused):
        linking.move_link(project, key, 1)
    with pytest.raises(Refused):
        linking.drop_part(project, key, "mention")


def test_a_link_that_is_gone_is_refused(project: Project, chained: str) -> None:
    key = link(project, "a blog").id
    linking.unlink(project, chained, key)
    with pytest.raises(Refused, match="not in the project any more"):
        linking.move_link(project, key, 0)
    with pytest.raises(Refused, match="not in the project any more"):
        linking.drop_part(project, key, "cue")


def test_an_anonymous_source_of_several_spans_has_a_scope_and_a_reason(project: Project, span: str) -> None:
    (article,) = articles.article_ids(project)
    made = linking.link_all(
        project, [span], None, name=" a  diver ", kind="anonymous", article=article, reason="asked not to be named"
    )
    entity = linking.entities_by_id(project, [made])[made]
    assert (entity.name, entity.article, entity.reason) == ("a diver", article, "asked not to be named")


@pytest.mark.parametrize("name", ["", "  ", "\n\t", "\ufeff"])
def test_an_entity_needs_a_name(project: Project, span: str, name: str) -> None:
    with pytest.raises(Refused, match="needs a name"):
        linking.link_new(project, span, name)
    assert read(project).links == ()


@pytest.mark.parametrize("name", ["<b>Pia</b> & Co", "x" * 10_000, "سلمى الخطيب", "Pia\u202eHolm", "%_\\"])
def test_any_other_name_is_kept_as_it_is_and_two_may_have_the_same(project: Project, span: str, name: str) -> None:
    first = linking.link_new(project, span, name)
    second = linking.link_new(project, span, name, add=True)
    assert first != second
    assert links(project) == [(name, "speaker"), (name, "speaker")]
