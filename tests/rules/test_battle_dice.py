"""Section ``dice`` and ``combat.faces``: dice with symbols, hits by kind of target, flags added up.

In the tiny game *battle_dice* the faces of the die are infantry (1, 2), armour (3), grenade (4),
flag (5) and star (6); infantry and armour throw three dice, one less at two hexes and two at three,
in woods infantry one less and armour two. Infantry has four steps, armour three, guns two.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.engine.queries import Preview
from hexwar.players import make_player
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.state import State
from tests.rules.tiny import FOLDER, listed, place, told, varied

INFANTRY, ARMOUR, GRENADE, FLAG, STAR = 1, 3, 4, 5, 6
NAMES = {1: "infantry", 2: "infantry", 3: "armour", 4: "grenade", 5: "flag", 6: "star"}


def fought(setup: dict[str, str], attack: str, dice: list[int], options: str = "") -> State:
    """A position after an attack with these dice."""
    state = place("battle_dice", setup, "red_combat", options, dice=dice)
    state.apply(attack)
    return state


def steps(state: State, unit: str) -> int:
    """The steps that a unit has left; none off the map."""
    index = state.frame.unit_index[unit]
    combat = state.rules[CombatRules]
    return combat.forces.steps_left(state, index) if state.cells[index] else 0


def preview(setup: dict[str, str], attack: str) -> Preview:
    """What an attack may come to."""
    state = place("battle_dice", setup, "red_combat")
    action = next(action for action in state.legal_actions() if str(action) == attack)
    return state.preview(action)


# -- how many dice ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "target", "dice"),
    [("0304", "0404", 3), ("0204", "0404", 2), ("0104", "0404", 1), ("0303", "0403", 2)],
)
def test_there_are_as_many_dice_as_distance_and_cover_leave(
    at: str, target: str, dice: int
) -> None:
    """Three beside the target, two at two hexes, one at three; one less into woods."""
    setup = {"R1": at, "B1": target, "B2": "0701"}
    assert preview(setup, f"attack {target} by R1").dice == dice


def test_cover_takes_more_dice_from_armour() -> None:
    setup = {"R3": "0303", "B1": "0403", "B2": "0701"}
    assert preview(setup, "attack 0403 by R3").dice == 1


def test_without_dice_there_is_no_attack_and_it_is_said_why() -> None:
    """Armour two hexes from woods: three less one less two."""
    setup = {"R1": "0303", "R3": "0203", "B1": "0403", "B2": "0701"}
    state = place("battle_dice", setup, "red_combat")
    assert "attack 0403 by R3" not in listed(state)
    refused = state.explain("attack 0403 by R3")
    assert refused is not None and (
        refused.message == "R3 has no dice to attack 0403 with: Woods -2, At two hexes -1."
    )


def test_losses_take_no_dice() -> None:
    setup = {"R1": "0304", "B1": "0404", "B2": "0701"}
    state = fought(setup, "attack 0404 by R1", [1, 1, 1])
    assert steps(state, "B1") == 1
    while state.phase != "blue_combat":
        state.apply("done")
    action = next(a for a in state.legal_actions() if a.verb == "attack")
    assert state.preview(action).dice == 3


def test_no_more_and_no_fewer_dice_than_there_may_be(tmp_path: Path) -> None:
    yaml = "combat: {faces: {least: 1, most: 2}}"
    game = varied(tmp_path, yaml, "battle_dice")
    for at, dice in (("0304", 2), ("0104", 1)):
        setup = {"R1": at, "B1": "0404", "B2": "0701"}
        state = game.start(setup=setup, phase="red_combat")
        assert state.preview(next(iter(state.legal_actions()))).dice == dice
    state = game.start(setup={"R3": "0203", "B1": "0403", "B2": "0701"}, phase="red_combat")
    assert "attack 0403 by R3" in listed(state), "the least is thrown"


# -- hits by kind of target ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "faces", "lost"),
    [
        ("B1", [INFANTRY, ARMOUR, STAR], 1),
        ("B1", [INFANTRY, 2, GRENADE], 3),
        ("B2", [INFANTRY, ARMOUR, STAR], 1),
        ("B2", [INFANTRY, 2, STAR], 0),
        ("B3", [INFANTRY, ARMOUR, GRENADE], 1),
    ],
)
def test_symbols_hit_their_own_kind_and_grenades_all(
    unit: str, faces: list[int], lost: int
) -> None:
    others = {name: "0701" if name == "B1" else "0702" for name in ("B1", "B2") if name != unit}
    state = place("battle_dice", {"R1": "0304", unit: "0404", **others}, "red_combat", dice=faces)
    before = steps(state, unit)
    state.apply("attack 0404 by R1")
    assert steps(state, unit) == before - lost


def test_the_last_step_removes_a_unit_and_its_ground_may_be_taken() -> None:
    setup = {"R1": "0304", "B3": "0404", "B1": "0701"}
    state = fought(setup, "attack 0404 by R1", [GRENADE, GRENADE, FLAG])
    assert not state.position("B3")
    assert "advance R1" in listed(state), "no flag is left to retreat by"
    state.apply("advance R1")
    assert state.position("R1") == "0404"


def test_of_several_kinds_in_a_hex_each_is_hit_by_its_own_symbol(tmp_path: Path) -> None:
    """Infantry and armour defend together: two armour symbols are for the armour alone."""
    game = varied(tmp_path, "stacking: {limit: 2}", "battle_dice")
    setup = {"R1": "0304", "B1": "0404", "B2": "0404", "B3": "0701"}
    state = game.start(setup=setup, phase="red_combat", dice=[ARMOUR, ARMOUR, STAR])
    state.apply("attack 0404 by R1")
    assert (steps(state, "B1"), steps(state, "B2")) == (4, 1)
    state = game.start(setup=setup, phase="red_combat", dice=[ARMOUR, GRENADE, INFANTRY])
    state.apply("attack 0404 by R1")
    assert state.decision is not None and state.decision.side == "blue"
    state.apply("lose B2")
    assert (steps(state, "B1"), steps(state, "B2")) == (3, 1)


# -- flags -----------------------------------------------------------------------------------------


def test_flags_are_one_retreat_of_so_many_hexes() -> None:
    setup = {"R1": "0304", "B1": "0404", "B2": "0701"}
    state = fought(setup, "attack 0404 by R1", [FLAG, FLAG, STAR])
    while state.decision is not None and state.decision.kind == "retreat":
        state.apply(listed(state)[0])
    assert state.frame.map.distance("0404", state.position("B1") or "") == 2


def test_hits_come_before_flags() -> None:
    """Whoever loses his last step does not retreat any more."""
    setup = {"R1": "0304", "B1": "0404", "B2": "0701"}
    state = place("battle_dice", setup, "red_combat", dice=[FLAG, GRENADE, STAR])
    assert told(state, "attack 0404 by R1")[:2] == ["battle", "step_lost"]
    assert state.decision is not None and state.decision.kind == "retreat"


def test_in_the_fort_a_flag_may_be_ignored_as_its_owner_likes() -> None:
    setup = {"R1": "0305", "B1": "0405", "B2": "0701"}
    state = fought(setup, "attack 0405 by R1", [FLAG, FLAG, STAR])
    assert state.decision is not None and state.decision.side == "blue"
    assert state.decision.kind == "result_choice"
    assert state.decision.prompt == (
        "Choose: Ignore 1 flag (the defender retreats 1 hex) or "
        "Ignore no flag (the defender retreats 2 hexes)."
    )
    state.apply("choose 1")
    assert state.frame.map.distance("0405", state.position("B1") or "") == 1
    state = fought(setup, "attack 0405 by R1", [FLAG, STAR, STAR])
    state.apply("choose 1")
    assert state.position("B1") == "0405"


@pytest.mark.parametrize(("count", "flags", "hexes"), [(1, 2, 1), (2, 2, 0), ("all", 3, 0)])
def test_what_is_always_ignored_is_not_asked(
    tmp_path: Path, count: int | str, flags: int, hexes: int
) -> None:
    ignored = f"[{{title: Stubborn, only: {{trait: foot}}, count: {count}}}]"
    yaml = f"combat: {{faces: {{does: {{flag: {{ignored: {ignored}}}}}}}}}"
    game = varied(tmp_path, yaml, "battle_dice")
    dice = [FLAG] * flags + [STAR] * (3 - flags)
    setup = {"R1": "0304", "B1": "0404", "B2": "0701"}
    state = game.start(setup=setup, phase="red_combat", dice=dice)
    state.apply("attack 0404 by R1")
    while state.decision is not None and state.decision.kind == "retreat":
        state.apply(listed(state)[0])
    assert state.frame.map.distance("0404", state.position("B1") or "") == hexes


# -- what else symbols do --------------------------------------------------------------------------

PANIC = """
states: {pinned: {title: Pinned, forbids: [move]}}
combat:
  faces:
    misses: null
    does:
      panic: {faces: star, least: 2, once: [{mark: {state: pinned, who: defender}}]}
