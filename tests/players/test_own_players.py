"""Players of one's own: what they are shown, and where they can join."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.cli.text.conversation import TextGame
from hexwar.engine import Action
from hexwar.naming import SHIPPED
from hexwar.players import (
    PLAYERS,
    GreedyPlayer,
    Player,
    RandomPlayer,
    absent,
    choice_of,
    make_player,
    matches,
)
from hexwar.records import HUMAN, Session
from hexwar.rules.state import State
from hexwar.rules.units.section import Units

SFO = hexwar.load_game("strike_force_one")
SCS = hexwar.load_game("scs_sample")


class First:
    """Takes whatever is listed first."""

    is_human = False
    name = "first"

    def choose(self, state: State, random: Random) -> Action:
        """The first legal action."""
        return state.legal_actions()[0]


class Spy:
    """Looks at the dice, and plays on the state that it is given."""

    is_human = False

    def __init__(self) -> None:
        self.dice: list[dict[str, object]] = []
        self.found: set[str] = set()

    def choose(self, state: State, random: Random) -> Action:
        """One that it has tried."""
        self.dice.append(state.dice.to_dict())
        self.found |= {unit for unit in state.resolved[Units].counters if state.position(unit)}
        action = state.sample_action(random)
        state.apply(action)
        return action


def test_a_player_sees_neither_dice_nor_hidden_units_and_changes_nothing() -> None:
    there = {"I1": "05.05", "V1": "06.06", "V2": "06.06", "G1": "06.06"}
    states = [SCS.start("battle", setup=there, phase="league_combat", seed=s) for s in (1, 2)]
    spy = Spy()
    for state in states:
        before = state.to_dict()
        assert choice_of(spy, state, Random(1)) in state.legal_actions()
        assert state.to_dict() == before
    assert spy.dice[0] == spy.dice[1]
    assert spy.found == {"I1", "V1"}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_player_of_ones_own_plays_matches(jobs: int) -> None:
    match = matches.Match("strike_force_one", None, (), (("soviet", First), ("us", "random")))
    found = list(matches.results(match, ["a", "b"], jobs))
    assert {result.seed for result in found} == {"a", "b"}
    assert make_player(First).choose(SFO.start(), Random(1)) == SFO.start().legal_actions()[0]


class Nameless(First):
    """Has nothing to be called by but its class."""

    name = ""


def test_a_save_names_players_as_they_can_be_made_again() -> None:
    """Ours with their settings, others by module and class."""
    ours = ("random", "greedy", "normal", "hard,rollouts=8", "easy,seconds=0.5")
    others = (f"{__name__}:Nameless", f"program:{sys.executable} -c pass")
    for name in (*ours, *others):
        session = Session(SFO, SFO.start(), {"us": make_player(name)})
        assert session.players["us"] == name
        assert absent(session.players, ["us"]) == ({} if name in ours else {"us": name})

    class Local(Nameless):
        pass

    assert Session(SFO, SFO.start(), {"us": Local()}).players["us"] == "Local"


class Bolder(GreedyPlayer):
    """Another player than the one that it is made of."""


class Wilder(RandomPlayer):
    """The same; it has a name."""

    name = "Wild"


@pytest.mark.parametrize(("player", "name"), [(Bolder(), f"{__name__}:Bolder"), (Wilder(), "Wild")])
def test_who_is_made_of_a_player_of_hexwar_is_not_saved_as_that_one(
    player: Player, name: str
) -> None:
    session = Session(SFO, SFO.start(), {"us": player})
    assert absent(session.players, ["us"]) == {"us": name}


@pytest.mark.parametrize("name", [*PLAYERS, "hard,rollouts=8"])
def test_no_player_of_ones_own_is_saved_by_the_name_of_one_of_hexwar(
    name: str, tmp_path: Path
) -> None:
    """That one would go on in its place when the save is loaded."""
    mine = First()
    mine.name = name
    path = tmp_path / "save.jsonl"
    Session.new(SFO, "standard", seed=7, players={"us": mine, "soviet": mine}, path=path)
    loaded = Session.load(path)
    assert loaded.players == dict.fromkeys(("us", "soviet"), f"{__name__}:First")
    assert absent(loaded.players, loaded.unconfirmed) == loaded.players


def test_no_class_that_cannot_be_imported_is_called_as_a_player_of_hexwar() -> None:
    local = type("normal", (Nameless,), {"__qualname__": "made.<locals>.normal"})
    named = Session(SFO, SFO.start(), {"us": local()}).players["us"]
    assert named == f"{__name__}:made.<locals>.normal"


def test_all_players_of_hexwar_are_known_by_name() -> None:
    assert {*PLAYERS} == SHIPPED


def test_a_player_of_ones_own_joins_a_session_and_its_save(tmp_path: Path) -> None:
    path = tmp_path / "save.jsonl"
    mine = First()
    session = Session.new(
        SFO, "standard", seed=7, players={"us": mine, "soviet": "random"}, path=path
    )
    assert session.players == {"soviet": "random", "us": "first"}
    assert session.joined == {"us": mine}
    TextGame(session, io.StringIO(), io.StringIO(), Random(1)).play()
    assert session.state.is_over
    assert any(entry.side == "us" for entry in session.entries)
    again = Session.load(path, players={"us": mine})
    assert again.state == session.state
    assert again.joined == {"us": mine}
    assert Session(SFO, SFO.start()).players == {"soviet": HUMAN, "us": HUMAN}
