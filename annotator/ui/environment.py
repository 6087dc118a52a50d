"""Whether a window can be shown here at all: Qt aborts the process where it cannot, so this is found out before."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import re
import sys
from pathlib import Path

_PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}
_LIBRARY = re.compile(r"(lib[\w.+-]+\.so[.\d]*)")


def obstacle(command: str) -> str | None:
    """Return one sentence that says what is missing for a window and what to do, or None where nothing is.

    `command` is what the person called, for advice that fits.
    """
    if importlib.util.find_spec("PySide6") is None:
        return "PySide6 is not installed; install this package again with its dependencies."
    try:
        import PySide6.QtWidgets  # noqa: F401  # loads Qt's libraries and all that they need
    except ImportError as error:
        return _missing_library(str(error))
    if not sys.platform.startswith("linux"):
        return None
    platform = os.environ.get("QT_QPA_PLATFORM", "")
    if platform and not platform.startswith("xcb"):
        return None
    if not os.environ.get("DISPLAY"):
        if os.environ.get("WAYLAND_DISPLAY"):
            return None
        instead = (
            "“annotator demo --picture FILE” draws the window into a file without one"
            if command == "demo"
            else "log in to a desktop, or use the commands that “annotator --help” lists"
        )
        return f"There is no display here to show a window on (DISPLAY is not set); {instead}."
    return _no_screen()


def _no_screen() -> str | None:
    spec = importlib.util.find_spec("PySide6")
    assert spec is not None
    assert spec.origin is not None
    try:
        ctypes.CDLL(str(Path(spec.origin).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"))
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        return _missing_library(str(error))
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    if failed:
        return f"The display {os.environ['DISPLAY']} cannot be reached; check DISPLAY, or log in to a desktop."
    return None


def _missing_library(reason: str) -> str:
    found = _LIBRARY.search(reason)
    if found is None:
        return f"Qt cannot be loaded here: {reason}."
    name = found.group(1)
    package = _PACKAGES.get(name)
    advice = f"install it (on Debian: apt install {package})" if package else "install the package that holds it"
    return f"Qt needs the system library {name}, which is missing here; {advice}."
