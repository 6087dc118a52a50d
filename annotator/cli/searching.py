"""`annotator search`: lines of all articles, for people as a concordance, and for scripts as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace

import click

from annotator.cli.entities import entity_named
from annotator.cli.opening import open_for_reading
from annotator.cli.options import json_option
from annotator.cli.output import print_json, print_line, print_table
from annotator.core.errors import Refused
from annotator.core.search import Line, SearchQuery
from annotator.core.text import snippet
from annotator.services import people, projects, searching
from annotator.services.projects import Project

_SHOWN = 40
"""Characters of a text at each side, in the table; JSON has more."""


@click.command()
@click.argument("project")
@click.argument("words", nargs=-1, required=True)
@click.option("--tag", metavar="TAG", help="Only what lies in a span with this tag (id or name).")
@click.option("--entity", metavar="NAME", help="Only what lies in a span that is linked to this entity (name or id).")
@click.option("--annotator", metavar="NAME", help="Only what lies in a span of this annotator.")
@click.option("--publication", metavar="NAME", help="Only in articles of this publication.")
@click.option("--since", metavar="DATE", default="", help="Only in articles published then or later: 2024, 2024-03 ….")
@click.option("--until", metavar="DATE", default="", help="Only in articles published then or before.")
@click.option("--limit", type=click.IntRange(min=1), default=200, show_default=True, help="Lines that are shown.")
@json_option
def search(
    project: str,
    words: tuple[str, ...],
    tag: str | None,
    entity: str | None,
    annotator: str | None,
    publication: str | None,
    since: str,
    until: str,
    limit: int,
    as_json: bool,
) -> None:
    """Find words and phrases in all articles.

    WORDS all stand in an article that is found: words, "a phrase" in marks (mind the shell: '"a phrase"'), begin* of
    words, and after -- also -word for what must not be there. Case, accents and the shapes of marks and dashes do not
    matter.
    """
    query = SearchQuery(" ".join(words), publication=publication, since=since, until=until)
    with open_for_reading(project) as opened:
        query = replace(
            query,
            tag=tag and _tag(opened, tag),
            entity=entity and entity_named(opened, entity),
            annotator=annotator and _annotator(opened, annotator),
        )
        page = searching.search(opened, query, most=limit)
    if as_json:
        print_json({"lines": [asdict(line) for line in page.lines], "more": page.more is not None})
        return
    print_table(("order", "article", "before", "words", "after"), map(_cells, page.lines), "Nothing was found.")
    if page.more is not None:
        print_line(f"There is more; --limit shows more than {limit:,} lines.")


def _cells(line: Line) -> tuple[object, ...]:
    before = line.before if len(line.before) <= _SHOWN else line.before[-_SHOWN:].partition(" ")[2]
    after = line.after if len(line.after) <= _SHOWN else line.after[:_SHOWN].rpartition(" ")[0]
    return line.order, snippet(line.title, 30), before.rjust(_SHOWN), line.words, after


def _tag(project: Project, wanted: str) -> str:
    tags = projects.scheme(project)
    for one in tags:
        if wanted == one.id or wanted.casefold() == one.name.casefold():
            return one.id
    raise Refused(f"There is no tag “{wanted}”; there are {', '.join(one.name for one in tags)}.")


def _annotator(project: Project, wanted: str) -> str:
    found = people.named(project, wanted)
    if found is None:
        names: Iterator[str] = (one.name for one in projects.annotators(project))
        raise Refused(f"There is no annotator “{wanted}”; there are {', '.join(sorted(names))}.")
    return found.id
