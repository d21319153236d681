"""The computer player where units are many and unlike: steps, supply, overruns, hidden stacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.players import GreedyPlayer, Player, make_player
from hexwar.players.campaign.assault import Assault, Assaults
from hexwar.players.campaign.assessment import CampaignPriorities, assessment_of
from hexwar.players.campaign.movement import may_overrun
from hexwar.players.decider import FULL, Briefing
from hexwar.players.greedy import guessed
from hexwar.rules.invariants import broken_invariants
from tests.rules.tiny import Setting, place, settings, tiny, varied

SMALL = tiny("small_series")
SAMPLE = hexwar.load_game("scs_sample")
SEEDS = range(4)


def states_of(
    game: hexwar.Game, names: dict[str, str], seed: int, scenario: str | None = None
) -> Iterator[tuple[hexwar.State, hexwar.Action | None]]:
    """Every state of a game between players by name, with the action chosen; last the end."""
    state = game.start(scenario, seed=seed)
    players: dict[str, Player] = {side: make_player(name) for side, name in names.items()}
    random = {side: Random(f"{seed} {side}") for side in names}
    for _ in range(2_000):
        if state.is_over:
            yield state, None
            return
        side = state.side_to_act or ""
        action = players[side].choose(state, random[side])
        yield state, action
        state.apply(action, events=False)
    raise AssertionError("the game does not end")


def winner(game: hexwar.Game, names: dict[str, str], seed: int) -> str | None:
    """Who wins."""
    for state, _ in states_of(game, names, seed):
        won = state.winner
    return won


def position(setup: dict[str, str], phase: str, turn: int = 2) -> hexwar.State:
    """A position of the small series; dice are scripted empty: looking at one would fail."""
    return SMALL.start(setup=setup, phase=phase, turn=turn, dice=[])


def chosen(state: hexwar.State, seed: int = 1) -> str:
    """The first choice of a new player."""
    return str(GreedyPlayer().choose(state, Random(seed)))


def phase_played(state: hexwar.State, seed: int = 1) -> hexwar.State:
    """The state when the present phase is over; only for phases without dice."""
    player, random, phase = GreedyPlayer(), Random(seed), state.phase
    while not state.is_over and state.phase == phase:
        state.apply(player.choose(state, random))
    return state


@pytest.mark.matrix(one_in=3)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("players", ["greedy greedy", "greedy random", "random greedy"])
def test_plays_every_kind_of_decision_to_the_end(players: str, seed: int) -> None:
    """Legal to the last, the state untouched by thinking, nothing broken."""
    verbs: Counter[str] = Counter()
    names = dict(zip(("red", "blue"), players.split(), strict=True))
    for state, action in states_of(SMALL, names, seed):
        assert broken_invariants(state) == []
        if action is not None:
            before = state.to_dict()
            assert state.explain(action) is None
            assert chosen(state, seed) and state.to_dict() == before
            verbs[action.verb] += 1
    assert {"place", "move", "attack", "done"} & set(verbs) >= {"move", "done"}


@pytest.mark.parametrize("seed", [0, 5])
@pytest.mark.parametrize("scenario", list(SAMPLE.catalog.scenarios))
def test_plays_the_sample_game_to_the_end(scenario: str, seed: int) -> None:
    """Every scenario; battles are fought in it."""
    attacks = 0
    names = {"league": "greedy", "republic": "greedy"}
    for state, action in states_of(SAMPLE, names, seed, scenario):
        assert broken_invariants(state) == []
        if action is not None:
            assert state.explain(action) is None
            attacks += action.verb in ("attack", "overrun")
    assert scenario == "lesson" or attacks


@pytest.mark.matrix(one_in=8)
@pytest.mark.parametrize("setting", list(settings()), ids=str)
def test_plays_every_tiny_game(setting: Setting) -> None:
    """With every option, whatever its rules: legal to the end."""
    state, random = setting.start(5), Random(5)
    players = {side: GreedyPlayer() for side in state.frame.side_ids}
    decisions = 0
    while not state.is_over:
        action = players[state.side_to_act or ""].choose(state, random)
        assert state.explain(action) is None
        state.apply(action, events=False)
        assert broken_invariants(state) == []
        decisions += 1
        assert decisions < 2_000


def test_everything_that_can_be_chosen_is_chosen_some_time() -> None:
    """Over some games of greedy players."""
    verbs: set[str] = set()
    for seed in range(14):
        for names in ({"red": "greedy", "blue": "random"}, {"red": "random", "blue": "greedy"}):
            verbs |= {action.verb for _, action in states_of(SMALL, names, seed) if action}
    wanted = {"place", "move", "enter", "overrun", "attack", "lose", "retreat", "hold", "advance"}
    assert wanted <= verbs


def test_beats_chance_in_the_small_series() -> None:
    """As either side: at most one game of ten is lost."""
    for side, other in ("red", "blue"), ("blue", "red"):
        won = [winner(SMALL, {side: "greedy", other: "random"}, seed) for seed in range(10)]
        assert won.count(side) >= 9


def test_beats_chance_in_the_sample_game() -> None:
    """As either side."""
    for side, other in ("league", "republic"), ("republic", "league"):
        won = [winner(SAMPLE, {side: "greedy", other: "random"}, seed) for seed in range(2)]
        assert won == [side] * 2


def test_the_same_seeds_give_the_same_game() -> None:
    """All chance comes from the random generator that is passed in."""
    names = {"red": "greedy", "blue": "greedy"}
    one, two = ([str(a) for _, a in states_of(SMALL, names, 3)] for _ in range(2))
    assert one == two


# -- hidden stacks ------------------------------------------------------------------------------


def exchanged(state: hexwar.State, side: int) -> hexwar.State | None:
    """The same to a side's eyes: two units that it cannot see have changed places.

    ``None`` where there are no two, or where the exchange would show.
    """
    rules = state.rules
    hidden = state.hidden(side)
    units = [u for u in range(len(state.cells)) if hidden >> u & 1]
    for first in units:
        for second in units:
            if state.cells[first] == state.cells[second]:
                continue
            twin = state.clone()
            twin.forget_computed()
            here, there = state.cells[first], state.cells[second]
            twin.place(first, there)
            twin.place(second, here)
            name = rules.frame.side_ids[side]
            if twin.view(name).to_dict() == state.view(name).to_dict():
                return twin
    return None


@pytest.mark.parametrize("game", [SMALL, SAMPLE], ids=["small", "sample"])
def test_what_lies_hidden_changes_no_choice(game: hexwar.Game) -> None:
    """Enemy units below the top counters change places: the player chooses the same."""
    sides = game.start().rules.frame.side_ids
    tried = 0
    for seed in range(6):
        names = dict.fromkeys(sides, "random")
        for number, (state, _) in enumerate(states_of(game, names, seed)):
            if state.is_over or number % 5:
                continue
            side = state.agenda[-1].side(state)
            twin = exchanged(state, side)
            if twin is not None:
                tried += 1
                assert chosen(state, number) == chosen(twin, number)
        if tried >= 25:
            break
    assert tried >= 5


def test_a_hidden_unit_is_guessed_at_not_known() -> None:
    """Under a top counter somebody is thought to be: the first of those not in sight."""
    setup = {"R1": "03.05", "B1": "05.05", "B4": "05.05", "B5": "05.05", "B2": "07.05"}
    state = position(setup, "red_movement")
    red = state.frame.side_ids.index("red")
    seen = guessed(state, red)
    assert seen.units_at("05.05") == ("B1", "B3")
    blue = state.frame.side_ids.index("blue")
    assert guessed(state, blue) == state.seen_by("blue")


# -- judgement ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_takes_the_open_objective_on_the_last_turn(seed: int) -> None:
    """It decides the game, and one unit reaches it."""
    state = position({"R3": "02.05", "R1": "01.02", "B6": "08.08"}, "red_movement", 6)
    assert "R3" in phase_played(state, seed).units_at("05.04")


@pytest.mark.parametrize("seed", SEEDS)
def test_attacks_a_weak_unit_with_enough(seed: int) -> None:
    """A headquarters' worth of defence against armour and infantry."""
    setup = {"R1": "03.05", "R3": "04.05", "B5": "04.06", "B2": "08.08"}
    assert chosen(position(setup, "red_combat"), seed).startswith("attack 04.06 by")


