"""The schema and its migrations, on both databases; kept projects of every released schema; upgrades."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from annotator import paths
from annotator.core.errors import AnnotatorError, ProjectError
from annotator.core.ids import new_id
from annotator.core.project_names import is_url
from annotator.core.records import Annotator, ProjectInfo
from annotator.core.search import SearchQuery
from annotator.services import annotate, articles, checking, history, importing, merging, projects, searching
from annotator.store import opening, sqlite_file, upgrade
from annotator.store.engine import make_engine
from annotator.store.project import Project
from annotator.store.tables import Base
from tests.listed import entity_rows
from tests.postgres import Server
from tests.store.files import contents, is_one_sentence
from tests.store.kept.keeping import ADA, FOLDER, TEXT, restore


@pytest.fixture
def engine(project: Project) -> Iterator[sa.Engine]:
    """A second engine on the project's database."""
    made = make_engine(project.name)
    yield made
    made.dispose()


def is_of_the_models(name: str | None) -> bool:
    """Whether a table is one that both databases have alike: that of the search index's words is not."""
    return name is not None and not name.startswith("search_words")


def tables(engine: sa.Engine) -> set[str]:
    with engine.connect() as connection:
        found = set(sa.inspect(connection).get_table_names()) - {"alembic_version", "sqlite_sequence"}
    return set(filter(is_of_the_models, found))


def drift(engine: sa.Engine) -> list[object]:
    """How the schema of a database differs from what the models say."""
    options = {
        "compare_type": True,
        "compare_server_default": True,
        "include_name": lambda name, kind, _parents: kind != "table" or is_of_the_models(name),
    }
    with engine.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection, opts=options), Base.metadata))


def test_the_constant_is_the_newest_migration() -> None:
    assert upgrade.head() == sqlite_file.SCHEMA
    assert sqlite_file.SCHEMA not in sqlite_file.EARLIER


def test_the_migrations_make_exactly_what_the_models_say(engine: sa.Engine) -> None:
    assert drift(engine) == []
    assert tables(engine) == set(Base.metadata.tables)


def test_foreign_keys_never_cascade_and_are_checked_at_the_commit(engine: sa.Engine) -> None:
    with engine.connect() as connection:
        inspector = sa.inspect(connection)
        found = [
            (table, key["constrained_columns"], key["options"])
            for table in inspector.get_table_names()
            for key in inspector.get_foreign_keys(table)
            if table not in ("revision", "change")
        ]
    assert len(found) > 20
    for table, columns, options in found:
        assert options == {"deferrable": True, "initially": "DEFERRED"}, (table, columns)


def test_down_and_up_again_gives_the_same_schema(engine: sa.Engine) -> None:
    with engine.connect().execution_options(writes=True) as connection:
        with connection.begin():
            command.downgrade(upgrade._config(connection), "base")
        assert tables(engine) == set()
    upgrade.upgrade_schema(engine)
    assert drift(engine) == []


def test_an_upgrade_without_anything_to_do_changes_nothing(closed: Path) -> None:
    before = contents(closed.parent)
    engine = make_engine(str(closed))
    upgrade.upgrade_schema(engine)
    engine.dispose()
    assert contents(closed.parent) == before


def test_every_released_schema_is_kept() -> None:
    assert {path.stem for path in FOLDER.glob("*.sql")} == {*sqlite_file.EARLIER, sqlite_file.SCHEMA}


@pytest.mark.parametrize("revision", [*sqlite_file.EARLIER, sqlite_file.SCHEMA])
def test_a_kept_project_opens_and_all_of_its_history_can_be_undone(tmp_path: Path, revision: str) -> None:
    path = tmp_path / "kept.annotator"
    restore(revision, path)
    project = projects.open_project(str(path), ADA)
    assert checking.check(project) == []
    assert projects.info(project).title == "Kept"
    (key,) = articles.article_ids(project)
    article = articles.own_article(project, key)
    assert article.text == TEXT
    (layer,) = article.layers
    assert layer.status == "done"
    assert [(span.tag, tuple(span.segments), dict(span.attributes), span.note) for span in layer.spans] == [
        ("quote", ((0, 9), (36, 53)), {}, ""),
        ("claim", ((54, 87),), {"certainty": "possible"}, "ask the council"),
    ]
    assert searching.count(project, SearchQuery("“forty million” mayor")) == (2, 1)
    assert {row.entity.name: row.spans for row in entity_rows(project)} == {"Ines Calloway": 1, "a clerk": 1}
    steps = 0
    while history.can_undo(project):
        history.undo(project)
        steps += 1
    assert steps > 10
    assert articles.article_ids(project) == []
    assert searching.count(project, SearchQuery("council*")) == (0, 0)
    while history.can_redo(project):
        history.redo(project)
    assert articles.article_ids(project) == [key]
    assert searching.count(project, SearchQuery("“forty million” mayor")) == (2, 1)
    assert checking.check(project) == []
    project.close()


STEP = '''
"""A step that the tests add."""
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "{later}", "{earlier}", None, None


def upgrade() -> None:
    with op.batch_alter_table("article") as batch:
        batch.add_column(sa.Column("mood", sa.String(), nullable=False, server_default="calm"))
    {more}
'''

LATER = f"{int(sqlite_file.SCHEMA) + 1:04}"


