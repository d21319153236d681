"""States are values, copies throw their own dice, and mistakes of callers are told."""

from __future__ import annotations

import copy
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.records import Session
from hexwar.rules.escort import TOGETHER, Together
from hexwar.rules.game import Game
from hexwar.rules.sequence.rules import MOVED, Moved
from hexwar.rules.state import State
from tests.rules import tiny

SFO = hexwar.load_game("strike_force_one")
SCS = hexwar.load_game("scs_sample")
DUEL = {"A": "0503", "X": "0502"}
STACKED = {"I1": "05.05", "V1": "06.06", "V2": "06.06", "G1": "06.06"}


def duel(seed: int = 1, dice: list[int] | None = None) -> State:
    return SFO.start("standard", setup=DUEL, phase="soviet_combat", seed=seed, dice=dice)


def outcome(state: State) -> str:
    return str(state.apply("attack 0502 by A")[0])


# -- values ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(SFO.start("standard", seed=3), id="a scenario"),
        pytest.param(SFO.start("advanced", ["second_echelon"], seed="x"), id="an option"),
        pytest.param(SFO.start("advanced", edition="opfor_bluefor"), id="an edition"),
        pytest.param(duel(dice=[4, 3]), id="scripted dice"),
        pytest.param(SCS.start("battle", setup=STACKED, phase="league_combat"), id="a position"),
        pytest.param(SCS.start("battle"), id="a set-up"),
        pytest.param(SCS.start("battle").seen_by("league"), id="what a side sees"),
    ],
)
@pytest.mark.parametrize(
    "copied",
    [State.clone, copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))],  # noqa: S301
)
def test_a_copy_is_equal_until_one_of_the_two_goes_on(
    state: State, copied: Callable[[State], State]
) -> None:
    before, twin = state.to_dict(), copied(state)
    assert twin == state
    assert twin.legal_actions()[:20] == state.legal_actions()[:20]
    twin.apply(twin.sample_action(Random(1)))
    assert twin != state
    assert state.to_dict() == before


def test_what_was_told_makes_no_difference() -> None:
    told, quiet = SFO.start("standard", seed=3), SFO.start("standard", seed=3)
    told.apply("move A 0601")
    quiet.apply("move A 0601", events=False)
    assert told == quiet
    assert told != SFO.start("standard", seed=3)
    assert told != SFO.start("advanced", seed=3)
    assert SFO.start("standard", seed=3) != SFO.start("standard", seed=4)
    with pytest.raises(TypeError, match="unhashable"):
        hash(told)


def test_a_pickle_of_a_game_by_path_is_read_in_another_process(tmp_path: Path) -> None:
    """From another folder than the one in which the game was loaded by a relative path."""
    shutil.copytree(SFO.catalog.folder, tmp_path / "mine")
    here = Path.cwd()
    os.chdir(tmp_path)
    try:
        state = hexwar.load_game("mine").start("standard", seed=3)
    finally:
        os.chdir(here)
    (tmp_path / "state").write_bytes(pickle.dumps(state))
    script = f"import pickle; print(pickle.load(open({str(tmp_path / 'state')!r}, 'rb')).to_dict())"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(state.to_dict())


def test_a_pickle_of_a_game_that_has_changed_is_refused(tmp_path: Path) -> None:
    shutil.copytree(SFO.catalog.folder, tmp_path / "mine")
    pickled = pickle.dumps(hexwar.load_game(tmp_path / "mine").start("standard"))
    with (tmp_path / "mine" / "game.yaml").open("a") as file:
        file.write("# changed\n")
    with pytest.raises(ValueError, match="has changed"):
        pickle.loads(pickled)  # noqa: S301


# -- dice ------------------------------------------------------------------------------------------


def test_a_copy_throws_its_own_dice_when_it_is_given_a_seed() -> None:
    assert outcome(duel().clone()) == outcome(duel())
    assert outcome(duel().clone(seed=5)) == outcome(duel().clone(seed=5))
    assert len({outcome(duel().clone(seed=seed)) for seed in range(40)}) > 1
    assert outcome(duel(dice=[1]).clone(seed=5)) == outcome(duel(dice=[6]).clone(seed=5))


def test_no_seed_gives_a_copy_the_dice_of_a_game() -> None:
    """Nobody foresees a die by guessing the seed of the game, nor through what a side sees."""
    for seed in ("", 0, 1, 7):
        state = SFO.start("standard", seed=seed)
        for twin in (state.clone(seed=seed), state.seen_by("us"), state.seen_by("us").clone()):
            assert twin.dice.to_dict() != state.dice.to_dict()
    assert duel(1).seen_by("us") == duel(2).seen_by("us")


def test_what_a_side_sees_is_a_copy_even_where_nothing_is_hidden() -> None:
    state = duel()
    before = state.to_dict()
    state.seen_by("soviet").apply("attack 0502 by A")
    assert state.to_dict() == before


