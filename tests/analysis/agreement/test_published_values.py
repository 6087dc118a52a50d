"""The measures reach the values that were published for them."""

from __future__ import annotations

import csv

import pytest

from annotator.analysis.agreement.alignment import best_alignment
from annotator.analysis.agreement.gamma import gamma
from annotator.analysis.agreement.nominal import CohenKappa, NominalAlpha
from annotator.analysis.agreement.u_alpha import UAlpha
from annotator.analysis.agreement.unitised import UnitisedAlpha, overall_alpha
from annotator.analysis.agreement.units import Mark
from annotator.core.segments import Segment
from tests.conftest import SHARED

CONTINUUM = SHARED / "AlexPaulSuzan.csv"


def unitised(*annotators: list[tuple[int, int]]) -> UnitisedAlpha:
    """The continuum of Krippendorff 2004, page 254: it begins at 150 and has a length of 300."""
    alpha = UnitisedAlpha(len(annotators))
    alpha.add([[Segment(start - 150, end - 150) for start, end in units] for units in annotators], 300)
    return alpha


def test_unitised_alpha_of_krippendorff_2004() -> None:
    c = unitised([(225, 295), (370, 400)], [(220, 300), (355, 375), (400, 420)])
    k = unitised([(180, 240), (300, 350)], [(180, 240), (300, 350)])
    assert c.disagreement() == pytest.approx((0.01444, 0.05322), abs=0.000_005)
    assert c.alpha() == pytest.approx(0.7286, abs=0.0005)
    assert k.alpha() == 1
    assert overall_alpha([c.disagreement(), k.disagreement()]) == pytest.approx(0.8587, abs=0.0005)


def test_the_u_alpha_family_of_krippendorff_and_others_2016() -> None:
    family = UAlpha(3)
    family.add(
        [
            [Mark(2, 5, "1"), Mark(9, 11, "1"), Mark(12, 20, "2")],
            [Mark(2, 5, "1"), Mark(7, 15, "2")],
            [Mark(2, 5, "1"), Mark(10, 15, "2")],
        ],
        20,
    )
    assert family.u() == pytest.approx(0.4739, abs=0.000_05)
    assert family.binary() == pytest.approx(0.4328, abs=0.000_05)
    assert family.coding() == pytest.approx(0.7789, abs=0.000_05)
    assert family.coding_of("1") == pytest.approx(0.7693, abs=0.000_05)
    assert family.coding_of("2") == pytest.approx(0.7870, abs=0.000_05)
    assert family.coverage() == pytest.approx(0.3833, abs=0.000_05)


def test_nominal_alpha_of_four_observers_of_krippendorff_2011() -> None:
    alpha = NominalAlpha()
    table = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")
    for unit in zip(*table, strict=True):
        alpha.add(None if value == "." else value for value in unit)
    assert alpha.alpha() == pytest.approx(0.7434, abs=0.000_05)
    assert alpha.values == 40


def test_kappa_and_alpha_of_krippendorff_1995() -> None:
    first, second = "001111111100001111110000", "000011110000000110000000"
    kappa, alpha = CohenKappa(), NominalAlpha()
    for unit in zip(first, second, strict=True):
        kappa.add(*unit)
        alpha.add(unit)
    assert kappa.kappa() == pytest.approx(0.3846, abs=0.000_05)
    assert alpha.alpha() == pytest.approx(0.3286, abs=0.000_05)


@pytest.fixture(scope="module")
def three_annotators() -> list[list[Mark]]:
    if not CONTINUUM.is_file():
        pytest.skip("the continuum of three annotators is not here")
    units: dict[str, list[Mark]] = {}
    with CONTINUUM.open(encoding="utf-8", newline="") as file:
        for annotator, category, start, end in csv.reader(file):
            units.setdefault(annotator, []).append(Mark(int(start) - 2, int(end) - 2, category))
    return list(units.values())


def test_the_best_alignment_of_three_annotators_is_found_exactly(three_annotators: list[list[Mark]]) -> None:
    assert best_alignment(three_annotators).disorder == pytest.approx(0.960625, abs=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_gamma_of_three_annotators(three_annotators: list[list[Mark]], seed: int) -> None:
    found = gamma(three_annotators, 58, seed=seed)
    assert found.observed == pytest.approx(0.960625, abs=1e-9)
    assert 0.44 <= found.value <= 0.47


def test_the_disorder_of_a_small_continuum_is_what_its_formula_says() -> None:
    # (0, 10) and (2, 12): 3 × (4 / 20)²; a tag that differs: 1; (30, 34) alone: 1. Each annotator has 2.5 units.
    first = [Mark(0, 10, "quote"), Mark(20, 26, "claim")]
    second = [Mark(2, 12, "quote"), Mark(20, 26, "hedge"), Mark(30, 34, "quote")]
    found = best_alignment([first, second])
    assert set(found.tuples) == {(0, 0), (1, 1), (None, 2)}
    assert found.disorder == pytest.approx((0.12 + 1 + 1) / 2.5)