@pytest.fixture
def next_schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let there be one more migration, which also does what the test says."""

    def add(more: str) -> None:
        folder = tmp_path / "100% migrations"
        (folder / "versions").mkdir(parents=True)
        source = paths.migrations()
        for path in (source / "env.py", *(source / "versions").glob("*.py")):
            (folder / path.relative_to(source)).write_bytes(path.read_bytes())
        step = STEP.format(later=LATER, earlier=sqlite_file.SCHEMA, more=more)
        (folder / "versions" / f"{LATER}_mood.py").write_text(step, encoding="utf-8")
        monkeypatch.setattr(paths, "migrations", lambda: folder)
        monkeypatch.setattr(sqlite_file, "EARLIER", (*sqlite_file.EARLIER, sqlite_file.SCHEMA))
        monkeypatch.setattr(sqlite_file, "SCHEMA", LATER)

    return add


def moods(path: Path) -> list[str]:
    engine = make_engine(str(path))
    with engine.connect() as connection:
        found = list(connection.scalars(sa.text("SELECT mood FROM article")))
    engine.dispose()
    return found


def test_an_older_project_is_backed_up_and_upgraded_and_keeps_its_rows(
    closed: Path, ada: Annotator, next_schema: Callable[[str], None]
) -> None:
    next_schema("")
    with pytest.raises(ProjectError, match="opened for writing once"):
        projects.open_project(str(closed), read_only=True)
    project = projects.open_project(str(closed), ada)
    (key,) = articles.article_ids(project)
    assert len(articles.own_article(project, key).layers[0].spans) == 1
    assert checking.check(project) == []
    project.close()
    assert sqlite_file.identify(closed) == LATER
    assert moods(closed) == ["calm"]
    backup, here = sorted(closed.parent.iterdir(), key=lambda path: path == closed)
    assert here == closed
    assert backup.name.startswith("news.before-upgrade-")
    assert sqlite_file.identify(backup) == sqlite_file.EARLIER[-1]


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ("op.execute('INSERT INTO nowhere VALUES (1)')", "cannot be upgraded"),
        ("op.execute('DELETE FROM article')", "points nowhere"),
    ],
)
def test_an_upgrade_that_fails_leaves_the_project_as_it_was(
    closed: Path, ada: Annotator, next_schema: Callable[[str], None], more: str, reason: str
) -> None:
    before = contents(closed.parent)
    next_schema(more)
    with pytest.raises(ProjectError, match=reason) as caught:
        projects.open_project(str(closed), ada)
    assert is_one_sentence(str(caught.value), str(closed))
    after = contents(closed.parent)
    assert {name: after[name] for name in before} == before
    assert [name for name in after if name not in before and "before-upgrade" not in name] == []


def test_a_project_on_a_server_is_never_upgraded_by_opening_it(
    project: Project, ada: Annotator, next_schema: Callable[[str], None]
) -> None:
    next_schema("")
    if project.engine.dialect.name == "sqlite":
        projects.open_project(project.name, ada).close()
        assert sqlite_file.identify(Path(project.name)) == LATER
    else:
        with pytest.raises(ProjectError, match="annotator upgrade"):
            projects.open_project(project.name, ada)


@pytest.mark.parametrize("revision", sqlite_file.EARLIER)
def test_an_older_project_on_a_server_is_upgraded_when_it_is_asked_for(
    postgres_server: Server, ada: Annotator, write_text: Callable[[str, str], Path], revision: str
) -> None:
    name = postgres_server.new_database()
    project = projects.create(name, ada, "News")
    importing.import_files(project, [write_text("mayor.txt", TEXT)])
    (key,) = articles.article_ids(project)
    annotate.add_span(project, key, "quote", [(0, 9)])
    with project.engine.connect() as connection, connection.begin():
        command.downgrade(upgrade._config(connection), revision)
    project.close()
    with pytest.raises(ProjectError, match="annotator upgrade") as caught:
        projects.open_project(name, ada)
    assert "\n" not in str(caught.value)
    with closing(projects.open_project(name, read_only=True)) as seen:
        assert searching.count(seen, SearchQuery("mayor")) == (1, 1)
        assert checking.check(seen) == []
    assert projects.upgrade(name) == (True, None)
    assert projects.upgrade(name) == (False, None)
    with closing(projects.open_project(name, ada)) as project:
        assert drift(project.engine) == []
        assert searching.count(project, SearchQuery("mayor")) == (1, 1)
        while history.can_undo(project):
            history.undo(project)
        assert articles.article_ids(project) == []


def test_a_file_is_upgraded_when_it_is_asked_for(
    closed: Path, ada: Annotator, next_schema: Callable[[str], None]
) -> None:
    assert projects.upgrade(str(closed)) == (False, None)
    next_schema("")
    needed, backup = projects.upgrade(str(closed))
    assert needed
    assert backup is not None
    assert sqlite_file.identify(backup) == sqlite_file.EARLIER[-1]
    assert sqlite_file.identify(closed) == LATER
    assert projects.upgrade(str(closed)) == (False, None)


def test_an_older_file_is_merged_as_it_is(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "kept.annotator"
    restore("0001", path)
    before = path.read_bytes()
    with merging.prepare(project, path) as merge:
        merging.apply(project, merge)
    (key,) = articles.article_ids(project)
    assert [len(layer.spans) for layer in articles.whole_article(project, key).layers] == [2]
    assert searching.count(project, SearchQuery("“forty million” mayor")) == (2, 1)
    assert path.read_bytes() == before


def test_a_project_that_cannot_be_made_leaves_nothing_behind(project_name: str, ada: Annotator) -> None:
    tags = projects.default_tags()
    with pytest.raises(AnnotatorError):
        opening.create(project_name, ProjectInfo(new_id(), "News"), [*tags, tags[0]], ada)
    if is_url(project_name):
        engine = make_engine(project_name)
        assert sa.inspect(engine).get_table_names() == []
        engine.dispose()
    else:
        assert list(Path(project_name).parent.glob("*.annotator*")) == []
    projects.create(project_name, ada, "News").close()
