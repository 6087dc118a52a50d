"""The command palette, with real key events."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from annotator.ui.actions import SPECS
from annotator.ui.command_palette import CommandPalette, matching
from tests.ui.driving import Driver


@pytest.fixture
def palette(person: Driver) -> CommandPalette:
    found = person.window.findChild(CommandPalette, "commandPalette")
    assert found is not None
    return found


def listed(palette: CommandPalette, column: int = 0) -> list[str]:
    return [item.text(column) for item in palette._items()]


def test_every_action_is_listed_with_its_keys_in_the_order_of_the_menus(
    person: Driver, palette: CommandPalette
) -> None:
    person.press("Ctrl+Shift+P")
    assert palette.isVisible()
    assert QApplication.focusWidget() is palette.edit
    assert len(listed(palette)) == len(list(person.window.actions_))
    assert listed(palette)[0] == "New project"
    rows = dict(zip(listed(palette), listed(palette, 2), strict=True))
    assert rows["New project"] == "Ctrl+N"
    assert rows["Next candidate"] == "N"
    assert rows["Quote"].startswith("1")
    assert listed(palette).index("Quote") < listed(palette).index("Next candidate")


def test_beginnings_of_words_in_any_order_find_and_enter_runs_on_the_article(
    person: Driver, palette: CommandPalette
) -> None:
    person.press("Ctrl+Shift+P")
    person.type("cand ne")
    assert listed(palette)[0] == "Next candidate"
    assert "Previous candidate" not in listed(palette)
    person.press("Return")
    assert not palette.isVisible()
    assert QApplication.focusWidget() is person.view
    assert person.candidate() == "“We act,”"


def test_an_action_of_the_article_acts_there_wherever_the_focus_was(person: Driver, palette: CommandPalette) -> None:
    person.article_list.setFocus()
    person.press("Ctrl+Shift+P")
    person.type("next candidate")
    person.press("Return")
    assert QApplication.focusWidget() is person.view
    person.press("Ctrl+Shift+P")
    person.type("quote")
    person.press("Return")
    assert person.picker.isVisible()
    person.press("Return")
    assert [span[0] for span in person.texts()] == ["quote"]


def test_esc_gives_the_focus_back_to_where_it_was(person: Driver, palette: CommandPalette) -> None:
    field = person.window.findChild(QLineEdit, "articleFilter")
    assert field is not None
    for widget in (person.view, person.article_list, field):
        widget.setFocus()
        person.press("Ctrl+Shift+P")
        person.type("undo")
        person.press("Esc")
        assert not palette.isVisible()
        assert QApplication.focusWidget() is widget
    person.press("Ctrl+Shift+P", "Ctrl+Shift+P")
    assert not palette.isVisible()
    assert QApplication.focusWidget() is field


def test_opened_from_the_picker_which_closes_it_leaves_the_focus_on_the_article(
    person: Driver, palette: CommandPalette
) -> None:
    person.press("N", "1")
    assert person.picker.isVisible()
    person.press("Ctrl+Shift+P")
    assert not person.picker.isVisible()
    person.press("Esc")
    assert QApplication.focusWidget() is person.view


def test_what_makes_no_sense_is_grey_and_does_not_run(person: Driver, palette: CommandPalette) -> None:
    person.press("Ctrl+Shift+P")
    person.type("undo")
    assert person.window.actions_["undo"].isEnabled()
    person.press("Esc", "Ctrl+Shift+P")
    person.type("open again")
    (item,) = palette._items()
    assert item.isDisabled()
    assert palette.rows.currentItem() is None
    person.press("Return")
    assert palette.isVisible()
    QTest.mouseClick(palette.rows.viewport(), Qt.MouseButton.LeftButton, pos=palette.rows.visualItemRect(item).center())
    assert palette.isVisible()


def test_arrows_go_over_what_is_possible_and_wrap(person: Driver, palette: CommandPalette) -> None:
    person.press("Ctrl+Shift+P")
    person.type("a")
    possible = [item.text(0) for item in palette._items() if not item.isDisabled()]
    assert len(possible) < len(listed(palette))
    seen = []
    for _number in range(len(possible) + 1):
        seen.append(palette.rows.currentItem().text(0))  # type: ignore[union-attr]
        person.press("Down")
    assert seen == [*possible, possible[0]]
    person.press("Up", "Up")
    assert palette.rows.currentItem().text(0) == possible[-1]  # type: ignore[union-attr]


def test_it_says_so_where_nothing_matches(person: Driver, palette: CommandPalette, announced: list[str]) -> None:
    person.press("Ctrl+Shift+P")
    person.type("no such thing")
    assert listed(palette) == ["No command has words that begin like this."]
    assert announced[-1] == listed(palette)[0]
    person.press("Return", "Down")
    assert palette.isVisible()
    palette.edit.clear()
    person.type("undo")
    assert listed(palette) == ["Undo"]


def test_it_closes_when_the_focus_goes_elsewhere(person: Driver, palette: CommandPalette) -> None:
    person.press("Ctrl+Shift+P")
    person.article_list.setFocus()
    assert not palette.isVisible()
    assert QApplication.focusWidget() is person.article_list


def test_what_is_switched_on_is_ticked(person: Driver, palette: CommandPalette) -> None:
    person.press("Ctrl+Shift+P")
    assert {"✓ Articles", "✓ Spans"} <= set(listed(palette))
    person.press("Esc", "F8", "Ctrl+Shift+P")
    assert "Articles" in listed(palette)


def test_nearer_is_first() -> None:
    assert matching("span", SPECS)[0].name.startswith("Span")
    found = [spec.name for spec in matching("next", SPECS)]
    assert found.index("Next candidate") < found.index("Done and next")
    names = [spec.name for spec in matching("art", SPECS)]
    assert names.index("Next article") < names.index("Done and next")  # the one by its text, the other by its menu


@given(st.sampled_from(SPECS), st.randoms(use_true_random=False))
def test_beginnings_of_an_actions_own_words_find_it_in_any_order(spec: object, random: object) -> None:
    words = [word[: random.randint(1, len(word))] for word in spec.name.replace("(", "").split()]  # type: ignore[attr-defined]
    random.shuffle(words)  # type: ignore[attr-defined]
    assert spec in matching(" ".join(words).upper(), SPECS)


@given(st.text(max_size=12))
def test_whatever_is_typed_finds_some_of_the_actions_once(typed: str) -> None:
    found = matching(typed, SPECS)
    assert len({spec.id for spec in found}) == len(found)
    assert set(found) <= set(SPECS)
