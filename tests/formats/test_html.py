from __future__ import annotations

import codecs
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.core.errors import InputError
from annotator.core.records import Article
from annotator.core.text import snippet
from annotator.formats.html import READER, Preview, extraction, markup, preview, reader
from annotator.formats.html import page as html_page
from annotator.formats.interface import ReadOptions, Source, Warn
from annotator.formats.registry import reader_for
from tests.formats.sources import SHARED, read, source_of

GOLDEN = sorted((Path(__file__).parent / "golden" / "html").glob("*.html"))
PAGE = (Path(__file__).parent / "golden" / "html" / "report.html").read_bytes()

PARAGRAPH = "The bridge will be closed for a year, the city said on Friday, and nobody knows what that may cost."


def previewed(
    page: str | bytes, encoding: str | None = None, *, served_as: str | None = None, url: str | None = None
) -> Preview:
    source = source_of(page if isinstance(page, bytes) else page.encode(), "in.html")
    return preview(replace(source, encoding=served_as, url=url), ReadOptions(encoding))


def article(
    page: str | bytes, encoding: str | None = None, *, served_as: str | None = None, url: str | None = None
) -> Article:
    return previewed(page, encoding, served_as=served_as, url=url).article


def page(body: str, head: str = "") -> str:
    return f"<html><head>{head}</head><body><article>{body}</article></body></html>"


def linked(data: Any) -> str:
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


def refusal(data: bytes | str) -> str:
    with pytest.raises(InputError) as raised:
        previewed(data)
    return str(raised.value)


def warned(page: str | bytes, *, served_as: str | None = None) -> list[str]:
    return [warning.reason for warning in previewed(page, served_as=served_as).warnings]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_page_gives_the_article_that_a_person_would_copy_from_it(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    found = preview(Source.of_path(path), ReadOptions())
    of = found.article
    assert {
        **{name: getattr(of, name) for name in ("title", "byline", "publication", "published", "language", "url")},
        "paragraphs": of.text.split("\n\n"),
        "regions": [[region.kind, of.text[region.start : region.end]] for region in of.regions],
        "dropped": [[part.place, part.text] for part in found.dropped],
    } == expected


def test_the_reader_tells_what_it_drops_and_yields_what_the_preview_shows() -> None:
    *warnings, found = read(READER, PAGE, "report.html")
    assert isinstance(found, Article)
    assert found.text == previewed(PAGE).text
    assert [warning.reason for warning in warnings if isinstance(warning, Warn)] == [
        "left out 29 words of the page that are not the article's (page header 3, navigation 4, aside 13, footer 9)"
    ]


@pytest.mark.parametrize(
    ("nodes", "byline"),
    [
        ({"@type": "NewsArticle", "author": "Ida Holt"}, "Ida Holt"),
        ([{"@type": "WebPage", "author": "No"}, {"@type": ["Thing", "Article"], "author": {"name": "Ida"}}], "Ida"),
        ({"@graph": [{"@type": "BlogPosting", "author": ["Ida", {"name": ["Bo", "Cy"]}]}]}, "Ida, Bo, Cy"),
        ({"@type": "http://schema.org/NewsArticle", "author": [{"name": "Ida"}, {"name": "Ida"}]}, "Ida"),
        ({"@type": "WebPage", "mainEntity": {"@type": "Article", "author": "A &amp; B"}}, "A & B"),
        ({"@type": "Article", "author": ["https://social.example/ida", 7, None, {"name": {}}]}, ""),
        ({"@type": 7, "author": "Ida"}, ""),
        ([[[]], 3, "x", None], ""),
    ],
)
def test_authors_are_found_in_all_shapes_of_linked_data(nodes: Any, byline: str) -> None:
    assert article(page(f"<p>{PARAGRAPH}</p>", linked(nodes))).byline == byline


def test_broken_linked_data_is_passed_over_and_line_ends_in_it_are_not_broken() -> None:
    broken = '<script type="application/ld+json">{"@type": "Article", "author": "No"</script>'
    deep = f'<script type="application/ld+json">{"[" * 100_000}</script>'
    good = '<script type="application/ld+json">{"@type": "Article", "headline": "Two\nlines"}</script>'
    assert article(page(f"<p>{PARAGRAPH}</p>", broken + deep + good)).title == "Two lines"


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ('<title>Bridge closed | Site</title><meta property="og:title" content="Bridge closed">', "Bridge closed"),
        ('<meta name="DC.title" content="Bridge closed"><title>Site</title>', "Bridge closed"),
        ("<title>Bridge closed</title>", "Bridge closed"),
        ("", ""),
    ],
)
def test_the_title_is_that_of_meta_tags_else_of_the_window_else_the_beginning(head: str, title: str) -> None:
    found = article(page(f"<p>{PARAGRAPH}</p>", head))
    assert found.title == (title or snippet(PARAGRAPH))
    assert found.text == "\n\n".join(filter(None, (title, PARAGRAPH)))


