"""The user's preferences: a frozen record, and the TOML file that keeps it."""

from __future__ import annotations

import hashlib
import logging
import os
import uuid
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import tomlkit
from tomlkit.exceptions import TOMLKitError

from annotator import paths
from annotator.core.records import Annotator

Scheme: TypeAlias = Literal["system", "light", "dark"]
SCHEMES: tuple[Scheme, ...] = get_args(Scheme)

MOST_RECENT = 10
"""How many projects are remembered."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person prefers. Empty texts mean: not chosen.

    `annotator_id` is made once, and is the same in every project. `font_points` and `line_spacing` (a factor) are those
    of the article's text, `zoom` is in percent. `recent` has the names of projects, the last used first. `keys` has the
    keys of actions that have others than those that are built in, as texts like `Ctrl+Shift+K`, by the actions' ids.
    """

    annotator_id: str = ""
    annotator_name: str = ""
    scheme: Scheme = "system"
    font_family: str = ""
    font_points: int = 12
    line_spacing: float = 1.5
    zoom: int = 100
    recent: tuple[str, ...] = ()
    last_project: str = ""
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def annotator(self) -> Annotator | None:
        """Return the person whose settings these are, or None where they have not said who they are."""
        return Annotator(self.annotator_id, self.annotator_name) if self.annotator_id and self.annotator_name else None

    def with_annotator(self, name: str) -> Settings:
        """Return the settings of an annotator of that name; the id is made here where there is none yet."""
        return replace(self, annotator_id=self.annotator_id or str(uuid.uuid4()), annotator_name=name)

    def with_project(self, name: str) -> Settings:
        """Return the settings after a project was opened: it is the last one, and the first of the recent ones."""
        others = [one for one in self.recent if one != name]
        return replace(self, last_project=name, recent=(name, *others)[:MOST_RECENT])


_log = logging.getLogger(__name__)

_PLACES: Mapping[str, tuple[str, str]] = {
    "annotator_id": ("annotator", "id"),
    "annotator_name": ("annotator", "name"),
    "scheme": ("appearance", "scheme"),
    "font_family": ("appearance", "font_family"),
    "font_points": ("appearance", "font_points"),
    "line_spacing": ("appearance", "line_spacing"),
    "zoom": ("appearance", "zoom"),
    "recent": ("projects", "recent"),
    "last_project": ("projects", "last"),
}
RANGES: Mapping[str, tuple[float, float]] = {"font_points": (6, 72), "line_spacing": (1, 3), "zoom": (25, 500)}
"""The least and the most of each number, both allowed."""

_KEYS = "keys"
"""The table of the file that has an array of keys for each action that is remapped."""


_LABELS = "labels"
"""The table of the file that has, for each set of foreign labels that was met, what they became."""

_COLUMNS = "columns"
"""The table of the file that has, for each header of a table that was met, which column a field was taken from."""


def load(warn: Callable[[str], None] = _log.warning) -> Settings:
    """Return the preferences, the defaults for what the file does not have.

    `warn` gets a sentence where the file is damaged (it is kept beside, with `.bad` after its name), cannot be read, or
    has a value that makes no sense; the defaults stand in. Never raises.
    """
    file = paths.settings_file()
    try:
        document = _read(file)
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        warn(f"{file}: the settings cannot be read ({error.strerror}); the defaults hold.")
        return Settings()
    except (TOMLKitError, UnicodeDecodeError) as error:
        warn(f"{file}: the settings are damaged ({error}); {_set_aside(file)}, and the defaults hold.")
        return Settings()
    values: dict[str, Any] = {}
    for name, (table, key) in _PLACES.items():
        section = document.get(table)
        if not isinstance(section, Mapping) or key not in section:
            continue
        value = _fitting(name, section[key])
        if value is None:
            warn(f"{file}: {table}.{key} makes no sense as {section[key]!r}; the default holds.")
        else:
            values[name] = value
    keys, senseless = _keys(document)
    for action in senseless:
        warn(f"{file}: {_KEYS}.{action} is no list of keys; the action has its own.")
    return Settings(**values, keys=keys)


def save(settings: Settings) -> None:
    """Write the preferences; comments and keys that are not known here stay, and so do defaults that nobody wrote.

    The file is replaced whole or not at all. Raises OSError where it cannot be written.
    """
    file = Path(os.path.realpath(paths.settings_file()))
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        document = _read(file)
    except (FileNotFoundError, TOMLKitError, UnicodeDecodeError):
        document = tomlkit.document()
    defaults = Settings()
    for name, (table, key) in _PLACES.items():
        value, section = getattr(settings, name), document.get(table)
        if not isinstance(section, MutableMapping):
            section = tomlkit.table()
        written = key in section
        if _fitting(name, section[key]) == value if written else value == getattr(defaults, name):
            continue
        section[key] = list(value) if isinstance(value, tuple) else value
        document[table] = section
    _put_keys(document, settings.keys)
    _replace(file, tomlkit.dumps(document))


