"""Computer players against one another: whole games, by the rules, to the end."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.players import Player, PlayerError, RandomPlayer, make_player, matches
from hexwar.players.rows import ResultsFile, line, question, read, row
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State

GAME = hexwar.load_game("strike_force_one")
SETTINGS = [
    ("standard", ()),
    ("advanced", ()),
    ("advanced", ("second_echelon",)),
    ("advanced", ("west_german",)),
    ("advanced", ("second_echelon", "west_german")),
]


def played(
    setting: tuple[str, tuple[str, ...]], players: dict[str, str], seed: int
) -> tuple[list[str], str | None]:
    """The actions of a game between players by name, and its winner."""
    state = GAME.start(*setting, seed=seed)
    made: dict[str, Player] = {side: make_player(name) for side, name in players.items()}
    random = {side: Random(f"{seed} {side}") for side in players}
    actions = []
    while not state.is_over:
        side = state.side_to_act or ""
        before = state.to_dict()
        action = made[side].choose(state, random[side])
        assert state.to_dict() == before, "choosing changed the state"
        assert state.explain(action) is None
        state.apply(action, events=False)
        assert broken_invariants(state) == []
        actions.append(str(action))
        assert len(actions) < 500, "the game does not end"
    return actions, state.winner


@pytest.mark.parametrize("side", ["soviet", "us"])
def test_greedy_beats_random_as_either_side(side: str) -> None:
    """All but always; 8 of 10 leaves room for luck."""
    other = {"soviet": "us", "us": "soviet"}[side]
    players = {side: "greedy", other: "random"}
    winners = [played(("standard", ()), players, seed)[1] for seed in range(10)]
    assert winners.count(side) >= 8


@pytest.mark.matrix(one_in=3)
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_greedy_plays_every_setting_to_its_end(setting: tuple[str, tuple[str, ...]]) -> None:
    """Against itself and against chance; optional rules included."""
    for seed in range(3):
        for players in (("greedy", "greedy"), ("random", "greedy"), ("greedy", "random")):
            names = dict(zip(("soviet", "us"), players, strict=True))
            assert played(setting, names, seed)[1] in ("soviet", "us")


def test_the_same_seeds_give_the_same_game() -> None:
    """All chance comes from the random generator that is passed in."""
    players = {"soviet": "greedy", "us": "greedy"}
    for setting in SETTINGS:
        assert played(setting, players, 5) == played(setting, players, 5)


def test_whoever_stops_asking_leaves_no_game_to_be_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As Ctrl-C does. A second shutdown that cancels nothing would take the first one back."""
    cancelled = []
    shutdown = ProcessPoolExecutor.shutdown

    def noted(
        pool: ProcessPoolExecutor, wait: bool = True, *, cancel_futures: bool = False
    ) -> None:
        cancelled.append(cancel_futures)
        shutdown(pool, wait, cancel_futures=cancel_futures)

    monkeypatch.setattr(ProcessPoolExecutor, "shutdown", noted)
    players = (("soviet", "random"), ("us", "random"))
    match = matches.Match("strike_force_one", None, (), players)
    played = matches.results(match, [str(seed) for seed in range(20)], jobs=2)
    next(played)
    played.close()
    assert cancelled
    assert all(cancelled)


def test_a_result_is_the_same_once_written_and_read(tmp_path: Path) -> None:
    """Its times too, which do not count when results are compared."""
    match = matches.Match("strike_force_one", None, (), (("us", "random"), ("soviet", "random")))
    asked, result = question(match), matches.play(match, "1:0")
    out = tmp_path / "rows.jsonl"
    with ResultsFile(out) as table:
        table.add(asked, result)
    ((_, found),) = read(out)
    assert asdict(found) == asdict(result)


class Deserter:
    """Ends the process that it plays in."""

    is_human = False

    def choose(self, state: State, random: Random) -> Action:
        os._exit(3)


def test_who_cannot_be_sent_to_a_process_is_named() -> None:
    """In this process it plays; a partial of a class can be sent."""
    there = ("soviet", "random")
    match = matches.Match(
        "strike_force_one", None, (), (there, ("us", lambda: make_player("random")))
    )
    assert len(list(matches.results(match, ["1"], jobs=1))) == 1
    with pytest.raises(PlayerError, match="<lambda> plays in one process only: "):
        list(matches.results(match, ["1", "2"], jobs=2))
    match = matches.Match("strike_force_one", None, (), (there, ("us", partial(RandomPlayer))))
    assert len(list(matches.results(match, ["1", "2"], jobs=2))) == 2
    assert matches.strangers([match]) == "partial"


def test_a_last_line_of_other_things_is_no_row_cut_short(tmp_path: Path) -> None:
    """Also for whoever only reads."""
    match = matches.Match("strike_force_one", None, (), (("us", "random"), ("soviet", "random")))
    whole = line(row(question(match), matches.play(match, "1:0")))
    out = tmp_path / "rows.jsonl"
    out.write_bytes(whole + whole[:9])
    assert len(list(read(out))) == 1
    out.write_bytes(whole + b"my diary")
    with pytest.raises(ValueError, match=r"line 2 of .* is no result of a game"):
        list(read(out))


def test_who_ends_its_process_is_named() -> None:
    match = matches.Match("strike_force_one", None, (), (("soviet", "random"), ("us", Deserter)))
    with pytest.raises(PlayerError, match="Deserter may have ended it"):
        list(matches.results(match, ["1", "2"], jobs=2))