def test_the_headline_stands_in_the_text_once_and_as_people_see_it() -> None:
    head = '<meta property="og:title" content="Bridge closed, city says | Site">'
    found = article(page(f"<h1>Bridge closed, city&nbsp;says</h1><p>{PARAGRAPH}</p>", head))
    assert found.text == f"Bridge closed, city\u00a0says\n\n{PARAGRAPH}"
    assert found.title == "Bridge closed, city says"
    other = article(page(f"<h1>Site of the bridge</h1><p>{PARAGRAPH}</p>", head))
    assert other.text.startswith("Bridge closed, city says | Site\n\n")


def test_a_description_that_no_reader_sees_is_not_put_into_the_text() -> None:
    head = '<meta name="description" content="All about bridges.">'
    assert article(page(f"<h1>Bridge closed</h1><p>{PARAGRAPH}</p>", head)).text == f"Bridge closed\n\n{PARAGRAPH}"
    deck = linked({"@type": "Article", "alternativeHeadline": "A year without it"})
    found = article(page(f"<h1>Bridge closed</h1><p>{PARAGRAPH}</p>", deck))
    assert found.text == f"Bridge closed\n\nA year without it\n\n{PARAGRAPH}"
    assert [region.kind for region in found.regions] == ["headline", "deck"]


def test_a_container_that_is_named_for_its_author_is_no_byline() -> None:
    body = f'<div class="single-author"><h1>Bridge closed</h1><p>{PARAGRAPH}</p><p>Nobody was hurt, they say.</p></div>'
    assert [region.kind for region in article(page(body)).regions] == ["headline"]


@pytest.mark.parametrize(
    "spaces",
    [
        "no-break\u00a0space",
        "thin\u2009space",
        "narrow\u202fone",
        "wide\u3000one",
        "zero\u200bone",
        "👨‍👩‍👧",
        "soft\u00adone",
    ],
)
def test_only_what_html_calls_white_space_is_joined(spaces: str) -> None:
    assert article(page(f"<p>{PARAGRAPH} \t\r\n <b>{spaces}</b> </p>")).text == f"{PARAGRAPH} {spaces}"


def test_nested_quotes_lists_and_breaks_are_paragraphs_in_their_order() -> None:
    body = (
        f"<p>{PARAGRAPH}</p><blockquote>First.<blockquote><p>Second.</p></blockquote>Third.</blockquote>"
        f"<ol><li>One<ul><li>Two</li></ul></li><li><p>Three</p></li></ol><p>{PARAGRAPH[::-1]}<br>next<br><br>last</p>"
    )
    assert article(page(body)).text.split("\n\n") == [
        PARAGRAPH, "First.", "Second.", "Third.", "One", "Two", "Three", f"{PARAGRAPH[::-1]}\nnext", "last",
    ]  # fmt: skip


def test_nothing_hidden_and_nothing_of_scripts_or_forms_stands_in_the_text() -> None:
    body = (
        f"<p>{PARAGRAPH}</p><p hidden>Secret one.</p><p style='DISPLAY : none'>Secret two.</p><script>x</script>"
        f"<style>p{{}}</style><noscript>On!</noscript><template>T</template><button>Share</button><p>{PARAGRAPH[::-1]}</p>"
    )
    found = previewed(page(body))
    assert found.text == f"{PARAGRAPH}\n\n{PARAGRAPH[::-1]}"
    assert [(part.place, part.words) for part in found.dropped] == [("hidden", 2), ("hidden", 2)]


@pytest.mark.parametrize(
    ("written", "published"),
    [
        ("2018-02-23T18:04:00-05:00", "2018-02-23T18:04:00-05:00"),
        ("2018-02-23T18:04Z", "2018-02-23T18:04:00+00:00"),
        ("Fri, 23 Feb 2018 18:04:00 GMT", "2018-02-23T18:04:00+00:00"),
        ("20180223", "2018-02-23"),
        ("2018/2/3", "2018-02-03"),
        ("2018-02", "2018-02"),
        ("2018", "2018"),
        ("2018-13", ""),
        ("yesterday", ""),
        ("", ""),
    ],
)
def test_dates_are_kept_in_one_form_and_what_is_none_is_left_out(written: str, published: str) -> None:
    head = f'<meta property="article:published_time" content="{written}">'
    assert article(page(f"<p>{PARAGRAPH}</p>", head)).published == published


CYRILLIC = "Мэр сказал, что мост, вероятно, закроют на год, и никто не знает, во сколько это обойдётся городу."


