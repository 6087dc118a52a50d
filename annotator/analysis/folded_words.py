"""The words of a text as they are compared between articles: without case, accents, marks, dashes and spaces."""

from __future__ import annotations

import re

from annotator.analysis.search import fold

UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""What stands between brackets in a pattern for letters of scripts that put no space between words."""

_UNSEEN = "\u00ad\u0300-\u036f\u200b-\u200d\u2060\ufeff"
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")

WORD = rf"[{UNSPACED}]|[^\W{UNSPACED}]+(?:[{_UNSEEN}]+[^\W{UNSPACED}]*)*"
"""A pattern for one word; in scripts that put no space between words each character is one."""

UNSEEN = re.compile(f"[{_UNSEEN}]+")
"""Marks that combine with the letter before them, and characters that have no width: copies differ in them."""

_WORD = re.compile(WORD)
_DASHES = re.compile("-+")  # two hyphens are a dash in another copy


def folded_words(text: str) -> list[str]:
    """Return the words of a text in order, folded; where it has none, the marks that stand between its spaces."""
    # ASCII, most of most articles, needs no folding but for its case: many times faster for the whole.
    folded = _NOT_ASCII.sub(lambda match: fold(match.group()), text).lower()
    return _WORD.findall(UNSEEN.sub("", folded)) or _DASHES.sub("-", UNSEEN.sub("", fold(text))).split()
