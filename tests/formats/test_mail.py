from __future__ import annotations

import pytest

from annotator.core.errors import InputError
from annotator.core.records import Article
from annotator.formats import mail, registry
from annotator.formats.interface import Failure, Reader, ReadOptions, Warn, no_progress
from annotator.formats.mail import EML_READER, MBOX_READER
from tests.formats.making import EML, MBOX
from tests.formats.sources import SHARED, source_of

HEAD = b"From: desk@example.org\r\nSubject: Reply\r\nMIME-Version: 1.0\r\n"


def read(reader: Reader, data: bytes, encoding: str | None = None) -> tuple[list[Article], list[str], list[str]]:
    """Return the articles of an input, its warnings and its failures."""
    found = list(reader.read(source_of(data, "m"), ReadOptions(encoding), no_progress))
    warnings = [f"{one.place}: {one.reason}" if one.place else one.reason for one in found if isinstance(one, Warn)]
    failures = [str(one.error) for one in found if isinstance(one, Failure)]
    return [one for one in found if isinstance(one, Article)], warnings, failures


def one(data: bytes, encoding: str | None = None) -> tuple[Article, list[str]]:
    ((article,), warnings, _) = read(EML_READER, data, encoding)
    return article, warnings


def refusal(reader: Reader, data: bytes) -> str:
    with pytest.raises(InputError) as raised:
        read(reader, data)
    return str(raised.value)


def test_the_plain_part_is_the_text_below_the_subject() -> None:
    article, warnings = one(EML)
    assert article.text == ("Mayor Núñez replies\n\n“We will rebuild,” she said, and a long line went on.\n")
    assert [(region.kind, region.start, region.end) for region in article.regions] == [("headline", 0, 19)]
    assert (article.title, article.byline, article.published) == (
        "Mayor Núñez replies",
        "Ida Brändt",
        "2018-02-23T18:04:00-05:00",
    )
    assert (article.source.format, article.source.encoding) == ("eml", "utf-8")
    assert warnings == ["attachments left out: “budget.pdf”"]


def test_a_page_is_read_where_the_plain_part_is_empty() -> None:
    parts = (
        b'Content-Type: multipart/alternative; boundary="i"\r\n\r\n--i\r\nContent-Type: text/plain\r\n\r\n \r\n'
        b"--i\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\n<style>p {}</style><h1>Caf\xe9</h1>"
        b'<p>She &ldquo;may&rdquo;<br>leave.</p><p style="display:none">Preview.</p>\r\n--i--\r\n'
    )
    article, _ = one(HEAD + parts)
    assert article.text == "Reply\n\nCafé\n\nShe “may”\nleave."


def parts(kind: str, *parts: bytes) -> bytes:
    """Return the body of a mail with several parts."""
    boundary = kind.encode()
    body = b"".join(b"--%s\r\n%s\r\n" % (boundary, part) for part in parts)
    return b"Content-Type: multipart/%s; boundary=%s\r\n\r\n%s--%s--\r\n" % (boundary, boundary, body, boundary)


PLAIN = b"Content-Type: text/plain; charset=utf-8\r\n\r\n"
PICTURE = b"Content-Type: image/png; name=a.png\r\nContent-Disposition: inline; filename=a.png\r\n\r\nx"


def test_a_text_that_is_cut_by_pictures_is_read_whole() -> None:
    page = b"Content-Type: text/html; charset=utf-8\r\n\r\n<p>After.</p>"
    article, warnings = one(HEAD + parts("mixed", PLAIN + b"Before.", PICTURE, PLAIN + "Zwölf.".encode(), page))
    assert article.text == "Reply\n\nBefore.\n\nZwölf.\n\nAfter."
    assert warnings == ["attachments left out: “a.png”"]


def test_of_alternatives_the_plain_one_is_read_and_only_that() -> None:
    page = parts("related", b"Content-Type: text/html\r\n\r\n<p>The page.</p>", PICTURE)
    both = parts("alternative", page, PLAIN + b"The plain text.")
    article, _ = one(HEAD + parts("mixed", both, PLAIN + b"A footer."))
    assert article.text == "Reply\n\nThe plain text.\n\nA footer."


def test_a_mail_within_a_mail_is_read_only_where_there_is_nothing_else() -> None:
    inner = b"Content-Type: message/rfc822\r\n\r\nFrom: b@example.org\r\nSubject: Inner\r\n\r\nPassed on."
    assert one(HEAD + parts("mixed", inner))[0].text == "Reply\n\nPassed on."
    article, warnings = one(HEAD + parts("mixed", PLAIN + b"See below.", inner))
    assert article.text == "Reply\n\nSee below."
    assert warnings == ["attachments left out: “message/rfc822”"]


