"""What can go wrong, each with one sentence that a person can act on."""

from __future__ import annotations


class AnnotatorError(Exception):
    """An expected failure: its text is one sentence, shown to the person as it is."""


class Refused(AnnotatorError):
    """The action makes no sense here, and nothing was changed."""


class Conflict(AnnotatorError):
    """Somebody else changed what this action needs, and nothing was changed."""


class ReadOnly(Refused):
    """The project, or the layer, is open for reading only."""


class Cancelled(AnnotatorError):
    """The person stopped a long piece of work; nothing of it was kept."""

    def __init__(self) -> None:
        super().__init__("Cancelled; nothing was changed.")


class ProjectError(AnnotatorError):
    """A project cannot be opened, made, read or written; the file is as it was."""


class InputError(AnnotatorError):
    """A file cannot be read: names the file, the place and the reason."""

    def __init__(self, file: str, reason: str, place: str = "") -> None:
        self.file, self.place, self.reason = file, place, reason
        super().__init__(f"{file}: {place}: {reason}" if place else f"{file}: {reason}")


class OutputError(AnnotatorError):
    """A file cannot be written: names the file and the reason; what stood there before is untouched."""
