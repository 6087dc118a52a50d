"""What a span may be: segments that hold text, a tag of the scheme with its attributes, and no second one like it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from annotator.core import segments as rules
from annotator.core.errors import Refused
from annotator.core.segments import Segments
from annotator.store import spans as rows
from annotator.store import tables
from annotator.store.assemble import attributes_of
from annotator.store.intake import segments_json
from annotator.store.project import Writing

IDENTICAL = "The same span with the same tag is there already."
"""The sentence of whoever would make two spans that nothing tells apart."""


def tag_row(writing: Writing, key: str) -> tables.Tag:
    """Return a tag of the scheme. Raises Refused where there is none with this id."""
    tag = writing.session.get(tables.Tag, key)
    if tag is None:
        raise Refused(f"There is no tag “{key}” in the scheme.")
    return tag


def cut(writing: Writing, article: str, segments: Iterable[tuple[int, int]]) -> Segments:
    """Return segments (code points) of an article without white space at their ends.

    Raises Refused for segments that hold no text or lie outside it.
    """
    return trimmed(segments, writing.last_text.of(writing.session, article) or "")


def trimmed(segments: Iterable[tuple[int, int]], text: str) -> Segments:
    """Return what `cut` does, of segments of `text`."""
    joined = rules.join(segments)
    wrong = rules.problem(joined, len(text))
    if wrong:
        raise Refused(f"This cannot be a span: {wrong}.")
    kept = rules.trim(text, joined)
    if not kept:
        raise Refused("This cannot be a span: it holds nothing but white space.")
    return rules.join(kept)


def placed(segments: Segments) -> dict[str, Any]:
    """Return the columns of a span's row that say where it stands."""
    return {
        "segments": segments_json(segments),
        "start": segments[0].start,
        "end": segments[-1].end,
        "key": rules.canonical_key(segments),
    }


def refuse_identical(writing: Writing, layer: str, tag: str, segments: Segments, but: str | None = None) -> None:
    """Raise Refused where a layer has another span than `but` with this tag and these segments."""
    other = rows.identical(writing.session, layer, tag, segments)
    if other is not None and other.id != but:
        raise Refused(IDENTICAL)


def refuse_unknown(tag: tables.Tag, attributes: Mapping[str, str | None]) -> None:
    """Raise Refused for an attribute, or a value of one, that a tag does not have; None takes one away."""
    choices = {one.name: one.choices for one in attributes_of(tag.attributes)}
    for name, value in attributes.items():
        if name not in choices or (value is not None and value not in choices[name]):
            raise Refused(f"The tag “{tag.name}” has no attribute “{name}” with the value “{value}”.")
