"""What a person chooses in the import dialog: columns of tables, proposed regions, what to press and when."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QModelIndex, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from annotator.core.records import Article
from annotator.services import articles, history
from annotator.services.projects import Project
from annotator.ui.dialogs.import_dialog import ImportDialog
from annotator.ui.importing.entering import AddressDialog, PasteDialog
from annotator.ui.importing.preview import DIFFERENCE, MESSAGES
from annotator.ui.importing.rows import ARTICLES, FILE, TOLD, WORDS
from annotator.ui.runner import Runner
from tests.services.importing.test_batches import LONG
from tests.services.importing.test_regions import CREDIT, RELATED, TEXT
from tests.ui.answering import keys_into, meanwhile
from tests.ui.driving import Driver
from tests.ui.importing import click_check_box, read, rows, take_in
from tests.web import Server, serving

ODD = "a,b,c,d\nFog,It was foggy on the bay.,Ola Brandt,2024-05-01\nRain,It rained for a week.,Pia Holm,2024-05-02\n"
Key = Qt.Key


@pytest.fixture
def project(person: Driver) -> Project:
    return person.page.project.project


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as made:
        yield made


def new(project: Project) -> list[Article]:
    """Return what is in the project besides the two articles that it began with."""
    return [articles.whole_article(project, key) for key in articles.article_ids(project)[2:]]


def read_text(dialog: ImportDialog, qtbot: QtBot, folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    dialog.take([folder / name])
    read(dialog, qtbot)


def choose(box: QComboBox, text: str, qtbot: QtBot, dialog: ImportDialog) -> None:
    """Open a box, go to a choice and take it, as one does with keys."""
    box.setFocus()
    QTest.keyClick(box, Key.Key_Space)
    popup = box.view()
    qtbot.waitUntil(popup.isVisible)
    for _step in range(box.count()):
        if popup.currentIndex().data() == text:
            break
        QTest.keyClick(popup, Key.Key_Down if popup.currentIndex().row() < box.findText(text) else Key.Key_Up)
    QTest.keyClick(popup, Key.Key_Return)
    read(dialog, qtbot)


def see_columns(dialog: ImportDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(dialog.columns.isVisible)


def test_columns_are_chosen_by_key_and_the_preview_follows(
    import_dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    read_text(import_dialog, qtbot, tmp_path, "fog.txt", "Fog again.")
    assert not import_dialog.columns.isVisible()
    read_text(import_dialog, qtbot, tmp_path, "odd.csv", ODD)
    assert rows(import_dialog)[0][:2] == ["✗", "odd.csv"]
    see_columns(import_dialog, qtbot)
    boxes = import_dialog.columns.boxes
    assert {box.currentText() for box in boxes.values()} == {"none"}
    choose(boxes["text"], "b", qtbot, import_dialog)
    assert import_dialog.focusWidget() is boxes["text"]
    assert import_dialog.preview.text.toPlainText() == "It was foggy on the bay."
    for field, column in (("title", "a"), ("byline", "c"), ("published", "d")):
        choose(boxes[field], column, qtbot, import_dialog)
    assert import_dialog.preview.fields["byline"].text() == "Ola Brandt"
    take_in(import_dialog, qtbot)
    assert [(one.title, one.byline, one.published) for one in new(project)[1:]] == [
        ("Fog", "Ola Brandt", "2024-05-01"), ("Rain", "Pia Holm", "2024-05-02"),
    ]  # fmt: skip


def test_chosen_columns_hold_for_the_same_header_now_and_another_time(
    import_dialog: ImportDialog, qtbot: QtBot, tmp_path: Path, person: Driver
) -> None:
    read_text(import_dialog, qtbot, tmp_path, "one.csv", ODD)
    read_text(import_dialog, qtbot, tmp_path, "two.csv", ODD.replace("Fog,", "Mist,"))
    see_columns(import_dialog, qtbot)
    choose(import_dialog.columns.boxes["text"], "b", qtbot, import_dialog)
    assert [row[ARTICLES] for row in rows(import_dialog)] == ["2", "2"]
    read_text(import_dialog, qtbot, tmp_path, "three.csv", ODD.replace("Fog,", "Haze,"))
    assert [row[ARTICLES] for row in rows(import_dialog)] == ["2", "2", "2"]
    take_in(import_dialog, qtbot)
    later = ImportDialog(person.page.project, import_dialog.showing._runner, person.window)
    qtbot.addWidget(later)
    later.show()
    read_text(later, qtbot, tmp_path, "four.csv", ODD.replace("foggy", "misty"))
    assert later.preview.text.toPlainText() == "It was misty on the bay."
    see_columns(later, qtbot)
    assert later.columns.boxes["text"].currentText() == "b"
    later.done(0)


def test_a_column_holds_one_thing_only(import_dialog: ImportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    read_text(import_dialog, qtbot, tmp_path, "t.csv", "title,text\nFog,It was foggy.\n")
    see_columns(import_dialog, qtbot)
    choose(import_dialog.columns.boxes["byline"], "title", qtbot, import_dialog)
    assert import_dialog.columns.boxes["title"].currentText() == "none"
    assert import_dialog.preview.fields["byline"].text() == "Fog"


def test_rows_without_a_text_are_kept_where_it_is_asked_for(
    import_dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    read_text(import_dialog, qtbot, tmp_path, "stubs.csv", "title,url\nFog,https://bay.example/fog\n")
    assert rows(import_dialog)[0][0] == "✗"
    see_columns(import_dialog, qtbot)
    import_dialog.columns.stubs.setFocus()
    QTest.keyClick(import_dialog.columns.stubs, Key.Key_Space)
    read(import_dialog, qtbot)
    take_in(import_dialog, qtbot)
    assert [(one.title, one.url) for one in new(project)] == [("Fog", "https://bay.example/fog")]


def regions(article: Article) -> list[tuple[str, str]]:
    return [(one.kind, article.text[one.start : one.end]) for one in article.regions]


def test_proposed_regions_are_taken_of_all_articles_and_ticked_one_by_one(
    import_dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    for name in ("a.txt", "b.txt"):
        read_text(import_dialog, qtbot, tmp_path, name, TEXT.replace("Tuesday", f"Tuesday, says {name},"))
    assert import_dialog.regions.isVisible()
    assert import_dialog.preview.regions.ticked() == []
    choose(import_dialog.regions.box, "mark all 4 regions", qtbot, import_dialog)
    ticks = import_dialog.preview.regions
    assert len(ticks.ticked()) == 2
    ticks.setFocus()
    ticks.setCurrentRow(0)
    QTest.keyClick(ticks, Key.Key_Space)
    assert [one.start for one in ticks.ticked()] == [TEXT.replace("Tuesday", "Tuesday, says b.txt,").index("Ferry")]
    QTest.mouseClick(import_dialog.go, Qt.MouseButton.LeftButton)
    read(import_dialog, qtbot)
    assert [regions(one) for one in new(project)] == [[CREDIT, RELATED], [RELATED]]
    history.undo(project)
    assert new(project) == []


def test_what_will_be_a_region_is_greyed_in_the_preview_and_stands_where_it_should(
    import_dialog: ImportDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    read_text(import_dialog, qtbot, tmp_path, "a.txt", f"😀 {TEXT}".replace("[", "\n["))
    view = import_dialog.preview.text
    dotted = [one for one in view.extraSelections() if one.format.fontUnderline() or one.format.underlineStyle().value]
    assert [one.cursor.selectedText() for one in dotted] == [CREDIT[1], RELATED[1]]
    choose(import_dialog.regions.box, "mark the 1 likely region", qtbot, import_dialog)
    greyed = [one for one in view.extraSelections() if not one.format.underlineStyle().value]
    assert [one.cursor.selectedText() for one in greyed] == [CREDIT[1]]


def test_nothing_is_offered_where_nothing_is_proposed(
    import_dialog: ImportDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    read_text(import_dialog, qtbot, tmp_path, "a.txt", f"{LONG}{LONG}")
    assert not import_dialog.regions.isVisible()
    assert not import_dialog.preview.regions.isVisible()


def test_return_imports_and_return_again_closes(
    import_dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    read_text(import_dialog, qtbot, tmp_path, "fog.txt", "Fog again.")
    keys_into(import_dialog, Key.Key_Return)
    read(import_dialog, qtbot)
    assert [one.text for one in new(project)] == ["Fog again."]
    assert import_dialog.isVisible()
    keys_into(import_dialog, Key.Key_Return)
    assert not import_dialog.isVisible()


def test_every_field_is_reached_and_edited_by_key_and_return_only_ends_it(
    import_dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    read_text(import_dialog, qtbot, tmp_path, "table.csv", "title,text\nFog,It was foggy.\nRain,It rained.\n")
    keys_into(import_dialog, Key.Key_Right, Key.Key_Down, Key.Key_Down)
    assert import_dialog.preview.fields["title"].text() == "Rain"
    typed = {
        "title": "Rain, again", "byline": "Ola Brandt", "publication": "Brindle Post", "published": "2024-05-02",
        "language": "en", "url": "https://bay.example/rain",
    }  # fmt: skip
    done: set[str] = set()
    focus: QWidget | None = import_dialog.focusWidget()
    while done != set(typed):
        assert focus is not None
        QTest.keyClick(focus, Key.Key_Tab)
        focus = import_dialog.focusWidget()
        name = next((one for one, line in import_dialog.preview.fields.items() if line is focus), None)
        if name is not None:
            keys_into(import_dialog, text=typed[name])
            keys_into(import_dialog, Key.Key_Return)
            done.add(name)
    assert new(project) == []
    take_in(import_dialog, qtbot)
    first, second = new(project)
    assert {name: getattr(second, name) for name in typed} == typed
    assert (first.title, first.byline) == ("Fog", "")


def test_tab_goes_through_the_dialog_as_the_eye_does(import_dialog: ImportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    read_text(import_dialog, qtbot, tmp_path, "t.csv", f'title,text\nFog,"{TEXT}"\n')
    see_columns(import_dialog, qtbot)
    met = []
    for _stop in range(30):
        focus = import_dialog.focusWidget()
        assert focus is not None
        met.append(focus.accessibleName() or getattr(focus, "text", str)())
        if focus is import_dialog.parts.close:
            break
        QTest.keyClick(focus, Key.Key_Tab)
    boxes = [f"Column with the {name}" for name in ("text", "title", "deck", "byline", "date")]
    assert met[:6] == ["Files, and what was found in them", *boxes]
    assert met[10:] == [
        "&Keep rows without a text", "Proposed regions of all articles", "Title", "Byline", "Publication", "Date",
        "Language", "Address", "", "The text as it will be stored", "Proposed regions of this article",
        "&Import 1 article", "Close",
    ]  # fmt: skip


def test_escape_asks_before_corrections_are_lost(import_dialog: ImportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    read_text(import_dialog, qtbot, tmp_path, "fog.txt", "Fog again.")
    click_check_box(import_dialog, import_dialog.rows.first())
    line = import_dialog.preview.fields["title"]
    line.setFocus()
    keys_into(import_dialog, Key.Key_Return, text="Mist")
    met = meanwhile(QMessageBox, lambda box: QTest.keyClick(box, Key.Key_Escape))
    QTest.keyClick(line, Key.Key_Escape)
    assert met
    assert import_dialog.isVisible()
    met = meanwhile(QMessageBox, lambda box: QTest.keyClick(box, Key.Key_Return))
    QTest.keyClick(line, Key.Key_Escape)
    assert met
    assert not import_dialog.isVisible()


def test_escape_stops_what_runs_and_closes_nothing(import_dialog: ImportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(300):
        (folder / f"{number}.txt").write_text(f"Text {number}.", encoding="utf-8")
    import_dialog.take([folder])
    QTest.keyClick(import_dialog, Key.Key_Escape)
    read(import_dialog, qtbot)
    assert import_dialog.isVisible()
    assert rows(import_dialog) == []
    assert "Stopped" in import_dialog.told.text()
    QTest.keyClick(import_dialog, Key.Key_Escape)
    assert not import_dialog.isVisible()


def test_no_collection_of_garbage_goes_through_all_that_the_start_made(runner: Runner, qtbot: QtBot) -> None:
    with qtbot.waitSignal(runner.run(lambda _progress: None).finished):
        pass
    assert gc.get_freeze_count() > 0
    assert not any(one is QApplication for one in gc.get_objects())


def test_files_and_texts_are_pasted_from_the_clipboard(
    import_dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "fog.txt").write_text("Fog again.", encoding="utf-8")
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile(str(tmp_path / "fog.txt"))])
    QApplication.clipboard().setMimeData(files)
    QTest.keyClick(import_dialog.table, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    read(import_dialog, qtbot)
    assert [row[FILE] for row in rows(import_dialog)] == ["fog.txt"]
    QApplication.clipboard().setText("She said “yes”.")
    met = meanwhile(PasteDialog, lambda box: box.buttons.button(box.buttons.StandardButton.Ok).click())
    QTest.keyClick(import_dialog.table, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert met
    read(import_dialog, qtbot)
    take_in(import_dialog, qtbot)
    assert [one.text for one in new(project)] == ["Fog again.", "She said “yes”."]


def test_a_page_is_fetched_from_its_address_and_a_missing_one_comes_first(
    import_dialog: ImportDialog, project: Project, qtbot: QtBot, server: Server
) -> None:
    def ask(box: AddressDialog) -> None:
        keys_into(box, text=server.at("page"))
        keys_into(box, Key.Key_Return, text="")
        keys_into(box, text=server.at("gone"))
        QTest.mouseClick(box.buttons.button(box.buttons.StandardButton.Ok), Qt.MouseButton.LeftButton)

    met = meanwhile(AddressDialog, ask)
    QTest.mouseClick(import_dialog.parts.address, Qt.MouseButton.LeftButton)
    assert met
    read(import_dialog, qtbot)
    found = rows(import_dialog)
    assert [row[0] for row in found] == ["✗", "✓"]
    assert "404" in found[0][TOLD]
    take_in(import_dialog, qtbot)
    [article] = new(project)
    assert article.text.startswith("Мост закроют на год")
    assert article.url == server.at("page")


def test_a_copy_says_how_much_is_alike_and_shows_in_what_it_differs(
    import_dialog: ImportDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    read_text(import_dialog, qtbot, tmp_path, "one.txt", LONG)
    read_text(import_dialog, qtbot, tmp_path, "two.txt", LONG.replace("nine", "eleven"))
    told = rows(import_dialog)[0][TOLD]
    preview = import_dialog.preview
    qtbot.waitUntil(lambda: preview.tabs.isTabVisible(DIFFERENCE))
    likeness = told.partition(" like")[0]
    assert preview.tabs.tabText(DIFFERENCE) == f"Diff&erences: {likeness} alike"
    preview.tabs.setCurrentIndex(DIFFERENCE)
    html = preview.difference.toHtml()
    assert "line-through" in html
    assert "nine" in preview.difference.toPlainText()
    assert "eleven" in preview.difference.toPlainText()


def test_a_failed_file_shows_why_and_nothing_else(import_dialog: ImportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    read_text(import_dialog, qtbot, tmp_path, "empty.txt", "")
    assert import_dialog.preview.empty.isVisible()
    assert import_dialog.preview.empty.text().splitlines()[0] == "Is empty"
    assert not import_dialog.preview.text.isVisible()
    assert not import_dialog.go.isEnabled()


def test_all_messages_of_a_file_can_be_read(import_dialog: ImportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    dated = "title,text,date\nFog,It was foggy.,someday\nRain,It rained.,once\n"
    read_text(import_dialog, qtbot, tmp_path, "t.csv", dated)
    preview = import_dialog.preview
    assert preview.tabs.tabText(MESSAGES) == "&Messages: 2"
    assert "(and 1 message more)" in preview.told.text()
    assert "“someday”" in preview.messages.toPlainText()
    assert "“once”" in preview.messages.toPlainText()


def test_headings_of_numbers_stand_over_their_numbers(import_dialog: ImportDialog) -> None:
    role, across = Qt.ItemDataRole.TextAlignmentRole, Qt.Orientation.Horizontal
    for column in (ARTICLES, WORDS):
        assert import_dialog.rows.headerData(column, across, role) & Qt.AlignmentFlag.AlignRight.value
    assert import_dialog.rows.headerData(FILE, across, role) is None


def test_after_an_import_the_articles_can_be_looked_at_and_not_changed(
    import_dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    read_text(import_dialog, qtbot, tmp_path, "fog.txt", "Fog again.")
    take_in(import_dialog, qtbot)
    assert import_dialog.preview.text.toPlainText() == "Fog again."
    assert all(line.isReadOnly() for line in import_dialog.preview.fields.values())
    first: QModelIndex = import_dialog.rows.first()
    assert first.data(Qt.ItemDataRole.CheckStateRole) is None
    read_text(import_dialog, qtbot, tmp_path, "rain.txt", "Rain again.")
    assert not import_dialog.preview.fields["title"].isReadOnly()
