"""What was learned of a game: read with care, played by, and refused in a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwar
from hexwar.definition.documents import require
from hexwar.definition.locations import HOME_VARIABLE
from hexwar.laboratory.training import Trained
from hexwar.players import make_player
from hexwar.players.campaign.assessment import CampaignPriorities
from hexwar.players.greedy import GreedyPlayer
from hexwar.players.learned import (
    MOST_BYTES,
    Given,
    Learned,
    Weights,
    document_of,
    found_of,
    learned_of,
    path_for,
    setting_of,
)
from hexwar.players.levels import apart, by_rollouts
from hexwar.players.matches import Match, play
from hexwar.players.rows import question

GAME, GAMES = "strike_force_one", Path(__file__).resolve().parents[2] / "games"
BOLD = Weights("patrol", (("caution", 0.06), ("presence", 8.0), ("unit", 0.1)), 31, 12, 70)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder of its own; what was read before of games that tests share is forgotten."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    learned_of.cache_clear()
    yield tmp_path
    learned_of.cache_clear()


def document(**greedy: Weights) -> dict[str, Any]:
    """A file of what was learned of the game."""
    resolved = hexwar.load_game(GAME).definition.resolve()
    return document_of(resolved, [setting_of(resolved, "1", 1, greedy, {})])


def put(content: bytes | Mapping[str, Any]) -> None:
    """Lay a file into the data folder."""
    path = path_for(GAME)
    path.parent.mkdir(parents=True, exist_ok=True)
    learned_of.cache_clear()
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())


def game_of(player: str) -> list[str]:
    """The first actions of a seeded game of a player against itself."""
    state, random, mind = hexwar.load_game(GAME).start(seed=3), Random(3), make_player(player)
    actions = list[str]()
    while len(actions) < 60 and not state.is_over:
        actions.append(str(mind.choose(state.seen_by(state.side_to_act or ""), random)))
        state.apply(actions[-1])
    return actions


def test_a_side_plays_by_what_it_has_learned(home: Path) -> None:
    """Equal seeds give equal games with a file and without, and with it they are others."""
    plain = game_of("greedy")
    put(document(us=BOLD, soviet=BOLD))
    learned = game_of("greedy")
    assert learned != plain
    assert game_of("greedy") == learned
    assert game_of("greedy,plain") == plain


def test_the_levels_do_not_play_by_what_helps_greedy_alone(home: Path) -> None:
    """Each has its own."""
    put(document(us=BOLD))
    rules = hexwar.load_game(GAME).start(seed=1).rules
    found = found_of(rules.frame.resolved)
    assert found.greedy == {"us": BOLD}
    assert found.levels == {}


def test_only_the_side_that_has_learned_minds_other_things() -> None:
    """The other goes on as usual."""
    usual, other = GreedyPlayer(), GreedyPlayer(learned=Given((("us", BOLD),)))
    state = hexwar.load_game(GAME).start(seed=3)
    assert state.side_to_act == "soviet"
    assert usual.choose(state, Random(1)) == other.choose(state, Random(1))
    assert usual._deciders.keys() == other._deciders.keys() == {"patrol"}


def test_weights_are_factors() -> None:
    """What is not named stays as it is."""
    minded = Weights("campaign", (("struck", 2.0),)).applied(CampaignPriorities(holding=3.0))
    assert minded == CampaignPriorities(struck=0.5, holding=3.0)


def test_a_file_beside_the_game_counts(home: Path, tmp_path: Path) -> None:
    """It comes with the game; what was learned here is taken before it."""
    folder = Path(hexwar.load_game(GAME).catalog.folder)
    mine = tmp_path / GAME
    mine.mkdir()
    for path in folder.iterdir():
        if path.is_file():
            (mine / path.name).write_bytes(path.read_bytes())
    (mine / "learned.json").write_text(json.dumps(document(us=BOLD)), encoding="utf-8")
    resolved = hexwar.load_game(mine).definition.resolve()
    assert found_of(resolved).path == mine / "learned.json"
    put(document(soviet=BOLD))
    assert found_of(resolved).greedy == {"soviet": BOLD}


def broken(change: str) -> bytes:
    """The file with one thing wrong."""
    whole = document(us=BOLD)
    setting = whole["settings"][0]
    side = setting["greedy"]["us"]
    if change == "game":
        whole["game"] = "waterloo"
    elif change == "digest":
        setting["digest"] = "1:00"
    elif change == "side":
        setting["greedy"]["mars"] = side
    elif change == "name":
        side["weights"]["zeal"] = 2.0
    elif change == "way":
        side["way"] = "campaign"
    elif change == "large":
        return json.dumps(whole).encode() + b" " * MOST_BYTES
    elif change == "cut":
        return json.dumps(whole).encode()[:-20]
    elif change == "bytes":
        return b"\xff\xfe\x00"
    elif change == "deep":
        return b"[" * 100_000
    else:
        side["weights"]["unit"] = 0.123
        return json.dumps(whole).replace("0.123", change).encode()
    return json.dumps(whole).encode()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("game", "is of another game, waterloo"),
        ("digest", "was learned by other rules"),
        ("side", "names a side that this game does not have, mars"),
        ("name", "weighs what this hexwar does not mind, zeal"),
        ("way", "weighs what this hexwar does not mind"),
        ("large", "is too large"),
        ("cut", "is damaged"),
        ("bytes", "is damaged"),
        ("deep", "is damaged"),
        ("NaN", "NaN is no number"),
        ("-Infinity", "-Infinity is no number"),
        ("1e999", "holds nothing that was learned"),
        ("1e6", "holds nothing that was learned"),
        ("-1", "holds nothing that was learned"),
        ('"2"', "holds nothing that was learned"),
        ("true", "holds nothing that was learned"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_a_sentence(
    home: Path, change: str, sentence: str
) -> None:
    """And the game goes on without it."""
    put(broken(change))
    found = found_of(hexwar.load_game(GAME).definition.resolve())
    (refused,) = found.refused
    assert sentence in refused
    assert refused.endswith("the game goes on without it.")
    assert found.greedy == {}
    assert game_of("greedy") == game_of("greedy,plain")


def test_another_scenario_says_nothing(home: Path) -> None:
    """What was not trained is no fault."""
    whole = document(us=BOLD)
    whole["settings"][0] |= {"digest": "1:00", "scenario": "another"}
    put(whole)
    found = found_of(hexwar.load_game(GAME).definition.resolve())
    assert (found.greedy, found.refused) == ({}, ())


def test_what_is_written_fits_the_schema() -> None:
    """As it is published."""
    require("learned", document(us=BOLD))


def test_it_is_told(home: Path) -> None:
    """By side and with the figures."""
    resolved = hexwar.load_game(GAME).definition.resolve()
    assert found_of(resolved).notes(resolved) == []
    put(document(us=BOLD))
    (note,) = found_of(resolved).notes(resolved)
    assert note == (
        "The computer has learned this game: greedy as U.S. (better in 31, worse in 12 of 70 "
        "pairs of games)."
    )


def test_who_sits_down_to_play_hears_of_the_levels_alone(home: Path) -> None:
    """Greedy is no opponent that is offered, and figures are for those who choose a game."""
    assert Learned(greedy={"us": BOLD}).at_the_board() == []
    assert Learned(levels={"us": BOLD}, refused=("A file is damaged.",)).at_the_board() == [
        "The computer plays by what it has learned of this game.",
        "A file is damaged.",
    ]


@pytest.mark.parametrize("path", sorted(GAMES.glob("*/learned.json")), ids=lambda p: p.parent.name)
def test_what_shipped_games_bring_is_of_their_rules(home: Path, path: Path) -> None:
    """Whoever changes a rule of one has to let it learn anew."""
    resolved = hexwar.load_game(path.parent.name).definition.resolve()
    (note,) = found_of(resolved).notes(resolved)
    assert note.startswith("The computer has learned this game: ")


def test_rows_of_other_weights_are_other_rows(home: Path) -> None:
    """But those of players that do not play by them stay."""

    def asked(player: str) -> str:
        players = ("soviet", player), ("us", "random")
        return question(Match(GAME, None, (), players)).code

    before = asked("greedy"), asked("greedy,plain")
    put(document(us=BOLD))
    after = asked("greedy"), asked("greedy,plain")
    assert before[0] != after[0]
    assert before[1] == after[1]


def test_names_say_that_nothing_learned_is_wanted() -> None:
    """In any order, and levels limited by rollouts stay plain."""
    assert apart("hard,plain,rollouts=4") == apart("hard,rollouts=4,plain")
    assert by_rollouts("normal,plain") == "normal,rollouts=32,plain"
    with pytest.raises(ValueError, match="random takes no plain"):
        make_player("random,plain")


def test_a_level_without_what_was_learned_is_called_so() -> None:
    """Saves name it."""
    assert make_player("easy,rollouts=3,plain").name == "easy,rollouts=3,plain"  # type: ignore[attr-defined]
    assert make_player("greedy,plain").name == "greedy,plain"  # type: ignore[attr-defined]


def test_a_search_plays_by_weights_that_it_is_given(home: Path) -> None:
    """A game of a level by them is another than one without."""

    def ended(weights: tuple[tuple[str, Weights], ...]) -> tuple[object, ...]:
        players = ("soviet", Trained(weights, 2)), ("us", "random")
        result = play(Match(GAME, None, (), players), "5")
        return result.winner, result.decisions, result.losses

    assert ended((("soviet", BOLD),)) != ended(())
