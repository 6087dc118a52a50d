from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.core.errors import InputError
from annotator.core.records import Article
from annotator.formats import feed
from annotator.formats.feed import READER, SUMMARY_NOTE
from annotator.formats.interface import Failure, ReadOptions, Record, Warn, no_progress
from annotator.formats.registry import reader_for
from tests.formats.sources import SHARED, read, source_of

RSS = """<?xml version="1.0" encoding="utf-8"?>
<?xml-stylesheet href="nice.css"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>The Quay Post</title><link>https://quaypost.example/</link><language>en-GB</language>
<item><title>Gulls &amp;amp; boats</title><link>https://quaypost.example/gulls</link>
<pubDate>Fri, 03 May 2024 07:30:00 +0100</pubDate><dc:creator>Ines Marrow</dc:creator>
<description>Gulls took over.</description>
<content:encoded><![CDATA[<figure><img src="g.jpg"><figcaption>A gull</figcaption></figure>
<p>Gulls took over the market,&nbsp;“probably for good,” said Petra Vance.</p><script>alert(1)</script>
<blockquote>They are many.</blockquote><ul><li>One fish</li><li>Two fish</li></ul>]]></content:encoded></item>
<item><title>Ferry late</title><link>https://quaypost.example/ferry</link>
<description>The ferry was late &lt;b&gt;again&lt;/b&gt;.</description></item>
<item><title>Only a picture</title></item>
</channel></rss>"""

ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Kaiblatt</title>
<author><name>Jo Brandt</name></author>
<entry><title type="html">M&amp;ouml;wen</title><id>urn:1</id><updated>2024-05-03T06:30:00Z</updated>
<link rel="alternate" href="https://kaiblatt.example/1"/><summary>Kurz.</summary>
<content type="xhtml">
<div xmlns="http://www.w3.org/1999/xhtml"><p>Die Möwen&#160;bleiben.</p><p>Wohl für immer.</p></div>
</content></entry>
<entry><title>Eins &lt; zwei</title><content type="text">Erster Absatz.

