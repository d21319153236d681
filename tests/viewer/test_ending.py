"""The ending: who won and why, what was held and lost, and the ways on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwar
from hexwar.definition.model import Condition
from hexwar.records import Session
from hexwar.rules.language.wording import several
from hexwar.rules.victory.section import Victory, VictoryLine
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.match.match import Match
from hexwar.viewer.match.objectives import regions_held
from hexwar.viewer.screens.ending import EndingScreen, lost_units, shortened
from tests.viewer.sheets import FRAMES, GAME, Sheets, begun, faults, saved_path

POSITION: dict[str, Any] = {
    "setup": {"A": "0603", "B": "0405", "C": "0502", "W": "0501", "X": "0801"},
    "phase": "soviet_combat",
    "turn": 4,
}
"""Two towns are Soviet, and C stands beside W."""


def played(*actions: str, **position: Any) -> Match:
    """A match from a position, with some actions played."""
    game = hexwar.load_game(GAME)
    session = Session(game, game.start("standard", **(POSITION | position)))
    for action in actions:
        session.apply(action)
    return Match(session, session.players)


def shown(match: Match, size: tuple[int, int] = (1280, 800), scale: float = 1.0) -> Sheets:
    """The ending in a window."""
    return Sheets(lambda app: EndingScreen(app, match), size, scale)


def played_out() -> Session:
    """A saved game that was played to its end."""
    return begun("advanced", -1)


def test_it_says_who_won_why_and_by_which_rule() -> None:
    """The side that holds two towns at the end."""
    match = played("done", setup={"A": "0603", "B": "0405", "C": "0802", "W": "0801"})
    while not match.state.is_over:
        match.act("done")
    window = shown(match)
    assert window.label("verdict") == "THE SOVIETS WIN"
    assert window.label("because") == match.state.outcome
    assert "at least two of the three towns" in window.label("because")
    assert window.label("rule-link") == "Rule 6.0"
    assert "Soviet, winner" in window.label("side-soviet")


def test_the_rule_can_be_read_and_left() -> None:
    """The number leads to the rules, Escape back to the ending."""
    session = played_out()
    window = shown(Match(session, session.players))
    window.push("rule-link")
    assert window.tree.find(key="entry-6.0").selected
    window.press("escape")
    assert window.shown("verdict")


def test_a_resignation_has_no_rule() -> None:
    """The other side wins."""
    window = shown(played("resign"))
    assert window.label("verdict") == "THE U.S. WINS"
    assert window.label("because") == "The Soviets resign."
    assert not window.shown("rule-link")


def test_what_each_side_holds_and_lost_is_told() -> None:
    """C attacks alone, rolls a six and is eliminated."""
    match = played("attack 0501 by C", "resign", dice=[6])
    window = shown(match)
    assert lost_units(match) == ["C"]
    assert window.label("held-soviet-towns") == "Towns held: 2 of 3: Hünfeld (0405), Rasdorf (0603)"
    assert window.label("held-us-towns") == "Towns held: 0 of 3"
    assert window.label("lost-soviet") == "Units lost: 1"
    assert window.label("counters-soviet") == "Lost: C Company"
    assert window.label("lost-us") == "Units lost: none"
    assert "1 battle" in window.label("numbers")


def test_a_unit_that_came_back_is_not_lost() -> None:
    """Eliminated, declared as second echelon, entered."""
    session = Session(
        (game := hexwar.load_game(GAME)),
        game.start("advanced", ["second_echelon"], **(POSITION | {"turn": 2}), dice=[6]),
    )
    for action in ("attack 0501 by C", "done", "done", "done"):
        if session.state.explain(action) is None:
            session.apply(action)
    assert lost_units(Match(session, session.players)) == ["C"]
    while session.state.phase != "soviet_movement":
        session.apply("done")
    session.apply("declare second_echelon")
    session.apply("enter C 0903")
    assert lost_units(Match(session, session.players)) == []


def test_regions_within_nested_conditions_are_found() -> None:
    """A condition may hold others."""
    match = played()
    leaf = Condition("occupied", arguments={"region": "towns", "side": "us", "at_least": 1})
    rule = VictoryLine(winner="us", condition=Condition("all", (Condition("not", (leaf,)),)))
    sections = {**match.resolved.sections, Victory: Victory(lines=(rule,))}
    match.resolved = replace(match.resolved, sections=sections)
    assert regions_held(match) == {"towns": {"soviet": ["0405", "0603"], "us": []}}


def test_the_save_is_named() -> None:
    """Where the game is kept, with a short word for the home folder."""
    session = played_out()
    window = shown(Match(session, session.players))
    assert saved_path(session).name in window.label("saved")
    assert shown(played("resign")).label("saved") == "This game is not saved."
    assert shortened(Path.home() / "a" / "b.jsonl") == str(Path("~") / "a" / "b.jsonl")


def test_looking_at_the_map_goes_back() -> None:
    """Enter and Escape both do."""
    for chord in ("enter", "escape"):
        window = shown(played("resign"))
        window.press(chord)
        assert window.closed


def test_play_again_begins_the_same_game() -> None:
    """The same scenario and players, with a save of its own, and no briefing once more."""
    session = played_out()
    window = shown(Match(session, session.players))
    window.app.session = session
    window.push("again")
    board = window.app.screen
    assert isinstance(board, BoardScreen)
    assert board.match.resolved.scenario.id == "advanced"
    assert board.match.players == session.players
    assert board.match.state.turn == 1
    assert getattr(board.match.record, "path", None) not in (None, session.path)


def test_a_revanche_is_played_from_the_other_side() -> None:
    """Whoever was the computer is it on the other side; where both are the same nothing changes."""
    session = played_out()
    session.seat("soviet", "human")
    session.seat("us", "easy")
    window = shown(Match(session, session.players))
    window.app.session = session
    window.push("exchange")
    board = window.app.screen
    assert isinstance(board, BoardScreen)
    assert board.match.players == {"soviet": "easy", "us": "human"}
    assert (board.match.resolved.scenario.id, board.match.state.turn) == ("advanced", 1)
    assert shown(played("resign")).screen.find("exchange") is None


def test_other_game_and_quit() -> None:
    """The picker, or the end."""
    window = shown(played("resign"))
    window.push("other")
    assert window.app.screen is not None
    assert window.app.screen.title == "Choose a game"
    window = shown(played("resign"))
    window.app.running = True
    window.push("quit")
    assert not window.app.running


def test_callbacks_replace_what_the_host_does() -> None:
    """For a window that has its own idea of again and of quitting."""
    asked: list[str] = []
    match = played("resign")
    window = Sheets(
        lambda app: EndingScreen(
            app, match, lambda: asked.append("again"), lambda: asked.append("quit")
        )
    )
    window.push("again")
    window.push("quit")
    assert asked == ["again", "quit"]


@pytest.mark.matrix(one_in=3)
@pytest.mark.parametrize(("size", "scale"), FRAMES)
def test_everything_fits(size: tuple[int, int], scale: float) -> None:
    """At every size and scale."""
    session = played_out()
    assert faults(shown(Match(session, session.players), size, scale)) == []


def test_a_game_of_fire_in_which_nobody_fired_counts_no_battles() -> None:
    session = Session.new("force_on_force", seed=1)
    session.apply("resign")
    numbers = shown(Match(session, session.players)).label("numbers")
    assert "0 fires" in numbers and "battle" not in numbers


def test_a_game_of_fire_counts_fires_hits_and_figures() -> None:
    """No battle is counted where there can be none."""
    game = hexwar.load_game("force_on_force")
    session = Session.new(game, seed=1, players={"usmc": "greedy", "taliban": "greedy"})
    random = Random(1)
    while not session.state.is_over:
        session.apply(session.state.sample_action(random))
    match = Match(session, session.players)
    window = shown(match)
    fires = [event for entry in session.entries for event in entry.events if event.kind == "fire"]
    hits = sum(event.hits for event in fires)
    numbers = window.label("numbers")
    assert several(len(fires), "fire") in numbers
    assert several(hits, "hit") in numbers
    assert "battle" not in numbers
    assert window.label("figures-usmc").startswith("Figures: ")
