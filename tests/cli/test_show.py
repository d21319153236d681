"""``hexwar show``: the game on paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest
import yaml

import hexwar
from hexwar.cli import main
from hexwar.definition import load
from hexwar.definition.diagnostics import Findings
from hexwar.definition.loading import GameFolder
from hexwar.definition.locations import games_in, shipped
from hexwar.definition.tree import raw_plain
from hexwar.rules.combat.section import Combat
from hexwar.rules.units.section import Units
from tests.conformance.scs.variant import folder
from tests.rules.tiny import varied

WriteGame = Callable[..., Path]
PAGES = (
    "MAP",
    "TERRAIN EFFECTS",
    "COMBAT RESULTS",
    "ORDER OF BATTLE",
    "SEQUENCE OF PLAY",
    "VICTORY",
)
PLAYED = [
    n for n, f in games_in(shipped("games")).items() if not GameFolder(f, Findings()).abstract
]
"""The shipped games that are not only there for others to extend."""


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What ``hexwar show`` prints."""
    assert main(["show", *arguments]) == 0
    return capsys.readouterr().out


def page(text: str, title: str) -> str:
    """One page of it."""
    after = text.partition(f"\n{title}\n")[2]
    following = [after.find(f"\n{other}\n") for other in PAGES]
    return after[: min((at for at in following if at >= 0), default=len(after))]