"""


@pytest.mark.parametrize(("stars", "pinned"), [(1, False), (2, True), (3, True)])
def test_some_symbols_count_once_where_there_are_enough(
    tmp_path: Path, stars: int, pinned: bool
) -> None:
    game = varied(tmp_path, PANIC, "battle_dice")
    dice = [STAR] * stars + [ARMOUR] * (3 - stars)
    setup = {"R1": "0304", "B1": "0404", "B2": "0701"}
    state = game.start(setup=setup, phase="red_combat", dice=dice)
    state.apply("attack 0404 by R1")
    assert bool(state.marks.get("pinned")) is pinned


def test_some_symbols_count_for_some_attackers_only(tmp_path: Path) -> None:
    each = "[{lose_steps: {who: defender, count: 1}}]"
    star = f"{{faces: star, attackers: {{trait: mechanised}}, each: {each}}}"
    game = varied(
        tmp_path, f"combat: {{faces: {{misses: null, does: {{star: {star}}}}}}}", "battle_dice"
    )
    for unit, left in (("R1", 4), ("R3", 1)):
        setup = {unit: "0304", "B1": "0404", "B2": "0701"}
        state = game.start(setup=setup, phase="red_combat", dice=[STAR, STAR, STAR])
        state.apply(f"attack 0404 by {unit}")
        assert steps(state, "B1") == left


def test_dice_may_be_those_by_which_attackers_are_stronger(tmp_path: Path) -> None:
    yaml = "combat: {faces: {count: differential}}\nunits: {types: {foot: {steps: [3-1-3, 3-1-3]}}}"
    game = varied(tmp_path, yaml, "battle_dice")
    state = game.start(setup={"R1": "0304", "B1": "0404", "B2": "0701"}, phase="red_combat")
    assert state.preview(next(iter(state.legal_actions()))).dice == 2


# -- what is told beforehand -----------------------------------------------------------------------


@pytest.mark.parametrize("target", ["B1", "B2", "B3"])
def test_a_preview_is_every_throw(target: str) -> None:
    """All 216 throws of three dice are played, and counted."""
    setup = {"R1": "0304", target: "0404", ("B2" if target == "B1" else "B1"): "0701"}
    foreseen = preview(setup, "attack 0404 by R1")
    assert sum(foreseen.probabilities.values()) == 1
    codes: dict[str, int] = {}
    lost: dict[int, int] = {}
    state = place("battle_dice", setup, "red_combat")
    before = steps(state, target)
    for dice in product(range(1, 7), repeat=3):
        twin = state.clone()
        events = twin.apply("attack 0404 by R1", dice=dice)
        battle = next(event for event in events if event.kind == "battle")
        codes[battle.result] = codes.get(battle.result, 0) + 1
        taken = before - steps(twin, target)
        lost[taken] = lost.get(taken, 0) + 1
        assert battle.symbols == tuple(NAMES[die].capitalize() for die in dice)
    assert {code: Fraction(n, 216) for code, n in codes.items()} == foreseen.probabilities
    assert "-" in codes and not any(":0" in code for code in codes), "only what counts is named"
    assert {n: Fraction(each, 216) for n, each in lost.items()} == foreseen.steps_lost


def test_retreats_are_foreseen_with_their_chances() -> None:
    setup = {"R1": "0304", "B1": "0404", "B2": "0701"}
    foreseen = preview(setup, "attack 0404 by R1")
    flag, other = Fraction(1, 6), Fraction(5, 6)
    assert foreseen.hexes_retreated == {
        0: other**3,
        1: 3 * flag * other**2,
        2: 3 * flag**2 * other,
        3: flag**3,
    }


def test_outcomes_add_up_and_are_exact() -> None:
    state = place("battle_dice", {"R1": "0304", "B1": "0404", "B2": "0701"}, "red_combat")
    action = next(iter(state.legal_actions()))
    outcomes = state.outcomes(action)
    assert sum(one.probability for one in outcomes) == 1
    kept = sum(one.probability for one in outcomes if steps(one.state, "B1") == 4)
    assert kept == Fraction(1, 8), "three faces of six hit infantry"
    for one in outcomes[:5]:
        again = state.clone()
        again.apply(action, dice=one.dice)
        assert again == one.state


def test_outcomes_of_many_dice_are_told_by_what_they_come_to(tmp_path: Path) -> None:
    """Eight dice have 1,679,616 throws, and show 495 things that come to fewer than twenty."""
    yaml = "units: {types: {foot: {steps: [8-0-3, 8-0-3]}}}"
    game = varied(tmp_path, yaml, "battle_dice")
    state = game.start(setup={"R1": "0304", "B1": "0404", "B2": "0701"}, phase="red_combat")
    outcomes = state.outcomes("attack 0404 by R1", most=20)
    assert sum(one.probability for one in outcomes) == 1
    kept = sum(one.probability for one in outcomes if steps(one.state, "B1") == 2)
    assert kept == Fraction(1, 2) ** 8


# -- in play ---------------------------------------------------------------------------------------


def test_the_computer_attacks_with_such_dice() -> None:
    """Where an attack costs nothing, it is made."""
    state = place("battle_dice", {"R1": "0304", "B1": "0404", "B2": "0701"}, "red_combat")
    for level in ("easy", "normal"):
        chosen = make_player(level).choose(state.seen_by("red"), Random(1))
        assert chosen is not None and chosen.verb == "attack"


def test_a_game_of_battle_dice_checks() -> None:
    assert not list(hexwar.check(FOLDER / "battle_dice"))


NIGHT = "{combat: {faces: {die: night}}}"
NIGHT_DIE = """
dice: {night: {title: Night die, faces: {infantry: 1, armour: 1, grenade: 1, flag: 1, star: 2}}}
"""
IN_PATCHES = {
    "a phase": (
        "sequence: {phases: [{id: red_combat, kind: combat, side: red, patch: NIGHT}, "
        "{id: blue_combat, kind: combat, side: blue}]}"
    ),
    "a kind of battle": "combat: {kinds: {dark: {title: Dark, if: {turn: 1}, patch: NIGHT}}}",
    "an effect": "effects: {dark: {title: Dark, if: {turn: 1}, patch: NIGHT}}",
    "an option": "options: {dark: {title: Dark, patch: NIGHT}}",
}
"""Where a die may be named that the game throws nowhere else."""


@pytest.mark.parametrize("where", IN_PATCHES)
def test_a_die_may_be_thrown_in_a_patch_alone(where: str, tmp_path: Path) -> None:
    """It is no die that nothing throws; and where the patch holds it is the one that is thrown."""
    yaml = NIGHT_DIE + IN_PATCHES[where].replace("NIGHT", NIGHT)
    game = varied(tmp_path, yaml, "battle_dice")
    assert not list(hexwar.check(tmp_path))
    options = ["dark"] if where == "an option" else []
    setup = {"R1": "0304", "B1": "0404", "B2": "0701"}
    # A star by the night die alone, armour by it, infantry by both: one hit and not two.
    dice = [FLAG, 2, 1]
    state = game.start(None, options, setup=setup, phase="red_combat", dice=dice)
    events = [str(event) for event in state.apply("attack 0404 by R1")]
    assert events[0] == "R1 attacks 0404: 3 dice, Star, Armour and Infantry, 1 hit."
    assert (steps(state, "B1"), state.position("B1")) == (3, "0404")


def test_a_die_that_nothing_throws_is_found(tmp_path: Path) -> None:
    varied(tmp_path, NIGHT_DIE, "battle_dice")
    assert [one.message for one in hexwar.check(tmp_path)] == ["night is never thrown"]


# -- support, battling back, battling again --------------------------------------------------------

SUPPORTED = """
combat:
  faces:
    does:
      flag:
        ignored: [{title: Supported, only: {within: {hexes: 1, others: 2, of: {side: own}}}}]
