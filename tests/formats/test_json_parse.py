from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.core.errors import InputError
from annotator.formats.annotated_json import parse
from annotator.formats.annotated_json.parse import Scanner
from tests.formats.strategies import CHARACTERS

strings = st.text(CHARACTERS + '\\"', max_size=12)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | strings,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(strings, inner, max_size=3),
    max_leaves=8,
)


def scanned(data: bytes) -> dict[str, Any]:
    scanner = Scanner(io.BytesIO(data), "x")
    result: dict[str, Any] = {}
    for key in scanner.members():
        is_list = scanner.peek() == b"["
        result[key] = [element.value for element in scanner.elements()] if is_list else scanner.value().value
    return result


@given(value=st.dictionaries(strings, values), indent=st.sampled_from([None, 0, 1]), chunk=st.integers(1, 9))
def test_values_are_the_same_however_the_file_is_laid_out_and_cut_into_chunks(
    value: dict[str, Any], indent: int | None, chunk: int
) -> None:
    data = json.dumps(value, ensure_ascii=bool(chunk % 2), indent=indent).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parse, "_CHUNK", chunk)
        assert scanned(data) == value


@given(articles=st.lists(st.dictionaries(strings, values)), chunk=st.integers(1, 99))
def test_an_object_a_line_is_the_same_as_all_on_one(articles: list[dict[str, Any]], chunk: int) -> None:
    lines = ",\r\n ".join(json.dumps(article) for article in articles)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parse, "_CHUNK", chunk)
        assert scanned(f'{{"articles": [\n{lines}\n]\n, "after": 1}}'.encode()) == {"articles": articles, "after": 1}


def test_only_one_element_is_held_at_a_time() -> None:
    element = b'{"text": "' + b"x" * 50_000 + b'"}'
    for separator in (b",", b",\n"):
        scanner = Scanner(io.BytesIO(b'{"articles": [' + separator.join([element] * 200) + b"]}"), "x")
        for _ in scanner.members():
            held = [len(scanner._buffer) for _ in scanner.elements()]
        assert len(held) == 200
        assert max(held) < 3 * parse._CHUNK


def test_a_value_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "LARGEST", 1000)
    monkeypatch.setattr(parse, "_CHUNK", 100)
    with pytest.raises(InputError, match="one value is larger than"):
        scanned(b'{"a": "' + b"x" * 5000 + b'"}')


@pytest.mark.parametrize(
    ("data", "place", "reason"),
    [
        (b'{"a": 1,\n}', "line 2, byte 9", "a key is expected"),
        (b'{"a" 1}', "line 1, byte 5", "“:” is expected"),
        (b'{"a": 1 "b": 2}', "line 1, byte 8", "“,” or “}” is expected"),
        (b'{"a": [1, ]}', "line 1, byte 10", ""),
        (b'{"a": [1 2]}', "line 1, byte 9", "“,” or “]” is expected"),
        (b'{"a": }', "line 1, byte 6", ""),
        (b'{"a": {"b": ]}}', "line 1, byte 12", ""),
        (b'{"a": "b', "line 1, byte 8", "the file ends too soon"),
        (b'{"a": [\n\n{"b": 1', "line 3, byte 16", "the file ends too soon"),
        (b'{"a": "\\ud8"}', "line 1, byte ", ""),
    ],
)
def test_defects_are_named_with_line_and_byte(data: bytes, place: str, reason: str) -> None:
    with pytest.raises(InputError) as raised:
        scanned(data)
    assert raised.value.place.startswith(place)
    assert reason in raised.value.reason
