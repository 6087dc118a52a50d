from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from annotator.core.errors import Cancelled, InputError
from annotator.core.records import Article, Deleted, Entity, ProjectInfo, Relation
from annotator.core.scheme import Tag
from annotator.core.segments import Segment
from annotator.core.text import sha256
from annotator.formats.annotated_json import JSON_READER, JSON_WRITER, JSONL_READER, JSONL_WRITER
from annotator.formats.interface import Failure, ReadOptions, Record, Warn
from tests.formats.examples import AT, TEXT, as_json, as_lines, example, segment
from tests.formats.sources import SHARED, read, source_of, written

Change = Callable[[dict[str, Any]], None]


def articles(records: list[Record]) -> list[Article]:
    return [record for record in records if isinstance(record, Article)]


def failures(records: list[Record]) -> list[str]:
    return [str(record.error) for record in records if isinstance(record, Failure)]


def warnings(records: list[Record]) -> list[str]:
    return [record.reason for record in records if isinstance(record, Warn)]


def test_offsets_are_code_points_and_texts_are_those_at_the_offsets() -> None:
    first, second = articles(read(JSON_READER, as_json(example())))
    quote = second.layers[0].spans[0]
    assert quote.segments == (Segment(3, 12), Segment(30, 47))
    assert [TEXT[start:end] for start, end in quote.segments] == ['"We act,"', '"We do not wait."']
    assert (first.order, second.order) == (1, 7)


def test_tags_are_in_the_order_of_the_file() -> None:
    tags = [record for record in read(JSON_READER, as_json(example())) if isinstance(record, Tag)]
    assert [(tag.id, tag.order) for tag in tags] == [("quote", 1), ("hedge", 2)]


def test_the_example_has_nothing_wrong_in_both_forms() -> None:
    one, lines = read(JSON_READER, as_json(example())), read(JSONL_READER, as_lines(example()))
    assert one == lines
    assert not failures(one)
    assert not warnings(one)


def test_indented_one_line_and_own_layout_read_the_same() -> None:
    records = read(JSON_READER, as_json(example()))
    indented = json.dumps(example(), indent=2).encode()
    assert read(JSON_READER, indented) == records
    assert read(JSON_READER, written(JSON_WRITER, records)) == records


def test_keys_may_come_in_any_order() -> None:
    backwards = dict(reversed(example().items()))
    assert read(JSON_READER, as_json(backwards)) == read(JSON_READER, as_json(example()))


def test_a_byte_order_mark_is_accepted() -> None:
    mark = b"\xef\xbb\xbf"
    assert read(JSON_READER, mark + as_json(example())) == read(JSON_READER, as_json(example()))
    assert read(JSONL_READER, mark + as_lines(example())) == read(JSONL_READER, as_lines(example()))


def test_the_end_of_the_file_holds_relations_and_deleted_rows() -> None:
    *_, relation, deleted = read(JSON_READER, as_json(example()))
    assert isinstance(relation, Relation)
    assert (relation.source, relation.target) == ("span-2", "span-1")
    assert deleted == Deleted("span-0", datetime(2026, 11, 30, 18, 31, tzinfo=UTC))


def test_unknown_keys_are_kept_at_every_level_and_written_after_the_known_ones() -> None:
    file = example()
    places: list[dict[str, Any]] = [
        file,
        file["project"],
        file["scheme"],
        file["scheme"]["tags"][0],
        file["annotators"][0],
        file["entities"][0],
        article := file["articles"][1],
        article["regions"][0],
        article["dismissed"][0],
        layer := article["layers"][0],
        span := layer["spans"][0],
        span["links"][0],
        span["decisions"][0],
        span["comments"][0],
        file["relations"][0],
    ]
    for number, one in enumerate(places):
        one["zz-unknown"] = {"b": [number, 2.5, None], "a": True}
    file["aa"] = file.pop("zz-unknown")
    records = read(JSON_READER, as_json(file))
    assert isinstance(records[0], ProjectInfo)
    assert set(records[0].extra) == {"file", "project", "scheme"}
    again = json.loads(written(JSON_WRITER, records))
    assert list(again)[-2:] == ["deleted", "aa"]
    assert json.dumps(again).count('"zz-unknown"') == len(places) - 1
    assert list(again["articles"][1]["layers"][0]["spans"][0])[-1] == "zz-unknown"
    assert read(JSONL_READER, written(JSONL_WRITER, records)) == records


def test_keys_that_no_record_can_keep_are_named_once() -> None:
    file = example()
    for article in file["articles"]:
        article["source"] = {"file": "a.txt", "camera": 1}
    file["articles"][1]["layers"][0]["spans"][0]["segments"][0]["colour"] = 1
    assert warnings(read(JSON_READER, as_json(file))) == [
        "the unknown key source.camera is not kept",
        "the unknown key segment.colour is not kept",
    ]


