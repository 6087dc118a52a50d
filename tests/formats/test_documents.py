"""Word documents, rich text and PDF files."""

from __future__ import annotations

import io
import re
import zipfile

import docx
import pytest

from annotator.core.errors import Cancelled, InputError
from annotator.core.records import Article
from annotator.formats import archive, pdf, registry, rtf
from annotator.formats import docx as docx_module
from annotator.formats.docx import READER as DOCX_READER
from annotator.formats.interface import Reader, ReadOptions, Warn, no_progress
from annotator.formats.pdf import READER as PDF_READER
from annotator.formats.rtf import READER as RTF_READER
from tests.formats import making
from tests.formats.making import RTF, docx_bytes, pdf_bytes, word_document, zip_bytes
from tests.formats.sources import source_of


def read(reader: Reader, data: bytes, encoding: str | None = None) -> tuple[Article, list[str]]:
    """Return the only article of a file, and the warnings before it."""
    *warnings, article = reader.read(source_of(data, "a.file"), ReadOptions(encoding), no_progress)
    assert isinstance(article, Article)
    return article, [one.reason for one in warnings if isinstance(one, Warn)]


def refusal(reader: Reader, data: bytes) -> str:
    with pytest.raises(InputError) as raised:
        read(reader, data)
    return str(raised.value)


def test_a_word_document_is_its_paragraphs_and_cells() -> None:
    article, warnings = read(DOCX_READER, docx_bytes())
    assert article.text.split("\n\n") == [
        "Mayor replies",
        "She may rebuild",
        "What she said",
        "“We will 💩 rebuild,” she said.",
        "left cell",
        "right cell",
    ]
    assert [(one.kind, article.text[one.start : one.end]) for one in article.regions] == [
        ("headline", "Mayor replies"),
        ("deck", "She may rebuild"),
    ]
    assert (article.title, article.byline, article.language, article.published) == (
        "Mayor replies",
        "Ida Brandt",
        "en",
        "2018-02-23",
    )
    assert (article.source.file, article.source.format) == ("a.file", "docx")
    assert not warnings


def test_changes_count_as_accepted_and_what_is_left_out_is_named() -> None:
    article, warnings = read(DOCX_READER, docx_bytes(word_document(making.TRACKED, making.HELD, making.NOTED)))
    assert article.text.endswith("The mayor may\thave\nleft\u2011over.\n\nHeld by a control.\n\nNoted.")
    assert warnings == [
        "has tracked changes: what was added is in the text, what was deleted is not",
        "left out: 1 footnote",
    ]


def test_formulas_are_read_as_they_are_typed_on_one_line() -> None:
    article, warnings = read(DOCX_READER, docx_bytes(word_document(making.FORMULAS)))
    assert article.text.endswith("\n\nIt costs 1/2 of r^2(a)[b")
    assert not warnings


def test_a_document_that_says_nothing_of_itself_has_the_title_of_its_first_line_or_its_name() -> None:
    for paragraphs, title in ((["A short line", "A text."], "A short line"), (["A text."], "a")):
        document = docx.Document()
        document.core_properties.title = document.core_properties.author = ""
        for paragraph in paragraphs:
            document.add_paragraph(paragraph)
        article, _ = read(DOCX_READER, docx_bytes(document))
        assert article.title == title
        assert article.byline == ""


def test_no_title_is_made_up_for_a_document_without_properties() -> None:
    parts = zipfile.ZipFile(io.BytesIO(docx_bytes()))
    members = {name: parts.read(name) for name in parts.namelist() if name != "docProps/core.xml"}
    members["_rels/.rels"] = re.sub(rb"<Relationship [^>]*core-properties[^>]*/>", b"", members["_rels/.rels"])
    article, _ = read(DOCX_READER, zip_bytes(members))
    assert (article.title, article.byline, article.published) == ("Mayor replies", "", "")


def test_a_word_document_that_is_none_is_one_sentence() -> None:
    for data in (b"text", zip_bytes({"a.txt": b"text"}), docx_bytes()[:-50]):
        assert refusal(DOCX_READER, data).startswith("a.file: is no Word document (.docx), or a damaged one (")
    assert "is encrypted, or an old Word document" in refusal(
        DOCX_READER, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99)
    )
    assert refusal(DOCX_READER, docx_bytes(docx.Document())) == "a.file: has no text in it"


def test_a_word_document_that_unpacks_to_too_much_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    data = docx_bytes(word_document(*[making.HELD] * 30_000))
    assert "word/document.xml unpacks to more than 200 times its size" in refusal(DOCX_READER, data)
    monkeypatch.setattr(archive, "LARGEST_WHOLE", 1 << 10)
    assert "unpacks to more than 0 MB" in refusal(DOCX_READER, docx_bytes())


def test_entities_in_a_word_document_are_not_expanded() -> None:
    parts = zipfile.ZipFile(io.BytesIO(docx_bytes()))
    members = {name: parts.read(name) for name in parts.namelist()}
    whole = members["word/document.xml"].partition(b"?>")[2]
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY f SYSTEM "file:///etc/hostname">]>'
    members["word/document.xml"] = b"<?xml version='1.0'?>" + bomb + whole.replace(b"left cell", b"left &a;&f; cell")
    article, _ = read(DOCX_READER, zip_bytes(members))
    assert "aaaa" not in article.text
    assert "left " in article.text


