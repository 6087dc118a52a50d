"""Making and upgrading the schema with Alembic. Imported only where that is needed: Alembic costs the start 70 ms."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from annotator import paths
from annotator.core.errors import ProjectError
from annotator.store.sqlite_file import APPLICATION_ID


def _config(connection: sa.Connection) -> Config:
    config = Config()
    # Alembic reads options through ConfigParser, to which a % is special.
    config.set_main_option("script_location", str(paths.migrations()).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def upgrade_schema(engine: sa.Engine) -> None:
    """Run all migrations that a database lacks, in one transaction; an empty one gets them all.

    On SQLite foreign keys are off meanwhile: Alembic's batch mode copies tables and drops the old ones, and with
    foreign keys on that would delete rows of others. Raises ProjectError where rows point nowhere afterwards.
    """
    sqlite = engine.dialect.name == "sqlite"
    with engine.connect() as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        if sqlite:
            raw.execute("PRAGMA foreign_keys=OFF")  # ignored inside a transaction, so before it
        try:
            with connection.execution_options(writes=True).begin():
                if sqlite and connection.exec_driver_sql("PRAGMA application_id").scalar() != APPLICATION_ID:
                    connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
                command.upgrade(_config(connection), "head")
                if sqlite and (broken := connection.exec_driver_sql("PRAGMA foreign_key_check").first()):
                    raise ProjectError(f"the upgrade would leave a row of {broken[0]} that points nowhere")
        finally:
            if sqlite:
                raw.execute("PRAGMA foreign_keys=ON")


def head() -> str:
    """Return the newest revision among the migrations."""
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(paths.migrations()).replace("%", "%%"))
    revision = ScriptDirectory.from_config(config).get_current_head()
    assert revision is not None
    return revision
