"""The game in a terminal: what a player reads, types and is answered."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.cli import main
from hexwar.cli.text.conversation import run_text
from hexwar.engine import Action
from hexwar.engine.queries import Recorded
from hexwar.players.advice import Advice
from hexwar.records import Session
from hexwar.rules.state import State
from hexwar.rules.victory.telling import goals
from tests.cli.conversation import GAME, answer, position, talk

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


def test_a_phase_that_cannot_end_yet_is_not_offered_to_end() -> None:
    """A unit that must attack comes first."""
    setup = {"I5": "1406", "E5": "1405"}
    game = hexwar.load_game("marenfeld")
    session = Session(game, game.start("battle", setup=setup, phase="crown_combat"))
    printed = talk(session, "attack 1405 by I5")
    asked = printed.partition("Crown> ")[0]
    assert "I5 must attack." in asked
    assert "Type done" not in asked


def test_a_battle_offers_its_choices_by_number() -> None:
    """A number is as good as the notation."""
    session = position("soviet_combat", dice=[1], A="0503", B="0602", X="0502")
    printed = talk(session, "attack 0502 by A B", "2")
    assert "  1. retreat X 0401\n  2. retreat X 0501\n" in printed
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
    ["move", "attack", "attack 0503 by", "lose", "move A", "move A 9999", "pass x"],
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
    printed = talk(Session.new(GAME, seed=1), "mvoe A 0801", "unitz", "xyzzy", "end")
    assert "There is no command 'mvoe'; did you mean move?" in printed
    assert "did you mean units?" in printed
    assert "There is no command 'xyzzy'; help lists what there is." in printed
    assert "There is no command 'end'; did you mean done?" in printed


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
    assert "The game is over. The U.S. wins. The Soviets resign." in printed
    assert printed.count("The U.S. wins") == 1
    assert session.state.is_over


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
        "Taken back: The Republic has set up.",
        "Taken back: The League has set up.",
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
    assert "Dice: 3d6 against 3d6 of B1. Each die of 4 or more hits" in " ".join(answered.split())
    assert "  none lost: 49.7 %" in answered
    assert answer(session, "odds 0402") == answered
    assert answer(session, "odds 0503 by R1").startswith("No")


def test_help_writes_each_verb_as_it_is_read() -> None:
    """Those for which nobody has given an example too."""
    printed = answer(Session.new("force_on_force", seed=1), "help")
    assert "  search 0111 by Alpha " in printed and "  hand Alpha Bravo " in printed
    assert "  return D1 0604 " in answer(Session.new("orva_front", seed=1), "help")


def test_help_has_what_can_be_done_now_for_its_example() -> None:
    session = Session.new("orva_front", seed=1)
    (placing,) = (line for line in answer(session, "help").splitlines() if "set a unit up" in line)
    assert session.state.explain(placing.partition("set a unit up")[0].strip()) is None


def test_the_goal_is_told_with_how_it_stands() -> None:
    session = position("soviet_movement", A="0302", B="0703", W="0603")
    told = answer(session, "goal")
    assert "The attacker (Soviet) wins with units in at least two of the three towns" in told
    assert "(now 1 of 2)" in told
    assert "If nothing changes, the U.S. wins." in told


def test_a_draw_is_offered_and_answered() -> None:
    """The other person is asked in the same words as of any choice."""
    session = Session.new(GAME, seed=1)
    printed = talk(session, "draw", "pass", "done", "draw", "1")
    assert "1. accept: Agree on a draw" in printed
    assert "The Soviets offer a draw. Agree, or decline." in printed
    assert "The U.S. declines the draw." in printed
    assert (
        "The game is over. The game is drawn. The Soviets and the U.S. agree on a draw." in printed
    )


def test_how_the_game_went_is_told_at_its_end_and_not_before() -> None:
    """The chance by turn, for the person who played."""
    session = Session.new(GAME, seed=1, players={"us": "greedy"})
    printed = talk(session, "goal", "log", "units", "quit")
    assert "Chance of" not in printed
    printed = " ".join(talk(session, "resign").split())
    assert (
        "Chance of the Soviets, as it stood. At the beginning: 50 %, turn 1: 50 %. "
        "The Soviets resign; as the position stood, the Soviets had a winning chance of 50 %. "
    ) in printed


# -- hints --------------------------------------------------------------------------------------


def test_a_hint_is_the_plan_its_chance_and_what_it_fears(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is advised comes from what the side to act sees, and nothing is played."""
    asked: list[State] = []

    def advise(state: State, *_: object, **__: object) -> Advice:
        asked.append(state)
        plan = (Action.parse("move A 0703"),)
        return Advice(plan, 0.553, 0.471, ("You take a town.",), ("They shoot.",))

    monkeypatch.setattr("hexwar.cli.text.lessons.advise", advise)
    session = Session.new(hexwar.load_game("strike_force_one"), seed=1)
    told = talk(session, "hint", "quit")
    assert "  1. move A 0703\n" in told
    assert "55 % with this plan, 47 % without." in told
    assert told.index("You take a town.") < told.index("They shoot.")
    assert asked == [session.state.seen_by("soviet")]
    assert not session.entries


def test_hints_are_repeatable_and_computer_players_notice_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Equal randomness brings equal hints, and the one that plays draws as it would without."""
    drawn: list[float] = []

    def advise(_: State, random: Random, *, rollouts: int | None, **__: object) -> Advice:
        assert rollouts == 100, "no clock has a part in it"
        drawn.append(random.random())
        return Advice((), 0.5, None)

    monkeypatch.setattr("hexwar.cli.text.lessons.advise", advise)
    game, random = hexwar.load_game("strike_force_one"), Random(7)
    for _ in range(2):
        session = Session.new(game, seed=1)
        run_text(session, input=io.StringIO("hint\nhint\n"), output=io.StringIO(), random=random)
    assert drawn == [Random(7).random()] * 4
    assert random.random() == drawn[0]


def test_a_seed_is_also_that_of_hints_and_computer_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They do not draw what the dice draw."""
    given: list[Random | None] = []

    def run(_: Session, *, random: Random | None = None) -> int:
        given.append(random)
        return 0

    monkeypatch.setattr("hexwar.cli.text.conversation.run_text", run)
    for seed in ("7", "7", "8"):
        assert main(["play", "strike_force_one", "--text", "--seed", seed]) == 0
    assert main(["play", "strike_force_one", "--text"]) == 0
    drawn = [random.random() for random in given if random is not None]
    assert drawn[0] == drawn[1] != drawn[2]
    assert Random("7").random() not in drawn
    assert given[3] is None
