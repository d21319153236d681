"""The text mode where a first word was of no help: refusals, odds, wide maps, ways of moving."""

from __future__ import annotations

import pytest

import hexwar
from hexwar.cli.text.map import overview
from hexwar.records import Session
from hexwar.records.lesson import LessonSession
from hexwar.rules.combat.section import Combat
from hexwar.rules.lessons.section import lessons_of
from tests.cli.conversation import answer, talk
from tests.rules.tiny import place, tiny

FAR = {"R1": "0701", "B1": "0705"}


@pytest.fixture
def squads() -> Session:
    """A team that may move 6 hexes, or 12 rapidly, to move."""
    game = hexwar.load_game("force_on_force")
    state = game.start(setup={"Alpha": "0512", "T1": "3030"}, phase="others")
    return Session(game, state)


def test_a_refused_move_names_the_way_that_would_reach_it(squads: Session) -> None:
    said = " ".join(answer(squads, "move Alpha 1412").split())
    assert "too far" in said
    assert said.endswith("Possible is: move Alpha 1412 rapid.")


def test_why_names_it_as_well(squads: Session) -> None:
    assert "Possible is: move Alpha 1412 rapid." in answer(squads, "why move Alpha 1412")


def test_a_move_that_no_way_reaches_is_refused_without_a_promise(squads: Session) -> None:
    assert "Possible" not in answer(squads, "move Alpha 3512")


def test_help_lists_the_ways_of_moving(squads: Session) -> None:
    assert "rapid " in answer(squads, "help").partition("  move Alpha ")[2]


def test_help_gives_examples_with_units_and_hexes_of_the_game() -> None:
    game = hexwar.load_game("tamrat")
    session = Session(game, game.start())
    helps = answer(session, "help")
    move = next(line.split()[:3] for line in helps.splitlines() if line.startswith("  move "))
    assert move[2] in session.state.resolved.map
    assert session.state.position(move[1]) is not None
    assert " A " not in helps.partition("Commands:")[0]


def test_a_verb_of_other_games_is_no_command() -> None:
    """``play CARD`` is asked for only where there are cards."""
    assert answer(Session(tiny("meadow"), tiny("meadow").start()), "play").startswith("There is no")
    cards = hexwar.load_game("three_mills")
    assert "Write: play CARD" in answer(Session(cards, cards.start()), "play")


def test_legal_says_why_a_unit_cannot_move() -> None:
    session = Session(tiny("chits"), tiny("chits").start(dice=[4, 1], phase="run"))
    assert "B3 cannot move now. B3 may not move in this phase" in answer(session, "legal B3")


def commands(session: Session) -> set[str]:
    """The commands that `help` lists."""
    listed = answer(session, "help").partition("Commands:\n")[2]
    return {line.split()[0] for line in listed.splitlines() if line.startswith("  ")}


def test_help_lists_the_commands_that_a_game_has_a_use_for(squads: Session) -> None:
    always = {"help", "map", "goal", "units", "hex", "tables", "legal", "why", "undo", "redo"}
    always |= {"log", "players", "save", "hint", "quit"}
    assert commands(squads) == always | {"sight", "odds", "rules"}
    cards = hexwar.load_game("three_mills")
    assert "cards" in commands(Session(cards, cards.start()))
    coming = hexwar.load_game("orva_front")
    assert "reinforce" in commands(Session(coming, coming.start()))
    taught = LessonSession(coming, next(iter(lessons_of(coming.catalog).values())))
    assert {"next", "back", "reset"} <= commands(taught)


@pytest.mark.parametrize(("name", "many"), [("meadow", False), ("fronts", True)])
def test_help_speaks_of_several_hexes_where_they_can_be_attacked_together(
    name: str, many: bool
) -> None:
    game = tiny(name)
    state = game.start()
    assert (state.resolved[Combat].battle.hexes == "many") is many
    assert ("several hexes" in answer(Session(game, state), "help")) is many


def test_odds_say_what_is_to_be_chosen_while_nobody_attacks() -> None:
    """In a reaction no machine word of another action is named."""
    setup = {"R1": "0502", "R2": "0203", "B1": "0802", "B2": "0803"}
    session = Session(tiny("overwatch"), place("overwatch", setup, "first"))
    session.apply("fire 0802 by R1")
    said = " ".join(answer(session, "odds 0502 by B1").split())
    assert "Nobody attacks or fires now. R1 fires at B1 in 0802: react" in said


def test_a_wide_map_fits_the_terminal(squads: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """One character a hex, and who stands where; what is around a unit is drawn in full."""
    monkeypatch.setenv("COLUMNS", "80")
    whole = answer(squads, "map")
    assert max(map(len, whole.splitlines())) <= 80
    assert "  1 0512 (Alpha)" in whole
    near = answer(squads, "map Alpha")
    assert max(map(len, near.splitlines())) <= 80
    assert "(Alpha)" in near and "/ 0512" in near
    everything = talk(squads, "map all")
    assert max(map(len, everything.splitlines())) > 300


def test_a_map_that_fits_is_drawn_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    session = Session.new(hexwar.load_game("strike_force_one"))
    assert " /0101 ." in answer(session, "map")


def test_the_map_around_nothing_is_refused(squads: Session) -> None:
    assert "map 0101" in answer(squads, "map nowhere")


def test_the_overview_has_every_hex_once() -> None:
    """Terrain by its letter; of the middle of the field every other line."""
    resolved = hexwar.load_game("strike_force_one").start().resolved
    lines = list(overview(resolved, lambda number: ()))
    drawn = "".join(line[5:-5] for line in lines)
    assert len(drawn.replace(" ", "")) == len(resolved.map)
    assert lines[0].startswith("0101 ") and lines[0].endswith(" 0901")


def test_all_reinforcements_are_brought_on_with_one_word() -> None:
    session = Session(tiny("reserves"), place("reserves", FAR, "red_movement"))
    printed = talk(session, "reinforce")
    assert "Can enter the map: L1, L2." in printed
    assert "Type reinforce to bring on all." in printed
    assert session.state.waiting("red") == ()
    assert "Nobody can enter now." in answer(session, "reinforce")


def test_who_is_left_out_is_told_with_the_way_back() -> None:
    session = Session(tiny("reserves"), place("reserves", FAR, "red_movement"))
    assert "L1 and L2 did not enter; undo takes that back." in talk(session, "done")


def test_a_long_list_of_what_is_scored_for_is_told_in_short_and_whole_on_demand() -> None:
    session = Session.new("force_on_force", seed=1)
    short, whole = answer(session, "goal"), answer(session, "goal all")
    assert "Points of the Taliban: Marines dead (2 each); " in short
    assert "goal all says what each of these is counted by." in short
    assert "The Taliban score 2 for each figure of the USMC" in whole
    assert len(short.splitlines()) < len(whole.splitlines()) - 5
    assert "goal all" not in answer(Session.new("three_mills", seed=1), "goal")
