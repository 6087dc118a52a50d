"""The readers and writers that are installed: the built-in ones and those of plug-ins, all loaded one way."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar, cast
from urllib.parse import urlsplit

from annotator.core.errors import InputError, Refused
from annotator.formats.files import open_source
from annotator.formats.interface import Reader, Source, Writer

READERS = "annotator.readers"
WRITERS = "annotator.writers"

# The same as the entry points in pyproject.toml: a bare checkout has no metadata to find them by.
BUILT_IN: Mapping[str, Mapping[str, str]] = {
    READERS: {
        "text": "annotator.formats.text:READER",
        "json": "annotator.formats.json_files:JSON_READER",
        "jsonl": "annotator.formats.json_files:JSONL_READER",
        "csv": "annotator.formats.table:READER",
        "docx": "annotator.formats.docx:READER",
        "rtf": "annotator.formats.rtf:READER",
        "pdf": "annotator.formats.pdf:READER",
        "eml": "annotator.formats.mail:EML_READER",
        "mbox": "annotator.formats.mail:MBOX_READER",
        "html": "annotator.formats.html:READER",
        "feed": "annotator.formats.feed:READER",
        "brat": "annotator.formats.brat:READER",
    },
    WRITERS: {
        "json": "annotator.formats.annotated_json:JSON_WRITER",
        "jsonl": "annotator.formats.annotated_json:JSONL_WRITER",
    },
}

HEAD = 1 << 16
"""How many of an input's first bytes a reader is shown to recognise it by."""

_PARTS = {
    READERS: ("name", "title", "suffixes", "sniff", "read"),
    WRITERS: ("name", "title", "suffix", "losses", "write"),
}
_SURE = 0.5

Kind = TypeVar("Kind", Reader, Writer)


@dataclass(frozen=True, slots=True)
class Found(Generic[Kind]):
    """What is installed: `available` by name, and for each of the others the reason why it is `unavailable`."""

    available: Mapping[str, Kind]
    unavailable: Mapping[str, str]

    def get(self, name: str) -> Kind:
        """Return the one of that name. Raises Refused, naming those that there are."""
        if name in self.available:
            return self.available[name]
        if name in self.unavailable:
            raise Refused(f"The format “{name}” is unavailable: {self.unavailable[name]}.")
        raise Refused(f"There is no format “{name}” here; known are {', '.join(self.available)}.")


@cache
def readers() -> Found[Reader]:
    """Return the readers; they are looked for once in the life of the process."""
    return cast("Found[Reader]", _find(READERS))


@cache
def writers() -> Found[Writer]:
    """Return the writers; they are looked for once in the life of the process."""
    return cast("Found[Writer]", _find(WRITERS))


def reader_for(source: Source, name: str | None = None) -> Reader:
    """Return the reader of that name, else the one that fits the input's content and suffix best.

    Companions of a reader's own kind decide first, then content; a suffix decides between readers that are equally
    sure, and lets a reader refuse a file of its own kind with its own, exact reason.

    Raises:
        Refused: No reader has that name.
        InputError: The input cannot be opened, or no reader is sure of it.
    """
    found = readers()
    if name is not None:
        return found.get(name)
    with open_source(source) as stream:
        head = stream.read(HEAD)
    suffix = _suffix(source, found)
    beside = {_ending(companion.name) for companion in source.companions}
    scores = {name: _score(reader, head, suffix, beside) for name, reader in found.available.items()}
    best = max(scores, key=scores.__getitem__)
    if scores[best] < _SURE:
        known = ", ".join(found.available)
        raise InputError(source.name, f"no reader knows this kind of file; name one to try it all the same: {known}")
    return found.available[best]


def _suffix(source: Source, found: Found[Reader]) -> str:
    """Return an input's suffix; that of an address is its path's, and says something only where it is known."""
    if source.url is None:
        return _ending(source.name)
    suffix = _ending(urlsplit(source.url).path)
    return suffix if any(suffix in reader.suffixes for reader in found.available.values()) else ""


def _ending(name: str) -> str:
    # What pathlib makes of it takes several times as long, and there can be ten thousand files.
    return os.path.splitext(name)[1].lower()  # noqa: PTH122


def _score(reader: Reader, head: bytes, suffix: str, beside: set[str]) -> float:
    """Return how well a reader fits; an input without suffix (pasted, piped) is taken by whoever can read it."""
    try:
        sure = reader.sniff(head)
    except Exception:  # noqa: BLE001 - a plug-in may fail in any way, and must not stop the others
        return 0.0
    if suffix in reader.suffixes or (not suffix and sure > 0):
        sure += _SURE
    return 1 + sure if beside and not beside.isdisjoint(reader.suffixes) else sure


def _find(group: str) -> Found[Any]:
    built_in = [EntryPoint(name, value, group) for name, value in BUILT_IN[group].items()]
    installed = [point for point in entry_points(group=group) if point not in built_in]
    available: dict[str, Any] = {}
    unavailable: dict[str, str] = {}
    for point in built_in + sorted(installed, key=lambda point: (point.name, point.value)):
        if point.name in available:
            unavailable[f"{point.name} ({point.value})"] = "another one has that name"
            continue
        try:
            plugin = point.load()
        except Exception as error:  # noqa: BLE001 - a plug-in may fail in any way, and must not stop the others
            unavailable[point.name] = f"{type(error).__name__}: {error}"
            continue
        lacking = [part for part in _PARTS[group] if not hasattr(plugin, part)]
        if lacking:
            unavailable[point.name] = f"{point.value} has no {', '.join(lacking)}"
        elif plugin.name != point.name:
            unavailable[point.name] = f"{point.value} calls itself “{plugin.name}”"
        else:
            available[point.name] = plugin
    return Found(available, unavailable)
