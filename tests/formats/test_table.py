from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.core.errors import InputError
from annotator.core.records import Article
from annotator.core.text import store_text
from annotator.formats import registry, streams, table
from annotator.formats.interface import Failure, ReadOptions, Warn, no_progress
from annotator.formats.table import READER, columns
from tests.formats.making import CSV
from tests.formats.sources import SHARED, source_of
from tests.formats.strategies import CHARACTERS


def read(data: bytes, **options: object) -> tuple[list[Article], list[str], list[str]]:
    """Return the articles of a table, its warnings and its failures."""
    found = list(READER.read(source_of(data, "t.csv"), ReadOptions(**options), no_progress))  # type: ignore[arg-type]
    warnings = [f"{one.place}: {one.reason}" if one.place else one.reason for one in found if isinstance(one, Warn)]
    failures = [str(one.error) for one in found if isinstance(one, Failure)]
    return [one for one in found if isinstance(one, Article)], warnings, failures


def refusal(data: bytes, **options: object) -> str:
    with pytest.raises(InputError) as raised:
        read(data, **options)
    return str(raised.value)


def test_a_row_is_an_article_with_its_heading_as_regions() -> None:
    (first, second), warnings, failures = read(CSV)
    assert first.text == 'Mayor; replies\n\nIda Brandt\n\n“We will rebuild,” she said.\nShe "may" leave.'
    assert [(one.kind, first.text[one.start : one.end]) for one in first.regions] == [
        ("headline", "Mayor; replies"),
        ("byline", "Ida Brandt"),
    ]
    assert (first.title, first.byline, first.publication, first.published) == (
        "Mayor; replies",
        "Ida Brandt",
        "The Gazette",
        "2018-02-23",
    )
    assert (first.source.file, first.source.format, first.source.encoding) == ("t.csv", "csv", "utf-8")
    assert len(first.source.sha256) == 64
    assert (second.text, second.title, second.published) == ("Only a text here.", "Only a text here.", "2018-02-23")
    assert not second.regions
    assert warnings == ["columns that are not taken over: “Section”"]
    assert not failures


def test_a_text_that_opens_with_its_title_is_not_given_it_twice() -> None:
    ((article,), _, _) = read(b'title,text\nTwo words,"\n  Two words \nand a text"\n')
    assert article.text == "\n  Two words \nand a text"
    ((region,)) = article.regions
    assert article.text[region.start : region.end] == "Two words"


@pytest.mark.parametrize(
    ("header", "mapping"),
    [
        ("Überschrift,Inhalt,Datum,Quelle,Sprache", "title text published publication language"),
        ("titre,texte,auteur,date_publication,langue", "title text byline published language"),
        ("Article Title,Article Text,article_url,Pub-Date", "title text url published"),
        ("Заголовок,Текст,Автор,Ссылка", "title text byline url"),
        ("headline,standfirst,body,outlet,notes", "title deck text publication note"),
        ("id,media_name,title,publish_date,url,language", " publication title published url language"),
    ],
)
def test_columns_are_known_by_many_names(header: str, mapping: str) -> None:
    found = columns(source_of(f"{header}\n1,2,3\n".encode(), "t.csv"), ReadOptions()).mapping
    expected = {field: name for field, name in zip(mapping.split(" "), header.split(","), strict=True) if field}
    assert found == expected


def test_a_preview_shows_header_mapping_and_first_rows() -> None:
    head = columns(source_of(CSV, "t.csv"), ReadOptions(columns={"note": "Section", "byline": ""}))
    assert head.header == ("Title", "Author", "Date", "Source", "Text", "Section")
    assert head.mapping == {
        "text": "Text",
        "title": "Title",
        "published": "Date",
        "publication": "Source",
        "note": "Section",
    }
    assert [row[0] for row in head.rows] == ["Mayor; replies", ""]
    assert (head.delimiter, head.encoding) == (";", "utf-8")