@pytest.mark.parametrize("seed", SEEDS)
def test_leaves_a_strong_stack_alone(seed: int) -> None:
    """One reduced-strength odds attack on three full units in the woods would only cost."""
    setup = {"R1": "02.04", "B1": "03.03", "B2": "03.03", "B3": "03.03"}
    assert chosen(position(setup, "red_combat"), seed) == "done"


@pytest.mark.parametrize("seed", SEEDS)
def test_gathers_for_a_joint_attack(seed: int) -> None:
    """No unit alone has the odds; three beside the enemy do."""
    setup = {"R1": "02.06", "R2": "02.05", "R3": "01.06", "R4": "01.05", "B1": "05.06"}
    state = phase_played(position(setup, "red_movement"), seed)
    beside = SMALL.map.neighbors("05.06")
    assert sum(state.position(unit) in beside for unit in ("R1", "R2", "R3", "R4")) >= 2


def test_a_unit_that_entered_goes_on() -> None:
    """It has points left, and the town is not far."""
    state = position({"R1": "02.04"}, "blue_movement")
    player, random, lines = GreedyPlayer(), Random(1), []
    while state.phase == "blue_movement" and not state.is_over:
        lines.append(str(player.choose(state, random)))
        state.apply(lines[-1])
    assert [line.split()[0] for line in lines][:2] == ["enter", "move"]
    assert lines[1].split()[1] == "B6"


