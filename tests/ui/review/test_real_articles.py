"""Real articles: two of six professionals, and two layers on the seeds, reviewed to final ones, one key a decision."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.services import annotate, articles, checking, history, linking, people, projects
from annotator.services.importing import import_files
from annotator.services.review.queue import Item
from annotator.store.project import Project
from annotator.ui.app import open_window
from tests.conftest import SHARED
from tests.services.review.reviewed import acting
from tests.ui.review.reviewing import Reviewer

SIX = SHARED / "polnear-six-annotators"
SHORT = 100
"""Characters."""


@pytest.mark.skipif(not SIX.is_dir(), reason="the articles of PolNeAR are not at hand")
def test_two_of_six_annotators_are_reviewed_with_a_key_each(qtbot: QtBot, tmp_path: Path, ada: Annotator) -> None:
    name = str(tmp_path / "six.annotator")
    project = projects.create(name, ada)
    import_files(project, [SIX])
    project.close()
    window = open_window(name, ada)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    reviewer = Reviewer(window)
    state = reviewer.review.state
    below, above = state.layers
    assert below != ada.id != above
    assert len(people.rows(reviewer.project)) == 7
    article, items = reviewer.article, state.items
    assert reviewer.review.choosing.article.count() > 1
    steps = len(history.rows(reviewer.project))
    reviewer.press("Shift+A")
    agreed = sum(item.is_agreed for item in items)
    verbs = Counter[str]()
    while reviewer.article == article:
        verb = wanted(reviewer.item)
        verbs[verb] += 1
        reviewer.press(verb)
    assert reviewer.keys_pressed == len(items) - agreed + bool(agreed)
    assert len(verbs) > 1
    assert len(history.rows(reviewer.project)) == steps + reviewer.keys_pressed
    final = {(span.tag, span.segments): span for span in reviewer.stored(None, article)}
    assert final.keys() == expected(items)
    assert all(span.origin and span.origin["by"] == ada.id for span in final.values())
    assert checking.check(reviewer.project) == []
    for _key in range(reviewer.keys_pressed):
        reviewer.press("Ctrl+Z")
    assert reviewer.stored(None, article) == []
    window.close()


def wanted(item: Item) -> str:
    """What is decided: both where only the boundary differs, the second side, but nothing short that one side has."""
    if item.kinds == {"boundary"}:
        return "B"
    (*_others, last) = item.spans.values()
    return "X" if len(item.spans) == 1 and last.end - last.start < SHORT else "A"


def expected(items: tuple[Item, ...]) -> set[tuple[str, object]]:
    """What the final layer has then: tags and segments."""
    chosen = {"A": slice(-1, None), "B": slice(None), "X": slice(0)}
    return {
        (span.tag, span.segments) for item in items for span in list(item.spans.values())[chosen[wanted(item)]]
    }  # fmt: skip


SEEDS = SHARED / "seeds"
FIRST, SECOND, THIRD = range(3)
SPLIT = (
    '"The Coral Springs Police Department will speak on behalf of our officers and their response in that incident,"',
    '" We will not speak on behalf of Broward Sheriff\'s deputies and their response to the incident."',
)
OUTSIDE = "the Broward deputies had remained outside the school while kids inside could have been bleeding out"
REASON = "I can’t think of a good reason that Sheriff Israel should not do the same"
ADAS: list[tuple[int, str, tuple[str, ...], str]] = [
    (FIRST, "quote", SPLIT, "Carla Kmiotek"),
    (FIRST, "claim", (OUTSIDE,), "A source familiar with the conversation"),
    (FIRST, "hedge", ("may have reached",), ""),
    (SECOND, "claim", ("he had not remained outside the building",), "CrimeOnline"),
    (THIRD, "hedge", ("reportedly",), ""),
    (THIRD, "opinion", (REASON,), "Sarah Rumpf"),
]
BOS: list[tuple[int, str, tuple[str, ...], str]] = [
    (FIRST, "quote", SPLIT[:1], "Carla Kmiotek"),
    (FIRST, "claim", (OUTSIDE,), "Mike Goodrum"),
    (FIRST, "hedge", ("may have reached",), ""),
    (SECOND, "claim", ("an internal review found that he had not remained outside the building",), "CrimeOnline"),
    (THIRD, "hedge", ("reportedly confronted",), ""),
    (THIRD, "claim", (REASON,), "Sarah Rumpf"),
]


def annotate_as(project: Project, annotator: Annotator, made: list[tuple[int, str, tuple[str, ...], str]]) -> None:
    keys = articles.article_ids(project)
    with acting(project, annotator):
        for place, tag, parts, name in made:
            text = articles.whole_article(project, keys[place]).text
            starts = [text.index(part) for part in parts]
            segments = [(start, start + len(part)) for start, part in zip(starts, parts, strict=True)]
            span = annotate.add_span(project, keys[place], tag, segments)
            if name:
                linking.link_new(project, span, name)


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the seeds are not at hand")
def test_two_layers_on_the_seeds_become_a_final_one(
    qtbot: QtBot, tmp_path: Path, ada: Annotator, bo: Annotator
) -> None:
    project = projects.create(str(tmp_path / "seeds.annotator"), ada)
    import_files(project, [SEEDS])
    annotate_as(project, ada, ADAS)
    annotate_as(project, bo, BOS)
    keys = articles.article_ids(project)
    project.close()
    window = open_window(project.name, ada)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    reviewer = Reviewer(window)
    seen = []
    # Theirs, who linked to somebody else; mine with both segments; what agrees; theirs, longer; mine; both.
    for key in ("A", "X", "Shift+A", "A", "X", "B"):
        seen.append((keys.index(reviewer.article), reviewer.heading()))
        reviewer.press(key)
    assert seen == [
        (FIRST, "entity ≠ · open ○"), (FIRST, "boundary ≠ · open ○"), (FIRST, "agreed ✓ · open ○"),
        (SECOND, "boundary ≠ · open ○"), (THIRD, "boundary ≠ · open ○"), (THIRD, "tag ≠ · open ○"),
    ]  # fmt: skip
    assert "Nothing is left to decide." in reviewer.message()
    final = [span for key in keys for span in reviewer.stored(None, key)]
    assert Counter(span.tag for span in final) == {"quote": 1, "claim": 3, "hedge": 2, "opinion": 1}
    assert [len(span.segments) for span in final if span.tag == "quote"] == [2]
    links = [link.entity for span in final if span.tag == "claim" for link in span.links]
    names = {one.name for one in linking.entities_by_id(reviewer.project, links).values()}
    assert names == {"Mike Goodrum", "CrimeOnline", "Sarah Rumpf"}
    assert checking.check(reviewer.project) == []
    window.close()
