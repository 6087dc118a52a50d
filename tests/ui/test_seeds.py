"""The first real work: hard spans of the three seeds, made with keys, kept, and exported with the right offsets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.services import exporting, importing, projects
from annotator.ui.app import open_window
from tests.conftest import SHARED
from tests.ui.driving import Driver

SEEDS = SHARED / "seeds"

pytestmark = pytest.mark.skipif(not SEEDS.is_dir(), reason="the seeds are not at hand")

SPLIT = [
    '"The Coral Springs Police Department will speak on behalf of our officers and their response in that incident,"',
    '" We will not speak on behalf of Broward Sheriff\'s deputies and their response to the incident."',
]
TWO_PARAGRAPHS = [
    "“Given the horrific events of that day emotions were running high and the sheriff and I had a heated moment the"
    " following evening,”",
    "“Sheriff Israel and I have spoken several times since and I can assure you that our departments have a good"
    " working relationship and the utmost respect for each other.”",
]
OUTSIDE = "the Broward deputies had remained outside the school while kids inside could have been bleeding out"
RELAYED = "three other Broward County Sheriff's deputies were also outside the school and had not entered"
CONFRONTED = "reportedly confronted"
REASON = "I can’t think of a good reason that Sheriff Israel should not do the same."


def candidate(person: Driver, beginning: str) -> None:
    """Walk with N until the candidate begins like this."""
    for _number in range(30):
        person.press("N")
        if (found := person.candidate()) and found.startswith(beginning):
            return
    raise AssertionError(f"no candidate begins with {beginning}")


def link_to(person: Driver, typed: str) -> None:
    person.type(typed)
    person.press("Return")


def annotate_first(person: Driver) -> None:
    candidate(person, '"The Coral Springs Police Department will')  # a quote in two segments, a stray space in one
    person.press("1")
    link_to(person, "Carla Kmiotek")
    candidate(person, '"Our police department')  # interrupted, and never closed
    person.press("1")
    link_to(person, "@org Coral Springs Police Department")
    person.select(OUTSIDE)  # a claim of an anonymous source, known in this article only
    person.press("2")
    link_to(person, "@anon A source familiar with the conversation")
    person.select("could have been")  # a hedge inside that claim
    person.press("3")
    link_to(person, "a source")
    person.select(RELAYED)
    person.press("2")
    link_to(person, "@anon Coral Springs sources")
    person.select("may have reached")
    person.press("3", "Esc")
    candidate(person, '"What I saw was')
    person.press("1", "Return")  # the name beside the verb is proposed


def annotate_second(person: Driver) -> None:
    candidate(person, "“Given the horrific")  # one quote over two paragraphs
    person.press("1")
    link_to(person, "Mike Goodrum")
    person.select("had not remained outside the building")  # annotated as written: the article errs
    person.press("2", "Esc")


def annotate_third(person: Driver) -> None:
    person.select(CONFRONTED)
    person.press("3", "Esc")
    person.select(REASON)  # an opinion of the article's author
    person.press("4")
    link_to(person, "author")
    person.select("“resentment”")
    person.press("1", "Esc")


def test_ten_hard_spans_are_made_by_keys_kept_and_exported(qtbot: QtBot, tmp_path: Path, ada: Annotator) -> None:
    name = str(tmp_path / "seeds.annotator")
    project = projects.create(name, ada)
    importing.import_files(project, [SEEDS])
    project.close()
    window = open_window(name, ada)
    person = Driver(window)
    annotate_first(person)
    person.press("Ctrl+PgDown")
    annotate_second(person)
    person.press("Ctrl+PgDown")
    annotate_third(person)
    window.close()

    again = open_window(name, ada)
    qtbot.addWidget(again)
    assert again.page is not None
    project = again.page.project.project
    exporting.export_file(project, tmp_path / "seeds.json", "json")
    again.close()
    held = json.loads((tmp_path / "seeds.json").read_bytes())
    names = {entity["id"]: entity for entity in held["entities"]}
    found = {}
    for article in held["articles"]:
        raw = next(SEEDS.glob(article["source"]["file"].rsplit("/", 1)[-1])).read_bytes().decode("utf-8")
        assert article["text"] == raw
        for span in article["layers"][0]["spans"]:
            for segment in span["segments"]:
                assert raw[segment["start"] : segment["end"]] == segment["text"]
            texts = tuple(segment["text"] for segment in span["segments"])
            found[span["tag"], texts] = [names[link["entity"]] for link in span["links"]]

    def linked(tag: str, *texts: str) -> list[tuple[str, str]]:
        return [(entity["name"], entity["kind"]) for entity in found[tag, texts]]

    assert linked("quote", *SPLIT) == [("Carla Kmiotek", "person")]
    assert linked("quote", *TWO_PARAGRAPHS) == [("Mike Goodrum", "person")]
    assert linked("claim", OUTSIDE) == [("A source familiar with the conversation", "anonymous")]
    assert linked("hedge", "could have been") == [("A source familiar with the conversation", "anonymous")]
    assert linked("claim", RELAYED) == [("Coral Springs sources", "anonymous")]
    assert linked("hedge", "may have reached") == []
    assert linked("quote", '"What I saw was a deputy arrive ... take up a position and he never went in,"')[0][
        0
    ].endswith("Israel")
    assert linked("claim", "had not remained outside the building") == []
    assert linked("hedge", CONFRONTED) == []
    assert linked("opinion", REASON)[0][1] == "author"
    assert linked("quote", "“resentment”") == []
    unclosed = next(texts for tag, texts in found if tag == "quote" and texts[0].startswith('"Our police'))
    assert len(unclosed) == 2
    assert unclosed[1].endswith("from the proper agency spokesperson.")
    assert all(names[key]["article"] for key in names if names[key]["kind"] in ("anonymous", "author"))
