"""Looking around in a terminal: help, map, units, tables, what is legal and why not, odds, log."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.cli.text.commands import COMMANDS, words
from hexwar.cli.text.commands import words as command_words
from hexwar.engine.notation import verbs
from hexwar.records import Session
from hexwar.rules.figures.rules import FigureRules
from tests.cli.conversation import GAME, answer, position, talk
from tests.rules.tiny import place, tiny


def helped(session: Session) -> set[str]:
    """The words that help names."""
    printed = answer(session, "help")
    return {line.split()[0] for line in printed.splitlines() if line.startswith("  ")}


def test_help_names_every_command_and_every_action_of_the_game() -> None:
    words = helped(Session.new(GAME, seed=1))
    always = {word for word, command in COMMANDS.items() if command.needs is None}
    assert words >= always | {"odds", "rules", "move", "attack", "retreat", "lose", "advance"}
    assert words.isdisjoint({"cards", "sight", "next", "back", "reset"})
    assert words.isdisjoint({"search", "hand", "load", "activate", "resolve", "aim", "leave"})
    assert words <= {*COMMANDS, *verbs()}


def test_no_action_is_proposed_that_the_game_has_no_use_for() -> None:
    """Neither for a word that was mistyped nor when the tab key is pressed."""
    session = Session.new(GAME, seed=1)
    assert "There is no command 'wrek'; help lists what there is." in answer(session, "wrek")
    assert "did you mean move?" in answer(session, "mvoe")
    assert {"move", "help", "A"} <= set(command_words(session.state))
    assert "wreck" not in command_words(session.state)


def test_help_names_no_action_that_the_game_has_no_use_for() -> None:
    """Although the section that brings it is there: nobody pays, hides, arrives or sets up."""
    unused = {"spend", "support", "evade", "hold", "top", "enter", "place"}
    assert helped(Session.new(tiny("meadow"), seed=1)).isdisjoint(unused)
    assert helped(Session.new(tiny("small_series"), seed=1)) >= {"hold", "enter", "place"}
    assert helped(Session.new(tiny("support"), seed=1)) >= {"spend", "support"}


@pytest.mark.parametrize(
    "name",
    [
        "chits",
        "exits",
        "works",
        "battery",
        "militia",
        "replacements",
        "aftermath",
        "support",
    ],
)
def test_whatever_is_played_is_in_the_help(name: str) -> None:
    session, draw = Session.new(tiny(name), seed=2), Random(2)
    words, played = helped(session), set[str]()
    for _ in range(80):
        if session.state.is_over:
            break
        action = session.state.sample_action(draw)
        played.add(action.verb)
        session.apply(action)
    assert played <= words


def test_the_map_shows_where_units_are_now() -> None:
    """Not where they began."""
    session = Session.new(GAME, seed=1)
    session.apply("move A 0801")
    lines = answer(session, "map").splitlines()
    above = next(number for number, line in enumerate(lines) if "0801" in line)
    assert "(A)" in lines[above + 1]
    assert any(line.startswith("Terrain: ") for line in lines)


def test_units_says_where_everybody_is() -> None:
    """On the map, eliminated, or not on the map."""
    session = position("soviet_combat", dice=[6], A="0503", X="0502", Y="0302")
    session.apply("attack 0502 by A")
    lines = {
        line.split()[0]: line for line in answer(session, "units").splitlines() if line.strip()
    }
    assert lines["A"].endswith("eliminated")
    assert lines["X"].endswith("0502")
    assert lines["B"].endswith("not on the map")


def test_a_hex_is_told_with_what_is_around_it() -> None:
    """For whoever does not see the map: terrain, places and units in every direction."""
    session = Session.new(GAME, seed=1)
    lines = answer(session, "hex 0603").splitlines()
    assert lines[0] == "0603: Town Rasdorf, open, W (U.S.)."
    assert lines[1] == "  Counts for the victory: one of the 3 towns (rule 6.0)."
    assert len(lines) == 9
    assert lines[-1] == "  The U.S. holds it."
    assert "  SW 0504: Woods." in lines
    assert answer(session, "hex w").splitlines() == lines
    assert answer(session, "hex 9999").startswith("Say which hex or which unit on the map")


def test_a_hex_is_told_with_what_lies_between() -> None:
    """Rivers and roads, by the direction in which they lie."""
    session = Session.new(Path(__file__).parent.parent / "games" / "crossings", seed=1)
    lines = answer(session, "hex 0303").splitlines()
    assert "  NE 0402, by River: Bog." in lines
    assert "  SE 0403, by River and Road: Open." in lines


def test_tables_are_those_of_the_game_being_played() -> None:
    """Terrain, combat results, sequence of play, victory."""
    printed = answer(Session.new(GAME, "advanced", seed=1), "tables")
    for line in ("  Woods    2   defender +1", "  1    DR  DR  EX  DE  DE  DE"):
        assert line in printed.splitlines()
    assert "Soviet movement" in printed
    assert "The attacker (Soviet) wins with units in at least two" in printed


def test_the_tab_key_knows_commands_actions_units_and_hexes() -> None:
    """Every word that can begin or continue a line."""
    known = words(Session.new(GAME, seed=1).state)
    assert {"help", "rules", "move", "attack", "A", "W", "0101", "0908"} <= set(known)


def test_legal_lists_every_legal_action() -> None:
    """Moves of a unit share a line; of more than anybody reads each has a number."""
    session = Session.new(GAME, seed=1)
    listed = " ".join(answer(session, "legal").split())
    for action in session.state.legal_actions():
        verb, *rest = str(action).split()
        assert f"{verb} {rest[0]}" in listed if rest else verb in listed
    destinations = {a.hexes[-1] for a in session.state.legal_actions() if a.units == ("F",)}
    assert f"move F HEX: {len(destinations)} hexes done" in listed
    assert "legal UNIT" in listed
    moves = " ".join(answer(session, "legal move").split())
    assert set(moves.partition("move F ")[2].split()) == destinations


def test_legal_for_a_unit_says_costs_and_stops() -> None:
    """What the window shows when the unit is selected."""
    session = Session.new(GAME, seed=1)
    printed = answer(session, "legal a")
    rows = {line.split()[0]: line.split() for line in printed.splitlines()[2:]}
    assert set(rows) == set(session.state.reach("A"))
    assert rows["0703"] == ["0703", "1", "0", "[4.31]", "0802-0703"]
    assert rows["0801"] == ["0801", "1", "3", "0802-0801"]


def test_legal_for_an_enemy_says_what_it_could_do() -> None:
    """What the window draws when an enemy is clicked."""
    session = position("soviet_movement", A="0802", X="0403")
    printed = answer(session, "legal x").split("X controls: ")
    threats = session.state.threats("us").items()
    reach = [number for number, units in threats if "X" in units]
    assert printed[0].split() == ["X", "could", "move", "to:", *reach]
    assert printed[1].split() == list(session.state.zone("X"))


def test_legal_for_a_unit_and_a_hex_says_the_path() -> None:
    """With cost, what is left, what stops it there; or why it cannot go."""
    session = position("soviet_movement", A="0503", X="0501")
    assert answer(session, "legal a 0502").startswith("A to 0502: 1 MP, 0 left, by 0503-0502. ")
    assert "[4.31]" in answer(session, "legal A 0502")
    assert answer(session, "legal A 0908").startswith("No, rule")
    assert "A is already there" in answer(session, "legal A 0503")


def test_legal_for_a_unit_that_goes_far_is_by_cost() -> None:
    """Paths for more than forty hexes are no help; the nearest come first."""
    game = hexwar.load_game("scs_sample")
    state = game.start("battle", setup={"A1": "07.09"}, phase="league_movement")
    printed = answer(Session(game, state), "legal A1")
    lines = printed.splitlines()
    assert lines[0] == "A1 can move to (legal A1 HEX tells the path):"
    assert lines[1].startswith("  1/3 MP: 06.09 08.09")
    assert all(len(line) <= 80 for line in lines)
    named = re.findall(r"\d\d\.\d\d", printed)
    assert sorted(named) == sorted(state.reach("A1"))


def test_where_a_unit_stops_in_a_game_that_cites_no_rules() -> None:
    """No empty brackets: B1 exerts a zone of control in which R1 has to stop."""
    game = tiny("zones")
    setup = {"R1": "0301", "B1": "0303"}
    state = game.start(setup=setup, phase="red_movement", options=["stop"])
    printed = answer(Session(game, state), "legal R1")
    stops = {row.split()[0]: "yes" in row.split() for row in printed.splitlines()[2:]}
    assert stops == {number: r.stops is not None for number, r in state.reach("R1").items()}
    assert any(stops.values()) and "[]" not in printed


def test_the_help_stands_in_columns() -> None:
    """What each line means begins below the other."""
    lines = answer(Session.new(GAME, seed=1), "help").splitlines()
    meanings = [line[28:] for line in lines if line.startswith("  ")]
    assert len(meanings) > 20
    assert all(meaning[0] == " " != meaning[1] for meaning in meanings)


def test_places_for_a_unit_share_a_line() -> None:
    """In a set-up each unit has many."""
    lines = answer(Session.new("scs_sample", seed=1), "legal place").splitlines()
    starts = [line.split()[1] for line in lines if line.startswith("  place")]
    assert len(starts) == len(set(starts)) > 1


def test_regions_are_named_in_words() -> None:
    """Their ids are for those who write games."""
    for game in (GAME, "scs_sample"):
        printed = answer(Session.new(game, "advanced" if game == GAME else "battle"), "tables")
        ids = hexwar.load_game(game).map.regions
        assert not [name for name in ids if "_" in name and name in printed]


def test_legal_for_a_verb_and_for_nothing() -> None:
    """A filter, and a plain answer when nothing passes it."""
    session = Session.new(GAME, seed=1)
    assert answer(session, "legal done") == "  done: End the phase"
    assert answer(session, "legal attack") == "  There is no such action now."


def test_why_gives_the_rule_and_its_text() -> None:
    """And says so when there is nothing against it."""
    session = Session.new(GAME, seed=1)
    printed = answer(session, "why move b 0702")
    heading, _ = session.state.resolved.rulebook.rules["4.2"]
    assert printed.startswith("No, rule 4.2: B may not enter 0702")
    assert f"4.2 {heading}" in printed
    assert answer(session, "why move A 0801") == "That is legal."
    assert "why move A " in answer(session, "why")


@pytest.mark.parametrize("line", ["odds 0502 by a b", "odds attack 0502 by A B", "odds 0502"])
def test_odds_before_the_die(line: str) -> None:
    """Column, chances and what each result would do; nothing is rolled."""
    session = position("soviet_combat", dice=[], A="0503", B="0602", X="0502")
    printed = " ".join(answer(session, line).split())
    assert "column 2; 1d6." in printed
    assert "DR 50 %, die 1-3: Defender retreats. X retreats to 0401 or 0501." in printed
    assert "AR 50 %, die 4-6" in printed
    assert session.entries == []


def test_odds_of_an_overrun() -> None:
    """The attack is made in the course of movement; its verb may be left out where no other is."""
    game = hexwar.load_game(Path(__file__).parent.parent / "games" / "scs_field")
    setup = {"RL1": "03.05", "BH1": "04.06"}
    session = Session(game, game.start("field", setup=setup, phase="red_movement", dice=[]))
    foretold = answer(session, "odds overrun 04.06 by RL1")
    assert "RL1 against BH1 in 04.06" in foretold
    assert answer(session, "odds 04.06 by RL1") == foretold
    assert answer(session, "odds attack 04.06 by RL1").startswith("No")
    assert "Can overrun: RL1." in talk(session)


def test_odds_name_the_dice_as_the_game_writes_them() -> None:
    """Two dice that are read as tens and units are no 2d6."""
    game = hexwar.load_game(Path(__file__).parent.parent / "games" / "scs_results")
    setup = {"RL1": "03.05", "BH1": "04.06"}
    session = Session(game, game.start("field", setup=setup, phase="red_combat", dice=[]))
    assert "; d66." in answer(session, "odds 04.06 by RL1")


def test_odds_that_cannot_be_given() -> None:
    """Each with its reason."""
    session = position("soviet_combat", dice=[], A="0503", B="0602", X="0502")
    assert answer(session, "odds") == (
        "Say which attack: odds 0503 by A B, or odds 0503 for all who can attack it."
    )
    assert answer(session, "odds 0101") == "Nobody can attack 0101 now."
    assert answer(session, "odds 0502 by C").startswith("No, rule 5.0: C is not adjacent")
    assert answer(Session.new(GAME, seed=1), "odds 0603") == "Nobody can attack 0603 now."


def test_rules_by_number_by_chapter_and_by_word() -> None:
    """Without anything, all of them."""
    session = Session.new(GAME, seed=1)
    rules = session.state.resolved.rulebook.rules
    one = answer(session, "rules 4.31")
    assert one.splitlines()[0] == f"4.31 {rules['4.31'][0]}"
    assert " ".join(one.split()).endswith(" ".join(rules["4.31"][1].split()[-5:]))
    assert f"4.33 {rules['4.33'][0]}" in answer(session, "rules 4")
    assert "4.2 " in answer(session, "rules WOODS")
    assert len(answer(session, "rules").splitlines()) >= len(rules)
    assert "No rule has" in answer(session, "rules 99.9")


def test_log_tells_what_was_played() -> None:
    """The last actions, as many as asked for."""
    session = Session.new(GAME, seed=1)
    assert answer(session, "log") == "Nothing has been played yet."
    session.apply("move A 0801")
    session.apply("move B 0703")
    assert answer(session, "log 1") == (
        "2. Soviet: move B 0703\n   B moves 0803 to 0703 (1 MP). [4.1]"
    )
    assert answer(session, "log all").startswith("1. Soviet: move A 0801\n")
    assert answer(session, "log x") == "Say how many actions: log 20, or log all"


def test_an_empty_line_repeats_what_is_left_to_do() -> None:
    """For whoever has scrolled away, or listens."""
    printed = talk(Session.new(GAME, seed=1), "")
    assert printed.count("Can move: A, B, C, D, E, F.") == 2


def test_the_list_of_units_tells_what_may_be_read_of_each() -> None:
    """The figures of each team, by condition."""
    state = place("casualties", {"R1": "0102", "B1": "0702"}, "blue_movement")
    state.rules[FigureRules].hit(state, state.frame.unit_index["B1"], 1)
    printed = answer(Session(tiny("casualties"), state), "units")
    assert re.search(r"B1 .* 0702, 3 fit, 1 down", printed)
    assert re.search(r"R1 .* 0102, 4 fit", printed)


def test_lines_for_a_unit_end_where_the_terminal_does() -> None:
    """The hexes to which a course may be written went on for 160 columns."""
    session = Session.new("skerry_sound", seed=1)
    lines = answer(session, "legal I1").splitlines()
    assert any(line.startswith("plot I1 ") for line in lines)
    assert max(map(len, lines)) <= 100
