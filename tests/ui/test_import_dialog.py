"""The import dialog: inputs are looked at, chosen and corrected, then imported in one step."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialogButtonBox, QLineEdit, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from annotator.core.records import Article
from annotator.services import articles, history, projects
from annotator.services.projects import Project
from annotator.ui.dialogs.import_dialog import ImportDialog
from annotator.ui.importing.entering import AddressDialog, PasteDialog
from annotator.ui.importing.rows import ENCODING, FILE, FORMAT, TOLD
from tests.services.importing.test_batches import LONG, TABLE
from tests.services.importing.test_brat import EVENT, TEXT
from tests.ui.answering import meanwhile
from tests.ui.driving import OTHER, Driver
from tests.ui.importing import click_check_box, read, rows, take_in


@pytest.fixture
def dialog(import_dialog: ImportDialog) -> ImportDialog:
    return import_dialog


@pytest.fixture
def project(person: Driver) -> Project:
    return person.page.project.project


def new(project: Project) -> list[Article]:
    """Return what is in the project besides the two articles that it began with."""
    return [articles.whole_article(project, key) for key in articles.article_ids(project)[2:]]


def read_files(dialog: ImportDialog, qtbot: QtBot, *paths: Path) -> None:
    dialog.take(paths)
    read(dialog, qtbot)


def row_of(dialog: ImportDialog, name: str) -> QModelIndex:
    model = dialog.rows
    return next(model.index(row, FILE) for row in range(model.rowCount()) if model.index(row, FILE).data() == name)


def click(button: QPushButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def type_into(line: QLineEdit, text: str) -> None:
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Qt.Key.Key_Return)


def choose_in_row(dialog: ImportDialog, index: QModelIndex, text: str) -> None:
    """Open the box in a cell with F2, and choose by typing."""
    dialog.table.setCurrentIndex(index)
    QTest.keyClick(dialog.table, Qt.Key.Key_F2)
    box = dialog.table.indexWidget(index) or dialog.table.viewport().findChild(QComboBox)
    assert isinstance(box, QComboBox)
    place = next(place for place in range(box.count()) if box.itemText(place).startswith(text))
    for _step in range(place - box.currentIndex()):
        QTest.keyClick(box, Qt.Key.Key_Down)
    QTest.keyClick(box, Qt.Key.Key_Return)


def test_nothing_is_imported_before_the_button_is_pressed(
    dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(TABLE, encoding="utf-8")
    assert not dialog.go.isEnabled()
    read_files(dialog, qtbot, path)
    assert new(project) == []
    assert rows(dialog)[0][1:6] == ["table.csv", "csv", "utf-8", "2", "17"]
    assert [row[1] for row in rows(dialog, row_of(dialog, "table.csv"))] == ["Ferry late", "Tram early"]
    take_in(dialog, qtbot)
    assert [one.title for one in new(project)] == ["Ferry late", "Tram early"]
    assert not dialog.go.isEnabled()


def test_a_text_is_pasted_with_its_title(dialog: ImportDialog, project: Project, qtbot: QtBot) -> None:
    def paste(found: PasteDialog) -> None:
        ok = found.buttons.button(QDialogButtonBox.StandardButton.Ok)
        assert not ok.isEnabled()
        QTest.keyClicks(found.title, "A note")
        QApplication.clipboard().setText("He said “no”.")
        QTest.keyClick(found.text, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        click(ok)

    met = meanwhile(PasteDialog, paste)
    click(dialog.parts.paste)
    assert met
    read(dialog, qtbot)
    assert dialog.preview.text.toPlainText() == "He said “no”."
    take_in(dialog, qtbot)
    assert [(one.title, one.text) for one in new(project)] == [("A note", "He said “no”.")]


def test_a_pasted_text_without_a_title_is_called_by_its_first_line_and_not_lost_without_a_question(
    dialog: ImportDialog, qtbot: QtBot
) -> None:
    dialog.take_text("\nThe council met on Friday and did not decide anything about the bridge, said Pia Holm.")
    read(dialog, qtbot)
    assert dialog.preview.fields["title"].text() == "The council met on Friday and did not decide anything about…"
    met = meanwhile(QMessageBox, lambda box: QTest.keyClick(box, Qt.Key.Key_Escape))
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert met
    assert dialog.isVisible()
    take_in(dialog, qtbot)  # nothing is lost any more when it is closed


def test_what_annotations_beside_a_text_say_is_told_without_repeating_its_name(
    dialog: ImportDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    for name, text in (("in/text/mayor.txt", TEXT), ("in/notes/mayor_Ida.ann", f"{EVENT}T9\tDiscard 0 4\t“We \n")):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    read_files(dialog, qtbot, tmp_path / "in")
    (row,) = rows(dialog)
    assert row[TOLD].startswith("…_Ida.ann: 1 span labelled “Discard” left out")


def test_what_is_in_the_project_already_is_told_before_it_is_skipped(
    dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "again.txt"
    path.write_text(OTHER, encoding="utf-8")
    read_files(dialog, qtbot, path)
    assert dialog.told.text() == (
        "Read 1 article. Nothing is imported yet. 1 will be skipped: the same text is there already."
    )
    assert dialog.go.text() == "&Import"


def test_a_file_that_was_imported_is_not_said_to_be_readable_otherwise(
    dialog: ImportDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    broken, whole = tmp_path / "broken.json", tmp_path / "whole.txt"
    broken.write_text("{", encoding="utf-8")
    whole.write_text("He said no.", encoding="utf-8")
    read_files(dialog, qtbot, broken, whole)
    index = row_of(dialog, "broken.json").siblingAtColumn(FORMAT)
    assert index.flags() & Qt.ItemFlag.ItemIsEditable
    assert "F2" in dialog.preview.empty.text()
    take_in(dialog, qtbot)
    index = row_of(dialog, "broken.json").siblingAtColumn(FORMAT)
    assert not index.flags() & Qt.ItemFlag.ItemIsEditable
    assert "F2" not in dialog.preview.empty.text()


def test_only_addresses_of_the_web_are_let_through(dialog: ImportDialog) -> None:
    def type_addresses(found: AddressDialog) -> None:
        ok = found.buttons.button(QDialogButtonBox.StandardButton.Ok)
        found.text.setPlainText("https://bay.example/a\nfile:///etc/passwd")
        assert not ok.isEnabled()
        assert "file:///etc/passwd" in found.told.text()
        found.text.setPlainText("https://bay.example/a\n\nhttp://bay.example/b\n")
        assert ok.isEnabled()
        assert found.addresses() == ["https://bay.example/a", "http://bay.example/b"]
        found.reject()

    met = meanwhile(AddressDialog, type_addresses)
    click(dialog.parts.address)
    assert met
    assert dialog._job is None


def test_another_encoding_reads_the_file_again(
    dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "bridge.txt"
    path.write_bytes("Мост закрыт до весны, сказала мэр.".encode("koi8-r"))
    read_files(dialog, qtbot, path)
    choose_in_row(dialog, row_of(dialog, "bridge.txt").siblingAtColumn(ENCODING), "koi8-r")
    qtbot.waitUntil(lambda: rows(dialog)[0][ENCODING] == "koi8-r" and dialog._job is None)
    assert dialog.preview.text.toPlainText() == "Мост закрыт до весны, сказала мэр."
    take_in(dialog, qtbot)
    assert [one.text for one in new(project)] == ["Мост закрыт до весны, сказала мэр."]


def test_another_format_reads_the_file_again(
    dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(TABLE, encoding="utf-8")
    read_files(dialog, qtbot, path)
    choose_in_row(dialog, row_of(dialog, "table.csv").siblingAtColumn(FORMAT), "text")
    qtbot.waitUntil(lambda: rows(dialog)[0][FORMAT] == "text" and dialog._job is None)
    take_in(dialog, qtbot)
    assert [one.text for one in new(project)] == [TABLE]


def test_files_and_articles_are_left_out(dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path) -> None:
    table, text = tmp_path / "table.csv", tmp_path / "fog.txt"
    table.write_text(TABLE, encoding="utf-8")
    text.write_text("Fog again.", encoding="utf-8")
    read_files(dialog, qtbot, table, text)
    dialog.table.expandAll()
    top = row_of(dialog, "table.csv")
    click_check_box(dialog, dialog.rows.index(0, FILE, top))
    click_check_box(dialog, row_of(dialog, "fog.txt"))
    assert top.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.PartiallyChecked
    assert dialog.go.text() == "&Import 1 article"
    take_in(dialog, qtbot)
    assert [one.title for one in new(project)] == ["Tram early"]
    assert [row[:2] for row in rows(dialog)] == [["–", "fog.txt"], ["✓", "table.csv"]]


def test_a_file_that_is_taken_again_brings_all_its_articles(dialog: ImportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text(TABLE, encoding="utf-8")
    read_files(dialog, qtbot, table)
    dialog.table.expandAll()
    for row in range(2):
        click_check_box(dialog, dialog.rows.index(row, FILE, row_of(dialog, "table.csv")))
    assert not dialog.go.isEnabled()
    click_check_box(dialog, row_of(dialog, "table.csv"))
    assert dialog.go.text() == "&Import 2 articles"


def test_metadata_are_corrected_before_the_import(
    dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "fog.txt"
    path.write_text("Fog again.", encoding="utf-8")
    read_files(dialog, qtbot, path)
    type_into(dialog.preview.fields["published"], "yesterday")
    assert "no date" in dialog.told.text()
    assert dialog.preview.fields["published"].text() == ""
    type_into(dialog.preview.fields["published"], "2024-05-01")
    type_into(dialog.preview.fields["byline"], "Ola Brandt")
    dialog.preview.fields["title"].setFocus()
    dialog.preview.fields["title"].selectAll()
    QTest.keyClicks(dialog.preview.fields["title"], "Fog, once more")
    take_in(dialog, qtbot)
    [article] = new(project)
    assert (article.title, article.byline, article.published) == ("Fog, once more", "Ola Brandt", "2024-05-01")


def test_labels_become_what_the_person_chooses_and_that_is_remembered(
    dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "a.ann").write_text(EVENT, encoding="utf-8")
    for name in ("a.txt", "fog.txt"):
        (tmp_path / name).write_text(TEXT if name == "a.txt" else "Fog again.", encoding="utf-8")
    read_files(dialog, qtbot, tmp_path / "fog.txt")
    assert not dialog.labels.isVisible()
    read_files(dialog, qtbot, tmp_path / "a.txt")
    assert dialog.labels.isVisible()
    box = dialog.labels.box("Content")
    assert box.currentText() == "Quote"
    QTest.keyClicks(box, "Claim")
    box.activated.emit(box.currentIndex())
    assert dialog.labels.chosen()["Content"] == "Claim"
    take_in(dialog, qtbot)
    names = {tag.id: tag.name for tag in projects.scheme(project)}
    spans = [span for article in new(project) for layer in article.layers for span in layer.spans]
    assert [names[span.tag] for span in spans] == ["Claim"]
    dialog.labels.changed.clear()
    read_files(dialog, qtbot, tmp_path / "a.txt")
    assert dialog.labels.box("Content").currentText() == "Claim"


def test_a_copy_is_told_and_shown_and_comes_unless_it_is_left_out(
    dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    same, copy = tmp_path / "same.txt", tmp_path / "copy.txt"
    same.write_text(OTHER, encoding="utf-8")
    copy.write_text(LONG, encoding="utf-8")
    read_files(dialog, qtbot, same, copy)
    take_in(dialog, qtbot)
    copy.write_text(LONG.replace("nine", "eleven"), encoding="utf-8")
    read_files(dialog, qtbot, copy, same)
    told = {row[1]: row[TOLD] for row in rows(dialog)}
    assert told["same.txt"] == "The same text as “Bridge closed” in the project; it will be skipped."
    assert told["copy.txt"].endswith("% like “copy” in the project.")
    dialog.table.setCurrentIndex(row_of(dialog, "copy.txt"))
    qtbot.waitUntil(lambda: dialog.preview.tabs.isTabEnabled(2))
    assert "nine eleven" in dialog.preview.difference.toPlainText()
    take_in(dialog, qtbot)
    assert [one.text for one in new(project)] == [LONG, LONG.replace("nine", "eleven")]


def test_what_a_page_loses_is_shown(dialog: ImportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    body = "".join(f"<p>{LONG}{number}</p>" for number in range(3))
    page = f"<html><head><title>Bridge</title></head><body><nav>Sport</nav><article>{body}</article></html>"
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    read_files(dialog, qtbot, tmp_path / "page.html")
    qtbot.waitUntil(lambda: dialog.preview.tabs.isTabEnabled(1))
    assert dialog.preview.tabs.tabText(1) == "&Dropped: 1 word"
    assert dialog.preview.dropped.toPlainText() == "[navigation]\nSport"


def test_a_thousand_files_with_fifty_bad_ones_bring_the_others_and_name_the_bad(
    dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(1_000):
        bad = number % 20 == 7
        data = b"\x89PNG\r\n\x1a\n" + bytes(range(32)) if bad else f"Dispatch number {number} of the bay.".encode()
        (folder / f"{number:04}.txt").write_bytes(data)
    read_files(dialog, qtbot, folder)
    assert dialog.go.text() == "&Import 950 articles"
    take_in(dialog, qtbot)
    assert len(new(project)) == 950
    found = rows(dialog)
    assert [row[0] for row in found] == ["✗"] * 50 + ["✓"] * 950
    assert all(row[TOLD] == "Is a PNG picture, not text" for row in found[:50])
    assert history.undo(project) == "import"
    assert new(project) == []


def test_a_reading_that_is_stopped_leaves_what_was_read_before(
    dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(300):
        (folder / f"{number}.txt").write_text(f"Text {number}.", encoding="utf-8")
    (tmp_path / "fog.txt").write_text("Fog again.", encoding="utf-8")
    read_files(dialog, qtbot, tmp_path / "fog.txt")
    dialog.take([folder])
    click(dialog.stop)
    read(dialog, qtbot)
    assert [row[1] for row in rows(dialog)] == ["fog.txt"]
    assert "Stopped" in dialog.told.text()
    take_in(dialog, qtbot)
    assert [one.text for one in new(project)] == ["Fog again."]


def test_the_dialog_takes_more_after_an_import(
    dialog: ImportDialog, project: Project, qtbot: QtBot, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text(f"This is {name}.", encoding="utf-8")
        read_files(dialog, qtbot, tmp_path / f"{name}.txt")
        assert [row[1] for row in rows(dialog)] == [f"{name}.txt"]
        take_in(dialog, qtbot)
    assert [one.text for one in new(project)] == ["This is one.", "This is two."]
