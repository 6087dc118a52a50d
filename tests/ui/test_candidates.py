"""Walking candidates with real keys: which one it is, leaving it, and taking it with the mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from annotator.analysis.hedges import find_hedges
from annotator.services import projects
from annotator.ui.annotate import open_article
from annotator.ui.annotate.context_menu import context_menu
from annotator.ui.app import open_window
from annotator.ui.runner import Runner
from tests.ui.driving import ARTICLE, Driver
from tests.ui.test_moving import at

UNCLOSED = '"Nobody asked us, said Tomas Reed.'


def test_each_says_which_of_how_many_it_is_and_what_can_be_done(person: Driver) -> None:
    told = []
    for _number in range(4):
        person.press("N")
        told.append(person.message())
    does = "a tag's digit takes it, N goes on, X dismisses it."
    assert told[:2] == [f"Candidate 1 of 3: {does}", f"Candidate 2 of 3: {does}"]
    assert told[2] == f"Candidate 3 of 3, its closing mark is missing: {does}"
    assert told[3] == told[0]
    person.press("H")
    assert person.message() == "Candidate 1 of 1: a tag's digit takes it, H goes on, X dismisses it."


def test_the_message_goes_with_the_candidate(person: Driver) -> None:
    person.press("N", "Esc")
    assert (person.candidate(), person.message()) == (None, "")


@pytest.mark.parametrize("keys", [("Ctrl+Down",), ("PgDown",), (".", ".", "."), ("Ctrl+End",)])
def test_whoever_goes_away_from_a_candidate_does_not_tag_it(person: Driver, keys: tuple[str, ...]) -> None:
    person.press("N", *keys)
    assert person.candidate() is None
    person.press("Ctrl+End", "1")
    assert person.texts() == []


def test_moving_within_a_candidate_keeps_it(person: Driver) -> None:
    person.press("N", "Right", "Ctrl+Right", "End")
    assert person.candidate() == "“We act,”"
    person.press("X")
    assert person.candidate() == "“a gamble.”"


def test_a_click_elsewhere_means_what_was_clicked(person: Driver) -> None:
    person.press("N")
    place = at(person, ARTICLE.index("gamble") + 2)
    QTest.mouseClick(person.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    person.press("1", "Esc")
    assert person.texts() == [("quote", ["“a gamble.”"], None)]


def test_the_right_mouse_button_on_a_candidate_keeps_it(person: Driver) -> None:
    person.press("H")
    menu = context_menu(person.window.actions_, person.page.page, at(person, ARTICLE.index("may") + 1))
    assert {"action:dismiss", "action:next_candidate"} <= {action.objectName() for action in menu.actions()}
    person.window.actions_["tag:hedge"].trigger()
    assert person.texts() == [("hedge", ["may"], None)]


def test_a_key_that_needs_a_span_says_what_makes_one_of_a_candidate(person: Driver) -> None:
    person.press("N", "L")
    assert person.message() == "This is only a candidate: a tag's digit makes it a span."


@pytest.mark.parametrize("way", ["candidate", "caret", "selection"])
def test_a_quote_without_its_closing_mark_is_flagged(person: Driver, way: str) -> None:
    if way == "candidate":
        person.press("Shift+N")
    else:
        person.view.set_caret(ARTICLE.index("Nobody") + 2)
        person.press(*(["Q"] if way == "selection" else []))
    person.press("1", "Esc")
    (span,) = person.spans()
    assert person.texts()[0][1] == [UNCLOSED]
    assert span.attributes == {"unclosed": "yes"}
    person.press("Ctrl+Z")
    assert person.spans() == []


def test_other_quotes_and_other_tags_are_not(person: Driver) -> None:
    person.press("N", "1", "Esc", "Shift+N", "Shift+N", "4", "Esc")
    assert [span.attributes for span in person.spans()] == [{}, {}]


def test_hedges_are_looked_for_once(person: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    monkeypatch.setattr(open_article, "find_hedges", lambda text: (looked.append(text), find_hedges(text))[1])
    person.press("H", "H", "Shift+H", "Esc", "H")
    assert person.candidate() == "may"
    assert looked == [ARTICLE]
    person.press("Ctrl+PgDown", "H")
    assert len(looked) == 2


def test_in_a_long_text_keys_find_their_work_done(
    person: Driver, runner: Runner, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    article = person.page.page.article
    monkeypatch.setattr(open_article, "_LONG", 10)
    article.prepare(runner)
    qtbot.waitUntil(lambda: article._speakers is not None)
    for finder in ("find_hedges", "find_quotations", "sentences", "SpeakerFinder"):
        monkeypatch.setattr(open_article, finder, None)
    person.view.set_caret(0)
    person.press("H")
    assert person.candidate() == "may"
    person.press("Esc", ".", "N", "1", "Return")
    assert person.texts() == [("quote", ["“a gamble.”"], "Critics")]


def test_whoever_only_reads_is_shown_the_candidates_too(project_file: str, qtbot: QtBot) -> None:
    project = projects.open_project(project_file, read_only=True)
    project.acting = None
    window = open_window(project)
    qtbot.addWidget(window)
    reader = Driver(window)
    assert reader.page.project.acting is None
    reader.press("N")
    assert reader.candidate() == "“We act,”"
    reader.press("1")
    assert reader.message() == "The project is open for reading only; nothing was changed."
    window.close()
