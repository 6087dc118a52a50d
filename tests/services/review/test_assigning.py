"""Articles given to annotators, by hand and in turn, on both databases."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.core.errors import Refused
from annotator.core.ids import new_id
from annotator.core.listing import ArticleQuery
from annotator.core.records import Annotator
from annotator.services import articles, history, people
from annotator.services.review import assigning
from annotator.store.project import Project
from tests.services.review.reviewed import add_article


@pytest.fixture
def everyone(project: Project, ada: Annotator) -> list[str]:
    return [ada.id, people.add(project, "Bo Lindqvist").id, people.add(project, "Cem Aydin").id]


def test_articles_are_given_by_hand_and_found_again(project: Project, everyone: list[str]) -> None:
    first, second, third = (add_article(project, title, f"{title}.") for title in ("One", "Two", "Three"))
    ada, bo, _cem = everyone
    assert assigning.assign(project, [first, third], [ada, bo]) == 4
    assert assigning.assign(project, [first, second], [bo]) == 1
    assert articles.article_ids(project, ArticleQuery(assigned=ada)) == [first, third]
    assert articles.article_ids(project, ArticleQuery(assigned=bo, text="wo")) == [second]
    shown = articles.article_rows(project, [first, second])
    assert {key: set(row.assigned) for key, row in shown.items()} == {first: {ada, bo}, second: {bo}}
    assert set(articles.whole_article(project, first).assignments) == {ada, bo}
    assert assigning.assign(project, [first, second], [], away=[bo]) == 2
    assert assigning.assigned(project, [first, second, third]) == {first: [ada], third: sorted([ada, bo])}
    assert assigning.loads(project) == {ada: 2, bo: 1}
    for _step in ("unassign", "assign", "assign"):
        history.undo(project)
    assert assigning.loads(project) == {}


def test_articles_are_dealt_in_turn_so_that_all_get_as_many(project: Project, everyone: list[str]) -> None:
    keys = [add_article(project, f"Article {number}", f"{number} ferries.") for number in range(5)]
    steps = len(history.rows(project))
    assert assigning.assign_in_turn(project, list(reversed(keys)), everyone, 2) == 10
    assert len(history.rows(project)) == steps + 1
    names = {key: str(place) for place, key in enumerate(everyone)}
    dealt = assigning.assigned(project, keys)
    assert ["".join(sorted(names[one] for one in dealt[key])) for key in keys] == ["01", "02", "12", "01", "02"]
    history.undo(project)
    assert assigning.loads(project) == {}


def test_what_somebody_has_already_counts(project: Project, everyone: list[str]) -> None:
    ada, bo, cem = everyone
    first, second, third = (add_article(project, title, f"{title}.") for title in ("One", "Two", "Three"))
    assigning.assign(project, [first, second], [ada])
    assert assigning.assign_in_turn(project, [first, second, third], everyone, 1) == 1
    assert assigning.assigned(project, [third]) == {third: [bo]}
    assert assigning.assign_in_turn(project, [first, second, third], everyone, 3) == 6
    assert assigning.loads(project) == {ada: 3, bo: 3, cem: 3}


def test_nobody_and_nothing_unknown_is_assigned(project: Project, everyone: list[str]) -> None:
    key = add_article(project, "One", "One.")
    with pytest.raises(Refused, match="no article"):
        assigning.assign(project, [key, "nothing"], everyone)
    with pytest.raises(Refused, match="annotator is not"):
        assigning.assign(project, [key], [new_id()])
    for each in (0, 4):
        with pytest.raises(Refused, match="cannot be had of 3"):
            assigning.assign_in_turn(project, [key], everyone, each)
    assert assigning.loads(project) == {}


@given(data=st.data())
def test_turns_are_fair_whatever_was_there(sqlite_project: Project, data: st.DataObject) -> None:
    project = sqlite_project
    steps = len(history.rows(project))
    everyone = [people.add(project, f"Annotator {new_id()}").id for _ in range(data.draw(st.integers(1, 4)))]
    keys = [add_article(project, "One", new_id()) for _ in range(data.draw(st.integers(1, 7)))]
    each = data.draw(st.integers(1, len(everyone)))
    assigning.assign_in_turn(project, keys, everyone, each)
    dealt = assigning.assigned(project, keys)
    assert {len(set(held)) for held in dealt.values()} == {each}
    loads = Counter(one for held in dealt.values() for one in held)
    assert max(loads.values()) - min(loads[one] for one in everyone) <= 1
    assert len(history.rows(project)) == steps + len(everyone) + len(keys) + 1
