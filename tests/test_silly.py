"""Each silly thing is counted where it is done, and not where it is not."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.players import greedy, matches
from hexwar.players.decider import Briefing, Effort
from hexwar.players.search.player import NEAR as SOON
from hexwar.players.search.rollouts import FAR as FAR_OFF
from hexwar.players.search.rollouts import Rollouts
from hexwar.rules.state import State
from tools import silly
from tools.playing_on import is_better, is_surely_more, shows_in_vain

SFO = hexwar.load_game("strike_force_one")
SQUAD = hexwar.load_game("force_on_force")
ORVA = hexwar.load_game("orva_front")

FAR = {"A": "0802", "B": "0803", "C": "0804"}
"""Soviet companies from which nothing is threatened at once."""

NEAR = {"A": "0803", "B": "0804"}


@pytest.fixture(autouse=True)
def _few_trials(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The faults here are plain: two trials show them, though they prove little."""
    if "luck" not in request.node.name:
        monkeypatch.setattr("tools.playing_on.LOOKS", (2,))
        monkeypatch.setattr("tools.playing_on.SURE", 0.0)


def counted(state: State, *actions: str) -> dict[tuple[str, str], int]:
    """What is counted in these actions."""
    referee = silly.Referee(state)
    for text in actions:
        action, before = Action.parse(text), state.clone()
        referee.before(state, action)
        state.apply(action)
        referee.after(before, state, action)
    return {
        what: count for what, count in referee.counts.items() if count and what[1] in silly.KINDS
    }


def us_moves(there: dict[str, str]) -> State:
    """The towns are 0302, 0405 and 0603."""
    return SFO.start("standard", setup=there, phase="us_movement", turn=2, seed=1)


def test_a_town_in_reach_that_is_left_empty() -> None:
    there = {"X": "0505", "Y": "0603", "Z": "0302", **FAR}
    assert counted(us_moves(there), "done", "done") == {("us", "left empty"): 1}
    assert counted(us_moves(there), "move X 0405", "done", "done") == {}
    assert counted(us_moves({**there, "X": "0405"}), "done", "done") == {}


def test_what_is_better_by_luck_alone_is_not_better() -> None:
    """Of a hundred pairs that are worth the same hardly one is; of those that differ nearly all."""
    luck = Random(1)
    even = [is_surely_more(lambda _: luck.random(), lambda _: luck.random()) for _ in range(100)]
    more = [is_surely_more(lambda _: luck.random() + 0.4, lambda _: luck.random()) for _ in even]
    assert sum(even) <= 5
    assert sum(more) >= 95
    assert is_surely_more(lambda _: 0.6, lambda _: 0.5)
    assert not is_surely_more(lambda _: 0.5, lambda _: 0.5)


