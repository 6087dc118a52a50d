"""Import and export in the window."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from pytestqt.qtbot import QtBot

from annotator.services import articles, history
from annotator.ui.dialogs.export_dialog import ExportDialog
from annotator.ui.dialogs.history_dialog import HistoryDialog
from annotator.ui.dialogs.import_dialog import ImportDialog
from annotator.ui.dialogs.keys_dialog import KeysDialog
from annotator.ui.dropping import inputs_in
from annotator.ui.runner import Runner
from tests.ui.driving import Driver
from tests.ui.importing import rows, take_in
from tests.web import serving


@pytest.fixture
def runner() -> Iterator[Runner]:
    made = Runner()
    yield made
    made.shut_down()


@pytest.fixture
def importing(person: Driver, runner: Runner, qtbot: QtBot) -> ImportDialog:
    dialog = ImportDialog(person.page.project, runner, person.window)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_files_are_imported_and_a_bad_one_comes_first_with_its_reason(
    importing: ImportDialog, person: Driver, qtbot: QtBot, tmp_path: Path
) -> None:
    good, bad, same = tmp_path / "good.txt", tmp_path / "bad.txt", tmp_path / "same.txt"
    good.write_text("A good one.\n", encoding="utf-8")
    bad.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)))
    same.write_text("A good one.\n", encoding="utf-8")
    importing.take([good, bad, same])
    qtbot.waitUntil(lambda: importing._job is None)
    found = rows(importing)
    assert [row[:2] for row in found] == [["✗", "bad.txt"], ["⚠", "same.txt"], ["✓", "good.txt"]]
    assert found[1][6] == "The same text as “good” in this import; it will be skipped."
    assert "Nothing is imported yet" in importing.told.text()
    assert importing.go.text() == "&Import 1 article"
    take_in(importing, qtbot)
    found = rows(importing)
    assert [row[:2] for row in found] == [["✗", "bad.txt"], ["–", "same.txt"], ["✓", "good.txt"]]
    assert found[0][6] == "Is a PNG picture, not text"
    assert "same text" in found[1][6]
    assert found[2][2:6] == ["text", "utf-8", "1", "3"]
    assert "Imported 1 article" in importing.told.text()
    assert "1 of 3 files" in importing.told.text()
    qtbot.waitUntil(lambda: person.article_list.model().rowCount() == 3)
    assert history.undo(person.page.project.project) == "import"
    assert person.article_list.model().rowCount() == 2


def test_a_stopped_import_leaves_nothing(
    importing: ImportDialog, person: Driver, runner: Runner, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(300):
        (folder / f"{number}.txt").write_text(f"Text {number}.", encoding="utf-8")
    steps = len(history.rows(person.page.project.project))
    importing.take([folder])
    qtbot.waitUntil(lambda: importing._job is None)
    # The worker is kept busy until both keys are pressed: else it could be done before the second.
    pressed = threading.Event()
    runner.run(lambda _progress: pressed.wait(10))
    importing.go.click()
    importing.stop.click()
    pressed.set()
    qtbot.waitUntil(lambda: importing._job is None)
    assert "nothing was imported" in importing.told.text()
    assert importing.go.text() == "&Import 300 articles"
    assert len(articles.article_ids(person.page.project.project)) == 2
    assert len(history.rows(person.page.project.project)) == steps


def drop(paths: list[Path]) -> QDropEvent:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return drop_of(data)


def drop_of(data: QMimeData) -> QDropEvent:
    drop.kept = data  # type: ignore[attr-defined]  # Qt does not own it
    buttons, modifiers = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    return QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, buttons, modifiers)


def test_dropped_files_are_read(importing: ImportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "dropped.txt"
    path.write_text("Dropped here.", encoding="utf-8")
    importing.dropEvent(drop([path]))
    qtbot.waitUntil(lambda: importing._job is None)
    assert [row[1] for row in rows(importing)] == ["dropped.txt"]


def test_files_dropped_on_the_window_open_the_import_dialog(
    person: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "dropped.txt"
    path.write_text("Dropped here.", encoding="utf-8")
    taken: list[list[Path]] = []
    monkeypatch.setattr(person.page, "import_inputs", taken.append)
    person.window.dropEvent(drop([path]))
    assert taken == [[path]]


def test_addresses_dropped_on_the_window_go_to_the_import_dialog(
    person: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    taken: list[list[Path | str]] = []
    monkeypatch.setattr(person.page, "import_inputs", taken.append)
    link, mixed, text = QMimeData(), QMimeData(), QMimeData()
    link.setData("text/uri-list", b"https://example.org/a%20b?c=d\r\n")
    mixed.setUrls([QUrl("ftp://example.org/x"), QUrl.fromLocalFile(str(tmp_path)), QUrl("http://example.org/")])
    text.setText("https://example.org/news\n")
    for data in (link, mixed, text):
        person.window.dropEvent(drop_of(data))
    assert taken == [
        ["https://example.org/a%20b?c=d"], [tmp_path, "http://example.org/"], ["https://example.org/news"]
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "Words.", "https://example.org and more", "file:///etc/hostname", "https://"])
def test_a_text_that_is_more_than_an_address_is_none(text: str) -> None:
    data = QMimeData()
    data.setText(text)
    assert inputs_in(data) == []


def test_a_dropped_address_is_fetched(importing: ImportDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    data = QMimeData()
    monkeypatch.setenv("no_proxy", "*")
    with serving() as server:
        data.setUrls([QUrl(server.at("page"))])
        importing.dropEvent(drop_of(data))
        qtbot.waitUntil(lambda: importing._job is None)
    assert [row[1] for row in rows(importing)] == [server.at("page")]


def test_an_export_previews_and_writes(person: Driver, runner: Runner, qtbot: QtBot, tmp_path: Path) -> None:
    person.press("N", "1", "Return", "N", "1", "Esc")
    article = person.page.page.article.article
    assert article is not None
    dialog = ExportDialog(person.page.project, runner, article.id, person.window)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: "2 articles, 2 spans" in dialog.told.text())
    assert '"annotator/1"' in dialog.preview.toPlainText()
    assert "Not linked to an entity yet: 1 span." in dialog.told.text()
    dialog.scope.setCurrentIndex(1)
    qtbot.waitUntil(lambda: "1 article, 2 spans" in dialog.told.text())
    dialog.names.setChecked(True)
    qtbot.waitUntil(lambda: "still holds a replaced name" in dialog.told.text())
    dialog.names.setChecked(False)
    target = tmp_path / "out.json"
    dialog.write(target)
    qtbot.waitUntil(lambda: dialog._job is None)
    held = json.loads(target.read_bytes())
    assert [one["title"] for one in held["articles"]] == ["Mayor answers critics"]
    spans = held["articles"][0]["layers"][0]["spans"]
    text = held["articles"][0]["text"]
    assert [text[s["start"] : s["end"]] for span in spans for s in span["segments"]] == [
        segment["text"] for span in spans for segment in span["segments"]
    ]
    assert "out.json" in dialog.told.text()


def test_the_preview_of_an_export_is_that_of_what_was_chosen_last(person: Driver, runner: Runner, qtbot: QtBot) -> None:
    article = person.page.page.article.article
    assert article is not None
    dialog = ExportDialog(person.page.project, runner, article.id, person.window)
    qtbot.addWidget(dialog)
    for chosen in (1, 0, 1, 0, 1):
        dialog.scope.setCurrentIndex(chosen)
    # A job runs once those before it have ended.
    with qtbot.waitSignal(runner.run(lambda _progress: None).finished):
        pass
    assert "1 article, 0 spans" in dialog.told.text()
    assert "Bridge closed" not in dialog.preview.toPlainText()
    dialog.scope.setCurrentIndex(0)
    dialog.reject()
    with qtbot.waitSignal(runner.run(lambda _progress: None).finished):
        pass
    assert "1 article, 0 spans" in dialog.told.text()


def test_an_export_that_cannot_be_written_says_so_and_leaves_the_old_file(
    person: Driver, runner: Runner, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = ExportDialog(person.page.project, runner, None, person.window)
    qtbot.addWidget(dialog)
    dialog.write(tmp_path / "no such folder" / "out.json")
    qtbot.waitUntil(lambda: dialog._job is None)
    assert "no such folder" in dialog.told.text()


def test_the_history_names_who_did_what(person: Driver, qtbot: QtBot) -> None:
    person.press("N", "1", "Return", "Ctrl+Z")
    dialog = HistoryDialog(person.page.project, person.window)
    qtbot.addWidget(dialog)
    cells = [[dialog.table.item(row, column).text() for column in (2, 3)] for row in range(3)]  # type: ignore[union-attr]
    assert cells[0][1].startswith("link to new entity, taking back step")
    assert cells[2] == ["Ada Ferris", "add span"]


def test_the_list_of_keys_has_every_key_and_filters(person: Driver, qtbot: QtBot) -> None:
    dialog = KeysDialog(person.window.actions_, person.window)
    qtbot.addWidget(dialog)
    shown = {dialog.table.item(row, 1).text() for row in range(dialog.table.rowCount())}  # type: ignore[union-attr]
    assert {"Quote", "Next candidate", "Undo", "Done and next", "Extend to the next word", "Copy"} <= shown
    dialog.filter.setText("undo")
    visible = [row for row in range(dialog.table.rowCount()) if not dialog.table.isRowHidden(row)]
    assert len(visible) == 1
