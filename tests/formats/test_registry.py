from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from annotator.core.errors import InputError, Refused
from annotator.formats import registry
from annotator.formats.interface import Source
from tests.formats.examples import as_json, as_lines, example
from tests.formats.sources import source_of

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


class Whole:
    """A reader that a plug-in could bring."""

    name = "whole"
    title = "Whole"
    suffixes = (".whole",)
    sniff = read = print


class Half:
    name = "half"
    title = "Half"


class Fragile(Whole):
    name = "fragile"

    @staticmethod
    def sniff(head: bytes) -> float:
        raise ValueError(head)


@pytest.fixture(autouse=True)
def _looked_for_anew() -> Iterator[None]:
    registry.readers.cache_clear()
    registry.writers.cache_clear()
    yield
    registry.readers.cache_clear()
    registry.writers.cache_clear()


def install(monkeypatch: pytest.MonkeyPatch, *points: tuple[str, str]) -> None:
    """Let the metadata of installed packages hold these entry points alone."""

    def entry_points(group: str) -> list[EntryPoint]:
        return [EntryPoint(name, value, group) for name, value in points]

    monkeypatch.setattr(registry, "entry_points", entry_points)


def test_the_table_of_built_in_formats_is_the_one_of_the_package() -> None:
    declared = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["entry-points"]
    assert declared == registry.BUILT_IN


def test_the_built_in_formats_load_without_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    for group, found in ((registry.READERS, registry.readers()), (registry.WRITERS, registry.writers())):
        assert list(found.available) == list(registry.BUILT_IN[group])
        assert not found.unavailable


def test_the_built_in_formats_are_not_loaded_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, *registry.BUILT_IN[registry.READERS].items())
    assert list(registry.readers().available) == list(registry.BUILT_IN[registry.READERS])
    assert not registry.readers().unavailable


def test_a_plugin_is_available(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, ("whole", f"{__name__}:Whole"))
    assert registry.readers().get("whole").title == "Whole"


def test_a_broken_plugin_is_unavailable_with_its_reason_and_the_others_work(monkeypatch: pytest.MonkeyPatch) -> None:
    install(
        monkeypatch,
        ("absent", "no_such_module:READER"),
        ("nameless", f"{__name__}:NOTHING"),
        ("half", f"{__name__}:Half"),
        ("renamed", f"{__name__}:Whole"),
        ("text", f"{__name__}:Whole"),
    )
    found = registry.readers()
    assert list(found.available) == list(registry.BUILT_IN[registry.READERS])
    assert found.unavailable["absent"] == "ModuleNotFoundError: No module named 'no_such_module'"
    assert found.unavailable["nameless"].startswith("AttributeError: ")
    assert found.unavailable["half"] == f"{__name__}:Half has no suffixes, sniff, read"
    assert found.unavailable["renamed"] == f"{__name__}:Whole calls itself “whole”"
    assert found.unavailable[f"text ({__name__}:Whole)"] == "another one has that name"
    with pytest.raises(Refused, match="“half” is unavailable: "):
        found.get("half")


def test_a_plugin_that_fails_to_recognise_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, ("fragile", f"{__name__}:Fragile"))
    assert registry.reader_for(source_of(b"Text.", "a.txt")).name == "text"


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Refused, match=r"^There is no format “odt” here; known are text, json, jsonl"):
        registry.reader_for(source_of(b"", "a.txt"), "odt")
    with pytest.raises(Refused, match="known are json, jsonl"):
        registry.writers().get("odt")


ONE, LINES = as_json(example()), as_lines(example())


@pytest.mark.parametrize(
    ("name", "data", "reader"),
    [
        ("a.txt", b"Plain text.", "text"),
        ("A.TXT", b"Plain text.", "text"),
        ("a.md", b"# Title", "text"),
        ("a.txt", b"[Feature image: a town]\n\nText.", "text"),
        ("a.txt", b"{braces} and text", "text"),
        ("a.txt", b"\x89PNG\r\n", "text"),
        ("a.txt", b"", "text"),
        ("pasted", "Café.".encode("cp1252"), "text"),
        ("-", ONE, "json"),
        ("-", LINES, "jsonl"),
        ("a.txt", ONE, "json"),
        ("a.json", ONE, "json"),
        ("a.json", b"\xef\xbb\xbf\n " + ONE + b"\n", "json"),
        ("a.json", LINES, "jsonl"),
        ("a.jsonl", LINES, "jsonl"),
        ("a.jsonl", ONE, "json"),
        ("a.jsonl", ONE.replace(b'"Test"', b'"' + b"T" * registry.HEAD + b'"'), "jsonl"),
        ("a.json", ONE.replace(b'"Test"', b'"' + b"T" * registry.HEAD + b'"'), "json"),
        ("a.json", b'{"title": "foreign"}', "json"),
        ("a.json", b"[]", "json"),
        ("a.jsonl", b'{"title": "foreign"}\n', "jsonl"),
    ],
)
def test_content_decides_and_the_suffix_helps(name: str, data: bytes, reader: str) -> None:
    assert registry.reader_for(source_of(data, name)).name == reader


@pytest.mark.parametrize(
    ("url", "data", "reader"),
    [
        ("https://example.org", b"Plain words.", "text"),
        ("https://example.org/robots.php?v=1.2", b"Plain words.", "text"),
        ("https://example.org/v1.2", b'{"text": "Words."}', "json"),
        ("https://example.org/table.csv?page=2#top", b"a,b\n1,2\n", "csv"),
        ("https://example.org/story.aspx", b"<p>Words.</p>", "html"),
    ],
)
def test_the_suffix_of_an_address_is_that_of_its_path(url: str, data: bytes, reader: str) -> None:
    assert registry.reader_for(replace(source_of(data, url), url=url)).name == reader


@pytest.mark.parametrize("name", ["a.odt", "a.xlsx", "article.2018"])
def test_a_kind_that_no_reader_knows_is_one_sentence(name: str) -> None:
    with pytest.raises(
        InputError, match=rf"^{name}: no reader knows this kind of file; name one .*: text, json, jsonl"
    ):
        registry.reader_for(source_of(b"a,b\n1,2\n", name))
    assert registry.reader_for(source_of(b"a,b\n", name), "text").name == "text"


def test_an_input_that_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    missing = tmp_path / "missing.txt"
    with pytest.raises(InputError, match=r"^missing\.txt: cannot be read: No such file or directory$"):
        registry.reader_for(Source(missing.name, lambda: missing.open("rb")))
