"""The files of studies: what they say, and what is said of those that are broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import hexwar
from hexwar.definition.codes import CODES, tiny
from hexwar.definition.diagnostics import ChoiceError, DefinitionError
from hexwar.definition.locations import games_in, shipped
from hexwar.laboratory.reading import read_study
from hexwar.laboratory.study import Study
from hexwar.players.matches import Match

Written = Callable[..., Study]


def test_a_study_says_little_and_the_rest_is_filled_in(written: Written) -> None:
    study = written("study: Who wins?\ngames: [strike_force_one]\n")
    assert study.stop.most == 200
    assert study.stop.width is None
    assert [(m.scenario, m.options, dict(m.players)) for m in study.matches] == [
        (scenario, (), dict.fromkeys(("soviet", "us"), "normal,rollouts=32"))
        for scenario in ("standard", "advanced")
    ]


def test_each_option_stands_beside_none(written: Written) -> None:
    study = written(
        """
        study: Options
        games: {strike_force_one: {options: each}}
        players: random
        """
    )
    assert [(match.scenario, match.options) for match in study.matches] == [
        ("standard", ()),
        ("advanced", ()),
        ("advanced", ("second_echelon",)),
        ("advanced", ("west_german",)),
    ]


def test_all_sets_of_options_are_all_that_apply(written: Written) -> None:
    study = written("study: A\ngames: {strike_force_one: {options: all}}\nplayers: random\n")
    assert len(study.matches) == 1 + 4  # none apply to the standard game


@pytest.mark.parametrize(
    ("players", "found"),
    [
        ("random", [("random", "random")]),
        ("[[easy, random]]", [("easy,rollouts=4", "random"), ("random", "easy,rollouts=4")]),
        ("{us: greedy, soviet: random}", [("random", "greedy"), ("greedy", "random")]),
        ("[random, greedy]", [("random", "random"), ("greedy", "greedy")]),
        ("'hard,rollouts=9'", [("hard,rollouts=9", "hard,rollouts=9")]),
    ],
)
def test_pairings(written: Written, players: str, found: list[tuple[str, str]]) -> None:
    """Two who differ play in both seats, with the same dice."""
    text = "study: A\ngames: {strike_force_one: {scenarios: [standard]}}\nplayers: "
    matches = written(f"{text}{players}\n").matches
    assert [tuple(dict(m.players)[s] for s in ("soviet", "us")) for m in matches] == found


def test_one_seat_alone(written: Written) -> None:
    text = "study: A\ngames: {strike_force_one: {scenarios: [standard]}}\nseats: one\n"
    assert len(written(f"{text}players: [[easy, random]]\n").matches) == 1


def test_a_game_by_its_path_is_found_from_where_the_file_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _tiny(tmp_path / "tiny")
    path = tmp_path / "study.yaml"
    path.write_text("study: A\ngames: [tiny]\nplayers: random\n")
    monkeypatch.chdir("/")
    assert len(read_study(path).matches) >= 1


def _tiny(folder: Path) -> None:
    folder.mkdir()
    for name, text in tiny.game().items():
        (folder / name).write_text(text, encoding="utf-8")


def codes(path: Path) -> list[str]:
    """The codes of what is found."""
    with pytest.raises(DefinitionError) as refused:
        read_study(path)
    return [found.code for found in refused.value.diagnostics]


@pytest.mark.parametrize(
    "code", [code for code in CODES if code.startswith("HW80") and CODES[code].bad]
)
def test_the_examples_of_the_codes(code: str, tmp_path: Path) -> None:
    _tiny(tmp_path / "tiny")
    for examples, expected in ((CODES[code].bad, [code]), (CODES[code].good, [])):
        path = tmp_path / "study.yaml"
        path.write_text(dict(examples)["study.yaml"], encoding="utf-8")
        if expected:
            assert codes(path) == expected
        else:
            assert read_study(path).matches


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("numbr: 5", "number"),
        ("number: many", "number"),
        ("number: 0", "number"),
        ("until: {width: 2}", "width"),
        ("until: {most: 20}", "width"),
        ("record: [loses]", "losses"),
        ("seats: three", "both"),
        ("players: normall", "normal"),
        ("players: mine", "are: random, easy, normal, hard, greedy if it is one of your own, say "),
        ("players: mine", "who that is: --player mine=module:Class"),
        ("players: [[normal]]", "soviet, us"),
        ("players: {usa: normal}", "us"),
        ("players: 'hard,rollouts=many'", "rollouts"),
        ("players: 'hard,rollouts=5000'", "--player"),
        ("players: 'os:system'", "--player"),
        ("players: 'program:rm'", "--player"),
        ("players: human", "computer players alone"),
        ("players: 'random,rollouts=4'", "random takes no rollouts"),
        ("players: 'normal,rolouts=4'", "as in normal,rollouts=16"),
        ("players: 5", "a list of such pairings"),
    ],
)
def test_a_broken_line_is_found_where_it_stands(tmp_path: Path, line: str, told: str) -> None:
    path = tmp_path / "study.yaml"
    path.write_text(f"study: A\ngames: [strike_force_one]\n{line}\n", encoding="utf-8")
    with pytest.raises(DefinitionError) as refused:
        read_study(path)
    found = refused.value.diagnostics[0]
    assert (found.file, found.line) == (str(path), 3)
    assert told in f"{found.message} {found.help}"


@pytest.mark.parametrize(
    ("games", "place", "told"),
    [
        ("strike_force_one", 8, "A list of names"),
        ("{strike_force_one: {scenarios: standard}}", 39, "a single one in brackets"),
        ("{strike_force_one: {editions: opfor}}", 38, "a single one in brackets"),
        ("{strike_force_one: {options: [west_german]}}", 38, "in brackets of its own"),
        (
            "{strike_force_one: {scenarios: [standard], options: [[], [west_german]]}}",
            65,
            "only for advanced",
        ),
    ],
)
def test_what_is_not_chosen_so_is_found_where_it_stands(
    tmp_path: Path, games: str, place: int, told: str
) -> None:
    path = tmp_path / "study.yaml"
    path.write_text(f"study: A\ngames: {games}\n", encoding="utf-8")
    with pytest.raises(DefinitionError) as refused:
        read_study(path)
    (found,) = refused.value.diagnostics
    assert (found.line, found.column) == (2, place)
    assert told in f"{found.message} {found.help}"


def test_all_editions_of_a_game_that_has_none_are_one(written: Written) -> None:
    text = "study: A\ngames: {tamrat: {scenarios: [lesson], editions: all}}\nplayers: random\n"
    assert len(written(text).matches) == 1


def test_more_matches_than_may_be_are_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the many that a few words ask for only so many are looked at as tell that."""
    monkeypatch.setattr("hexwar.laboratory.reading.MOST_MATCHES", 3)
    asked = []
    reader = hexwar.Game.ruleset

    def counted(game: hexwar.Game, *chosen: Any) -> Any:
        asked.append(chosen)
        return reader(game, *chosen)

    monkeypatch.setattr("hexwar.Game.ruleset", counted)
    path = tmp_path / "study.yaml"
    path.write_text(
        "study: A\ngames: {strike_force_one: {options: all}, tamrat: {options: all}}\n"
        "players: random\n"
    )
    assert codes(path) == ["HW804"]
    assert {len(chosen) for chosen in asked} == {3}
    assert len(asked) <= 3 * (3 + 1)  # each three times: to see it, who plays, and which seats


