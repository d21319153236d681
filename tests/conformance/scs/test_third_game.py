"""The Standard Combat Series in a third game: files alone, and nearly every rule its own."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.players import make_player
from hexwar.rules.combat.section import Combat
from hexwar.rules.game import Game
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.losses.section import Losses
from hexwar.rules.state import State

FOLDER = Path(__file__).resolve().parents[2] / "games" / "scs_winter"
SETTINGS = [("campaign", ()), ("campaign", ("thaw",)), ("lesson", ())]


@pytest.fixture(scope="module")
def third() -> Game:
    """The third game."""
    return hexwar.load_game(FOLDER)


def test_it_is_files_alone_and_the_checker_finds_nothing() -> None:
    assert {path.suffix for path in FOLDER.iterdir()} == {".yaml", ".md"}
    assert [str(found) for found in hexwar.check(FOLDER)] == []


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize(
    "players", [("random", "random"), ("greedy", "greedy"), ("greedy", "random")], ids=" ".join
)
def test_games_come_to_an_end_with_every_invariant_kept(
    third: Game, setting: tuple[str, tuple[str, ...]], players: tuple[str, str]
) -> None:
    """And what is saved on the way plays on to the same end."""
    for seed in range(3):
        state, random = third.start(*setting, seed=seed), Random(seed)
        made = dict(zip(("garrison", "landing"), map(make_player, players), strict=True))
        decisions = 0
        while not state.is_over:
            action = made[state.side_to_act or ""].choose(state, random)
            assert state.explain(action) is None
            state.apply(action)
            assert broken_invariants(state) == []
            if decisions % 25 == 0:
                state = third.state_from_dict(state.to_dict())
            decisions += 1
            assert decisions < 3000
        assert state.winner in ("garrison", "landing", None)
        assert setting[0] == "lesson" or "Victory points: Garrison" in state.outcome


def position(third: Game, phase: str, turn: int = 1, **setup: str) -> State:
    """A position of the campaign."""
    numbers = {unit: f"B{number}" for unit, number in setup.items()}
    return third.start("campaign", setup=numbers, phase=phase, turn=turn)


def test_a_rule_of_the_series_is_overridden(third: Game) -> None:
    """2.1a asks two points more for an enemy zone, this game one."""
    state = position(third, "landing_movement", L3="08.02", G1="10.02")
    assert state.reach("L3")["B09.02"].cost == Fraction(2)


def test_what_it_does_not_say_is_the_series(third: Game) -> None:
    resolved = third.definition.resolve()
    assert resolved.section(Combat) is not None
    losses = resolved[Losses]
    assert (losses.first, losses.evenly) == ("strongest", True)
    assert (resolved[Combat].rounding, resolved[Combat].attackers.reach) == (
        "nearest",
        "own_zone",
    )
    assert resolved.rulebook.rules["9.1b"]
    assert resolved.rulebook.rules["30.4"]


def test_armour_and_foot_together_gain_a_column(third: Game) -> None:
    """9 to 6 and 8 to 6 round to 2 to 1 and 1 to 1; the tanks bring one column more."""
    setup = {"L1": "08.05", "L2": "07.06", "T1": "07.06", "G5": "08.06"}
    state = position(third, "landing_combat", 1, **setup)
    both, two = (state.preview(f"attack B08.06 by {u}") for u in ("L1 T1", "L1 L2"))
    assert (both.headings[both.column], both.shifts) == ("3:1", 1)
    assert (two.headings[two.column], two.shifts) == ("1:1", 0)
    assert [modifier.rule for modifier in both.modifiers] == ["30.4"]


def test_aircraft_come_in_turns_four_and_five(third: Game) -> None:
    shifts = [
        position(third, "landing_combat", turn, L1="08.05", G5="08.06")
        .preview("attack B08.06 by L1")
        .shifts
        for turn in (3, 4, 5, 6)
    ]
    assert shifts == [0, 1, 1, 0]


def test_ski_troops_stand_firm_while_the_airfield_is_theirs(third: Game) -> None:
    """What a side controls decides the strength of a battle."""
    setup = {"L1": "08.05", "G3": "08.06"}
    held = position(third, "landing_combat", 1, **setup).preview("attack B08.06 by L1")
    lost = position(third, "landing_combat", 1, **setup, L2="08.07").preview("attack B08.06 by L1")
    assert (held.defender_strength, lost.defender_strength) == (Fraction(4), Fraction(3))


def test_guns_support_what_they_could_not_attack(third: Game) -> None:
    """Artillery has no zone; it adds its strength to others and does not attack alone."""
    state = position(third, "landing_combat", L1="08.05", LA="07.06", G5="08.06")
    assert state.preview("attack B08.06 by L1 LA").attacker_strength == 8
    refused = state.explain("attack B08.06 by LA")
    assert refused is not None
    assert refused.rule == "2.1c"


def test_exploitation_begins_in_turn_three(third: Game) -> None:
    begun = {}
    for turn in (2, 3):
        state = position(third, "landing_combat", turn, T1="08.02", G1="08.08")
        begun[turn] = state.phase
        while state.turn == turn and state.phase == "landing_combat":
            state.apply("done")
        begun[turn] = state.phase
    assert begun == {2: "garrison_movement", 3: "landing_exploitation"}


@pytest.mark.parametrize(
    ("number", "supplied"),
    [("10.06", True), ("16.06", True), ("14.11", False)],
)
def test_supply_is_five_hexes_or_a_road(third: Game, number: str, supplied: bool) -> None:
    """The road from Vik to Nes meets the one from the beach."""
    state = position(third, "landing_movement", L3=number, G1="01.08")
    assert (state.supply_path("L3") is not None) == supplied


def test_points_are_those_of_places_losses_and_time(third: Game) -> None:
    state = position(third, "landing_movement", L1="05.05", L2="08.07", G1="11.05")
    assert state.points() == {"garrison": 0, "landing": 4 + 8}
    state.lost[state.frame.unit_index["L1"]] = 1
    state.eliminate(state.frame.unit_index["G3"])
    assert state.points() == {"garrison": 1, "landing": 4 + 8 + 2}


def test_the_whole_island_ends_the_game_at_once(third: Game) -> None:
    setup = {"L1": "05.05", "L2": "08.07", "L4": "11.05", "G1": "01.08"}
    state = position(third, "garrison_supply", 3, **setup)
    assert (state.is_over, state.winner, state.turn) == (True, "landing", 3)
    assert state.outcome.startswith("The Landing Force has the whole island.")


def test_the_garrison_is_reinforced_only_where_it_holds_the_airfield(third: Game) -> None:
    there = position(third, "garrison_movement", 3, G1="08.07", L1="08.01")
    lost = position(third, "garrison_movement", 3, G1="01.08", L1="08.07")
    assert "enter G5 B08.07" in there.legal_actions()
    assert not any(str(action).startswith("enter") for action in lost.legal_actions())