def test_an_overrun_is_foreseen_past_what_becomes_of_those_left_behind(tmp_path: Path) -> None:
    """A gun whose tanks drive off is carried off beside the enemy, before they overrun anybody."""
    alone = "losses: {alone: {only: {type: howitzer}, do: [{eliminate: actor}]}}\n"
    overrun = "overrun: {cost: 1, ends: nothing}\n"
    game = varied(tmp_path, alone + overrun, "armour")
    setup = {"R1": "0303", "R3": "0303", "B1": "0402", "B2": "0505"}
    state = game.start(setup=setup, phase="red_movement")
    cell, unit = state.frame.board.cell, state.frame.unit_index["R1"]
    assault = Assault(cell["0505"], ((unit, cell["0404"]),), 1.0)
    assert may_overrun(state.rules, state, assault)


BAZOOKAS = """
combat:
  kinds:
    close:
      title: Rifles among tanks
      attackers: {type: rifles}
      defenders: {trait: armoured}
      patch: {combat: {table: {2: [DE, DE, DE, DE], 3: [DE, DE, DE, DE], 4: [DE, DE, DE, DE]}}}
"""


def test_an_attack_is_judged_by_the_table_of_its_kind(tmp_path: Path) -> None:
    """At these odds nothing comes of an attack, but by the table of its kind all are lost."""
    setup = {"R2": "0303", "B1": "0304", "B3": "0304"}
    assert chosen(tiny("armour").start(setup=setup, phase="red_combat")) == "done"
    game = varied(tmp_path, BAZOOKAS, "armour")
    assert chosen(game.start(setup=setup, phase="red_combat")) == "attack 0304 by R2"


TREADS = """
combat:
  columns: [1]
  column: attackers
  table: {1: [TL], 2: [TL], 3: [TL], 4: [TL], 5: [TL], 6: [TL]}
  results: {TL: [{lose_steps: {who: defender, count: strength}}]}
units:
  types: {tank: {steps: [6-4-4, 5-4-4, 4-4-4, 3-4-4, 2-4-4, 1-4-4, 1-4-3, 1-4-2, 1-4-1, 1-4-1]}}
"""


def test_as_many_steps_as_the_attackers_are_strong_are_not_all(tmp_path: Path) -> None:
    """Of ten steps rifles of strength 4 take four."""
    game = varied(tmp_path, TREADS, "armour")
    setup = {"R2": "0303", "B1": "0304", "B2": "0805"}
    state = game.start(setup=setup, phase="red_combat")
    assessment = assessment_of(Briefing(state, 0, Random(1), FULL), CampaignPriorities())
    index, cell = state.frame.unit_index, state.frame.board.cell
    gain = Assaults(assessment).gain(cell["0304"], 4.0, [(index["R2"], cell["0303"])])
    assert gain == pytest.approx(0.4 * assessment.worth[index["B1"]] * assessment.price)


def test_an_attack_on_one_unit_of_a_stack_is_judged_by_that_unit() -> None:
    """All three together are too strong for rifles, and the rifles among them are not."""
    setup = {"R2": "0303", "B1": "0304", "B2": "0304", "B3": "0304"}
    assert chosen(place("armour", setup, "red_combat")) == "done"
    assert chosen(place("armour", setup, "red_combat", "chosen")) == "attack 0304 by R2"


