"""Verbs that change where links lead: splitting an entity, and deleting one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from annotator.core.errors import Refused
from annotator.core.ids import new_id
from annotator.core.records import ENTITY_KINDS, EntityKind
from annotator.core.text import counted, snippet
from annotator.services.entities.editing import checked_name
from annotator.services.entities.listing import GONE
from annotator.services.layers import own_spans, touch
from annotator.store import entities, entity_spans, tables
from annotator.store.entity_spans import LinkPlace
from annotator.store.project import Project, Writing

UNKNOWN = "Unknown"
"""What the entity is called that stands for those whom nobody can name."""


class Linked(Refused):
    """An entity cannot be deleted before it is said what becomes of `links` to it from `spans`, `others` not one's own.

    `others` are those of other annotators, and of final layers.
    """

    def __init__(self, name: str, links: Sequence[LinkPlace], me: str) -> None:
        self.links = len(links)
        self.spans = len({place.span for place in links})
        self.others = len({place.span for place in links if place.annotator != me})
        super().__init__(
            f"{counted(self.spans, 'span')} {'is' if self.spans == 1 else 'are'} linked to “{snippet(name)}”; "
            "say first what becomes of the links."
        )


def split(
    project: Project, entity: str, spans: Sequence[str], name: str, kind: EntityKind, *, article: str | None = None
) -> str:
    """Make a new entity of some of another's spans: their links lead to it, in one step. Returns its id.

    The spans are the acting annotator's own. Raises Refused for a span that is not, or is not linked to the entity,
    for a name or kind that is none, and for spans outside `article`; ReadOnly where the layer of one is done.
    """
    with project.write("split entity") as writing:
        session = writing.session
        family = [one.id for one in entities.family_of(session, entity)]
        if not family:
            raise Refused(GONE)
        chosen = own_spans(project, writing, spans)
        if article is not None and any(layer.article_id != article for _span, layer in chosen):
            raise Refused("The new entity cannot be known in one article only: some of its spans are in others.")
        links = entity_spans.own_links(session, [span.id for span, _layer in chosen], family)
        if not chosen or {link.span_id for link in links} != {span.id for span, _layer in chosen}:
            raise Refused("Choose spans that are linked to the entity.")
        if kind not in ENTITY_KINDS:
            raise Refused(f"There is no kind “{kind}” of entities.")
        made = tables.Entity(id=new_id(), name=checked_name(name), kind=kind, article_id=article)
        session.add(made)
        session.flush()
        for link in links:
            link.entity_id = made.id
        for span, _layer in chosen:
            touch(project, span)
        return made.id


def delete(
    project: Project, entity: str, *, unlink: bool = False, unknown: bool = False, move_to: str | None = None
) -> int:
    """Delete an entity with all that are merged into it, as one step. Returns from how many spans it was linked.

    Their links go (`unlink`), or lead to the entity `unknown`, or to another one (`move_to`). This holds for all
    annotators, also where an article is done, as a change of the scheme does: the entity is the project's. Raises
    Linked where there are links and none of the three was chosen, Refused for a `move_to` that they cannot lead to.
    """
    with project.write("delete entity") as writing:
        family = entities.family_of(writing.session, entity)
        if not family:
            raise Refused(GONE)
        keys = [one.id for one in family]
        links = entity_spans.links_to(writing.session, keys, lock=True)
        if links and not (unlink or unknown or move_to is not None):
            raise Linked(family[0].name, links, project.me)
        if links and not unlink:
            target = _unknown(writing, keys) if move_to is None else _target(writing, move_to, keys, links)
            _move(writing, links, target)
        else:
            writing.bulk_delete("link", [place.link for place in links])
        writing.bulk_delete("entity", keys)
        spans = sorted({place.span for place in links})
        # A change of its links is one of the span: whoever decided on it before may decide again.
        writing.bulk_update("span", ({"id": key} for key in spans))
        return len(spans)


def _unknown(writing: Writing, but: Sequence[str]) -> str:
    found = entities.of_kind(writing.session, "unknown", but)
    if found is not None:
        return found
    made = tables.Entity(id=new_id(), name=UNKNOWN, kind="unknown")
    writing.session.add(made)
    writing.session.flush()
    return made.id


def _target(writing: Writing, key: str, family: Sequence[str], links: Sequence[LinkPlace]) -> str:
    head = entities.head_of(writing.session, key)
    if head is None or head.id in family:
        raise Refused("Choose another entity for the links, one that is in the project.")
    if head.article is not None and any(place.article != head.article for place in links):
        raise Refused(f"“{snippet(head.name)}” is known in one article only, and some of the links are in others.")
    return head.id


def _move(writing: Writing, links: Sequence[LinkPlace], target: str) -> None:
    """Let links lead to another entity; one goes where the span has such a link, in that role, already."""
    family = [one.id for one in entities.family_of(writing.session, target)] or [target]
    taken: dict[str, set[str]] = defaultdict(set)
    for place in entity_spans.links_to(writing.session, family):
        taken[place.span].add(place.role)
    again: list[str] = []
    moved: list[str] = []
    for place in links:
        (again if place.role in taken[place.span] else moved).append(place.link)
        taken[place.span].add(place.role)
    writing.bulk_delete("link", again)
    writing.bulk_update("link", ({"id": key, "entity_id": target} for key in moved))
