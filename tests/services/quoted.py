"""Two articles in which the same people speak under several names, annotated by two people."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from annotator.core.records import Annotator, EntityKind
from annotator.services import annotate, articles, importing, linking, people
from annotator.store.project import Project

COUNCIL = """Council votes on the ferry

“The pier is safe,” Mayor Orla Venn said. “It will stay open.”
Venn may ask for a second survey. A clerk called the plan “a gamble”.
"""
HARBOUR = """Harbour master resigns

“I have had enough,” said Tomas Venn, the harbour master.
The mayor, O. Venn, wished him well, and Calder sent its thanks.
"""


@dataclass(frozen=True, slots=True)
class Quoted:
    """The ids of what was made: `articles` in order, entities and spans by name."""

    articles: tuple[str, str]
    entities: dict[str, str]
    spans: dict[str, str]


def make_quoted(project: Project, folder: Path, other: Annotator | None = None) -> Quoted:
    """Import and annotate the articles as whoever acts; the last span is the `other` annotator's, if there is one."""
    for name, text in (("council", COUNCIL), ("harbour", HARBOUR)):
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    importing.import_files(project, [folder / "council.txt", folder / "harbour.txt"])
    council, harbour = articles.article_ids(project)
    texts = {council: COUNCIL, harbour: HARBOUR}
    made: list[tuple[str, EntityKind, str | None]] = [
        ("Orla Venn", "person", None), ("Mayor Venn", "person", None), ("O. Venn", "person", None),
        ("Tomas Venn", "person", None), ("Calder", "place", None), ("a clerk", "anonymous", council),
    ]  # fmt: skip
    entities = {
        name: linking.create_entity(project, name, kind, article=article, reason="asked for it" if article else "")
        for name, kind, article in made
    }
    spans: dict[str, str] = {}

    def mark(name: str, article: str, tag: str, words: str, entity: str) -> None:
        start = texts[article].index(words)
        spans[name] = annotate.add_span(project, article, tag, [(start, start + len(words))])
        linking.link(project, spans[name], entities[entity])

    mark("pier", council, "quote", "“The pier is safe,”", "Orla Venn")
    mark("survey", council, "claim", "Venn may ask for a second survey.", "Mayor Venn")
    mark("hedge", council, "hedge", "may", "Mayor Venn")
    mark("gamble", council, "opinion", "“a gamble”", "a clerk")
    mark("enough", harbour, "quote", "“I have had enough,”", "Tomas Venn")
    mark("well", harbour, "claim", "wished him well", "O. Venn")
    if other is not None:
        me = project.acting
        people.switch(project, other.id)
        mark("theirs", council, "quote", "“The pier is safe,”", "Mayor Venn")
        project.acting = me
    return Quoted((council, harbour), entities, spans)
