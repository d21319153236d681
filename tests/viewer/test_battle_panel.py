"""What the panel promises is what the die brings: a preview can never disagree with a result."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random

import pygame
import pytest

import hexwar
from hexwar.engine import Action, Preview
from hexwar.records import Session
from hexwar.rules.combat.preview import ranges
from hexwar.rules.game import Game
from hexwar.rules.language.wording import percents
from hexwar.viewer.panels.battle import some_of
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table

POSITIONS = [
    ("standard", {"A": "0602", "W": "0603"}, "0603"),
    ("standard", {"A": "0602", "B": "0703", "C": "0704", "W": "0603", "Y": "0302"}, "0603"),
    ("advanced", {"A": "0602", "B": "0602", "C": "0703", "W": "0603", "X": "0603"}, "0603"),
    ("advanced", {"A": "0703", "B": "0703", "W": "0702"}, "0702"),
]


@pytest.mark.matrix(one_in=6)
@pytest.mark.parametrize(("scenario", "setup", "target"), POSITIONS)
@pytest.mark.parametrize("die", range(1, 7))
def test_the_panel_foretells_each_die(
    set_up: SetUp, scenario: str, setup: dict[str, str], target: str, die: int
) -> None:
    """The result of every face is the one that the panel names for that face."""
    table = set_up(scenario, setup=setup, phase="soviet_combat", dice=[die])
    table.click(target)
    preview = table.board.selection.preview()
    assert preview is not None
    expected = next(outcome for outcome in preview.outcomes if die in outcome.dice)
    shown = {n.label for n in table.tree.walk() if n.key.startswith("outcome-")}
    chances = percents([outcome.probability for outcome in preview.outcomes])
    chance = chances[preview.outcomes.index(expected)]
    assert f"{chance} {expected.code} {expected.title}" in shown
    # Whole, where they add up to a hundred; equal chances read alike.
    for written, outcome in zip(chances, preview.outcomes, strict=True):
        assert abs(float(written.removesuffix(" %")) - float(100 * outcome.probability)) <= 0.5
    assert abs(sum(float(written.removesuffix(" %")) for written in chances) - 100) < 1
    assert f"column {preview.headings[preview.column]} lit" in table.label("table")
    table.push("attack")
    battle = table.session.entries[0].events[0]
    assert (battle.result, battle.die) == (expected.code, die)
    assert battle.column == preview.headings[preview.column]


def test_the_percentages_add_up(set_up: SetUp) -> None:
    """All results of a column together are certain."""
    table = set_up(setup={"A": "0602", "B": "0703", "W": "0603"}, phase="soviet_combat")
    table.click("0603")
    preview = table.board.selection.preview()
    assert preview is not None
    assert sum(preview.probabilities.values()) == Fraction(1)


def test_terrain_is_itemised(set_up: SetUp) -> None:
    """In the Advanced Game woods add to the defender: a line of its own says so."""
    setup = {"A": "0703", "B": "0703", "W": "0702"}
    table = set_up("advanced", setup=setup, phase="soviet_combat")
    table.click("0702")
    lines = [n.label for n in table.tree.walk() if n.key.startswith("battle-modifier")]
    assert any("Woods" in line for line in lines)
    assert "+1" in lines


def test_the_result_frames_its_cell(set_up: SetUp) -> None:
    """After the roll the table shows column and die of what was rolled."""
    table = set_up(setup={"A": "0602", "W": "0603"}, phase="soviet_combat", dice=[1])
    table.click("0603")
    table.push("attack")
    assert table.label("result-die") == "Die 1"
    assert table.label("table") == "Combat results, column 1 lit, die 1"


def table_of_thirty(size: tuple[int, int]) -> Table:
    """A battle on a table of thirty results."""
    game = hexwar.load_game("scs_sample")
    setup = {"A1": "11.08", "A2": "11.08", "V2": "12.08", "G2": "12.08"}
    return Table(Session(game, game.start("battle", setup=setup, phase="league_combat")), size)


def test_no_retreat_is_foretold_twice(set_up: SetUp) -> None:
    """The last of several has one sentence, with all the hexes that it might have."""
    where = {"E": "0503", "B": "0603", "C": "0604", "D": "0604", "W": "0504", "Z": "0504"}
    setup = {**where, "Y": "0403"}
    table = set_up("advanced", setup=setup, phase="soviet_combat")
    table.click("0504")
    told = [n.label for n in table.tree.walk() if n.key.endswith("-effects")]
    assert any("Z retreats" in text for text in told)
    for text in told:
        assert max(text.count(f"{unit} retreats") for unit in where) == 1


@pytest.mark.parametrize(("size", "full"), [((1280, 800), False), ((1920, 1080), True)])
def test_the_hexes_of_a_retreat_are_named_whatever_the_room(
    size: tuple[int, int], full: bool
) -> None:
    """Where all that results do cannot be told they have lines of their own, by results."""
    table = table_of_thirty(size)
    table.click("12.08")
    preview = table.board.selection.preview()
    assert preview is not None
    r2 = next(outcome for outcome in preview.outcomes if outcome.code == "D1r2")
    first = "V2 retreats 2 hexes, first to "
    assert f"{first}{' or '.join(r2.retreats['V2'])}." in " ".join(r2.effects)
    texts = {n.key: n.label for n in table.tree.walk()}
    assert any("V2 retreats" in texts[key] for key in texts if key.endswith("-effects")) == full
    short = [texts[key] for key in texts if key.startswith("battle-retreat-")]
    to = f"{first}{some_of(r2.retreats['V2'])}."
    assert [text for text in short if "D1r2" in text and text.endswith(to)] or full
    assert bool(short) != full
    for index, outcome in enumerate(preview.outcomes):
        said = next(w for w in table.board.walk() if w.key == f"outcome-{index}").tooltip
        dice, _, does = said.partition(": ")
        assert dice == f"roll {ranges(outcome.dice)}", "which throws bring it"
        assert bool(does) != full
        assert full or outcome is not r2 or some_of(r2.retreats["V2"]) in said
    pygame.display.quit()


def test_the_dice_of_every_result_are_told_whatever_the_length_of_its_name() -> None:
    """Beside the name, or before what it does."""
    game = hexwar.load_game("marenfeld")
    setup = {"I5": "1406", "E5": "1405"}
    table = Table(Session(game, game.start(setup=setup, phase="crown_combat")), (1280, 800))
    table.click("1405")
    assert table.label("outcome-0-effects").startswith("Roll 1-2: I5 loses a step")
    assert table.label("outcome-1-effects").startswith("I5 retreats")


def test_what_a_small_battle_does_is_told_in_full_in_a_small_window() -> None:
    """It comes before the turn track and the sequence of play, which come back after it."""
    game = hexwar.load_game("orva_front")
    setup = {"A1": "0505", "D1": "0605", "D2": "0605"}
    table = Table(Session(game, game.start(setup=setup, phase="union_combat")), (800, 600))
    table.click("0605")
    preview = table.board.selection.preview()
    assert preview is not None
    for index, outcome in enumerate(preview.outcomes):
        said = table.label(f"outcome-{index}-effects")
        assert all(sentence.split(".")[0] in said for sentence in outcome.effects)
    assert not table.shown("turns")
    table.press("escape")
    assert table.shown("turns")
    pygame.display.quit()


@pytest.mark.parametrize("size", [(1024, 768), (1920, 1080)])
def test_results_are_told_in_full(size: tuple[int, int]) -> None:
    """A long one takes a second line, in the smallest window too."""
    table = table_of_thirty(size)
    table.click("12.08")
    rows = [n for n in table.tree.walk() if re.fullmatch(r"outcome-\d+", n.key)]
    line = table.board.theme.line(table.board.theme.small, True)
    long = [row for row in rows if len(row.label) > 65]
    assert long
    assert all(row.rect.height >= 2 * line for row in long)
    pygame.display.quit()


def test_two_dice_are_shown_as_two_dice() -> None:
    """In the panel and in the log, each with its own face; a die of one battle is one."""
    game = hexwar.load_game("scs_sample")
    setup = {"A1": "11.08", "A2": "11.08", "V2": "12.08"}
    state = game.start("battle", setup=setup, phase="league_combat", dice=[2, 5] + [3] * 20)
    table = Table(Session(game, state))
    table.click("12.08")
    table.push("attack")
    battle = next(e for e in table.session.entries[-1].events if e.kind == "battle")
    assert battle.dice == (2, 5)
    shown = [n for n in table.tree.walk() if n.key == "result-die" or n.key.startswith("log-die")]
    assert {node.label for node in shown} == {"Dice 2 and 5"}
    assert all(node.rect.width > 2 * node.rect.height for node in shown)
    pygame.display.quit()


@pytest.mark.parametrize("scenario", ["standard", "advanced"])
def test_previews_hold_in_random_games(game: Game, scenario: str) -> None:
    """In games played at random every battle ends as its preview allowed."""
    battles = 0
    for seed in range(12):
        random = Random(seed)
        state = game.start(scenario, seed=seed)
        while not state.is_over:
            action = state.sample_action(random)
            preview = state.preview(action) if action.verb == "attack" else None
            events = state.apply(action)
            if preview is not None:
                battles += 1
                battle = next(event for event in events if event.kind == "battle")
                possible = {die: o.code for o in preview.outcomes for die in o.dice}
                assert battle.result == possible[battle.die]
                assert battle.column == preview.headings[preview.column]
    assert battles > 5


def test_odds_that_are_rounded_say_so_and_who_is_lost_is_named() -> None:
    """In Crossing the Velda 5 to 2 is fought at 3:1, as odds are made whole to the nearest."""
    game = hexwar.load_game("scs_sample")
    setup = {"I1": "10.13", "H1": "11.12"}
    table = Table(Session(game, game.start(setup=setup, phase="league_combat")))
    preview = table.board.match.state.preview(Action.parse("attack 11.12 by I1"))
    assert isinstance(preview, Preview)
    assert preview.ratio == "2.5:1, rounded to the nearest"
    lost = {outcome.code: outcome.lost for outcome in preview.outcomes}
    assert all("H1" in units for code, units in lost.items() if "D1" in code)
    table.click("11.12")
    assert table.label("battle-odds").startswith("5 to 2 (2.5:1, rounded to the nearest): column")
    pygame.display.quit()