def labels_chosen(labels: Iterable[str]) -> dict[str, str]:
    """Return what was chosen the last time for a set of labels of articles that were annotated elsewhere.

    Nothing where this set was never met, or where the file cannot be read: the labels are guessed then.
    """
    return _chosen(_LABELS, labels)


def remember_labels(chosen: Mapping[str, str]) -> None:
    """Remember what labels become, for the next time that the same set is met. Raises OSError.

    Where the file is damaged, nothing is remembered: `load` has to set it aside first.
    """
    _remember(_LABELS, chosen, chosen)


def columns_chosen(header: Iterable[str]) -> dict[str, str]:
    """Return, by field, the columns that were chosen the last time for a table with this header; see `labels_chosen`.

    A field of which it was said that no column has it is there with an empty text.
    """
    return _chosen(_COLUMNS, header)


def remember_columns(header: Iterable[str], chosen: Mapping[str, str]) -> None:
    """Remember the columns of fields, for the next table with this header; see `remember_labels`. Raises OSError."""
    _remember(_COLUMNS, header, chosen)


def _chosen(table: str, names: Iterable[str]) -> dict[str, str]:
    try:
        section = _read(paths.settings_file()).get(table)
    except (OSError, TOMLKitError, UnicodeDecodeError):
        return {}
    held = section.get(_set_name(names)) if isinstance(section, Mapping) else None
    if not isinstance(held, Mapping):
        return {}
    return {str(name): str(target) for name, target in held.items() if isinstance(target, str)}


def _remember(table: str, names: Iterable[str], chosen: Mapping[str, str]) -> None:
    file = Path(os.path.realpath(paths.settings_file()))
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        document = _read(file)
    except FileNotFoundError:
        document = tomlkit.document()
    except (TOMLKitError, UnicodeDecodeError):
        return
    section = document.get(table)
    if not isinstance(section, MutableMapping):
        section = tomlkit.table()
    section[_set_name(names)] = dict(chosen)
    document[table] = section
    _replace(file, tomlkit.dumps(document))


def _set_name(names: Iterable[str]) -> str:
    """Return a short name for a set of names, the same in whatever order and case they come."""
    folded = sorted({name.casefold() for name in names})
    return hashlib.sha256("\0".join(folded).encode()).hexdigest()[:16]


def _keys(document: Mapping[str, Any]) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """Return the keys by action, and the actions whose value is not a list of texts."""
    section = document.get(_KEYS)
    held, senseless = {}, []
    for action, chosen in section.items() if isinstance(section, Mapping) else ():
        if isinstance(chosen, list) and all(isinstance(one, str) for one in chosen):
            held[str(action)] = tuple(str(one) for one in chosen)
        else:
            senseless.append(str(action))
    return held, senseless


def _put_keys(document: MutableMapping[str, Any], keys: Mapping[str, tuple[str, ...]]) -> None:
    held, _senseless = _keys(document)
    if held == keys:
        return
    section = document.get(_KEYS)
    if not isinstance(section, MutableMapping):
        section = tomlkit.table()
    for action in held.keys() - keys.keys():
        del section[action]
    for action, chosen in keys.items():
        if held.get(action) != chosen:
            section[action] = list(chosen)
    document[_KEYS] = section


def _read(file: Path) -> tomlkit.TOMLDocument:
    return tomlkit.parse(file.read_text(encoding="utf-8"))


def _set_aside(file: Path) -> str:
    """Keep a damaged file beside its place; return, in words, what became of it."""
    bad = file.with_name(f"{file.name}.bad")
    try:
        file.replace(bad)
    except OSError as error:
        return f"they cannot be moved away ({error.strerror})"
    return f"they are kept as {bad.name}"


def _replace(file: Path, text: str) -> None:
    beside = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        # For nobody else to read: the address of a database may hold a password.
        beside.touch(mode=0o600)
        with beside.open("w", encoding="utf-8", newline="") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def _fitting(name: str, value: object) -> Any:
    """Return a file's value as the field has it, or None where it does not fit."""
    match getattr(Settings(), name):
        case str():
            fits = isinstance(value, str) and (name != "scheme" or value in SCHEMES)
            return str(value) if fits else None
        case tuple():
            fits = isinstance(value, list) and all(isinstance(one, str) for one in value)
            return tuple(str(one) for one in value) if isinstance(value, list) and fits else None
        case number:
            low, high = RANGES[name]
            if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
                return None
            return type(number)(value)
