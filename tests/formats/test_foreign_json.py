from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from annotator.core.errors import InputError
from annotator.core.records import Article, ProjectInfo
from annotator.formats import registry
from annotator.formats.interface import Failure, Reader, ReadOptions, Source, Warn, no_progress
from annotator.formats.json_files import JSON_READER, JSONL_READER
from tests.formats.examples import as_json, as_lines, example
from tests.formats.making import JSON, JSONL
from tests.formats.sources import SHARED, source_of

NO_TEXTS = "x: is JSON, but neither annotated JSON (annotator/1) nor anything with texts (text, body, content …)"


def read(reader: Reader, data: object, **options: Any) -> tuple[list[Article], list[str], list[str]]:
    """Return the articles of an input, its warnings and its failures."""
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    found = list(reader.read(source_of(raw, "x"), ReadOptions(**options), no_progress))
    warnings = [f"{one.place}: {one.reason}" if one.place else one.reason for one in found if isinstance(one, Warn)]
    failures = [str(one.error) for one in found if isinstance(one, Failure)]
    return [one for one in found if isinstance(one, Article)], warnings, failures


def refusal(reader: Reader, data: object, **options: Any) -> str:
    with pytest.raises(InputError) as raised:
        read(reader, data, **options)
    return str(raised.value)


def test_the_articles_of_a_list_in_an_object_are_read() -> None:
    ((article,), warnings, failures) = read(JSON_READER, JSON)
    assert (article.title, article.text, article.publication) == ("One", "One\n\nFirst text.", "Gazette")
    assert [(one.kind, one.start, one.end) for one in article.regions] == [("headline", 0, 3)]
    assert (article.source.file, article.source.format, article.source.encoding) == ("x", "json", "utf-8")
    assert len(article.source.sha256) == 64
    assert not warnings
    assert not failures


@pytest.mark.parametrize(
    "layout",
    [
        lambda one: one,
        lambda one: [one],
        lambda one: {"total": 1, "docs": [one]},
        lambda one: {"response": {"status": "ok", "results": [one]}},
        lambda one: {"a": {"b": one}},
        lambda one: {"facets": [{"count": 1}, 3, None], "docs": [one]},
    ],
)
def test_articles_are_found_however_they_are_held(layout: Any) -> None:
    ((article,), _, failures) = read(JSON_READER, layout({"body": "A text.", "comments": [{"text": "Not this."}]}))
    assert article.text == "A text."
    assert not failures


def test_fields_are_found_by_many_names_and_in_many_shapes() -> None:
    value = {
        "articleBody": "A text.",
        "headline": "Mayor replies",
        "authors": [{"name": "Ida Brandt"}, "Bo Lind", None],
        "publishedAt": "2018-02-23T18:04:00Z",
        "lang": "en",
        "link": "https://example.org/1",
        "content": {"rendered": "<p>A text.</p>"},
        "score": 7,
    }
    ((article,), warnings, _) = read(JSON_READER, value)
    assert article.text == "Mayor replies\n\nIda Brandt, Bo Lind\n\nA text."
    assert (article.published, article.language, article.url) == (
        "2018-02-23T18:04:00+00:00",
        "en",
        "https://example.org/1",
    )
    assert warnings == ["keys that are not taken over: “content”, “score”"] or warnings == [
        "keys that are not taken over: “score”, “content”"
    ]


def test_chosen_keys_go_before_guessed_ones() -> None:
    value = {"text": "Not this.", "passage": "A text.", "title": "Nor this"}
    ((article,), _, _) = read(JSON_READER, value, columns={"text": "passage", "title": ""})
    assert (article.text, article.title) == ("A text.", "A text.")


def test_a_line_is_an_article_and_a_wrong_line_is_named() -> None:
    lines = JSONL + b'\n"text"\n{"a": \n{"headline": "no text"}\n' + b'{"body": "\\ud83d \\u0000 x"}'
    (articles, warnings, failures) = read(JSONL_READER, lines)
    assert [one.text for one in articles] == ["One\n\nFirst text.", "Two\n\nSecond text.", "\ufffd \ufffd x"]
    assert articles[0].source.format == "jsonl"
    assert failures == ["x: line 4: is no object", "x: line 5, byte 7: broken JSON, unexpected end of data"]
    assert warnings == ["line 7: 2 characters that no format can carry became U+FFFD", "1 line without a text skipped"]


def test_objects_without_a_text_are_kept_as_stubs_if_asked() -> None:
    value = [{"title": "One", "text": None}, {"title": "Two", "text": "A text."}, {"id": 3}]
    (articles, warnings, _) = read(JSON_READER, value)
    assert [one.title for one in articles] == ["Two"]
    assert warnings == ["2 objects without a text skipped"]
    assert [one.title for one in read(JSON_READER, value, stubs=True)[0]] == ["One", "Two"]


def test_what_has_no_texts_is_one_sentence() -> None:
    for value in ({"unrelated": [1, 2, 3]}, {}, [], {"title": "One"}, {"text": 3}, {"text": " "}):
        assert refusal(JSON_READER, value) == NO_TEXTS
        if isinstance(value, dict):
            assert refusal(JSONL_READER, value) == NO_TEXTS
    assert refusal(JSON_READER, b"Dear reader") == "x: is not JSON"
    assert refusal(JSONL_READER, b"Dear reader") == "x: line 1: is not JSON Lines"
    assert refusal(JSONL_READER, b'{"text": "a"},\n' * 200) == "x: line 101: is not JSON Lines"
    assert refusal(JSON_READER, b'[{"text": "a"}] more') == "x: byte 16: more follows after the end of the list"
    assert read(JSON_READER, [1])[2] == ["x: [0]: is no object"]


