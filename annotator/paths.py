"""Where bundled data and the user's data live."""

from __future__ import annotations

from pathlib import Path

import platformdirs

PROJECT_SUFFIX = ".annotator"
"""How the names of project files end."""

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent


def _bundled(folder: str) -> Path:
    """Return a folder that travels with the package: beside it in a checkout, inside it once installed."""
    beside = _CHECKOUT / folder
    return beside if (_CHECKOUT / "pyproject.toml").is_file() and beside.is_dir() else _PACKAGE / "_bundled" / folder


def resources() -> Path:
    """Return the folder of icons, scheme, guidelines, sample project and JSON Schema."""
    return _bundled("resources")


def migrations() -> Path:
    """Return the folder of Alembic's `env.py` and `versions`."""
    return _bundled("migrations")


def settings_file() -> Path:
    """Return the file of the user's preferences."""
    return Path(platformdirs.user_config_dir("annotator")) / "settings.toml"


def data_folder() -> Path:
    """Return the folder of the user's sample project and window state."""
    return Path(platformdirs.user_data_dir("annotator"))
