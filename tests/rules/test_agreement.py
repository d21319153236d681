"""A draw by agreement: ``hexwar.rules.agreement``."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.players import make_player
from hexwar.records import Replay, Session
from hexwar.rules.state import State
from tests.rules.tiny import tiny

GAME = hexwar.load_game("strike_force_one")


def refused(state: State, action: str) -> str:
    """Why an action is refused."""
    violation = state.explain(action)
    assert violation is not None
    return violation.message


def test_a_draw_that_is_agreed_ends_the_game() -> None:
    state = GAME.start("standard", seed=1)
    state.apply("draw")
    assert (state.side_to_act, list(map(str, state.legal_actions()))) == ("us", ["accept", "pass"])
    assert state.decision is not None
    assert state.decision.prompt == "The Soviets offer a draw. Agree, or decline."
    (over,) = state.apply("accept")
    assert (over.kind, over.winner, state.is_over) == ("game_over", None, True)
    assert state.outcome == "The Soviets and the U.S. agree on a draw."


def test_an_offer_is_never_listed_and_goes_by_when_it_is_declined() -> None:
    state = GAME.start("standard", seed=1)
    assert "draw" in state.legal_actions()
    assert "draw" not in map(str, state.legal_actions())
    before, agenda = state.position("A"), list(state.agenda)
    state.apply("draw")
    assert refused(state, "draw").startswith("'draw' is not possible now")
    assert refused(state, "done").startswith("'done' is not possible now")
    state.apply("pass")
    assert (state.agenda, state.position("A")) == (agenda, before)


def test_a_side_offers_it_once_a_turn() -> None:
    state = GAME.start("standard", seed=1)
    for action in ("draw", "pass"):
        state.apply(action)
    assert refused(state, "draw") == "The Soviets have offered a draw in this turn already."
    while state.side_to_act == "soviet":
        state.apply("done")
    assert state.explain("draw") is None, "the other side has not"
    while state.turn == 1:
        state.apply("done")
    assert state.side_to_act == "soviet"
    assert state.explain("draw") is None


def test_it_may_be_offered_in_a_battle_and_leaves_it_as_it_was() -> None:
    state = GAME.start(
        setup={"A": "0503", "B": "0602", "X": "0502"}, phase="soviet_combat", dice=[1]
    )
    state.apply("attack 0502 by A B")
    owed = list(map(str, state.legal_actions()))
    assert state.side_to_act == "us"
    state.apply("draw")
    assert state.side_to_act == "soviet"
    twin = GAME.state_from_dict(state.to_dict())
    twin.apply("pass")
    assert list(map(str, twin.legal_actions())) == owed


def test_of_three_sides_all_must_agree() -> None:
    state = tiny("three_sides").start()
    offers = state.side_to_act
    state.apply("draw")
    second = state.side_to_act
    (agreed,) = state.apply("accept")
    assert (agreed.kind, state.is_over) == ("draw_accepted", False)
    assert state.side_to_act not in (offers, second)
    one = state.clone()
    one.apply("pass")
    assert one.side_to_act == offers
    state.apply("accept")
    assert (state.is_over, state.winner) == (True, None)


def test_it_is_saved_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "agreed.jsonl"
    session = Session.new(GAME, seed=1, path=path)
    for action in ("draw", "pass", "done", "draw", "accept"):
        session.apply(action)
    loaded = Session.load(path)
    assert (loaded.state.is_over, loaded.state.winner) == (True, None)
    replay = Replay.load(path)
    replay.go_to(1)
    assert replay.state.side_to_act == "us"
    replay.go_to(len(replay))
    assert replay.state.outcome == "The Soviets and the U.S. agree on a draw."


def test_every_player_can_answer() -> None:
    state = GAME.start("standard", seed=1)
    state.apply("draw")
    answer = make_player("random").choose(state.seen_by("us"), Random(1))
    assert str(answer) in ("accept", "pass")


@pytest.mark.parametrize("name", ["greedy", "easy", "hard"])
@pytest.mark.parametrize(
    ("turn", "chance", "answer"),
    [
        (1, 0.5, "pass"),
        (1, 0.4, "pass"),
        (1, 0.25, "accept"),
        (4, 0.5, "pass"),
        (4, 0.4, "accept"),
        (4, 0.9, "pass"),
    ],
)
def test_the_computer_agrees_when_it_has_less_to_hope_for_the_later_the_more_readily(
    monkeypatch: pytest.MonkeyPatch, name: str, turn: int, chance: float, answer: str
) -> None:
    asked: list[str] = []

    def evaluate(state: State, side: str) -> float:
        asked.append(side)
        return chance

    monkeypatch.setattr(State, "evaluate", evaluate)
    state = GAME.start("standard", turn=turn)
    state.apply("draw")
    assert str(make_player(name).choose(state.seen_by("us"), Random(1))) == answer
    assert asked == ["us"]
