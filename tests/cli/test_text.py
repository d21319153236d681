"""The game in a terminal: what a player reads, types and is answered."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.cli.text.commands import COMMANDS, words
from hexwar.cli.text.commands import words as command_words
from hexwar.engine.notation import verbs
from hexwar.engine.queries import Recorded
from hexwar.records import Session
from hexwar.rules.state import State
from hexwar.rules.victory.telling import goals
from tests.cli.conversation import GAME, answer, position, talk
from tests.rules.tiny import tiny

# -- the prompt ---------------------------------------------------------------------------------


def test_the_prompt_names_turn_phase_side_and_what_is_left_to_do() -> None:
    """Everything that the prompt line of the window says."""
    printed = talk(Session.new(GAME, seed=1))
    assert "Turn 1 of 4, Soviet movement. Soviet: Move units, or end the phase." in printed
    assert "Can move: A, B, C, D, E, F." in printed
    assert "Type done to end the phase." in printed
    assert "\nSoviet> " in printed


def test_a_game_begins_with_what_it_is_about_and_how_it_is_won() -> None:
    """Not one that is taken up again."""
    session = Session.new(GAME, seed=1)
    game = session.state.resolved
    told = " ".join(talk(session, "done").split())
    assert " ".join(game.header.summary.split()) in told
    assert all(str(goal) in told for goal in goals(game))
    assert game.header.summary not in " ".join(talk(session, "done").split())


def test_a_moved_unit_is_no_longer_left_to_do() -> None:
    """The prompt counts down."""
    printed = talk(Session.new(GAME, seed=1), "move A 0801", "move B 0703")
    assert "Can move: C, D, E, F." in printed.rpartition("Turn 1 of 4")[2]


def test_in_a_combat_phase_it_names_the_targets() -> None:
    """With the units that can attack each."""
    printed = talk(position("soviet_combat", A="0503", B="0602", X="0502"))
    assert "Can be attacked: 0502 (X) by A, B." in printed


def test_a_battle_offers_its_choices_by_number() -> None:
    """A number is as good as the notation."""
    session = position("soviet_combat", dice=[1], A="0503", B="0602", X="0502")
    printed = talk(session, "attack 0502 by A B", "2")
    assert "  1. retreat X 0401: X retreats to 0401\n  2. retreat X 0501: X" in printed
    assert session.state.position("X") == "0501"


def test_where_a_unit_can_retreat_is_answered_like_where_it_can_move() -> None:
    """``legal UNIT`` and ``legal UNIT HEX`` are about the decision that the game waits for."""
    session = position("soviet_combat", dice=[1], A="0503", B="0602", X="0502")
    printed = talk(session, "attack 0502 by A B", "legal X", "legal X 0401", "legal X 0503")
    assert "\nretreat X 0401 0501" in printed
    assert "X can go to 0401: retreat X 0401." in printed
    refused = session.state.explain("retreat X 0503")
    assert refused is not None
    assert refused.message in " ".join(printed.split())


def test_a_number_that_is_not_offered_is_refused() -> None:
    """Nothing is done."""
    session = position("soviet_combat", dice=[1], A="0503", B="0602", X="0502")
    assert "There is no command '7'" in talk(session, "attack 0502 by A B", "7")
    assert session.state.position("X") == "0502"


def test_entries_and_declarations_are_part_of_what_is_left() -> None:
    """Units off the map are not forgotten."""
    session = Session.new(Path(__file__).parent.parent / "games" / "reserves", seed=1)
    legal = list(session.state.legal_actions())
    entering = {action.units[0] for action in legal if action.verb == "enter"}
    declared = {action.name for action in legal if action.verb == "declare"}
    printed = talk(session)
    assert entering | declared
    for title, names in (("Can enter the map: ", entering), ("Can be declared: ", declared)):
        after = printed.partition(title)[2].partition(".")[0]
        assert set(filter(None, after.split(", "))) == names


# -- playing ------------------------------------------------------------------------------------


def test_events_are_told_with_their_rules() -> None:
    """In the words of the rulebook."""
    session = position("soviet_combat", dice=[1], A="0503", B="0602", X="0502")
    printed = talk(session, "attack 0502 by A B", "retreat X 0401", "advance A")
    assert "A, B attack 0502: column 2, die 1, Defender retreats. [5.5]" in printed
    assert "A advances from 0503 to 0502. [5.7]" in printed


def test_a_refusal_has_its_reason_and_rule_and_changes_nothing() -> None:
    """The game waits for a better line."""
    session = Session.new(GAME, seed=1)
    printed = talk(session, "move B 0702")
    assert "No, rule 4.2: B may not enter 0702" in printed
    assert session.entries == []


@pytest.mark.parametrize(
    "line",
    ["move", "attack", "attack 0503 by", "lose", "declare", "move A", "move A 9999", "pass x"],
)
def test_half_an_action_is_answered_with_how_to_write_it(line: str) -> None:
    """Never a traceback, and the game goes on."""
    session = Session.new(GAME, seed=1)
    printed = talk(session, line, "move A 0801")
    assert "\nNo" in printed
    assert "Traceback" not in printed
    assert len(session.entries) == 1


@pytest.mark.parametrize("line", ["MOVE a 0801", "move a 0801", "  move   A   0801  "])
def test_case_and_blanks_do_not_matter(line: str) -> None:
    """Names are spelled as the game spells them before the rules see them."""
    session = Session.new(GAME, seed=1)
    talk(session, line)
    assert [str(entry.action) for entry in session.entries] == ["move A 0801"]


def test_a_path_may_be_typed_in_any_case() -> None:
    """Also where units and hexes are joined."""
    session = Session.new(GAME, seed=1)
    talk(session, "move a 0802-0801-0701")
    assert session.state.position("A") == "0701"


def test_a_misspelt_word_is_answered_with_the_nearest() -> None:
    """Whether it is an action or a command."""
    printed = talk(Session.new(GAME, seed=1), "mvoe A 0801", "unitz", "xyzzy")
    assert "There is no command 'mvoe'; did you mean move?" in printed
    assert "did you mean units?" in printed
    assert "There is no command 'xyzzy'; help lists what there is." in printed


def test_a_game_says_what_it_is_about_when_it_begins_and_how_to_read_the_goal() -> None:
    session = Session.new(GAME, seed=1)
    printed = talk(session)
    assert "four U.S. companies bar the way." in printed
    assert "Equal companies, one to a hex, woods closed to everyone." in printed
    assert "goal for how it is won" in printed
    session.apply("done")
    assert "bar the way" not in talk(session)


def test_computer_players_move_by_themselves() -> None:
    """The person is asked again when it is their turn."""
    session = Session.new(GAME, seed=1, players={"us": "greedy"})
    printed = talk(session, "done")
    assert "\nU.S. (Greedy): " in printed
    assert session.state.turn == 2
    assert session.state.side_to_act == "soviet"
    assert printed.count("U.S.> ") == 0


def test_two_computer_players_play_to_the_end_without_a_word() -> None:
    """And the last line but one says who won and why."""
    session = Session.new(GAME, seed=1, players={"us": "random", "soviet": "random"})
    printed = talk(session)
    assert session.state.is_over
    assert "The game is over. " in printed
    assert session.state.outcome in " ".join(printed.split())


def test_the_end_says_who_won_and_why() -> None:
    """Resigning ends the game at once."""
    session = Session.new(GAME, seed=1)
    printed = talk(session, "resign", "move A 0801")
    assert "The game is over. U.S. wins. Soviet resigns." in printed
    assert printed.count("U.S. wins") == 1
    assert session.state.is_over


# -- looking around -----------------------------------------------------------------------------


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
    assert lines[0] == "0603: Open, Town Rasdorf, W (U.S.)."
    assert lines[1] == "  Counts for the victory: one of 3 hexes of towns (rule 6.0)."
    assert len(lines) == 9
    assert lines[-1] == "  U.S. holds it."
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
    """Moves of a unit share a line."""
    session = Session.new(GAME, seed=1)
    listed = " ".join(answer(session, "legal").split())
    for action in session.state.legal_actions():
        verb, *rest = str(action).split()
        assert f"{verb} {rest[0]}" in listed if rest else verb in listed
    destinations = {a.hexes[-1] for a in session.state.legal_actions() if a.units == ("F",)}
    of_f = listed.partition("move F ")[2].partition(" done")[0]
    assert set(of_f.split()) == destinations


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
    assert "why move A 0703" in answer(session, "why")


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


# -- undo and redo ------------------------------------------------------------------------------


def test_undo_and_redo() -> None:
    """Each says what it did."""
    session = Session.new(GAME, seed=1)
    printed = talk(session, "move A 0801", "undo", "redo", "u")
    assert printed.count("Taken back: A moves 0802 to 0801 (1 MP).\n") == 2
    assert printed.count("A moves 0802 to 0801 (1 MP).") == 4
    assert "Done again: A moves 0802 to 0801 (1 MP).\n" in printed
    assert session.entries == []


def test_undo_stops_at_the_last_die() -> None:
    """And says why."""
    session = position("soviet_combat", dice=[1], A="0503", B="0602", X="0502")
    assert "Undo: locked: a die was rolled." in talk(session, "attack 0502 by A B", "undo")


def test_nothing_to_undo_or_redo() -> None:
    """Plain answers at the beginning."""
    printed = talk(Session.new(GAME, seed=1), "undo", "redo")
    assert "Undo: nothing to undo yet." in printed
    assert "There is nothing to do again." in printed


def test_undo_takes_the_computers_moves_back_as_well() -> None:
    """Otherwise it would make them again at once."""
    session = Session.new(GAME, seed=1, players={"us": "greedy"})
    before = session.state.to_dict()
    printed = talk(session, "done", "undo")
    assert session.state.to_dict() == before
    assert "Taken back: Soviet movement ends.\n" in printed


def test_what_is_taken_back_of_a_set_up_is_said_in_words() -> None:
    """Its end has no event, or that of the first turn."""
    session = Session.new("scs_sample", seed=1)
    printed = talk(session, "place V1 10.14", "undo", "done", "undo", "done", "done", "undo")
    taken = [line for line in printed.splitlines() if line.startswith("Taken back: ")]
    assert taken == [
        "Taken back: V1 is set up in 10.14.",
        "Taken back: Republic has set up.",
        "Taken back: League has set up.",
    ]


def test_undo_does_not_leave_the_game_in_the_computers_hands() -> None:
    """A die was rolled in the computer's turn: what it did afterwards stands as well."""
    session = Session.new(GAME, seed=1, players={"us": "random"})
    talk(session, "done")
    assert any(event.kind == "battle" for entry in session.entries for event in entry.events)
    assert session.can_undo
    before = session.state.to_dict()
    assert "Undo: locked: a die was rolled." in talk(session, "undo")
    assert session.state.to_dict() == before


