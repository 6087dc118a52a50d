"""The guidelines beside the text: shown with F1, following the current span, edited in their place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QColor, QImage, QTextDocument, QTextFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from annotator.core.records import Annotator
from annotator.services import history, projects, scheme
from annotator.ui.annotate.guidelines import EditableText, Guidelines
from annotator.ui.app import open_window
from tests.ui.driving import Driver


@pytest.fixture
def pane(person: Driver) -> Guidelines:
    """The pane, shown by its key."""
    person.press("F1")
    return person.page.page.guidelines


def click(button: object) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)  # type: ignore[arg-type]


def written(person: Driver) -> str:
    return projects.info(person.page.project.project).guidelines


def replace_all(text: EditableText, person: Driver, typed: str) -> None:
    assert text.editor.hasFocus()
    person.press("Ctrl+A")
    for place, line in enumerate(typed.split("\n")):
        person.press(*(["Return"] if place else []))
        person.type(line)


def test_f1_shows_and_hides_the_pane_and_the_window_remembers_it(
    person: Driver, project_file: str, ada: Annotator
) -> None:
    pane = person.page.page.guidelines
    assert not pane.isVisible()
    person.press("F1")
    assert pane.isVisible()
    assert person.view.hasFocus()
    assert "Read the whole article once" in pane.ours.view.toPlainText()
    person.window.close()
    again = Driver(open_window(project_file, ada))
    try:
        assert again.page.page.guidelines.isVisible()
        again.press("F1")
        assert not again.page.page.guidelines.isVisible()
    finally:
        again.window.close()


def test_the_guideline_of_the_current_spans_tag_comes_first_and_stands_out(person: Driver, pane: Guidelines) -> None:
    def heading() -> str:
        return pane.tags.document.firstBlock().text()

    def ground() -> QColor | None:
        brush = pane.tags.document.firstBlock().blockFormat().background()
        return brush.color() if brush.style() != Qt.BrushStyle.NoBrush else None

    assert (heading(), ground()) == ("Q  Quote", None)
    person.select("may")
    person.press("3", "Esc")
    assert heading() == "H  Hedge"
    assert ground() == person.view.colours.tint(person.page.project.tag("hedge"))
    assert "kind: epistemic, evidential, weasel" in pane.tags.view.toPlainText()
    assert "The words that weaken" in pane.tags.document.findBlockByNumber(1).text()
    person.press("Esc")
    assert heading() == "Q  Quote"


def test_guidelines_are_edited_in_their_place_as_one_step(person: Driver, pane: Guidelines) -> None:
    steps = len(history.rows(person.page.project.project))
    click(pane.ours.edit)
    replace_all(pane.ours, person, "# Ours\n\n**Mark** all.")
    click(pane.ours.save)
    assert written(person) == "# Ours\n\n**Mark** all."
    assert pane.ours.view.toPlainText().split() == ["Ours", "Mark", "all."]
    assert pane.ours.view.isVisible()
    assert len(history.rows(person.page.project.project)) == steps + 1
    person.view.setFocus()
    person.press("Ctrl+Z")
    assert "Read the whole article once" in pane.ours.view.toPlainText()


def test_cancel_forgets_what_was_typed(person: Driver, pane: Guidelines) -> None:
    before = written(person)
    click(pane.ours.edit)
    replace_all(pane.ours, person, "Nothing.")
    click(pane.ours.cancel)
    assert written(person) == before
    assert "Read the whole article once" in pane.ours.view.toPlainText()
    click(pane.ours.edit)
    assert pane.ours.editor.toPlainText() == before


def test_the_guideline_of_a_tag_is_edited_there_too(person: Driver, pane: Guidelines) -> None:
    person.select("may")
    person.press("3", "Esc")
    assert pane.tags.edit.text() == "Edit that of “Hedge”"
    click(pane.tags.edit)
    replace_all(pane.tags, person, "Words of doubt.")
    click(pane.tags.save)
    assert pane.tags.document.findBlockByNumber(1).text() == "Words of doubt."
    person.view.setFocus()
    person.press("Ctrl+Z")
    assert "The words that weaken" in pane.tags.document.findBlockByNumber(1).text()


def test_what_is_typed_still_is_saved_when_the_project_is_closed(
    person: Driver, pane: Guidelines, project_file: str, ada: Annotator
) -> None:
    click(pane.ours.edit)
    replace_all(pane.ours, person, "Kept.")
    person.window.actions_["close"].trigger()
    again = projects.open_project(project_file, ada)
    try:
        assert projects.info(again).guidelines == "Kept."
    finally:
        again.close()


def test_a_text_that_somebody_else_changed_meanwhile_is_not_overwritten(person: Driver, pane: Guidelines) -> None:
    click(pane.ours.edit)
    replace_all(pane.ours, person, "Mine.")
    scheme.set_guidelines(person.page.project.project, written(person), "Theirs.")
    assert pane.ours.editor.toPlainText() == "Mine."
    click(pane.ours.save)
    assert "Somebody else changed this" in person.message()
    assert written(person) == "Theirs."
    assert pane.ours.editor.toPlainText() == "Mine."


def test_markup_of_files_stays_text_and_nothing_is_loaded_or_opened(
    person: Driver, pane: Guidelines, tmp_path: Path
) -> None:
    picture = QImage(40, 40, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.red)
    assert picture.save(str(tmp_path / "red.png"))
    text = f"<b>bold</b> <script>x</script>\n\n![p]({(tmp_path / 'red.png').as_uri()}) [link](https://example.org)\n"
    scheme.set_guidelines(person.page.project.project, written(person), text)
    QApplication.processEvents()
    assert "<b>bold</b> <script>x</script>" in pane.ours.view.toPlainText()
    loaded = pane.ours.document.resource(QTextDocument.ResourceType.ImageResource.value, QUrl.fromLocalFile("red.png"))
    assert loaded.size().width() == 1
    shown = pane.ours.view.viewport().grab().toImage()
    reds = [
        (x, y)
        for x in range(0, shown.width(), 4)
        for y in range(0, shown.height(), 4)
        if shown.pixelColor(x, y) == QColor(Qt.GlobalColor.red)
    ]
    assert reds == []
    flags = pane.ours.view.textInteractionFlags()
    assert not flags & Qt.TextInteractionFlag.LinksAccessibleByMouse
    assert not flags & Qt.TextInteractionFlag.LinksAccessibleByKeyboard


def test_tags_names_are_text_as_well(person: Driver, pane: Guidelines) -> None:
    project = person.page.project.project
    quote = projects.scheme(project)[0]
    scheme.edit_tag(project, quote, replace(quote, name="<i>Quote</i>", guideline="<img src=x>\n# no heading"))
    lines = pane.tags.view.toPlainText().splitlines()
    assert lines[:3] == ["I  <i>Quote</i>", "<img src=x>", "# no heading"]


def test_f6_reaches_the_pane(person: Driver, pane: Guidelines) -> None:
    seen = set()
    for _number in range(6):
        person.press("F6")
        focused = QApplication.focusWidget()
        assert focused is not None
        seen.add(focused.accessibleName())
    assert {"Guidelines of the project", "Guidelines of the tags"} <= seen


def test_nothing_is_edited_in_a_project_that_is_read_only(qtbot: QtBot, project_file: str, ada: Annotator) -> None:
    window = open_window(projects.open_project(project_file, ada, read_only=True))
    qtbot.addWidget(window)
    person = Driver(window)
    person.press("F1")
    pane = person.page.page.guidelines
    assert pane.isVisible()
    assert not pane.ours.edit.isEnabled()
    assert not pane.tags.edit.isEnabled()
    window.close()


def test_headings_do_not_outgrow_a_narrow_pane(person: Driver, pane: Guidelines) -> None:
    project = person.page.project
    project.attempt(
        lambda: scheme.set_guidelines(project.project, written(person), "# Guidelines\n\nMark it.\n\n## Two")
    )
    fonts, block = {}, pane.ours.document.begin()
    while block.isValid():
        for span in block.textFormats():
            fonts[block.text()] = span.format.property(QTextFormat.Property.FontSizeAdjustment) or 0
        block = block.next()
    assert fonts == {"Guidelines": 1, "Mark it.": 0, "Two": 0}
    person.window.resize(person.window.minimumSizeHint().width(), 600)
    QApplication.processEvents()
    assert pane.ours.document.begin().layout().lineCount() == 1
