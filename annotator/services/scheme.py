"""The scheme: tags made, changed, put in order and deleted, and the guidelines; each one undoable step.

A change of the scheme is one of the project, not of an annotator: where spans have to follow it, those of all layers
do, also of layers that are done (which stay done) and of the final layer.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from itertools import count, product

from annotator.analysis import looks
from annotator.core.errors import Conflict, Refused
from annotator.core.scheme import LINE_STYLES, LineStyle, Tag, kept_attributes
from annotator.core.text import counted, snippet, store_text
from annotator.store import assemble, opening, removal, tables, tagging
from annotator.store import spans as rows
from annotator.store.project import CHANGED, Project, Session, Writing

KEYS = "123456789"
"""What a tag's key can be."""

_SPARE = (
    ("#4B6B00", "#B5D94C"),
    ("#5B3FA8", "#B9A5FF"),
    ("#B0005E", "#FF8AC2"),
    ("#006A9E", "#5CC3FF"),
    ("#4F4F4F", "#C9C9C9"),
    ("#7A4A00", "#D9B36A"),
)
"""Colours for new tags, light and dark: each reaches 4.5:1 on its tint."""

_ROLE = "holder"
_EXAMPLES = 3
_COLOUR = re.compile("#[0-9A-Fa-f]{6}")


class InUse(Refused):
    """What cannot go without `spans` spans losing something: it has to be asked for."""

    def __init__(self, spans: int, reason: str) -> None:
        self.spans = spans
        super().__init__(reason)


class Doubles(Refused):
    """Spans cannot get another tag because `spans` of them stand there with it already; some are `examples`."""

    def __init__(self, spans: int, name: str, examples: Sequence[str]) -> None:
        self.spans, self.examples = spans, tuple(examples)
        more = "; …" if spans > len(examples) else ""
        super().__init__(f"{_stands(spans)} there with the tag “{name}” already: {'; '.join(examples)}{more}.")


def span_counts(project: Project) -> dict[str, int]:
    """Return, by the tag's id, how many spans of all layers have it; tags without any are left out."""
    with project.read() as session:
        return tagging.span_counts(session)


def warnings(tags: Sequence[Tag]) -> dict[str, list[str]]:
    """Return, by the tag's id, a sentence for each thing that makes it hard to see or to tell from another."""
    found = {tag.id: looks.faint(tag) for tag in tags}
    for one, other in looks.alike(list(tags)):
        for tag, twin in ((one, other), (other, one)):
            found[tag.id].append(f"It is hard to tell from “{twin.name}”: the same line in nearly the same colour.")
    return found


def add_tag(project: Project, name: str) -> str:
    """Make a tag, with a look that differs from the others' and the first free key. Returns its id.

    The id is made from the name and never changes; one that a deleted tag had is not used again. Raises Refused for a
    name that is empty or taken (case folded).
    """
    with project.write("add tag") as writing:
        tag = new_tag(writing, name)
        writing.session.add(opening.tag_row(tag))
        return tag.id


def new_tag(writing: Writing, name: str) -> Tag:
    """Return a tag that the scheme does not have yet; see `add_tag`. Until the write ends nobody else changes it."""
    present = tagging.lock_scheme(writing.session)
    name = _name(present, None, name)
    line, light, dark = _look(assemble.tags(writing.session))
    return Tag(
        id=_new_id(writing.session, name),
        name=name,
        key=next((key for key in KEYS if key not in {row.key for row in present}), ""),
        role=_ROLE,
        light=light,
        dark=dark,
        line=line,
        order=max((row.order for row in present), default=0) + 1,
    )


def edit_tag(project: Project, before: Tag, after: Tag) -> None:
    """Change a tag from what it was (as it was read) to what it is to be; its attributes and order stay.

    Its spans stay as well; where its role changes, their links in the old one get the new one. Raises Refused for a
    name, a key, a role, a colour or a line style that cannot be, Conflict where somebody else changed it meanwhile.
    """
    with project.write("edit tag") as writing:
        present = tagging.lock_scheme(writing.session)
        row = tag_row(present, before.id)
        for field in (each.name for each in fields(Tag) if each.name not in ("id", "attributes", "order", "extra")):
            wanted = getattr(after, field)
            if wanted == getattr(before, field):
                continue
            if getattr(row, field) != getattr(before, field):
                raise Conflict(CHANGED)
            value = _checked(present, row, field, wanted)
            if field == "role" and value != row.role:
                tagging.rename_role(writing, row.id, row.role, value)
            setattr(row, field, value)


def reorder_tags(project: Project, order: Sequence[str]) -> None:
    """Put the tags in the order of the ids given. Raises Conflict where these are not just the tags there are."""
    with project.write("reorder tags") as writing:
        present = {row.id: row for row in tagging.lock_scheme(writing.session)}
        if sorted(order) != sorted(present):
            raise Conflict(CHANGED)
        for place, key in enumerate(order, start=1):
            present[key].order = place


def delete_tag(
    project: Project, tag: str, *, move_to: str | None = None, delete_spans: bool = False, drop_doubles: bool = False
) -> None:
    """Delete a tag, with its spans moved to another tag or deleted, in all layers.

    Moved spans are retagged as `annotate.retag` does it: the link in the old tag's own role gets the new one's, and
    attributes stay that the new tag has as well. Dismissals of its candidates go the same way.

    Raises:
        InUse: Spans or dismissals use the tag, and it was not said where they go.
        Doubles: Moved spans would be identical to others of their layer. Nothing is dropped unasked: with
            `drop_doubles` those are deleted, with their links and notes, and the ones that were there stay.
        Refused: It is the last tag, or there is no such tag.
    """
    with project.write("delete tag") as writing:
        present = tagging.lock_scheme(writing.session)
        row = tag_row(present, tag)
        if len(present) == 1:
            raise Refused("A project needs at least one tag.")
        if move_to is not None:
            _move(writing, row, tag_row([each for each in present if each is not row], move_to), drop_doubles)
        else:
            _clear(writing, row, delete_spans)
        writing.session.delete(row)


