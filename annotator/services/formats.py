"""The formats that can be read and written here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from annotator.core.errors import Refused
from annotator.formats.registry import readers, writers

DEFAULT = "json"
"""The format of an export that names none."""


@dataclass(frozen=True, slots=True)
class ReadFormat:
    """A format that can be read, and the suffixes of its files."""

    name: str
    title: str
    suffixes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WriteFormat:
    """A format that can be written; `losses` says in sentences what it can never hold."""

    name: str
    title: str
    suffix: str
    losses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Formats:
    """All that is installed; `unavailable` gives the reason for each that cannot be used."""

    readers: tuple[ReadFormat, ...]
    writers: tuple[WriteFormat, ...]
    unavailable: Mapping[str, str]


def installed() -> Formats:
    """Return the formats that are installed, those of plug-ins too."""
    reading, writing = readers(), writers()
    return Formats(
        tuple(ReadFormat(one.name, one.title, tuple(one.suffixes)) for one in reading.available.values()),
        tuple(WriteFormat(one.name, one.title, one.suffix, tuple(one.losses)) for one in writing.available.values()),
        {**reading.unavailable, **writing.unavailable},
    )


def losses(name: str) -> tuple[str, ...]:
    """Return what a format can never hold, in sentences. Raises Refused where nothing writes that format."""
    return tuple(writers().get(name).losses)


def format_for(target: Path) -> str:
    """Return the format that a file's suffix asks for; a name without suffix gets the default.

    Raises Refused for a suffix that no writer has.
    """
    suffix = target.suffix.casefold()
    if not suffix:
        return DEFAULT
    for writer in writers().available.values():
        if writer.suffix == suffix:
            return writer.name
    known = ", ".join(writers().available)
    raise Refused(f"{target.name}: the name does not tell which format is wanted; choose one with --format: {known}.")
