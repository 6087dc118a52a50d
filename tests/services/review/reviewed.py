"""An article that Ada and Bo have annotated, for the tests of reviewing."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from annotator.core.ids import new_id
from annotator.core.records import Annotator, Article, Layer, Span
from annotator.core.segments import Segment
from annotator.services import annotate, articles, linking, projects
from annotator.services.review.queue import FINAL, Item, Review, review
from annotator.store.intake import Intake
from annotator.store.project import Project

TEXT = (
    "“The bridge stays closed,” said Mayor Ines Calloway. Repairs may cost forty million crowns, the council fears.\n"
    "“A shame,” wrote the Harbour Post. The ferry runs every hour, and it is free of charge.\n"
)


def place(words: str) -> Segment:
    start = TEXT.index(words)
    return Segment(start, start + len(words))


def add_article(project: Project, title: str, text: str = TEXT) -> str:
    key = new_id()
    with project.write("import") as writing:
        intake = Intake(writing)
        intake.article(Article(key, text, title=title), order=len(articles.article_ids(project)) + 1)
        intake.flush()
    return key


@contextlib.contextmanager
def acting(project: Project, annotator: Annotator) -> Iterator[None]:
    """Let somebody else act for a while."""
    before = project.acting
    projects.join(project, annotator)
    yield
    project.acting = before


@dataclass(frozen=True)
class Scene:
    """Ada reviews: she and Bo agree on the quote, differ in a claim's end and in the tag of “may”; one is Bo's."""

    project: Project
    ada: Annotator
    bo: Annotator
    article: str

    def spans(self, annotator: Annotator | None) -> list[Span]:
        """The spans of a layer (None: the final one), in the text's order."""
        return list(self.layer(annotator).spans)

    def layer(self, annotator: Annotator | None) -> Layer:
        key = annotator.id if annotator else None
        found = articles.whole_article(self.project, self.article).layers
        return next((one for one in found if one.annotator == key), Layer(key, status="new"))

    def span(self, annotator: Annotator | None, tag: str) -> Span:
        return next(span for span in self.spans(annotator) if span.tag == tag)

    def review(self, *layers: str) -> Review:
        return review(self.project, self.article, layers or (self.ada.id, self.bo.id))

    def item(self, words: str) -> Item:
        start = place(words).start
        return next(item for item in self.review().items if item.start == start)

    def final(self) -> list[tuple[str, str]]:
        """Tag and words of each span of the final layer."""
        return [(span.tag, TEXT[span.start : span.end]) for span in self.spans(None)]

    def final_review(self) -> Review:
        return self.review(FINAL, self.bo.id)


def make_scene(project: Project, ada: Annotator, bo: Annotator) -> Scene:
    article = add_article(project, "The bridge")
    for one, claim, may in ((ada, "forty million", "opinion"), (bo, "forty million crowns", "hedge")):
        with acting(project, one):
            quote = annotate.add_span(project, article, "quote", [place("“The bridge stays closed,”")])
            linking.link_new(project, quote, "Ines Calloway", mention=place("Mayor Ines Calloway"), cue=place("said"))
            annotate.add_span(project, article, "claim", [place(claim)])
            annotate.add_span(project, article, may, [place("may")])
    with acting(project, bo):
        opinion = annotate.add_span(project, article, "opinion", [place("“A shame,”")])
        annotate.set_note(project, opinion, "of the paper, not of a person")
        annotate.set_attributes(project, opinion, {"polarity": "negative"})
    return Scene(project, ada, bo, article)
