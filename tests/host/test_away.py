"""Nobody has to wait for ever: clocks, claims, substitutes, pauses, standing orders."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexwar.host.host import Host
from hexwar.host.orders import is_reaction
from hexwar.host.policy import Policy, PolicyError
from hexwar.host.store import SqliteStore
from hexwar.players import make_player
from hexwar.records import HUMAN
from hexwar.rules.state import State
from tests.host.serving import keys_of
from tests.rules.tiny import FOLDER

GAME = "strike_force_one"


class Evening:
    """A table at which time goes by when the test says so."""

    def __init__(self, folder: Path, game: str = GAME, policy: Policy | None = None) -> None:
        self.time = 0.0
        store = SqliteStore(folder / "host.sqlite")
        self.host = Host(store, [game], lambda: self.time, Random(1), keys_of(1))
        self.table, _ = self.host.begin(game, policy=policy)

    def say(self, seat: str, kind: str, **more: Any) -> dict[str, Any]:
        """A message from a seat that knows all that has happened, and the answer."""
        base = self.host.table(self.table).eyes[seat].head
        reply: dict[str, Any] = self.host.handle(
            self.table, seat, {"t": kind, "base": base, **more}
        ).reply
        return reply

    def now(self, seat: str) -> dict[str, Any]:
        """What a seat is told of how things stand."""
        moment: dict[str, Any] = self.host.arrival(self.table, seat)[-1]["now"]
        return moment

    def sleep(self) -> None:
        """The host ends, and is started again."""
        self.host._open.clear()


BLITZ = Policy(each=60, bank=600)


def test_the_time_beyond_that_of_a_choice_is_taken_from_what_is_in_hand(tmp_path: Path) -> None:
    evening = Evening(tmp_path, policy=BLITZ)
    evening.time = 160.0
    assert evening.now("us")["clock"]["runs"] == 500
    assert evening.say("soviet", "do", do="done")["t"] == "done"
    assert evening.now("us")["clock"]["left"] == {"soviet": 500, "us": 600}


def test_time_goes_by_while_the_host_sleeps(tmp_path: Path) -> None:
    evening = Evening(tmp_path, policy=BLITZ)
    evening.sleep()
    evening.time = 700.0
    assert evening.now("us")["clock"]["late"] is True


def test_a_game_is_claimed_from_who_is_late_and_from_nobody_else(tmp_path: Path) -> None:
    evening = Evening(tmp_path, policy=BLITZ)
    assert evening.say("us", "claim")["why"] == "Nobody whom you wait for is late."
    evening.time = 661.0
    assert evening.say("soviet", "claim")["t"] == "refused"
    assert evening.say("us", "claim")["t"] == "done"
    assert evening.host.table(evening.table).state.winner == "us"


def test_a_computer_sits_in_for_who_is_late_until_he_comes_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path, policy=BLITZ)
    evening.time = 700.0
    assert evening.say("us", "substitute")["t"] == "done"
    thinking = evening.host.go_on(evening.table).thinking
    assert thinking is not None and (thinking.side, thinking.level) == ("soviet", "normal")
    assert evening.now("us")["players"]["soviet"] == "Normal"
    assert evening.say("soviet", "sit")["t"] == "done"
    assert evening.host.table(evening.table).seats["soviet"].player == HUMAN
    evening.sleep()
    assert evening.now("us")["waits"] == "soviet"


def test_what_a_policy_does_not_allow_is_refused(tmp_path: Path) -> None:
    evening = Evening(tmp_path, policy=Policy(each=60, late="claim"))
    evening.time = 100.0
    assert "not played on by a computer" in evening.say("us", "substitute")["why"]


def test_a_clock_rests_when_both_agree(tmp_path: Path) -> None:
    evening = Evening(tmp_path, policy=BLITZ)
    assert evening.say("soviet", "offer", what="pause")["t"] == "done"
    assert evening.now("us")["offer"]["said"] == "The Soviets offer to let the clock rest."
    assert evening.say("soviet", "answer", yes=True)["t"] == "refused"
    assert evening.say("us", "answer", yes=True)["t"] == "done"
    evening.time = 9000.0
    assert evening.now("us")["clock"] == {
        "left": {"soviet": 600, "us": 600},
        "runs": None,
        "paused": True,
        "late": False,
    }
    evening.say("us", "offer", what="resume")
    evening.say("soviet", "answer", yes=True)
    assert evening.now("us")["clock"]["runs"] == 660


def test_an_offer_is_declined(tmp_path: Path) -> None:
    evening = Evening(tmp_path, policy=BLITZ)
    evening.say("soviet", "offer", what="pause")
    assert evening.say("us", "answer", yes=False)["t"] == "done"
    assert evening.now("us")["clock"]["paused"] is False and not evening.now("us")["offer"]


def test_who_gives_up_while_another_chooses_has_lost_when_his_turn_comes(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    assert evening.say("us", "resign")["t"] == "done"
    evening.sleep()
    for _ in range(2):
        if evening.now("us")["waits"] == "soviet":
            evening.say("soviet", "do", do="done")
    assert evening.host.go_on(evening.table).sent is not None
    assert evening.host.table(evening.table).state.winner == "soviet"


def test_a_draw_is_offered_and_agreed_on(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    assert evening.say("soviet", "do", do="draw")["t"] == "done"
    assert evening.now("us")["ask"]["prompt"].startswith("The Soviets offer a draw.")
    assert evening.say("us", "do", do="accept")["t"] == "done"
    assert evening.now("us")["over"]["verdict"] == "The game is drawn"


@pytest.mark.parametrize("orders", ["pass", "pass 60", "ask"])
def test_reactions_go_by_as_somebody_has_ordered(tmp_path: Path, orders: str) -> None:
    """At once, after a minute, or not without him; what he plays in his own turn waits for him."""
    evening = Evening(tmp_path, str(FOLDER / "ambush"))
    random = Random(5)
    for seat in ("red", "blue"):
        assert evening.say(seat, "orders", orders=orders)["t"] == "done"
    table = evening.host.table(evening.table)
    for _ in range(400):
        if is_reaction(table.state) or table.state.is_over:
            break
        assert table.due() is None
        action = str(table.state.sample_action(random))
        evening.say(table.state.side_to_act or "", "do", do=action)
    assert is_reaction(table.state)
    soon = evening.host.go_on(evening.table)
    assert (soon.sent is not None) is (orders == "pass")
    if orders == "pass 60":
        assert soon.seconds == 60
    evening.time += 60
    assert (table.due() is not None) is (orders == "pass 60") or orders == "pass"


@pytest.mark.parametrize(
    "policy",
    [{"each": -1}, {"bank": 1.5}, {"each": 10**12}, {"late": "x"}, {"watch": 1}, {"y": 2}],
)
def test_a_policy_that_there_cannot_be_is_refused(policy: dict[str, Any]) -> None:
    with pytest.raises(PolicyError):
        Policy.from_dict(policy)


def test_notes_are_for_oneself_alone(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    assert evening.say("soviet", "notes", text="Hold the town.")["t"] == "done"
    evening.sleep()
    assert evening.host.arrival(evening.table, "soviet")[0]["notes"] == "Hold the town."
    assert "Hold the town." not in str(evening.host.arrival(evening.table, "us"))


@pytest.mark.parametrize(("chance", "over"), [(0.9, False), (0.1, True)])
def test_a_computer_weighs_a_draw_that_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chance: float, over: bool
) -> None:
    """It agrees only where it does not believe in winning any more."""
    monkeypatch.setattr(State, "evaluate", lambda state, side: chance)
    evening = Evening(tmp_path)
    table = evening.host.table(evening.table)
    table.sit("us", "easy")
    assert evening.say("soviet", "do", do="draw")["t"] == "done"
    thinking = evening.host.go_on(evening.table).thinking
    assert thinking is not None
    action = make_player(thinking.level).choose(thinking.seen, Random(thinking.seed))
    evening.host.thought(evening.table, thinking, action)
    assert evening.host.table(evening.table).state.is_over is over
