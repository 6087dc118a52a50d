"""Texts of the window name the keys that actions have now."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from annotator.ui.keyboard.key_names import key_of, with_key
from tests.ui.driving import Driver

REMAPPED = {
    "next_span": ("Ctrl+J",), "next_candidate": ("F7",), "dismiss": ("F12",), "link": ("Y",), "add_link": (),
    "clear": ("Z",),
}  # fmt: skip


@pytest.fixture
def remapped(person: Driver) -> Driver:
    person.window.actions_.remap(REMAPPED)
    return person


def test_messages_name_the_keys_that_were_chosen(remapped: Driver) -> None:
    person = remapped
    person.press("D")
    assert person.message() == "No span is current: click one, or go to one with Ctrl+J."
    person.press("1")
    assert person.message() == "Nothing to tag: select words, or go to a quotation with F7."
    person.press("F12")
    assert person.message() == "No candidate is chosen: go to one with F7."
    person.press("F7")
    assert person.message().endswith("F7 goes on, F12 dismisses it.")
    person.press("M")
    assert person.message() == "Moving extends the selection; Z ends it."
    person.press("1", "Esc", "Shift+M")
    assert person.message() == "The span is not linked yet: link it first, with Y."


def test_an_action_without_a_key_is_named_as_in_the_menus(remapped: Driver) -> None:
    remapped.press("F7", "1", "Esc", "Ctrl+Shift+L")
    assert remapped.message() == "The span has no other link: add one with “Add another link”."


def test_keys_are_found_from_any_part_and_alone_those_that_are_built_in(person: Driver, qtbot: QtBot) -> None:
    person.window.actions_.remap(REMAPPED)
    assert key_of(person.page.page.details.note, "next_candidate") == "F7"
    assert key_of(person.page.page.moving, "clear") == "Z"
    alone = QWidget()
    qtbot.addWidget(alone)
    assert key_of(alone, "next_candidate") == "N"
    assert key_of(alone, "review_edit") == "Enter"
    assert key_of(alone, "rename_project") == "“Rename project”"
    assert with_key("Link…", alone, "review_link") == "Link… (L)"
    assert with_key("Add", person.page, "add_link") == "Add"
    with pytest.raises(KeyError):
        key_of(alone, "no such action")
