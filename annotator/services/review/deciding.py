"""A reviewer's decisions on spans: written down for their annotator to see, and carried out in the final layer."""

from __future__ import annotations

from collections.abc import Sequence

from annotator.core.errors import Refused
from annotator.core.ids import derived_id
from annotator.core.records import Span, Verdict, now
from annotator.core.text import counted
from annotator.services import layers
from annotator.services.layers import GONE
from annotator.services.review import final_layer
from annotator.services.review.final_layer import Copying
from annotator.store import reviewing, tables
from annotator.store import spans as rows
from annotator.store.project import Project, Writing


def decide(project: Project, accepted: Sequence[Span] = (), rejected: Sequence[Span] = ()) -> None:
    """Accept spans into the final layer, and reject others, as one step; a decision that was there is replaced.

    An accepted span is copied with its links, attributes, note and flag, a rejected one has no copy there. A span of
    the final layer itself is accepted by staying, and rejected by going, together with the span that it is a copy of.
    Spans are given as they were seen: raises Conflict where one changed since, or where another reviewer changed the
    copy of one by hand and it was not seen; Refused where one is gone, ReadOnly where the final layer of its article is
    done. Then nothing was changed.
    """
    with project.write(_kind(accepted, rejected)) as writing:
        deciding = _Deciding(project, writing, [*accepted, *rejected])
        deciding.reject(rejected, accepted)
        for span in accepted:
            deciding.accept(span)


def accept_changed(project: Project, span: Span, edited: Span, rejected: Sequence[Span] = ()) -> None:
    """Accept a span as edited: its copy in the final layer is what `edited` says. One step, with those rejected.

    Raises as `decide` does, and Refused where the record makes no span, or one that is there already.
    """
    with project.write("accept span as edited") as writing:
        deciding = _Deciding(project, writing, [span, *rejected])
        deciding.reject(rejected, [span])
        deciding.accept_edited(span, edited)


def _kind(accepted: Sequence[Span], rejected: Sequence[Span]) -> str:
    if accepted and rejected:
        return "decide on a difference"
    verb, spans = ("accept", accepted) if accepted else ("reject", rejected)
    return f"{verb} {'span' if len(spans) == 1 else counted(len(spans), 'span')}"


class _Deciding:
    """Decisions on spans that are as they were seen. It holds their rows, so that each is read once, however many.

    Raises as `decide` does.
    """

    def __init__(self, project: Project, writing: Writing, seen: Sequence[Span]) -> None:
        self._writing, self._me = writing, project.me
        keys = [span.id for span in seen]
        sources = [key for span in seen if (key := _source(span)) is not None]
        session = writing.session
        # First of all: whatever is read then, nobody else changes in a final layer before this is written.
        self._final = {layer.article_id: layer for layer in rows.final_layers(session, keys)}
        for layer in self._final.values():
            # Also where no span of it would change: what was decided belongs to the layer that is closed.
            layers.refuse_if_done(writing, layer)
        self._rows = {row.id: (row, layer) for row, layer in rows.with_layers(session, [*keys, *sources])}
        for span in seen:
            if span.id not in self._rows:
                raise Refused(GONE)
            final_layer.refuse_if_changed(self._rows[span.id][0], span)
        self._copies = final_layer.copies_of(writing, self._rows)
        final_layer.refuse_unseen(self._copies.values(), keys, self._me)
        wanted = [derived_id("decision", key, self._me) for key in self._rows]
        self._decisions = {row.span_id: row for row in reviewing.decisions(session, wanted)}

    def reject(self, spans: Sequence[Span], accepted: Sequence[Span]) -> None:
        """Reject spans; a copy of an accepted one is about to be written anew, one that is accepted itself stays."""
        kept = {span.id for span in accepted}
        final = [span for span in spans if self._is_final(span) and _source(span) not in kept]
        final_layer.remove(self._writing, [span.id for span in final])
        sources = [key for span in final if (key := _source(span)) in self._rows]
        others = [span.id for span in spans if not self._is_final(span)]
        final_layer.take_out(self._writing, [key for key in others if final_layer.copy_id(key) not in kept])
        for key in dict.fromkeys([*others, *sources]):
            self._write(key, "rejected")

    def accept(self, span: Span) -> None:
        """Copy a span into the final layer; one that is there stays."""
        if not self._is_final(span):
            self._copying(span).put(span)
            self._write(span.id, "accepted")

    def accept_edited(self, span: Span, edited: Span) -> None:
        """Copy a span as somebody edited it."""
        self._copying(span).put_edited(span, edited)
        self._write(span.id, "changed")

    def _is_final(self, span: Span) -> bool:
        return self._rows[span.id][1].kind == "final"

    def _copying(self, span: Span) -> Copying:
        """Return what copies a span into the final layer of its article."""
        layer = self._rows[span.id][1]
        target = self._final[layer.article_id] = layers.final_layer(self._writing, layer.article_id)
        return Copying(self._writing, layer, target, self._copies.get(final_layer.copy_id(span.id)), self._me)

    def _write(self, span: str, verdict: Verdict) -> None:
        """Write down the acting annotator's decision on a span, over the one that was there."""
        seen, row = self._rows[span][0], self._decisions.get(span)
        if row is None:
            row = tables.Decision(
                id=derived_id("decision", span, self._me), span_id=span, span=seen, reviewer_id=self._me,
                verdict=verdict, span_version=seen.version,
            )  # fmt: skip
            self._decisions[span] = row
            self._writing.session.add(row)
        elif (row.verdict, row.span_version) != (verdict, seen.version):
            row.verdict, row.span_version, row.at = verdict, seen.version, now()


def _source(span: Span) -> str | None:
    """Return the span that a span of the final layer is a copy of."""
    return (span.origin or {}).get("span")
