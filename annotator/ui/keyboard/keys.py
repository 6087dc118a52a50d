"""The rules for keys: how one is spelled, what it may not be, and which action has which once some are remapped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from annotator.core.scheme import Tag
from annotator.ui.actions import Spec
from annotator.ui.keyboard.digit_row import digit_meant

Bound: TypeAlias = Mapping[str, tuple[str, ...]]
"""The keys of each action, by its id."""

_TEXT_KEYS = [key for key in QKeySequence.StandardKey if key.name.startswith(("MoveTo", "Select", "Copy"))]
_ONLY_MODIFIERS = frozenset(
    {
        Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr, Qt.Key.Key_Super_L,
        Qt.Key.Key_Super_R, Qt.Key.Key_CapsLock, Qt.Key.Key_NumLock, Qt.Key.Key_ScrollLock,
    }
)  # fmt: skip
_MODIFIERS = (
    Qt.KeyboardModifier.ShiftModifier
    | Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
    | Qt.KeyboardModifier.KeypadModifier
)


def spelled(text: str) -> str:
    """Return a key as Qt spells it everywhere; empty where it is none, or more than one in a row."""
    keys = QKeySequence(text)
    return keys.toString() if keys.count() == 1 else ""


def shown(keys: Iterable[str]) -> str:
    """Return keys as they are written on this system."""
    native = QKeySequence.SequenceFormat.NativeText
    return "   ".join(QKeySequence(key).toString(native) for key in keys)


def pressed(event: QKeyEvent) -> str:
    """Return the key that was pressed; empty where that was only a modifier, or a key without a name.

    With Ctrl, Alt or Meta a sign needs no Shift beside it: Qt looks for “Ctrl+?”, whatever Shift does to its key.
    """
    if Qt.Key(event.key()) in _ONLY_MODIFIERS:
        return ""
    modifiers = event.modifiers() & _MODIFIERS
    key = spelled(QKeySequence(QKeyCombination(modifiers, Qt.Key(event.key()))).toString())
    return key.replace("Shift+", "") if _is_sign(key) and _has_command(key) else key


def tag_pressed(event: QKeyEvent, tags: Iterable[Tag]) -> str | None:
    """Return the id of the tag whose key was pressed, on either digit row or the number pad; None for another key."""
    held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
    if held:
        return None
    meant = digit_meant(event)
    return next((tag.id for tag in tags if tag.key and (event.key() == ord(tag.key.upper()) or tag.key == meant)), None)


def refusal(key: str, spec: Spec, specs: Iterable[Spec], bound: Bound) -> str:
    """Return why an action cannot have a key, in one sentence; empty where it can.

    `specs` are all actions of the window, `bound` the keys that they have. Single keys clash within their scope, keys
    of the window with every other.
    """
    every = list(specs)
    return _reserved(key, every) or _clash(key, spec, every, bound)


def bindings(specs: Sequence[Spec], remapped: Bound) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """Return the keys of each action, and a sentence for each key that an action does not get.

    A tag's keys come first, they belong to the project; then what the person chose; then what is built in.
    """
    bound: dict[str, tuple[str, ...]] = {}
    told: list[str] = []
    for spec in sorted(specs, key=lambda one: 0 if one.is_tag else 1 if one.id in remapped else 2):
        chosen = None if spec.is_tag else remapped.get(spec.id)
        bound[spec.id] = ()
        for text in spec.keys if chosen is None else chosen:
            key = spelled(text)
            if not key:
                told.append(f"“{text}”, chosen for “{spec.name}”, is not a key.")
                continue
            why = _clash(key, spec, specs, bound) or ("" if chosen is None else _reserved(key, specs))
            if why:
                told.append(f"“{spec.name}” does not get its key: {why[0].lower()}{why[1:]}")
            elif key not in bound[spec.id]:
                bound[spec.id] = (*bound[spec.id], key)
    return bound, told


def _clash(key: str, spec: Spec, specs: Iterable[Spec], bound: Bound) -> str:
    for other in specs:
        meet = spec.scope == other.scope or "window" in (spec.scope, other.scope)
        if other.id != spec.id and meet and key in bound.get(other.id, ()):
            return f"{shown([key])} is the key of “{other.name}” already."
    return ""


def _reserved(key: str, specs: Iterable[Spec]) -> str:
    if any(QKeySequence(key) in QKeySequence.keyBindings(one) for one in _TEXT_KEYS):
        return f"{shown([key])} moves, selects or copies in texts."
    if key.split("+")[-1] in ("Tab", "Backtab"):
        return f"{shown([key])} goes from field to field."
    if "Shift+" in key and _is_sign(key) and not _has_command(key):
        # Shift+2 and “@” are one key here and two there; Shift with the digit row makes tags.
        return f"{shown([key])} is another key on another keyboard: choose one without Shift."
    menus = {spec.menu[spec.menu.find("&") + 1].upper(): spec.menu.replace("&", "") for spec in specs}
    menu = menus.get(key.removeprefix("Alt+")) if key.startswith("Alt+") else None
    return f"{shown([key])} opens the menu {menu}." if menu else ""


def _is_sign(key: str) -> bool:
    """Tell whether a key, whatever is held with it, writes something that is no letter and no space."""
    return key[-2:-1] in ("", "+") and not key[-1:].isalpha()


def _has_command(key: str) -> bool:
    return any(held in key for held in ("Ctrl+", "Alt+", "Meta+"))
