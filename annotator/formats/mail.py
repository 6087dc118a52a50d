"""Mails and mailboxes: newsletters, press releases. Sources: RFC 5322, 2045 to 2047, and 4155."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from email import policy
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import parseaddr

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
    with explained(file, _DAMAGED):
        message = BytesParser(EmailMessage, policy=policy.default).parsebytes(data)
        parts = [part for part in message.walk() if not part.is_multipart()]
        attached = [part for part in parts if part.get_content_disposition() == "attachment" or part.get_filename()]
        text = _text(parts, attached, file, options)
        fields = {"title": _header(message, "Subject"), "published": _header(message, "Date")}
        sender, address = parseaddr(_header(message, "From"))
        names = [one_line(str(part.get_filename() or part.get_content_type())) for part in attached]
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


def _text(parts: list[EmailMessage], attached: list[EmailMessage], file: str, options: ReadOptions) -> Decoded | None:
    """Return the first plain text that is not empty, else the text of the first page that has one."""
    shown = [part for part in parts if part not in attached]
    for part in shown:
        if part.get_content_type() == "text/plain":
            text = _decoded(part, file, options)
            if text.text.strip():
                return text
    for part in shown:
        if part.get_content_type() == "text/html":
            markup = _decoded(part, file, options)
            text = markup._replace(text=_reduced(markup.text, file))
            if text.text.strip():
                return text
    return None


def _decoded(part: EmailMessage, file: str, options: ReadOptions) -> Decoded:
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
            raw = str(value).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
            try:
                return one_line(str(make_header(decode_header(raw))))
            except (ValueError, LookupError):
                return one_line(raw)
    return ""


EML_READER = EmlReader()
MBOX_READER = MboxReader()
