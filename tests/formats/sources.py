"""Inputs and outputs in memory."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

import annotator.formats.annotated_json as annotated
from annotator.formats.interface import Reader, ReadOptions, Record, Source, WriteOptions, Writer, no_progress

SHARED = Path(__file__).parents[3] / "shared" / "data"
GENERATOR = WriteOptions("annotator 0.0.0")

BOTH = ((annotated.JSON_READER, annotated.JSON_WRITER), (annotated.JSONL_READER, annotated.JSONL_WRITER))


def source_of(data: bytes, name: str) -> Source:
    return Source(name, lambda: io.BytesIO(data), len(data))


def read(reader: Reader, data: bytes, name: str = "in", encoding: str | None = None) -> list[Record]:
    return list(reader.read(source_of(data, name), ReadOptions(encoding), no_progress))


def written(writer: Writer, records: Iterable[Record]) -> bytes:
    target = io.BytesIO()
    writer.write(records, target, GENERATOR, no_progress)
    return target.getvalue()