def set_guidelines(project: Project, before: str, after: str) -> None:
    """Write the project's guidelines (Markdown). Raises Conflict where they are not what they were when read."""
    with project.write("edit guidelines") as writing:
        row = writing.session.get_one(tables.Project, assemble.project_info(writing.session).id)
        if row.guidelines != before:
            raise Conflict(CHANGED)
        row.guidelines = store_text(after).text


def tag_row(present: Sequence[tables.Tag], key: str) -> tables.Tag:
    """Return one of the rows. Raises Refused where there is none with this id."""
    found = next((row for row in present if row.id == key), None)
    if found is None:
        raise Refused(f"There is no tag “{key}” in the scheme.")
    return found


def _clear(writing: Writing, row: tables.Tag, delete_spans: bool) -> None:
    spans = tagging.spans_with(writing.session, row.id)
    dismissals = tagging.dismissals_with(writing.session, row.id)
    if (spans or dismissals) and not delete_spans:
        used = [counted(len(spans), "span")] if spans else []
        used += [counted(len(dismissals), "dismissed candidate")] if dismissals else []
        raise InUse(len(spans), f"“{row.name}” is the tag of {' and '.join(used)}; say first where they go.")
    removal.remove_spans(writing, spans)
    writing.bulk_delete("dismissal", dismissals)


def _move(writing: Writing, old: tables.Tag, new: tables.Tag, drop_doubles: bool) -> None:
    session = writing.session
    doubles = tagging.doubles(session, old.id, new.id)
    if doubles and not drop_doubles:
        raise Doubles(len(doubles), new.name, _examples(session, doubles[:_EXAMPLES]))
    removal.remove_spans(writing, doubles)
    tagging.rename_role(writing, old.id, old.role, new.role)
    held, allowed = tagging.attributes_with(session, old.id), assemble.attributes_of(new.attributes)
    writing.bulk_update("span", (
        {"id": key, "tag_id": new.id, "attributes": kept_attributes(attributes, allowed)} for key, attributes in held
    ))  # fmt: skip
    tagging.move_dismissals(writing, old.id, new.id)


def _examples(session: Session, spans: Sequence[str]) -> list[str]:
    return [
        f"“{snippet(' … '.join(rows.parts_of(session, article, segments)), 40)}” in “{snippet(title, 40)}” "
        f"({name or 'final layer'})"
        for article, title, segments, name in tagging.places(session, spans)
    ]


def _stands(spans: int) -> str:
    return counted(spans, "span") + (" stands" if spans == 1 else " stand")


def first_id(name: str) -> str:
    """Return the id that a tag of that name gets where no other has it."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    return "-".join(re.findall("[a-z0-9]+", plain)) or "tag"


def _new_id(session: Session, name: str) -> str:
    first = first_id(name)
    for number in count(1):
        key = first if number == 1 else f"{first}-{number}"
        if session.get(tables.Tag, key) is None and not tagging.is_buried(session, key):
            break
    return key


def _look(tags: Sequence[Tag]) -> tuple[LineStyle, str, str]:
    """Return a line style and colours for one more tag: a style that few have, far from all other colours."""
    used = Counter(tag.line for tag in tags)

    def merit(look: tuple[LineStyle, tuple[str, str]]) -> tuple[bool, int, float]:
        line, (light, dark) = look
        apart = [(tag.line, min(looks.distance(light, tag.light), looks.distance(dark, tag.dark))) for tag in tags]
        clear = all(room >= looks.LEAST_DISTANCE for other, room in apart if other == line)
        return clear, -used[line], min((room for _line, room in apart), default=1.0)

    line, (light, dark) = max(product(LINE_STYLES, _SPARE), key=merit)
    return line, light, dark


def _checked(present: Sequence[tables.Tag], row: tables.Tag, field: str, value: str) -> str:
    match field:
        case "name":
            return _name(present, row, value)
        case "key":
            return _key(present, row, value)
        case "role":
            return _role(value)
        case "light" | "dark":
            return _colour(value)
        case "line":
            if value not in LINE_STYLES:
                raise Refused(f"There is no line style “{value}”.")
    return store_text(value).text.strip()


def _name(present: Sequence[tables.Tag], row: tables.Tag | None, name: str) -> str:
    name = " ".join(store_text(name).text.split())
    if not name:
        raise Refused("A tag needs a name.")
    if any(each is not row and each.name.casefold() == name.casefold() for each in present):
        raise Refused(f"There is a tag “{name}” already.")
    return name


def _key(present: Sequence[tables.Tag], row: tables.Tag, key: str) -> str:
    key = key.strip()
    if key and (len(key) != 1 or key not in KEYS):
        raise Refused("A tag's key is one digit from 1 to 9, or none.")
    taken = next((each for each in present if key and each is not row and each.key == key), None)
    if taken is not None:
        raise Refused(f"{key} is the key of “{taken.name}” already.")
    return key


def _role(role: str) -> str:
    role = " ".join(store_text(role).text.split())
    if not role:
        raise Refused("A tag needs a role: what its entity is to it, such as “speaker”.")
    return role


def _colour(colour: str) -> str:
    colour = colour.strip()
    if not _COLOUR.fullmatch(colour):
        raise Refused("A colour is written as #RRGGBB, such as #12306F.")
    return colour.upper()