"""


@pytest.mark.parametrize(("friends", "hexes"), [(1, 1), (2, 0)])
def test_two_friends_beside_it_let_a_unit_stand(tmp_path: Path, friends: int, hexes: int) -> None:
    game = varied(tmp_path, SUPPORTED, "battle_dice")
    setup = {"R1": "0304", "B1": "0404", "B2": "0504", "B3": "0403" if friends > 1 else "0701"}
    state = game.start(setup=setup, phase="red_combat", dice=[FLAG, STAR, STAR])
    state.apply("attack 0404 by R1")
    assert (state.position("B1") != "0404") is bool(hexes)


BACK = "combat: {faces: {then: [{battle_back: all}, {advance: all}]}}"


def back(tmp_path: Path, dice: list[int], setup: dict[str, str] | None = None) -> State:
    """R1 attacks B1, who may battle back."""
    game = varied(tmp_path, BACK, "battle_dice")
    setup = setup or {"R1": "0304", "B1": "0404", "B2": "0701"}
    state = game.start(setup=setup, phase="red_combat", dice=dice)
    state.apply("attack 0404 by R1")
    return state


def test_who_stands_his_ground_may_battle_back_with_his_own_dice(tmp_path: Path) -> None:
    state = back(tmp_path, [STAR, STAR, INFANTRY, GRENADE, GRENADE, STAR])
    assert state.decision is not None
    assert (state.decision.kind, state.decision.side) == ("battle_back", "blue")
    assert listed(state) == ["battle_back", "pass"]
    preview = state.preview(next(iter(state.legal_actions())))
    assert preview.dice == 3
    assert state.blow_back(preview) == {}, "nobody battles back against that"
    state.apply("battle_back")
    assert (steps(state, "R1"), steps(state, "B1")) == (2, 3)
    assert state.decision.kind == "movement", "nobody goes on for ever"
    assert state.position("R1") == "0304"


WITHIN = """
combat:
  faces:
    misses: [grenade]
    does:
      hit: {faces: [infantry, armour]}
      first: {title: The defender strikes first, faces: star, %s: [%s]}
