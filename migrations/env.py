"""Run the migrations on the connection that `annotator.store.upgrade` hands over, inside its transaction."""

from alembic import context

from annotator.store.tables import Base

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=Base.metadata,
    render_as_batch=connection.dialect.name == "sqlite",
    transactional_ddl=False,
    compare_type=True,
)
context.run_migrations()