@pytest.mark.parametrize(
    ("declaration", "codec"),
    [
        ('<meta charset="windows-1251">', "cp1251"),
        ("<META http-equiv=Content-Type content='text/html; charset=KOI8-R'>", "koi8-r"),
        ("<meta charset=utf-8>", "utf-8"),
        ("<meta charset=utf-16>", "utf-8"),
        ("", "utf-8"),
    ],
)
def test_the_encoding_is_the_one_that_the_page_declares(declaration: str, codec: str) -> None:
    found = previewed(page(f"<p>{CYRILLIC}</p>", declaration).encode(codec))
    assert (found.text, found.article.source.encoding) == (CYRILLIC, codec)
    assert not found.warnings


def test_a_mark_wins_over_what_the_server_said_and_that_over_what_the_page_declares() -> None:
    said = page(f"<p>{CYRILLIC}</p>", '<meta charset="koi8-r">')
    served = article(said.encode("cp1251"), served_as="windows-1251")
    assert (served.text, served.source.encoding) == (CYRILLIC, "cp1251")
    marked = article(codecs.BOM_UTF16_LE + said.encode("utf-16-le"), served_as="windows-1251")
    assert (marked.text, marked.source.encoding) == (CYRILLIC, "utf-16-le")
    assert article(said.encode("cp866"), "cp866", served_as="windows-1251").text == CYRILLIC


def test_a_page_that_calls_itself_latin_is_read_as_browsers_read_it() -> None:
    said = page("<p>“It’s late,” she said — and nobody at the town hall knows what that means for the bridge.</p>")
    found = article(said.encode("cp1252"), served_as="ISO-8859-1")
    assert found.text.startswith("“It’s late,” she said —")
    assert article(page(f"<p>&#147;{PARAGRAPH}&#148;</p>")).text == f"“{PARAGRAPH}”"


def test_a_declared_encoding_that_is_wrong_is_told() -> None:
    said = page(f"<p>{CYRILLIC}</p>", "<meta charset=ascii-art>")
    assert warned(said) == ["says that its encoding is “ascii-art”, which it is not; read as utf-8"]
    assert warned(page(f"<p>{CYRILLIC}</p>").encode("cp1251"), served_as="utf-8") == [
        "says that its encoding is “utf-8”, which it is not; read as cp1251",
        "read as cp1251, which is a guess; choose another encoding (--encoding)",
    ]


def test_characters_that_no_format_carries_are_replaced_and_counted() -> None:
    found = previewed(page(f"<p>{PARAGRAPH} a\0b&#xFFFE;c&#xD800;</p>"))
    assert found.text == f"{PARAGRAPH} a\ufffdb\ufffdc\ufffd"
    assert [one.reason for one in found.warnings] == ["3 characters that could not be read stand as U+FFFD"]


def test_the_address_is_the_one_that_was_asked_else_the_one_that_the_page_names() -> None:
    head = '<link rel="canonical" href="/x"><meta property="og:url" content="https://example.org/a">'
    assert article(page(f"<p>{PARAGRAPH}</p>", head)).url == "https://example.org/a"
    assert article(page(f"<p>{PARAGRAPH}</p>", head), url="https://example.org/b").url == "https://example.org/b"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is empty"),
        (b" \n", "has no text in it"),
        (b"<!-- only a remark", "has no text in it"),
        (b"<html><frameset><frame src=a></frameset></html>", "there is no article in this page"),
        (b"<nav><a href=/>Home</a></nav><footer>Imprint of the paper</footer>", "there is no article in this page"),
        (b"<ul><li><a href=1>Mayor resigns after the vote</a><li><a href=2>Ferry late</a></ul>", "there is no article"),
        (b"<div>" * 300 + b"deep", "is nested too deeply"),
        (b"%PDF-1.7", "is a PDF file, not text"),
    ],
)
def test_what_is_no_page_with_an_article_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    assert refusal(data).startswith(f"in.html: {reason}")


def test_a_page_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "LARGEST", 1 << 20)
    assert "is larger than 1 MB" in refusal(b"x" * ((1 << 20) + 1))
    monkeypatch.setattr(markup, "MOST_ELEMENTS", 20)
    assert "has more than 20 elements" in refusal("<p>word</p>" * 21)


def test_a_page_whose_paragraphs_cannot_be_told_apart_is_refused_before_it_takes_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    items = "".join(f"<li>{PARAGRAPH} That is the sum of {number} offices, give or take." for number in range(20))
    hostile = page(f"<p>{PARAGRAPH}</p>{items}")
    assert article(hostile).text.count("That is the sum of") == 20
    monkeypatch.setattr(extraction, "MOST_SEARCHED", 20_000)
    assert refusal(hostile) == "in.html: has too many paragraphs that run into each other to be one article"
    assert article(page(f"<p>{PARAGRAPH}</p>")).text == PARAGRAPH


