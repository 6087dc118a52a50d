"""JSON and JSON Lines, whatever they hold: annotated JSON where they say so, else any objects with texts."""

from __future__ import annotations

from collections.abc import Iterator

from annotator.core.errors import InputError
from annotator.formats import annotated_json, foreign_json
from annotator.formats.encodings import marked
from annotator.formats.files import open_source
from annotator.formats.interface import Progress, ReadOptions, Record, Source

_HEAD = 1 << 16
_OURS = 0.5


class JsonReader:
    """Reads JSON that is one value: annotated JSON, or objects with texts, in a list or in an object."""

    name = "json"
    title = "JSON: annotated, or any with texts"
    suffixes: tuple[str, ...] = annotated_json.JSON_READER.suffixes

    def sniff(self, head: bytes) -> float:
        """Return how sure it is: certain of annotated JSON, rather of any other that is laid out as one value."""
        if not foreign_json.opens(head):
            return 0.0
        return annotated_json.JSON_READER.sniff(head) if _is_ours(head) else foreign_json.sniff(head, lines=False)

    def read(self, source: Source, options: ReadOptions, progress: Progress) -> Iterator[Record]:
        """Yield what the reader of annotated JSON yields, or the articles of foreign JSON. Raises InputError."""
        if _is_ours(_head(source)):
            return annotated_json.JSON_READER.read(source, options, progress)
        return foreign_json.read_whole(source, options, progress)


class JsonLinesReader:
    """Reads JSON Lines: annotated ones with their header, or an object with a text on each line."""

    name = "jsonl"
    title = "JSON Lines: annotated, or any with texts"
    suffixes: tuple[str, ...] = annotated_json.JSONL_READER.suffixes

    def sniff(self, head: bytes) -> float:
        """Return how sure it is: certain of our header, rather of any other objects in lines."""
        if not foreign_json.opens(head):
            return 0.0
        return annotated_json.JSONL_READER.sniff(head) if _is_ours(head) else foreign_json.sniff(head, lines=True)

    def read(self, source: Source, options: ReadOptions, progress: Progress) -> Iterator[Record]:
        """Yield what the reader of annotated lines yields, or the articles of foreign ones. Raises InputError."""
        if _is_ours(_head(source)):
            return annotated_json.JSONL_READER.read(source, options, progress)
        return foreign_json.read_lines(source, options, progress)


def _head(source: Source) -> bytes:
    """Return an input's first bytes. Raises InputError where they are in an encoding that JSON may not have."""
    with open_source(source) as stream:
        head = stream.read(_HEAD)
    encoding = marked(head) or "utf-8"
    if encoding != "utf-8":
        raise InputError(source.name, f"is in {encoding}, and JSON has to be in utf-8; save it so")
    return head


def _is_ours(head: bytes) -> bool:
    """Tell whether the format that an input names in its beginning is ours, in whichever of the two layouts."""
    return max(annotated_json.JSON_READER.sniff(head), annotated_json.JSONL_READER.sniff(head)) > _OURS


JSON_READER = JsonReader()
JSONL_READER = JsonLinesReader()
