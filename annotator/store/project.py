"""The open project: the engine, the sessions, the acting annotator and the listeners."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.orm.exc import StaleDataError

from annotator.core.errors import AnnotatorError, Conflict, ProjectError, ReadOnly, Refused
from annotator.core.project_names import shown_name
from annotator.core.records import Annotator, Changed
from annotator.store import sqlite_file, tables
from annotator.store.engine import WRITES
from annotator.store.history import Recorder
from annotator.store.last_text import LastText
from annotator.store.steps import Steps

__all__ = ["CHANGED", "FOUNDING", "Project", "Session", "Writing"]

_JOINED = (
    sa.select(tables.AUDITED["annotator"].c.id)
    .where(tables.AUDITED["annotator"].c.id == sa.bindparam("me"))
    .with_for_update(key_share=True)
)

CHANGED = "Somebody else changed this meanwhile; nothing was changed. Look again, then repeat it."
"""The sentence of a Conflict in which nothing more can be said."""

_READ_ONLY = "The project is open for reading only; nothing was changed."

_CLASHES = frozenset({"40P01", "40001"})
"""PostgreSQL's deadlock_detected and serialization_failure."""

FOUNDING = frozenset({"new project", "new annotator"})
"""Kinds of revisions that make the ground for others: they are no steps, and undo stops before them."""


class Project:
    """An open project. `name` is its file or URL; `acting` is whom the history names as author of each write."""

    def __init__(
        self, name: str, engine: sa.Engine, acting: Annotator | None = None, *, read_only: bool = False
    ) -> None:
        self.name = name
        self.engine = engine
        self.acting = acting
        self.read_only = read_only
        self.steps = Steps(FOUNDING)
        self.last_text = LastText()
        self._reads = sessionmaker(engine, expire_on_commit=False)
        self._writes = sessionmaker(engine.execution_options(**{WRITES: True}), expire_on_commit=False)
        self._listeners: list[Callable[[Changed], None]] = []

    @property
    def me(self) -> str:
        """The id of the acting annotator. Raises Refused where nobody is."""
        if self.acting is None:
            raise Refused("It is not known who annotates; choose an annotator first.")
        return self.acting.id

    @contextlib.contextmanager
    def read(self) -> Iterator[Session]:
        """Open a short session for reading. Raises ProjectError where the database cannot be read."""
        with _explained(self.name), self._reads() as session:
            try:
                yield session
            except ValueError as error:
                # Whatever is stored was checked when it was written: a moment that is none, say, is damage.
                raise ProjectError(
                    f"{shown_name(self.name)}: the project holds what cannot be read ({error})."
                ) from error

    @contextlib.contextmanager
    def write(self, kind: str, *, reverts: int | None = None) -> Iterator[Writing]:
        """Do one undoable thing in one transaction, and tell the listeners once it is on disk.

        Raises ReadOnly, Refused where nobody acts, Conflict where somebody else changed or needs what is written,
        ProjectError where the database cannot be written. Then nothing was changed.
        """
        if self.read_only:
            raise ReadOnly(_READ_ONLY)
        me = self.me
        with _explained(self.name), self._writes() as session:
            recorder = Recorder(session, kind, me, reverts)
            writing = Writing(session, recorder, self.last_text)
            if kind not in FOUNDING:
                self._join(writing, me)
            yield writing
            done = recorder.finish(always=reverts is not None)
            session.commit()
        if done is not None:
            for listener in tuple(self._listeners):
                listener(done[1])

    def _join(self, writing: Writing, me: str) -> None:
        """Refuse to write for an annotator who has no row: every layer and every revision names one.

        On PostgreSQL the row is locked until the commit: what one annotator writes in several places comes one after
        the other. So the numbers of their revisions are in the order of the commits, and `Steps` misses none.
        """
        if writing.session.scalar(_JOINED, {"me": me}) is None:
            raise Refused("The acting annotator is not one of this project's annotators yet.")

    @contextlib.contextmanager
    def write_derived(self) -> Iterator[sa.Connection]:
        """Write, in one transaction and past the history, what is made of other rows and can be made of them again.

        Raises ReadOnly, ProjectError where the database cannot be written. Then nothing was changed.
        """
        if self.read_only:
            raise ReadOnly(_READ_ONLY)
        with _explained(self.name), self.engine.execution_options(**{WRITES: True}).begin() as connection:
            yield connection

    def subscribe(self, listener: Callable[[Changed], None]) -> Callable[[], None]:
        """Call `listener` after each commit, in the thread that wrote; returns the function that stops it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def copy_to(self, target: Path) -> None:
        """Copy a project that is a file into another, with what is in its log still, even where its own file is gone.

        Raises ProjectError with one sentence; a `target` that was there before is then as it was.
        """
        with _explained(self.name), self.engine.connect() as connection:
            source = connection.connection.driver_connection
            assert isinstance(source, sqlite3.Connection)
            sqlite_file.back_up(source, target)

    def close(self) -> None:
        """Close all connections; on SQLite the log is written back and emptied first."""
        if not self.read_only and self.engine.dialect.name == "sqlite":
            # A failure loses nothing: the log stays beside the file, and the next opening reads it.
            with contextlib.suppress(DBAPIError, sqlite3.Error, ProjectError), self.engine.connect() as connection:
                connection.connection.driver_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # type: ignore[union-attr]
        self.engine.dispose()


class Writing:
    """One write under way: the session for rows of their own, the recorder for rows by the thousand."""

    def __init__(self, session: Session, recorder: Recorder, last_text: LastText) -> None:
        self.session = session
        self.last_text = last_text
        self.bulk_insert = recorder.bulk_insert
        self.bulk_update = recorder.bulk_update
        self.bulk_delete = recorder.bulk_delete


@contextlib.contextmanager
def _explained(name: str) -> Iterator[None]:
    """Turn what the database says into a sentence for people."""
    name = shown_name(name)
    try:
        yield
    except StaleDataError:
        raise Conflict(CHANGED) from None
    except IntegrityError as error:
        raise Conflict(
            f"This clashes with what is in the project already; nothing was changed. ({first_line(error)})"
        ) from None
    except OperationalError as error:
        if getattr(error.orig, "sqlstate", None) in _CLASHES:
            raise Conflict(CHANGED) from None
        raise ProjectError(_operational(name, first_line(error))) from None
    except DBAPIError as error:
        if isinstance(error.orig, AnnotatorError):
            raise error.orig from None
        raise ProjectError(f"{name}: the project is damaged or cannot be used ({first_line(error)}).") from None


def first_line(error: DBAPIError) -> str:
    """Return what the database says of an error, without the lines that quote the statement."""
    return next(iter(str(error.orig).splitlines()), type(error.orig).__name__)


def _operational(name: str, reason: str) -> str:
    if "locked" in reason:
        return f"{name}: another program is writing to the project; nothing was changed. Try again in a moment."
    if "full" in reason:
        return f"{name}: the disk is full; nothing was changed. Make room, then repeat it."
    if "readonly" in reason or "read-only" in reason:
        return f"{name}: the project cannot be written to; nothing was changed."
    return f"{name}: the database cannot be used ({reason}); nothing was changed."
