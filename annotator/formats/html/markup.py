"""From the bytes of a page to its tree, and never any further: nothing is fetched, expanded or run."""

from __future__ import annotations

import codecs
import re

from lxml import etree, html

from annotator.core.errors import InputError
from annotator.core.text import store_text
from annotator.formats.encodings import Decoded, decode, marked
from annotator.formats.interface import ReadOptions, Source, Warn
from annotator.formats.streams import guess_warning

MOST_ELEMENTS = 50_000
"""The most elements that a page may have. (The parser itself ends at 256 levels of depth.)"""

_BEGINNING = 8192
_CHARSET = re.compile(
    rb"""<(?:meta\b[^>]{0,400}?\bcharset|\?xml\b[^>]{0,200}?\bencoding)\s*=\s*["']?\s*([\w:.-]{1,40})""", re.IGNORECASE
)
_AS_BROWSERS_DO = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "utf-16": "utf-8",
    "utf-16-le": "utf-8",
    "utf-16-be": "utf-8",
}
"""What an encoding's name means in a page, where that is not what it says. Source: WHATWG Encoding, section 4.2."""


def decoded(data: bytes, source: Source, options: ReadOptions) -> tuple[Decoded, list[Warn]]:
    """Return the markup of a page, and what there is to warn of.

    The encoding is the chosen one, else that of the byte-order mark, else the one that came with the page, else the one
    that the page declares, else what `decode` finds. Raises InputError as `decode` does.
    """
    name = source.name
    if options.encoding is not None:
        return decode(data, name, options.encoding), []
    declared = None if marked(data) else source.encoding or _declared(data)
    warnings: list[Warn] = []
    if declared is None:
        found = decode(data, name)
    else:
        found, warnings = _as_declared(data, name, declared)
    if found.guessed:
        warnings.append(guess_warning(name, found.encoding))
    return found, warnings


def _declared(data: bytes) -> str | None:
    found = _CHARSET.search(data[:_BEGINNING])
    return found[1].decode("ascii", "replace") if found else None


def _as_declared(data: bytes, name: str, declared: str) -> tuple[Decoded, list[Warn]]:
    try:
        codec = codecs.lookup(declared).name
        return decode(data, name, _AS_BROWSERS_DO.get(codec, codec)), []
    except (LookupError, ValueError, InputError):
        found = decode(data, name)
        reason = f"says that its encoding is “{declared}”, which it is not; read as {found.encoding}"
        return found, [Warn(name, reason)]


def parsed(markup: str, name: str) -> html.HtmlElement:
    """Return the tree of a page or of a piece of one. Raises InputError where it is empty, too deep or too large."""
    parser = html.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    try:
        tree = html.document_fromstring(store_text(markup).text.encode(), parser=parser)
    except (etree.LxmlError, ValueError) as error:
        raise InputError(name, "has no text in it") from error
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log):
        raise InputError(name, "is nested too deeply, or in another way too large, to be a page with an article")
    if sum(1 for _element in tree.iter()) > MOST_ELEMENTS:
        raise InputError(name, f"has more than {MOST_ELEMENTS:,} elements, too many for a page with an article")
    return tree
