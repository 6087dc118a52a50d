"""Which blocks of a page are its article: trafilatura judges, and what it loses within the article is put back."""

from __future__ import annotations

import copy
import logging
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

import trafilatura
from lxml.html import HtmlElement

from annotator.core.errors import InputError
from annotator.formats.html.blocks import Block, is_caption, is_heading

# Its remarks on single pages would come out on standard error; what a person should know is said by the reader.
logging.getLogger("trafilatura").addHandler(logging.NullHandler())

_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_BARRED = frozenset({"navigation", "footer", "aside", "dialog", "hidden"})
_LINKS = 0.5
_SURELY_FOUND = 25
MOST_SEARCHED = 1 << 33
"""The most characters that are looked through for paragraphs of a page: its extracted text, once for each of them."""


def key(text: str) -> str:
    """Return the letters and digits of a text, folded, to find it again whatever became of the rest."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))


def article_text(tree: HtmlElement, name: str) -> str:
    """Return what trafilatura takes for the article's text, in lines; it is not the text as it stood there.

    (White space, normal forms and unprintable characters are changed in it.) The tree stays as it is.
    """
    judged = copy.deepcopy(tree)
    for element in judged.iter():
        element.text, element.tail = _in_xml(element.text), _in_xml(element.tail)
    try:
        found = trafilatura.bare_extraction(judged, include_comments=False, with_metadata=False)
    except Exception as error:  # a page can be broken in ways that the library did not foresee
        raise InputError(name, f"no article can be made out in the page ({type(error).__name__})") from error
    text = getattr(found, "text", None)
    return text if isinstance(text, str) else ""


def _in_xml(text: str | None) -> str | None:
    """Return a text without what the parser lets pass in a page, but nobody may write into a tree."""
    return _NOT_IN_XML.sub(" ", text) if text else text


def kept(blocks: Sequence[Block], extracted: str, name: str) -> list[bool]:
    """Return for each block whether it belongs to the article; none does where there is no article.

    A block does if it stands in the extracted text. So does one between two such blocks, held by the same element as
    a paragraph of the article, and a caption anywhere in the element that holds them all; mere links do not.

    Raises InputError where so much had to be looked through that it would take minutes.
    """
    found = _found(blocks, extracted, name)
    body = [
        index
        for index, block in enumerate(blocks)
        if found[index] and not is_heading(block) and not is_caption(block) and block.linked < _LINKS
    ]
    if not body:
        return [False] * len(blocks)
    first, last = body[0], body[-1]
    owners = {blocks[index].owner for index in body}
    whole = _common([blocks[index].owner for index in body])
    return [
        found[index]
        or (
            block.place not in _BARRED
            and block.linked < _LINKS
            and (
                (first < index < last and block.owner in owners)
                or (is_caption(block) and block.owner[: len(whole)] == whole)
            )
        )
        for index, block in enumerate(blocks)
    ]


def _found(blocks: Sequence[Block], extracted: str, name: str) -> list[bool]:
    """Return for each block whether it stands in the extracted text; a repeated one, as often as it does there."""
    lines = Counter(filter(None, map(key, extracted.split("\n"))))
    whole = key(extracted)
    within: dict[str, int] = {}
    seen: Counter[str] = Counter()
    found: list[bool] = []
    for block in blocks:
        folded = key(block.text)
        if block.place in _BARRED or not folded:
            found.append(False)
            continue
        times = lines[folded]
        if not times and len(folded) >= _SURELY_FOUND:
            if folded not in within:
                if (len(within) + 1) * len(whole) > MOST_SEARCHED:
                    raise InputError(name, "has too many paragraphs that run into each other to be one article")
                within[folded] = whole.count(folded)
            times = within[folded]
        if not times and "\n" in block.text:
            times = min(lines[key(line)] for line in block.text.split("\n"))
        found.append(seen[folded] < times)
        seen[folded] += found[-1]
    return found


def _common(paths: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the beginning that all paths share: of all paths in order, the first and the last differ soonest."""
    lowest, highest = min(paths), max(paths)
    same = takewhile(lambda pair: pair[0] == pair[1], zip(lowest, highest, strict=False))
    return tuple(number for number, _other in same)
