from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from annotator.analysis import signature_table
from annotator.analysis.signature_table import SignatureTable

WIDTH = 128


def rows(number: int) -> Any:
    return np.random.default_rng(7).integers(0, 2**32, (number, WIDTH), dtype=np.uint32)


def table_of(values: Any) -> SignatureTable:
    table = SignatureTable(WIDTH)
    for row in values:
        table.append(row, 100)
    return table


@pytest.mark.parametrize("fewest", [1, 7, 1000])
def test_rows_are_found_wherever_they_are_kept(monkeypatch: pytest.MonkeyPatch, fewest: int) -> None:
    monkeypatch.setattr(signature_table, "_FEWEST_TO_SETTLE", fewest)
    values = rows(300)
    values[250, :90] = values[3, :90]
    table = table_of(values)
    assert [table.sharing(row, 100, 0.5) for row in values] == [
        [3, 250] if i in (3, 250) else [i] for i in range(len(values))
    ]


def test_a_row_that_shares_too_few_values_is_left_out() -> None:
    values = rows(2)
    values[1, :20] = values[0, :20]
    assert table_of(values).sharing(values[0], 100, 0.9) == [0]
    assert table_of(values).sharing(values[0], 100, 0.3) == [0, 1]


def test_a_small_set_is_found_in_a_much_larger_one() -> None:
    values = rows(2)
    values[1, :6] = values[0, :6]
    table = SignatureTable(WIDTH)
    table.append(values[1], 2000)
    assert table.sharing(values[0], 100, 1.0) == [0]
    assert table.sharing(values[0], 2000, 1.0) == []


def test_values_that_all_rows_have_make_none_of_them_similar() -> None:
    values = rows(50)
    values[:, 5] = 1
    assert table_of(values).sharing(values[9], 100, 0.5) == [9]


def test_an_empty_table_has_nothing() -> None:
    assert SignatureTable(WIDTH).sharing(rows(1)[0], 100, 0.5) == []
