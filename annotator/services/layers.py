"""The layers that an annotator may change: their own and the final one. Made at the first write, closed when done."""

from __future__ import annotations

from collections.abc import Sequence

from annotator.core.errors import ReadOnly, Refused
from annotator.core.records import LayerKind, LayerStatus
from annotator.store import spans as rows
from annotator.store import tables
from annotator.store.intake import layer_id
from annotator.store.project import Project, Writing


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
    _refuse_if_done(layer)
    return layer


def _kind(annotator: str | None) -> LayerKind:
    return "final" if annotator is None else "annotator"


def own_span(project: Project, writing: Writing, key: str) -> tables.Span:
    """Return a span of the acting annotator, or of a final layer, to change it.

    Raises Refused where there is none or it is somebody else's, ReadOnly where its layer is done.
    """
    span = writing.session.get(tables.Span, key)
    if span is None:
        raise Refused("This span is not in the project any more.")
    layer = rows.layer_of(writing.session, span)
    if layer.annotator_id not in (project.me, None):
        raise Refused("This span is another annotator's; only they can change it.")
    _refuse_if_done(layer)
    return span


def own_spans(project: Project, writing: Writing, keys: Sequence[str]) -> list[tuple[tables.Span, tables.Layer]]:
    """Return spans that `own_span` would return, with their layers, to change them, with few questions to the database.

    One that is named twice comes once. Raises as `own_span` does.
    """
    found = {span.id: (span, layer) for span, layer in rows.with_layers(writing.session, keys)}
    for key in keys:
        own_span(project, writing, key)  # answered from memory: `found` holds the rows
    return [found[key] for key in dict.fromkeys(keys)]


def _refuse_if_done(layer: tables.Layer) -> None:
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