def test_rich_text_is_read_with_its_characters_and_without_addresses() -> None:
    article, warnings = read(RTF_READER, RTF)
    assert article.text == "“We will rebuild,” Mayor Núñez said.\n💀 the plan may {work}.\n"
    assert (article.title, article.byline, article.published) == ("Mayor „replies“", "Ida Brandt", "2018-02-23")
    assert (article.source.format, article.source.encoding) == ("rtf", "cp1252")
    assert not warnings


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (rb"{\rtf1\ansi\ansicpg1251 \'cc\'fd\'f0 said.}", "Мэр said."),
        (rb"{\rtf1\ansi\ansicpg932 \'8e\'73\'92\'b7}", "市長"),
        (rb"{\rtf1\ansi\ansicpg99999 caf\'e9}", "caf\ufffd"),
        (b"{\\rtf1\\ansi caf\xe9 \\u-10179? x}", "café \ufffd x"),
        (rb"{\rtf1 one\line two\tab three\emdash four}", "one\ntwo\tthree—four"),
    ],
)
def test_rich_text_in_other_code_pages(data: bytes, text: str) -> None:
    assert read(RTF_READER, data)[0].text == text


def test_the_encoding_of_rich_text_can_be_chosen_where_it_says_none() -> None:
    assert read(RTF_READER, rb"{\rtf1 \'cc\'fd\'f0}", "cp1251")[0].text == "Мэр"


def test_rich_text_that_is_none_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal(RTF_READER, b"text") == "a.file: is no RTF, or damaged"
    assert refusal(RTF_READER, RTF[:-1]) == "a.file: the file ends within the text, and is damaged"
    assert refusal(RTF_READER, b"{\\rtf1 }") == "a.file: has no text in it"
    monkeypatch.setattr(rtf, "LARGEST", 10)
    assert refusal(RTF_READER, RTF) == "a.file: is larger than 0 MB, too large for one article"


def test_a_pdf_is_the_text_of_its_pages() -> None:
    data = pdf_bytes(["“We will re-\nbuild,” she said.", "", "Page 3"], title="Mayor replies")
    article, warnings = read(PDF_READER, data)
    assert article.text == "“We will re-\nbuild,” she said.\n\nPage 3"
    assert (article.title, article.byline, article.published) == ("Mayor replies", "Ida Brandt", "2018-02-23")
    assert (article.source.file, article.source.format) == ("a.file", "pdf")
    assert warnings == ["no text (scanned?) on page 2", "1 word with a hyphen at a line's end left as they are"]
    assert read(PDF_READER, pdf_bytes(["Text."]))[0].title == "a"


def test_a_pdf_without_text_or_with_a_password_says_so() -> None:
    assert refusal(PDF_READER, pdf_bytes(["", ""])) == "a.file: has no text on its 2 pages (scanned?)"
    locked = pdf_bytes(["Text."], password="secret")
    assert refusal(PDF_READER, locked) == "a.file: is encrypted; save a copy without a password"


def test_a_pdf_beyond_the_limits_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    data = pdf_bytes(["One.", "Two."])
    with monkeypatch.context() as patch:
        patch.setattr(pdf, "MOST_PAGES", 1)
        assert refusal(PDF_READER, data) == "a.file: has 2 pages, more than 1"
    with monkeypatch.context() as patch:
        patch.setattr(pdf, "MOST_OBJECTS", 5)
        assert refusal(PDF_READER, data) == "a.file: has 7 objects, more than 5"
    with monkeypatch.context() as patch:
        patch.setattr(pdf, "MOST_SECONDS", -1.0)
        assert refusal(PDF_READER, data) == "a.file: page 1: takes longer than -1 seconds to read"
    monkeypatch.setattr(pdf, "LARGEST", 100)
    assert refusal(PDF_READER, data).startswith("a.file: is larger than")


def test_a_page_of_a_pdf_can_be_stopped_within_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "_OPERATIONS", 2)
    data = pdf_bytes(["One line\nand another\nand a third"])

    def stop_within(_done: int, _total: int, _text: str) -> None:
        told.append(_done)
        if len(told) > 2:
            raise Cancelled

    told: list[int] = []
    with pytest.raises(Cancelled):
        list(PDF_READER.read(source_of(data, "a.file"), ReadOptions(), stop_within))
    assert told == [1, 1, 1]


def test_a_pdf_that_is_none_is_one_sentence() -> None:
    assert refusal(PDF_READER, b"text") == "a.file: is no PDF, or a damaged one"
    assert refusal(PDF_READER, b"%PDF-1.4\nnothing").startswith("a.file: is no PDF, or a damaged one (")


@pytest.mark.parametrize(
    ("name", "reader"),
    [("a.docx", "docx"), ("a.rtf", "rtf"), ("a.pdf", "pdf")],
)
def test_documents_are_recognised_under_any_name(name: str, reader: str) -> None:
    data = making.golden()[name[2:]]
    for suffix in ("", ".txt", ".csv", ".json", ".docx", ".rtf", ".pdf", ".html"):
        assert registry.reader_for(source_of(data, f"a{suffix}")).name == reader


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"{\\f" + b"1" * 200_000 + b"x}A word.", "A word."),
        (b"\\fldinst" * 50_000 + b"}", ""),
        (b"{\\fldinst" + b"\\x " * 50_000 + b"}A word.", "A word."),
    ],
)
def test_rtf_that_was_made_to_take_for_ever_does_not(body: bytes, text: str) -> None:
    data = b"{\\rtf1 " + body + b"}"
    if text:
        assert read(RTF_READER, data)[0].text.endswith(text)
    else:
        assert refusal(RTF_READER, data) == "a.file: has no text in it"


def test_a_word_document_whose_text_would_fill_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docx_module, "LARGEST_XML", 1 << 10)
    assert refusal(DOCX_READER, docx_bytes()) == "a.file: its text unpacks to more than 0 MB, too much for one article"
