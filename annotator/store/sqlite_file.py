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

SCHEMA = "0002"
"""The schema's revision that this version reads and writes: the head of the migrations."""

EARLIER: tuple[str, ...] = ("0001",)
"""Older revisions of the schema, which this version upgrades."""

_READABLE = frozenset({"0001"})
"""Those of them that can be read as they are: what a search index would tell is looked for in the texts."""

BUSY_SECONDS = 5.0

MOUNTS = Path("/proc/self/mounts")
"""Where Linux lists the file systems; other systems have no such file."""

_MAGIC = b"SQLite format 3\0"
_NETWORK = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs", "afs", "ncpfs"})


def identify(path: Path) -> str:
    """Return the schema revision of a project file, without changing a byte of it or leaving one beside it.

    Raises ProjectError, with one sentence, for a file that is missing, unreadable, damaged or no project.
    """
    try:
        with path.open("rb") as file:
            head, size = file.read(100), file.seek(0, os.SEEK_END)
    except FileNotFoundError:
        raise ProjectError(f"{path}: there is no such file.") from None
    except IsADirectoryError:
        raise ProjectError(f"{path}: this is a folder, not a project.") from None
    except OSError as error:
        raise ProjectError(f"{path}: the file cannot be read ({error.strerror}).") from None
    if head[:16] != _MAGIC or int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        raise ProjectError(f"{path}: this is not a project of this application.")
    if size < _full_size(head) and not _has_log(path):
        raise ProjectError(f"{path}: the project is damaged (its end is missing).")
    try:
        with closing(_connect(path, _untouching(path))) as connection:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if _has_log(path) and not is_writable(path):
            raise ProjectError(
                f"{path}: the project was not closed, and its log cannot be read here without the right to write; "
                "copy both into another folder."
            ) from None
        raise ProjectError(f"{path}: the project is damaged or cannot be read ({error}).") from None
    if row is None:
        raise ProjectError(f"{path}: the project is damaged (it does not say the version of its schema).")
    return str(row[0])


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Open a project file that is there, without the transactions of the driver's own. Raises sqlite3.Error."""
    if not read_only:
        return _connect(path, "mode=rw")
    # A connection that may write tidies SQLite's log away when it is closed, one that may not leaves it lying there.
    connection = _connect(path, "mode=rw" if is_writable(path) else _untouching(path))
    connection.execute("PRAGMA query_only=ON")
    return connection


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    # The URI escapes what a name may hold and SQLite would take for its own: ? # %.
    uri = f"{path.resolve().as_uri()}?{mode}"
    return sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def _untouching(path: Path) -> str:
    """Return the mode that makes no file beside a project, unless its log is there and has to be read."""
    return "mode=ro" if _has_log(path) else "mode=ro&immutable=1"


def _full_size(head: bytes) -> int:
    """Return how many bytes a database has by its own header, 0 where it does not say. Source: SQLite file format."""
    page, pages = int.from_bytes(head[16:18], "big"), int.from_bytes(head[28:32], "big")
    return (65_536 if page == 1 else page) * pages if head[24:28] == head[92:96] else 0


def _logs(path: Path) -> Iterator[Path]:
    return (path.with_name(path.name + suffix) for suffix in ("-wal", "-journal"))


def _has_log(path: Path) -> bool:
    return any(log.exists() for log in _logs(path.resolve()))


def identity(path: Path) -> tuple[int, int] | None:
    """Return what tells the file from another one that has its name later; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def require_same(path: Path, opened: tuple[int, int] | None) -> None:
    """Raise ProjectError where a file is not the one any more whose identity it had when it was opened.

    SQLite would go on writing into the file that it has open, and which nobody finds again.
    """
    found = identity(path)
    if found != opened:
        what = "is gone from its place" if found is None else "was replaced by another one"
        raise ProjectError(
            f"{path}: the project's file {what} while it was open; nothing was changed. Save a copy to keep your work."
        )


def is_current(name: str, revision: str) -> bool:
    """Return whether a project has the schema of this version. Raises ProjectError for one of a newer version."""
    if revision != SCHEMA and revision not in EARLIER:
        raise ProjectError(
            f"{name}: the project was made by a newer version of this application; it was left untouched."
        )
    return revision == SCHEMA


def is_readable(name: str, revision: str) -> bool:
    """Return whether a project can be read as it is. Raises ProjectError for one of a newer version."""
    return is_current(name, revision) or revision in _READABLE


def copy(source: Path, target: Path) -> None:
    """Copy a project that is not open here; see `back_up`."""
    try:
        connection = connect(source, read_only=True)
    except sqlite3.Error as error:
        raise ProjectError(f"{source}: the project cannot be read ({error}).") from None
    with closing(connection):
        back_up(connection, target)


def back_up(source: sqlite3.Connection, target: Path) -> None:
    """Copy an open project with the backup API: a copied file would lack rows that are in the log still.

    Raises ProjectError with one sentence; a `target` that was there before is then as it was.
    """
    beside = _beside(target)
    try:
        _require_no_log(target)
        with closing(sqlite3.connect(beside)) as new:
            source.backup(new)
        beside.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise ProjectError(f"{target}: the copy cannot be written ({_reason(error)}).") from None
    finally:
        _remove(beside)


@contextlib.contextmanager
def fresh(path: Path) -> Iterator[Path]:
    """Make a new project file: hand out a hidden file beside `path`, and move it there when all went well.

    Raises ProjectError where `path` exists already or its folder cannot be written to.
    """
    beside = _beside(path)
    try:
        if path.exists():
            raise ProjectError(f"{path}: there is a file of this name already.")
        _require_no_log(path)
        with beside.open("xb"):
            pass
    except OSError as error:
        raise ProjectError(f"{path}: the project cannot be made here ({error.strerror}).") from None
    try:
        yield beside
        with closing(sqlite3.connect(beside)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("PRAGMA journal_mode=DELETE")
        # Fails where somebody took the name meanwhile; replacing alone would not, and not every disk has links.
        path.touch(exist_ok=False)
        beside.replace(path)
    except (OSError, sqlite3.Error) as error:
        raise ProjectError(f"{path}: the project cannot be made here ({_reason(error)}).") from None
    finally:
        _remove(beside)


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}.part")


def _remove(beside: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(OSError):
            beside.with_name(beside.name + suffix).unlink()


def _reason(error: OSError | sqlite3.Error) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _require_no_log(path: Path) -> None:
    """Refuse to put a project beside the log of another of its name: SQLite would write that into it."""
    log = next((log for log in _logs(path) if log.exists()), None)
    if log is not None:
        raise ProjectError(
            f"{path}: {log.name} belongs to a project of this name that is open or was not closed; choose another name."
        )


def is_writable(path: Path) -> bool:
    """Tell whether a project can be written to: the file, and its folder too, where SQLite keeps its log."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids) and os.access(
        path.resolve().parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids
    )


def is_on_network(path: Path) -> bool:
    """Tell whether a file lies on a network file system, where SQLite's write-ahead log is not safe."""
    if not MOUNTS.is_file():
        return str(path.resolve()).startswith("\\\\")
    best, kind, resolved = "", "", path.resolve()
    for line in MOUNTS.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        _device, mount, system, *_rest = line.split(" ")
        place = mount.replace("\\040", " ")
        if resolved.is_relative_to(place) and len(place) >= len(best):
            best, kind = place, system
    return kind in _NETWORK
