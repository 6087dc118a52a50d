"""What is searched, and ways to search it as a person would."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from annotator.services import articles
from annotator.ui.search.model import ARTICLE, CONTEXT, TAGS
from annotator.ui.search.view import SearchView
from tests.ui.driving import Driver

TEXTS = {
    "ferry": "Ferry late again\n\n“The ferry is late again,” Ilse Marrow said. Nobody knows when the ferry comes.\n",
    "strike": "Crews on strike\n\nThe ferry stands still, and <b>no bus</b> goes to the pier. “No ferry, no work.”\n",
    "market": "Market day\n\nFish was sold out at noon. A café kept its doors open 🐟 for the fishers.\n",
    "hebrew": "המעבורת\n\nהמעבורת ferry איחרה הבוקר, אמרה אילזה.\n",
    "long": "Notes on a pier\n\n" + "\n\n".join(f"Note {number}: a gull sat on the pier." for number in range(230)),
}

EMPTY = "There is nothing to look for: type a word or a “phrase”."


def look_for(search: SearchView, person: Driver, qtbot: QtBot, words: str) -> None:
    """Write words into the field in place of those before, press Enter, and wait for the answer."""
    search.bar.field.setFocus()
    search.bar.field.setText(words)
    person.press("Return")
    answered(search, qtbot)


def answered(search: SearchView, qtbot: QtBot) -> None:
    """Wait until nothing is awaited any more."""
    QApplication.processEvents()
    qtbot.waitUntil(lambda: not search.results.asking.is_busy)


def hits(search: SearchView) -> list[str]:
    """Return the words of the hits that are listed."""
    return [line.words for line in search.list.hits.lines]


def cell(search: SearchView, row: int, column: int) -> str:
    return str(search.list.hits.index(row, column).data())


def contexts(search: SearchView) -> list[str]:
    return [cell(search, row, CONTEXT) for row in range(search.list.hits.rowCount())]


def titles(search: SearchView) -> list[str]:
    return [cell(search, row, ARTICLE) for row in range(search.list.hits.rowCount())]


def letters(search: SearchView) -> list[str]:
    return [cell(search, row, TAGS) for row in range(search.list.hits.rowCount())]


def told(search: SearchView) -> str:
    return search.results.told.text()


def tagged(person: Driver, tag: str) -> list[str]:
    """Return the words of the acting annotator's spans with a tag, in all articles."""
    project = person.page.project.project
    found = []
    for key in articles.article_ids(project):
        article = articles.own_article(project, key)
        spans = (span for layer in article.layers for span in layer.spans if span.tag == tag)
        found += [" … ".join(article.text[start:end] for start, end in span.segments) for span in spans]
    return found