@pytest.mark.parametrize(("game", "far"), [(SFO, FAR_OFF), (SQUAD, SOON)])
def test_a_fault_is_played_on_no_farther_than_a_search_looks(
    game: hexwar.Game, far: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where units act one at a time a whole game is luck, beside what one of them did."""
    looked, made = list[int](), Rollouts.__init__

    def looking(self: Rollouts, *asked: Any) -> None:
        looked.append(asked[4])
        made(self, *asked)

    monkeypatch.setattr("tools.playing_on.LOOKS", (1,))
    monkeypatch.setattr(Rollouts, "__init__", looking)
    state = game.start(seed=1)
    assert not is_better(state, state, state.frame.side_ids[0])
    assert looked == [far, far]


def test_what_pays_in_the_end_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the position is judged to be worse for it."""
    there = {"X": "0505", "Y": "0603", "Z": "0302", **FAR}
    monkeypatch.setattr("tools.silly.is_better", lambda one, other, side: False)
    state = us_moves(there)
    referee = silly.Referee(state)
    for text in ("done", "done"):
        action, before = Action.parse(text), state.clone()
        referee.before(state, action)
        state.apply(action)
        referee.after(before, state, action)
    assert (referee.counts["us", silly.JUDGED], referee.counts["us", "left empty"]) == (1, 0)


def test_a_town_out_of_reach_is_nobodys_fault() -> None:
    there = {"X": "0908", "Y": "0603", "Z": "0302", **FAR}
    assert counted(us_moves(there), "done", "done") == {}


def test_a_town_that_is_left_for_nothing() -> None:
    there = {"X": "0405", "Y": "0603", "Z": "0302", **NEAR}
    left = counted(us_moves(there), "move Y 0502", "done", "done", "done")
    assert left["us", "given up"] == 1
    stayed = counted(us_moves(there), "done", "done", "done")
    assert ("us", "given up") not in stayed


def test_a_town_that_another_unit_takes_over_is_not_given_up() -> None:
    there = {"X": "0405", "Y": "0603", "Z": "0302", "W": "0604", **FAR}
    moves = ("move Y 0602", "move W 0603", "done", "done", "done")
    assert ("us", "given up") not in counted(us_moves(there), *moves)


def test_a_town_that_is_left_for_an_attack_is_not_given_up() -> None:
    there = {"X": "0405", "Y": "0603", "Z": "0302", "A": "0703", "B": "0804"}
    moves = ("move Y 0602", "done", "attack 0703 by Y")
    state = us_moves(there)
    assert ("us", "given up") not in counted(state, *moves)


def us_attacks(turn: int, **there: str) -> State:
    others = {"Z": "0302", "Y": "0405"}
    return SFO.start(
        "standard", setup={**others, **there}, phase="us_combat", turn=turn, dice=[6] * 4
    )


def test_an_attack_that_will_rather_fail_and_endangers_a_town() -> None:
    """One company: in three of six throws it goes back, in one it is lost."""
    bad = counted(us_attacks(2, X="0603", A="0703"), "attack 0703 by X")
    assert bad == {("us", "bad attacks"): 1}


def test_an_attack_with_nothing_to_lose_is_not_bad() -> None:
    """In the last turn, with two towns safe, or with none to be saved otherwise."""
    assert counted(us_attacks(4, X="0603", A="0703"), "attack 0703 by X") == {}
    assert counted(us_attacks(4, X="0503", A="0603", B="0405", Y="0605"), "attack 0603 by X") == {}


def last_turn(**there: str) -> State:
    """No enemy is left to answer: who holds two towns then has won when the phase ends."""
    return SFO.start("standard", setup=there, phase="soviet_movement", turn=4, seed=1)


def test_a_phase_ended_without_the_move_that_would_have_won() -> None:
    missed = counted(last_turn(A="0603", B="0505"), "done")
    assert missed["soviet", "missed wins"] == 1
    assert counted(last_turn(A="0603", B="0405"), "done") == {}
    assert counted(last_turn(A="0603", B="0908"), "done") == {}


def test_who_wins_anyway_has_missed_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A unit that goes where it can attack nobody spares its side the end of another phase."""
    monkeypatch.setattr(silly, "MOST_TRIED", 500)
    there = {"X": "0302", "Y": "0602", "D": "0405", "E": "0702"}
    state = SFO.start("standard", setup=there, phase="us_movement", turn=4, seed=1)
    assert ("us", "missed wins") not in counted(state, "done", "done")


def ambush() -> State:
    """A hidden team, and Marines in the open."""
    there: dict[str, Any] = {
        "Bravo": "0320",
        "Charlie": "0322",
        "T3": {"hex": "0819", "hidden": True},
    }
    return SQUAD.start(
        "lost_and_found",
        setup=there,
        phase="actions",
        turn=2,
        initiative="taliban",
        dice=[1] * 30,
    )


def test_concealment_given_up_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a walk in the open; not by a fire that may well hit, nor by what pays in the end."""
    assert counted(ambush(), "move T3 0820") == {}
    monkeypatch.setattr(silly, "shows_in_vain", lambda seen, action, units, side: units == {"T3"})
    assert counted(ambush(), "move T3 0820") == {("taliban", "shown"): 1}
    assert counted(ambush(), "fire 0320 by T3") == {}


@pytest.mark.parametrize("worth", [1.0, 0.0])
def test_who_stays_hidden_hides_while_it_is_played_on(
    worth: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Showing oneself is compared with that, and a fault where to hide is worth something."""
    monkeypatch.setattr(State, "evaluate", lambda state, side: worth * bool(state.secret))
    seen, walk = ambush().seen_by("taliban"), Action.parse("move T3 0820")
    assert shows_in_vain(seen, walk, frozenset({"T3"}), "taliban") == bool(worth)


def test_whoever_hides_is_not_seen_by_the_policy_that_plays_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else to hide would be worth nothing, whatever it is worth in the game."""
    of_marines = list[bool]()

    def noted(seen: State, side: int, random: Random, effort: Effort) -> Briefing:
        if seen.frame.side_ids[side] == "usmc":
            of_marines.append(seen.position("T3") is None)
        return Briefing(seen, side, random, effort)

    monkeypatch.setattr(greedy, "Briefing", noted)
    walk = Action.parse("move T3 0820")
    shows_in_vain(ambush().seen_by("taliban"), walk, frozenset({"T3"}), "taliban")
    assert any(of_marines)


def led_out(*moves: str) -> int:
    """Units of the Union that are counted as cut off by these moves."""
    there = {"U3": "0907", "D11": "0614", "D1": "1214", "D9": "2012"}
    state = ORVA.start("campaign", setup=there, phase="union_movement", turn=3, seed=1)
    referee = silly.Referee(state)
    for text in (*moves, "done"):
        action = Action.parse(text)
        referee.before(state, action)
        state.apply(action)
    referee.before(state, Action("done"))
    return referee.counts["union", "cut off"]


def test_a_unit_that_moves_out_of_supply(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless the side stands better for it, at once or in the end."""
    monkeypatch.setattr(State, "evaluate", lambda state, side: 0.5)
    assert led_out("move U3 0814") == 0
    monkeypatch.setattr(silly, "is_better", lambda one, other, side: True)
    assert led_out("move U3 0814") == 1
    assert led_out("move U3 0906") == 0
    assert led_out() == 0

    def for_the_hex(state: State, side: str) -> float:
        return 0.6 if state.position("U3") == "0814" else 0.5

    monkeypatch.setattr(State, "evaluate", for_the_hex)
    assert led_out("move U3 0814") == 0


def test_counting_changes_no_game_and_repeats() -> None:
    players = {"soviet": "greedy", "us": "random"}
    first, second = (silly.watched("strike_force_one", players, "1:0") for _ in range(2))
    assert first == second
    result = matches.play(
        matches.Match("strike_force_one", None, (), tuple(players.items())), "1:0"
    )
    assert first["soviet", "phases"] + first["us", "phases"] == 2 * result.turns


def test_the_table_goes_on_where_it_was_cut(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "silly.jsonl"
    arguments = ["silly", "strike_force_one", "--player", "random", "--out", str(out)]
    monkeypatch.setattr("sys.argv", [*arguments, "--games", "2"])
    assert silly.main() == 0
    told = capsys.readouterr().out
    assert "| strike_force_one | 2 | " in told
    rows = out.read_text().splitlines()
    out.write_text("\n".join([rows[0], rows[1][:50]]))
    assert silly.main() == 0
    assert capsys.readouterr().out == told
    assert out.read_text().splitlines() == rows
    assert {json.loads(row)["seed"] for row in rows} == {"1:0", "1:1"}


def test_only_the_players_own_deeds_are_counted() -> None:
    assert silly.seated("strike_force_one", "greedy", "random", 0) == {
        "soviet": "greedy",
        "us": "random",
    }
    assert silly.seated("strike_force_one", "greedy", "random", 1) == {
        "soviet": "random",
        "us": "greedy",
    }
