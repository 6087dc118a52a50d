"""The acting annotator's layer of an article: made at the first write, closed by being done."""

from __future__ import annotations

from collections.abc import Sequence

from annotator.core.errors import ReadOnly, Refused
from annotator.core.records import LayerStatus
from annotator.store import spans as rows
from annotator.store import tables
from annotator.store.intake import layer_id
from annotator.store.project import Project, Writing


def own_layer(project: Project, writing: Writing, article: str) -> tables.Layer:
    """Return the acting annotator's layer of an article, made where it is missing.

    Raises Refused where there is no such article, ReadOnly where the layer is done.
    """
    session, me = writing.session, project.me
    layer = session.get(tables.Layer, layer_id(article, me))
    if layer is None:
        if session.get(tables.Article, article) is None:
            raise Refused(f"There is no article {article} in the project.")
        layer = tables.Layer(id=layer_id(article, me), article_id=article, annotator_id=me)
        session.add(layer)
    _refuse_if_done(layer)
    return layer


def own_span(project: Project, writing: Writing, key: str) -> tables.Span:
    """Return a span of the acting annotator, to change it.

    Raises Refused where there is none or it is somebody else's, ReadOnly where its layer is done.
    """
    span = writing.session.get(tables.Span, key)
    if span is None:
        raise Refused("This span is not in the project any more.")
    layer = rows.layer_of(writing.session, span)
    if layer.annotator_id != project.me:
        raise Refused("This span is another annotator's; only they can change it.")
    _refuse_if_done(layer)
    return span


def own_spans(project: Project, writing: Writing, keys: Sequence[str]) -> list[tuple[tables.Span, tables.Layer]]:
    """Return spans of the acting annotator with their layers, to change them, with few questions to the database.

    One that is named twice comes once. Raises as `own_span` does.
    """
    found = {span.id: (span, layer) for span, layer in rows.with_layers(writing.session, keys)}
    for key in keys:
        own_span(project, writing, key)  # answered from memory: `found` holds the rows
    return [found[key] for key in dict.fromkeys(keys)]


def _refuse_if_done(layer: tables.Layer) -> None:
    if layer.status == "done":
        raise ReadOnly("This article is done; open it again before you change its spans.")


def set_status(project: Project, article: str, status: LayerStatus) -> None:
    """Say how far the acting annotator's layer of an article is; nothing happens where it is so already."""
    with project.write(f"mark as {status}") as writing:
        session, key = writing.session, layer_id(article, project.me)
        layer = session.get(tables.Layer, key)
        if layer is not None:
            layer.status = status
        elif session.get(tables.Article, article) is None:
            raise Refused(f"There is no article {article} in the project.")
        elif status != "new":
            session.add(tables.Layer(id=key, article_id=article, annotator_id=project.me, status=status))
