"""Lists of entities, such as newsrooms keep: looked at before they are imported, and exported."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias

from annotator.core.errors import InputError, Refused
from annotator.core.ids import new_id
from annotator.core.records import Entity, EntityKind
from annotator.core.wikidata import item_address
from annotator.formats import entity_list
from annotator.formats.entity_list import Line
from annotator.formats.files import write_beside
from annotator.formats.interface import Source, Warn
from annotator.services.entities.editing import checked_uri
from annotator.services.projects import is_own_file
from annotator.store import entities
from annotator.store.project import Project, Session

ListFormat: TypeAlias = Literal["csv", "json"]

Outcome: TypeAlias = Literal["new", "adds", "known", "wrong"]
"""What becomes of a line: a new entity; names or an address for one that is there; nothing; it cannot be taken."""


@dataclass(frozen=True, slots=True)
class ListRow:
    """A line of a list, and what importing it would do, in a sentence where that is more than to make an entity.

    `line` is None where the line cannot be read at all; `entity` is the one that is there already, and `names` and
    `uri` are what it would get.
    """

    place: str
    outcome: Outcome
    told: str = ""
    line: Line | None = None
    entity: str | None = None
    names: tuple[str, ...] = ()
    uri: str | None = None


@dataclass(frozen=True, slots=True)
class ListRead:
    """A list that was looked at: its lines, and sentences on what is odd about the whole of it."""

    rows: tuple[ListRow, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListImport:
    """How many entities an import of a list made, and how many got names or an address."""

    made: int
    extended: int


def read(project: Project, path: Path) -> ListRead:
    """Return what importing a list would do, line by line. Raises InputError where nothing of it can be read."""
    try:
        source = Source.of_path(path)
    except OSError as error:
        raise InputError(path.name, f"cannot be read: {error.strerror or error}") from error
    found = list(entity_list.read(source))
    warnings = tuple(f"{one.file}: {one.reason}." for one in found if isinstance(one, Warn))
    with project.read() as session:
        return ListRead(tuple(_rows(session, (one for one in found if not isinstance(one, Warn)))), warnings)


def take(project: Project, seen: ListRead) -> ListImport:
    """Import what was read, as one step; what cannot be taken is left out.

    What is in the project by now counts, also what came since the list was read. Raises Refused where nothing of the
    list is new.
    """
    lines = [row.line for row in seen.rows if row.line is not None]
    with project.write("import entity list") as writing:
        fresh = list(_rows(writing.session, lines))
        new = [row.line for row in fresh if row.outcome == "new" and row.line is not None]
        adding = {row.entity: row for row in fresh if row.outcome == "adds" and row.entity is not None}
        if not new and not adding:
            raise Refused("The list holds nothing that is not in the project already.")
        writing.bulk_insert("entity", ({
            "id": new_id(), "name": line.name, "kind": line.kind, "aliases": list(line.aliases),
            "uri": checked_uri(line.uri or ""), "note": "", "article_id": None, "reason": "", "merged_into": None,
        } for line in new))  # fmt: skip
        held = {one.id: one for one, _names in entities.heads(writing.session) if one.id in adding}
        writing.bulk_update("entity", (
            {"id": key, "aliases": [*held[key].aliases, *row.names], "uri": row.uri or held[key].uri}
            for key, row in adding.items()
        ))  # fmt: skip
        return ListImport(len(new), len(adding))


def export(project: Project, target: Path, form: ListFormat, keys: Sequence[str] | None = None) -> int:
    """Write the entities of the project, or those of these ids, into a file. Returns how many.

    Those that are known in one article only are left out: elsewhere they mean nothing. Raises OutputError; what stood
    there before is untouched then.
    """
    if is_own_file(project, target):
        raise Refused(f"{target}: this is the open project itself; choose another name.")
    lines = exported(project, keys)
    write = entity_list.write_csv if form == "csv" else entity_list.write_json
    write_beside(target, lambda stream: stream.writelines(write(lines)))
    return len(lines)


def exported(project: Project, keys: Sequence[str] | None = None) -> list[Line]:
    """Return what `export` writes, by name."""
    wanted = None if keys is None else frozenset(keys)
    with project.read() as session:
        lines = [
            Line("", one.name, one.kind, names, one.uri)
            for one, names in entities.heads(session)
            if one.article is None and (wanted is None or one.id in wanted)
        ]
    return sorted(lines, key=lambda line: (line.name.casefold(), line.kind))


class _Known:
    """The entities of the whole project, by their names and addresses."""

    def __init__(self, session: Session) -> None:
        self.entities: dict[str, Entity] = {}
        self.names: dict[str, tuple[str, ...]] = {}
        self._by_name: dict[tuple[str, EntityKind], set[str]] = defaultdict(set)
        self._by_uri: dict[str, set[str]] = defaultdict(set)
        for one, names in entities.heads(session):
            if one.article is None:
                self.entities[one.id], self.names[one.id] = one, (one.name, *names)
                for name in self.names[one.id]:
                    self._by_name[name.casefold(), one.kind].add(one.id)
                if one.uri:
                    self._by_uri[item_address(one.uri) or one.uri].add(one.id)

    def same(self, line: Line) -> set[str]:
        """Return the entities that a line may mean: those of its address, else those of its name and kind."""
        if line.uri is not None and self._by_uri.get(line.uri):
            return self._by_uri[line.uri]
        named = self._by_name.get((line.name.casefold(), line.kind), set())
        # Two of one name with different addresses are two.
        return {key for key in named if line.uri is None or self.entities[key].uri in (None, line.uri)}


def _rows(session: Session, found: Iterable[Line | InputError]) -> Iterator[ListRow]:
    known = _Known(session)
    seen: dict[tuple[str, str, str | None], str] = {}
    taken: dict[str, str] = {}
    for line in found:
        if isinstance(line, InputError):
            yield ListRow(line.place, "wrong", f"{line.reason[0].upper()}{line.reason[1:]}.")
            continue
        try:
            line = replace(line, uri=checked_uri(line.uri or ""))
        except Refused as error:
            yield ListRow(line.place, "wrong", str(error), line)
            continue
        key = (line.name.casefold(), line.kind, line.uri)
        before = seen.setdefault(key, line.place)
        if before != line.place:
            yield ListRow(line.place, "wrong", f"Stands in the list already: {before}.", line)
            continue
        yield _row(known, line, taken)


def _row(known: _Known, line: Line, taken: dict[str, str]) -> ListRow:
    same = known.same(line)
    if not same:
        return ListRow(line.place, "new", line=line)
    if len(same) > 1:
        return ListRow(line.place, "wrong", f"{len(same)} entities are called so already; which is meant?", line)
    (key,) = same
    if key in taken:
        return ListRow(line.place, "wrong", f"Means the same entity as {taken[key]}.", line, key)
    taken[key] = line.place
    entity, names = known.entities[key], known.names[key]
    more = tuple(name for name in (line.name, *line.aliases) if name not in names)
    uri = line.uri if not entity.uri else None
    if not more and uri is None:
        return ListRow(line.place, "known", "Is in the project already.", line, key)
    gets = [
        *([f"the names {', '.join(f'“{name}”' for name in more)}"] if more else []),
        *(["the address"] if uri else []),
    ]
    return ListRow(line.place, "adds", f"“{entity.name}” gets {' and '.join(gets)}.", line, key, more, uri)
