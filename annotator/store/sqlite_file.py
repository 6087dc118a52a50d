"""Project files as files: told apart from others, copied, and closed cleanly, with the plain driver alone.

SQLAlchemy is not imported here: the start of the window asks these questions before anything else.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from annotator.core.errors import ProjectError

APPLICATION_ID = 0x414E4E4F
"""`PRAGMA application_id` of a project file: the letters ANNO."""

SCHEMA = "0001"
"""The schema's revision that this version reads and writes: the head of the migrations."""

EARLIER: tuple[str, ...] = ()
"""Older revisions of the schema, which this version upgrades."""

BUSY_SECONDS = 5.0

_MAGIC = b"SQLite format 3\0"
_NETWORK = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs", "afs", "ncpfs"})


def identify(path: Path) -> str:
    """Return the schema revision of a project file, without changing a byte of it.

    Raises ProjectError, with one sentence, for a file that is missing, unreadable, damaged or no project.
    """
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except FileNotFoundError:
        raise ProjectError(f"{path}: there is no such file.") from None
    except IsADirectoryError:
        raise ProjectError(f"{path}: this is a folder, not a project.") from None
    except OSError as error:
        raise ProjectError(f"{path}: the file cannot be read ({error.strerror}).") from None
    if head[:16] != _MAGIC or int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        raise ProjectError(f"{path}: this is not a project of this application.")
    try:
        with closing(
            sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)
        ) as connection:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise ProjectError(f"{path}: the project is damaged or cannot be read ({error}).") from None
    if row is None:
        raise ProjectError(f"{path}: the project is damaged (it does not say the version of its schema).")
    return str(row[0])


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)


def require_known(name: str, revision: str) -> bool:
    """Return whether a project has to be upgraded first. Raises ProjectError for one of a newer version."""
    if revision == SCHEMA:
        return False
    if revision in EARLIER:
        return True
    raise ProjectError(f"{name}: the project was made by a newer version of this application; it was left untouched.")


def copy(source: Path, target: Path) -> None:
    """Copy a project, open or not, with the backup API: a copied file would lack rows that are in the log still.

    Raises ProjectError with one sentence; a `target` that was there before is then as it was.
    """
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with (
            closing(_connect(source)) as old,
            closing(sqlite3.connect(beside)) as new,
        ):
            old.backup(new)
        beside.replace(target)
    except (sqlite3.Error, OSError) as error:
        for leftover in (beside, beside.with_name(beside.name + "-journal")):
            with contextlib.suppress(OSError):
                leftover.unlink()
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ProjectError(f"{target}: the copy cannot be written ({reason}).") from None


@contextlib.contextmanager
def fresh(path: Path) -> Iterator[Path]:
    """Make a new project file: hand out a hidden file beside `path`, and move it there when all went well.

    Raises ProjectError where `path` exists already or its folder cannot be written to.
    """
    if path.exists():
        raise ProjectError(f"{path}: there is a file of this name already.")
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("xb"):
            pass
    except OSError as error:
        raise ProjectError(f"{path}: the project cannot be made here ({error.strerror}).") from None
    try:
        yield beside
        with closing(sqlite3.connect(beside)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("PRAGMA journal_mode=DELETE")
        # A link fails where the name was taken meanwhile; replacing would not.
        os.link(beside, path)
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ProjectError(f"{path}: the project cannot be made here ({reason}).") from None
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            with contextlib.suppress(FileNotFoundError):
                beside.with_name(beside.name + suffix).unlink()


def is_writable(path: Path) -> bool:
    """Tell whether a project can be written to: the file, and its folder too, where SQLite keeps its log."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids) and os.access(
        path.resolve().parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids
    )


def is_on_network(path: Path) -> bool:
    """Tell whether a file lies on a network file system, where SQLite's write-ahead log is not safe."""
    mounts = Path("/proc/self/mounts")
    if not mounts.is_file():
        return str(path.resolve()).startswith("\\\\")
    best, kind = "", ""
    for line in mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        _device, mount, system, *_rest = line.split(" ")
        place = mount.replace("\\040", " ")
        if path.resolve().is_relative_to(place) and len(place) >= len(best):
            best, kind = place, system
    return kind in _NETWORK
