"""The text of a page as a reader sees it: paragraph by paragraph, and where on the page each stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree
from lxml.html import HtmlElement

from annotator.formats.composing import Part

_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "dir",
    "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hgroup", "hr", "html", "legend", "li", "main", "menu", "nav", "ol", "p", "pre", "search",
    "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
})  # fmt: skip
_OF_TEXT = frozenset({
    "a", "b", "blockquote", "caption", "dd", "dl", "dt", "em", "figcaption", "figure", "h1", "h2", "h3", "h4",
    "h5", "h6", "hgroup", "i", "li", "ol", "p", "pre", "span", "strong", "table", "tbody", "td", "tfoot", "th",
    "thead", "tr", "ul",
})  # fmt: skip
"""Elements that are themselves text; any other element holds text and more."""
_NO_TEXT = frozenset({
    "applet", "audio", "button", "canvas", "datalist", "embed", "head", "iframe", "input", "map", "noscript",
    "object", "option", "script", "select", "style", "svg", "template", "textarea", "title", "video",
})  # fmt: skip
_PLACES = {
    "nav": "navigation",
    "header": "page header",
    "footer": "footer",
    "aside": "aside",
    "form": "form",
    "dialog": "dialog",
}
_ROLES = {
    "navigation": "navigation",
    "banner": "page header",
    "contentinfo": "footer",
    "complementary": "aside",
    "search": "form",
    "dialog": "dialog",
}
_HIDDEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_CAPTION = re.compile(r"\bcaption\b")
_WITHIN = frozenset({"article", "blockquote", "main"})

# Only these are white space in HTML: a no-break space or a thin space is a character of the text.
_SPACES = re.compile("[ \t\n\f\r]+")
_BREAK = "\n"
_LINE_END = re.compile(" *\n *")
_EMPTY_LINE = re.compile("\n{2,}")


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, list item or caption.

    `tag` is the element that it stands in, `place` the part of the page ("" for none in particular), `owner` the path
    of the elements that hold it, `marks` the words by which the page names it and what it stands in, `linked` the share
    of its characters that are links.
    """

    text: str
    tag: str
    place: str
    owner: tuple[int, ...]
    marks: str
    linked: float


def is_heading(block: Block) -> bool:
    """Tell whether a block is a heading of any level."""
    return block.tag in _HEADINGS


def is_caption(block: Block) -> bool:
    """Tell whether a block stands below a picture, by its element or by how the page calls it."""
    return block.tag == "figcaption" or bool(_CAPTION.search(block.marks))


def body_part(block: Block) -> Part:
    """Return what a block is within the body of an article."""
    return Part(block.text, "caption" if is_caption(block) else None)


@dataclass(frozen=True, slots=True)
class _Level:
    """What holds from an element's beginning to its end."""

    tag: str = "html"
    place: str = ""
    owner: tuple[int, ...] = ()
    marks: tuple[str, ...] = ()
    within: bool = False
    link: bool = False
    keeps_lines: bool = False


class _Gathering:
    """The pieces of text since the last block ended."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._linked = 0

    def add(self, text: str | None, level: _Level) -> None:
        """Take text in, with the white space that a browser would show."""
        if not text:
            return
        if level.keeps_lines:
            shown = _BREAK.join(_SPACES.sub(" ", line) for line in text.split("\n"))
        else:
            shown = _SPACES.sub(" ", text)
        self._pieces.append(shown)
        if level.link:
            self._linked += len(shown)

    def break_line(self) -> None:
        self._pieces.append(_BREAK)

    def begin_cell(self) -> None:
        if any(piece.strip() for piece in self._pieces):
            self._pieces.append("\t")

    def end(self, level: _Level) -> Iterator[Block]:
        """Yield the block that ends here; an empty line within it, made by line breaks, parts it in two."""
        text, linked = _LINE_END.sub(_BREAK, re.sub(" +", " ", "".join(self._pieces))), self._linked
        self._pieces.clear()
        self._linked = 0
        share = linked / len(text) if text else 0.0
        for paragraph in _EMPTY_LINE.split(text):
            shown = re.sub(" ?\t ?", "\t", paragraph).strip(" \t\n")
            if shown.strip():
                yield Block(shown, level.tag, level.place, level.owner, " ".join(level.marks), min(share, 1.0))


def blocks(tree: HtmlElement) -> Iterator[Block]:
    """Yield the blocks of a page in its order, also those of navigation, footer and whatever is hidden."""
    levels = [_Level()]
    gathered = _Gathering()
    walk = etree.iterwalk(tree, events=("start", "end"))
    numbers = iter(range(1 << 62))
    for event, element in walk:
        tag = element.tag
        if event == "start":
            if tag in _NO_TEXT:
                walk.skip_subtree()
                levels.append(levels[-1])
                continue
            if tag in _BLOCKS:
                yield from gathered.end(levels[-1])
            elif tag == "br":
                gathered.break_line()
            elif tag in ("td", "th"):
                gathered.begin_cell()
            levels.append(_inside(levels[-1], element, next(numbers)))
            gathered.add(element.text, levels[-1])
        else:
            if tag in _BLOCKS:
                yield from gathered.end(levels[-1])
            levels.pop()
            gathered.add(element.tail, levels[-1])
    yield from gathered.end(levels[-1])


def _inside(level: _Level, element: HtmlElement, number: int) -> _Level:
    tag = str(element.tag)
    block = tag in _BLOCKS
    owns = block and tag not in _OF_TEXT
    named = " ".join(element.get(name, "") for name in ("class", "id", "itemprop", "rel")).strip().lower()
    return _Level(
        tag=tag if block and not (level.tag == "figcaption" and tag in _OF_TEXT) else level.tag,
        place=_place(level, element),
        owner=(*level.owner, number) if owns else level.owner,
        marks=(*level.marks[-1:], named) if named else level.marks,
        within=level.within or tag in _WITHIN,
        link=level.link or tag == "a",
        keeps_lines=level.keeps_lines or tag == "pre",
    )


def _place(level: _Level, element: HtmlElement) -> str:
    """Return the part of the page that an element is or stands in; articles have headers and footers of their own."""
    if level.place:
        return level.place
    if element.get("hidden") is not None or _HIDDEN.search(element.get("style", "")):
        return "hidden"
    tag = str(element.tag)
    if level.within and tag in ("header", "footer"):
        return ""
    return _PLACES.get(tag) or _ROLES.get(element.get("role", ""), "")
