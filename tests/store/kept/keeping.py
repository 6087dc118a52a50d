"""Projects of released schemas, kept as SQL: `python -m tests.store.kept.keeping` adds that of the present one.

A kept project is never made anew: it stands for the files that people have.
"""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from annotator.core.records import Annotator
from annotator.core.segments import Segment
from annotator.services import annotate, articles, history, importing, layers, linking, projects
from annotator.store import sqlite_file
from annotator.store.search import index

FOLDER = Path(__file__).parent
ADA = Annotator("0192f000-0000-7000-8000-00000000ada1", "Ada Ferris")
TEXT = "“We act,” said Mayor Ines Calloway. “We do not wait.”\nThe plan 🏗 may cost forty million, a clerk said.\n"


def restore(revision: str, path: Path) -> None:
    """Make the project file that was kept of a schema."""
    script = (FOLDER / f"{revision}.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
        connection.execute(f"PRAGMA application_id={sqlite_file.APPLICATION_ID}")


def make(folder: Path) -> Path:
    """Make a project that has something of everything."""
    path = folder / "kept.annotator"
    (folder / "mayor.txt").write_text(TEXT, encoding="utf-8")
    (folder / "other.txt").write_text("Nobody said a word.\n", encoding="utf-8")
    project = projects.create(str(path), ADA, "Kept")
    importing.import_files(project, [folder / "mayor.txt", folder / "other.txt"])
    first, second = articles.article_ids(project)
    quote = annotate.add_span(project, first, "quote", [(0, 9), (36, 53)])
    mayor = linking.link_new(project, quote, "Ines Calloway", mention=Segment(15, 34), cue=Segment(10, 14))
    claim = annotate.add_span(project, first, "claim", [(54, 87)])
    annotate.set_attributes(project, claim, {"certainty": "possible"})
    linking.link_new(project, claim, "a clerk", "anonymous", article=first, reason="not allowed to speak")
    annotate.set_note(project, claim, "ask the council")
    annotate.set_unsure(project, claim, True)
    hedge = annotate.add_span(project, first, "hedge", [(65, 68)])
    linking.link(project, hedge, mayor)
    annotate.delete_spans(project, [hedge])
    annotate.retag(project, [quote], "opinion")
    history.undo(project)
    layers.set_status(project, first, "done")
    articles.remove(project, [second])
    # What FTS5 keeps is no SQL that every SQLite reads again; the index is made anew of the texts.
    index.forget(project)
    project.close()
    return path


def keep() -> Path:
    """Write the present schema's project into this folder. Raises FileExistsError where it is kept already."""
    target = FOLDER / f"{sqlite_file.SCHEMA}.sql"
    with tempfile.TemporaryDirectory() as folder, closing(sqlite3.connect(make(Path(folder)))) as connection:
        script = "\n".join(connection.iterdump())
    with target.open("x", encoding="utf-8") as file:
        file.write(script + "\n")
    return target


if __name__ == "__main__":
    keep()
