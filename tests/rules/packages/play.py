"""Play a game with the package of omens; run by itself, so that no other test has it."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from random import Random

import hexwar
import hexwar.rules

hexwar.rules.__path__.append(str(Path(__file__).parent))
OMENS = import_module("hexwar.rules.omens").PACKAGE
vars(hexwar.rules)["PACKAGES"] = (*hexwar.rules.PACKAGES, OMENS)
vars(hexwar.rules)["SECTIONS"] = (*hexwar.rules.SECTIONS, "omens")

GAME = """
hexwar: 2
id: omens
title: Omens
extends: ./meadow
omens: {bad_from: 4}
combat:
  results: {DR: [{portend: bad}, {retreat: defender}], NE: [{portend: good}]}
sequence:
  phases:
    - {id: omens, kind: omens}
    - {id: red_movement, kind: movement, side: red}
    - {id: red_combat, kind: combat, side: red, if: {omen: good}}
    - {id: blue_movement, kind: movement, side: blue}
"""


def main(folder: Path) -> None:
    """What a game with the package does, as claims."""
    # Here, as they import the rules, which read the list of sections once.
    from hexwar.charts.sequence_of_play import sequence_of_play
    from hexwar.cli.terminal import lines_of
    from hexwar.players.battlefield import horizon_of

    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    assert [str(one) for one in hexwar.check(folder)] == [], hexwar.check(folder)
    game = hexwar.load_game(folder)
    phases = list(lines_of(sequence_of_play(game.definition.resolve())))
    assert "  1. Omens" in phases
    assert "  3. Red combat (if the omen is good)" in phases
    far = {"R1": "0101", "B1": "0703"}
    good, bad = (game.start(setup=far, dice=[face] * 9) for face in (1, 6))
    assert (good.phase, good.side_to_act, good.effects) == ("red_movement", "red", ())
    assert (bad.phase, bad.side_to_act, bad.effects) == ("red_movement", "red", ("bad",))
    assert max(there.cost for there in good.reach("R1").values()) == 3
    assert max(there.cost for there in bad.reach("R1").values()) == 1
    told = [event for event in bad.events or [] if event.kind == "phase_begins"]
    assert [event.side for event in told] == ["", "red"]
    assert horizon_of(bad, 0).attacks_first  # its own combat comes before anybody else moves
    assert game.state_from_dict(bad.to_dict()) == bad
    bad.apply("done")
    assert bad.phase == "blue_movement"  # a bad omen: nobody attacks

    near = {"R1": "0303", "B1": "0403"}
    state = game.start(setup=near, phase="red_combat", dice=[2, *[1] * 9])
    state.apply("attack 0403 by R1")
    while state.phase == "red_combat":
        state.apply(state.sample_action(Random(1)))
    assert state.effects == ("bad",)  # the result set it, and the next phase has its patch
    for seed in range(20):
        state, random = game.start(seed=seed), Random(seed)
        while not state.is_over:
            state.apply(state.sample_action(random), events=seed % 2 == 0)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
