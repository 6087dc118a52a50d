"""Batches: everything is read before anything is written, a person's choices hold, and a bad reader spoils nothing."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from annotator import settings
from annotator.core.errors import Cancelled, InputError, Refused
from annotator.core.records import Article
from annotator.formats.interface import Progress, ReadOptions, Record, Source
from annotator.services import articles, history, importing, projects
from annotator.services.importing import duplicates, inputs, piping
from annotator.services.importing.batches import Batch, Choices, Label, prepare
from annotator.services.importing.inputs import expand
from annotator.store.project import Project
from tests.listed import entity_rows
from tests.services.importing.test_brat import EVENT, TEXT, spans_of
from tests.services.importing.test_writing import messages, outcomes, texts
from tests.store.test_history import state

TABLE = "title,text,author\nFerry late,The ferry was late again.,Tom Reed\nTram early,The tram was early.,Ina Falk\n"
LONG = (
    "The council of Brindle Bay voted on Tuesday to close the old bridge for a year. Engineer Pia Holm said that the "
    "piers had moved by nine centimetres since spring. Shop owners fear for their trade, and some walked out.\n"
)


@pytest.fixture
def batch(sqlite_project: Project) -> Iterator[Batch]:
    with prepare(sqlite_project, []) as made:
        yield made


def add(batch: Batch, *paths: Path, choices: Choices | None = None) -> None:
    batch.add(expand(paths), choices or Choices())


def titles(project: Project) -> list[str]:
    return [articles.whole_article(project, key).title for key in articles.article_ids(project)]


def test_a_batch_reads_everything_and_writes_nothing(project: Project, write_text: Callable[[str, str], Path]) -> None:
    first, steps = state(project), history.rows(project)
    paths = [write_text("table.csv", TABLE), write_text("empty.txt", ""), write_text("mayor.txt", TEXT)]
    with prepare(project, expand(paths)) as batch:
        table, empty, mayor = batch.rows
        assert [(one.title, one.words) for one in table.read.articles] == [("Ferry late", 9), ("Tram early", 8)]
        assert (table.read.input.format, mayor.read.input.format) == ("csv", "text")
        assert (mayor.read.input.encoding, mayor.words) == ("utf-8", 9)
        assert empty.read.input.status == "failed"
        assert batch.expected() == 3
        assert (state(project), history.rows(project)) == (first, steps)
        report = importing.write(project, batch)
    assert outcomes(report) == [("table.csv", "done"), ("empty.txt", "failed"), ("mayor.txt", "done")]
    assert len(history.rows(project)) == len(steps) + 1
    assert history.undo(project) == "import"
    assert state(project) == first


def test_one_input_is_read_again_with_another_encoding_and_the_others_are_not(
    sqlite_project: Project, batch: Batch, tmp_path: Path, write_text: Callable[[str, str], Path]
) -> None:
    other, cyrillic = write_text("other.txt", "Something else."), tmp_path / "cyrillic.txt"
    cyrillic.write_bytes("Мост закрыт.".encode("koi8-r"))
    add(batch, other, cyrillic, choices=Choices(encoding="windows-1252"))
    before = batch.rows[0].read
    batch.read_again(batch.rows[1], Choices(encoding="koi8-r"))
    assert batch.rows[0].read is before
    importing.write(sqlite_project, batch)
    assert texts(sqlite_project) == ["Something else.", "Мост закрыт."]


def test_what_is_left_out_does_not_come(
    sqlite_project: Project, batch: Batch, write_text: Callable[[str, str], Path]
) -> None:
    add(batch, write_text("table.csv", TABLE), write_text("mayor.txt", TEXT))
    batch.left_out.add(batch.rows[0].read.articles[0].position)
    batch.rows[1].taken = False
    assert batch.expected() == 1
    report = importing.write(sqlite_project, batch)
    assert titles(sqlite_project) == ["Tram early"]
    assert outcomes(report) == [("table.csv", "done"), ("mayor.txt", "skipped")]
    assert messages(report)[-2:] == ["Left out, as chosen: 1 article.", "Left out, as chosen."]


def test_choices_for_articles_outlive_a_reading_that_gives_as_many(
    sqlite_project: Project, batch: Batch, write_text: Callable[[str, str], Path]
) -> None:
    add(batch, write_text("table.csv", TABLE))
    first, second = batch.rows[0].read.articles
    batch.left_out.add(first.position)
    batch.edit(second, {"title": "Tram on time", "url": "https://bay.example/tram"})
    batch.read_again(batch.rows[0], Choices(encoding="windows-1252"))
    importing.write(sqlite_project, batch)
    [key] = articles.article_ids(sqlite_project)
    article = articles.whole_article(sqlite_project, key)
    assert (article.title, article.url, article.byline) == ("Tram on time", "https://bay.example/tram", "Ina Falk")


def test_metadata_that_makes_no_sense_are_refused(batch: Batch, write_text: Callable[[str, str], Path]) -> None:
    add(batch, write_text("mayor.txt", TEXT))
    [article] = batch.rows[0].read.articles
    with pytest.raises(Refused, match="no date"):
        batch.edit(article, {"published": "yesterday", "title": "Never"})
    assert batch.article(article).title != "Never"
    batch.edit(article, {"published": "2024-05-01", "url": ""})
    assert (batch.article(article).published, batch.article(article).url) == ("2024-05-01", None)


def test_columns_are_chosen_for_one_table(
    sqlite_project: Project, batch: Batch, write_text: Callable[[str, str], Path]
) -> None:
    add(batch, write_text("odd.csv", "a,b\nFog,It was foggy.\n"), choices=Choices(format="csv"))
    [row] = batch.rows
    found = batch.columns(row)
    assert found is not None
    assert (found.header, dict(found.mapping)) == (("a", "b"), {})
    batch.read_again(row, Choices(format="csv", columns={"text": "b", "title": "a"}))
    importing.write(sqlite_project, batch)
    assert (titles(sqlite_project), texts(sqlite_project)) == (["Fog"], ["Fog\n\nIt was foggy."])


class Broken:
    """A reader with a mistake in it."""

    name, title, suffixes = "broken", "Broken", (".broken",)

    def sniff(self, _head: bytes) -> float:
        return 1.0

    def read(self, _source: Source, _options: ReadOptions, _progress: Progress) -> Iterator[Record]:
        yield Article("one", "A text that comes before the mistake.")
        raise ZeroDivisionError("of all things")


def test_a_reader_that_raises_anything_gives_one_sentence_and_leaves_the_others_alone(
    sqlite_project: Project,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    write_text: Callable[[str, str], Path],
) -> None:
    usual = inputs.reader_for
    monkeypatch.setattr(
        inputs, "reader_for", lambda source, name: Broken() if ".broken" in source.name else usual(source, name)
    )
    bad = Source("fog.broken", lambda: io.BytesIO(b"?"))
    with caplog.at_level(logging.ERROR):
        report = importing.import_sources(sqlite_project, [bad, *expand([write_text("mayor.txt", TEXT)])])
    assert outcomes(report) == [("fog.broken", "failed"), ("mayor.txt", "done")]
    assert messages(report) == ["fog.broken: the reader of “broken” broke off (ZeroDivisionError: of all things)"]
    assert texts(sqlite_project) == [TEXT]
    assert "ZeroDivisionError" in caplog.text


def test_a_stopped_reading_adds_no_row(batch: Batch, write_text: Callable[[str, str], Path]) -> None:
    paths = [write_text(f"{name}.txt", f"Text {name}.") for name in "abc"]
    told: list[tuple[int, int]] = []

    def progress(done: int, total: int, _text: str) -> None:
        told.append((done, total))
        if done == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        batch.add(expand(paths), progress=progress, total=3)
    assert batch.rows == []
    assert set(told) == {(0, 3), (1, 3), (2, 3)}


def test_a_stopped_import_leaves_a_batch_that_can_be_imported(
    sqlite_project: Project, batch: Batch, write_text: Callable[[str, str], Path]
) -> None:
    add(batch, *(write_text(f"{name}.txt", f"Text {name}.") for name in "abc"))

    def stop(_done: int, _total: int, _text: str) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        importing.write(sqlite_project, batch, stop)
    assert texts(sqlite_project) == []
    report = importing.write(sqlite_project, batch)
    assert [one.articles for one in report.inputs] == [1, 1, 1]
    assert messages(report) == []


def test_what_cannot_be_opened_is_a_row_that_cannot_be_read_again(batch: Batch) -> None:
    batch.add([InputError("gone.txt", "the file cannot be read (No such file or directory)")])
    [row] = batch.rows
    assert (row.read.input.status, row.holds_something) == ("failed", False)
    with pytest.raises(Refused, match=r"gone\.txt could not be opened"):
        batch.read_again(row, Choices(encoding="utf-8"))


def test_labels_are_listed_changed_and_remembered(
    sqlite_project: Project, batch: Batch, write_text: Callable[[str, str], Path]
) -> None:
    text = write_text("a.txt", TEXT)
    write_text("a.ann", EVENT + "R1\tModify Arg1:T1 Arg2:T2\n")
    add(batch, text, write_text("b.txt", "No labels here."))
    assert batch.labels() == [
        Label("Attribution", "cue"), Label("Content", "quote"), Label("Cue", "cue"), Label("Source", "entity"),
        Label("Modify", "modifies", is_relation=True),
    ]  # fmt: skip
    plain = batch.rows[1].read
    batch.relabel({"content": "Wry remark", "Source": ""})
    assert batch.rows[1].read is plain
    assert {one.name: one.target for one in batch.labels()}["Content"] == "Wry remark"
    importing.write(sqlite_project, batch)
    names = {tag.id: tag.name for tag in projects.scheme(sqlite_project)}
    assert [names[span.tag] for span in spans_of(sqlite_project)] == ["Wry remark"]
    assert "Mayor Ines Calloway" not in [row.entity.name for row in entity_rows(sqlite_project)]


def test_what_labels_became_is_remembered_for_the_same_set_of_labels() -> None:
    kept = settings.load().with_annotator("Ada")
    settings.save(kept)
    settings.remember_labels({"Content": "Claim", "Source": ""})
    settings.remember_labels({"Content": "Quote"})
    assert settings.labels_chosen(["source", "Content"]) == {"Content": "Claim", "Source": ""}
    assert settings.labels_chosen(["Content"]) == {"Content": "Quote"}
    assert settings.labels_chosen(["Cue"]) == {}
    assert settings.load() == kept
    settings.save(kept.with_project("news"))
    assert settings.labels_chosen(["Content"]) == {"Content": "Quote"}


def test_chosen_columns_are_remembered_for_the_same_header_beside_the_labels() -> None:
    settings.remember_labels({"a": "Claim"})
    settings.remember_columns(["a", "b"], {"text": "b", "title": ""})
    settings.remember_columns(["a"], {"text": "a"})
    assert settings.columns_chosen(["b", "a"]) == {"text": "b", "title": ""}
    assert settings.columns_chosen(["a"]) == {"text": "a"}
    assert settings.columns_chosen(["c"]) == {}
    assert settings.labels_chosen(["a"]) == {"a": "Claim"}


def test_equal_texts_and_copies_are_told_with_their_likeness(
    sqlite_project: Project, batch: Batch, write_text: Callable[[str, str], Path]
) -> None:
    importing.import_files(sqlite_project, [write_text("old.txt", "Bridge closed\n\n" + LONG)])
    altered = "Bridge closed\n\n" + LONG.replace("nine", "eleven")
    add(
        batch, write_text("same.txt", "Bridge closed\n\n" + LONG), write_text("copy.txt", altered),
        write_text("again.txt", altered), write_text("other.txt", "A ferry sank, and nobody was hurt by it.\n"),
    )  # fmt: skip
    finder = duplicates.Duplicates(sqlite_project)
    finder.find(batch, batch.rows)
    same, copy, again, other = (batch.twins.get(row.read.articles[0].position) for row in batch.rows)
    assert same is not None
    assert (same.title, same.is_equal, same.in_project) == ("Bridge closed", True, True)
    assert copy is not None
    assert (copy.title, copy.is_equal, copy.in_project) == ("Bridge closed", False, True)
    assert 0.6 <= copy.likeness < 1
    assert again is not None
    assert (again.is_equal, again.in_project) == (True, False)
    assert other is None
    assert batch.expected() == 2
    assert finder.texts(batch, batch.rows[1].read.articles[0]) == (altered, "Bridge closed\n\n" + LONG)
    report = importing.write(sqlite_project, batch)
    assert [one.articles for one in report.inputs] == [0, 1, 0, 1]


def test_an_input_that_was_read_again_is_no_copy_of_what_it_was(
    sqlite_project: Project, batch: Batch, write_text: Callable[[str, str], Path]
) -> None:
    add(batch, write_text("bridge.txt", LONG.replace("nine", "nine and a half – no less –")))
    finder = duplicates.Duplicates(sqlite_project)
    finder.find(batch, batch.rows)
    batch.read_again(batch.rows[0], Choices(encoding="windows-1252"))
    finder.find(batch, batch.rows)
    assert batch.twins == {}


def test_the_parts_of_a_page_that_are_not_taken_are_told(batch: Batch, write_text: Callable[[str, str], Path]) -> None:
    body = "".join(f"<p>{LONG}{number}</p>" for number in range(3))
    page = f"<html><head><title>Bridge</title></head><body><nav>Sport and more</nav><article>{body}</article></html>"
    add(batch, write_text("page.html", page), write_text("mayor.txt", TEXT))
    assert [(part.place, part.text) for part in batch.dropped(batch.rows[0])] == [("navigation", "Sport and more")]
    assert batch.dropped(batch.rows[1]) == ()


def test_a_pasted_text_is_stored_as_it_is(sqlite_project: Project, batch: Batch) -> None:
    batch.add([piping.pasted("  “Ja,” sagte Zoë. 📌\n\n<b>Ende</b>", "Notiz")], Choices(format="text"))
    importing.write(sqlite_project, batch)
    assert texts(sqlite_project) == ["  “Ja,” sagte Zoë. 📌\n\n<b>Ende</b>"]
