"""What is printed counts in games of fire that have no section combat."""

from __future__ import annotations

from hexwar.engine.queries import FirePreview
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