def test_the_title_of_a_page_is_taken_apart_once_however_many_headings_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    def work(size: int) -> int:
        folded = 0

        def counting(text: str) -> str:
            nonlocal folded
            folded += 1
            return extraction.key(text)

        monkeypatch.setattr(html_page, "key", counting)
        headings = "".join(f"<h1>Ferry {number}</h1>" for number in range(size))
        head = f'<meta property="og:title" content="{" ".join(f"word{number}" for number in range(size))}">'
        article(page(f"{headings}<p>{PARAGRAPH}</p>", head))
        return folded

    assert work(400) < 3 * work(200)


def test_entities_of_a_page_are_not_expanded_and_no_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("SECRET")
    doctype = f'<!DOCTYPE html [<!ENTITY x SYSTEM "{(tmp_path / "secret").as_uri()}"><!ENTITY y "EXPANDED">]>'
    text = previewed(doctype + page(f"<p>{PARAGRAPH} &x; &y;</p>")).text
    assert text.endswith(f"{PARAGRAPH} &x; &y;")


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("page.html", PAGE, "html"),
        ("page", b"\xef\xbb\xbf\n<!-- x --><HTML><p>x", "html"),
        ("page", '<?xml version="1.0"?><!DOCTYPE html><html>'.encode("utf-16"), "html"),
        ("https://example.org/", b"<div><p>piece</p></div>", "html"),
        ("page.txt", b"<b>Bold</b> & <p> said", "text"),
        ("page.txt", b"<p>A text about paragraphs", "text"),
    ],
)
def test_a_page_is_known_by_its_beginning(name: str, data: bytes, expected: str) -> None:
    assert reader_for(source_of(data, name)).name == expected


def judge(data: bytes) -> None:
    try:
        found = article(data)
    except InputError as error:
        said = str(error)
    else:
        said = ""
        assert found.text.strip()
        found.text.encode("utf-8")
        assert all(found.text[region.start : region.end].strip() for region in found.regions)
    assert "\n" not in said


@given(st.integers(0, len(PAGE)))
def test_a_page_that_is_cut_anywhere_gives_an_article_or_one_sentence(length: int) -> None:
    judge(PAGE[:length])


TAGS = st.sampled_from(
    [b"<p>", b"</p>", b"<article>", b"</article>", b"<h1>", b"<!--", b"<script>", b"</", b"<td>", b"<pre>", b"<br><br>"]
)


@given(st.integers(0, len(PAGE)), st.integers(0, 300), TAGS | st.binary(max_size=12))
def test_a_page_that_is_damaged_anywhere_gives_an_article_or_one_sentence(at: int, length: int, junk: bytes) -> None:
    judge(PAGE[:at] + junk + PAGE[at + length :])


def test_the_libraries_for_pages_and_feeds_are_not_loaded_before_they_are_needed() -> None:
    code = (
        "import sys; from annotator.formats.registry import readers;"
        "assert {'html', 'feed'} <= readers().available.keys();"
        "print({'lxml', 'trafilatura', 'feedparser', 'ssl', 'http'} & sys.modules.keys())"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "set()"


HARD = SHARED / "hard"
SHERIFF = [
    "Sheriff answers critics",
    "By Ada Writer",
    "The sheriff said on Friday that he “did nothing wrong,” according to a statement that was sent to"
    " reporters\u00a0late in the evening.",
    "I understand that there is anger. The truth will come out in time, and I ask every resident for patience while the"
    " review goes on.",
    "Nested: an older statement said the office ‘may have’ failed.",
    "Three deputies were suspended.",
    "One deputy resigned.",
    "Photo: Example Press",
    "It is unclear whether others will follow, a person familiar with the matter said, asking not to be named because"
    " the review is not finished.",
]


@pytest.mark.skipif(not HARD.is_dir(), reason="the folder of hard inputs is not here")
def test_the_hard_pages_come_out_right() -> None:
    found = preview(Source.of_path(HARD / "blockquote.html"), ReadOptions()).article
    assert found.text.split("\n\n") == SHERIFF
    assert [region.kind for region in found.regions] == ["headline", "byline", "caption"]
    assert (found.title, found.byline, found.publication) == ("Sheriff answers critics", "Ada Writer", "Example News")
    assert found.published == "2018-02-23T18:04:00-05:00"
    russian = preview(Source.of_path(HARD / "cp1251-cyrillic.html"), ReadOptions())
    assert russian.article.title == "Мэр ответил критикам"
    assert russian.article.source.encoding == "cp1251"
    assert "«Мы всё восстановим», — сказал мэр." in russian.text
    assert not russian.warnings
