"""Word documents (.docx): the paragraphs of the text, those in tables and text boxes among them."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from annotator.core import records
from annotator.core.errors import InputError
from annotator.core.ids import new_id
from annotator.core.records import RegionKind
from annotator.core.text import counted, one_line, snippet, store_text
from annotator.formats.archive import check_sizes
from annotator.formats.composing import Part, compose
from annotator.formats.interface import Progress, ReadOptions, Record, Source, Warn
from annotator.formats.streams import explained, replaced_warning, whole

if TYPE_CHECKING:
    from docx.document import Document

LARGEST = 256 << 20
LARGEST_XML = 64 << 20
"""The most bytes that the text and all else in XML may unpack to: in memory it takes ten times as much."""

_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MARKS = (b"word/", b"wordprocessingml")
_SURELY, _PERHAPS = 1.0, 0.2
_DAMAGED = "is no Word document (.docx), or a damaged one"
_LONGEST_TITLE = 120

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_REMOVED = frozenset({_W + "del", _W + "moveFrom", _FALLBACK})
_NO_TEXT = _REMOVED | {_W + "p", _W + "pPr", _W + "rPr", _W + "instrText", _W + "delText"}
_CHARACTERS = {
    _W + "tab": "\t",
    _W + "br": "\n",
    _W + "cr": "\n",
    _W + "noBreakHyphen": "\u2011",
    _W + "softHyphen": "\u00ad",
}
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_BEFORE_PART = {_M + "den": "/", _M + "sup": "^", _M + "sub": "_"}
"""What stands on a line between the parts of a formula that are set above each other: 1/2 is not 12."""
_KINDS: dict[str, RegionKind] = {"title": "headline", "subtitle": "deck", "caption": "caption"}
_LEFT_OUT = (
    ("footnoteReference", "footnote"),
    ("endnoteReference", "endnote"),
    ("commentReference", "comment"),
    ("drawing", "picture or drawing"),
)


class DocxReader:
    """Reads a Word document as one article, as it reads with all tracked changes accepted.

    Paragraphs are joined by an empty line; formulas come as they are typed on one line. The styles Title, Subtitle and
    Caption become regions; headers, footers, notes and whatever is embedded are left out.
    """

    name = "docx"
    title = "Word document (DOCX)"
    suffixes: tuple[str, ...] = (".docx",)

    def sniff(self, head: bytes) -> float:
        """Return how sure it is: certain where the archive begins with a Word document's parts."""
        if head.startswith(_ZIP):
            return _SURELY if any(mark in head for mark in _MARKS) else _PERHAPS
        return _PERHAPS if head.startswith(_OLE) else 0.0

    def read(self, source: Source, _options: ReadOptions, progress: Progress) -> Iterator[Record]:
        """Yield what there is to warn of, then the article. Raises InputError for damage, bombs and encryption."""
        progress(0, source.size, source.name)
        data = whole(source, LARGEST, "one article")
        if data.startswith(_OLE):
            raise InputError(source.name, "is encrypted, or an old Word document (.doc); save it as .docx, open to all")
        with explained(source.name, _DAMAGED):
            document = _opened(data, source.name)
            body = document.element.body
            parts = [Part(text, _kind(document, paragraph)) for paragraph, text in _paragraphs(body)]
            about = _properties(document)
            left_out = [(sum(1 for _ in body.iter(_W + tag)), noun) for tag, noun in _LEFT_OUT]
            tracked = any(True for _ in body.iter(_W + "ins", _W + "del"))
        if not parts:
            raise InputError(source.name, "has no text in it")
        if tracked:
            yield Warn(source.name, "has tracked changes: what was added is in the text, what was deleted is not")
        counts = ", ".join(counted(number, noun) for number, noun in left_out if number)
        if counts:
            yield Warn(source.name, f"left out: {counts}")
        yield from replaced_warning(source.name, sum(store_text(part.text).replaced for part in parts))
        composed = compose(parts)
        headline = next((part.text for part in parts if part.kind == "headline"), "")
        yield records.Article(
            id=new_id(),
            text=composed.text,
            title=one_line(headline) or about.get("title", "") or _title(parts, source.name),
            byline=about.get("byline", ""),
            published=about.get("published", ""),
            language=about.get("language", ""),
            source=records.Source(source.name, self.name, "", hashlib.sha256(data).hexdigest()),
            regions=composed.regions,
        )
        progress(len(data), source.size, source.name)


def _opened(data: bytes, file: str) -> Document:
    import docx

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        check_sizes(archive, file)
        texts = (info.file_size for info in archive.infolist() if info.filename.endswith((".xml", ".rels")))
        if sum(texts) > LARGEST_XML:
            raise InputError(file, f"its text unpacks to more than {LARGEST_XML >> 20} MB, too much for one article")
    return docx.Document(io.BytesIO(data))


def _paragraphs(body: Any) -> Iterator[tuple[Any, str]]:
    """Yield each paragraph that has a text, with it, in the document's order."""
    for paragraph in body.iter(_W + "p"):
        if any(ancestor.tag in _REMOVED for ancestor in paragraph.iterancestors()):
            continue
        text = "".join(_texts(paragraph))
        if text.strip():
            yield paragraph, text


def _texts(element: Any) -> Iterator[str]:
    """Yield the pieces of text of one paragraph; a paragraph in a text box within it comes by itself."""
    for child in element:
        if child.tag in (_W + "t", _M + "t"):
            yield child.text or ""
        elif child.tag in _BEFORE_PART:
            if part := "".join(_texts(child)):
                yield _BEFORE_PART[child.tag] + part
        elif child.tag == _M + "d":
            opening, closing = (_bracket(child, *one) for one in (("begChr", "("), ("endChr", ")")))
            yield opening + "".join(_texts(child)) + closing
        elif child.tag in _CHARACTERS:
            yield _CHARACTERS[child.tag]
        elif child.tag not in _NO_TEXT:
            yield from _texts(child)


def _bracket(brackets: Any, which: str, usual: str) -> str:
    """Return what stands at one end of a pair of brackets in a formula, which can be nothing."""
    said = brackets.find(f"{_M}dPr/{_M}{which}")
    return usual if said is None else said.get(_M + "val", "")


def _kind(document: Document, paragraph: Any) -> RegionKind | None:
    from docx.text.paragraph import Paragraph

    style = Paragraph(paragraph, document).style
    return _KINDS.get((style.name or "").casefold()) if style is not None else None


def _properties(document: Document) -> dict[str, str]:
    """Return what the document says of itself; nothing where it says nothing, for the library makes up a title then."""
    from docx.opc.constants import RELATIONSHIP_TYPE

    if all(one.reltype != RELATIONSHIP_TYPE.CORE_PROPERTIES for one in document.part.package.rels.values()):
        return {}
    about = document.core_properties
    return {
        "title": one_line(about.title),
        "byline": one_line(about.author),
        "language": one_line(about.language),
        "published": about.created.date().isoformat() if about.created else "",
    }


def _title(parts: list[Part], name: str) -> str:
    """Return the first paragraph, if it is short and others follow; else the file's name."""
    first = one_line(parts[0].text)
    return first if len(parts) > 1 and len(first) <= _LONGEST_TITLE else snippet(PurePath(name).stem)


READER = DocxReader()
