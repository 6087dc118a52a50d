"""Keyboards whose digit row writes digits with Shift only."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from annotator.services import projects
from annotator.ui.keyboard.digit_row import digit_meant
from annotator.ui.keyboard.keys import tag_pressed
from tests.ui.driving import Driver

FRENCH = {"1": ("&", Qt.Key.Key_Ampersand), "2": ("é", Qt.Key.Key_Eacute), "3": ('"', Qt.Key.Key_QuoteDbl),
          "4": ("'", Qt.Key.Key_Apostrophe)}  # fmt: skip
NONE, CONTROL, SHIFT = (
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier,
)  # fmt: skip


def on_linux(digit: str, *, modifiers: Qt.KeyboardModifier = NONE) -> QKeyEvent:
    """What X11 and Wayland tell of a key of a French digit row."""
    text, key = FRENCH[digit]
    return QKeyEvent(QEvent.Type.KeyPress, key, modifiers, 9 + int(digit), 0, 0, text)


def strike(person: Driver, event: QKeyEvent) -> None:
    QApplication.sendEvent(QApplication.focusWidget() or person.window, event)


@pytest.mark.parametrize(("digit", "tag"), [("1", "quote"), ("2", "claim"), ("3", "hedge"), ("4", "opinion")])
def test_the_unshifted_key_of_a_digit_tags(person: Driver, digit: str, tag: str) -> None:
    person.select("forty million")
    strike(person, on_linux(digit))
    assert person.texts() == [(tag, ["forty million"], None)]


def test_views_are_chosen_with_ctrl_and_the_unshifted_key(person: Driver) -> None:
    strike(person, on_linux("3", modifiers=CONTROL))
    assert person.window.actions_["entities_view"].isChecked()
    strike(person, on_linux("1", modifiers=CONTROL))
    assert person.window.actions_["annotate_view"].isChecked()


def test_in_a_field_the_key_writes_what_it_writes(person: Driver) -> None:
    person.select("forty million")
    field = person.window.findChild(QLineEdit, "articleFilter")
    assert field is not None
    field.setFocus()
    strike(person, on_linux("2"))
    assert field.text() == "é"
    person.article_list.setFocus()
    strike(person, on_linux("2"))
    assert person.texts() == []


@pytest.mark.parametrize(
    ("platform", "codes"),
    [
        ("xcb", dict(zip("1234567890", range(10, 20), strict=True))),
        ("windows", dict(zip("1234567890", range(2, 12), strict=True))),
        ("cocoa", {"1": 18, "2": 19, "3": 20, "4": 21, "5": 23, "6": 22, "7": 26, "8": 28, "9": 25, "0": 29}),
    ],
)
def test_the_row_is_known_on_each_system(monkeypatch: pytest.MonkeyPatch, platform: str, codes: dict[str, int]) -> None:
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: platform)
    for digit, code in codes.items():
        scan, virtual = (1, code) if platform == "cocoa" else (code, 0)

        def event(key: Qt.Key, modifiers: Qt.KeyboardModifier, scan: int = scan, virtual: int = virtual) -> QKeyEvent:
            return QKeyEvent(QEvent.Type.KeyPress, key, modifiers, scan, virtual, 0, "")

        assert digit_meant(event(Qt.Key.Key_Ampersand, NONE)) == digit
        assert digit_meant(event(Qt.Key.Key_Ampersand, CONTROL)) == f"Ctrl+{digit}"
        assert digit_meant(event(Qt.Key.Key_Ampersand, SHIFT)) == ""
        assert digit_meant(event(Qt.Key(ord(digit)), NONE)) == ""
        assert digit_meant(event(Qt.Key.Key_twosuperior, NONE)) == ""
    assert digit_meant(QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Q, NONE, 38, 12, 0, "a")) == ""


@pytest.mark.parametrize(("digit", "tag"), [("1", "quote"), ("4", "opinion")])
def test_the_review_takes_it_for_the_tags_key(digit: str, tag: str) -> None:
    tags = projects.default_tags()
    assert tag_pressed(on_linux(digit), tags) == tag
    assert tag_pressed(on_linux(digit, modifiers=CONTROL), tags) is None