def test_chosen_columns_go_before_guessed_ones() -> None:
    data = b"text,note\nnot this,A text.\n"
    ((article,), _, _) = read(data, columns={"text": "note", "note": "text"})
    assert (article.text, article.note) == ("A text.", "not this")
    assert refusal(data, columns={"text": "body"}) == "t.csv: has no column “body”; there are “text”, “note”"
    assert refusal(data, columns={"colour": "text"}).startswith("t.csv: articles have no “colour”; ")


def test_a_table_without_a_text_says_what_can_be_done() -> None:
    assert refusal(b"a,b\n1,2\n") == "t.csv: no column is called like a text; choose one of “a”, “b”"
    assert refusal(b"id,title\n1,2\n").endswith("“id”, “title”; its rows can be kept as stubs")


def test_rows_without_a_text_are_skipped_and_counted_or_kept_as_stubs() -> None:
    data = b"title,text,url\nOne,,https://example.org/1\n,,\nTwo,A text.,\n"
    (articles, warnings, _) = read(data)
    assert [one.title for one in articles] == ["Two"]
    assert warnings == ["2 rows without a text skipped"]
    (articles, warnings, _) = read(data, stubs=True)
    assert [(one.title, one.text, one.url) for one in articles] == [
        ("One", "One", "https://example.org/1"),
        ("Two", "Two\n\nA text.", None),
    ]
    assert warnings == ["1 row without a text skipped"]
    (articles, _, _) = read(b"title,url\nOne,https://example.org/1\n", stubs=True)
    assert [one.text for one in articles] == ["One"]


def test_odd_values_stay_or_go_with_a_warning_that_names_the_row() -> None:
    ((article,), warnings, _) = read(b"text,date,url\nA\0 text.,03/04/2018,javascript:x\n")
    assert (article.text, article.published, article.url) == ("A\ufffd text.", "03/04/2018", None)
    assert warnings == [
        "row 2: 1 character that no format can carry became U+FFFD",
        "row 2: “03/04/2018” is no date, or could be two; it stays as it is written",
        "row 2: “javascript:x” is no address of the web, and was left out",
    ]


def test_a_broken_row_is_named_and_the_others_are_read() -> None:
    (articles, _, failures) = read(b'title,text\nOne,A text.,more\n\nTwo,B text.,,\nThree\nFour,"C text\n')
    assert [one.title for one in articles] == ["Two"]
    assert failures == [
        "t.csv: row 2: has 3 cells, and the header 2",
        "t.csv: row 6, line 6: the file ends within quotation marks",
    ]


def test_a_cell_that_never_ends_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = csv.field_size_limit(100)
    try:
        monkeypatch.setattr(table, "LONGEST_CELL", 100)
        (articles, _, failures) = read(b'title,text\nOne,A text.\nTwo,"' + b"never closed\n" * 20)
    finally:
        csv.field_size_limit(limit)
    assert [one.title for one in articles] == ["One"]
    assert failures == ["t.csv: row 3, line 3: a quotation mark is opened that nothing closes"]


def test_a_long_cell_is_read() -> None:
    text = "A long text. " * 20_000
    ((article,), _, failures) = read(f"text,title\n{text},\n".encode())
    assert article.text == text
    assert not failures


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
@given(rows=st.lists(st.tuples(st.text(CHARACTERS + "\r", min_size=1), st.text(CHARACTERS)), min_size=1, max_size=4))
def test_what_a_spreadsheet_wrote_is_read_as_it_was(rows: list[tuple[str, str]], encoding: str, delimiter: str) -> None:
    target = io.StringIO(newline="")
    csv.writer(target, delimiter=delimiter).writerows([("text", "note"), *rows])
    chosen = encoding if encoding == "utf-16-be" else None
    (articles, _, failures) = read(target.getvalue().encode(encoding), encoding=chosen)
    kept = [(store_text(text).text, note) for text, note in rows if text.strip()]
    assert [(one.text, one.note) for one in articles] == [(text, store_text(note).text.strip()) for text, note in kept]
    assert not failures


