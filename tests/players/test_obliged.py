"""The computer player where attacking is mandatory: who attacks what, and what contact costs."""

from __future__ import annotations

from pathlib import Path
from random import Random

import hexwar
from hexwar.players import GreedyPlayer
from hexwar.players.campaign.assault import Assaults
from hexwar.players.campaign.assessment import CampaignPriorities, assessment_of
from hexwar.players.campaign.combat import Contact
from hexwar.players.decider import Briefing
from tests.rules.tiny import place, varied

MUST = """
combat: {mandatory: {attack: {only: {in_zone: true}}}}
"""


class NoChance(Random):
    """Fails when it is asked: the player had to find an action by itself."""

    def random(self) -> float:
        raise AssertionError("the player drew an action")


def attacks(state: hexwar.State) -> list[str]:
    """The attacks of a combat phase that the player makes of its own accord."""
    player, phase, found = GreedyPlayer(), state.phase, []
    while state.phase == phase and not state.is_over:
        action = player.choose(state, NoChance())
        found.append(str(action))
        state.apply(action)
    return [line for line in found if line.startswith("attack")]


def test_everybody_who_must_be_attacked_is() -> None:
    """R1 could help R3 against B1, but only he can attack B2."""
    state = place(
        "battery",
        {"R1": "0303", "R2": "0302", "B1": "0402", "B2": "0304"},
        "red_combat",
        dice=[2, 2],
    )
    assert sorted(attacks(state)) == ["attack 0304 by R1", "attack 0402 by R2"]


def test_an_attack_at_odds_below_all_is_made_only_where_it_must_be() -> None:
    """Against woods and nobody to help, a gun attacks because the foot must be attacked."""
    state = place("battery", {"R2": "0403", "B1": "0404"}, "red_combat", dice=[2])
    assert attacks(state) == ["attack 0404 by R2"]


def contact(path: Path, setup: dict[str, str], yaml: str = MUST) -> tuple[Contact, hexwar.State]:
    """What contact costs red in a position."""
    state = varied(path, yaml, "battery").start(setup=setup, phase="red_movement")
    seen = state.seen_by("red")
    assessment = assessment_of(Briefing(seen, 0, Random(1)), CampaignPriorities())
    assessment.take(state.frame.unit_index["R1"])
    return Contact(assessment, Assaults(assessment)), state


def test_contact_costs_what_the_attack_does_that_must_be_made(tmp_path: Path) -> None:
    """Against foot in the open a unit may go alone, against woods it must not."""
    costs, state = contact(tmp_path, {"R1": "0302", "B1": "0404", "B3": "0602"})
    unit, cell = state.frame.unit_index["R1"], state.frame.board.cell
    assert costs.price(unit, cell["0403"]) < 0
    assert costs.price(unit, cell["0301"]) == 0


def test_a_good_attack_costs_nothing_and_one_that_is_owed_counts_as_it_is(tmp_path: Path) -> None:
    """Guns in the open are worth going for; foot in woods must be attacked by who stands there."""
    costs, state = contact(tmp_path, {"R1": "0302", "R3": "0304", "B1": "0404", "B2": "0402"})
    unit, cell = state.frame.unit_index["R1"], state.frame.board.cell
    assert costs.price(unit, cell["0401"]) == 0
    assert costs.owed(cell["0404"], [state.frame.unit_index["R3"]]) < 0
    assert costs.owed(cell["0404"], []) == 0


def test_contact_costs_nothing_where_attacking_is_voluntary(tmp_path: Path) -> None:
    costs, state = contact(tmp_path, {"R1": "0302", "B1": "0404"}, "summary: Nobody must attack.\n")
    unit, cell = state.frame.unit_index["R1"], state.frame.board.cell
    assert costs.price(unit, cell["0403"]) == 0


def test_only_guns_count_on_a_place_at_two_hexes() -> None:
    """R1 is foot and R2 a gun; that guns in a zone do not bombard makes no gun of the foot."""
    state = place("battery", {"R1": "0303", "R2": "0302", "B1": "0603"}, "red_movement")
    assessment = assessment_of(Briefing(state.seen_by("red"), 0, Random(1)), CampaignPriorities())
    assaults, board = Assaults(assessment), state.frame.board
    target = board.cell["0603"]
    foot, gun = (assaults.cells(state.frame.unit_index[name], target) for name in ("R1", "R2"))
    assert foot == board.adjacent[target]
    assert gun >> board.cell["0403"] & 1


def test_contact_costs_the_place_that_is_lost_to_who_is_thrown_back(tmp_path: Path) -> None:
    """A hex that is worth much is worth less by the chance that the attack ends elsewhere."""
    costs, state = contact(tmp_path, {"R1": "0302", "B1": "0404", "B3": "0602"})
    unit, cell = state.frame.unit_index["R1"], state.frame.board.cell
    before, safe = cell["0403"], cell["0301"]
    assert costs.price(unit, before, gained=1.0) < costs.price(unit, before) < 0
    assert costs.price(unit, safe, gained=1.0) == 0


def test_who_alone_can_meet_two_obligations_attacks_both_hexes_at_once() -> None:
    """R1 stands next to both, and each of them must be attacked."""
    setup = {"R1": "0505", "B1": "0504", "B2": "0605"}
    state = place("fronts", setup, "red_combat", "must", dice=[2])
    assert attacks(state) == ["attack 0504-0605 by R1"]


def test_a_strong_unit_attacks_two_weak_ones_at_once_and_a_weak_one_does_not(
    tmp_path: Path,
) -> None:
    """Eight against 2 and 2 is as sure as against 2; 2 against both is worse than against one."""
    found = []
    for steps in ("8-8", "2-2"):
        yaml = f"units: {{counters: {{R1: {{side: red, type: foot, steps: {steps}}}}}}}"
        (tmp_path / steps).mkdir()
        game = varied(tmp_path / steps, yaml, "fronts")
        setup = {"R1": "0505", "B1": "0504", "B2": "0605"}
        state = game.start(setup=setup, phase="red_combat", dice=[2])
        found.append(str(GreedyPlayer().choose(state, NoChance())).split(" by ")[0])
    assert found[0] == "attack 0504-0605"
    assert found[1] in ("attack 0504", "attack 0605")


def test_a_gun_goes_next_to_nobody_to_fire_at_others() -> None:
    """Whoever stands next to an enemy must attack him, and fires no farther."""
    state, player = hexwar.load_game("marenfeld").start("lesson", seed=1), GreedyPlayer()
    board, gun = state.frame.board, state.frame.unit_index["B2"]
    phase, random = state.phase, Random(1)
    while state.phase == phase:
        state.apply(player.choose(state.seen_by("crown"), random))
    beside = board.adjacent[state.cells[gun]]
    assert not beside & state.enemies_of(state.frame.side_index["crown"])