def test_touching_segments_are_joined_and_put_in_order() -> None:
    file = example()
    file["articles"][1]["layers"][0]["spans"][0]["segments"] = [segment("not wait"), segment("We d"), segment("o ")]
    span = articles(read(JSON_READER, as_json(file)))[1].layers[0].spans[0]
    assert [TEXT[start:end] for start, end in span.segments] == ["We do not wait"]


def test_times_of_other_zones_become_utc() -> None:
    file = example()
    file["articles"][1]["layers"][0]["spans"][0]["created"] = "2026-11-30T20:31:00+02:00"
    created = articles(read(JSON_READER, as_json(file)))[1].layers[0].spans[0].created
    assert created == datetime(2026, 11, 30, 18, 31, tzinfo=UTC)
    assert created.utcoffset() == timedelta(0)


def test_a_lone_carriage_return_is_replaced_with_a_warning_and_offsets_stay() -> None:
    file = example()
    file["articles"][1]["text"] = TEXT.replace("\n", "\r")
    records = read(JSON_READER, as_json(file))
    assert articles(records)[1].text == TEXT
    assert warnings(records) == [r"line ends \r became \n"]


def test_two_byte_line_ends_are_replaced_only_where_nothing_is_marked() -> None:
    file = example()
    file["articles"][0]["text"] = "One\r\ntwo\rthree"
    file["articles"][1]["text"] = TEXT.replace("\n", "\r\n")
    records = read(JSON_READER, as_json(file), "x.json")
    assert articles(records)[0].text == "One\ntwo\nthree"
    (failure,) = failures(records)
    assert failure.startswith(rf"x.json: articles[1].text: a \r\n stands at {TEXT.index(chr(10))}")


@pytest.mark.parametrize("escape", [r"\ud83d", r"\uDE00", r"\u0000", r"\ufffe", r"\uFDD0", "\ufdd1"])
def test_characters_that_no_format_carries_are_replaced_one_for_one_and_counted(escape: str) -> None:
    file = example()
    data = as_json(file).replace(b"Nothing here.", f"Nothing {escape} \\\\ud83d \\ud83d\\ude00 here.".encode())
    records = read(JSON_READER, data)
    assert articles(records)[0].text == "Nothing \ufffd \\ud83d 😀 here."
    assert warnings(records) == ["1 character that no format can carry became U+FFFD"]
    written(JSON_WRITER, [record for record in records if not isinstance(record, Warn)])


def test_a_checksum_of_a_text_that_had_to_change_is_not_compared() -> None:
    file = example()
    file["articles"][0] |= {"text": "half \ufdd0", "sha256": sha256("half \ufdd0")}
    assert not failures(read(JSON_READER, as_json(file)))


def _set(path: str, value: object) -> Change:
    """Return a change that sets the value at a path such as `articles.1.layers.0`."""
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]

    def change(file: Any) -> None:
        for step in way:
            file = file[step]
        if value is _GONE:
            del file[last]
        else:
            file[last] = value

    return change


_GONE = object()
_SPAN = "articles.1.layers.0.spans.0"


