"""The start: the window, or one of the commands. Nothing heavy is imported before it is known which."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from annotator.cli import COMMANDS

_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program with the arguments, by default the process's, and return its exit status."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    try:
        if _is_for_window(arguments):
            from annotator.ui.app import main as open_window

            return open_window(arguments)
        from annotator.cli import main as run_command

        return run_command(arguments)
    except KeyboardInterrupt:
        return _INTERRUPTED


def _is_for_window(arguments: list[str]) -> bool:
    """Tell whether the arguments are nothing, one project, or the demo; what is neither is for the commands to refuse.

    A project that is called like a command is opened as `./new`.
    """
    if not arguments or arguments[0] == "demo":
        return True
    return len(arguments) == 1 and arguments[0] not in COMMANDS and not arguments[0].startswith("-")


if __name__ == "__main__":
    sys.exit(main())
