"""Making, opening and upgrading projects."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from annotator.core.errors import AnnotatorError, ProjectError
from annotator.core.project_names import is_url, shown_name
from annotator.core.records import Annotator, ProjectInfo
from annotator.core.scheme import Attribute, Tag
from annotator.store import sqlite_file, tables
from annotator.store.engine import make_engine
from annotator.store.project import Project, first_line


def create(name: str, info: ProjectInfo, tags: Sequence[Tag], acting: Annotator) -> Project:
    """Make a new project, a file or in an empty database, and open it.

    Raises ProjectError or another AnnotatorError with one sentence, leaving nothing behind.
    """
    if is_url(name):
        engine = make_engine(name)
        if _server_revision(name, engine) is not None:
            engine.dispose()
            raise ProjectError(f"{shown_name(name)}: there is a project in this database already.")
        try:
            _found(name, engine, info, tags, acting)
        except AnnotatorError:
            _clear(engine)
            raise
    else:
        with sqlite_file.fresh(Path(name)) as beside:
            _found(name, make_engine(str(beside)), info, tags, acting)
    return open_project(name, acting)


def _found(name: str, engine: sa.Engine, info: ProjectInfo, tags: Sequence[Tag], acting: Annotator) -> None:
    from annotator.store.upgrade import upgrade_schema

    project = Project(name, engine, acting)
    try:
        upgrade_schema(engine)
        with project.write("new project") as writing:
            writing.session.add(tables.Annotator(id=acting.id, name=acting.name))
            writing.session.add(
                tables.Project(id=info.id, title=info.title, guidelines=info.guidelines, extra=dict(info.extra))
            )
            writing.session.add_all(tag_row(tag) for tag in tags)
    except DBAPIError as error:
        raise ProjectError(f"{shown_name(name)}: the project cannot be made here ({first_line(error)}).") from None
    finally:
        project.close()


def _clear(engine: sa.Engine) -> None:
    """Take away the tables of a project that could not be made, where the database still can be reached."""
    with contextlib.suppress(DBAPIError), engine.begin() as connection:
        tables.Base.metadata.drop_all(connection)
        connection.execute(sa.text("DROP TABLE IF EXISTS search_words, alembic_version"))
    engine.dispose()


def tag_row(tag: Tag) -> tables.Tag:
    """Return the row of a tag."""
    return tables.Tag(**tag_columns(tag))


def tag_columns(tag: Tag) -> dict[str, object]:
    """Return the columns of a tag's row."""
    return {
        "id": tag.id,
        "name": tag.name,
        "key": tag.key,
        "role": tag.role,
        "light": tag.light,
        "dark": tag.dark,
        "line": tag.line,
        "guideline": tag.guideline,
        "order": tag.order,
        "attributes": attributes_json(tag.attributes),
        "extra": dict(tag.extra),
    }


def attributes_json(attributes: Iterable[Attribute]) -> list[dict[str, object]]:
    """Return a tag's attributes as the database keeps them."""
    return [{"name": attribute.name, "values": list(attribute.values)} for attribute in attributes]


def open_project(name: str, acting: Annotator | None = None, *, read_only: bool = False) -> Project:
    """Open a project. A file of an older version is backed up beside itself, then upgraded.

    To be read only, it is left as it is. Raises ProjectError, with one sentence, for what is missing, damaged, newer or
    no project; it stays untouched.
    """
    if is_url(name):
        return _open_server(name, acting, read_only=read_only)
    if read_only:
        if not sqlite_file.is_readable(name, sqlite_file.identify(Path(name))):
            raise ProjectError(f"{name}: a project of an older version has to be opened for writing once.")
    else:
        upgrade_file(Path(name))
        _require_writable(Path(name))
    return Project(name, make_engine(name, read_only=read_only), acting, read_only=read_only)


def upgrade_file(path: Path) -> Path | None:
    """Upgrade a project file of an older version, and return the backup that was made of it; None: nothing to do.

    Raises ProjectError as `open_project` does; the file is as it was then.
    """
    if sqlite_file.is_current(str(path), sqlite_file.identify(path)):
        return None
    _require_writable(path)
    return _back_up_and_upgrade(path)


def upgrade_server(name: str) -> bool:
    """Upgrade a project in a database on a server; tells whether there was anything to do.

    All of it is done, or nothing. Raises ProjectError with one sentence.
    """
    from annotator.store.upgrade import upgrade_schema

    engine = make_engine(name)
    shown = shown_name(name)
    try:
        if sqlite_file.is_current(shown, _known_revision(name, engine)):
            return False
        upgrade_schema(engine)
    except DBAPIError as error:
        raise ProjectError(f"{shown}: the project cannot be upgraded ({first_line(error)}); it is as it was.") from None
    finally:
        engine.dispose()
    return True


def _require_writable(path: Path) -> None:
    if not sqlite_file.is_writable(path):
        raise ProjectError(f"{path}: the project cannot be written to; open it read-only, or copy it elsewhere.")


def _back_up_and_upgrade(path: Path) -> Path:
    from annotator.store.upgrade import upgrade_schema

    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    backup = path.with_name(f"{path.stem}.before-upgrade-{moment}{path.suffix}")
    sqlite_file.copy(path, backup)
    engine = make_engine(str(path))
    try:
        upgrade_schema(engine)
    except ProjectError as error:
        raise ProjectError(f"{path}: {error}; the project is as it was.") from None
    except DBAPIError as error:
        raise ProjectError(f"{path}: the project cannot be upgraded ({first_line(error)}); it is as it was.") from None
    finally:
        engine.dispose()
    return backup


def _open_server(name: str, acting: Annotator | None, *, read_only: bool) -> Project:
    engine = make_engine(name, read_only=read_only)
    try:
        revision = _known_revision(name, engine)
        is_open_to = sqlite_file.is_readable if read_only else sqlite_file.is_current
        if not is_open_to(shown_name(name), revision):
            raise ProjectError(
                f"{shown_name(name)}: the project is of an older version; run “annotator upgrade” on it first."
            )
    except ProjectError:
        engine.dispose()
        raise
    return Project(name, engine, acting, read_only=read_only)


def _known_revision(name: str, engine: sa.Engine) -> str:
    revision = _server_revision(name, engine)
    if revision is None:
        engine.dispose()
        raise ProjectError(f"{shown_name(name)}: there is no project in this database.")
    return revision


def _server_revision(name: str, engine: sa.Engine) -> str | None:
    try:
        with closing(engine.connect()) as connection:
            if not sa.inspect(connection).has_table("alembic_version"):
                return None
            return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    except DBAPIError as error:
        engine.dispose()
        raise ProjectError(f"{shown_name(name)}: the database cannot be reached ({first_line(error)}).") from None
