"""What became of a player's own battle stays in sight until he has seen it."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

import hexwar
from hexwar.engine import Event
from hexwar.records import Session
from hexwar.rules.game import Game
from hexwar.viewer.match.playback import Playback
from hexwar.viewer.match.rolls import PendingResults
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table
from tests.viewer.test_computer import wait_for_human


@pytest.fixture
def at_speed(game: Game) -> Iterator[object]:
    """The last attack of a phase, against the computer; the die is a 6."""

    def open_table(speed: str, **players: str) -> Table:
        setup = {"A": "0602", "C": "0108", "W": "0603", "Y": "0302"}
        state = game.start("standard", setup=setup, phase="soviet_combat", dice=[6])
        table = Table(Session(game, state, players=players or {"us": "greedy"}), speed=speed)
        table.click("0603")
        table.press("enter")
        return table

    yield open_table
    pygame.display.quit()


@pytest.mark.parametrize("speed", ["slow", "fast"])
def test_the_computer_waits_until_the_result_has_been_seen(at_speed: SetUp, speed: str) -> None:
    """The phase has ended by itself; the die and what it did are still there."""
    table = at_speed(speed)
    assert table.session.state.side_to_act == "us"
    played = len(table.session.entries)
    table.settle()
    assert len(table.session.entries) == played
    battle = table.board.match.results.battle
    assert battle is not None
    assert table.label("result-heading") == "BATTLE AT RASDORF (0603)"
    assert table.shown("result-title") and table.shown("result-die")
    assert table.label("prompt") == f"{battle.text} Enter or a click goes on."
    assert table.label("button-act") == "Go on"


@pytest.mark.parametrize("key", ["enter", "escape", "e"])
def test_a_key_goes_on(at_speed: SetUp, key: str) -> None:
    table = at_speed("fast")
    played = len(table.session.entries)
    table.press(key)
    wait_for_human(table)
    assert len(table.session.entries) > played
    assert not table.shown("result-heading")


def test_a_click_goes_on_and_means_nothing_else(at_speed: SetUp) -> None:
    table = at_speed("fast")
    table.click("0302")
    assert table.board.selection.inspection.hex is None
    assert not table.board.match.results


def test_the_button_goes_on(at_speed: SetUp) -> None:
    table = at_speed("fast")
    table.push("button-act")
    assert not table.board.match.results


def test_arrows_begin_where_the_attack_was_made_from(
    set_up: SetUp, arrows: set[tuple[str, str]]
) -> None:
    """Wherever the units have gone since, as long as the phase lasts."""
    setup = {"A": "0602", "B": "0703", "C": "0704", "D": "0107", "W": "0603", "Y": "0108"}
    table = set_up(setup=setup, phase="soviet_combat", dice=[6])
    match = table.board.match
    assert match.act("attack 0603 by A B C")
    for action in ("retreat A 0502", "retreat B 0802", "retreat C 0705"):
        assert match.act(action)
    assert match.results.battle is not None
    arrows.clear()
    table.board.rebuild()
    table.settle()
    assert {(start, end) for start, end in arrows if end == "0603"} == {
        ("0602", "0603"),
        ("0703", "0603"),
        ("0704", "0603"),
    }


def test_no_arrow_points_at_the_unit_that_took_the_hex(
    set_up: SetUp, arrows: set[tuple[str, str]]
) -> None:
    setup = {"A": "0602", "B": "0703", "D": "0107", "W": "0603", "Y": "0108"}
    table = set_up(setup=setup, phase="soviet_combat", dice=[1])
    match = table.board.match
    assert match.act("attack 0603 by A B")
    while match.state.side_to_act == "us" or match.state.decision.kind != "combat":  # type: ignore[union-attr]
        assert match.act(match.state.legal_actions()[0])
    assert match.state.units_at("0603") in (("A",), ("B",))
    arrows.clear()
    table.board.rebuild()
    table.settle()
    assert not {end for _, end in arrows if end == "0603"}


def test_arrows_of_a_battle_do_not_outlive_its_phase(
    set_up: SetUp, arrows: set[tuple[str, str]]
) -> None:
    setup = {"A": "0602", "W": "0603", "Y": "0302"}
    table = set_up(setup=setup, phase="soviet_combat", dice=[6])
    assert table.board.match.act("attack 0603 by A")
    assert table.session.state.position("A") is None
    assert table.board.match.phase.id != "soviet_combat"
    arrows.clear()
    table.board.rebuild()
    table.settle()
    assert ("0602", "0603") not in arrows


def test_losses_and_retreats_stand_below_the_result(at_speed: SetUp) -> None:
    table = at_speed("fast")
    told = [event.text for event in table.board.match.results.followed]
    assert told
    assert [table.label(f"result-{n}") for n in range(len(told))] == told


def test_at_once_nobody_waits_and_the_result_is_still_there_afterwards(at_speed: SetUp) -> None:
    """Who has chosen to see everything at once is shown it when it is his turn again."""
    table = at_speed("instant")
    wait_for_human(table)
    assert table.session.state.side_to_act == "soviet"
    assert table.label("result-heading") == "BATTLE AT RASDORF (0603)"
    table.press("escape")
    assert not table.shown("result-heading")


def test_an_attack_of_the_computer_keeps_nobody_waiting(game: Game) -> None:
    """Only what somebody at the window has thrown has to be seen by him."""
    setup = {"A": "0602", "W": "0603", "Y": "0302"}
    state = game.start("standard", setup=setup, phase="us_combat", dice=[6])
    table = Table(Session(game, state, players={"us": "greedy"}), speed="fast")
    wait_for_human(table)
    assert not table.board.match.holds
    pygame.display.quit()


def test_the_end_of_the_game_waits_as_well(game: Game) -> None:
    """The last battle of a game is not covered by the sheet that says who has won."""
    setup = {"A": "0602", "W": "0603"}
    state = game.start("standard", setup=setup, turn=4, phase="us_combat", dice=[6])
    table = Table(Session(game, state, players={"soviet": "greedy"}), speed="fast")
    table.click("0602")
    table.press("enter")
    assert table.session.state.is_over
    assert table.app.screen is table.board
    table.press("enter")
    assert table.app.screen is not table.board
    pygame.display.quit()


def test_the_next_attack_takes_the_place_of_the_result(set_up: SetUp) -> None:
    """Two people: nobody is kept waiting, and what is seen goes with the next click."""
    table = set_up(
        setup={"A": "0602", "B": "0202", "W": "0603", "Y": "0302"}, phase="soviet_combat", dice=[6]
    )
    table.click("0603")
    table.press("enter")
    assert table.shown("result-heading")
    table.click("0302")
    assert not table.shown("result-heading")
    assert table.label("battle-heading") == "ATTACK ON BURGHAUN (0302)"


def test_who_looks_back_in_the_log_keeps_what_he_reads(at_speed: SetUp) -> None:
    """While the computer plays on Page Up leads back to the battle, and stays there."""
    table = at_speed("fast")
    table.press("enter")
    battle = "A attacks 0603"
    for _ in range(40):
        table.press("page up")
        if any(node.label.startswith(battle) for node in table.tree.walk()):
            break
    read = max(log_lines_shown(table))
    wait_for_human(table)
    assert table.board.scroll
    assert max(log_lines_shown(table)) == read


def log_lines_shown(table: Table) -> list[int]:
    """The numbers of the events of the log that can be read."""
    keys = (node.key.removeprefix("log-") for node in table.tree.walk())
    return [int(key) for key in keys if key.isdecimal()]


def test_the_prompt_follows_the_attack_that_is_prepared(set_up: SetUp) -> None:
    """Who attacks what at which odds, and the keys; no word of ending the phase."""
    setup = {"A": "0602", "B": "0703", "W": "0603", "Y": "0302"}
    table = set_up(setup=setup, phase="soviet_combat")
    assert table.label("prompt") == "Soviet: 1 hex can be attacked. Key E ends the phase."
    table.click("0603")
    ready = "Soviet: Attack on Rasdorf (0603) by A and B, 2 attacking. Enter: attack. Esc lets go."
    assert table.label("prompt") == ready
    assert table.label("notice-text").startswith("Click your own units to add them")
    table.click("0602", "0703")
    assert table.label("prompt").startswith("Soviet: Nobody fights Rasdorf (0603) yet")
    table.press("escape")
    assert table.label("prompt") == "Soviet: 1 hex can be attacked. Key E ends the phase."


def test_the_goal_is_in_sight_while_an_attack_is_prepared(set_up: SetUp) -> None:
    setup = {"A": "0602", "B": "0703", "W": "0603", "Y": "0302"}
    table = set_up(setup=setup, phase="soviet_combat")
    table.click("0603")
    assert table.shown("goal-heading")


def test_the_log_leaves_out_phases_in_which_nobody_could_act(opened: SetUp) -> None:
    """What a side that could act left undone is logged; what ended by itself is a notice."""
    table = opened()
    table.press("e")
    told = [node.label for node in table.tree.walk() if node.key.startswith("log-")]
    assert told[1:] == [
        "Turn 1: Soviet movement.",
        "Soviet movement ends.",
        "Turn 1: U.S. movement.",
    ]
    assert "Soviet combat is over" in table.label("notice-text")


def test_a_result_to_be_looked_at_stands_alone(at_speed: SetUp) -> None:
    """Neither the line below nor the map tells of other changes meanwhile."""
    table = at_speed("fast")
    assert table.board.match.holds
    assert "What has changed" not in table.label("notice-text")


def test_the_battles_before_the_last_are_listed_below_it() -> None:
    """Battles that are fought one after the other; what follows a phase is none of it."""
    results = PendingResults()
    first = Event("battle", "", "A attacks.", attackers=("A",), target="0101")
    lost = Event("eliminated", "", "W is eliminated.", unit="W", hex="0101")
    second = Event("battle", "", "B attacks.", attackers=("B",), target="0201")
    ends = Event("phase_ends", "", "Combat ends.", phase="combat")
    moved = Event("moved", "", "X moves.", unit="X", path=("0301", "0302"))
    results.took([first, lost], lambda event: True, None, settled=False)
    results.dismiss()
    assert results.battle is first, "what follows of it is still to come"
    results.took([second, ends, moved], lambda event: True, None, settled=True)
    assert (results.battle, results.earlier, results.followed) == (second, [first], [])
    results.dismiss()
    assert not results


def test_points_that_lapse_with_the_phase_are_not_lost_by_its_last_battle() -> None:
    """In Orva unspent air points are gone when combat ends; a result may take points, too."""
    results = PendingResults()
    battle = Event("battle", "", "A attacks.", attackers=("A",), target="0101")
    lost = Event("points_lost", "", "Red loses 1 and has 2.", pool="air", points=1)
    lapsed = Event("points_lapsed", "", "Red loses 2 and has 0.", pool="air", points=2)
    ends = Event("phase_ends", "", "Combat ends.", phase="combat")
    results.took([battle, lost, lapsed, ends], lambda event: True, None, settled=True)
    assert results.followed == [lost]


def test_what_others_threw_is_no_result_of_ones_own() -> None:
    results = PendingResults()
    battle = Event("battle", "", "W attacks.", attackers=("W",), target="0101")
    results.took([battle], lambda event: False, None, settled=True)
    assert not results


@pytest.mark.parametrize(("there", "stays"), [("0101", False), ("0201", True)])
def test_a_result_goes_when_others_fight_in_its_hex(there: str, stays: bool) -> None:
    """Its tag would pass for theirs."""
    results = PendingResults()
    mine = Event("battle", "", "A attacks.", attackers=("A",), target="0101", hexes=("0101",))
    theirs = Event("battle", "", "W attacks.", attackers=("W",), target=there, hexes=(there,))
    results.took([mine], lambda event: event is mine, None, settled=True)
    results.took([theirs], lambda event: event is mine, None, settled=True)
    assert (results.battle is mine) == stays


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_result_is_as_large_as_the_lettering_and_covers_no_stack_fanned_out(
    scale: float,
) -> None:
    """The pointer is still where the attack was clicked, and the defenders are spread out there."""
    setup = {"I1": "11.08", "V1": "12.08", "G1": "12.08", "V2": "19.13"}
    game, options = hexwar.load_game("scs_sample"), ("open_stacks",)
    state = game.start("battle", options=options, setup=setup, phase="league_combat", dice=[2, 2])
    table = Table(Session(game, state), size=(1280 * int(scale), 800 * int(scale)), scale=scale)
    table.click("12.08")
    table.press("enter")
    view = table.board.view
    table.settle()
    assert view.pieces.fanned.height
    (tag,) = view.fights.tags
    assert tag.height >= 20 * scale
    assert not tag.colliderect(view.pieces.fanned)
    pygame.display.quit()


def test_what_was_not_seen_takes_no_time_to_be_shown() -> None:
    """A host tells of a move below a top counter without its unit and its way."""
    playback = Playback({})
    playback.add([Event("moved", "3.1b", "A unit below a top counter moves.")], {})
    assert not playback.busy
