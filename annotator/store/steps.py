"""Which revision undo takes back next, and which one redo brings again."""

from __future__ import annotations

import threading

import sqlalchemy as sa
from sqlalchemy.orm import Session

from annotator.store.tables import Base

_REVISION = Base.metadata.tables["revision"]
_NEWER = (
    sa.select(_REVISION.c.id, _REVISION.c.kind, _REVISION.c.reverts)
    .where(_REVISION.c.by == sa.bindparam("me"), _REVISION.c.id > sa.bindparam("seen"))
    .order_by(_REVISION.c.id)
)


class Steps:
    """The acting annotator's undo and redo stacks, read from the history: what is new is added, nothing is read twice.

    A revision that reverts the top of the undo stack is an undo, one that reverts the top of the redo stack a redo;
    any other is a new action, and empties redo. So the stacks are the same after a restart and in another process.
    The window asks in its own thread while a worker undoes: one at a time.
    """

    def __init__(self, founding: frozenset[str]) -> None:
        self._founding = founding
        self._one_at_a_time = threading.Lock()
        self._of: str | None = None
        self._seen = 0
        self._undo: list[int] = []
        self._redo: list[int] = []

    def _refresh(self, session: Session, me: str) -> None:
        if me != self._of:
            self._of, self._seen, self._undo, self._redo = me, 0, [], []
        for number, kind, reverts in session.execute(_NEWER, {"me": me, "seen": self._seen}):
            self._seen = number
            if self._undo and reverts == self._undo[-1]:
                self._undo.pop()
                self._redo.append(number)
            elif self._redo and reverts == self._redo[-1]:
                self._redo.pop()
                self._undo.append(number)
            elif kind not in self._founding:
                self._undo.append(number)
                self._redo.clear()

    def next_undo(self, session: Session, me: str) -> int | None:
        """Return the revision that undo reverts next, or None."""
        return self.next_steps(session, me)[0]

    def next_redo(self, session: Session, me: str) -> int | None:
        """Return the (undoing) revision that redo reverts next, or None."""
        return self.next_steps(session, me)[1]

    def next_steps(self, session: Session, me: str) -> tuple[int | None, int | None]:
        """Return what undo and what redo would revert next."""
        with self._one_at_a_time:
            self._refresh(session, me)
            return self._undo[-1] if self._undo else None, self._redo[-1] if self._redo else None