def test_legacy_encodings_are_guessed_with_a_warning_also_far_into_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    data = (
        "title,text\n" + "Plain,Nothing special here at all.\n" * 40 + "Café,« Le café fermé », dit-elle à Noël.\n"
    ).encode("cp1252")
    for chunk in (1 << 20, 300):
        monkeypatch.setattr(streams, "_CHUNK", chunk)
        (articles, warnings, failures) = read(data.replace(b", dit", b" dit"))
        assert articles[-1].title == "Café"
        assert warnings == ["read as cp1252, which is a guess; choose another encoding (--encoding)"]
        assert not failures


def test_wrong_encodings_are_one_sentence() -> None:
    assert refusal("text,a\n“ü”,b\n".encode()[:-6] + b"\xff,\xe2\x80\x9cb\xe2\x80\x9d\n").startswith(
        "t.csv: byte 12: 0xff is not valid"
    )
    assert "not valid in utf-8; choose the encoding" in refusal("text,a\nü,b\n".encode("cp1252"), encoding="utf-8")
    assert refusal(b"text,a\n", encoding="utf-99") == "t.csv: there is no text encoding called “utf-99”"
    assert refusal(b"\x89PNG\r\n\x1a\n,") == "t.csv: is a PNG picture, not text"
    assert refusal(b"") == "t.csv: is empty"
    assert refusal(b"\n \n") == "t.csv: has nothing but white space in it"
    assert refusal(b"text,a\n").endswith("has a header, but no row below it that can be read")


def test_excels_first_line_names_the_delimiter() -> None:
    ((article,), _, _) = read(b"sep=|\r\ntitle|text\r\nOne, two|A; text\r\n")
    assert article.text == "One, two\n\nA; text"


def test_only_one_row_is_held_at_a_time() -> None:
    row = b"title," + b"x" * 10_000 + b"\n"
    rows = READER.read(source_of(b"title,text\n" + row * 300, "t.csv"), ReadOptions(), no_progress)
    assert sum(len(one.text) for one in rows if isinstance(one, Article)) == 300 * 10_007


@pytest.mark.parametrize(
    ("name", "data", "reader"),
    [
        ("a.csv", CSV, "csv"),
        ("-", CSV, "csv"),
        ("a.txt", CSV, "text"),
        ("a.csv", b"x,y\n", "csv"),
        ("a.tsv", b"x\ty\n", "csv"),
    ],
)
def test_tables_are_recognised(name: str, data: bytes, reader: str) -> None:
    assert registry.reader_for(source_of(data, name)).name == reader


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data is not here")
def test_the_hard_table() -> None:
    (articles, warnings, failures) = read((SHARED / "hard" / "table.csv").read_bytes())
    assert [one.text for one in articles] == ['A, b\n\nFirst line.\nSecond "quoted" line.', '=HYPERLINK("x")\n\nBody']
    assert [one.published for one in articles] == ["2018-02-23", "not a date"]
    assert warnings == [
        "row 3: “not a date” is no date, or could be two; it stays as it is written",
        "1 row without a text skipped",
    ]
    assert not failures


def test_a_line_that_would_fill_the_memory_is_refused_with_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "LONGEST_LINE", 1_000_000)
    reason = "t.csv: line 3: has more than 1 million characters"
    assert refusal(b"title,text\na,b\n" + b"c" * 1_000_000) == reason


def test_where_no_row_can_be_read_the_reason_is_that_of_the_first() -> None:
    assert refusal(b'title,text\na,"never closed\n') == ("t.csv: row 2, line 2: the file ends within quotation marks")
    assert refusal(b"title,text\na,b,c\n1,2,3,4\n") == "t.csv: row 2: has 3 cells, and the header 2"


@given(st.lists(st.sampled_from(["text", "title", "a b", "x"]), max_size=4), st.sampled_from(",;\t"))
def test_a_table_is_recognised_by_what_its_first_row_names(names: list[str], delimiter: str) -> None:
    sure = "text" in names and "title" in names
    for first in ("", "sep=;\n" if delimiter == ";" else ""):
        assert (READER.sniff(f"{first}{delimiter.join(names)}\n1\n".encode()) > 0.5) == sure
