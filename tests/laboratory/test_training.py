"""Training: equal seeds find equal weights, and only what wins more is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest

from hexwar.definition.locations import HOME_VARIABLE
from hexwar.laboratory.study import GamesPlayed, GameToPlay, RecordedGame
from hexwar.laboratory.training import (
    DRAWN,
    LEAST,
    MOST,
    PAIRS,
    RUNGS,
    SAME,
    STEP,
    PlayedGames,
    RoundProgress,
    Trained,
    Training,
    drawn,
    proposed,
    slopes,
)
from hexwar.players.greedy import WAYS
from hexwar.players.learned import Weights, learned_of, read
from hexwar.players.matches import GameResult, Match

MATCH = Match("strike_force_one", None, (), ())
SIDES = ("soviet", "us")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder of its own."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    learned_of.cache_clear()
    yield tmp_path
    learned_of.cache_clear()


CHANGING = ("entry", "unit")
"""What changes pretended games: each is as long as a side minds these."""


class Pretended:
    """Games that nobody plays: a side that minds ``unit`` more wins more often, if it matters.

    A game goes otherwise where a side minds more or less of what is ``changing``.
    """

    def __init__(self, *, matters: bool, changing: Sequence[str] = CHANGING) -> None:
        self.matters, self.changing, self.games = matters, changing, 0
        self.weighed = set[str]()

    def __call__(self, tasks: Sequence[GameToPlay]) -> GamesPlayed:
        for task in reversed(tasks):  # in any order
            self.games += 1
            match, seed, parts = task
            minded, length = list[float](), 0.0
            for side, who in match.players:
                assert isinstance(who, Trained)
                weights = dict(who.sides).get(side)
                factors = dict(weights.factors) if weights else {}
                minded.append(factors.get("unit", 1.0))
                self.weighed |= set() if parts else factors.keys()
                length += sum(factors.get(name, 1.0) for name in self.changing)
            chance = minded[0] ** 2 / (minded[0] ** 2 + minded[1] ** 2) if self.matters else 0.5
            winner = SIDES[0] if Random(seed).random() < chance else SIDES[1]
            yield task, RecordedGame(GameResult(seed, winner, 1, round(100 * length), (0, 0)), {})


def trained(
    path: Path, somewhere: Pretended, rounds: int = 2, rollouts: int = 0, cut: int | None = None
) -> tuple[Training, list[RoundProgress]]:
    """A training of some rounds, cut after so many steps."""
    with PlayedGames(path, MATCH, "1", rollouts) as journal:
        training = Training(MATCH, "1", journal, somewhere, rollouts)
        steps = []
        for step in training.rounds(rounds):
            steps.append(step)
            if len(steps) == cut:
                break
        return training, steps


def test_what_wins_more_is_kept(tmp_path: Path) -> None:
    """With the figures by which it was."""
    training, steps = trained(tmp_path / "a", Pretended(matters=True), rounds=1)
    assert training.greedy
    for weights in training.greedy.values():
        assert dict(weights.factors)["unit"] > 1
        assert weights.better > weights.worse
    assert any(step.kept for step in steps)
    assert training.levels == {}


def test_what_wins_no_more_is_not_kept(tmp_path: Path) -> None:
    """Where what is minded changes games and not who wins them, no pair differs."""
    training, steps = trained(tmp_path / "a", Pretended(matters=False), rounds=3)
    assert training.greedy == {}
    assert next(step.decided for step in steps if step.decided).endswith("nothing better")


def test_what_changes_nothing_is_neither_drawn_nor_proposed(tmp_path: Path) -> None:
    """Only what made a game go otherwise when it was moved far is."""
    games = Pretended(matters=True)
    trained(tmp_path / "a", games, rounds=1)
    assert games.weighed == set(CHANGING)
    lines = (tmp_path / "a").read_text(encoding="utf-8").splitlines()[1:]
    courses = sum("course" in json.loads(line) for line in lines)
    # Each weight of a side up at first; down, and with other dice, only those that are idle; and
    # games as they are.
    many = len(fields(WAYS["patrol"][1]))
    assert courses == 2 * (many + (2 * SAME - 1) * (many - len(CHANGING)) + SAME)


def test_a_game_in_which_nothing_changes_anything_is_not_trained(tmp_path: Path) -> None:
    """It ends with a sentence, before games of drawn weights."""
    games = Pretended(matters=False, changing=())
    training, steps = trained(tmp_path / "a", games, rounds=1)
    assert training.greedy == {}
    assert "changes this game" in steps[-1].decided
    assert games.games < DRAWN


def test_levels_are_asked_for_themselves(tmp_path: Path) -> None:
    """With the rollouts that are said."""
    training, _ = trained(tmp_path / "a", Pretended(matters=True), rounds=1, rollouts=2)
    assert training.levels.keys() == training.greedy.keys() != set()


def test_it_goes_on_where_it_was_cut(tmp_path: Path) -> None:
    """No game is played twice, and it finds what it would have found at once."""
    at_once, _ = trained(tmp_path / "a", all_games := Pretended(matters=True))
    trained(tmp_path / "b", first := Pretended(matters=True), cut=100)
    path = tmp_path / "b"
    path.write_bytes(path.read_bytes() + b'{"game": "torn')
    after, _ = trained(path, rest := Pretended(matters=True))
    assert after.greedy == at_once.greedy
    assert 0 < first.games < all_games.games
    # The game that ended as it was cut was written down before anybody was told of it.
    assert first.games + rest.games == all_games.games


def test_a_journal_of_another_training_or_changed_by_hand_is_begun_anew(tmp_path: Path) -> None:
    """No traceback, whatever stands in it."""
    path = tmp_path / "a"
    trained(path, Pretended(matters=True), cut=50)
    whole = path.read_text(encoding="utf-8").splitlines()
    head = json.loads(whole[0])
    others: tuple[object, ...] = (
        head | {"seed": "2"},
        head | {"code": "another"},
        head | {"had": None},
        head | {"had": head["had"] | {"settings": []}},
        [],
    )
    for other in others:
        path.write_text("\n".join([json.dumps(other), *whole[1:]]), encoding="utf-8")
        with PlayedGames(path, MATCH, "1", 0) as journal:
            assert len(journal) == 0


def test_its_file_is_what_is_read(tmp_path: Path) -> None:
    """And what was learned of other scenarios stays in it."""
    training, _ = trained(tmp_path / "a", Pretended(matters=True), rounds=1)
    path = tmp_path / "learned.json"
    document = read(training.content(path))
    assert document["settings"][0]["greedy"].keys() == training.greedy.keys() != set()
    other = document["settings"][0] | {"scenario": "other", "digest": "1:00"}
    path.write_text(json.dumps(document | {"settings": [other]}), encoding="utf-8")
    both = read(training.content(path))["settings"]
    assert [setting["scenario"] for setting in both] == ["other", "standard"]
    path.write_bytes(training.content(path))
    assert len(read(training.content(path))["settings"]) == 2


def test_weights_are_drawn_around_others_within_bounds() -> None:
    """Each as it is, or much more or less."""
    usual, random = Weights("campaign", (("army", 15.0),)), Random(1)
    names = [field.name for field in fields(WAYS["campaign"][1])]
    for _ in range(50):
        factors = dict(drawn(usual, names, random).factors)
        assert factors.keys() == set(names)
        assert factors["army"] in (15 / STEP, 15.0, MOST)
        assert all(LEAST <= factor <= MOST for factor in factors.values())


def test_what_matters_is_seen_in_games_that_differ_in_everything() -> None:
    """And what does not is believed to matter little."""
    random = Random(1)
    rows = [[random.choice((-1.0, 0.0, 1.0)) for _ in range(4)] for _ in range(DRAWN)]
    points = [float(random.random() < 0.5 + 0.1 * row[1] - 0.2 * row[3]) for row in rows]
    none, some, no, much = slopes(rows, points)
    assert max(abs(none), abs(no)) < 0.05 < some
    assert -0.25 < much < -0.12


def test_those_that_race_change_what_matters_most() -> None:
    """By little or by much, up where it helps and down where it harms."""
    racing = proposed(Weights("patrol", ()), {"unit": 0.1, "entry": -0.2, "holding": 0.01})
    assert len(racing) == 9
    assert racing[0].factors == (("entry", 0.5),)
    assert dict(racing[4].factors) == {"entry": 0.25, "unit": 2.0}


def test_a_round_has_an_end() -> None:
    """The race narrows, and its games and pairs are bounded."""
    assert [many for many, _ in RUNGS] == sorted((many for many, _ in RUNGS), reverse=True)
    assert PAIRS > 0
