"""The rows of the entity picker: somebody who is known, or somebody new; and what can be typed before a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from annotator.analysis.entity_kinds import likely_kind
from annotator.core.links import RELAYED_BY
from annotator.core.listing import NamedEntity
from annotator.core.records import EntityKind
from annotator.core.segments import Segment
from annotator.core.text import snippet
from annotator.ui import plain

KINDS: dict[EntityKind, tuple[str, str]] = {
    "person": ("Person", "@person"),
    "organisation": ("Organisation", "@org"),
    "collective": ("Group", "@group"),
    "anonymous": ("Anonymous source", "@anon"),
    "publication": ("Publication", "@paper"),
    "place": ("Place", "@place"),
}
"""The kinds that a person can choose: what each is called, and what is typed before a name to choose it."""

ROLES: dict[str, str] = {"@via": RELAYED_BY, "@to": "addressee", "@target": "target"}
"""What is typed before a name to choose a role other than the one of the span's tag."""

_OFFERED: tuple[EntityKind, ...] = ("organisation", "collective", "anonymous", "person")
_LONGEST_NAME = 60
_MOST_ALIASES = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """What stands in the picker: a part of a name, and the kind that is wanted; None where none was chosen."""

    name: str = ""
    kind: EntityKind | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One row: an entity that there is, or one to be made; with the mention and cue that were found for it.

    `sure` rows are what Enter takes without looking; others are taken only where they are chosen: what nearly matches,
    and what would be made new although something matches. `why` explains a proposal. `completes` is what the row puts
    into the field instead of answering. `role` is set where another one than that of the span's tag was chosen.
    """

    text: str
    entity: str | None = None
    name: str = ""
    kind: EntityKind = "person"
    scoped: bool = False
    reason: str = ""
    sure: bool = True
    mention: Segment | None = None
    cue: Segment | None = None
    why: str = ""
    completes: str = ""
    role: str | None = None

    @property
    def makes(self) -> bool:
        """Tell whether this makes an entity."""
        return self.entity is None and not self.completes


def known_choice(entity: NamedEntity, *, before: str = "", after: str = "", sure: bool = True) -> Choice:
    """Return the row of an entity that there is; `before` and `after` stand round its name."""
    others = [shown(name) for name in entity.other_names[:_MOST_ALIASES]]
    also = f"  ({', '.join([*others, *(['…'] if len(entity.other_names) > len(others) else [])])})" if others else ""
    here = ", this article only" if entity.article else ""
    kind = KINDS[entity.kind][0].lower() if entity.kind in KINDS else entity.kind
    return Choice(f"{before}{shown(entity.name)}{after}{also}  · {kind}{here}", entity.id, entity.name, sure=sure)


def new_choice(name: str, kind: EntityKind | None = None, *, before: str = "", after: str = "") -> Choice:
    """Return the row that makes an entity, of the kind that is likely where none is given.

    A source without a name is known in its article only, unless the person says otherwise.
    """
    kind = kind or likely_kind(name)
    new = f"{before}{'new' if before else 'New'} {KINDS[kind][0].lower()} “{shown(name)}”{after}"
    return Choice(new, None, name, kind, scoped=kind == "anonymous")


def typed_choices(asked: Asked) -> list[Choice]:
    """Return the rows that make what was typed; the likeliest kind comes last: that is the default without matches."""
    if not asked.name:
        return []
    likely = likely_kind(asked.name)
    kinds = (asked.kind,) if asked.kind else (*(kind for kind in _OFFERED if kind != likely), likely)
    return [replace(new_choice(asked.name, kind), sure=False) for kind in kinds]


def completions(typed: str) -> list[Choice]:
    """Return the rows for a sign that is being typed before a name ("@o"); none for anything else."""
    if not typed.startswith("@") or " " in typed:
        return []
    signs = {sign: name.lower() for name, sign in KINDS.values()} | {
        sign: f"role: {role}" for sign, role in ROLES.items()
    }
    return [
        Choice(f"{sign}  {what}", completes=f"{sign} ")
        for sign, what in signs.items()
        if sign.startswith(typed.casefold())
    ]


def first_to_take(choices: Sequence[Choice]) -> int:
    """Return the row that Enter takes: the first that surely is what was meant, else the last."""
    return next((row for row, choice in enumerate(choices) if choice.sure), len(choices) - 1)


def shown(name: str) -> str:
    """Return a name for a row: on one line, not too long, and with a direction of its own."""
    return plain.isolated(snippet(name, _LONGEST_NAME))
