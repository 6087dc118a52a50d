"""Where known names stand in the text: beyond U+FFFF, in mixed directions, over line ends, in long texts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from annotator.analysis.mentions import Mention, MentionFinder
from annotator.core.segments import Segment
from annotator.ui.article_view import ArticleView


def mark(view: ArticleView, *names: str) -> list[tuple[int, int]]:
    """Mark names, and return which stretches of the text are asked for from then on."""
    finder, asked = MentionFinder({name: [name] for name in names}), list[tuple[int, int]]()

    def find(start: int, end: int) -> list[Mention]:
        asked.append((start, end))
        found = finder.mentions(view.stored_text[start:end])
        return [Mention(Segment(start + one.start, start + one.end), keys) for one, keys in found]

    view.known_names.mark(find)
    return asked


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ines Calloway came.", "Ines Calloway"),
        ("😀😀 said Ines 😀 to Bo.", "Ines"),
        ("She said سلمى الخطيب came.", "سلمى الخطيب"),
        ("قالت Ines أمس", "Ines"),
        ("昨日田中花子が言った", "田中花子"),
    ],
)
def test_a_name_is_under_the_pointer_where_it_is_painted(
    show: Callable[..., ArticleView], text: str, name: str
) -> None:
    view = show(text)
    mark(view, name)
    start = text.index(name)
    boxes = view.shown_page().boxes_of_parts([Segment(start, start + len(name))], view.text_map)
    assert [(box.left, box.right) for box, _mention in view.known_names.boxes()] == [
        (box.left, box.right) for box in boxes
    ]
    box = boxes[0]
    found = view.known_names.at(QPoint(round((box.left + box.right) / 2), round((box.top + box.bottom) / 2)))
    assert found == Mention(Segment(start, start + len(name)), (name,))
    assert view.known_names.at(QPoint(round(box.right) + 400, round(box.bottom) + 90)) is None


def test_a_name_over_a_line_end_is_one_mention_in_two_boxes(show: Callable[..., ArticleView]) -> None:
    text = "so " * 200 + "Ines Calloway " * 40
    view = show(text, width=420)
    mark(view, "Ines Calloway")
    boxes = view.known_names.boxes()
    mentions = {mention for _box, mention in boxes}
    assert len(boxes) > len(mentions)


def test_only_what_is_in_sight_is_searched_and_only_once(show: Callable[..., ArticleView]) -> None:
    text = "Ines Calloway came again and again, and went away.\n" * 4_000
    view = show(text)
    asked = mark(view, "Ines Calloway")
    view.viewport().repaint()
    view.viewport().repaint()
    assert len(asked) == 1
    assert asked[0][1] - asked[0][0] < len(text) / 20
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    QApplication.processEvents()
    assert asked[-1][0] > 0
    assert len(view.known_names.boxes()) > 5


def test_another_article_is_searched_anew(show: Callable[..., ArticleView]) -> None:
    view = show("Ines Calloway came.")
    mark(view, "Ines Calloway", "Bo Lund")
    assert len(view.known_names.boxes()) == 1
    view.show_article("Bo Lund met Bo Lund.")
    assert len(view.known_names.boxes()) == 2
    view.known_names.mark(None)
    assert view.known_names.boxes() == []
