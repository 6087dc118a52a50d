"""brat: a text, and the annotations that stand in files of their own beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePath

from annotator.core.errors import InputError, Refused
from annotator.core.records import Article
from annotator.core.segments import Segment
from annotator.core.text import store_text
from annotator.formats.brat_files import annotator_of
from annotator.formats.brat_lines import Lines, parse
from annotator.formats.encodings import decode
from annotator.formats.files import open_source
from annotator.formats.foreign import ForeignArticle, ForeignLayer, ForeignSpan
from annotator.formats.foreign.apply import apply
from annotator.formats.interface import Failure, Progress, ReadOptions, Record, Source, Warn
from annotator.formats.label_map import guess, labels_of
from annotator.formats.offsets import FileOffsets
from annotator.formats.text import LARGEST
from annotator.formats.text import READER as TEXT

_LINE = re.compile(rb"\A(?:\xef\xbb\xbf)?T\d+\t\S+ \d+ \d+[;\t]")
_SURE = 0.4
_NOBODY = "brat"


class BratReader:
    """Reads a text with its companions as one article with a layer for each annotator."""

    name = "brat"
    title = "brat (a text with .ann files beside it)"
    suffixes: tuple[str, ...] = (".ann",)

    def sniff(self, head: bytes) -> float:
        """Return something for a file of annotations: less than for a text that has such lines by its suffix."""
        return _SURE if _LINE.match(head) else 0.0

    def read(self, source: Source, options: ReadOptions, progress: Progress) -> Iterator[Record]:
        """Yield what is wrong with single lines and annotations, and the article with all that belongs to it.

        A text without annotations is read as plain text. Raises InputError for annotations without their text and for a
        text that cannot be read, Refused where labels are to become what they cannot.
        """
        if PurePath(source.name).suffix.casefold() in self.suffixes:
            raise InputError(source.name, "annotations alone are no article; their text (.txt) is not beside them")
        raw = ""
        for record in TEXT.read(source, options, progress):
            if not isinstance(record, Article):
                yield record
                continue
            article = replace(record, source=replace(record.source, format=self.name))
            raw = decode(_bytes(source), source.name, options.encoding).text
        if not source.companions:
            yield Warn(source.name, "there are no annotations (.ann) beside it; it was read as plain text")
        offsets = _Offsets(raw)
        layers = []
        for companion in source.companions:
            try:
                notes = decode(_bytes(companion), companion.name)
            except InputError as error:
                yield Failure(error)
                continue
            if notes.guessed:
                yield Warn(companion.name, f"read as {notes.encoding}, which is a guess", companion.name)
            lines = parse(notes.text, companion.name)
            yield from (Failure(error) for error in lines.broken)
            said = companion.annotator or annotator_of(source.name, companion.name)
            name = said or options.annotator or _NOBODY
            layers.append(ForeignLayer(name, companion.name, offsets.placed(lines), tuple(lines.relations.values())))
        foreign = ForeignArticle(article, tuple(layers))
        try:
            labels = guess(labels_of([foreign])).changed(options.labels)
        except Refused as error:
            raise InputError(source.name, str(error).removesuffix(".")) from error
        yield from apply(foreign, labels)


class _Offsets:
    """Places the annotations of a text, whatever its line ends and byte-order mark were to who wrote them.

    brat counts the characters that stand in the file. Other tools count those of the text that they made of it; which
    it was shows in the text that each annotation repeats.
    """

    def __init__(self, raw: str) -> None:
        self._raw, self._stored = raw, store_text(raw).text
        unmarked, stored = raw.removeprefix("\ufeff"), self._stored
        self._counted = [FileOffsets(text) for text in dict.fromkeys((raw, unmarked, stored))]

    def placed(self, lines: Lines) -> tuple[ForeignSpan, ...]:
        """Return the spans of a file with ranges in the stored text, those that a line end alone divides in one."""
        readings = [[self._ranges(span, offsets) for span in lines.spans.values()] for offsets in self._counted]
        best = max(readings, key=lambda reading: self._agreement(lines, reading))
        return tuple(replace(span, ranges=ranges) for span, ranges in zip(lines.spans.values(), best, strict=True))

    def _ranges(self, span: ForeignSpan, offsets: FileOffsets) -> tuple[Segment, ...]:
        """Return ranges in the stored text; those beyond the file's end stay beyond the text's."""
        ranges: list[Segment] = []
        for start, end in span.ranges:
            place = Segment(offsets.stored(start), offsets.stored(end))
            # brat cannot hold a line end within a part, and divides what reaches over one.
            if ranges and self._is_line_end(ranges[-1].end, place.start):
                place = Segment(ranges.pop().start, place.end)
            ranges.append(place)
        return tuple(ranges)

    def _is_line_end(self, start: int, end: int) -> bool:
        between = self._stored[start:end]
        return len(between) == end - start > 0 and not between.strip("\n")

    def _agreement(self, lines: Lines, reading: list[tuple[Segment, ...]]) -> int:
        return sum(
            span.text is not None
            and _squeezed("".join(self._stored[slice(*one)] for one in ranges)) == _squeezed(span.text)
            for span, ranges in zip(lines.spans.values(), reading, strict=True)
        )


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _bytes(source: Source) -> bytes:
    """Return what is in a file. Raises InputError where it is larger than a text may be."""
    with open_source(source) as stream:
        data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise InputError(source.name, f"is larger than {LARGEST >> 20} MB, too large for one article")
    return data


READER = BratReader()
