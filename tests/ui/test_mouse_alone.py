"""An article annotated with the mouse alone: tags, links, segments, attributes, candidates, undo, done."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from tests.ui.driving import ARTICLE, Driver

NOTHING_HELD = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


class Hand:
    """A person with a hand on the mouse and none on the keys."""

    def __init__(self, person: Driver) -> None:
        self.person, self.view = person, person.view
        self.viewport = self.view.viewport()

    def at(self, words: str, within: int = 0) -> QPoint:
        """Where a character of the text begins."""
        cursor = self.view.textCursor()
        cursor.setPosition(self.view.text_map.to_units(ARTICLE.index(words) + within))
        rect = self.view.cursorRect(cursor)
        return QPoint(rect.left() + 1, rect.center().y())

    def click(self, place: QPoint, on: QWidget | None = None) -> None:
        QTest.mouseClick(on or self.viewport, LEFT, NOTHING_HELD, place)

    def double_click(self, place: QPoint) -> None:
        self.click(place)
        QTest.mouseDClick(self.viewport, LEFT, NOTHING_HELD, place)

    def drag(self, start: QPoint, end: QPoint) -> None:
        QTest.mousePress(self.viewport, LEFT, NOTHING_HELD, start)
        for part in range(1, 6):
            at = start + (end - start) * part / 5
            moved = QMouseEvent(
                QEvent.Type.MouseMove, at.toPointF(), self.viewport.mapToGlobal(at).toPointF(),
                Qt.MouseButton.NoButton, LEFT, NOTHING_HELD,
            )  # fmt: skip
            QApplication.sendEvent(self.viewport, moved)
        QTest.mouseRelease(self.viewport, LEFT, NOTHING_HELD, end)

    def choose(self, place: QPoint, *texts: str) -> None:
        """Open the menu at a place of the text, and click one of its actions; then one of the menu that this opens."""
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, self.viewport.mapToGlobal(place))
        QApplication.sendEvent(self.viewport, event)
        self.take(*texts)

    def take(self, *texts: str) -> None:
        for text in texts:
            menu = QApplication.activePopupWidget()
            assert isinstance(menu, QMenu)
            action = next(one for one in menu.actions() if one.text().replace("&", "") == text)
            # A menu takes a release for a click only where the pointer was moved to its action.
            QTest.mouseMove(menu, menu.actionGeometry(action).center())
            self.click(menu.actionGeometry(action).center(), menu)

    def choose_in_bar(self, title: str, text: str) -> None:
        """Open a menu of the window, and click one of its actions."""
        bar = self.person.window.menuBar()
        action = next(one for one in bar.actions() if one.text().replace("&", "") == title)
        self.click(bar.actionGeometry(action).center(), bar)
        self.take(text)

    def pick(self, row: int) -> None:
        rows = self.person.picker.rows
        assert self.person.picker.isVisible()
        self.click(rows.visualItemRect(rows.item(row)).center(), rows.viewport())


@pytest.fixture
def hand(person: Driver) -> Hand:
    return Hand(person)


def test_a_whole_article_is_annotated_without_a_key(person: Driver, hand: Hand) -> None:
    inside = hand.at("act,", 1)
    hand.click(inside)
    hand.choose(inside, "Quote")
    hand.pick(0)
    assert person.texts() == [("quote", ["“We act,”", "“We do not wait.”"], "Ines Calloway")]

    may = hand.at("may cost", 1)
    hand.double_click(may)
    hand.choose(may, "Hedge")
    hand.pick(0)
    hand.drag(hand.at("The plan"), hand.at("million,", len("million")))
    hand.choose(hand.at("forty"), "Claim")
    hand.click(hand.at("It is a shame"))
    assert not person.picker.isVisible()
    assert [tag for tag, _words, _name in person.texts()] == ["quote", "claim", "hedge"]

    claim = next(span for span in person.spans() if span.tag == "claim")
    assert person.view.current == claim.id
    hand.drag(hand.at("Critics"), hand.at("Critics", len("Critics")))
    hand.choose(hand.at("Critics", 3), "Add selection to the span")
    assert ("claim", ["The plan may cost forty million", "Critics"], None) in person.texts()
    hand.choose(hand.at("Critics", 3), "Remove the segment at the caret")
    hand.choose(hand.at("million", 2), "Unsure (flag)")
    hand.choose(hand.at("million", 2), "Attributes…", "Certainty", "possible")
    claim = next(span for span in person.spans() if span.tag == "claim")
    assert (claim.unsure, claim.attributes, len(claim.segments)) == (True, {"certainty": "possible"}, 1)

    hand.choose_in_bar("Edit", "Undo")
    assert next(span for span in person.spans() if span.tag == "claim").attributes == {}
    hand.choose_in_bar("Edit", "Redo")
    assert next(span for span in person.spans() if span.tag == "claim").attributes == {"certainty": "possible"}

    hand.choose(hand.at("shame"), "Next candidate")
    hand.choose_in_bar("Annotate", "Next candidate")
    assert person.candidate() is not None
    hand.choose_in_bar("Annotate", "Dismiss candidate")
    hand.choose_in_bar("Article", "Done and next")
    assert person.view.stored_text.startswith("Bridge closed")
    assert person.keys_pressed == 0
