"""From a page to its article: the headline, deck and byline on top, then the body in the page's order."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from annotator.core import records
from annotator.core.errors import InputError
from annotator.core.ids import new_id
from annotator.core.text import counted, one_line, snippet
from annotator.formats.composing import Part, compose
from annotator.formats.html.blocks import Block, blocks, body_part, is_caption, is_heading
from annotator.formats.html.extraction import article_text, kept, key
from annotator.formats.html.markup import decoded, parsed
from annotator.formats.html.metadata import Metadata, metadata
from annotator.formats.interface import ReadOptions, Source, Warn

_BYLINE = re.compile(r"\b(byline|author|authors|writer)\b|byline")
_DECK = re.compile(r"\b(deck|dek|standfirst|subtitle|sub-?head(line)?|sub-?title|alternativeheadline|summary|lede?)\b")
_BY = re.compile(r"(by|von|par|por|di|door|av|af)[ \u00a0]", re.IGNORECASE)
_MOST_BESIDE = 40
"""How many letters and digits a byline has at most besides the names: “By”, a place, a date."""
_MOST_NAMES = 100
"""How many authors are looked for in the paragraphs of a page."""
_SAME = 0.5


def article_of(
    data: bytes, source: Source, options: ReadOptions
) -> tuple[records.Article, tuple[Block, ...], list[Warn]]:
    """Return the article of a page, the blocks of the page that are not in it, and what there is to warn of.

    Raises InputError where the page cannot be decoded or parsed, or has no article.
    """
    name = source.name
    markup, warnings = decoded(data, source, options)
    tree = parsed(markup.text, name)
    known = metadata(tree)
    shown = list(blocks(tree))
    belongs = kept(shown, article_text(tree, name), name)
    taken = [index for index, belonging in enumerate(belongs) if belonging]
    if not taken:
        raise InputError(name, "there is no article in this page, only navigation, links and the like")
    first = next((index for index in taken if not _is_above(shown[index])), taken[0])
    headline = _headline(shown, belongs, known)
    byline = _byline(shown, first, known)
    deck = _deck(shown, byline, headline, known)
    top = {index for index in (headline, deck, byline) if index is not None}
    title = shown[headline].text if headline is not None else known.title or known.window_title
    parts = [
        Part(title, "headline"),
        Part(shown[deck].text if deck is not None else known.deck, "deck"),
        Part(shown[byline].text if byline is not None else ", ".join(known.authors), "byline"),
    ]
    parts += [body_part(shown[index]) for index in taken if index not in top]
    text, regions = compose(parts)
    if replaced := text.count("\ufffd"):
        warnings.append(Warn(name, f"{counted(replaced, 'character')} that could not be read stand as U+FFFD"))
    article = records.Article(
        id=new_id(),
        text=text,
        title=one_line(title) or snippet(text),
        byline=", ".join(known.authors) or (_BY.sub("", one_line(shown[byline].text), 1) if byline is not None else ""),
        publication=known.publication,
        url=source.url or known.url,
        published=known.published,
        language=known.language,
        regions=regions,
        source=records.Source(name, "html", markup.encoding, hashlib.sha256(data).hexdigest()),
    )
    left = tuple(block for index, block in enumerate(shown) if not belongs[index] and index not in top)
    return article, left, warnings


def _is_above(block: Block) -> bool:
    """Tell whether a block may stand above an article's first paragraph."""
    return is_heading(block) or is_caption(block) or bool(_BYLINE.search(block.marks) or _DECK.search(block.marks))


def _headline(shown: Sequence[Block], belongs: Sequence[bool], known: Metadata) -> int | None:
    """Return which heading is the article's headline: its words are what people see, those of meta tags are for robots.

    It is the one that says what the page says of itself; where it says nothing, one within the article or the first.
    """
    headings = [index for index, block in enumerate(shown) if block.tag == "h1" and block.place in ("", "page header")]
    headings += [index for index, block in enumerate(shown) if block.tag == "h2" and belongs[index]]
    said = _words(known.title)
    same = next((index for index in headings if _are_alike(_words(shown[index].text), said)), None)
    if same is not None or known.title:
        return same
    first = [index for index in headings if shown[index].tag == "h1"]
    return next((index for index in first if belongs[index]), first[0] if first else None)


def _words(text: str) -> set[str]:
    return set(filter(None, map(key, text.split())))


def _are_alike(words: set[str], others: set[str]) -> bool:
    return bool(words and others) and len(words & others) / len(words | others) >= _SAME


def _byline(shown: Sequence[Block], first: int, known: Metadata) -> int | None:
    """Return which block names the authors and little else: above the first paragraph, or by the page's name for it."""
    names = [folded for folded in map(key, known.authors[:_MOST_NAMES]) if folded]
    for index, block in enumerate(shown):
        if block.place not in ("", "page header") or is_heading(block) or is_caption(block):
            continue
        folded = key(block.text)
        named = sum(len(name) for name in names if name in folded)
        called = bool(_BYLINE.search(block.marks))
        if len(folded) - named <= _MOST_BESIDE and (
            (named and (called or index < first)) or (called and not names and index < first)
        ):
            return index
    return None


def _deck(shown: Sequence[Block], byline: int | None, headline: int | None, known: Metadata) -> int | None:
    """Return which block near the headline is its deck: by the page's name for it, or by what metadata say."""
    if headline is None:
        return None
    said = {key(text) for text in (known.deck, known.description) if text}
    for index in range(headline + 1, min(headline + 5, len(shown))):
        block = shown[index]
        if index == byline or block.place not in ("", "page header") or is_caption(block):
            continue
        if _DECK.search(block.marks) or (is_heading(block) and key(block.text) in said) or known.deck == block.text:
            return index
        if not is_heading(block):
            return None
    return None