@pytest.mark.matrix(one_in=3)
@pytest.mark.parametrize("name", PLAYED)
def test_every_shipped_game_has_every_page(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """For every scenario, with its units and the hexes of the map."""
    definition = load(name)
    for scenario in definition.catalog.scenarios:
        text = shown(capsys, name, "--scenario", scenario)
        game = definition.resolve(scenario)
        lacking = {title for title in PAGES if not page(text, title).strip()}
        assert lacking == (set() if game.section(Combat) else {"COMBAT RESULTS"})
        drawn, units = page(text, "MAP"), page(text, "ORDER OF BATTLE")
        assert [number for number in game.map if number not in drawn] == []
        assert [unit for unit in game[Units].counters if f"\n  {unit} " not in units] == []


def test_the_tables_are_those_of_the_scenario(capsys: pytest.CaptureFixture[str]) -> None:
    """A variant changes terrain, combat and the summary of what is chosen."""
    standard = shown(capsys, "strike_force_one")
    advanced = shown(capsys, "strike_force_one", "--scenario", "advanced")
    assert "Woods    no  no effect" in page(standard, "TERRAIN EFFECTS")
    assert "Woods    2   defender +1" in page(advanced, "TERRAIN EFFECTS")
    assert "  1    DR  DR  DE  DE  DE  DE" in page(standard, "COMBAT RESULTS")
    assert "  1    DR  DR  EX  DE  DE  DE" in page(advanced, "COMBAT RESULTS")
    assert "* scenario  advanced" in advanced


def test_an_option_brings_its_reinforcements(capsys: pytest.CaptureFixture[str]) -> None:
    """Who comes, when, why and where."""
    text = shown(capsys, "strike_force_one", "--scenario", "advanced", "--option", "west_german")
    told = " ".join(page(text, "SEQUENCE OF PLAY").split())
    assert "West German company: G may enter by the western edge (0101 0102 0103" in told
    assert "in U.S. movement, if the Soviets occupy at least 2 of the 3 towns." in told
    assert "reinforcement: West German company" in page(text, "ORDER OF BATTLE")


def test_an_edition_renames_the_sides(capsys: pytest.CaptureFixture[str]) -> None:
    """The same game in other colours."""
    text = shown(capsys, "strike_force_one", "--edition", "opfor_bluefor")
    assert "Units: (Opfor), [Bluefor]" in text
    assert "\n  Opfor\n" in page(text, "ORDER OF BATTLE")
    assert "Soviet" not in page(text, "SEQUENCE OF PLAY")


def test_nothing_but_plain_text_goes_into_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    """No escape sequences, no cursor movement."""
    assert all(c == "\n" or c.isprintable() for c in shown(capsys, "strike_force_one"))


@pytest.mark.parametrize(
    ("scenario", "options", "edition"),
    [
        ("standard", [], "soviet_us"),
        ("advanced", ["west_german", "second_echelon"], "soviet_us"),
        ("advanced", [], "opfor_bluefor"),
    ],
)
def test_resolved_yaml_says_what_the_choices_make(
    scenario: str, options: list[str], edition: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It reads back as the tree that the game is built from."""
    chosen = [part for option in options for part in ("--option", option)]
    choices = ["--scenario", scenario, *chosen, "--edition", edition]
    printed = shown(capsys, "strike_force_one", "--resolved", *choices)
    read = yaml.load(printed, yaml.BaseLoader)  # noqa: S506 - it makes nothing but texts
    assert read == raw_plain(load("strike_force_one").tree(scenario, options, edition))


def test_resolved_yaml_names_file_and_line(capsys: pytest.CaptureFixture[str]) -> None:
    """A value that a variant replaced comes from the variant's file."""
    printed = shown(capsys, "strike_force_one", "--resolved", "--scenario", "advanced")
    lines = {
        line.split("#")[0].strip(): line.split("#")[-1].strip() for line in printed.splitlines()
    }
    folder = shipped("games") / "strike_force_one"
    for value in ("limit: 2", "allowance: 4", "turns: 4"):
        file, _, number = lines[value].partition(":")
        written = (folder / file).read_text(encoding="utf-8").splitlines()[int(number) - 1]
        assert value in written


def test_resolved_yaml_of_text_that_looks_like_something_else(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """Names such as ``no`` and ``12`` stay text, quotation marks and colons survive."""
    sides = "sides:\n  red: {name: 'no'}\n  blue: {name: 'a \"b\": #c'}\n"
    read = yaml.safe_load(shown(capsys, str(write_game(sides=sides)), "--resolved"))
    assert read["sides"] == {"red": {"name": "no"}, "blue": {"name": 'a "b": #c'}}
    assert read["map"]["grid"] == {"columns": 4, "rows": 3}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["strike_force_on"], "did you mean strike_force_one?"),
        (["strike_force_one", "--scenario", "standart"], "did you mean standard?"),
        (["strike_force_one", "--option", "west_german"], "only for advanced"),
        (["strike_force_one", "--edition", "third"], "there is no edition 'third'"),
    ],
)
def test_a_choice_that_there_is_not_is_a_sentence(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, and the nearest that there is."""
    assert main(["show", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert told in captured.err
    assert captured.err.count("\n") == 1


def test_an_unsound_game_shows_its_findings(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """As check would print them."""
    assert main(["show", str(write_game(movement="movement: {allowence: 4}\n"))]) == 1
    assert "movement.yaml:1:12" in capsys.readouterr().err


@pytest.mark.matrix(one_in=4)
@pytest.mark.parametrize("folder", sorted((Path(__file__).parent.parent / "games").iterdir()))
def test_games_of_other_shapes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Pointy hexes, three sides, hexsides and roads: every unit that is set up is on the map."""
    drawn = page(shown(capsys, str(folder)), "MAP")
    setup = hexwar.load_game(folder).start().rules.frame.resolved.scenario.setup
    stacked = len(setup) - len(set(setup.values()))
    assert sum(unit in drawn for unit in setup) >= len(setup) - stacked


def test_rules_for_other_games_are_shown_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    """An abstract folder: the headings of its rulebook, and its sections with their lines."""
    text = shown(capsys, "scs")
    told = " ".join(text.split())
    assert "Rules for other games: a game beside it says `extends: scs`" in told
    assert "  2.0a   Which units have a zone\n" in text
    printed = shown(capsys, "scs", "--resolved")
    assert yaml.safe_load(printed)["overrun"]["most_entry_cost"] == 2
    assert printed in text.replace("\n  ", "\n")[text.index("SECTIONS") :] or "overrun:" in text


def test_a_modifier_that_keeps_units_out_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    text = " ".join(shown(capsys, str(Path(__file__).parent.parent / "games" / "armour")).split())
    said = (
        "Small arms: units take no part in the attack (rifles only, against armoured, beyond 1 hex)"
    )
    assert said in text


def test_what_wears_units_down_is_on_paper(capsys: pytest.CaptureFixture[str]) -> None:
    """Steps, set-up areas, results by pattern, overrun, supply, exploitation, blocked entries."""
    game = Path(__file__).parent.parent / "definition" / "everything"
    text = shown(capsys, str(game), "--scenario", "siege")
    whole = " ".join(text.split())
    assert "attacker x1/2 (infantry only); may not be attacked into (wheeled only)" in whole
    results = page(text, "COMBAT RESULTS")
    assert (
        "rounded to the nearest.\n  Below 1 to 2 nothing is rolled: the result is A1.\n" in results
    )
    assert "  D1r2   Defender loses 1 step and retreats 2 hexes.\n" in results
    losing = " ".join(results.partition("  DL ")[2].partition("\n  A1 ")[0].split())
    said = (
        "the defender loses 2 steps",
        "Replacement factors gain 1 point",
        "may advance up to 2 hexes",
    )
    assert [part for part in said if part not in losing] == []
    units = page(text, "ORDER OF BATTLE")
    assert "4-3-6, reduced 2-2-6" in units
    assert " M0201 or within 1 wheeled " in " ".join(units.split())
    told = " ".join(page(text, "SEQUENCE OF PLAY").split())
    assert "Blue, then Red: set up before the first turn." in told
    assert (
        "3. Red pursuit (movement, only wheeled units, not from an enemy zone of control)" in told
    )
    assert "Overrun: 2 MP while moving, into terrain of at most 2 MP." in told
    assert "Supply comes for Red from west and M0102; for the Blues from E." in told
    assert (
        "A unit is supplied by a source at most 4 hexes away, or by a road that begins as near."
        in told
    )
    assert "Out of supply: attack x1/2, defense -1, movement 1," in told
    assert "a step lost in each supply phase, from supply phase 2 in a row on." in told
    assert "by west (M0101 M0102 M0103 M0104) before anybody else moves in Red movement" in told
    assert "While the enemy holds all of that, within 2 hexes of it along the edge." in told


def test_which_value_counts_against_whom_and_from_how_far_is_on_paper(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = shown(capsys, str(Path(__file__).parent.parent / "games" / "armour"))
    told = " ".join(page(text, "COMBAT RESULTS").split())
    assert "Soft target: attacker's soft counts (against foot)" in told
    assert "attacker x2 (tanks only, against armoured, within range x1/2)" in told
    assert "attacker x1/2 (howitzer only, against armoured, beyond range x1/2)" in told


def test_victory_points_are_on_paper(capsys: pytest.CaptureFixture[str]) -> None:
    """What is scored for, when again, under which condition; what margins are needed."""
    game = Path(__file__).parent.parent / "games" / "holdings"
    text = shown(capsys, str(game))
    scored = " ".join(page(text, "VICTORY POINTS").partition("\nVICTORY\n")[0].split())
    assert "Farms: Red scores 4 for each hex of farms that Red controls. (rule 8.1)" in scored
    assert "Wear: Red scores 1 for each step (foot) that Blue has lost." in scored
    assert "that Blue controls, again at the end of every turn. (rule 8.2)" in scored
    assert "Holding out: Blue scores 3, if it is turn 3 or later and Blue controls" in scored
    won = " ".join(page(text, "VICTORY").split())
    assert "the number of points of Red beyond those of Blue decides. 5 or more: Red wins" in won
    assert "-1 or less: Blue wins otherwise: it is a draw" in won
    course = " ".join(page(text, "SEQUENCE OF PLAY").split())
    assert "3. Red pursuit (movement, if it is turn 3 or later)" in course
    assert "At the start Blue controls farms." in course


def test_tables_of_the_game_are_printed_with_what_they_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each total with the title of its result and what it does beside it."""
    text = " ".join(shown(capsys, "force_on_force").split())
    _, _, after = text.partition(" TABLES ")
    assert "Fog of war (rule 10.1) 1d10 result what happens 1 an excellent position 1 of" in after
    assert "4 to 8 it comes the game ends" in after


GROUND = {"woods": "Thickets", "river": "Brook", "bridge": "Ford", "road": "Causeway"}
"""Kinds of ground of the game *everything*, and what players are to call them."""


@pytest.mark.parametrize("scenario", ["siege", "orders"])
def test_ground_is_called_by_its_titles(
    scenario: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In selectors, places, supply lines, levels, ways of moving and what hexsides cancel."""
    games = Path(__file__).parent.parent / "definition"
    for name in ("everything", "series"):
        copytree(games / name, tmp_path / name)
    file = tmp_path / "everything" / "game.yaml"
    text = file.read_text(encoding="utf-8")
    for id_, title in GROUND.items():
        text = re.sub(rf"title: {id_.capitalize()}(?=[,\n])", f"title: {title}", text)
    file.write_text(text, encoding="utf-8")
    told = shown(capsys, str(file.parent), "--scenario", scenario).lower()
    assert [id_ for id_ in GROUND if re.search(rf"\b{id_}\b", told)] == []
    assert "and in thickets and" in told or "on causeway" in told
    if scenario == "orders":
        assert "trench placed in 1 hex of the towns of the plain" in " ".join(told.split())


CHARTS = """
movement: {classes: [leg, motor]}
units: {types: {tanks: {movement_class: motor}}}
terrain:
  hexes: {woods: {entering: stop}, marsh: {entering: {leg: allowed, motor: stop}}}
  features: {town: {cost: 1, combat: {defender: {multiply: 2}}}}
combat:
  automatic: {at_least: "7:1", or: {only: {surrounded: true}, at_least: "5:1"}, result: DE}
"""


def test_charts_have_features_stops_and_odds_that_need_no_roll(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = Path(__file__).parent.parent / "games" / "classics"
    text = shown(capsys, str(folder(tmp_path, CHARTS, base)))
    chart = {" ".join(line.split()) for line in page(text, "TERRAIN EFFECTS").splitlines()}
    assert "Town +1 +1 defender x2" in chart
    assert [line[-13:] for line in chart if line.startswith("Woods")] == ["all must stop"]
    assert [line[-15:] for line in chart if line.startswith("Marsh")] == ["motor must stop"]
    assert not [line for line in chart if line.startswith("Clear") and "stop" in line]
    results = " ".join(page(text, "COMBAT RESULTS").split())
    easier = "Where all defenders are units that are surrounded, it is so from 5:1 on already"
    assert f"From 7:1 on nothing is rolled: the result is DE. {easier}." in results


ROLLED_FOR = """
states: {tired: {title: Tired}}
tables:
  march:
    title: March
    dice: 1d6
    table: {1: a, 2: b, 3: c, 4: d, 5..6: e}
    results:
      a: [{mark: {state: tired, who: actor}}]
      b: [{lose_steps: {who: actor, count: 1}}]
      c: [{eliminate: actor}]
      d: [{if: {only: {state: tired}, then: [{eliminate: actor}]}}]
      e: [nothing]
combat:
  modifiers:
    flanks: {title: Flanks, from: opposite, shift: 1}
    swamped: {title: Swamped, from: {hexes: 4}, roll: -1}
sequence:
  phases:
    - {id: march, title: March, kind: table, table: march, for_each: {side: red, trait: foot}}
    - {id: red_combat, kind: combat, side: red}
    - {id: blue_combat, kind: combat, side: blue}
"""


def test_sentences_about_who_is_rolled_for_and_attacked_from_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = Path(__file__).parent.parent / "games" / "classics"
    text = " ".join(shown(capsys, str(folder(tmp_path, ROLLED_FOR, base))).split())
    for said in (
        "1 a the unit comes into the state tired 2",
        "2 b the unit loses 1 step 3",
        "3 c the unit is eliminated 4",
        "4 d if the unit is tired, the unit is eliminated 5 to 6",
        "March (for each of foot Red units)",
        "Flanks: +1 column, if the hex is attacked from opposite hexes.",
        "Swamped: die -1, if the hex is attacked from 4 hexes or more.",
    ):
        assert said in text
    assert "actor" not in text


def test_charts_call_things_by_their_titles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tracks, pools, tables, regions and groups, wherever a chart names them."""
    changed = """
map: {titles: {gate: the Old Gate}}
tracks: {spirit: {title: Fighting spirit, begins: 2, at_least: 0, at_most: 3}}
pools: {shells: {title: Shells in store, side: red, begins: 2, kept: always}}
tables:
  panic: {title: Panic in the rear, dice: 1d6, table: {1..6: none}, results: {none: [nothing]}}
combat:
  results:
    DR: [{add: {spirit: -1}}, {gain: {shells: 1}}, {roll: panic}]
control: {begins: {red: [gate]}}
"""
    game = varied(tmp_path, changed, "reserves")
    text = " ".join(shown(capsys, str(game.catalog.folder)).split())
    assert "Fighting spirit goes down by 1; Shells in store gain 1 point; there is a roll" in text
    assert "a roll on the table Panic in the rear" in text
    assert "At the start Red controls the Old Gate." in text
    assert "reinforcement: By turn" in text
