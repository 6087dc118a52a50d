"""ZIP archives: their members as inputs, read where they are, and never so much that it could do harm."""

from __future__ import annotations

import io
import stat
import tempfile
import weakref
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePosixPath
from typing import IO

from annotator.core.errors import InputError
from annotator.core.text import counted, one_line
from annotator.formats.brat_files import NOTES, BratFiles
from annotator.formats.interface import Source

SUFFIX = ".zip"
MOST_MEMBERS = 50_000
LARGEST_MEMBER = 1 << 30
LARGEST_WHOLE = 4 << 30
"""The most bytes that a member, and all members of an archive together, may unpack to."""
HIGHEST_RATIO = 200
"""How many times its packed size a member may unpack to; texts reach some 20, tables of repeated rows some 50."""
DEEPEST = 2
"""How many archives may stand in each other."""

_RATIO_COUNTS_FROM = 1 << 20
_IN_MEMORY = 8 << 20
_ENCRYPTED = 1
_SYSTEM_OF_UNIX = 3
_WORD = "word/document.xml"
_DEFECTS = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OverflowError)


@dataclass(slots=True)
class Room:
    """How many members, and bytes of them, an archive may have still, together with those that stand within it."""

    members: int
    size: int

    @property
    def shared(self) -> str:
        """What to add to a sentence where other archives took a part of it."""
        return "" if self.members == MOST_MEMBERS else ", with those of the archives around it"


def is_archive(source: Source) -> bool:
    """Tell whether an input calls itself a ZIP archive."""
    return source.name.casefold().endswith(SUFFIX)


def members(
    source: Source, suffixes: Collection[str], depth: int = 1, room: Room | None = None
) -> Iterator[Source | InputError]:
    """Yield a source for each member with one of the suffixes, named "archive.zip/member.txt", in the archive's order.

    A text comes with its annotations, as it does from a folder. Archives within the archive are looked into, too; a
    Word document, which is an archive, stays whole. What cannot be read is an InputError in its place; an archive that
    would unpack to too much gives one and nothing else. Nothing is written but nameless temporary files, so a member's
    path is a label and leads nowhere. The archive stays open as long as one of its sources is there.
    """
    room = room or Room(MOST_MEMBERS, LARGEST_WHOLE)
    try:
        archive = _opened(source)
        check_sizes(archive, source.name, room)
    except InputError as error:
        yield error
        return
    if _WORD in archive.NameToInfo:
        yield source
        return
    wanted = [info for info in archive.infolist() if _is_wanted(info, suffixes)]
    by_path = {PurePosixPath(info.filename): info for info in wanted}
    brat = _brat_files(by_path)
    for info in wanted:
        path = PurePosixPath(info.filename)
        suffix = path.suffix.casefold()
        if suffix == NOTES and brat.text_of(path) is not None:
            continue  # it comes with its text
        member = _member(archive, info, source)
        if isinstance(member, InputError):
            yield member
        elif suffix == SUFFIX and depth >= DEEPEST:
            yield InputError(member.name, f"stands deeper than {DEEPEST} archives in each other; unpack it first")
        elif suffix == SUFFIX:
            yield from members(member, suffixes, depth + 1, room)
        else:
            companions = brat.companions(path)
            beside = [_member(archive, by_path[one], source, brat.annotator(path, one)) for one in companions]
            yield replace(member, companions=tuple(one for one in beside if isinstance(one, Source)))
            yield from (one for one in beside if isinstance(one, InputError))


def _is_wanted(info: zipfile.ZipInfo, suffixes: Collection[str]) -> bool:
    path = PurePosixPath(info.filename)
    suffix = path.suffix.casefold()
    return not (info.is_dir() or _is_link(info) or _is_hidden(path)) and (suffix == SUFFIX or suffix in suffixes)