def test_points_and_control_are_told_where_a_game_has_them() -> None:
    """The points under the units; who controls a hex with the hex."""
    folder = Path(__file__).parents[1] / "games" / "holdings"
    printed = talk(Session.new(folder), "units", "hex 0303", "hex 0101")
    assert "Victory points: Red 0, Blue 0." in printed
    assert printed.count("Blue controls it.") == 1
    assert "Victory points" not in talk(Session.new(GAME), "units")


def test_what_the_markers_beside_the_map_say_is_told_with_the_units(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = Session.new(GAME)
    assert session.state.records() == session.state.view("us").records() == {}

    def kept(state: State) -> list[Recorded]:
        low = Recorded("snow_line", "Snow line", "very_low", "very low", ("Passes are closed.",))
        return [low, Recorded("morale", "Morale of the south", state.turn, str(state.turn))]

    monkeypatch.setattr(session.state.frame.registry, "records", (kept,))
    assert session.state.view("us").records() == {"snow_line": "very_low", "morale": 1}
    printed = talk(session, "units")
    assert "Snow line: very low. Passes are closed." in printed
    assert "Morale of the south: 1." in printed


def test_odds_of_a_fire() -> None:
    """In a phase of fire a hex and a unit are enough; so is the hex, for the first that can."""
    games = Path(__file__).parent.parent / "games"
    session = Session.new(hexwar.load_game(games / "musket_line"), seed=1)
    answered = answer(session, "odds 0402 by R1")
    assert answered.startswith("R1 fires at B1 in 0402, 1 hex away.")
    assert "  Wall, Blue: +1" in answered
    assert "Dice: 3d6 against 3d6." in answered
    assert "  0 lost: 49.7%" in answered
    assert answer(session, "odds 0402") == answered
    assert answer(session, "odds 0503 by R1").startswith("No")


def test_help_writes_each_verb_as_it_is_read() -> None:
    """Those for which nobody has given an example too."""
    printed = answer(Session.new("force_on_force", seed=1), "help")
    assert "  search HEX by UNIT " in printed and "  hand UNIT UNIT " in printed
    assert "  return UNIT HEX " in answer(Session.new("orva_front", seed=1), "help")


def test_the_goal_is_told_with_how_it_stands() -> None:
    session = position("soviet_movement", A="0302", B="0703", W="0603")
    told = answer(session, "goal")
    assert "The attacker (Soviet) wins with units in at least two of the three towns" in told
    assert "(now 1 of 2)" in told
    assert "As it stands, U.S. wins." in told


def test_a_draw_is_offered_and_answered() -> None:
    """The other person is asked in the same words as of any choice."""
    session = Session.new(GAME, seed=1)
    printed = talk(session, "draw", "pass", "done", "draw", "1")
    assert "1. accept: Agree on a draw" in printed
    assert "Soviet offers a draw. Agree, or decline." in printed
    assert "U.S. declines the draw." in printed
    assert "The game is over. The game is drawn. Soviet and U.S. agree on a draw." in printed


def test_how_the_game_went_is_told_at_its_end_and_not_before() -> None:
    """The chance by turn, for the person who played."""
    session = Session.new(GAME, seed=1, players={"us": "greedy"})
    printed = talk(session, "goal", "log", "units", "quit")
    assert "Chance of" not in printed
    printed = " ".join(talk(session, "resign").split())
    assert "Chance of Soviet, as it stood: At the beginning " in printed
    assert ", turn 1 0 %." in printed
