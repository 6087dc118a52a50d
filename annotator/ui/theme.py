"""The light and the dark look: palettes for the widgets, and the colours that the article view paints with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from annotator.analysis import looks
from annotator.core.scheme import Tag

Scheme: TypeAlias = Literal["light", "dark", "system"]

TINTS = (looks.TINT, looks.TINT, 0.08)
"""How much of a tag's colour its tint has, for the first, second and third tint on one ground.

With a whole third one, letters on three of the palest would fall below a contrast of 4.5:1 in the dark.
"""


@dataclass(frozen=True, slots=True)
class Colours:
    """What the article view paints with, each as `#RRGGBB`.

    `muted` is for small words, `band` for the band "+n", `hit` for the ground of words that were looked for.
    """

    dark: bool
    ground: str
    text: str
    muted: str
    accent: str
    selection: str
    band: str
    hit: str

    def line(self, tag: Tag | None) -> QColor:
        """Return the colour of a tag's line on this ground; grey for a tag that the scheme does not know."""
        if tag is None:
            return QColor(self.muted)
        return QColor(tag.dark if self.dark else tag.light)

    def tint(self, tag: Tag | None) -> QColor:
        """Return the colour of a tag's tint on this ground."""
        return blend(self.line(tag), QColor(self.ground))


LIGHT = Colours(
    dark=False,
    ground=looks.GROUND["light"],
    text="#1B1B1B",
    muted="#5C6066",
    accent="#1A5FB4",
    selection="#B4D2F6",
    band="#71757B",
    hit="#FFE9A8",
)
DARK = Colours(
    dark=True,
    ground=looks.GROUND["dark"],
    text="#E6E6E6",
    muted="#A2A6AD",
    accent="#78AEED",
    selection="#2F5582",
    band="#8E9299",
    hit="#5B4A17",
)


def blend(colour: QColor, ground: QColor, share: float = TINTS[0]) -> QColor:
    """Return `share` (0 to 1) of `colour` over `ground`."""
    parts = zip(
        (colour.red(), colour.green(), colour.blue()), (ground.red(), ground.green(), ground.blue()), strict=True
    )
    return QColor(*(round(above * share + below * (1 - share)) for above, below in parts))


def colours_of(palette: QPalette) -> Colours:
    """Return the colours for views whose widgets use `palette`."""
    return DARK if palette.color(QPalette.ColorRole.Base).lightness() < 128 else LIGHT


def apply(app: QApplication, scheme: Scheme) -> Colours:
    """Give every widget of `app` the light or the dark look at once, and return the colours that go with it.

    "system" takes what the desktop says now; call it again at `QStyleHints.colorSchemeChanged` to follow it.
    """
    hints = app.styleHints()
    wanted = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}.get(scheme, Qt.ColorScheme.Unknown)
    # Window frames follow the hint where the desktop draws them; the widgets follow the palette, everywhere.
    hints.setColorScheme(wanted)
    dark = scheme == "dark" or (scheme == "system" and desktop_scheme(app) == Qt.ColorScheme.Dark)
    if app.style().name().lower() != "fusion":
        app.setStyle("Fusion")
    palette = dark_palette() if dark else light_palette()
    app.setPalette(palette)
    for kind in ("QCheckBox", "QRadioButton"):
        # PySide takes the class's name as a string only, though it declares bytes.
        app.setPalette(box_palette(palette), kind)  # type: ignore[arg-type]
    return DARK if dark else LIGHT


def box_palette(palette: QPalette) -> QPalette:
    """Return the palette of boxes to tick: in the dark their frame alone is not to be seen, so they are filled."""
    made = QPalette(palette)
    if colours_of(palette).dark:
        made.setColor(QPalette.ColorRole.Base, QColor("#6F7379"))
        made.setColor(QPalette.ColorRole.Text, QColor("#FFFFFF"))  # the tick
    return made


def desktop_scheme(app: QApplication) -> Qt.ColorScheme:
    """Return what the desktop wants, where no look is asked for."""
    return app.styleHints().colorScheme()


def light_palette() -> QPalette:
    """Return the palette of the light look."""
    return _palette(
        LIGHT, window="#F3F4F6", alternate="#F6F7F9", button="#F9FAFB", on_accent="#FFFFFF", faint="#989CA3"
    )


def dark_palette() -> QPalette:
    """Return the palette of the dark look."""
    return _palette(DARK, window="#28292D", alternate="#232428", button="#34363B", on_accent="#101114", faint="#74787F")


def _palette(colours: Colours, *, window: str, alternate: str, button: str, on_accent: str, faint: str) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette(QColor(button), QColor(window))
    for which, colour in {
        role.Window: window,
        role.WindowText: colours.text,
        role.Base: colours.ground,
        role.AlternateBase: alternate,
        role.Text: colours.text,
        role.PlaceholderText: colours.muted,
        role.Button: button,
        role.ButtonText: colours.text,
        role.BrightText: "#FFFFFF",
        role.ToolTipBase: button,
        role.ToolTipText: colours.text,
        role.Highlight: colours.accent,
        role.HighlightedText: on_accent,
        role.Accent: colours.accent,
        role.Link: colours.accent,
        role.LinkVisited: colours.accent,
    }.items():
        palette.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText, role.ToolTipText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, QColor(faint))
    palette.setColor(QPalette.ColorGroup.Disabled, role.Highlight, QColor(alternate))
    return palette