@pytest.mark.parametrize(
    ("path", "value", "place", "reason"),
    [
        ("articles.1", 5, "", "an object is expected, not 5"),
        ("articles.1.text", _GONE, ".text", "is missing"),
        ("articles.1.id", "", ".id", "is empty"),
        ("articles.1.id", "article-0", ".id", "'article-0' is the id of an earlier article too"),
        ("articles.1.order", 1.5, ".order", "a whole number is expected, not 1.5"),
        ("articles.1.unusable", "no", ".unusable", "true or false is expected, not 'no'"),
        ("articles.1.sha256", "0" * 64, ".sha256", "the text is not the one that this checksum was made of"),
        ("articles.1.source", [], ".source", "an object is expected, not []"),
        ("articles.1.regions.0.kind", "zone", ".regions[0].kind", "'zone' is none of headline, deck"),
        ("articles.1.regions.0.end", 999, ".regions[0]", "0–999 lies outside the text of 55 characters or is empty"),
        ("articles.1.assignments", ["eve"], ".assignments", "'eve' is not among the file's annotators"),
        ("articles.1.layers", {}, ".layers", "a list is expected, not {}"),
        ("articles.1.layers.0.status", "ready", ".layers[0].status", "'ready' is none of new, in progress, done"),
        ("articles.1.layers.0.kind", "final", ".layers[0].annotator", "the final layer belongs to no annotator"),
        ("articles.1.layers.0.annotator", "eve", ".layers[0].annotator", "'eve' is not among the file's annotators"),
        (f"{_SPAN}.tag", "lie", ".layers[0].spans[0].tag", "'lie' is not among the file's tags"),
        (f"{_SPAN}.id", "span-2", ".layers", "two spans, links or comments have the id 'span-2'"),
        (f"{_SPAN}.segments", [], ".layers[0].spans[0].segments", "a span needs at least one segment"),
        (f"{_SPAN}.segments.1.start", True, ".layers[0].spans[0].segments[1].start", "a whole number is expected"),
        (f"{_SPAN}.segments.1.start", 47, ".layers[0].spans[0].segments[1]", "47–47 lies outside the text"),
        (
            f"{_SPAN}.segments.0.text",
            "We",
            ".layers[0].spans[0].segments[0].text",
            "'\"We act,\"' stands at 3–12, not 'We'",
        ),
        (f"{_SPAN}.segments.0.text", 7, ".layers[0].spans[0].segments[0].text", "a text is expected, not 7"),
        (
            f"{_SPAN}.links.0.entity",
            "eve",
            ".layers[0].spans[0].links[0].entity",
            "'eve' is not among the file's entities",
        ),
        (f"{_SPAN}.links.0.cue.end", -1, ".layers[0].spans[0].links[0].cue", "lies outside the text"),
        (f"{_SPAN}.attributes", {"form": 1}, ".layers[0].spans[0].attributes", "an object of texts is expected"),
        (f"{_SPAN}.origin", "x", ".layers[0].spans[0].origin", "an object is expected, not 'x'"),
        (f"{_SPAN}.updated", "yesterday", ".layers[0].spans[0].updated", f"a time such as {AT} is expected"),
        (f"{_SPAN}.updated", "2026-11-30T18:31:00", ".layers[0].spans[0].updated", "a time such as"),
        (f"{_SPAN}.updated", "0001-01-01T00:00:00+05:00", ".layers[0].spans[0].updated", "a time such as"),
        (f"{_SPAN}.decisions.0.verdict", "ok", ".layers[0].spans[0].decisions[0].verdict", "'ok' is none of accepted"),
        (
            f"{_SPAN}.comments.0.answers",
            "c",
            ".layers[0].spans[0].comments[0].answers",
            "'c' is not among the file's comments",
        ),
        ("articles.1.dismissed.0.segments.0.end", 99, ".dismissed[0].segments[0]", "lies outside the text"),
    ],
)
def test_a_wrong_article_is_named_with_its_place_and_the_rest_is_read(
    path: str, value: object, place: str, reason: str
) -> None:
    file = example()
    _set(path, value)(file)
    records = read(JSON_READER, as_json(file), "x.json")
    (failure,) = failures(records)
    assert failure.startswith(f"x.json: articles[1]{place}: ")
    assert reason in failure
    assert [article.id for article in articles(records)] == ["article-0"]
    assert isinstance(records[-1], Deleted)


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("project", _GONE, "project: is missing"),
        ("project.id", 4, "project.id: a text is expected, not 4"),
        ("scheme", [], "scheme: an object is expected, not []"),
        ("scheme.guidelines", 1, "scheme.guidelines: a text is expected, not 1"),
        ("scheme.tags.1.id", "quote", "scheme.tags[1]: is the same as tags[0]"),
        ("scheme.tags.1.colour.dark", "blue", "scheme.tags[1].colour.dark: a colour such as #12306F is expected"),
        ("scheme.tags.1.colour", None, "scheme.tags[1].colour: is missing"),
        ("scheme.tags.1.line", "thick", "scheme.tags[1].line: 'thick' is none of solid, dashed, wavy, dotted"),
        ("annotators.1.id", "ada", "annotators[1]: is the same as annotators[0]"),
        ("entities.0.kind", "robot", "entities[0].kind: 'robot' is none of person"),
        ("entities.0.aliases", [1], "entities[0].aliases: a list of texts is expected, not [1]"),
        ("entities.0.merged_into", "quandt", "entities[0].merged_into: leads round in a circle"),
        ("entities.1.merged_into", "eve", "entities[1].merged_into: 'eve' is not among the file's entities"),
        ("entities.0.by", "eve", "entities[0].by: 'eve' is not among the file's annotators"),
        ("collections", [{"id": "c", "name": None}], "collections[0].name: is missing"),
    ],
)
def test_a_wrong_head_ends_the_reading_before_anything_was_yielded(path: str, value: object, reason: str) -> None:
    file = example()
    _set(path, value)(file)
    for reader, data, place in ((JSON_READER, as_json(file), ""), (JSONL_READER, as_lines(file), "line 1: ")):
        records = reader.read(source_of(data, "x"), ReadOptions(), lambda *_: None)
        with pytest.raises(InputError) as raised:
            next(records)
        assert str(raised.value).startswith(f"x: {place}{reason}")


@pytest.mark.parametrize("path", ["relations.0", "deleted.0"])
def test_a_wrong_last_row_is_named_and_the_rest_is_read(path: str) -> None:
    file = example()
    _set(path, None)(file)
    key = path.partition(".")[0]
    assert failures(read(JSON_READER, as_json(file), "x")) == [f"x: {key}[0]: an object is expected, not None"]
    assert failures(read(JSONL_READER, as_lines(file), "x")) == [
        f"x: line 4: {key}[0]: an object is expected, not None"
    ]


def test_two_identical_spans_or_two_final_layers_are_refused() -> None:
    file = example()
    spans = file["articles"][1]["layers"][0]["spans"]
    spans.append({"id": "span-3", "tag": "hedge", "segments": [segment("may")]})
    (failure,) = failures(read(JSON_READER, as_json(file), "x"))
    assert failure == "x: articles[1].layers[0].spans[2]: is the same as spans[1]"
    file = example()
    file["articles"][1]["layers"] += [{"kind": "final", "annotator": None}] * 2
    (failure,) = failures(read(JSON_READER, as_json(file), "x"))
    assert failure == "x: articles[1].layers[2]: is the same as layers[1]"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"title": "x", "text": "y"}', "x: is JSON, but not annotated JSON (annotator/1)"),
        (b"{}", "x: is JSON, but not annotated JSON (annotator/1)"),
        (b'{"format": 1}', "x: is JSON, but not annotated JSON (annotator/1)"),
        (b'{"format": "annotator/2", "things": []}', "x: says format annotator/2; this version reads annotator/1"),
    ],
)
def test_other_formats_get_one_sentence(data: bytes, reason: str) -> None:
    for reader in (JSON_READER, JSONL_READER):
        with pytest.raises(InputError) as raised:
            read(reader, data, "x")
        assert str(raised.value) == reason


def test_one_object_is_not_taken_for_lines_nor_lines_for_one_object() -> None:
    with pytest.raises(
        InputError, match=r"^x: holds its articles in one object: it is annotated JSON, not JSON Lines$"
    ):
        read(JSONL_READER, as_json(example()), "x")
    with pytest.raises(InputError, match=r"^x: line 2, byte [0-9]+: more follows after the end of the object$"):
        read(JSON_READER, as_lines(example()), "x")


def test_what_is_no_json_gets_one_sentence() -> None:
    for data in (b"", b"Dear reader", b"\xff\xfe{\0}\0", b"\x89PNG"):
        with pytest.raises(InputError, match="is not JSON"):
            read(JSON_READER, data, "x")
        with pytest.raises(InputError, match="is not JSON Lines"):
            read(JSONL_READER, data, "x")
    with pytest.raises(InputError, match="is JSON, but not annotated JSON"):
        read(JSON_READER, b"[1, 2]", "x")


def test_a_wrong_line_is_named_by_its_number_and_the_rest_is_read() -> None:
    header, first, second, last = as_lines(example()).splitlines(keepends=True)
    data = (
        header + b"\n" + b'{"id": \n' + first + b'{"id": "article-2"}\n' + second[:-1].replace(b"Ada", b"\xff") + b"\n"
    )
    records = read(JSONL_READER, data + b"[]\n" + last, "x")
    assert failures(records)[0].startswith("x: line 3, byte ")
    assert failures(records)[1] == "x: line 5: text: is missing"
    assert failures(records)[2] == "x: line 7: an object is expected, not []"
    assert [article.id for article in articles(records)] == ["article-0", "article-1"]
    assert isinstance(records[-1], Deleted)


def test_progress_can_stop_the_reading() -> None:
    def stop(_done: int, _total: int, _text: str) -> None:
        raise Cancelled

    for reader, data in ((JSON_READER, as_json(example())), (JSONL_READER, as_lines(example()))):
        with pytest.raises(Cancelled):
            list(reader.read(source_of(data, "x"), ReadOptions(), stop))


def test_a_chain_of_merges_is_no_circle() -> None:
    file = example()
    chain = [{"id": f"e{n}", "name": "E", "merged_into": f"e{n + 1}" if n < 5 else "zoë"} for n in range(6)]
    file["entities"] += chain
    entities = [record for record in read(JSON_READER, as_json(file)) if isinstance(record, Entity)]
    assert len(entities) == 2 + len(chain)


@pytest.mark.skipif(not (SHARED / "hard").is_dir(), reason="the folder of hard inputs is not here")
@pytest.mark.parametrize("name", ["broken.json", "json-bom.json", "lone-surrogate.json", "lines.jsonl"])
def test_hard_files_of_other_formats_get_one_sentence(name: str) -> None:
    reader = JSONL_READER if name.endswith("l") else JSON_READER
    with pytest.raises(InputError, match=r"^x: [^\n]+$"):
        read(reader, (SHARED / "hard" / name).read_bytes(), "x")
