"""A reviewer's decisions on spans: written down for their annotator to see, and carried out in the final layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from annotator.core.errors import Refused
from annotator.core.ids import derived_id
from annotator.core.records import Span, Verdict, now
from annotator.core.text import counted
from annotator.services import final_layer
from annotator.store import spans as rows
from annotator.store import tables
from annotator.store.project import Project, Writing


def decide(project: Project, accepted: Sequence[Span] = (), rejected: Sequence[Span] = ()) -> None:
    """Accept spans into the final layer, and reject others, as one step; a decision that was there is replaced.

    An accepted span is copied with its links, attributes, note and flag, a rejected one has no copy there. A span of
    the final layer itself is accepted by staying, and rejected by going, together with the span that it is a copy of.
    Spans are given as they were seen: raises Conflict where one changed since, Refused where one is gone, ReadOnly
    where the final layer of its article is done. Then nothing was changed.
    """
    with project.write(_kind(accepted, rejected)) as writing:
        layers = _layers(writing, [*accepted, *rejected])
        _reject(project, writing, rejected, layers, accepted)
        for span in accepted:
            layer = layers[span.id]
            if layer.kind != "final":
                final_layer.put_copy(writing, span, layer, "accepted", project.me)
                _write(project, writing, span.id, "accepted")


def accept_changed(project: Project, span: Span, edited: Span, rejected: Sequence[Span] = ()) -> None:
    """Accept a span as edited: its copy in the final layer is what `edited` says. One step, with those rejected.

    Raises as `decide` does, and Refused where the record makes no span, or one that is there already.
    """
    with project.write("accept span as edited") as writing:
        layers = _layers(writing, [span, *rejected])
        _reject(project, writing, rejected, layers, [span])
        final_layer.put_edited(writing, span, edited, layers[span.id], project.me)
        _write(project, writing, span.id, "changed")


def _kind(accepted: Sequence[Span], rejected: Sequence[Span]) -> str:
    if accepted and rejected:
        return "decide on a difference"
    verb, spans = ("accept", accepted) if accepted else ("reject", rejected)
    return f"{verb} {'span' if len(spans) == 1 else counted(len(spans), 'span')}"


def _layers(writing: Writing, seen: Sequence[Span]) -> Mapping[str, tables.Layer]:
    """Return the layers of spans by the spans' ids, once it is sure that the spans are as they were seen."""
    found = {row.id: (row, layer) for row, layer in rows.with_layers(writing.session, [span.id for span in seen])}
    for span in seen:
        if span.id not in found:
            raise Refused("This span is not in the project any more.")
        final_layer.refuse_if_changed(found[span.id][0], span)
    return {key: layer for key, (_row, layer) in found.items()}


def _reject(
    project: Project,
    writing: Writing,
    spans: Sequence[Span],
    layers: Mapping[str, tables.Layer],
    accepted: Sequence[Span],
) -> None:
    """Reject spans; a copy of an accepted one is about to be written anew, one that is accepted itself stays."""
    kept = {span.id for span in accepted}
    final = [span for span in spans if layers[span.id].kind == "final" and _source(span) not in kept]
    final_layer.remove(writing, [span.id for span in final])
    sources = [key for span in final if (key := _source(span)) is not None]
    others = [span.id for span in spans if layers[span.id].kind != "final"]
    final_layer.take_out(writing, [key for key in others if final_layer.copy_id(key) not in kept])
    there = {row.id for row, _layer in rows.with_layers(writing.session, sources)}
    for key in dict.fromkeys([*others, *(key for key in sources if key in there)]):
        _write(project, writing, key, "rejected")


def _source(span: Span) -> str | None:
    """Return the span that a span of the final layer is a copy of."""
    return (span.origin or {}).get("span")


def _write(project: Project, writing: Writing, span: str, verdict: Verdict) -> None:
    """Write down the acting annotator's decision on a span, over the one that was there."""
    session, me = writing.session, project.me
    seen = session.get_one(tables.Span, span)
    key = derived_id("decision", span, me)
    row = session.get(tables.Decision, key)
    if row is None:
        session.add(tables.Decision(
            id=key, span_id=span, span=seen, reviewer_id=me, verdict=verdict, span_version=seen.version
        ))  # fmt: skip
    elif (row.verdict, row.span_version) != (verdict, seen.version):
        row.verdict, row.span_version, row.at = verdict, seen.version, now()