def test_what_would_take_for_ever_to_take_apart_is_refused_or_cut() -> None:
    endless = b"Content-Type: text/plain; " + b"a=b; " * 4000 + b"\r\n\r\nA text."
    assert refusal(EML_READER, HEAD + endless) == "m: its field Content-Type is longer than 16 KB"
    many = parts("mixed", *[b"Content-Type: text/x-none\r\n\r\nx"] * 10_001)
    assert refusal(EML_READER, HEAD + many) == "m: has more than 10,000 parts"
    article, _ = one(b"From: " + b"(" * 50_000 + b"\r\nSubject: Reply\r\n\r\nA text.")
    assert (article.title, set(article.byline)) == ("Reply", {"("})
    assert len(one(b"From: a@example.org\r\nSubject: " + b"word " * 9000 + b"\r\n\r\nA text.")[0].title) < 16_500


def test_a_wrong_charset_is_mended_with_a_warning_and_a_chosen_one_holds() -> None:
    body = (
        HEAD
        + b"Content-Type: text/plain; charset=us-ascii\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
        + "“Yes.”".encode()
    )
    article, warnings = one(body)
    assert article.text == "Reply\n\n“Yes.”"
    assert warnings == ["read as utf-8, which is a guess; choose another encoding (--encoding)"]
    assert one(body, "latin-1")[0].text == "Reply\n\nâ\x80\x9cYes.â\x80\x9d"


def test_odd_heads_are_read() -> None:
    article, warnings = one(
        "Subject: =?utf-8?q?broken\r\nFrom: Núñez <n@example.org>\r\nDate: soon\r\n\r\nA text.\r\n".encode()
    )
    assert (article.title, article.byline, article.published) == ("=?utf-8?q?broken", "Núñez", "soon")
    assert warnings == ["“soon” is no date, or could be two; it stays as it is written"]
    assert one(b"Subject: =?no-such-charset?q?a?=\n\nA text.")[0].title == "=?no-such-charset?q?a?="
    assert one(b"To: a@example.org\n\nA text.")[0].title == "A text."


def test_a_mail_without_text_is_one_sentence() -> None:
    assert refusal(EML_READER, HEAD + b"\r\n") == "m: has no text in it"
    assert refusal(EML_READER, HEAD + b"Content-Type: image/png\r\n\r\nx") == "m: has no text in it"
    assert refusal(EML_READER, b"\x89PNG\r\n\x1a\n") == "m: is a PNG picture, not text"
    assert refusal(EML_READER, b"\nDear reader,") == "m: is no mail, or a damaged one"
    assert refusal(EML_READER, b"") == "m: is empty"


def test_a_mailbox_is_read_mail_by_mail() -> None:
    (first, second), warnings, failures = read(MBOX_READER, MBOX)
    assert first.title == "Mayor Núñez replies"
    assert second.text == "Two\n\nFrom here on she spoke.\n\nFrom then on, nobody did.\n"
    assert (second.byline, second.source.format) == ("bo@example.org", "mbox")
    assert warnings == ["message 1: attachments left out: “budget.pdf”"]
    assert not failures


def test_a_mail_that_cannot_be_read_is_named_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = b"From a@example.org Fri Feb 23 18:04:00 2018\n"
    (articles, _, failures) = read(MBOX_READER, begin + b"Subject: One\n\n\n" + begin + b"Subject: Two\n\nA text.\n")
    assert [one.title for one in articles] == ["Two"]
    assert failures == ["m: message 1: has no text in it"]
    monkeypatch.setattr(mail, "LARGEST", 1 << 20)
    large = begin + b"Subject: One\n\n" + b"word\n" * (1 << 18) + b"\n" + begin + b"Subject: Two\n\nA text.\n"
    (articles, _, failures) = read(MBOX_READER, large)
    assert [one.title for one in articles] == ["Two"]
    assert failures == ["m: message 1: is larger than 1 MB, too large for one mail"]


def test_what_is_no_mailbox_is_one_sentence() -> None:
    for data in (b"", b"From here on.\n", EML):
        assert refusal(MBOX_READER, data) == "m: has no line that begins a mail (“From …”)"


@pytest.mark.parametrize(
    ("name", "data", "reader"),
    [
        ("a.eml", EML, "eml"),
        ("a.txt", EML, "eml"),
        ("-", EML, "eml"),
        ("a.eml", b"From: a\nSubject: b\n\nText.", "eml"),
        ("a.txt", b"From: a\nSubject: b\n\nText.", "text"),
        ("a.txt", b"Note: this is a text.\n\nIt is.", "text"),
        ("a.mbox", MBOX, "mbox"),
        ("a.txt", MBOX, "mbox"),
        ("a.txt", b"From here on, at 18:04 of a day in 2018\nshe spoke: a text.", "text"),
    ],
)
def test_mails_are_recognised(name: str, data: bytes, reader: str) -> None:
    assert registry.reader_for(source_of(data, name)).name == reader


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data is not here")
def test_the_hard_newsletter() -> None:
    article, warnings = one((SHARED / "hard" / "newsletter.eml").read_bytes())
    body = "“We will rebuild,” she said. A very long line that is wrapped by the transfer encoding."
    assert article.text.rstrip() == f"Mayor Núñez replies\n\n{body}"
    assert (article.title, article.byline, article.published) == (
        "Mayor Núñez replies",
        "desk@example.org",
        "2018-02-23T18:04:00-05:00",
    )
    assert not warnings