# -- the list of what is legal ---------------------------------------------------------------------


def test_legal_actions_are_a_sequence() -> None:
    legal = SFO.start("standard", seed=7).legal_actions()
    listed = list(legal)
    assert Random(1).choice(legal) in listed
    assert (len(legal), legal[0], legal[-1], legal[2:5]) == (
        len(listed),
        listed[0],
        listed[-1],
        listed[2:5],
    )
    assert legal.index(listed[4]) == legal.index(str(listed[4])) == 4
    assert list(reversed(legal)) == listed[::-1]
    with pytest.raises(IndexError):
        legal[len(listed)]


@pytest.mark.parametrize(("counted", "begun"), [(False, True), (True, False), (True, True)])
def test_to_go_through_the_list_while_playing_is_an_error(*, counted: bool, begun: bool) -> None:
    """As to change a dictionary while going through it; afterwards the list is the new one."""
    state = SFO.start("standard", seed=7)
    legal = state.legal_actions()
    if counted:
        assert len(legal) > 1
    through = iter(legal)
    if begun:
        next(through)
    assert len(legal) > 1
    state.apply(legal[0])
    with pytest.raises(RuntimeError, match="moved on"):
        next(through)
    assert all(state.explain(action) is None for action in legal)
    assert len(legal) == len(list(state.legal_actions()))


def test_a_view_lists_what_its_side_may_do() -> None:
    state = SFO.start("standard", seed=7)
    mine, theirs = state.view("soviet").legal_actions(), state.view("us").legal_actions()
    assert mine[:] == state.legal_actions()[:]
    assert str(mine[0]) in mine
    assert "move A 0702" not in mine
    assert (len(theirs), bool(theirs), "resign" in theirs) == (0, False, False)


def test_an_action_stays_what_it_is() -> None:
    action = Action("move", ("A",), ("0703",))
    for name in ("verb", "units", "hexes", "name", "other"):
        with pytest.raises(AttributeError):
            setattr(action, name, ("Z",))


# -- mistakes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda s: s.view("x"), "no side x; the sides are soviet, us"),
        (lambda s: s.seen_by("x"), "no side x"),
        (lambda s: s.threats("x"), "no side x; the sides are soviet, us"),
        (lambda s: s.supply("x"), "no side x"),
        (lambda s: s.controlled("x"), "no side x"),
        (lambda s: s.casualties("x"), "no side x"),
        (lambda s: s.waiting("x"), "no side x"),
        (lambda s: s.position("nobody"), "no unit nobody"),
        (lambda s: s.reach("nobody"), "no unit nobody"),
        (lambda s: s.steps_lost("nobody"), "no unit nobody"),
        (lambda s: s.zone("nobody"), "no unit nobody"),
        (lambda s: s.steps_lost("x" * 5_000), "no unit x{80};"),
        (lambda s: s.threats("x" * 5_000), "no side x{80};"),
        (lambda s: s.movement_left("nobody"), "no unit nobody"),
        (lambda s: s.supply_path("nobody"), "no unit nobody"),
        (lambda s: s.in_supply("nobody"), "no unit nobody"),
        (lambda s: s.units_at("9999"), "no hex 9999"),
        (lambda s: s.view("us").position("nobody"), "no unit nobody"),
        (lambda s: s.view("us").units_at("9999"), "no hex 9999"),
        (lambda s: s.view("us").hides("9999"), "no hex 9999"),
        (lambda s: s.view("us").sees("nobody"), "no unit nobody"),
        (lambda s: s.view("us").reach("nobody"), "no unit nobody"),
        (lambda s: s.resolved.map.region("nowhere"), "no region nowhere"),
        (lambda s: s.resolved.map.distance("0503", "9999"), "no hex 9999"),
        (lambda s: SFO.start("advanced", options="second_echelon"), "second_echelon"),
        (lambda s: SFO.start(turn=99), "turn 99"),
        (lambda s: SFO.start(turn="2"), "turn '2' is not a number"),  # type: ignore[arg-type]
        (lambda s: SFO.start(dice=3), "such as dice="),  # type: ignore[arg-type]
        (lambda s: SFO.start("advanced", options=3), "such as options="),  # type: ignore[arg-type]
        (lambda s: SFO.start(["standard"]), "by their ids"),  # type: ignore[arg-type]
        (lambda s: SFO.start(setup=["A"]), "such as setup="),  # type: ignore[arg-type]
        (lambda s: SFO.start(setup={"A": {"state": "x"}}), "setup of A: add the hex"),
        (lambda s: SFO.start(setup={"A": {"hex": "0503", "stat": "x"}}), "did you mean state"),
        (lambda s: SFO.start(setup={"A": {"hex": "0503", "state": "mved"}}), "did you mean moved"),
        (lambda s: SFO.start(setup={"A": {"hex": "0503", "step": "first"}}), "number from 1 on"),
        (lambda s: SFO.start(setup={"A": {"hex": "0503", "step": 7}}), "begins at step 7 and has"),
        (lambda s: SFO.start(seed=10**5000), "a seed has 4,300 digits at most"),
        (lambda s: s.clone(seed=10**5000), "a seed has 4,300 digits at most"),
        (lambda s: SFO.start(phase="lunch"), "no phase lunch"),
        (lambda s: SFO.start(dice="43"), "whole numbers"),  # type: ignore[arg-type]
        (lambda s: Action.from_dict({}), "described by its verb"),
    ],
)
def test_a_wrong_name_is_answered_with_those_there_are(
    asked: Callable[[State], object], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        asked(SFO.start("standard"))


@pytest.mark.parametrize("what", [None, 5, ["move", "A"], ("done",)])
def test_what_is_no_action_is_a_type_error(what: Any) -> None:
    state = SFO.start("standard")
    for asked in (state.apply, state.explain, state.preview):
        with pytest.raises(TypeError, match="notation"):
            asked(what)


@pytest.mark.parametrize("value", [None, [], "x", -1, 10**9, {"x": 1}, [["x"]], True])
@pytest.mark.parametrize("game", [SFO, SCS])
def test_a_malformed_dictionary_is_refused_in_a_sentence(game: Game, value: object) -> None:
    """Whatever stands in the place of one of its entries, nothing but ValueError is raised."""
    good = game.start(seed=3).to_dict()
    for key in good:
        broken = {k: v for k, v in good.items() if k != key}
        with pytest.raises(ValueError, match="state"):
            game.state_from_dict(broken)
        try:
            game.state_from_dict({**good, key: value})
        except ValueError as problem:
            assert str(problem)
    nothings: list[Any] = [{}, [], None, "x"]
    for nothing in nothings:
        with pytest.raises(ValueError, match="state"):
            game.state_from_dict(nothing)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("effects", "mud"),
        ("effects", [3]),
        ("lost", {"A": 5}),
        ("turn", True),
        ("marks", {"x": "A"}),
    ],
)
def test_what_no_state_can_have_is_refused(key: str, value: object) -> None:
    """A name in the place of a list of them, more steps lost than there are, a truth for a turn."""
    with pytest.raises(ValueError, match="does not describe a state"):
        SFO.state_from_dict({**SFO.start(seed=3).to_dict(), key: value})