def promised(game: hexwar.Game, setup: dict[str, str], phase: str, *, overruns: bool) -> float:
    """What an attack by R2 on 0304 promises, in parts of what all that stand there are worth."""
    state = game.start(setup=setup, phase=phase)
    assessment = assessment_of(Briefing(state, 0, Random(1), FULL), CampaignPriorities())
    index, cell = state.frame.unit_index, state.frame.board.cell
    assaults = Assaults(assessment, overruns=overruns)
    gain = assaults.gain(cell["0304"], 4.0, [(index["R2"], cell["0303"])])
    return gain / sum(assessment.worth[u] * assessment.price for u in assessment.foes)


def feared(game: hexwar.Game, setup: dict[str, str], unit: str) -> float:
    """What all in the hex of a unit are to lose there by the enemy's attacks, in parts of what it
    is worth itself.
    """
    state = game.start(setup=setup, phase="red_movement")
    assessment = assessment_of(Briefing(state, 1, Random(1), FULL), CampaignPriorities())
    index = state.frame.unit_index[unit]
    stack = assessment.stack[state.cells[index]]
    loss = assessment.danger(stack, state.cells[index]).loss
    return loss / (assessment.worth[index] * assessment.price * assessment.priorities.struck)


AUTOMATIC = 'combat: {automatic: {at_least: "1:2", result: DE}}\n'
HEADLONG = """
overrun:
  cost: 1
  patch: {combat: {table: {2: [DE, DE, DE, DE], 3: [DE, DE, DE, DE], 4: [DE, DE, DE, DE]}}}
"""


def test_odds_at_which_no_die_is_rolled_are_known(tmp_path: Path) -> None:
    """Nothing comes of 1:2 by the table; without a die one of two is lost."""
    setup = {"R2": "0303", "B1": "0304", "B3": "0304"}
    assert promised(tiny("armour"), setup, "red_combat", overruns=False) == 0
    game = varied(tmp_path, AUTOMATIC, "armour")
    assert promised(game, setup, "red_combat", overruns=False) == pytest.approx(0.5)


def test_an_overrun_is_judged_by_its_own_table(tmp_path: Path) -> None:
    """It destroys one of two units in three throws of six, where attacks do nothing."""
    game = varied(tmp_path, HEADLONG, "armour")
    setup = {"R2": "0303", "B1": "0304", "B3": "0304"}
    assert promised(game, setup, "red_combat", overruns=False) == 0
    assert promised(game, setup, "red_movement", overruns=True) == pytest.approx(0.25)


def test_what_threatens_is_judged_by_the_table_of_its_kind(tmp_path: Path) -> None:
    """Rifles can do nothing to tanks but by the table of such battles, in three throws of six; nor
    to tanks among rifles, unless they may aim at one of them.
    """
    game, setup = varied(tmp_path / "all", BAZOOKAS, "armour"), {"R2": "0303", "B1": "0304"}
    assert feared(tiny("armour"), setup, "B1") == 0
    assert feared(game, setup, "B1") == pytest.approx(0.5)
    setup |= {"B2": "0304", "B3": "0304"}
    assert feared(game, setup, "B1") == 0
    aimed = varied(tmp_path / "one", BAZOOKAS + "  target: chosen\n", "armour")
    assert feared(aimed, setup, "B1") == pytest.approx(0.5)


def test_units_without_strength_ram(tmp_path: Path) -> None:
    """Where overruns have a table by which something comes of them all the same."""
    weak = "units: {types: {rifles: {steps: 0-2-2}}}\n"
    for number, (rules, rams) in enumerate((("overrun: {cost: 1}\n", False), (HEADLONG, True))):
        game = varied(tmp_path / str(number), weak + rules, "armour")
        state = game.start(setup={"R2": "0303", "B1": "0304"}, phase="red_movement")
        assessment = assessment_of(Briefing(state, 0, Random(1), FULL), CampaignPriorities())
        unit, cell = state.frame.unit_index["R2"], state.frame.board.cell
        assaults = Assaults(assessment, overruns=True)
        assault = assaults.best_force(cell["0304"], [(unit, cell["0303"], 0.0)])
        assert (assault is not None) == rams
