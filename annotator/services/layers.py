"""The layers that an annotator may change: their own and the final one. Made at the first write, closed when done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from annotator.core.errors import ReadOnly, Refused
from annotator.core.records import LayerKind, LayerStatus, now
from annotator.store import spans as rows
from annotator.store import tables
from annotator.store.intake import layer_id
from annotator.store.project import Project, Writing

GONE = "This span is not in the project any more."
"""The sentence of whoever would change a span that somebody deleted meanwhile."""


def own_layer(project: Project, writing: Writing, article: str) -> tables.Layer:
    """Return the acting annotator's layer of an article, made where it is missing.

    Raises Refused where there is no such article, ReadOnly where the layer is done.
    """
    return _layer(writing, article, project.me)


def final_layer(writing: Writing, article: str) -> tables.Layer:
    """Return the final layer of an article, made where it is missing. Raises as `own_layer` does."""
    return _layer(writing, article, None)


def _layer(writing: Writing, article: str, annotator: str | None) -> tables.Layer:
    session, key = writing.session, layer_id(article, annotator)
    layer = session.get(tables.Layer, key)
    if layer is None:
        if session.get(tables.Article, article) is None:
            raise Refused(f"There is no article {article} in the project.")
        layer = tables.Layer(id=key, article_id=article, annotator_id=annotator, kind=_kind(annotator))
        session.add(layer)
    else:
        refuse_if_done(writing, layer)
    return layer


def _kind(annotator: str | None) -> LayerKind:
    return "final" if annotator is None else "annotator"


def own_span(project: Project, writing: Writing, key: str) -> tables.Span:
    """Return a span of the acting annotator, or of a final layer, to change it.

    Raises Refused where there is none or it is somebody else's, ReadOnly where its layer is done.
    """
    span = writing.session.get(tables.Span, key)
    if span is None:
        raise Refused(GONE)
    _refuse_if_closed(project, writing, rows.layer_of(writing.session, span))
    return span


def own_spans(project: Project, writing: Writing, keys: Sequence[str]) -> list[tuple[tables.Span, tables.Layer]]:
    """Return spans that `own_span` would return, with their layers, to change them, with few questions to the database.

    One that is named twice comes once. Raises as `own_span` does.
    """
    found = {span.id: (span, layer) for span, layer in rows.with_layers(writing.session, keys)}
    if any(key not in found for key in keys):
        raise Refused(GONE)
    for layer in {layer.id: layer for _span, layer in found.values()}.values():
        _refuse_if_closed(project, writing, layer)
    return [found[key] for key in dict.fromkeys(keys)]


def touch(project: Project, span: tables.Span) -> None:
    """Count a change of a span's links as one of the span: decisions on it, and merging, go by its version and time.

    A span of the final layer that is a copy is a changed one from then on; see `final_layer`.
    """
    span.updated = now()
    if span.origin is not None and span.origin.get("how") in ("accepted", "changed"):
        span.origin = {**span.origin, "how": "changed", "by": project.me}


def change(project: Project, span: tables.Span, **columns: Any) -> None:
    """Write columns of a span; nothing happens where they are so already."""
    changing = {name: value for name, value in columns.items() if getattr(span, name) != value}
    for name, value in changing.items():
        setattr(span, name, value)
    if changing:
        touch(project, span)


def _refuse_if_closed(project: Project, writing: Writing, layer: tables.Layer) -> None:
    if layer.annotator_id not in (project.me, None):
        raise Refused("This span is another annotator's; only they can change it.")
    refuse_if_done(writing, layer)


def refuse_if_done(writing: Writing, layer: tables.Layer) -> None:
    """Raise ReadOnly where a layer is done."""
    if layer.kind == "final":
        # Several may write to it: while one does, nobody else says that it is done, and the other way round.
        rows.lock_layer(writing.session, layer)
    if layer.status == "done":
        what = "The final layer of this article" if layer.kind == "final" else "This article"
        raise ReadOnly(f"{what} is done; open it again before you change its spans.")


def set_status(project: Project, article: str, status: LayerStatus, *, final: bool = False) -> None:
    """Say how far the acting annotator's layer of an article is, or its `final` layer.

    Nothing happens where it is so already.
    """
    with project.write(f"mark final layer as {status}" if final else f"mark as {status}") as writing:
        annotator = None if final else project.me
        session, key = writing.session, layer_id(article, annotator)
        layer = session.get(tables.Layer, key)
        if layer is not None:
            layer.status = status
        elif session.get(tables.Article, article) is None:
            raise Refused(f"There is no article {article} in the project.")
        elif status != "new":
            session.add(tables.Layer(
                id=key, article_id=article, annotator_id=annotator, kind=_kind(annotator), status=status
            ))  # fmt: skip
