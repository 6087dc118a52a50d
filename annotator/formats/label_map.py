"""What the labels of an input that was annotated elsewhere become here: guessed, and changed by a person.

A span's label becomes a tag, `ENTITY` (its spans name whom others belong to), `CUE` (the words that say so) or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from annotator.core.errors import Refused
from annotator.core.records import RELATION_KINDS, RelationKind
from annotator.core.text import one_line
from annotator.formats.foreign.records import ForeignArticle

ENTITY, CUE, IGNORED = "@entity", "@cue", ""

_WORDS: Mapping[str, str] = {
    "quote": "quote quotation quoted quotes speech utterance content",
    "claim": "claim claims assertion proposition statement premise",
    "hedge": "hedge hedges hedging speculation uncertainty weasel",
    "opinion": "opinion opinions evaluation judgement judgment sentiment stance",
    ENTITY: "source speaker claimant hedger holder utterer sayer attributee",
    CUE: "cue cues verb signal trigger",
    IGNORED: "discard discuss todo fixme check ignore skip",
}
"""By what they become, words that a label consists of, ends or begins with; those for nothing are marks of work."""

_TARGETS = {word: target for target, words in _WORDS.items() for word in words.split()}

_KINDS: Mapping[str, RelationKind] = {
    **{kind: kind for kind in RELATION_KINDS},
    "modify": "modifies", "support": "supports", "contradict": "contradicts", "attack": "contradicts",
    "attacks": "contradicts", "refutes": "contradicts", "same": "same as", "equiv": "same as", "copy": "copy of",
    "continuation": "continues",
}  # fmt: skip

_NAMES = {ENTITY: "entity", CUE: "cue", IGNORED: "left out"}
_CHOSEN = {"entity": ENTITY, "cue": CUE}
_PARTS = re.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels that an input has: of spans, of the spans that events hang on, of relations; names of attributes."""

    spans: frozenset[str] = frozenset()
    anchors: frozenset[str] = frozenset()
    relations: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class LabelMap:
    """By label, what becomes of it; `IGNORED` where nothing does.

    `spans` has ids or names of tags, `ENTITY` and `CUE`; `relations` kinds of ours; `attributes` names of attributes.
    """

    spans: Mapping[str, str] = field(default_factory=dict)
    relations: Mapping[str, RelationKind | None] = field(default_factory=dict)
    attributes: Mapping[str, str] = field(default_factory=dict)

    def changed(self, chosen: Mapping[str, str]) -> LabelMap:
        """Return the map with what a person chose, whose labels are found in any case; labels that are not here go.

        The same name is changed wherever it stands. `entity` and `cue` are what they are called on the screen. Raises
        Refused for a relation that is to become what is no kind of ours.
        """
        wanted = {label.casefold(): one_line(target) for label, target in chosen.items()}

        def targets(held: Iterable[str]) -> dict[str, str]:
            return {label: wanted[label.casefold()] for label in held if label.casefold() in wanted}

        spans = {label: _CHOSEN.get(target, target) for label, target in targets(self.spans).items()}
        relations = {
            label: _kind(label, target) for label, target in targets(self.relations).items() if label not in spans
        }
        return replace(
            self,
            spans={**self.spans, **spans},
            relations={**self.relations, **relations},
            attributes={**self.attributes, **targets(self.attributes)},
        )

    def shown(self) -> dict[str, str]:
        """Return, by label, what becomes of it in words, for a person to look at."""
        kinds = {label: kind or _NAMES[IGNORED] for label, kind in self.relations.items()}
        return {**kinds, **{label: _NAMES.get(target, target) for label, target in self.spans.items()}}


def labels_of(articles: Iterable[ForeignArticle]) -> Labels:
    """Return the labels that articles have."""
    spans: set[str] = set()
    anchors: set[str] = set()
    relations: set[str] = set()
    attributes: set[str] = set()
    for layer in (layer for article in articles for layer in article.layers):
        hung = {relation.anchor for relation in layer.relations}
        for span in layer.spans:
            (anchors if span.key in hung else spans).add(span.label)
            attributes.update(span.attributes)
        for relation in layer.relations:
            attributes.update(relation.attributes)
            if relation.anchor is None:
                relations.add(relation.label)
    return Labels(frozenset(spans), frozenset(anchors), frozenset(relations), frozenset(attributes))


def guess(labels: Labels) -> LabelMap:
    """Return what labels most likely become.

    A label is looked up whole, then by its last word and its first; one that no rule knows becomes a tag of its own
    name. What an event hangs on is its cue. Attributes keep their names.
    """
    spans = dict.fromkeys(sorted(labels.anchors - labels.spans), CUE)
    return LabelMap(
        {**{label: _target(label) for label in sorted(labels.spans)}, **spans},
        {label: _KINDS.get(" ".join(_words(label))) for label in sorted(labels.relations)},
        {name: name for name in sorted(labels.attributes)},
    )


def _target(label: str) -> str:
    words = _words(label)
    known = (_TARGETS[word] for word in (words[-1], words[0]) if word in _TARGETS) if words else iter(())
    return next(known, one_line(label))


def _words(label: str) -> list[str]:
    """Return a label's words in small letters, the same for "OpinionHolder", "opinion-holder", "Opinion_Holder2"."""
    return [word.casefold() for word in _PARTS.findall(label)]


def _kind(label: str, target: str) -> RelationKind | None:
    kind = next((kind for kind in RELATION_KINDS if kind == target.casefold()), None)
    if target and kind is None:
        raise Refused(f"The relation “{label}” cannot become “{target}”; there are {', '.join(RELATION_KINDS)}.")
    return kind
