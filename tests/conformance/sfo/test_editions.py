"""Strike Force One, 1.0 and 8.0: what can be chosen before play; the two editions."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from hexwar.rules.combat.section import Combat
from hexwar.rules.game import Game
from hexwar.rules.movement.section import Movement
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.stacking.section import Stacking
from hexwar.rules.state import State
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.victory.section import Victory
from hexwar.rules.zones_of_control.section import ZonesOfControl

OPTIONS = ("second_echelon", "west_german")
EDITIONS = ("soviet_us", "opfor_bluefor")


def names(state: State) -> dict[str, tuple[str, str]]:
    """Side id to its name and colour."""
    return {side.id: (side.name, side.color) for side in state.resolved[Sides].all}


@pytest.mark.rule("sfo", "1.0")
def test_scenarios_options_and_editions(sfo: Game) -> None:
    assert list(sfo.catalog.scenarios) == ["standard", "advanced"]
    assert set(sfo.catalog.options) == set(OPTIONS)
    assert list(sfo.catalog.editions) == list(EDITIONS)


@pytest.mark.rule("sfo", "1.0")
def test_the_sides_have_the_names_of_the_edition(sfo: Game) -> None:
    soviet_us = names(sfo.start("standard"))
    assert {side: name for side, (name, _) in soviet_us.items()} == {
        "soviet": "Soviet",
        "us": "U.S.",
    }
    other = names(sfo.start("standard", edition="opfor_bluefor"))
    assert {side: name for side, (name, _) in other.items()} == {"soviet": "Opfor", "us": "Bluefor"}
    colors = {color for sides in (soviet_us, other) for _, color in sides.values()}
    assert len(colors) == 4


@pytest.mark.rule("sfo", "1.0")
@pytest.mark.parametrize("scenario", ["standard", "advanced"])
def test_the_editions_play_alike(sfo: Game, scenario: str) -> None:
    """The same seed and the same choices give the same game, whatever the sides are called."""
    ends = []
    for edition in EDITIONS:
        random = Random(6)
        state = sfo.start(scenario, seed=6, edition=edition)
        lines = []
        while not state.is_over:
            action = state.sample_action(random)
            lines.append(str(action))
            state.apply(action)
        ends.append((lines, state.winner, [state.position(unit) for unit in sfo.units]))
    assert ends[0] == ends[1]


@pytest.mark.rule("sfo", "1.0")
@pytest.mark.parametrize("scenario", ["standard", "advanced"])
def test_no_soviet_is_heard_of_in_the_other_edition(sfo: Game, scenario: str) -> None:
    """What players read in a whole game names Opfor and Bluefor only."""
    random = Random(1)
    options = OPTIONS if scenario == "advanced" else ()
    state = sfo.start(scenario, options, seed=1, edition="opfor_bluefor")
    read = [str(event) for event in state.events or []]
    while not state.is_over:
        assert state.decision is not None
        read.append(state.decision.prompt)
        violation = state.explain("attack 9999 by A")
        read.append(violation.message if violation else "")
        read += [str(event) for event in state.apply(state.sample_action(random))]
    read += [phase.title for phase in state.resolved[SequenceOfPlay].phases]
    strange = [line for line in read if "Soviet" in line or "U.S." in line]
    assert strange == []


@pytest.mark.rule("sfo", "8.0")
@pytest.mark.parametrize("count", range(3))
def test_options_are_used_separately_or_together(sfo: Game, count: int) -> None:
    for options in combinations(OPTIONS, count):
        for edition in EDITIONS:
            state = sfo.start("advanced", options, edition=edition)
            assert set(state.resolved.options) == set(options)


@pytest.mark.rule("sfo", "8.0")
@pytest.mark.parametrize("option", OPTIONS)
def test_options_belong_to_the_advanced_game(sfo: Game, option: str) -> None:
    with pytest.raises(ValueError, match=option):
        sfo.start("standard", (option,))


@pytest.mark.rule("sfo", "8.0")
def test_without_options_nothing_comes(sfo: Game) -> None:
    state = sfo.start("advanced", turn=2)
    verbs = {action.verb for action in state.legal_actions()}
    assert verbs == {"move", "done"}
    assert state.explain("declare second_echelon") is not None
    assert state.explain("enter G 0101") is not None


@pytest.mark.rule("sfo", "7.0")
def test_the_advanced_rules_come_all_together(sfo: Game) -> None:
    """There is no option that switches one of them on or off."""
    assert not {"stacking", "woods", "differential"} & set(sfo.catalog.options)
    standard, advanced = (sfo.start(name).resolved for name in ("standard", "advanced"))
    assert (standard[Stacking].limit, advanced[Stacking].limit) == (1, 2)
    assert standard[Terrain].hexes["woods"].cost != advanced[Terrain].hexes["woods"].cost
    battles = [game.section(Combat) and game[Combat].column for game in (standard, advanced)]
    assert battles == ["attackers", "differential"]


@pytest.mark.rule("sfo", "7.0")
def test_what_the_advanced_game_does_not_change_stays(sfo: Game) -> None:
    standard, advanced = (sfo.start(name).resolved for name in ("standard", "advanced"))
    assert standard[ZonesOfControl] == advanced[ZonesOfControl]
    assert standard[Movement] == advanced[Movement]
    assert standard[SequenceOfPlay] == advanced[SequenceOfPlay]
    assert standard[Victory] == advanced[Victory]
