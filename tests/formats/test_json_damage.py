"""Whatever the bytes are: records, or one sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example as also
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.core.errors import InputError
from annotator.core.records import Article
from annotator.formats.annotated_json import JSON_READER, JSON_WRITER, JSONL_READER, JSONL_WRITER
from annotator.formats.interface import Failure, Reader, Warn
from tests.formats.examples import as_json, as_lines, example
from tests.formats.sources import read, written

WHOLE = ((JSON_READER, as_json(example())), (JSONL_READER, as_lines(example())))
PRETTY = json.dumps(example(), indent=1).encode()


def records_or_one_sentence(reader: Reader, data: bytes) -> None:
    try:
        records = read(reader, data, "x")
    except InputError as error:
        records = [Failure(error)]
    assert records
    for record in records:
        if isinstance(record, Failure):
            assert str(record.error).startswith("x: ")
            assert "\n" not in str(record.error)
        if isinstance(record, Article):
            for layer in record.layers:
                assert all(0 <= span.start < span.end <= len(record.text) for span in layer.spans)


@settings(deadline=None)
@given(st.data())
def test_a_file_that_is_cut_gives_records_or_one_sentence(data: st.DataObject) -> None:
    for reader, whole in WHOLE:
        start = data.draw(st.sampled_from([0, 0, 0, 1, 20]))
        records_or_one_sentence(reader, whole[start : data.draw(st.integers(0, len(whole)))])


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_flipped_bytes_give_records_or_one_sentence(data: st.DataObject) -> None:
    reader, whole = data.draw(st.sampled_from([*WHOLE, (JSON_READER, PRETTY)]))
    broken = bytearray(whole)
    for place, value in data.draw(st.lists(st.tuples(st.integers(0, len(whole) - 1), st.integers(0, 255)), min_size=1)):
        broken[place] = value
    records_or_one_sentence(reader, bytes(broken))


ODD = [None, True, -1, 0, 10**30, 1e300, "", "x", "\ud83d", [], {}, [[]], [None], {"": None}, "2026-11-30"]


def _paths(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [way, *(path for key, part in inner for path in _paths(part, (*way, key)))]


@settings(deadline=None, max_examples=400)
@given(path=st.sampled_from(_paths(example())[1:]), value=st.sampled_from(ODD))
@also(path=("entities", 0, "created"), value=10**30)
def test_an_odd_value_anywhere_gives_records_or_one_sentence(path: tuple[Any, ...], value: object) -> None:
    file: Any = example()
    inner = file
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    records_or_one_sentence(JSON_READER, json.dumps(file).encode())
    if isinstance(file["articles"], list):
        records_or_one_sentence(JSONL_READER, b"".join(json.dumps(line).encode() + b"\n" for line in _lines_of(file)))


def _lines_of(file: dict[str, Any]) -> list[Any]:
    header = {key: value for key, value in file.items() if key not in {"articles", "relations", "deleted"}}
    return [header, *file["articles"], {"relations": file["relations"], "deleted": file["deleted"]}]


@pytest.mark.parametrize("depth", [300, 2_000, 200_000])
@pytest.mark.parametrize("brackets", ["[]", '{"a":.}'])
def test_deep_nesting_is_refused_in_one_sentence(depth: int, brackets: str) -> None:
    opening, _, closing = brackets.partition(".") if "." in brackets else (brackets[0], "", brackets[1])
    bomb = opening * depth + "1" * (brackets != "[]") + closing * depth
    for reader, whole in WHOLE:
        with pytest.raises(InputError, match=r"^x: [^\n]*(deep|depth|memory)[^\n]*$"):
            read(reader, whole.replace(b'"generator"', f'"bomb": {bomb}, "generator"'.encode(), 1), "x")
        records_or_one_sentence(reader, whole.replace(b'"text"', f'"bomb": {bomb}, "text"'.encode()))
        records_or_one_sentence(reader, bomb.encode())


@pytest.mark.parametrize("number", ["1" * 5_000, "1e999", "-1E+999", "0." + "3" * 5_000, "1e-999", "NaN", "-", "01"])
def test_odd_numbers_give_records_or_one_sentence_and_can_be_written_again(number: str) -> None:
    for (reader, whole), writer in zip(WHOLE, (JSON_WRITER, JSONL_WRITER), strict=True):
        data = whole.replace(b'"generator"', f'"number": {number}, "generator"'.encode(), 1)
        records_or_one_sentence(reader, data)
        try:
            records = read(reader, data)
        except InputError:
            continue
        assert read(reader, written(writer, records)) == records


def test_a_key_that_stands_twice_at_the_top_is_refused_with_its_place() -> None:
    data = as_json(example())[:-1] + b', "articles": []}'
    with pytest.raises(InputError, match=rf"^x: line 1, byte {len(data) - 15}: the key “articles” stands twice$"):
        read(JSON_READER, data, "x")


def test_a_key_that_stands_twice_inside_counts_as_it_stands_last() -> None:
    data = as_json(example()).replace(b'"id": "article-0"', b'"id": "first", "id": "article-0"')
    assert read(JSON_READER, data) == read(JSON_READER, as_json(example()))


def test_a_broken_place_is_named_by_line_and_byte() -> None:
    byte = PRETTY.index(b'"Nothing here."')
    line = PRETTY.count(b"\n", 0, byte) + 1
    for broken, reason in ((b"?", "broken JSON, "), (b"\xff", "0xff is not valid in utf-8")):
        with pytest.raises(InputError, match=f"^x: line {line}, byte {byte}: {reason}"):
            read(JSON_READER, PRETTY[:byte] + broken + PRETTY[byte:], "x")


def test_a_file_that_ends_too_soon_says_so_and_yields_nothing() -> None:
    with pytest.raises(InputError, match="the file ends too soon"):
        read(JSON_READER, as_json(example())[:-1])
    with pytest.raises(InputError, match="more follows after the end of the object"):
        read(JSON_READER, as_json(example()) + b"{}")


def test_control_characters_inside_texts_are_written_escaped() -> None:
    file = example()
    file["articles"][0]["text"] = "a\x01b\x1b\x7f\u2028c"
    records = [one for one in read(JSON_READER, as_json(file | {"x": "\x02"})) if not isinstance(one, Warn)]
    assert read(JSONL_READER, written(JSONL_WRITER, records)) == records
