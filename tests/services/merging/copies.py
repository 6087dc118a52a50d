"""Two copies of a project, people who work on them, and what is compared between them."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from annotator.core.errors import AnnotatorError
from annotator.core.merging import Preview
from annotator.core.records import Annotator, Article
from annotator.core.segments import Segment
from annotator.services import (
    annotate,
    articles,
    collections,
    exporting,
    history,
    importing,
    layers,
    linking,
    merging,
    metadata,
    projects,
    regions,
    scheme,
    suggesting,
)
from annotator.services.entities import editing
from annotator.services.entities import merging as entity_merging
from annotator.services.review import assigning, comments, deciding
from annotator.store.merging import rows
from annotator.store.project import Project
from annotator.store.tables import AUDITED
from tests.listed import entity_rows

MAYOR = "“We act,” said Mayor Ines Calloway. “We do not wait.” The plan 🏗 may cost forty million, critics say."
BRIDGE = "Bridge closed\n\n“It stays shut,” engineer Pia Holm said on Friday. “For a year.” Nobody asked the shops."
TAGS = ("quote", "claim", "hedge", "opinion")

Content = dict[tuple[str, str], dict[str, Any]]


def with_articles(project: Project, folder: Path) -> tuple[str, str]:
    """Import two articles, and return their ids."""
    folder.mkdir(exist_ok=True)
    for name, text in (("1 mayor.txt", MAYOR), ("2 bridge.txt", BRIDGE)):
        (folder / name).write_text(text, encoding="utf-8")
    importing.import_files(project, [folder / "1 mayor.txt", folder / "2 bridge.txt"])
    first, second = articles.article_ids(project)
    return first, second


def handed_over(project: Project, folder: Path, who: Annotator, name: str = "copy") -> Project:
    """Return a project of somebody else's, made from an export."""
    file = folder / f"{name}.start.json"
    exporting.export_file(project, file, "json")
    made = projects.create(str(folder / f"{name}.annotator"), who, name)
    importing.import_files(made, [file])
    return made


def handed(project: Project, file: Path) -> Path:
    """Write a project into a file as it is handed to a colleague, of the kind that its suffix names; return it."""
    if file.suffix == ".annotator":
        projects.save_copy(project, file)
    else:
        exporting.export_file(project, file, file.suffix.removeprefix("."))
    return file


def merged(project: Project, file: Path) -> Preview:
    """Merge a file without any choice; return what was shown before."""
    with merging.prepare(project, file) as merge:
        merging.apply(project, merge)
        return merge.preview


def content(project: Project) -> Content:
    """Return what merging compares of all rows, by table and id, but for what each copy has for itself."""
    found: Content = {}
    with project.read() as session:
        for table, columns in rows.CONTENT.items():
            for row in session.execute(sa.select(AUDITED[table])).mappings():
                left_out = {"extra", "origin"} | ({"key", "order"} if table == "tag" else set())
                found[table, row["id"]] = {column: row[column] for column in columns if column not in left_out}
    return found


def revisions(project: Project) -> int:
    """Return how many steps the history has."""
    return len(history.rows(project))


def whole(project: Project, article: str) -> Article:
    """Return an article with all layers."""
    return articles.whole_article(project, article)


def act(project: Project, choice: random.Random) -> None:
    """Do one thing at random, as the acting annotator could; what is refused is refused."""
    keys = articles.article_ids(project)
    if not keys:
        return
    article = choice.choice(keys)
    found = whole(project, article)
    own = [span.id for layer in found.layers if layer.annotator == project.me for span in layer.spans]
    every = [span for layer in found.layers for span in layer.spans]
    named = [row.entity for row in entity_rows(project)]
    start = choice.randrange(0, 80, 8)
    segment = (start, start + choice.choice([5, 13]))
    people = [one.id for one in projects.annotators(project)]
    tag = choice.choice(TAGS)

    def rename_entity() -> None:
        one = choice.choice(named)
        editing.edit(project, one, replace(one, name=f"{one.name} {choice.randrange(9)}"))

    def merge_entities() -> None:
        one, other = choice.sample(named, 2)
        entity_merging.merge(project, entity_merging.preview(project, [one.id], other.id))

    def remark() -> None:
        span = choice.choice(every)
        mine = [one for one in span.comments if one.by == project.me]
        if mine and choice.random() < 0.5:
            comments.delete(project, mine[0].id)
        else:
            comments.add(project, span.id, f"Sure? {choice.randrange(9)}")

    def edit_tag() -> None:
        one = choice.choice(projects.scheme(project))
        scheme.edit_tag(project, one, replace(one, name=f"{one.id} {choice.randrange(99)}"))

    verdict = choice.choice(["accepted", "rejected"])
    actions: list[Callable[[], object]] = [
        lambda: annotate.add_span(project, article, tag, [segment]),
        lambda: annotate.add_span(project, article, tag, [segment, (84, 90)]),
        lambda: annotate.retag(project, [choice.choice(own)], tag),
        lambda: annotate.set_segments(project, choice.choice(own), [segment]),
        lambda: annotate.delete_spans(project, [choice.choice(own)]),
        lambda: annotate.set_note(project, choice.choice(own), choice.choice(["", "see above", "“?” 🏗"])),
        lambda: annotate.set_attributes(project, choice.choice(own), {"form": choice.choice(["direct", None])}),
        lambda: linking.link_new(project, choice.choice(own), f"Person {choice.randrange(5)}"),
        lambda: linking.link(project, choice.choice(own), choice.choice(named).id, add=choice.random() < 0.3),
        lambda: linking.unlink(project, choice.choice(own)),
        rename_entity,
        merge_entities,
        remark,
        lambda: deciding.decide(project, **{verdict: [choice.choice(every)]}),
        edit_tag,
        lambda: scheme.add_tag(project, f"Tag {choice.randrange(3)}"),
        lambda: metadata.edit(project, article, {choice.choice(["title", "byline"]): f"By {choice.randrange(9)}"}),
        lambda: articles.set_unusable(project, [article], choice.random() < 0.5),
        lambda: layers.set_status(project, article, choice.choice(["done", "in progress"])),
        lambda: regions.add_region(project, article, "headline", *segment),
        lambda: regions.remove_regions(project, [choice.choice(found.regions).id]),
        lambda: suggesting.dismiss(project, article, tag, (Segment(*segment),)),
        lambda: collections.create(project, f"Batch {choice.randrange(3)}", [article]),
        lambda: assigning.assign(project, [article], [choice.choice(people)]),
        lambda: projects.rename(project, f"News {choice.randrange(9)}"),
        lambda: history.undo(project),
        lambda: history.redo(project),
    ]
    with contextlib.suppress(AnnotatorError, IndexError, ValueError):
        choice.choice(actions)()
