"""Whether tags can be seen and told apart: contrast of colours, and how far apart they are."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Literal, TypeAlias

from annotator.core.scheme import Tag

Look: TypeAlias = Literal["light", "dark"]
Rgb: TypeAlias = tuple[float, float, float]

GROUND: dict[Look, str] = {"light": "#FFFFFF", "dark": "#1E1F22"}
"""What the article's text stands on."""

TINT = 0.16
"""How much of a tag's colour its tint has."""

LEAST_CONTRAST = 3.0
"""Of a line against its tint. Source: WCAG 2.2, success criterion 1.4.11."""

LEAST_DISTANCE = 0.1
"""Of two lines of one style, in Oklab: any two of the default scheme are more than 0.2 apart."""


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours `#RRGGBB`, 1 to 21. Source: WCAG 2.2."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def tint(colour: str, look: Look) -> str:
    """Return the tint of a tag whose line has `colour`, on the ground of a look."""
    pairs = zip(_bytes(colour), _bytes(GROUND[look]), strict=True)
    return "#" + "".join(f"{round(above * TINT + below * (1 - TINT)):02X}" for above, below in pairs)


def distance(one: str, other: str) -> float:
    """Return how different two colours look: 0 for the same, 1 for black and white.

    The distance in Oklab. Source: Björn Ottosson, A perceptual color space for image processing, 2020.
    """
    return math.dist(_oklab(one), _oklab(other))


def colour_of(tag: Tag, look: Look) -> str:
    """Return the colour of a tag's line in a look."""
    return tag.dark if look == "dark" else tag.light


def faint(tag: Tag) -> list[str]:
    """Return a sentence for each look in which a tag's line can hardly be seen on its tint."""
    return [
        f"In the {look} look its line can hardly be seen on its tint ({ratio:.1f}:1 where 3:1 is needed)."
        for look in GROUND
        if (ratio := contrast(colour_of(tag, look), tint(colour_of(tag, look), look))) < LEAST_CONTRAST
    ]


def alike(tags: list[Tag]) -> list[tuple[Tag, Tag]]:
    """Return the pairs of tags that are hard to tell apart: one style of line, and nearly one colour in some look."""
    return [
        (one, other)
        for one, other in combinations(tags, 2)
        if one.line == other.line
        and any(distance(colour_of(one, look), colour_of(other, look)) < LEAST_DISTANCE for look in GROUND)
    ]


def _bytes(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _linear(colour: str) -> Rgb:
    parts = [part / 255 for part in _bytes(colour)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def _luminance(colour: str) -> float:
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _oklab(colour: str) -> Rgb:
    red, green, blue = _linear(colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )
