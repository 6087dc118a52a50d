"""Good files cut, damaged and renamed: each gives records, or one sentence."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.core.errors import InputError
from annotator.core.records import Article
from annotator.core.text import store_text
from annotator.formats import registry
from annotator.formats.archive import members
from annotator.formats.interface import Failure, ReadOptions, Source, Warn, no_progress
from tests.formats.making import golden, zip_bytes
from tests.formats.sources import source_of

GOLDEN = golden()
ARCHIVE = zip_bytes({"one.txt": b"one text", "in.zip": zip_bytes({"two.txt": b"two texts"})})
SUFFIXES = (*GOLDEN, "html", "zip", "md", "ndjson", "ann", "xml", "unknown", "")


def records_or_one_sentence(source: Source, name: str | None = None) -> int:
    """Read a source to its end; return how many articles there were."""
    articles = 0
    refusal = f"{source.name}: "
    try:
        for record in registry.reader_for(source, name).read(source, ReadOptions(), no_progress):
            if isinstance(record, Article):
                articles += 1
                assert store_text(record.text) == (record.text, 0)
                assert all(0 <= one.start < one.end <= len(record.text) for one in record.regions)
            elif isinstance(record, Failure | Warn):
                assert "\n" not in (str(record.error) if isinstance(record, Failure) else record.reason)
    except InputError as error:
        refusal = str(error)
    assert refusal.startswith(f"{source.name}: ")
    assert "\n" not in refusal
    return articles


@pytest.mark.parametrize("kind", GOLDEN)
def test_a_good_file_is_read(kind: str) -> None:
    assert records_or_one_sentence(source_of(GOLDEN[kind], f"a.{kind}"))


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("kind", GOLDEN)
def test_a_file_under_another_suffix_gives_records_or_one_sentence(kind: str, suffix: str) -> None:
    records_or_one_sentence(source_of(GOLDEN[kind], f"a.{suffix}" if suffix else "a"))


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_an_archive_under_another_suffix_gives_one_sentence(suffix: str) -> None:
    assert not records_or_one_sentence(source_of(ARCHIVE, f"a.{suffix}"))


@pytest.mark.parametrize("name", registry.BUILT_IN[registry.READERS])
@pytest.mark.parametrize("kind", GOLDEN)
def test_a_file_read_as_another_format_gives_records_or_one_sentence(kind: str, name: str) -> None:
    records_or_one_sentence(source_of(GOLDEN[kind], f"a.{kind}"), name)


@pytest.mark.parametrize("kind", GOLDEN)
@settings(deadline=None, max_examples=60)
@given(share=st.floats(0, 1))
def test_a_cut_file_gives_records_or_one_sentence(kind: str, share: float) -> None:
    data = GOLDEN[kind][: int(len(GOLDEN[kind]) * share)]
    records_or_one_sentence(source_of(data, f"a.{kind}"))
    records_or_one_sentence(source_of(data, f"a.{kind}"), kind if kind in registry.BUILT_IN[registry.READERS] else None)


@pytest.mark.parametrize("kind", GOLDEN)
@settings(deadline=None, max_examples=60)
@given(share=st.floats(0, 0.999), junk=st.binary(min_size=1, max_size=8))
def test_a_damaged_file_gives_records_or_one_sentence(kind: str, share: float, junk: bytes) -> None:
    whole = GOLDEN[kind]
    place = int(len(whole) * share)
    records_or_one_sentence(source_of(whole[:place] + junk + whole[place + len(junk) :], f"a.{kind}"))


@settings(deadline=None)
@given(share=st.floats(0, 0.999), junk=st.binary(max_size=8))
def test_a_damaged_archive_gives_members_or_one_sentence(share: float, junk: bytes) -> None:
    place = int(len(ARCHIVE) * share)
    for data in (ARCHIVE[:place], ARCHIVE[:place] + junk + ARCHIVE[place + len(junk) :]):
        for member in members(source_of(data, "a.zip"), {".txt"}):
            if isinstance(member, Source):
                records_or_one_sentence(member)
            else:
                assert "\n" not in str(member)