Zweiter &lt;Absatz>.</content></entry></feed>"""


def articles(data: str | bytes) -> list[Article]:
    records = read(READER, data if isinstance(data, bytes) else data.encode(), "in.xml")
    return [record for record in records if isinstance(record, Article)]


def warnings(data: str | bytes) -> list[tuple[str, str]]:
    records = read(READER, data if isinstance(data, bytes) else data.encode(), "in.xml")
    return [(record.place, record.reason) for record in records if isinstance(record, Warn)]


def refusal(data: str | bytes) -> str:
    with pytest.raises(InputError) as raised:
        articles(data)
    return str(raised.value)


def test_an_entry_with_its_content_is_an_article_with_headline_byline_and_captions() -> None:
    first = articles(RSS)[0]
    assert first.text.split("\n\n") == [
        "Gulls & boats",
        "Ines Marrow",
        "A gull",
        "Gulls took over the market,\u00a0“probably for good,” said Petra Vance.",
        "They are many.",
        "One fish",
        "Two fish",
    ]
    assert [(one.kind, first.text[one.start : one.end]) for one in first.regions] == [
        ("headline", "Gulls & boats"),
        ("byline", "Ines Marrow"),
        ("caption", "A gull"),
    ]
    assert (first.title, first.byline, first.publication) == ("Gulls & boats", "Ines Marrow", "The Quay Post")
    assert (first.url, first.published) == ("https://quaypost.example/gulls", "2024-05-03T07:30:00+01:00")
    assert (first.language, first.note, first.source.format) == ("en-GB", "", "feed")


def test_a_summary_is_marked_as_one_and_an_entry_without_text_is_named() -> None:
    _whole, summary = articles(RSS)
    assert summary.text == "Ferry late\n\nThe ferry was late again."
    assert summary.note == SUMMARY_NOTE
    assert warnings(RSS) == [
        ("entry 2", "is only a summary; the article is at https://quaypost.example/ferry"),
        ("entry 3", "has no text and is left out"),
    ]


def test_an_atom_feed_gives_the_texts_of_its_entries_whatever_their_type() -> None:
    first, second = articles(ATOM)
    assert first.text == "Möwen\n\nJo Brandt\n\nDie Möwen\u00a0bleiben.\n\nWohl für immer."
    assert (first.published, first.language, first.url) == (
        "2024-05-03T06:30:00+00:00", "de", "https://kaiblatt.example/1",
    )  # fmt: skip
    assert second.text == "Eins < zwei\n\nJo Brandt\n\nErster Absatz.\n\nZweiter <Absatz>."
    assert second.url is None
    assert not warnings(ATOM)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_the_encoding_is_that_of_the_mark_or_of_the_declaration(encoding: str) -> None:
    declared = f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>{ATOM}'
    assert articles(declared.encode(encoding))[0].text.startswith("Möwen")


@pytest.mark.parametrize(
    ("written", "published"),
    [
        ("Fri, 03 May 2024 07:30:00 +0100", "2024-05-03T07:30:00+01:00"),
        ("Fri, 03 May 2024 07:30 EST", "2024-05-03T07:30:00-05:00"),
        ("2024-05-03T07:30Z", "2024-05-03T07:30:00+00:00"),
        ("2024년 05월 03일 오후 07:30:00", ""),
        ("0000-00-00", ""),
        ("soon", ""),
        ("", ""),
    ],
)
def test_dates_are_read_as_feeds_write_them(written: str, published: str) -> None:
    assert articles(RSS.replace("Fri, 03 May 2024 07:30:00 +0100", written))[0].published == published


def test_links_are_read_from_where_the_feed_came_from() -> None:
    source = replace(
        source_of(RSS.replace("https://quaypost.example/gulls", "/gulls").encode(), "in"), url="http://a.example/feed/"
    )
    records: list[Record] = list(READER.read(source, ReadOptions(), no_progress))
    assert next(record.url for record in records if isinstance(record, Article)) == "http://a.example/gulls"


def test_a_feed_that_was_cut_off_gives_its_whole_entries_with_a_warning() -> None:
    cut = RSS[: RSS.index("<title>Only a picture")]
    assert [one.title for one in articles(cut)] == ["Gulls & boats", "Ferry late"]
    assert ("", "is not well-formed XML, as one that was cut off is not; what could be read is") in warnings(cut)


def test_only_so_many_entries_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "MOST_ENTRIES", 1)
    assert len(articles(ATOM)) == 1
    assert warnings(ATOM) == [("", "only the first 1 of its 2 entries are read")]
    monkeypatch.setattr(feed, "FAR_TOO_MANY", 1)
    assert refusal(ATOM) == "in.xml: has 2 entries; more than 1 are no feed"


def test_an_entry_that_cannot_be_read_is_named_and_the_others_are_read() -> None:
    deep = RSS.replace("<p>Gulls", "<div>" * 300 + "Gulls")
    *_, failure = (record for record in read(READER, deep.encode(), "in.xml") if isinstance(record, Failure))
    assert str(failure.error).startswith("in.xml: entry 1: is nested too deeply")
    assert [one.title for one in articles(deep)] == ["Ferry late"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("<nitf><body>A story</body></nitf>", "is neither an RSS nor an Atom feed; XML that begins with <nitf> cannot"),
        ("", "is empty"),
        ("<rss><channel><title>Empty</title></channel></rss>", "there is no entry with a text in this feed"),
        (f'<!DOCTYPE rss [<!ENTITY a "aaaa">]>{RSS[RSS.index("<rss") :]}', "declares entities"),
        ("<rss>" + "\0" * 1000, "byte 5: is binary"),
    ],
)
def test_what_is_no_feed_or_could_do_harm_is_refused_with_the_reason(data: str, reason: str) -> None:
    assert refusal(data).startswith(f"in.xml: {reason}")


def test_a_feed_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "LARGEST", 1 << 20)
    assert "is larger than 1 MB" in refusal(b"<rss>" + b" " * (1 << 20))


def test_an_address_as_content_is_no_address_to_feedparser() -> None:
    assert refusal("http://localhost:1/<rss>") == "in.xml: is neither an RSS nor an Atom feed"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (RSS.encode(), "feed"),
        (ATOM.encode("utf-16"), "feed"),
        (b"<!DOCTYPE rss PUBLIC '-//X' 'x.dtd'>\n<!-- x --><rss>", "feed"),
        (b"<atom:feed xmlns:atom='x'>", "feed"),
        (b"<html><body><rss>", "html"),
    ],
)
def test_a_feed_is_known_by_its_first_element(data: bytes, expected: str) -> None:
    assert reader_for(source_of(data, "in")).name == expected


def judge(data: bytes) -> None:
    try:
        found = articles(data)
    except InputError as error:
        said = str(error)
    else:
        said = ""
        assert all(one.text.strip() for one in found)
    assert "\n" not in said


WHOLE = (RSS.encode(), ATOM.encode())
JUNK = st.sampled_from([b"<item>", b"</item>", b"<![CDATA[", b"]]>", b"&x;", b"&#0;", b"<entry>"]) | st.binary(
    max_size=9
)


@given(st.sampled_from(WHOLE), st.integers(0, 1500), st.integers(0, 300), JUNK)
def test_a_feed_that_is_cut_or_damaged_gives_articles_or_one_sentence(
    whole: bytes, at: int, length: int, junk: bytes
) -> None:
    judge(whole[:at])
    judge(whole[:at] + junk + whole[at + length :])


@pytest.mark.skipif(not (SHARED / "hard").is_dir(), reason="the folder of hard inputs is not here")
def test_the_entity_bomb_is_refused_with_a_sentence() -> None:
    assert "declares entities" in refusal((SHARED / "hard" / "entity-bomb.xml").read_bytes())
