"""Actions: one meaning for each key, a method for each action, a place in the menu."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest
from PySide6.QtGui import QKeySequence

from annotator.services.projects import default_tags
from annotator.ui.actions import SPECS, Scope, Target, tag_specs
from annotator.ui.window_actions import Actions
from tests.ui.driving import Driver


@pytest.mark.parametrize("scope", get_args(Scope))
def test_no_key_has_two_meanings_where_it_acts(scope: Scope) -> None:
    specs = [spec for spec in (*SPECS, *tag_specs(default_tags())) if spec.scope in (scope, "window")]
    keys = Counter(QKeySequence(key).toString() for spec in specs for key in spec.keys)
    assert [key for key, number in keys.items() if number > 1] == []


def test_every_action_stands_in_a_menu_and_has_a_method(person: Driver) -> None:
    window = person.window
    in_menus = {
        action.objectName() for menu in window.menuBar().actions() for action in menu.menu().actions()
    }  # fmt: skip
    for spec, action in window.actions_:
        assert action.objectName() in in_menus, spec.id
        assert spec.id in window._methods, spec.id
    assert {f"action:tag:{tag}" for tag in ("quote", "claim", "hedge", "opinion")} <= in_menus


def test_actions_without_a_method_are_refused(person: Driver) -> None:
    with pytest.raises(KeyError):
        Actions(person.window).make(SPECS[:1], {})


def test_what_makes_no_sense_is_disabled(person: Driver) -> None:
    window = person.window
    assert window.actions_["export"].isEnabled()
    assert not window.actions_["reopen"].isEnabled()
    assert window.actions_["undo"].isEnabled()
    window.actions_["close"].trigger()
    for key in ("export", "import", "undo", "next_article", "link", "remove_article"):
        assert not window.actions_[key].isEnabled(), key
    assert window.actions_["open"].isEnabled()


@pytest.mark.parametrize(
    ("needs", "target", "has"),
    [
        ("", Target(), True),
        ("writable", Target(project=True), False),
        ("span", Target(writable=True, span="x"), True),
        ("span", Target(span="x"), False),
        ("span and selection", Target(writable=True, span="x"), False),
    ],
)
def test_a_target_has_what_an_action_needs(needs: str, target: Target, has: bool) -> None:
    assert target.has(needs) is has  # type: ignore[arg-type]
