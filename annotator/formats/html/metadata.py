"""What a page says of its article: JSON-LD first, then meta tags, then its title."""

from __future__ import annotations

import html
import json
import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from lxml.html import HtmlElement

from annotator.core.text import one_line, store_text
from annotator.formats.dates import moment

_TITLES = ("og:title", "citation_title", "dc.title", "dcterms.title", "twitter:title", "parsely-title")
_AUTHORS = ("author", "article:author", "citation_author", "dc.creator", "dcterms.creator", "parsely-author")
_DATES = (
    "article:published_time", "datepublished", "citation_publication_date", "citation_date", "dc.date.issued",
    "dcterms.issued", "dc.date", "dcterms.created", "parsely-pub-date", "pubdate", "date",
)  # fmt: skip
_PUBLICATIONS = ("og:site_name", "citation_journal_title", "dc.publisher", "dcterms.publisher", "application-name")
_LANGUAGES = ("dc.language", "dcterms.language", "citation_language", "content-language", "og:locale")
_DESCRIPTIONS = ("og:description", "description", "dc.description", "twitter:description")

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*")
_WEB = re.compile(r"https?://\S+", re.IGNORECASE)
_SPACES = re.compile("[ \t\n\f\r]+")
_ARTICLE_TYPES = ("article", "posting", "report", "review")
_MOST_NODES = 10_000

Node: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page says of its article; empty where it does not.

    `title` is from JSON-LD or meta tags, `window_title` from the title element, where the site's name often stands too.
    """

    title: str = ""
    window_title: str = ""
    deck: str = ""
    description: str = ""
    authors: tuple[str, ...] = ()
    publication: str = ""
    published: str = ""
    language: str = ""
    url: str | None = None


def metadata(tree: HtmlElement) -> Metadata:
    """Return what the page says of its article. Whatever makes no sense in it is passed over."""
    nodes = list(_nodes(tree))
    by_id = {node["@id"]: node for node in nodes if isinstance(node.get("@id"), str) and len(node) > 1}
    article: Node = next((node for node in nodes if _is_article(node)), {})
    meta = _meta(tree)

    def first(value: Any, *names: str) -> str:
        return next(filter(None, (*_texts(value, by_id), *(text for name in names for text in meta.get(name, ())))), "")

    authors = _texts(article.get("author"), by_id) or next(filter(None, (_people(meta, name) for name in _AUTHORS)), [])
    dates = [*_texts(article.get("datePublished"), by_id), *(text for name in _DATES for text in meta.get(name, ()))]
    dates += [element.get("datetime", "") for element in tree.iter("time")]
    languages = [*_texts(article.get("inLanguage"), by_id), tree.get("lang", ""), tree.get("xml:lang", "")]
    languages += [text for name in _LANGUAGES for text in meta.get(name, ())]
    return Metadata(
        title=first(article.get("headline") or article.get("name"), *_TITLES),
        window_title=next((_clean(element.text_content()) for element in tree.iter("title")), ""),
        deck=first(article.get("alternativeHeadline")),
        description=first(article.get("description"), *_DESCRIPTIONS),
        authors=tuple(dict.fromkeys(one_line(name) for name in authors if not _WEB.match(name))),
        publication=one_line(first(article.get("publisher"), *_PUBLICATIONS)),
        published=next(filter(None, map(moment, dates)), ""),
        language=next((one.replace("_", "-") for one in languages if _LANGUAGE.fullmatch(one)), ""),
        url=_url(tree, meta),
    )


def _nodes(tree: HtmlElement) -> Iterator[Node]:
    """Yield the objects of the page's JSON-LD, those of graphs and lists too, the outer before the inner."""
    for script in tree.iter("script"):
        if not script.get("type", "").strip().lower().startswith("application/ld+json"):
            continue
        try:
            waiting = deque([json.loads(script.text or "", strict=False)])
        except (ValueError, RecursionError):
            continue
        for _number in range(_MOST_NODES):
            if not waiting:
                break
            value = waiting.popleft()
            if isinstance(value, list):
                waiting.extend(value)
            elif isinstance(value, dict):
                yield value
                waiting.extend(value[name] for name in ("@graph", "mainEntity", "mainEntityOfPage") if name in value)
                waiting.extend(value[name] for name in ("author", "publisher") if isinstance(value.get(name), dict))


def _is_article(node: Node) -> bool:
    types = node.get("@type")
    return any(
        isinstance(one, str) and one.lower().endswith(_ARTICLE_TYPES)
        for one in (types if isinstance(types, list) else [types])
    )


def _texts(value: Any, by_id: Mapping[str, Node]) -> list[str]:
    """Return the texts that a value of JSON-LD comes to: itself, an object's name, those of a reference or a list."""
    found: list[str] = []
    for one in value if isinstance(value, list) else [value]:
        node = by_id.get(str(one.get("@id")), one) if isinstance(one, dict) and "name" not in one else one
        text = node.get("name", node.get("@value")) if isinstance(node, dict) else node
        found += (_clean(part) for part in (text if isinstance(text, list) else [text]) if isinstance(part, str))
    return [text for text in found if text]


def _meta(tree: HtmlElement) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for element in tree.iter("meta"):
        content = _clean(element.get("content", ""))
        for attribute in ("property", "name", "itemprop", "http-equiv"):
            if content and (name := element.get(attribute)):
                found.setdefault(name.strip().lower(), []).append(content)
    return found


def _people(meta: Mapping[str, list[str]], name: str) -> list[str]:
    return [text for text in meta.get(name, ()) if not _WEB.match(text)]


def _url(tree: HtmlElement, meta: Mapping[str, list[str]]) -> str | None:
    links = [link.get("href", "").strip() for link in tree.iter("link") if link.get("rel", "").lower() == "canonical"]
    return next((one for one in (*links, *meta.get("og:url", ())) if _WEB.fullmatch(one)), None)


def _clean(text: str) -> str:
    """Return a text without the references that some pages write twice over; its no-break spaces stay."""
    return _SPACES.sub(" ", store_text(html.unescape(text)).text).strip()