@pytest.mark.parametrize(
    "games",
    ["{}", "[]", "[strike_force_on]", "{strike_force_one: {scenarios: [standart]}}",
     "{strike_force_one: {options: [[none]]}}", "{strike_force_one: {editions: [first]}}",
     "{strike_force_one: {scenarios: [standard], options: [[west_german]]}}"],
)  # fmt: skip
def test_what_is_not_there_is_said(tmp_path: Path, games: str) -> None:
    path = tmp_path / "study.yaml"
    path.write_text(f"study: A\ngames: {games}\n", encoding="utf-8")
    assert codes(path)


@pytest.mark.parametrize(
    "text",
    ["", "study", "- a\n- b\n", "study: [", "study: &a A\ngames: *a\n", "\x00", "study: A\n"],
)
def test_what_is_no_study_is_no_traceback(tmp_path: Path, text: str) -> None:
    path = tmp_path / "study.yaml"
    path.write_text(text, encoding="utf-8")
    assert codes(path)


def test_a_player_of_one_s_own_is_named_by_the_command_line(written: Written) -> None:
    text = "study: A\ngames: {strike_force_one: {scenarios: [standard]}}\nplayers: mine\n"
    (match,) = written(text, {"mine": "random"}).matches
    assert match == Match(
        "strike_force_one", "standard", (), (("soviet", "random"), ("us", "random"))
    )


def test_the_study_of_all_shipped_games_is_of_all_of_them() -> None:
    """Of each game every scenario, with every set of options that applies."""
    study = read_study(shipped("docs") / "how-to" / "studies" / "shipped.yaml")
    asked = {(match.game, match.scenario, frozenset(match.options)) for match in study.matches}
    assert len(asked) == len(study.matches)
    there = set()
    for name in games_in(shipped("games")):
        with suppress(DefinitionError):  # rules for other games, which are not played
            there |= {(name, *chosen) for chosen in settings(hexwar.load_game(name))}
    assert asked == there


def settings(game: hexwar.Game) -> Iterator[tuple[str, frozenset[str]]]:
    """The scenarios of a game with the sets of options that can be played."""
    options = list(game.catalog.options)
    for scenario in game.catalog.scenarios:
        for count in range(len(options) + 1):
            for chosen in combinations(options, count):
                with suppress(ChoiceError):
                    game.ruleset(scenario, chosen)
                    yield scenario, frozenset(chosen)
