"""The attributes of tags and their values: added, renamed, removed, with the spans that have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from annotator.core.errors import Conflict, Refused
from annotator.core.scheme import Attribute, Tag
from annotator.core.text import counted, store_text
from annotator.services.scheme import InUse, tag_row
from annotator.store import tagging
from annotator.store.opening import attributes_json
from annotator.store.project import Project

Held = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Plan:
    """What the attributes are to be, and which of the old ones (and of their values) have new names."""

    attributes: Sequence[Attribute]
    names: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def of(self, held: Held, before: Sequence[Attribute]) -> dict[str, str]:
        """Return what a span has afterwards; attributes and values that its tag never had are left alone."""
        was, is_ = _allowed(before), _allowed(self.attributes)
        kept = {}
        for name, value in held.items():
            new, new_value = self.names.get(name, name), self.values.get((name, value), value)
            if name not in was:
                kept[name] = value
            elif new in is_ and (value not in was[name] or new_value in is_[new]):
                kept[new] = new_value
        return kept


def add_attribute(project: Project, tag: Tag, name: str) -> None:
    """Give a tag one more attribute, without values: a span has it or not. Raises Refused as all here do.

    `tag` is the tag as it was read; where somebody else changed its attributes since, all of these raise Conflict.
    """
    name = _named(name, [one.name for one in tag.attributes], "attribute")
    _set(project, tag, _Plan([*tag.attributes, Attribute(name)]))


def rename_attribute(project: Project, tag: Tag, old: str, new: str) -> None:
    """Give an attribute another name; spans that have it keep its value."""
    new = _named(new, [one.name for one in tag.attributes if one.name != old], "attribute")
    _attribute(tag, old)
    changed = [Attribute(new, one.values) if one.name == old else one for one in tag.attributes]
    _set(project, tag, _Plan(changed, names={old: new}))


def remove_attribute(project: Project, tag: Tag, name: str, *, drop: bool = False) -> None:
    """Take an attribute from a tag. Raises InUse where spans have it, unless they are to lose it (`drop`)."""
    _attribute(tag, name)
    _set(project, tag, _Plan([one for one in tag.attributes if one.name != name]), drop=drop)


def add_value(project: Project, tag: Tag, name: str, value: str, *, drop: bool = False) -> None:
    """Give an attribute one more value. With the first one, spans that had it without value lose it: see `drop`."""
    values = _attribute(tag, name).values
    _set(project, tag, _Plan(_with(tag, name, (*values, _named(value, values, "value")))), drop=drop)


def rename_value(project: Project, tag: Tag, name: str, old: str, new: str) -> None:
    """Give a value another name; spans that have it follow."""
    values = _attribute(tag, name).values
    new = _named(new, [one for one in values if one != old], "value")
    renamed = tuple(new if one == old else one for one in values)
    _set(project, tag, _Plan(_with(tag, name, renamed), values={(name, old): new}))


def remove_value(project: Project, tag: Tag, name: str, value: str, *, drop: bool = False) -> None:
    """Take a value from an attribute. Raises InUse where spans have it, unless they are to lose it (`drop`)."""
    left = tuple(one for one in _attribute(tag, name).values if one != value)
    _set(project, tag, _Plan(_with(tag, name, left)), drop=drop)


def _set(project: Project, before: Tag, plan: _Plan, *, drop: bool = False) -> None:
    with project.write("edit attributes of a tag") as writing:
        row = tag_row(tagging.lock_scheme(writing.session), before.id)
        if row.attributes != attributes_json(before.attributes):
            raise Conflict("Somebody else changed these attributes meanwhile; nothing was changed. Look again.")
        spans = tagging.attributes_with(writing.session, row.id)
        after = [(key, held, plan.of(held, before.attributes)) for key, held in spans]
        lost = sum(len(held) != len(kept) for _key, held, kept in after)
        if lost and not drop:
            raise InUse(lost, f"{counted(lost, 'span')} of “{row.name}” would lose a value.")
        writing.bulk_update("span", (
            {"id": key, "attributes": kept} for key, held, kept in after if kept != held
        ))  # fmt: skip
        row.attributes = attributes_json(plan.attributes)


def _allowed(attributes: Sequence[Attribute]) -> dict[str, tuple[str, ...]]:
    return {one.name: one.choices for one in attributes}


def _attribute(tag: Tag, name: str) -> Attribute:
    found = next((one for one in tag.attributes if one.name == name), None)
    if found is None:
        raise Refused(f"“{tag.name}” has no attribute “{name}”.")
    return found


def _with(tag: Tag, name: str, values: tuple[str, ...]) -> list[Attribute]:
    return [Attribute(name, values) if one.name == name else one for one in tag.attributes]


def _named(name: str, others: Sequence[str], what: str) -> str:
    name = " ".join(store_text(name).text.split())
    if not name:
        raise Refused(f"The {what} needs a name.")
    if name.casefold() in (other.casefold() for other in others):
        raise Refused(f"There is {'an' if what == 'attribute' else 'a'} {what} “{name}” already.")
    return name
