"""The panel below the span list: all of it can be read."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.ui.driving import Driver


def test_long_names_are_seen_whole_however_little_room_there_is(person: Driver, qtbot: QtBot) -> None:
    person.press("N", "2")
    person.type("@anon A source with a very long name who is close to the mayor")
    person.press("Return", "Ctrl+L")
    person.type("@via The Gazette")
    person.press("Return")
    links = person.page.page.details.links

    def cut() -> list[str]:
        names = [label for label in links.findChildren(QLabel) if label.isVisible()]
        assert [label.text() for label in names if label.text().startswith("A source with")]
        return [label.text() for label in names if label.height() < label.heightForWidth(label.width())]

    for height in (720, 640, 1000, 700):
        person.window.resize(1280, height)
        qtbot.waitUntil(lambda: not cut())
