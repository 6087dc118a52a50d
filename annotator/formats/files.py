"""Files opened for reading, and files put in place whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO
from uuid import uuid4

from annotator.core.errors import InputError, OutputError
from annotator.formats.interface import Source

_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file would be larger than the system allows",
    errno.EACCES: "no right to write there",
    errno.EPERM: "no right to write there",
    errno.EROFS: "the disk is read-only",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ENOENT: "the folder does not exist",
    errno.ENOTDIR: "the folder does not exist",
    errno.EISDIR: "it is a folder",
}


@contextlib.contextmanager
def open_source(source: Source) -> Iterator[IO[bytes]]:
    """Open the bytes of an input; whatever the system refuses, then or while they are read, is an `InputError`."""
    try:
        with source.open() as stream:
            yield stream
    except OSError as error:
        raise _unreadable(source, error) from error


def at_hand(source: Source, most: int) -> Source:
    """Return a source whose bytes are in memory if they are fewer than `most`, else `source` itself.

    It spares a small input to be opened again by everything that looks at it. Raises InputError.
    """
    try:
        # What is read at once needs no buffer, and is opened in two thirds of the time without.
        with source.open() if source.path is None else source.path.open("rb", buffering=0) as stream:
            data = stream.read(most)
            is_whole = len(data) < most and not stream.read(1)
    except OSError as error:
        raise _unreadable(source, error) from error
    return replace(source, open=lambda: io.BytesIO(data)) if is_whole else source


def _unreadable(source: Source, error: OSError) -> InputError:
    return InputError(source.name, f"cannot be read: {error.strerror or error}")


def write_beside(path: Path, write: Callable[[IO[bytes]], None]) -> None:
    """Put what `write` writes at `path`, whole or not at all.

    The bytes go to a hidden file in the same folder, are flushed to the disk and moved over the target, whose mode is
    kept; a symbolic link stays one. Whatever fails, the hidden file is removed and the old file stays as it was.

    Raises:
        OutputError: The system refuses: a full disk, no rights, a missing folder, a target that is no ordinary file.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{uuid4().hex}.part")
    try:
        mode = _mode(target)
        with temporary.open("xb") as stream:
            write(stream)
            stream.flush()
            os.fsync(stream.fileno())
        if mode is not None:
            temporary.chmod(mode)
        temporary.replace(target)
    except OSError as error:
        reason = _REASONS.get(error.errno or 0, error.strerror or str(error))
        raise OutputError(f"{path}: cannot be written: {reason}.") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def _mode(target: Path) -> int | None:
    """Return the permissions of an ordinary file, None where there is none; anything else must not be replaced."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is no ordinary file")
    return stat.S_IMODE(mode)
