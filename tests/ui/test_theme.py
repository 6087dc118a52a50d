from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QCheckBox, QStyle

from annotator.core.scheme import Tag
from annotator.ui import theme
from tests.ui.article_view.conftest import TAGS

LOOKS = (theme.LIGHT, theme.DARK)
TABLE = {
    "quote": ("#D9DEE8", "#30333F"),
    "claim": ("#EFDFD6", "#423221"),
    "hedge": ("#F1D6FD", "#403C43"),
    "opinion": ("#D7ECE8", "#1D3E37"),
}


def luminance(colour: QColor) -> float:
    """Return the relative luminance. Source: WCAG 2.2."""
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast ratio, 1 to 21. Source: WCAG 2.2."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("tag", TAGS, ids=lambda tag: tag.id)
def test_tints_are_those_of_the_design(tag: Tag) -> None:
    assert tuple(look.tint(tag).name().upper() for look in LOOKS) == TABLE[tag.id]


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark"])
def test_lines_stand_out_from_every_tint(look: theme.Colours) -> None:
    grounds = [QColor(look.ground), *(look.tint(tag) for tag in TAGS)]
    for tag, ground in product(TAGS, grounds):
        assert contrast(look.line(tag), ground) >= 3


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark"])
def test_text_can_be_read_on_three_tints_and_on_the_selection(look: theme.Colours) -> None:
    text = QColor(look.text)
    assert contrast(text, QColor(look.selection)) >= 4.5
    for tags in product(TAGS, repeat=len(theme.TINTS)):
        ground = QColor(look.ground)
        for tag, share in zip(tags, theme.TINTS, strict=True):
            ground = theme.blend(look.line(tag), ground, share)
            assert contrast(text, ground) >= 4.5


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark"])
def test_small_words_and_marks_can_be_read(look: theme.Colours) -> None:
    ground = QColor(look.ground)
    assert contrast(QColor(look.muted), ground) >= 4.5
    assert contrast(QColor(look.text), QColor(look.hit)) >= 4.5
    assert contrast(QColor(look.text), QColor(look.selection)) >= 4.5
    assert contrast(QColor(look.band), ground) >= 3
    assert contrast(QColor(look.accent), ground) >= 3


@pytest.mark.parametrize("palette", [theme.light_palette, theme.dark_palette])
def test_widgets_can_be_read(qapp: QApplication, palette: Callable[[], QPalette]) -> None:
    made = palette()
    role = QPalette.ColorRole
    pairs = [
        (role.WindowText, role.Window),
        (role.Text, role.Base),
        (role.Text, role.AlternateBase),
        (role.ButtonText, role.Button),
        (role.HighlightedText, role.Highlight),
        (role.ToolTipText, role.ToolTipBase),
        (role.PlaceholderText, role.Base),
    ]
    for above, below in pairs:
        assert contrast(made.color(above), made.color(below)) >= 4.5


@pytest.mark.parametrize("palette", [theme.light_palette, theme.dark_palette])
def test_small_words_can_be_read_in_panels_and_lists(qapp: QApplication, palette: Callable[[], QPalette]) -> None:
    made = palette()
    muted, role = QColor(theme.colours_of(made).muted), QPalette.ColorRole
    for below in (role.Base, role.AlternateBase, role.Window):
        assert contrast(muted, made.color(below)) >= 4.5


def inside_of_box(box: QCheckBox) -> list[QColor]:
    """Return the colours within the square of a box to tick."""
    size = box.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth)
    image = box.grab().toImage()
    middle = image.height() // 2
    return [image.pixelColor(x, y) for x in range(3, size - 3) for y in range(middle - 3, middle + 4)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_box_to_tick_and_its_tick_can_be_seen(qapp: QApplication, scheme: theme.Scheme) -> None:
    before = qapp.palette()
    theme.apply(qapp, scheme)
    box = QCheckBox("Unsure")
    empty = inside_of_box(box)[0]
    box.setChecked(True)
    ticked, around = inside_of_box(box), box.palette().color(QPalette.ColorRole.Window)
    qapp.setPalette(before)
    assert max(contrast(colour, empty) for colour in ticked) >= 3
    if scheme == "dark":  # in the light its frame is seen
        assert contrast(empty, around) >= 3


def test_the_look_changes_at_once(qapp: QApplication) -> None:
    before = qapp.palette()
    assert theme.apply(qapp, "dark") is theme.DARK
    assert theme.colours_of(qapp.palette()) is theme.DARK
    assert theme.apply(qapp, "light") is theme.LIGHT
    assert theme.colours_of(qapp.palette()) is theme.LIGHT
    assert theme.apply(qapp, "system") in LOOKS
    qapp.setPalette(before)


def test_colours_are_blended_by_share() -> None:
    assert theme.blend(QColor("#000000"), QColor("#FFFFFF"), 0.25).name() == "#bfbfbf"
