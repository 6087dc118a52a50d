"""From parsed JSON to the records that stand in the text of one article."""

from __future__ import annotations

from typing import get_args

from annotator.core.records import (
    LAYER_STATUSES,
    REGION_KINDS,
    VERDICTS,
    Comment,
    Decision,
    Dismissal,
    Layer,
    LayerKind,
    Link,
    Region,
    Source,
    Span,
)
from annotator.core.segments import Segment, Segments, join
from annotator.formats.annotated_json import keys
from annotator.formats.annotated_json.fields import (
    Object,
    Problem,
    boolean,
    each,
    extra,
    identifier,
    integer,
    moment,
    nested,
    object_of,
    one_of,
    optional,
    shown,
    string,
    writable,
)
from annotator.formats.annotated_json.known import Known, distinct, named

LAYER_KINDS: tuple[LayerKind, ...] = get_args(LayerKind)


class Body:
    """Decodes what stands in the text of one article."""

    def __init__(self, text: str, known: Known) -> None:
        self.text = text
        self._length = len(text)
        self._known = known

    def source(self, raw: Object) -> Source:
        """Return where the article came from."""
        self._known.closed(raw, keys.SOURCE, "source")
        file, kind = string(raw, "file", ""), string(raw, "format", "")
        return Source(file, kind, string(raw, "encoding", ""), string(raw, "sha256", ""))

    def region(self, raw: Object) -> Region:
        """Return a region."""
        start, end = self._range(raw)
        kind = one_of(raw, "kind", REGION_KINDS)
        return Region(identifier(raw), kind, start, end, self._known.by(raw), extra(raw, keys.REGION))

    def layer(self, raw: Object) -> Layer:
        """Return a layer with its spans."""
        kind = one_of(raw, "kind", LAYER_KINDS, "annotator")
        if kind == "final" and raw.get("annotator") is not None:
            raise Problem("the final layer belongs to no annotator", "annotator")
        spans = each(raw, "spans", self.span)
        return Layer(
            annotator=self._known.annotator(raw, "annotator") if kind == "annotator" else None,
            kind=kind,
            status=one_of(raw, "status", LAYER_STATUSES, "in progress"),
            spans=distinct(spans, "spans", lambda span: (span.tag, span.segments)),
            extra=extra(raw, keys.LAYER),
        )

    def span(self, raw: Object) -> Span:
        """Return a span with its links, decisions and comments."""
        known = self._known
        comments = each(raw, "comments", self._comment)
        _check_answers(comments)
        return Span(
            id=identifier(raw),
            tag=named(string(raw, "tag"), known.tags, "tags", "tag"),
            segments=self._segments(raw),
            links=each(raw, "links", self._link),
            attributes=_attributes(raw),
            note=string(raw, "note", ""),
            unsure=boolean(raw, "unsure"),
            origin=_origin(raw),
            created=moment(raw, "created", known.time),
            updated=moment(raw, "updated", known.time),
            decisions=distinct(each(raw, "decisions", self._decision), "decisions", lambda decision: decision.by),
            comments=comments,
            extra=extra(raw, keys.SPAN),
        )

    def dismissal(self, raw: Object) -> Dismissal:
        """Return a dismissed candidate."""
        by, tag = self._known.annotator(raw, "by"), identifier(raw, "tag")
        return Dismissal(by, tag, self._segments(raw), extra(raw, keys.DISMISSAL))

    def _link(self, raw: Object) -> Link:
        return Link(
            id=identifier(raw),
            entity=named(string(raw, "entity"), self._known.entities, "entities", "entity"),
            role=string(raw, "role"),
            mention=nested(raw, "mention", self._segment),
            cue=nested(raw, "cue", self._segment),
            extra=extra(raw, keys.LINK),
        )

    def _decision(self, raw: Object) -> Decision:
        verdict = one_of(raw, "verdict", VERDICTS)
        return Decision(self._known.annotator(raw, "by"), verdict, moment(raw, "at"), extra(raw, keys.DECISION))

    def _comment(self, raw: Object) -> Comment:
        return Comment(
            id=identifier(raw),
            by=self._known.annotator(raw, "by"),
            text=string(raw, "text"),
            at=moment(raw, "at"),
            answers=optional(raw, "answers"),
            extra=extra(raw, keys.COMMENT),
        )

    def _segments(self, raw: Object) -> Segments:
        segments = each(raw, "segments", self._segment)
        if not segments:
            raise Problem("a span needs at least one segment", "segments")
        return segments if len(segments) == 1 else join(segments)

    def _segment(self, raw: Object) -> Segment:
        start, end = self._range(raw)
        given = raw.get("text")
        there = self.text[start:end]
        if given is not None and given != there and string(raw, "text").replace("\r", "\n") != there:
            raise Problem(f"{shown(there)} stands at {start}–{end}, not {shown(given)}", "text")
        if not raw.keys() <= keys.SEGMENT:
            self._known.closed(raw, keys.SEGMENT, "segment")
        return Segment(start, end)

    def _range(self, raw: Object) -> tuple[int, int]:
        start, end = raw.get("start"), raw.get("end")
        if type(start) is int and type(end) is int and 0 <= start < end <= self._length:
            return start, end
        start, end = integer(raw, "start"), integer(raw, "end")
        raise Problem(f"{start}–{end} lies outside the text of {self._length} characters or is empty")


def _attributes(raw: Object) -> dict[str, str]:
    value = raw.get("attributes")
    if value is None:
        return {}
    if type(value) is not dict or not all(type(one) is str for one in value.values()):
        raise Problem(f"an object of texts is expected, not {shown(value)}", "attributes")
    return value


def _origin(raw: Object) -> Object | None:
    origin = nested(raw, "origin", object_of)
    if origin is not None:
        writable(origin, "origin")
    return origin


def _check_answers(comments: tuple[Comment, ...]) -> None:
    ids = {comment.id for comment in comments}
    for index, comment in enumerate(comments):
        if comment.answers is not None:
            try:
                named(comment.answers, ids, "comments on this span", "answers")
            except Problem as problem:
                raise problem.within(f"comments[{index}]") from None
