"""The scheme: the tags of a project, and what each of them means on screen and in files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

LineStyle: TypeAlias = Literal["solid", "dashed", "wavy", "dotted"]
LINE_STYLES: tuple[LineStyle, ...] = get_args(LineStyle)


SET = "yes"
"""The value of an attribute that has no values of its own, where it is set."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """A property that a span of a tag may have, with its possible values; no values: it is `SET` or absent."""

    name: str
    values: tuple[str, ...] = ()

    @property
    def choices(self) -> tuple[str, ...]:
        """What a span can have as its value."""
        return self.values or (SET,)


@dataclass(frozen=True, slots=True)
class Tag:
    """A kind of span. `id` never changes and stands in spans and files; the other fields are for people.

    `key` is the digit that makes such a span, `role` what its entity is to it, `light` and `dark` the colour of its
    line as `#RRGGBB` on a light and on a dark ground.
    """

    id: str
    name: str
    key: str
    role: str
    light: str
    dark: str
    line: LineStyle = "solid"
    guideline: str = ""
    attributes: tuple[Attribute, ...] = ()
    order: int = 0
    extra: Mapping[str, Any] = field(default_factory=dict)


def kept_attributes(held: Mapping[str, str], attributes: Iterable[Attribute]) -> dict[str, str]:
    """Return what a span keeps of the attributes that it holds when its tag has these: those that fit them."""
    choices = {one.name: one.choices for one in attributes}
    return {name: value for name, value in held.items() if value in choices.get(name, ())}


def letters(tags: Sequence[Tag]) -> dict[str, str]:
    """Return one capital letter for each tag's id: the first letter of its name that no tag before it has.

    A tag whose name offers none gets its key, or `?` where it has no key either.
    """
    taken: dict[str, str] = {}
    for tag in tags:
        free = (letter for letter in tag.name.upper() if letter.isalpha() and letter not in taken.values())
        taken[tag.id] = next(free, tag.key or "?")
    return taken
