"""What a side is handed does not remember where those stand whom it does not see."""

import pytest

import hexwar


@pytest.mark.parametrize(("name", "side"), [("force_on_force", "usmc"), ("tamrat", "column")])
def test_no_empty_cell_tells_of_who_hides(name: str, side: str) -> None:
    """However the true position was asked before."""
    state = hexwar.load_game(name).start(seed=3)
    everywhere = set(state.by_cell())
    seen = state.seen_by(side)
    assert set(seen.by_cell()) < everywhere
    assert all(seen.by_cell().values())


def test_who_was_set_up_in_hiding_is_not_remembered() -> None:
    """The next to set up learns neither where nor which units were placed."""
    seen = []
    for placed in ((), ("place N2 09.05",)):
        state = hexwar.load_game("tamrat").start(seed=0)
        for action in (*placed, "done"):
            state.apply(action)
        assert state.side_to_act == "column"
        seen.append(state.seen_by("column").to_dict())
    assert seen[0] == seen[1]
