"""What a battle goes through between the attack and its die: the stages that its game has."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from hexwar.engine.rules import Contributed
from hexwar.rules.combat.battle import PLACES, BattleStages
from hexwar.rules.combat.odds import KindRules
from hexwar.rules.game import Game
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, tiny, varied

CHARGE = """
combat:
  kinds:
    charge: {title: Charge, defenders: {not: {trait: horse}}, chosen: attacker, patch: {
      combat: {modifiers: {charge: {title: Charge, shift: 1}}}}}
"""


def places(game: Game, scenario: str | None = None) -> tuple[str, ...]:
    return game.start(scenario, seed=1).rules[BattleStages].places


def test_in_strike_force_one_a_battle_is_fought_and_no_more() -> None:
    assert places(hexwar.load_game("strike_force_one"), "standard") == ("fight",)


@pytest.mark.parametrize(
    ("game", "stage"),
    [
        ("parties", "aim"),
        ("declared", "declare"),
        ("skirmishers", "leave"),
        ("support", "commit"),
        ("militia", "reveal"),
    ],
)
def test_a_game_has_the_stages_of_what_it_says(game: str, stage: str) -> None:
    assert places(tiny(game)) == (stage, "fight")


def test_kinds_of_battle_bring_the_choice_of_one_and_its_rules(tmp_path: Path) -> None:
    said = CHARGE.replace("defenders: {not: {trait: horse}}, ", "")
    assert places(varied(tmp_path, said, "meadow")) == ("choose", "kind", "fight")


def test_stages_stand_in_the_order_of_their_places(tmp_path: Path) -> None:
    said = CHARGE + "  battle: {declare: all_first}\n  target: chosen\n"
    found = places(varied(tmp_path, said, "skirmishers"))
    assert found == ("aim", "declare", "leave", "choose", "kind", "fight")
    assert list(found) == sorted(found, key=PLACES.index)


def test_a_stage_at_a_place_that_is_none_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    contributed = hexwar.load_game("strike_force_one").start("standard").rules.contributed
    stages = {"fight": KindRules.of, "flight": KindRules.of}
    monkeypatch.setattr(Contributed, "battle_stages", lambda self: stages)
    with pytest.raises(ValueError, match="battles have no stage flight"):
        BattleStages(contributed)


def test_a_kind_that_fits_only_those_who_stay_is_offered_when_others_have_left(
    tmp_path: Path,
) -> None:
    game = varied(tmp_path, CHARGE, "skirmishers")
    state = game.start(
        setup={"R1": "0302", "B1": "0402", "B3": "0402"}, phase="red_combat", dice=(1,)
    )
    state.apply("attack 0402 by R1")
    assert listed(state) == ["evade B1", "pass"]
    state.apply("evade B1")
    state.apply(listed(state)[0])
    assert listed(state) == ["fight charge", "pass"]


def test_an_overrun_is_fought_at_once_whatever_comes_before_a_battle(tmp_path: Path) -> None:
    """R1 may be evaded, and chooses whom it attacks, in the combat phase alone."""
    game = varied(tmp_path, "combat: {target: chosen}\noverrun: {cost: 1}\n", "skirmishers")
    setup = {"R1": "0202", "B1": "0402", "B3": "0402"}
    state = game.start(setup=setup, phase="red_movement", dice=(1,))
    state.apply("move R1 0302")
    told = [event for event in state.apply("overrun 0402 by R1") if event.kind == "battle"]
    assert [event.defenders for event in told] == [("B1", "B3")]
    state = game.start(setup={**setup, "R1": "0302"}, phase="red_combat")
    state.apply("attack 0402 by R1")
    assert listed(state) == ["aim B1", "aim B3"]


def leaving() -> State:
    setup = {"R1": "0302", "R2": "0303", "B1": "0402", "B3": "0402"}
    return place("skirmishers", setup, "red_combat", dice=(1, 1))


def test_a_battle_that_was_saved_without_its_stage_goes_on_to_the_die() -> None:
    """As saves had it when there was one wait for all that comes before."""
    state = leaving()
    state.apply("attack 0402 by R1")
    data = state.to_dict()
    waiting = next(task for task in data["agenda"] if task["task"] == "announced")
    assert waiting.pop("after") == "leave"
    again = tiny("skirmishers").state_from_dict(data)
    assert again.apply("pass") == state.apply("pass")
    assert again.to_dict() == state.to_dict()