"""


@pytest.mark.parametrize("often", ["each", "once"])
@pytest.mark.parametrize(
    "step",
    [
        "{battle_back: all}",
        "{if: {who: defender, then: [{battle_back: all}]}}",
        "{choose: {by: defender, one_of: [[{battle_back: all}], [nothing]]}}",
    ],
)
def test_nobody_answers_who_battles_back(tmp_path: Path, often: str, step: str) -> None:
    """Wherever it stands in what symbols do: a battle that is an answer is answered by none."""
    game = varied(tmp_path, WITHIN % (often, step), "battle_dice")
    setup = {"R1": "0304", "B1": "0404", "B2": "0701"}
    state = game.start(setup=setup, phase="red_combat", dice=[STAR] * 30)
    state.apply("attack 0404 by R1")
    answers = 0
    while not state.is_over and state.phase == "red_combat":
        answers += "battle_back" in listed(state)
        state.apply(listed(state)[0])
    assert answers == (3 if often == "each" else 1), "three stars, and none of the answers' own"


FIRST = """
combat:
  faces:
    misses: [grenade]
    does:
      hit: {faces: [infantry, armour]}
      first:
        title: The defender strikes first
        faces: star
        once: [{battle_back: all}, {retreat: defender}]
overrun: {cost: 1}
"""
"""The answer is fought before the attack comes to what else it does."""


@pytest.mark.parametrize("phase", ["red_combat", "red_movement"])
@pytest.mark.parametrize(
    ("answer", "left", "comes_to"),
    [
        ([GRENADE, GRENADE, GRENADE], 3, "0404"),
        ([INFANTRY, ARMOUR, GRENADE], 1, "0404"),
        ([STAR, STAR, STAR], 3, "0203"),
        ([ARMOUR, ARMOUR, ARMOUR], 0, None),
    ],
)
def test_an_attack_goes_on_behind_the_answer_that_is_fought_in_it(
    phase: str, answer: list[int], left: int, comes_to: str | None, tmp_path: Path
) -> None:
    """In a battle and in an overrun: who is driven off or lost by the answer does not advance, and
    the attackers' own throw befalls the defenders all the same.
    """
    game = varied(tmp_path, FIRST, "battle_dice")
    setup = {"R3": "0204", "R1": "0101", "B1": "0404", "B2": "0701"}
    if phase == "red_combat":
        setup["R3"] = "0304"
    state = game.start(setup=setup, phase=phase, dice=[STAR] * 3 + answer)
    if phase == "red_movement":
        state.apply("move R3 0304")
    state.apply(next(line for line in listed(state) if line.endswith("0404 by R3")))
    state.apply("battle_back")
    assert steps(state, "R3") == left
    asked = []
    while state.phase == phase and state.decision is not None and state.decision.kind != "movement":
        asked.append((state.decision.kind, state.decision.side))
        state.apply(listed(state)[0])
    driven_off = [("retreat", "red")] if comes_to == "0203" else []
    assert [one for one in asked if one[0] == "retreat"] == [*driven_off, ("retreat", "blue")]
    assert (state.position("R3"), state.position("B1")) == (comes_to, "0504")
    assert steps(state, "B1") == 4


def test_nobody_battles_back_who_was_driven_off_or_lost(tmp_path: Path) -> None:
    state = back(tmp_path, [FLAG, STAR, STAR])
    state.apply(listed(state)[0])
    assert state.decision is not None and state.decision.kind == "advance"
    assert state.decision.side == "red"


def test_battling_back_may_be_left(tmp_path: Path) -> None:
    state = back(tmp_path, [STAR, STAR, STAR])
    state.apply("pass")
    assert state.decision is not None and state.decision.kind == "movement"
    assert steps(state, "R1") == 4


def test_flags_drive_attackers_off_when_defenders_battle_back(tmp_path: Path) -> None:
    state = back(tmp_path, [STAR, STAR, STAR, FLAG, STAR, STAR])
    state.apply("battle_back")
    while state.decision is not None and state.decision.kind == "retreat":
        assert state.decision.side == "red"
        state.apply(listed(state)[0])
    assert (state.position("R1") or "").startswith("02")


AGAIN = """
combat:
  faces:
    then: [{advance: all}, {again: {only: {trait: mechanised, state: advanced}}}]
