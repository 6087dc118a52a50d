"""Whether what a row says of positions fits its article's text: a file may be damaged, or written by anybody."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.core import segments as rules
from annotator.store.assemble import segments_of
from annotator.store.history import Row
from annotator.store.merging.plan import Plan
from annotator.store.tables import AUDITED

_TEXT, _LAYER, _SPAN = AUDITED["article_text"], AUDITED["layer"], AUDITED["span"]


class Soundness:
    """Checks positions against the length of the text; articles that both copies have are the same text in both."""

    def __init__(self, ours: Session, theirs: Session, plan: Plan) -> None:
        self._ours, self._theirs, self._plan = ours, theirs, plan
        self._lengths: dict[str, int] = {}
        self._articles: dict[str, str] = {}

    def problem(self, table: str, row: Row) -> str:
        """Return what is wrong with a row of theirs, as it would stand here; empty where nothing is."""
        try:
            if table == "span":
                return self._span(row)
            if table == "dismissal":
                return rules.problem(segments_of(row["segments"]), self._length(row["article_id"])) or ""
            if table == "region":
                return self._range(row["article_id"], (row["start"], row["end"]))
            if table == "link":
                return self._link(row)
        except (TypeError, ValueError, IndexError):
            return "its positions cannot be read"
        return ""

    def _span(self, row: Row) -> str:
        segments = segments_of(row["segments"])
        if wrong := rules.problem(segments, self._length(self._article_of(row["layer_id"]))):
            return wrong
        if (row["start"], row["end"], row["key"]) != (
            segments[0].start, segments[-1].end, rules.canonical_key(segments)
        ):  # fmt: skip
            return "what it says of its segments contradicts itself"
        return ""

    def _link(self, row: Row) -> str:
        parts = [part for part in (row["mention"], row["cue"]) if part is not None]
        if not parts:
            return ""
        layer = self._layer_of(row["span_id"])
        return next((wrong for part in parts if (wrong := self._range(self._article_of(layer), part))), "")

    def _range(self, article: str, part: tuple[int, int]) -> str:
        start, end = part
        length = self._length(article)
        return "" if 0 <= start < end <= length else f"{start}–{end} lies outside the text of {length} characters"

    def _length(self, article: str) -> int:
        if not self._lengths:
            statement = sa.select(_TEXT.c.id, sa.func.length(_TEXT.c.text))
            self._lengths.update((key, length) for key, length in self._theirs.execute(statement))
            self._lengths.update((key, length) for key, length in self._ours.execute(statement))
        return self._lengths.get(article, 0)

    def _article_of(self, layer: str) -> str:
        if not self._articles:
            statement = sa.select(_LAYER.c.id, _LAYER.c.article_id)
            key = self._plan.renaming.key
            for one, article in self._theirs.execute(statement):
                self._articles[key("layer", one)] = key("article", article)
            self._articles.update((one, article) for one, article in self._ours.execute(statement))
        return self._articles.get(layer, "")

    def _layer_of(self, span: str) -> str:
        statement = sa.select(_SPAN.c.layer_id).where(_SPAN.c.id == span)
        found = self._theirs.scalar(statement)
        return self._plan.renaming.key("layer", found) if found else self._ours.scalar(statement) or ""
