"""From parsed JSON to what a file says before its articles: the project, its scheme, annotators and entities."""

from __future__ import annotations

from dataclasses import dataclass, replace

from annotator.core.records import ENTITY_KINDS, Annotator, Collection, Entity, ProjectInfo
from annotator.core.scheme import LINE_STYLES, Attribute, Tag
from annotator.formats.annotated_json import keys
from annotator.formats.annotated_json.fields import (
    Object,
    Problem,
    colour,
    each,
    extra,
    identifier,
    moment,
    nested,
    one_of,
    optional,
    shown,
    string,
    strings,
)
from annotator.formats.annotated_json.known import Known, distinct

WRONG_FORMAT = f"is JSON, but not annotated JSON ({keys.FORMAT})"


@dataclass(frozen=True, slots=True)
class Head:
    """The records that come before the articles."""

    project: ProjectInfo
    tags: tuple[Tag, ...]
    annotators: tuple[Annotator, ...]
    entities: tuple[Entity, ...]
    collections: tuple[Collection, ...]


def check_format(value: object) -> None:
    """Raise Problem unless the value of `format` names the version that is read here."""
    if not isinstance(value, str) or not value.startswith("annotator/"):
        raise Problem(WRONG_FORMAT)
    if value != keys.FORMAT:
        raise Problem(f"says format {shown(value)[1:-1]}; this version reads {keys.FORMAT}")


def decode_head(raw: Object) -> tuple[Head, Known]:
    """Return the head of a file, from all its top-level keys but the articles, and what the articles may refer to.

    Raises:
        Problem: Something in it is wrong: nothing that follows could be trusted.
    """
    check_format(raw.get("format"))
    scheme = nested(raw, "scheme", dict) or {}
    annotators = distinct(each(raw, "annotators", _annotator), "annotators", _id)
    known = Known(annotators=frozenset(map(_id, annotators)))
    try:
        tags = distinct(each(scheme, "tags", lambda one: _tag(one, known)), "tags", _id)
    except Problem as problem:
        raise problem.within("scheme") from None
    known.tags.update(map(_id, tags))
    entities = distinct(each(raw, "entities", lambda one: _entity(one, known)), "entities", _id)
    _check_merges(entities)
    known.entities.update(map(_id, entities))
    head = Head(
        project=_project(raw, scheme),
        tags=tuple(replace(tag, order=place) for place, tag in enumerate(tags, 1)),
        annotators=annotators,
        entities=entities,
        collections=distinct(each(raw, "collections", _collection), "collections", _id),
    )
    return head, known


def _id(one: Tag | Annotator | Entity | Collection) -> str:
    return one.id


def _project(raw: Object, scheme: Object) -> ProjectInfo:
    def decode(project: Object) -> tuple[str, str, Object]:
        return identifier(project), string(project, "title", ""), extra(project, keys.PROJECT)

    about = nested(raw, "project", decode)
    if about is None:
        raise Problem("is missing", "project")
    identity, title, unknown = about
    try:
        guidelines, unknown_of_scheme = string(scheme, "guidelines", ""), extra(scheme, keys.SCHEME)
    except Problem as problem:
        raise problem.within("scheme") from None
    parts = {"file": extra(raw, keys.FILE), "project": unknown, "scheme": unknown_of_scheme}
    return ProjectInfo(identity, title, guidelines, {part: kept for part, kept in parts.items() if kept})


def _tag(raw: Object, known: Known) -> Tag:
    light, dark = _colours(raw, known)
    return Tag(
        id=identifier(raw),
        name=string(raw, "name"),
        key=string(raw, "key", ""),
        role=string(raw, "role"),
        light=light,
        dark=dark,
        line=one_of(raw, "line", LINE_STYLES, "solid"),
        guideline=string(raw, "guideline", ""),
        attributes=distinct(
            each(raw, "attributes", lambda one: _attribute(one, known)), "attributes", lambda attribute: attribute.name
        ),
        extra=extra(raw, keys.TAG),
    )


def _colours(raw: Object, known: Known) -> tuple[str, str]:
    def decode(pair: Object) -> tuple[str, str]:
        known.closed(pair, keys.COLOUR, "colour")
        return colour(pair, "light"), colour(pair, "dark")

    colours = nested(raw, "colour", decode)
    if colours is None:
        raise Problem("is missing", "colour")
    return colours


def _attribute(raw: Object, known: Known) -> Attribute:
    known.closed(raw, keys.ATTRIBUTE, "attribute")
    return Attribute(identifier(raw, "name"), strings(raw, "values"))


def _annotator(raw: Object) -> Annotator:
    return Annotator(identifier(raw), string(raw, "name"), extra(raw, keys.ANNOTATOR))


def _entity(raw: Object, known: Known) -> Entity:
    return Entity(
        id=identifier(raw),
        name=string(raw, "name"),
        kind=one_of(raw, "kind", ENTITY_KINDS, "person"),
        aliases=strings(raw, "aliases"),
        uri=optional(raw, "uri"),
        article=optional(raw, "article"),
        reason=string(raw, "reason", ""),
        merged_into=optional(raw, "merged_into"),
        note=string(raw, "note", ""),
        created=moment(raw, "created", known.time),
        updated=moment(raw, "updated", known.time),
        by=known.by(raw),
        extra=extra(raw, keys.ENTITY),
    )


def _collection(raw: Object) -> Collection:
    return Collection(identifier(raw), string(raw, "name"), strings(raw, "articles"), extra(raw, keys.COLLECTION))


def _check_merges(entities: tuple[Entity, ...]) -> None:
    """Refuse merges into what is not there, and merges that go round in a circle."""
    into = {entity.id: entity.merged_into for entity in entities}
    ended: set[str] = set()
    for index, entity in enumerate(entities):
        place = f"entities[{index}].merged_into"
        way: set[str] = set()
        at: str | None = entity.id
        while at is not None and at not in ended:
            if at in way:
                raise Problem("leads round in a circle", place)
            if at not in into:
                raise Problem(f"{shown(at)} is not among the file's entities", place)
            way.add(at)
            at = into[at]
        ended |= way