def _member(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, source: Source, annotator: str = ""
) -> Source | InputError:
    name = one_line(f"{source.name}/{info.filename}")
    if info.flag_bits & _ENCRYPTED:
        return InputError(name, "is encrypted; unpack the archive first")
    if info.file_size > LARGEST_MEMBER:
        return InputError(name, f"unpacks to more than {LARGEST_MEMBER >> 20:,} MB")
    return Source(name, partial(_open, archive, info, name), info.file_size, annotator=annotator)


def _brat_files(paths: Iterable[PurePosixPath]) -> BratFiles[PurePosixPath]:
    """Return what finds the annotations of texts among the members of an archive."""
    names: dict[PurePosixPath, list[str]] = defaultdict(list)
    folders: dict[PurePosixPath, set[PurePosixPath]] = defaultdict(set)
    for path in paths:
        names[path.parent].append(path.name)
        if path.parent.name:
            folders[path.parent.parent].add(path.parent)
    return BratFiles(lambda folder: sorted(names.get(folder, ())), lambda folder: sorted(folders.get(folder, ())))


def check_sizes(archive: zipfile.ZipFile, file: str, room: Room | None = None) -> None:
    """Raise InputError for an archive that says it has too many members, or unpacks to too much; else take its room.

    What it says binds: nothing beyond a member's said size is ever unpacked.
    """
    room = room or Room(MOST_MEMBERS, LARGEST_WHOLE)
    infos = archive.infolist()
    if len(infos) > room.members:
        raise InputError(file, f"has {counted(len(infos), 'member')}, more than {MOST_MEMBERS:,}{room.shared}")
    size = sum(info.file_size for info in infos)
    if size > room.size:
        raise InputError(file, f"unpacks to more than {LARGEST_WHOLE >> 20:,} MB{room.shared}")
    for info in infos:
        if info.file_size > max(_RATIO_COUNTS_FROM, HIGHEST_RATIO * info.compress_size):
            member = one_line(info.filename)
            raise InputError(file, f"its member {member} unpacks to more than {HIGHEST_RATIO} times its size")
    room.members -= len(infos)
    room.size -= size


def _opened(source: Source) -> zipfile.ZipFile:
    try:
        stream = _seekable(source)
    except OSError as error:
        raise InputError(source.name, f"cannot be read: {error.strerror or error}") from error
    try:
        archive = zipfile.ZipFile(stream)
    except (OSError, *_DEFECTS) as error:
        stream.close()
        raise InputError(source.name, "is no ZIP archive, or a damaged one") from error
    weakref.finalize(archive, stream.close)
    return archive


def _seekable(source: Source) -> IO[bytes]:
    """Return the bytes of an archive in a file that can be walked about in; those of a member go to a temporary one."""
    stream = source.open()
    if stream.seekable():
        return stream
    copy = tempfile.SpooledTemporaryFile(_IN_MEMORY, prefix="annotator-")  # noqa: SIM115  # closed with the archive
    try:
        with stream:
            while piece := stream.read(1 << 20):
                copy.write(piece)
    except BaseException:
        copy.close()
        raise
    return copy


def _is_link(info: zipfile.ZipInfo) -> bool:
    return info.create_system == _SYSTEM_OF_UNIX and stat.S_ISLNK(info.external_attr >> 16)


def _is_hidden(path: PurePosixPath) -> bool:
    """Tell whether a file is one of those that systems put into archives unasked; "." and ".." hide nothing."""
    return any(part.strip(".") and part.startswith((".", "__MACOSX")) for part in path.parts)


def _open(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> IO[bytes]:
    try:
        return io.BufferedReader(_Member(archive.open(info), name))
    except _DEFECTS as error:
        raise InputError(name, f"cannot be unpacked ({one_line(str(error))})") from error


class _Member(io.RawIOBase):
    """The unpacked bytes of a member, read once from the start; every defect is an InputError."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self._unpacked = stream
        self._of = name

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # a buffer of bytes is one
        try:
            data = self._unpacked.read(len(buffer))
        except _DEFECTS as error:
            raise InputError(self._of, f"cannot be unpacked ({one_line(str(error)) or 'it ends too soon'})") from error
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._unpacked.close()
        super().close()
