"""Project files looked at from outside, and children that have fewer rights than the tests."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from annotator.core.errors import AnnotatorError

_NOBODY = 65534


def contents(folder: Path) -> dict[str, str]:
    """The SHA-256 of every file in a folder, by name: equal before and after where nothing was touched or left."""
    return {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def contents_but(folder: Path, project: str) -> dict[str, str]:
    """The same without the files of an open project, which are in motion."""
    return {name: digest for name, digest in contents(folder).items() if not name.startswith(Path(project).name)}


def in_child(action: Callable[[], object]) -> str:
    """Run `action` in a forked child; return its answer, or the sentence of the AnnotatorError that it raised."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        answer = None
        try:
            answer = str(action())
        except AnnotatorError as error:
            answer = str(error)
        finally:
            # Whatever happens, the child must not go on to run the other tests.
            os.write(writing, (answer or traceback.format_exc()).encode("utf-8", "replace"))
            os._exit(answer is None)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        answer = pipe.read()
    _child, status = os.waitpid(child, 0)
    assert status == 0, answer
    return answer


def without_rights(action: Callable[[], object]) -> str:
    """Run `action` in a child that is bound by the modes of files, as root is not."""

    def run() -> object:
        if os.geteuid() == 0:
            os.setegid(_NOBODY)
            os.seteuid(_NOBODY)
        return action()

    return in_child(run)


def is_one_sentence(message: str, names: str) -> bool:
    """Tell whether a message names the file, says something of it, and is one line that ends as a sentence does."""
    return (
        message.startswith(f"{names}: ")
        and "\n" not in message
        and message.endswith(".")
        and len(message) < len(names) + 300
    )
