"""What holds whatever two people did to their copies before they merged each other's."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from annotator.core.merging import Clash
from annotator.core.records import Annotator
from annotator.services import annotate, checking, history, linking, merging, projects
from annotator.store.merging.plan import Plan
from annotator.store.merging.rows import REFERENCES
from annotator.store.project import Project
from annotator.store.tables import ORDER
from tests.services.merging.copies import Content, act, content, handed, handed_over, merged, revisions, with_articles
from tests.store.test_history import state


def unsettled(*plans: Plan) -> set[tuple[str, str]]:
    """The rows in which two copies may differ still: what clashes, and what stays out for a reason that is told."""
    found: set[tuple[str, str]] = set()
    for plan in plans:
        for (table, key), held in plan.held.items():
            found.add((table, key))
            for part in (held.changed, held.new, held.deleted):
                found |= {(name, getattr(one, "key", one)) for name, keys in part.items() for one in keys}
        found |= {(table, key) for table, keys in plan.out.items() for key in keys}
        found |= {(left.table, left.key) for left in plan.left}
        found |= {(table, here) for table, names in plan.renaming.names.items() for here in names.values()}
    return found


def explained(both: Content, why: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Those rows, and what belongs to them."""
    found = set(why)
    for table, key in sorted(both, key=lambda one: ORDER[one[0]]):
        row = {**both[table, key], "id": key}
        if any((reference.table, row.get(reference.column)) in found for reference in REFERENCES[table]):
            found.add((table, key))
    return found


def mirrored(clash: Clash) -> tuple[object, ...]:
    return clash.table, clash.key, sorted((one.name, one.theirs, one.mine) for one in clash.differences)


def told(clash: Clash) -> tuple[object, ...]:
    return clash.table, clash.key, sorted((one.name, one.mine, one.theirs) for one in clash.differences)


def goes(clash: Clash) -> bool:
    """Whether one side of a clash is that it was deleted."""
    return any(one.name == "the whole" for one in clash.differences)


def merge_and_check(project: Project, file: Path) -> tuple[Plan, tuple[Clash, ...]]:
    """Merge, and check what holds of every merge."""
    before, steps = state(project), revisions(project)
    with merging.prepare(project, file) as merge:
        plan = merge.plan
        assert plan is not None
        assert state(project) == before
        changed = merging.apply(project, merge).changed
        assert changed == bool(merge.preview.writes)
        assert revisions(project) == steps + changed
        clashes = merge.preview.clashes
    assert checking.check(project) == []
    after = state(project)
    if changed:
        history.undo(project)
        assert state(project) == before
        with merging.prepare(project, file) as again:
            assert again.preview.counts == merge.preview.counts
        history.redo(project)
        assert state(project) == after
    steps = revisions(project)
    second = merged(project, file)
    assert second.writes == 0
    # In words: what they are called may have come with the merge.
    assert {(one.table, one.key) for one in second.clashes} == {(one.table, one.key) for one in clashes}
    assert (revisions(project), state(project)) == (steps, after)
    return plan, clashes


def settle_and_check(ours: Project, theirs: Project, file: Path, answer: Path) -> None:
    """Settle all clashes as they are in the one copy; check that neither of them asks again, and that both are one."""
    with merging.prepare(ours, file) as merge:
        asked = merge.preview.clashes
        still_open = {(one.table, one.key) for one in merging.apply(ours, merge, mine=asked).still_open}
    assert checking.check(ours) == []
    settled = {(one.table, one.key) for one in asked} - still_open
    after, again = state(ours), merged(ours, file)
    assert ({(one.table, one.key) for one in again.clashes}, again.writes, state(ours)) == (still_open, 0, after)
    with merging.prepare(theirs, handed(ours, answer)) as merge:
        plan = merge.plan
        assert plan is not None
        assert settled.isdisjoint((one.table, one.key) for one in merge.preview.clashes)
        merging.apply(theirs, merge)
    assert checking.check(theirs) == []
    mine, yours = content(ours), content(theirs)
    differing = {key for key in settled if mine.get(key) != yours.get(key)}
    assert differing <= explained({**mine, **yours}, unsettled(plan))


@pytest.mark.parametrize("same_person", [False, True], ids=["two people", "one person on two machines"])
@pytest.mark.parametrize("suffix", ["json", "jsonl", "annotator"])
def test_merging_two_edited_copies_gives_the_same_in_both_orders_but_for_what_is_told(
    tmp_path: Path, ada: Annotator, bo: Annotator, suffix: str, same_person: bool
) -> None:
    first = projects.create(str(tmp_path / "start.annotator"), ada, "News")
    one, _two = with_articles(first, tmp_path / "texts")
    linking.link_new(first, annotate.add_span(first, one, "quote", [(0, 9)]), "Ines Calloway")
    annotate.add_span(first, one, "claim", [(54, 85)])
    handed_over(first, tmp_path, ada if same_person else bo).close()
    first.close()

    def opened(name: str, as_name: str, who: Annotator) -> Project:
        copied = shutil.copy(tmp_path / f"{name}.annotator", tmp_path / f"{as_name}.annotator")
        return projects.open_project(str(copied), who)

    @settings(max_examples=12, phases=[Phase.explicit, Phase.reuse, Phase.generate])  # making it smaller takes minutes
    @given(st.integers(0, 2**32), st.integers(0, 14), st.integers(0, 14))
    def holds(seed: int, here: int, there: int) -> None:
        choice = random.Random(seed)
        ours = opened("start", "ours", ada)
        theirs = opened("copy", "theirs", ada if same_person else bo)
        try:
            for project, many in ((ours, here), (theirs, there)):
                for _number in range(many):
                    act(project, choice)
            files = [handed(ours, tmp_path / f"a.{suffix}"), handed(theirs, tmp_path / f"b.{suffix}")]
            plan, clashes = merge_and_check(ours, files[1])
            other_plan, other_clashes = merge_and_check(theirs, files[0])
            mine, yours = content(ours), content(theirs)
            differing = {key for key in mine.keys() | yours.keys() if mine.get(key) != yours.get(key)}
            # Files leave out annotators whom nothing names; a project whose import was undone is another project.
            alone = mine.keys() ^ yours.keys()
            differing -= {(table, key) for table, key in alone if table in ("annotator", "project")}
            assert differing <= explained({**mine, **yours}, unsettled(plan, other_plan))
            both = [one for one in clashes if not goes(one)], [one for one in other_clashes if not goes(one)]
            assert sorted(map(told, both[0])) == sorted(map(mirrored, both[1]))
            for found, other in ((clashes, other_plan), (other_clashes, plan)):
                # What one deleted and the other changed stays out there, and is asked about here.
                assert all(one.key in other.out[one.table] for one in found if goes(one))
            settle_and_check(ours, theirs, files[1], tmp_path / f"settled.{suffix}")
        finally:
            ours.close()
            theirs.close()

    holds()
