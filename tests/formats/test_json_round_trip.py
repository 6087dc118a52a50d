from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from annotator.formats.interface import Reader, Record, Writer
from tests.formats.sources import BOTH, read, written
from tests.formats.strategies import projects

slow_to_draw = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None)


@pytest.mark.parametrize(("reader", "writer"), BOTH, ids=lambda one: one.name)
@slow_to_draw
@given(records=projects())
def test_what_was_written_is_read_again_and_written_the_same(
    reader: Reader, writer: Writer, records: list[Record]
) -> None:
    first = written(writer, records)
    again = read(reader, first)
    assert again == records
    assert written(writer, again) == first
