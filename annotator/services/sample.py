"""The sample project: invented articles on one event, annotated by invented people who do not always agree."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

from annotator import paths
from annotator.core.errors import InputError
from annotator.core.ids import derived_id
from annotator.core.records import Annotator, Article, Entity, Layer, Link, Region, Relation, Span
from annotator.core.segments import Segment, Segments, canonical_key
from annotator.formats.interface import ReadOptions, Source, no_progress
from annotator.formats.text import READER
from annotator.services import projects
from annotator.store.intake import Intake
from annotator.store.project import Project

ANNOTATIONS = "annotations.toml"

Object: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sample:
    """The records of a sample project; the first annotator is the one who acts in it."""

    title: str
    annotators: tuple[Annotator, ...]
    entities: tuple[Entity, ...]
    articles: tuple[Article, ...]
    relations: tuple[Relation, ...]


def make_sample(path: Path, acting: Annotator | None = None) -> Project:
    """Make a fresh sample project in a new file, and open it for `acting`, else for the first of its own annotators.

    What it holds belongs to its founding: undo stops before it. Ids and times are the same in every copy, so that
    colleagues can merge what they added to theirs.

    Raises:
        ProjectError: The file cannot be made, or is there already; nothing is left behind.
        InputError: The bundled files do not fit together; nothing is left behind.
    """
    sample = read_sample(paths.resources() / "sample")
    project = projects.create(str(path), sample.annotators[0], sample.title)
    try:
        # A founding kind, as what makes the project is: with “import”, one undo too many would empty the sample.
        with project.write("new project") as writing:
            intake = Intake(writing)
            for annotator in sample.annotators[1:]:
                intake.annotator(annotator)
            for article in sample.articles:
                intake.article(article, article.order)
            for entity in sample.entities:
                intake.entity(entity)
            for relation in sample.relations:
                intake.relation(relation)
            intake.flush()
        if acting is not None:
            projects.join(project, acting)
    except BaseException:
        project.close()
        path.unlink(missing_ok=True)
        raise
    return project


def read_sample(folder: Path) -> Sample:
    """Read the articles of a folder and its `annotations.toml`, whose first lines say how spans are written there.

    Raises InputError, naming the article and the words, where words are not in their article, or stand there more than
    once and it is not said which are meant.
    """
    data = tomllib.loads((folder / ANNOTATIONS).read_text(encoding="utf-8"))
    annotators = {key: Annotator(_id("annotator", key), name) for key, name in data["annotators"].items()}
    author = next(iter(annotators.values())).id
    roles = {tag.id: tag.role for tag in projects.default_tags()}
    names: dict[tuple[str, str], str] = {}
    articles = []
    for order, raw in enumerate(data["articles"], start=1):
        draft = _Draft(_plain_article(folder / raw["file"]), data["made"], roles, names)
        layers = [
            Layer(annotators[key].id, status=status, spans=tuple(draft.spans(raw, key)))
            for key, status in raw["status"].items()
        ]
        article = replace(
            draft.article, order=order, byline=raw.get("byline", ""), publication=raw["publication"], language="en",
            published=raw["published"].isoformat(), regions=tuple(draft.regions(raw, author)), layers=tuple(layers),
        )  # fmt: skip
        articles.append(article)
    entities = [_entity(key, raw, author, data["made"]) for key, raw in data["entities"].items()]
    relations = [_relation(raw, names, annotators) for raw in data["relations"]]
    return Sample(data["title"], tuple(annotators.values()), tuple(entities), tuple(articles), tuple(relations))


def _id(*parts: str) -> str:
    return derived_id("sample", *parts)


def _plain_article(path: Path) -> Article:
    for record in READER.read(Source.of_path(path), ReadOptions(encoding="utf-8"), no_progress):
        if isinstance(record, Article):
            return replace(record, id=_id("article", path.name))
    raise InputError(path.name, "holds no article")


def _entity(key: str, raw: Object, by: str, made: datetime) -> Entity:
    article = raw.get("article")
    return Entity(
        id=_id("entity", key),
        name=raw["name"],
        kind=raw.get("kind", "person"),
        aliases=tuple(raw.get("aliases", ())),
        article=_id("article", article) if article else None,
        reason=raw.get("reason", ""),
        note=raw.get("note", ""),
        created=made,
        updated=made,
        by=by,
    )


def _relation(raw: Object, names: Mapping[tuple[str, str], str], annotators: Mapping[str, Annotator]) -> Relation:
    by, ends = raw["by"], (raw["from"], raw["to"])
    for name in ends:
        if (name, by) not in names:
            raise InputError(ANNOTATIONS, f"{annotators[by].name} has no span of the name “{name}”", "relations")
    source, target = (names[name, by] for name in ends)
    return Relation(_id("relation", raw["kind"], source, target), raw["kind"], source, target, annotators[by].id)


@dataclass(frozen=True, slots=True)
class _Draft:
    """An article whose spans are being placed; `names` gathers the ids of named spans by name and annotator."""

    article: Article
    made: datetime
    roles: Mapping[str, str]
    names: dict[tuple[str, str], str]

    def regions(self, raw: Object, by: str) -> Iterator[Region]:
        """Yield the article's regions."""
        for each in raw["regions"]:
            ((start, end),) = self._segments(each)
            yield Region(_id("region", self.article.id, str(start), str(end)), each["kind"], start, end, by)

    def spans(self, raw: Object, annotator: str) -> Iterator[Span]:
        """Yield the spans of one annotator."""
        for each in raw["spans"]:
            segments, authors = self._segments(each), each.get("by", raw["status"])
            if not set(authors) <= raw["status"].keys():
                raise self._wrong(each["words"], "is by somebody who has no status in the article")
            if annotator not in authors:
                continue
            key = _id("span", self.article.id, annotator, each["tag"], canonical_key(segments))
            if "name" in each:
                self.names[each["name"], annotator] = key
            yield Span(
                id=key,
                tag=each["tag"],
                segments=segments,
                links=tuple(self._link(link, key, each["tag"], segments) for link in each.get("links", ())),
                attributes=each.get("attributes", {}),
                note=each.get("note", ""),
                unsure=each.get("unsure", False),
                created=self.made,
                updated=self.made,
            )

    def _link(self, raw: Object, span: str, tag: str, near: Segments) -> Link:
        role = raw.get("role") or self.roles[tag]
        mention = self._nearest(raw["mention"], near) if "mention" in raw else None
        cue = self._nearest(raw["cue"], (mention,) if mention else near) if "cue" in raw else None
        return Link(_id("link", span, raw["entity"], role), _id("entity", raw["entity"]), role, mention, cue)

    def _segments(self, raw: Object) -> Segments:
        """Return where words stand; of several, each is the first after the one before."""
        first, *others = [raw["words"]] if isinstance(raw["words"], str) else raw["words"]
        found = self._places(first)
        occurrence = raw.get("occurrence")
        if occurrence is None and len(found) > 1:
            raise self._wrong(first, f"stands there {len(found)} times; an `occurrence` has to say which is meant")
        if occurrence is not None and not 1 <= occurrence <= len(found):
            raise self._wrong(first, f"stands there {len(found)} times; there is no occurrence {occurrence}")
        segments = [found[(occurrence or 1) - 1]]
        for words in others:
            later = [place for place in self._places(words) if place.start > segments[-1].end]
            if not later:
                raise self._wrong(words, "does not stand after the segment before it")
            segments.append(later[0])
        return tuple(segments)

    def _nearest(self, words: str, near: Segments) -> Segment:
        def distance(place: Segment) -> int:
            return min(max(start - place.end, place.start - end, 0) for start, end in near)

        return min(self._places(words), key=distance)

    def _places(self, words: str) -> list[Segment]:
        """Return where words stand, not as a part of other words."""
        found = re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", self.article.text)
        places = [Segment(*match.span()) for match in found]
        if not places:
            raise self._wrong(words, "does not stand in the text")
        return places

    def _wrong(self, words: str | list[str], reason: str) -> InputError:
        shown = words if isinstance(words, str) else " … ".join(words)
        return InputError(self.article.source.file, f"“{shown}” {reason}")
