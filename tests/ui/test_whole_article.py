"""A whole article annotated by keyboard alone, as a fact-checker would; and how many keys that takes."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median

import pytest
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.services import exporting, importing, projects
from annotator.ui.app import open_window
from tests.conftest import SHARED
from tests.ui.driving import Driver

SEED = next(iter(sorted((SHARED / "seeds").glob("000_*.txt"))), None)

pytestmark = pytest.mark.skipif(SEED is None, reason="the seeds are not at hand")

QUOTES = [
    ('"Given the horrific', 1, "Mike Goodrum", "person"),
    ('"The Coral Springs Police Department will', 2, "Carla Kmiotek", "person"),
    ('"Our police department', 2, "the department", "organisation"),
    ('"I understand that another', 1, "Tony Pustizzi", "person"),
    ('"upwards of four minutes."', 1, "Scott Israel", "person"),
    ('"What I saw was', 1, "Scott Israel", "person"),
    ('"went in. Addressed', 1, "Scott Israel", "person"),
    ("\"I'm in shock", 1, "Robert Runcie", "person"),
]
"""How each quotation in marks begins, its segments, and who is quoted."""

HEDGES = ["may have", "could have", "could have"]
CLAIMED = "A source familiar with the conversation tells CNN that Goodrum was upset"
MOST_KEYS = 5


def pick(person: Driver, speaker: str) -> None:
    """Take the first row where it is the right one; else type, letter by letter, until it is."""
    rows = person.picker.rows
    for letter in ("", *speaker):
        if letter:
            person.type(letter)
        if f" {rows.item(rows.currentRow()).text()} ".replace("“", " ").replace("”", " ").find(f" {speaker} ") >= 0:
            break
    person.press("Return")


def annotate_quotes(person: Driver) -> list[int]:
    """Make every quotation in marks a quote with its speaker; return the keys that each took."""
    took = []
    for beginning, _segments, speaker, _kind in QUOTES:
        before = person.keys_pressed
        person.press("N")
        assert (person.candidate() or "").startswith(beginning)
        person.press("1")
        pick(person, speaker)
        took.append(person.keys_pressed - before)
    person.press("N")
    assert "no more quotations" in person.message()
    return took


def annotate_hedges(person: Driver) -> None:
    """Walk through the words that may be hedges, tag some of them and dismiss the first."""
    person.press("Ctrl+Home", "H", "X")
    for _number in range(12):
        if person.candidate() in HEDGES:
            person.press("3", "Esc")
        person.press("H")


def annotate_claims(person: Driver) -> None:
    """Go to a sentence, tag it, link an anonymous source, and say who relayed it."""
    person.press("Esc", "Ctrl+F")
    person.type("A source familiar")
    person.press("Return", "Esc", "Left", "S", "2")
    person.type("@anon A source familiar with the conversation")
    person.press("Return", "Ctrl+L")
    person.type("@org CNN")
    person.press("Return", "F", "C")
    person.type("Who is it?")
    person.press("Esc")


def test_a_whole_article_is_annotated_without_the_mouse(qtbot: QtBot, tmp_path: Path, ada: Annotator) -> None:
    assert SEED is not None
    project = projects.create(str(tmp_path / "seeds.annotator"), ada)
    importing.import_files(project, [SEED])
    window = open_window(project)
    qtbot.addWidget(window)
    person = Driver(window)

    took = annotate_quotes(person)
    assert median(took) <= MOST_KEYS, took
    assert max(took) <= 2 * MOST_KEYS, took
    annotate_hedges(person)
    annotate_claims(person)
    before = person.texts()
    person.press("Ctrl+Z", "Ctrl+Z", "Ctrl+Y", "Ctrl+Y")
    assert person.texts() == before
    person.press("Ctrl+Return")
    assert "is done" in person.message()

    exporting.export_file(project, tmp_path / "seeds.json", "json")
    window.close()
    check(json.loads((tmp_path / "seeds.json").read_bytes()), SEED.read_bytes().decode("utf-8"))


def check(held: dict[str, list[dict[str, object]]], raw: str) -> None:
    """Check what the file holds of the article."""
    entities = {entity["id"]: entity for entity in held["entities"]}
    (article,) = held["articles"]
    assert article["text"] == raw
    (layer,) = article["layers"]  # type: ignore[misc, attr-defined]
    assert layer["status"] == "done"
    spans = layer["spans"]
    for span in spans:
        for segment in span["segments"]:
            assert raw[segment["start"] : segment["end"]] == segment["text"]
    quotes = [span for span in spans if span["tag"] == "quote"]
    assert len(quotes) == len(QUOTES)
    for span, (beginning, segments, speaker, kind) in zip(quotes, QUOTES, strict=True):
        assert span["segments"][0]["text"].startswith(beginning)
        assert len(span["segments"]) == segments
        (link,) = span["links"]
        entity = entities[link["entity"]]
        assert (link["role"], entity["name"], entity["kind"]) == ("speaker", speaker, kind)
    assert len([entity for entity in held["entities"] if entity["name"] == "Scott Israel"]) == 1
    hedges = [span["segments"][0]["text"] for span in spans if span["tag"] == "hedge"]
    assert hedges == HEDGES
    (claim,) = (span for span in spans if span["tag"] == "claim")
    assert claim["segments"][0]["text"].startswith(CLAIMED)
    assert (claim["note"], claim["unsure"]) == ("Who is it?", True)
    named = [(entities[link["entity"]]["name"], entities[link["entity"]]["kind"]) for link in claim["links"]]
    assert named == [("A source familiar with the conversation", "anonymous"), ("CNN", "organisation")]
