"""What a colleague sees of a review while annotating: decisions and comments at their spans, and how they answer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from annotator.core.records import Comment
from annotator.services.review import comments, deciding
from tests.services.review.reviewed import Scene
from tests.ui.driving import Driver
from tests.ui.review.reviewing import Reviewer


def listed(person: Driver, column: int, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> list[str]:
    model = person.span_list.model()
    return [model.index(row, column).data(role) for row in range(model.rowCount())]


def test_a_colleague_sees_decisions_and_comments_at_their_spans_and_answers(
    open_review: Callable[..., Reviewer], scene: Scene
) -> None:
    opinion, claim = scene.span(scene.bo, "opinion"), scene.span(scene.bo, "claim")
    deciding.decide(scene.project, [scene.span(scene.bo, "quote")], [opinion])
    deciding.accept_changed(scene.project, claim, claim)
    asked = comments.add(scene.project, opinion.id, "Whose opinion is it?")
    person = open_review(scene.bo)
    person.press("Ctrl+1")
    person.open_row(0)
    assert listed(person, 0) == ["Q✓", "H", "C≠", "O✗"]
    assert listed(person, 0, Qt.ItemDataRole.AccessibleTextRole)[3] == "Opinion, rejected"
    which = person.page.page.spans.which
    which.setCurrentIndex(which.findText("changed or rejected"))
    assert listed(person, 1) == ["forty million crowns", "“A shame,”"]
    which.setCurrentIndex(which.findText("commented"))
    assert listed(person, 1) == ["“A shame,”"]
    person.span_list.setCurrentIndex(person.span_list.model().index(0, 1))
    remarks = person.page.page.details.remarks
    assert remarks.decisions.text() == "✗ rejected by Ada Ferris"
    (answer,) = (one for one in remarks.comments.findChildren(QToolButton) if one.text() == "Answer")
    QTest.mouseClick(answer, Qt.MouseButton.LeftButton)
    person.type("The paper's own.")
    person.press("Return")
    stored = next(span for span in person.stored(scene.bo.id, scene.article) if span.id == opinion.id)
    assert [(one.text, one.by, one.answers) for one in stored.comments] == [
        ("Whose opinion is it?", scene.ada.id, None), ("The paper's own.", scene.bo.id, asked),
    ]  # fmt: skip
    assert remarks.comments.rows.count() == 2
    person.press("Esc")
    assert person.view.hasFocus()


def test_a_decision_on_a_span_that_changed_since_says_so(open_review: Callable[..., Reviewer], scene: Scene) -> None:
    deciding.decide(scene.project, [], [scene.span(scene.bo, "opinion")])
    person = open_review(scene.bo)
    person.press("Ctrl+1")
    person.open_row(0)
    person.span_list.setCurrentIndex(person.span_list.model().index(3, 1))
    person.view.setFocus()
    person.press("F")
    decisions = person.page.page.details.remarks.decisions
    assert decisions.text() == "✗ rejected by Ada Ferris, before it was changed"
    person.press("K")
    assert not decisions.isVisible()


def buttons(person: Reviewer, name: str) -> list[QToolButton]:
    """The buttons of that name beside the comments of the current span."""
    QApplication.processEvents()
    found = person.page.page.details.remarks.comments.findChildren(QToolButton)
    return [one for one in found if one.text() == name and one.isVisible()]


def test_a_comment_of_ones_own_is_edited_and_deleted_until_it_is_answered(
    open_review: Callable[..., Reviewer], scene: Scene
) -> None:
    opinion = scene.span(scene.bo, "opinion").id
    asked = comments.add(scene.project, opinion, "Whose opinion is it?")
    person = open_review(scene.bo)
    person.press("Ctrl+1")
    person.open_row(0)
    person.span_list.setCurrentIndex(person.span_list.model().index(3, 1))
    thread = person.page.page.details.remarks.comments
    assert (buttons(person, "Edit"), buttons(person, "Delete")) == ([], [])
    thread.field.setFocus()
    person.type("Mine")
    person.press("Return")
    QTest.mouseClick(buttons(person, "Edit")[0], Qt.MouseButton.LeftButton)
    person.type("!")
    person.press("Return")
    assert [one.text for one in scene_comments(person, opinion)] == ["Whose opinion is it?", "Mine!"]
    mine = scene_comments(person, opinion)[1].id
    QTest.mouseClick(buttons(person, "Answer")[1], Qt.MouseButton.LeftButton)
    person.type("Said twice")
    person.press("Return")
    assert [one.answers for one in scene_comments(person, opinion)] == [None, None, mine]
    assert [one.accessibleName() for one in buttons(person, "Delete")] == ["Delete the comment of Bo Lindqvist"]
    QTest.mouseClick(buttons(person, "Delete")[0], Qt.MouseButton.LeftButton)
    assert [one.id for one in scene_comments(person, opinion)] == [asked, mine]


def scene_comments(person: Reviewer, span: str) -> list[Comment]:
    """The comments on a span of the open article, as the project has them."""
    return [one for held in person.spans() if held.id == span for one in held.comments]
