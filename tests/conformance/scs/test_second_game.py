"""The Standard Combat Series in a second game: YAML alone, other tables, one rule overridden."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.rules.advance.section import Advance
from hexwar.rules.combat.section import Combat
from hexwar.rules.game import Game
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.losses.section import Losses
from hexwar.rules.overrun.section import Overrun
from hexwar.rules.retreat.section import Retreat
from hexwar.rules.state import State

FOLDER = Path(__file__).resolve().parents[2] / "games" / "scs_second"


@pytest.fixture(scope="module")
def second() -> Game:
    """The second game."""
    return hexwar.load_game(FOLDER)


def test_it_is_yaml_alone_and_the_checker_finds_nothing() -> None:
    assert [path.name for path in FOLDER.iterdir()] == ["game.yaml"]
    assert [str(found) for found in hexwar.check(FOLDER)] == []


@pytest.mark.parametrize("seed", range(12))
def test_random_play_comes_to_an_end_with_every_invariant_kept(second: Game, seed: int) -> None:
    state, random = second.start(seed=seed), Random(seed)
    decisions = 0
    while not state.is_over:
        assert broken_invariants(state) == []
        action = state.sample_action(random)
        assert state.explain(action) is None
        state.apply(action)
        decisions += 1
        assert decisions < 3000
    assert broken_invariants(state) == []
    assert state.winner in ("amber", "slate")
    assert second.state_from_dict(state.to_dict()).to_dict() == state.to_dict()


def test_random_games_bring_all_that_a_battle_can(second: Game) -> None:
    """Losses, retreats, advances, overruns, arrivals, lost supply: all of it happens."""
    seen: set[str] = set()
    for seed in range(40):
        state, random = second.start(seed=seed), Random(seed)
        while not state.is_over:
            seen |= {event.kind for event in state.apply(state.sample_action(random))}
    told = {"placed", "moved", "battle", "step_lost", "eliminated", "retreated", "held"}
    assert told | {"advanced", "entered", "out_of_supply"} <= seen


# -- what it keeps of the series -------------------------------------------------------------------


def test_what_it_does_not_say_is_the_series(second: Game) -> None:
    resolved = second.definition.resolve()
    assert resolved.section(Combat) is not None
    losses, beyond = resolved[Losses], resolved[Advance].beyond_first
    assert (losses.first, losses.evenly) == ("strongest", True)
    assert (resolved[Retreat].toward, resolved[Retreat].into_zone) == ("supply", "costs_step")
    assert (resolved[Combat].rounding, resolved[Combat].below_result) == (
        "nearest",
        "A1",
    )
    assert beyond is not None and beyond.trait == ("exploitation",)
    assert resolved[Overrun].cost == 2
    assert resolved.rulebook.rules["9.1b"]


def test_refusals_have_the_numbers_of_the_series(second: Game) -> None:
    state = second.start(
        setup={"F1": "A02.03", "H1": "A01.03", "K1": "A03.03"}, phase="amber_combat"
    )
    refused = state.explain("attack A03.03 by H1")
    assert refused is not None
    assert refused.rule == "2.1c"


# -- what is its own -------------------------------------------------------------------------------


def test_a_rule_of_the_game_overrides_the_series(second: Game) -> None:
    """2.1a asks two movement points more for an enemy zone; this game asks one."""
    setup = {"F1": "A01.02", "K1": "A03.02"}
    state = second.start(setup=setup, phase="amber_movement")
    assert state.reach("F1")["A02.02"].cost == 2
    assert state.reach("F1")["A01.03"].cost == 1


def test_its_dice_are_read_as_tens_and_units(second: Game) -> None:
    assert attack(second, [1, 1]).result == "A1r1"
    fought = attack(second, [6, 4])
    assert (fought.die, fought.column, fought.result) == (64, "1:1", "D1")
    assert attack(second, [4, 6]).die == 46


def attack(game: Game, dice: list[int]) -> hexwar.Event:
    """The battle of three against four: 1:1."""
    setup = {"F1": "A02.02", "K1": "A03.02"}
    state = game.start(setup=setup, phase="amber_combat", dice=dice)
    return next(e for e in state.apply("attack A03.02 by F1") if e.kind == "battle")


def columns(state: State, *attacks: str) -> list[str]:
    """The columns that attacks would be resolved on."""
    previews = [state.preview(line) for line in attacks]
    return [preview.headings[preview.column] for preview in previews]


@pytest.mark.rule("scs", "7.4")
def test_its_columns_are_its_own_and_the_rounding_is_that_of_the_series(second: Game) -> None:
    setup = {"F1": "A02.02", "F2": "A02.02", "F3": "A03.04", "H1": "A02.03", "M1": "A03.03"}
    state = second.start(setup=setup, phase="amber_combat")
    against = "attack A03.03 by"
    lines = [f"{against} {force}" for force in ("F1", "F3", "H1", "F1 F3", "F1 F2 F3 H1")]
    # 3:2 rounds to 2:1, 4:2 is 2:1, 5:2 is 3:1 and so in the 2:1 column, 7:2 is 4:1, 15:2 is 8:1.
    assert columns(state, *lines) == ["2:1", "2:1", "2:1", "4:1", "6:1"]


def test_its_maps_letter_is_on_every_hex_and_rows_count_from_the_bottom(second: Game) -> None:
    assert all(number.startswith("A") for number in second.map.numbers)
    assert second.map.direction("A03.03", "A03.04") == "N"