"""


def test_armour_that_takes_ground_may_attack_once_more(tmp_path: Path) -> None:
    game = varied(tmp_path, AGAIN, "battle_dice")
    setup = {"R3": "0304", "B3": "0404", "B1": "0504", "B2": "0505"}
    dice = [GRENADE, GRENADE, STAR, INFANTRY, 2, STAR]
    state = game.start(setup=setup, phase="red_combat", dice=dice)
    state.apply("attack 0404 by R3")
    state.apply("advance R3")
    assert "attack 0504 by R3" in listed(state)
    state.apply("attack 0504 by R3")
    assert state.phase == "blue_movement" or "attack 0505 by R3" not in listed(state), "only once"


def test_infantry_does_not(tmp_path: Path) -> None:
    game = varied(tmp_path, AGAIN, "battle_dice")
    setup = {"R1": "0304", "R2": "0101", "B3": "0404", "B1": "0504", "B2": "0701"}
    state = game.start(setup=setup, phase="red_combat", dice=[GRENADE, GRENADE, STAR])
    state.apply("attack 0404 by R1")
    state.apply("advance R1")
    assert "attack 0504 by R1" not in listed(state)


@pytest.mark.parametrize(
    ("dice", "idle"),
    [
        ([1, 5, 6], ("", "", "nothing here")),
        ([2, 3, 4], ("", "nothing here", "")),
        ([1, 1, 1], None),
        ([6, 6, 6], ("nothing here",) * 3),
    ],
)
def test_each_die_that_does_nothing_says_why(dice: list[int], idle: tuple[str, ...] | None) -> None:
    state = place("battle_dice", {"R1": "0304", "B1": "0404", "B2": "0701"}, "red_combat")
    events = state.apply("attack 0404 by R1", dice=dice)
    battle = next(event for event in events if event.kind == "battle")
    assert battle.fields.get("idle") == idle


def test_an_ignored_banner_is_told_as_ignored() -> None:
    """Of as many as are ignored the first are."""
    told = set[str]()
    for seed in range(30):
        state, random = hexwar.load_game("three_mills").start(seed=seed), Random(seed)
        while not state.is_over and "ignored" not in told:
            actions = list(state.legal_actions())
            attacks = [action for action in actions if action.verb == "attack"]
            for event in state.apply(random.choice(attacks or actions)):
                if event.kind == "battle":
                    told |= {*event.fields.get("idle", ())}
        if "ignored" in told:
            return
    raise AssertionError("no banner was ignored")
