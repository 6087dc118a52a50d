"""Mails and mailboxes: newsletters, press releases. Sources: RFC 5322, 2045 to 2047, and 4155."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from email import policy
from email.header import decode_header, make_header
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from email.utils import parseaddr
from typing import NamedTuple

from annotator.core import records
from annotator.core.errors import InputError
from annotator.core.text import one_line
from annotator.formats.columns import listed
from annotator.formats.described import article_of
from annotator.formats.encodings import Decoded, decode
from annotator.formats.files import open_source
from annotator.formats.interface import Failure, Progress, ReadOptions, Record, Source, Warn
from annotator.formats.streams import checksum, explained, guess_warning, whole

LARGEST = 64 << 20
"""The most bytes of one mail, with all that is attached to it."""

_DAMAGED = "is no mail, or a damaged one"
_FIELD = re.compile(rb"([A-Za-z][A-Za-z0-9-]*):[ \t\r\n]")
_LINES = re.compile(rb"(?:[!-9;-~]+:.*\r?\n(?:[ \t].*\r?\n)*)+", re.ASCII)
_OF_MAILS = {b"from", b"to", b"subject", b"date"}
_OF_SYSTEMS = {b"mime-version", b"message-id", b"received", b"return-path", b"delivered-to", b"content-type"}
_SURELY, _PERHAPS = 0.9, 0.3
# The line that begins a message: an address, then a date with a time.
_BEGINS = re.compile(rb"From .*\d\d:\d\d.*\d{4}\s*$")
_LONGEST_BEGINNING = 1000
_QUOTED = re.compile(rb">+From ")

_MAIL = "message/rfc822"
_OF_PART = re.compile(
    rb"^(Content-(?:Type|Disposition|Transfer-Encoding)):.*(?:\n[ \t].*)*", re.IGNORECASE | re.MULTILINE
)
_MOST_PARTS = 10_000
_LONGEST_FIELD = 16 << 10


class EmlReader:
    """Reads one mail as an article: the plain text unless there is none, else what the page in it says."""

    name = "eml"
    title = "Mail (EML)"
    suffixes: tuple[str, ...] = (".eml",)

    def sniff(self, head: bytes) -> float:
        """Return how sure it is: rather, where the fields are those that mail systems write."""
        return _looks_like_mail(head)

    def read(self, source: Source, options: ReadOptions, progress: Progress) -> Iterator[Record]:
        """Yield what there is to warn of, then the article. Raises InputError."""
        progress(0, source.size, source.name)
        data = whole(source, LARGEST, "one mail")
        yield from _mail(data, source.name, "", self.name, hashlib.sha256(data).hexdigest(), options)
        progress(len(data), source.size, source.name)


class MboxReader:
    """Reads each mail of a mailbox as an article, one after the other; memory holds one at a time.

    A mail that cannot be read is a `Failure` with its number, and the others are read.
    """

    name = "mbox"
    title = "Mailbox (MBOX)"
    suffixes: tuple[str, ...] = (".mbox",)

    def sniff(self, head: bytes) -> float:
        """Return how sure it is: certain where the first line begins a message and fields follow."""
        first, _, rest = head.partition(b"\n")
        return 1.0 if _BEGINS.match(first.rstrip(b"\r")) and _FIELD.match(rest) else 0.0

    def read(self, source: Source, options: ReadOptions, progress: Progress) -> Iterator[Record]:
        """Yield the articles, and what there is to warn of. Raises InputError where there is no message."""
        digest = checksum(source)
        number = done = 0
        for number, data in enumerate(_messages(source), 1):
            done += len(data)
            progress(done, source.size, source.name)
            place = f"message {number}"
            try:
                if len(data) > LARGEST:
                    raise InputError(source.name, f"is larger than {LARGEST >> 20} MB, too large for one mail", place)
                yield from _mail(data, source.name, place, self.name, digest, options)
            except InputError as error:
                within = f"{place}, {error.place}" if error.place and error.place != place else place
                yield Failure(InputError(error.file, error.reason, within))
        if not number:
            raise InputError(source.name, "has no line that begins a mail (“From …”)")


def _looks_like_mail(head: bytes) -> float:
    fields = _LINES.match(head)
    if fields is None:
        return 0.0
    names = {name.lower() for name in _FIELD.findall(fields[0])}
    if len(names & (_OF_MAILS | _OF_SYSTEMS)) < 2:
        return 0.0
    return _SURELY if names & _OF_SYSTEMS else _PERHAPS


def _messages(source: Source) -> Iterator[bytes]:
    """Yield the messages of a mailbox; of one beyond the limit, no more than shows that it is."""
    lines: list[bytes] = []
    size = 0
    inside, after_blank = False, True
    with open_source(source) as stream:
        while line := stream.readline(LARGEST):
            if after_blank and len(line) < _LONGEST_BEGINNING and _BEGINS.match(line):
                if inside:
                    yield b"".join(lines)
                inside, lines, size = True, [], 0
            elif inside and size <= LARGEST:
                lines.append(line[1:] if _QUOTED.match(line) else line)
                size += len(line)
            after_blank = not line.strip()
    if inside:
        yield b"".join(lines)


def _mail(
    data: bytes, file: str, place: str, name: str, digest: str, options: ReadOptions
) -> Iterator[Warn | records.Article]:
    """Yield the article of one mail, after what there is to warn of. Raises InputError."""
    _check_parts(data, file, place)
    with explained(file, _DAMAGED):
        message = BytesParser(EmailMessage, policy=policy.default).parsebytes(data)
        body = _Body(file, options)
        text = body.text_of(message)
        fields = {"title": _header(message, "Subject"), "published": _header(message, "Date")}
        sender, address = _sender(_header(message, "From"))
        names = [one_line(str(part.get_filename() or part.get_content_type())) for part in body.attached]
    if text is None or (not len(message) and not place):
        raise InputError(file, "has no text in it" if len(message) else _DAMAGED, place)
    source = records.Source(file, name, text.encoding, digest)
    article, warnings = article_of({**fields, "text": text.text}, source, place)
    if article is None:
        raise InputError(file, "has no text in it", place)
    if text.guessed:
        guess = guess_warning(file, text.encoding)
        yield Warn(file, guess.reason, place)
    if names:
        yield Warn(file, f"attachments left out: {listed(names)}", place)
    yield from warnings
    # The sender is no byline that somebody wrote above the text, and stays out of it.
    yield replace(article, byline=one_line(sender or address))


def _check_parts(data: bytes, file: str, place: str) -> None:
    """Raise InputError for a mail that takes for ever to take apart, as no mail system writes them."""
    for number, field in enumerate(_OF_PART.finditer(data)):
        if number == _MOST_PARTS:
            raise InputError(file, f"has more than {_MOST_PARTS:,} parts", place)
        if len(field[0]) > _LONGEST_FIELD:
            reason = f"its field {field[1].decode()} is longer than {_LONGEST_FIELD >> 10} KB"
            raise InputError(file, reason, place)


def _sender(field: str) -> tuple[str, str]:
    """Return the name and the address in a From field; all of it as the name where it is no list of addresses."""
    try:
        return parseaddr(field)
    except RecursionError:
        return field, ""


class _Found(NamedTuple):
    """A text within a mail; a page is not plain."""

    text: Decoded
    is_plain: bool


class _Body:
    """Finds the text of a mail; what is no part of it is in `attached` afterwards.

    Of alternatives it is the plain one, unless that is empty. Parts that stand one after the other are all of the text:
    some programs cut it where a picture stands.
    """

    def __init__(self, file: str, options: ReadOptions) -> None:
        self._file, self._options = file, options
        self.attached: list[MIMEPart] = []

    def text_of(self, message: EmailMessage) -> Decoded | None:
        """Return the text of a mail, None where there is none; of one that only passes on another one, of that."""
        found = self._found(message)
        if found is None:
            mails = [part.get_payload() for part in self.attached if part.get_content_type() == _MAIL]
            passed_on = (one for mail in mails if isinstance(mail, list) for one in mail if isinstance(one, MIMEPart))
            found = next(filter(None, map(self._found, passed_on)), None)
        return found.text if found else None

    def _found(self, part: MIMEPart) -> _Found | None:
        kind = part.get_content_type()
        if part.get_content_disposition() == "attachment" or part.get_filename() or kind.startswith("message/"):
            self.attached.append(part)
            return None
        if part.is_multipart():
            found = [one for one in map(self._found, part.iter_parts()) if one is not None]
            if kind == "multipart/alternative":
                return next((one for one in found if one.is_plain), found[0] if found else None)
            return _joined(found) if found else None
        if kind not in ("text/plain", "text/html"):
            return None
        text = _decoded(part, self._file, self._options)
        if kind == "text/html":
            text = text._replace(text=_reduced(text.text, self._file))
        return _Found(text, kind == "text/plain") if text.text.strip() else None


def _joined(found: list[_Found]) -> _Found:
    """Return what stands one after the other as one text, in the encoding of the first."""
    first = found[0].text
    whole = "\n\n".join(one.text.text for one in found)
    text = Decoded(whole, first.encoding, any(one.text.guessed for one in found)) if len(found) > 1 else first
    return _Found(text, all(one.is_plain for one in found))


def _decoded(part: MIMEPart, file: str, options: ReadOptions) -> Decoded:
    """Return the text of a part in the encoding that it says; where that is wrong, in the one that it seems to have."""
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    said = options.encoding or part.get_content_charset()
    try:
        return decode(data, file, said)
    except InputError:
        if options.encoding is not None:
            raise
        return decode(data, file)._replace(guessed=True)


def _reduced(markup: str, file: str) -> str:
    """Return the text of a page, paragraph by paragraph; what the page hides stays hidden."""
    from annotator.formats.html.blocks import blocks
    from annotator.formats.html.markup import parsed

    return "\n\n".join(block.text for block in blocks(parsed(markup, file)) if block.place != "hidden")


def _header(message: EmailMessage, name: str) -> str:
    """Return a field with its encoded words decoded, also one that breaks the rules for its kind."""
    for key, value in message.raw_items():
        if key.casefold() == name.casefold():
            # Bytes beyond ASCII break the rules as well; nearly always they are UTF-8.
            raw = str(value)[:_LONGEST_FIELD].encode("utf-8", "surrogateescape").decode("utf-8", "replace")
            try:
                return one_line(str(make_header(decode_header(raw))))
            except (ValueError, LookupError):
                return one_line(raw)
    return ""


EML_READER = EmlReader()
MBOX_READER = MboxReader()
