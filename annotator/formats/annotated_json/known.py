"""What a file has said so far, and what its records may therefore refer to."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from annotator.core.records import now
from annotator.formats.annotated_json.fields import Object, Problem, shown, string

T = TypeVar("T")


@dataclass(slots=True)
class Known:
    """What the file has said so far, and what the records that follow may refer to.

    `unkept` gathers the unknown keys of objects that keep none; `time` stands in where a file gives no time.
    """

    annotators: frozenset[str]
    tags: set[str] = field(default_factory=set)
    entities: set[str] = field(default_factory=set)
    articles: set[str] = field(default_factory=set)
    unkept: set[str] = field(default_factory=set)
    time: datetime = field(default_factory=now)

    def annotator(self, raw: Object, key: str) -> str:
        """Return the id of an annotator whom the file names."""
        return named(string(raw, key), self.annotators, "annotators", key)

    def by(self, raw: Object) -> str | None:
        """Return the annotator under `by`, None where none is given."""
        return None if raw.get("by") is None else self.annotator(raw, "by")

    def closed(self, raw: Object, known: frozenset[str], what: str) -> None:
        """Remember the keys that an object should not have, since its record cannot keep them."""
        if not raw.keys() <= known:
            self.unkept.update(f"{what}.{key}" for key in raw.keys() - known)


def named(name: str, known: AbstractSet[str], where: str, key: str) -> str:
    """Return a name that is among those known."""
    if name not in known:
        raise Problem(f"{shown(name)} is not among the file's {where}", key)
    return name


def distinct(values: tuple[T, ...], key: str, identity: Callable[[T], object]) -> tuple[T, ...]:
    """Return the values, no two of which may be the same in what makes them one."""
    if len(values) > 1 and len(set(map(identity, values))) < len(values):
        first: dict[object, int] = {}
        for index, value in enumerate(values):
            earlier = first.setdefault(identity(value), index)
            if earlier != index:
                raise Problem(f"is the same as {key}[{earlier}]", f"{key}[{index}]")
    return values
