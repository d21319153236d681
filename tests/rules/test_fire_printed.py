"""What is printed counts in games of fire that have no section combat."""

from __future__ import annotations

from hexwar.charts.tables import order_of_battle, starting_place
from hexwar.engine.queries import FirePreview
from hexwar.rules.units.section import Units
from hexwar.viewer.counters.counter import values_of
from tests.rules.tiny import tiny


def test_dice_are_counted_by_the_printed_attack_without_a_section_combat() -> None:
    """Of *broadsides* a ship of the line has five guns and two more beside its target, a
    frigate three."""
    setup = {"R1": "0203", "R3": "0303", "B1": "0204", "B2": "1003"}
    state = tiny("broadsides").start(setup=setup, phase="red_fire")
    thrown = []
    for line in ("fire 0204 by R1", "fire 0204 by R3"):
        shown = state.preview(line)
        assert isinstance(shown, FirePreview)
        thrown.append(len(shown.attack_dice))
    assert thrown == [5 + 2, 3]


def test_counters_and_charts_show_what_counts() -> None:
    """Of games without combat too, where anything is printed for it."""
    game = tiny("broadsides").start(seed=1).resolved
    units = game[Units].counters
    assert values_of(units["R1"], game) == "5-5-3"
    assert "5-5-3" in "".join(str(block) for block in order_of_battle(game, starting_place(game)))


def test_a_printed_set_up_says_where_units_look() -> None:
    game = tiny("flanks").start().resolved
    where = starting_place(game)
    units = game[Units].counters
    assert where(units["R1"]).endswith(", facing NE")
    assert "facing" not in where(units["R2"])