def test_a_casualty_that_stands_twice_is_one_casualty() -> None:
    data = SFO.start(setup={"B": "0503", "X": "0906"}).to_dict()
    read = SFO.state_from_dict({**data, "eliminated": ["A", "A"]})
    assert read.casualties("soviet") == ("A",)


# -- who is out of play ----------------------------------------------------------------------------


def test_casualties_and_units_that_wait_are_told() -> None:
    state = duel(dice=[6])
    assert state.casualties("us") == state.casualties("soviet") == ()
    battle = duel(dice=[1])
    for seed in range(40):
        state = SFO.start("advanced", ["second_echelon"], seed=seed)
        random = Random(seed)
        while not state.is_over:
            state.apply(state.sample_action(random))
            data = state.to_dict()
            dead = (*state.casualties("soviet"), *state.casualties("us"))
            assert sorted(dead) == sorted(data["eliminated"])
            entering = {a.units[0] for a in state.legal_actions() if a.verb == "enter"}
            assert entering <= {*state.waiting("soviet"), *state.waiting("us")}
            if entering:
                assert state.view("us").waiting("soviet") == state.waiting("soviet")
                return
    assert battle.is_over, "no game had reinforcements"


@pytest.mark.parametrize("game", ["strike_force_one", "scs_sample"])
def test_a_seed_that_is_no_text_is_refused_in_a_sentence(game: str) -> None:
    """Half a surrogate pair can be in no save; a copy's seed is a text as well."""
    with pytest.raises(ValueError, match=r"^the seed '.ud800' is no text in UTF-8$"):
        Session.new(game, seed="\ud800")
    with pytest.raises(ValueError, match=r"^the seed '.ud800' is no text in UTF-8$"):
        hexwar.load_game(game).start().clone(seed="\ud800")


def test_who_comes_back_into_play_has_no_past_but_that_of_the_phase() -> None:
    """Of two units that went together for the whole game only the other one is remembered."""
    state = tiny.tiny("escort").start(seed=1)
    state.remember(TOGETHER, Together(pairs=((0, 1),), ever=0b11))
    state.remember(MOVED, Moved(moved=0b11))
    state.mark("tired", 0b11)
    state.eliminate(0)
    state.renew(0)
    assert state.memory[TOGETHER] == Together(ever=0b10)
    assert state.memory[MOVED].moved == 0b11
    assert (state.marks["tired"], state.lost[0], state.eliminated & 1) == (0b10, 0, 0)
