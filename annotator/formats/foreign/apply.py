"""Records from what was annotated elsewhere, as a map of its labels says; whatever does not fit is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from annotator.core.records import Relation
from annotator.core.scheme import SET, Attribute
from annotator.formats.foreign.drafts import Draft, DraftLayer
from annotator.formats.foreign.entities import ForeignEntities
from annotator.formats.foreign.records import ForeignArticle
from annotator.formats.foreign.taking import Taking
from annotator.formats.interface import Mapped, Record
from annotator.formats.label_map import LabelMap


def apply(foreign: ForeignArticle, labels: LabelMap) -> Iterator[Record]:
    """Yield an article's records: what does not fit, the map, annotators, entities, relations, and the article.

    A span whose label names entities becomes a mention in the links of the spans that it is tied to, a cue their cue.
    See `Mapped` for what the records leave open. Layers of one annotator (in any case) become one.
    """
    entities = ForeignEntities(foreign.article.id)
    layers: dict[str, DraftLayer] = {}
    relations: list[Relation] = []
    for file in foreign.layers:
        layer = layers.setdefault(file.annotator.casefold(), DraftLayer(file.annotator))
        taking = Taking(foreign.article.text, file, labels, layer, entities)
        taking.take()
        relations += taking.relations
        yield from taking.warnings
    wanted = _wanted(draft for layer in layers.values() for draft in layer.drafts.values())
    yield Mapped(labels.shown(), wanted, frozenset(labels.relations))
    yield from (layer.annotator for layer in layers.values())
    yield from entities
    yield from relations
    yield replace(foreign.article, layers=tuple(layer.layer() for layer in layers.values()))


def _wanted(drafts: Iterable[Draft]) -> dict[str, tuple[Attribute, ...]]:
    """Return the tags of drafts with the attributes that these have; one that is only ever set has no values."""
    found: dict[str, dict[str, set[str]]] = {}
    for draft in drafts:
        attributes = found.setdefault(draft.tag, {})
        for name, value in draft.attributes.items():
            attributes.setdefault(name, set()).add(value)
    return {
        tag: tuple(
            Attribute(name, () if values == {SET} else tuple(sorted(values))) for name, values in attributes.items()
        )
        for tag, attributes in found.items()
    }
