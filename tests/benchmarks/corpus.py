"""What is measured on: texts of invented words, spans all over them, and projects of any size, the same each time."""

from __future__ import annotations

import hashlib
import json
import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

from annotator.core.ids import derived_id
from annotator.core.records import Annotator
from annotator.core.segments import Segment, Segments, canonical_key
from annotator.services import projects

ADA = Annotator("00000000-0000-7000-8000-0000000000ad", "Ada Ferris")
"""Who annotates in all projects here."""

_SYLLABLES = ("ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sta", "tre", "vin", "wol", "zek", "é", "ö")
_MOMENT = "2024-03-01 09:30:00.000000"
_TAGS = ("quote", "claim", "hedge", "opinion")
_ROWS = 20_000


def invented_text(length: int, seed: int = 7) -> str:
    """Return `length` characters of paragraphs of invented words, the same for the same seed."""
    chance = random.Random(seed)
    words = ["".join(chance.choices(_SYLLABLES, k=chance.randint(1, 4))) for _ in range(900)]
    paragraphs: list[str] = []
    size = 0
    while size < length:
        sentences = (" ".join(chance.choices(words, k=chance.randint(8, 22))).capitalize() for _ in range(5))
        paragraphs.append(". ".join(sentences) + ".")
        size += len(paragraphs[-1]) + 2
    return "\n\n".join(paragraphs)[:length]


def spread_segments(length: int, count: int) -> Iterator[Segments]:
    """Yield the segments of spans all over a text: every tenth reaches over its neighbour, every seventh has two."""
    step = length // count
    size = min(60, int(step * 0.8))
    for number in range(count):
        start = number * step
        end = min(length, start + (step + size // 2 if number % 10 == 0 else size))
        middle = (start + end) // 2
        parts = ((start, middle - 2), (middle, end)) if number % 7 == 0 else ((start, end),)
        yield tuple(Segment(first, last) for first, last in parts)


def text_files(folder: Path, count: int, size: int) -> list[Path]:
    """Write `count` different texts of `size` characters, a file each."""
    source = invented_text(size * 50)
    files = []
    for number in range(count):
        start = number * 37 % (len(source) - size)
        files.append(folder / f"{number:06}.txt")
        files[-1].write_text(f"Report {number}\n\n{source[start:]}"[:size], encoding="utf-8")
    return files


def titled_texts(count: int, length: int) -> list[str]:
    """Return texts with titles of their own and one of 200 bodies."""
    source = invented_text(length + 200 * 37)
    titles = invented_text(20 * count + 40).replace("\n", " ")
    return [f"{titles[20 * n : 20 * n + 30]}\n\n{source[n % 200 * 37 :]}"[:length] for n in range(count)]


def make_project(path: Path, texts: Sequence[str], spans: int) -> str:
    """Make a project with an article of each text, and `spans` spans of Ada's in each; return its name.

    The rows are put in with plain statements, past the history: a person's project of this size grew for years.
    """
    projects.create(str(path), ADA, "Benchmark").close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-400000"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("BEGIN")
        _insert(connection, "article", (_article(number, text) for number, text in enumerate(texts)))
        _insert(connection, "article_text", (_text(number, text) for number, text in enumerate(texts)))
        if spans:
            _insert(connection, "layer", (_layer(number) for number in range(len(texts))))
            _insert(connection, "span", _spans(texts, spans))
        connection.execute("COMMIT")
        connection.execute("ANALYZE")
    return str(path)


def _insert(connection: sqlite3.Connection, table: str, rows: Iterator[dict[str, Any]]) -> None:
    while part := list(islice(rows, _ROWS)):
        names = ", ".join(f'"{name}"' for name in part[0])
        places = ", ".join(f":{name}" for name in part[0])
        connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", part)


def _audited(key: str) -> dict[str, Any]:
    return {"id": key, "version": 1, "created": _MOMENT, "updated": _MOMENT, "by": ADA.id, "extra": "{}"}


def article_key(number: int) -> str:
    """Return the id of an article of `make_project`."""
    return f"{number:08x}-0000-7000-8000-000000000001"


def _layer_key(number: int) -> str:
    return derived_id("layer", article_key(number), ADA.id)


def _article(number: int, text: str) -> dict[str, Any]:
    return _audited(article_key(number)) | {
        "order": number + 1, "title": text[:40].partition("\n")[0], "byline": "", "publication": f"Paper {number % 40}",
        "url": None, "published": f"20{number % 24:02}-05-0{number % 9 + 1}", "language": "", "note": "",
        "unusable": False, "source_file": f"{number:06}.txt", "source_format": "text", "source_encoding": "utf-8",
        "source_sha256": "", "replaces": None,
    }  # fmt: skip


def _text(number: int, text: str) -> dict[str, Any]:
    digest = hashlib.sha256(text.encode("utf-8")).hexdigest()
    return _audited(article_key(number)) | {"text": text, "sha256": digest}


def _layer(number: int) -> dict[str, Any]:
    status = "done" if number % 5 == 4 else "in progress"
    return _audited(_layer_key(number)) | {
        "article_id": article_key(number), "annotator_id": ADA.id, "kind": "annotator", "status": status
    }  # fmt: skip


def _spans(texts: Sequence[str], count: int) -> Iterator[dict[str, Any]]:
    for number, text in enumerate(texts):
        layer = _layer_key(number)
        for place, segments in enumerate(spread_segments(len(text), count)):
            yield _audited(f"{number:08x}-0000-7000-8000-{place + 16:012x}") | {
                "layer_id": layer, "tag_id": _TAGS[place % len(_TAGS)], "segments": json.dumps(segments),
                "start": segments[0].start, "end": segments[-1].end, "key": canonical_key(segments),
                "attributes": "{}", "note": "", "unsure": False, "origin": None,
            }  # fmt: skip
