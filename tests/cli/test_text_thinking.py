"""Somebody types: a line says who thinks, Ctrl-C has it move now, and giving up is asked twice."""

from __future__ import annotations

import io
import signal
from collections.abc import Iterator
from random import Random
from threading import Event
from typing import Any

import pytest

import hexwar
from hexwar.cli.text.conversation import TextGame, run_text
from hexwar.engine import Action
from hexwar.players import PlayerError
from hexwar.players.search.plans import Plan
from hexwar.players.search.rollouts import Rollout, Rollouts
from hexwar.records import HUMAN, Session
from hexwar.rules.state import State
from tests.cli.conversation import Typed, position, talk

PLAYER = "hard,rollouts=1000"


@pytest.fixture(autouse=True)
def _interruptible(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ctrl-C is heard, even if the tests run in the background; whoever thinks is told at once."""
    monkeypatch.setattr("hexwar.cli.text.thinking.SOON", 0)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """The rollouts that are made; somebody types Ctrl-C in the third of each thought."""
    made: list[Plan] = []
    original = Rollouts.played

    def interrupted(self: Rollouts, plan: Plan, trial: int, *more: Any) -> Rollout:
        made.append(plan)
        if len(made) == 3:
            signal.raise_signal(signal.SIGINT)
        return original(self, plan, trial, *more)

    monkeypatch.setattr(Rollouts, "played", interrupted)
    return made


def session(player: str = PLAYER) -> Session:
    """A game in which the U.S. side has a player and is soon to act."""
    return Session.new(hexwar.load_game("strike_force_one"), seed=7, players={"us": player})


def typed(session: Session, *lines: str) -> str:
    """What is printed to somebody at a terminal."""
    output = io.StringIO()
    lines_typed = Typed("".join(f"{line}\n" for line in lines))
    run_text(session, input=lines_typed, output=output, random=Random(1))
    return output.getvalue()


def test_ctrl_c_has_the_computer_move_now(
    played: list[Plan], monkeypatch: pytest.MonkeyPatch
) -> None:
    class MovedError(Exception):
        """The computer has moved."""

    game = session()
    game.apply("done")
    thought: list[int] = []
    apply = Session.apply

    def applied(self: Session, action: Action | str) -> object:
        thought.append(len(played))
        apply(self, action)
        raise MovedError

    monkeypatch.setattr(Session, "apply", applied)
    output = io.StringIO()
    with pytest.raises(MovedError):
        run_text(game, input=Typed(), output=output, random=Random(1))
    assert thought == [3]
    told = "U.S. (Hard, 1000 rollouts) thinks ... (Ctrl-C: move now)\n"
    assert output.getvalue().count(told) == 1


def test_ctrl_c_twice_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def impatient(self: Rollouts, plan: Plan, trial: int, *more: Any) -> Rollout:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("it goes on")

    monkeypatch.setattr(Rollouts, "played", impatient)
    game = session()
    game.apply("done")
    with pytest.raises(KeyboardInterrupt) as stopped:
        typed(game)
    assert stopped.value.__notes__ == ["The game is not saved."]


def interrupted(self: object, state: State, random: Random) -> Action:
    """A choice over which somebody types Ctrl-C."""
    signal.raise_signal(signal.SIGINT)
    raise AssertionError("it goes on")


def test_who_is_no_person_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script has nobody who could want the move, or could say who else plays."""
    monkeypatch.setattr("hexwar.players.search.player.SearchPlayer.choose", interrupted)
    game = session()
    game.apply("done")
    with pytest.raises(KeyboardInterrupt):
        run_text(game, input=io.StringIO(), output=io.StringIO())


def test_ctrl_c_gives_up_who_cannot_be_hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwar.players.greedy.GreedyPlayer.choose", interrupted)
    game = session("greedy")
    game.apply("done")
    told = " ".join(typed(game, "person", "quit").split())
    assert "U.S. (Greedy) was given up after 0 s without an answer. Who plays the U.S.:" in told
    assert game.players["us"] == HUMAN


def test_who_cannot_be_hurried_is_spoken_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line says that it thinks, though it asks nothing while it does."""
    output, spoken = io.StringIO(), Event()
    say = TextGame.say

    def said(self: TextGame, line: str = "") -> None:
        say(self, line)
        if "thinks" in line:
            spoken.set()

    def slow(self: object, state: State, random: Random) -> Action:
        assert spoken.wait(20)
        raise PlayerError("it has seen enough")

    monkeypatch.setattr(TextGame, "say", said)
    monkeypatch.setattr("hexwar.players.greedy.GreedyPlayer.choose", slow)
    game = session("greedy")
    game.apply("done")
    run_text(game, input=Typed("quit\n"), output=output)
    assert "U.S. (Greedy) thinks ... (Ctrl-C: give it up)\n" in output.getvalue()


def test_ctrl_c_asks_for_the_hint_at_once(played: list[Plan]) -> None:
    told = typed(session(), "hint", "quit")
    assert "The computer thinks ... (Ctrl-C: move now)\n" in told
    assert "Chance of winning, as the computer sees it" in told
    assert len(played) == 4  # three to find a plan, one of doing nothing to compare it with


# -- giving up ----------------------------------------------------------------------------------


def test_who_types_that_he_gives_up_says_it_twice() -> None:
    """Twice in a row; what is typed in between takes it back."""
    game = session(HUMAN)
    printed = typed(game, "resign", "goal", "resign", "quit")
    assert printed.count("The Soviets resign? The game is over then. Type resign again") == 2
    assert not game.state.is_over
    typed(game, "Resign", "RESIGN")
    assert game.state.is_over


def test_a_script_gives_up_at_once() -> None:
    game = session(HUMAN)
    run_text(game, input=io.StringIO("resign\n"), output=io.StringIO(), random=Random(1))
    assert game.state.is_over


def test_a_phase_is_not_thrown_away_unasked() -> None:
    """Who types is asked once, in one line; a script means what it says."""
    combat = position("soviet_combat", dice=[1], A="0602", B="0703", W="0603")
    printed = typed(combat, "done")
    assert "A and B can attack 0603" in printed
    assert "type done again to end it all the same" in printed
    assert combat.state.phase == "soviet_combat"
    typed(combat, "done", "done")
    assert combat.state.phase != "soviet_combat"
    movers = position("soviet_movement", A="0802", W="0203")
    printed = typed(movers, "done")
    assert "A has not moved: type done again" in printed
    assert not typed(position("soviet_movement", A="0802", W="0203"), "move A 0801", "done").count(
        "not moved"
    )
    scripted = position("soviet_movement", A="0802", W="0203")
    talk(scripted, "done")
    assert scripted.state.phase != "soviet_movement"


def test_two_people_at_a_terminal_are_told_how_to_get_an_opponent() -> None:
    printed = " ".join(talk(Session.new("strike_force_one", seed=1)).split())
    assert "nobody plays against you. For an opponent type: players us normal" in printed
    against = Session.new("strike_force_one", seed=1, players={"us": "easy"})
    assert "nobody plays against you" not in talk(against)
    talk(game := Session.new("strike_force_one", seed=1), "players us normal")
    assert game.players["us"] == "normal"