def test_annotated_json_is_read_under_the_same_names() -> None:
    for reader, data in ((JSON_READER, as_json(example())), (JSONL_READER, as_lines(example()))):
        records = list(reader.read(source_of(data, "x"), ReadOptions(), no_progress))
        assert isinstance(records[0], ProjectInfo)
    late = json.dumps({"filler": "x" * 70_000} | example()).encode()
    assert isinstance(next(iter(JSON_READER.read(source_of(late, "x"), ReadOptions(), no_progress))), ProjectInfo)
    assert refusal(JSON_READER, {"format": "annotator/2"}).endswith("this version reads annotator/1")


ARRAY = b'[{"text": "A"}]'
PRETTY = json.dumps([{"text": "A"}, {"text": "B"}], indent=1).encode()


@pytest.mark.parametrize(
    ("name", "data", "reader"),
    [
        ("a.json", JSON, "json"),
        ("a.json", ARRAY, "json"),
        ("a.jsonl", ARRAY, "json"),
        ("a.jsonl", PRETTY, "json"),
        ("a.csv", PRETTY, "json"),
        ("-", JSON, "json"),
        ("a.json", b'{"articles": [{"text": "A"},\n{"text": "B"},\n{"text": "C"}]}', "json"),
        ("a.json", JSONL, "jsonl"),
        ("a.json", b'{"broken\n' + JSONL, "jsonl"),
        ("a.jsonl", JSONL, "jsonl"),
        ("a.ndjson", JSONL, "jsonl"),
        ("-", JSONL, "jsonl"),
        ("a.jsonl", b'{"text": "one line"}', "jsonl"),
        ("a.txt", JSON, "text"),
    ],
)
def test_content_tells_lines_from_one_value(name: str, data: bytes, reader: str) -> None:
    assert registry.reader_for(source_of(data, name)).name == reader


@pytest.mark.parametrize(
    ("reader", "before", "row", "after"),
    [
        ("jsonl", b"", b'{"title": "T", "text": "%s"}\n', b""),
        ("json", b'{"articles": [', b'{"title": "T", "text": "%s"},', b'{"text": "last"}]}'),
        ("json", b"[", b'{"title": "T", "text": "%s"},', b'{"text": "last"}]'),
        ("csv", b"title,text\n", b"T,%s\n", b""),
        ("mbox", b"", b"From a@example.org Fri Feb 23 18:04:00 2018\nSubject: T\n\n%s\n\n", b""),
    ],
)
def test_memory_does_not_grow_with_the_file(
    tmp_path: Path, reader: str, before: bytes, row: bytes, after: bytes
) -> None:
    file = tmp_path / "large"
    file.write_bytes(before + row % (b"word " * 10_000) * 300 + after)
    source = Source.of_path(file)
    assert source.size > 15_000_000
    tracemalloc.start()
    try:
        found = registry.readers().get(reader).read(source, ReadOptions(), no_progress)
        articles = sum(isinstance(one, Article) for one in found)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert articles >= 300
    assert peak < 8_000_000


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data is not here")
def test_the_hard_files() -> None:
    hard = SHARED / "hard"
    ((article,), warnings, _) = read(JSON_READER, (hard / "json-bom.json").read_bytes())
    assert (article.text, article.title) == ("BOM first\n\n“Yes,” she said.", "BOM first")
    assert not warnings
    ((article,), warnings, _) = read(JSON_READER, (hard / "lone-surrogate.json").read_bytes())
    assert article.text == "Lone surrogate\n\nhalf an emoji \ufffd here"
    assert warnings == ["1 character that no format can carry became U+FFFD"]
    (articles, _, failures) = read(JSONL_READER, (hard / "lines.jsonl").read_bytes())
    assert [one.title for one in articles] == ["One", "Three"]
    assert failures == ["x: line 3, byte 26: broken JSON, unexpected end of data"]
    broken = refusal(JSON_READER, (hard / "broken.json").read_bytes())
    assert broken == "x: line 1, byte 55: broken JSON, the file ends too soon"


def test_articles_under_keys_of_their_own_are_read_one_at_a_time() -> None:
    values = {f"key {number}": {"title": f"Title {number}", "text": f"Text {number}."} for number in range(1_200)}
    articles, warnings, failures = read(JSON_READER, json.dumps({"note": "All of them.", **values}).encode())
    assert [one.title for one in articles] == [f"Title {number}" for number in range(1_200)]
    assert not warnings
    assert not failures


def test_an_object_within_an_article_gives_its_name_and_is_never_its_text() -> None:
    (article,), _, _ = read(
        JSON_READER, b'{"text": "Words.", "publisher": {"name": "Gazette"}, "author": {"name": "Ida Brandt"}}'
    )
    assert (article.byline, article.publication) == ("Ida Brandt", "Gazette")
    assert "neither annotated JSON" in refusal(JSON_READER, {"content": {"name": "Words of it."}, "title": "A title"})


@pytest.mark.parametrize("reader", [JSON_READER, JSONL_READER])
def test_json_in_another_encoding_says_so(reader: Reader) -> None:
    data = '{"text": "Words."}\n'.encode("utf-16")
    assert refusal(reader, data) == "x: is in utf-16-le, and JSON has to be in utf-8; save it so"
    assert registry.reader_for(source_of(data, "a.json")).name == "json"
