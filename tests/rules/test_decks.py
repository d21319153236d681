"""Section decks: cards that are dealt, played, ordered by, put aside, and shuffled in again.

*command_cards* is a battle of command cards: a hand each, one card a turn, ordered units move and
fight, and a card is drawn. In *card_driven* a card is played for its event or for its points.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.rules.decks.rules import DeckRules
from hexwar.rules.history import History
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.cards import dealt, hand, sizes
from tests.rules.tiny import FOLDER, listed, play, tiny, told, varied

RED, BLUE = "probe_left both_flanks many", "probe_right ambush"


def command(*dice: int, red: str = RED, blue: str = BLUE, **start: Any) -> State:
    """The battle of command cards with these hands; then red has to play a card."""
    return dealt("command_cards", red, blue, *dice, **start)


def driven(
    *dice: int, red: str = "skirmish levy parade mud", blue: str = "skirmish spies entry"
) -> State:
    """The card-driven game with these hands."""
    return dealt("card_driven", red, blue, *dice)


def refused(state: State, line: str) -> str:
    """Why an action is refused, with its rule."""
    why = state.explain(line)
    assert why is not None
    return str(why)


# -- dealing --------------------------------------------------------------------------------------


def test_hands_are_dealt_up_to_their_size_before_the_first_turn() -> None:
    state = command()
    assert (hand(state, "red"), hand(state, "blue")) == (RED.split(), BLUE.split())
    known = sizes(state)
    assert (known["hand of red command"], known["hand of blue command"]) == (3, 2)
    assert known["deck command"] == 18 - 5


def test_each_card_is_drawn_by_a_die_as_there_are_so_many_cards() -> None:
    game = tiny("command_cards")
    with pytest.raises(ValueError, match="18"):
        game.start(dice=[19, 1, 1, 1, 1])
    state = game.start(dice=[18, 17, 16, 15, 14])
    assert state.rolled == 5
    assert hand(state, "red") == ["assault", "ambush", "ambush"]


def test_a_card_is_drawn_at_the_end_of_a_phase_that_is_no_deal() -> None:
    state = command(3)
    state.apply("play probe_left")
    for line in ("command R1", "done"):
        events = state.apply(line)
    assert [str(event) for event in events if event.kind == "cards_drawn"] == [
        "Red draws Probe left."
    ]
    assert next(event.rule for event in events if event.kind == "cards_drawn") == "1.1"
    assert hand(state, "red") == ["probe_left", "both_flanks", "many"]


FEW = """
decks:
  command:
    hand: {red: 2, blue: 1}
    EMPTY
    cards:
      {probe_left: {count: 1}, probe_right: {count: 1}, both_flanks: null, guns: {count: 1},
       many: null, march: null, assault: null, ambush: {count: 1}}
"""


def test_the_discards_are_shuffled_in_when_the_deck_is_empty(tmp_path: Path) -> None:
    game = varied(tmp_path, FEW.replace("EMPTY", ""), "command_cards")
    # Red holds both probes, blue the guns; red draws the ambush, the last card but one of which
    # there is no need of a die; then there is nothing but discards.
    state = game.start(dice=[1, 1, 1, 1])
    state.apply("play probe_left")
    state.apply("command R1")
    assert sizes(state)["deck command"] == 1
    state.apply("done")
    assert hand(state, "red") == ["probe_right", "ambush"]
    events = state.apply("play guns")
    told = [(event.rule, str(event)) for event in events if event.kind.startswith("cards_")]
    assert told[0] == ("1.7", "Command cards: the discards are shuffled in.")
    assert told[1] == ("1.1", "Blue draws Probe left.")


def test_an_empty_deck_may_stay_empty(tmp_path: Path) -> None:
    game = varied(tmp_path, FEW.replace("EMPTY", "empty: stays"), "command_cards")
    state = game.start(dice=[1, 1, 1])
    state.apply("play probe_left")
    state.apply("command R1")
    state.apply("done")
    events = state.apply("play guns")
    assert [str(event) for event in events if event.kind == "cards_drawn"] == [
        "There is no card for Blue to draw."
    ]
    assert hand(state, "blue") == []


# -- playing --------------------------------------------------------------------------------------


def test_a_card_has_to_be_played_where_any_can_be() -> None:
    state = command()
    assert listed(state) == ["play probe_left", "play both_flanks", "play many"]
    assert refused(state, "done") == "1.2: Red has to play a card."


def test_who_can_play_none_says_so_and_the_phase_ends() -> None:
    """Red draws a third ambush for its card; there are two, so it draws the guns and plays them."""
    state = command(13, 1, 1, red="ambush ambush guns", blue="march march")
    state.apply("play guns")
    state.apply("done")  # nobody marches far
    assert (state.phase, hand(state, "red")) == ("blue_card", ["assault", "ambush", "ambush"])


def test_who_holds_answers_alone_plays_none(tmp_path: Path) -> None:
    yaml = "decks: {command: {hand: {red: 2, blue: 2}}}"
    game = varied(tmp_path, yaml, "command_cards")
    state = game.start(dice=[17, 17, 1, 1, 1])
    assert (state.side_to_act, state.phase) == ("blue", "blue_card")
    told = [(event.rule, str(event)) for event in state.events or () if event.kind == "no_card"]
    assert told == [("1.2", "Red has no card that can be played.")]


def test_only_cards_in_the_hand_are_played() -> None:
    state = command()
    assert refused(state, "play assault") == "1.8: Red holds no Assault."
    assert refused(state, "play ambush") == "1.8: Red holds no Ambush."
    assert refused(state, "play nonsense") == "There is no card nonsense."
    assert "'move' is not possible now" in refused(state, "move R1 0203")


def test_a_card_that_answers_is_not_played_in_a_phase_of_cards() -> None:
    state = command(red="probe_left ambush many")
    assert refused(state, "play ambush") == "1.5: Ambush is played in answer only."


def test_a_card_that_is_played_lies_among_the_discards_for_all_to_see() -> None:
    state = command()
    (event, *_) = state.apply("play both_flanks")
    assert str(event) == "Red plays Both flanks."
    assert (event.side, event.card) == ("red", "both_flanks")
    assert sizes(state)["discards of command"] == "Both flanks"
    assert hand(state, "red") == ["probe_left", "many"]


# -- orders ---------------------------------------------------------------------------------------


def test_a_card_orders_units_of_a_section_of_the_map() -> None:
    state = command()
    state.apply("play probe_left")
    assert listed(state) == ["command R1", "command R2", "done"]
    assert refused(state, "command R3") == "1.3: R3 cannot be ordered now by Probe left."
    assert refused(state, "command B1") == "1.3: B1 cannot be ordered now by Probe left."
    assert refused(state, "command R1+R2") == "1.3: No more than 1 unit may be ordered."
    state.apply("command R2")
    assert (state.phase, {line.split()[1] for line in listed(state, "move")}) == (
        "red_movement",
        {"R2"},
    )


def test_each_section_of_a_card_is_asked_for_in_turn() -> None:
    state = command()
    state.apply("play both_flanks")
    assert listed(state) == ["command R1", "command R2", "done"]
    state.apply("command R2")
    # On the line between both sections R2 could be ordered again; it is already.
    assert {line.split()[1] for line in listed(state, "move")} == {"R2", "R3"}


def test_where_all_may_be_ordered_nobody_is_asked() -> None:
    state = command(red="guns many march")
    assert told(state, "play guns") == ["card_played", "state_begins"]
    assert {line.split()[1] for line in listed(state, "move")} == {"R3"}


def test_as_many_units_as_there_are_cards_in_the_hand() -> None:
    state = command()
    state.apply("play many")
    assert state.phase == "red_card"
    assert refused(state, "command R1+R2+R3") == "1.3: No more than 2 units may be ordered."
    state.apply("command R1+R3")
    assert {line.split()[1] for line in listed(state, "move")} == {"R1", "R3"}


def test_fewer_units_may_be_ordered() -> None:
    state = command(3)
    state.apply("play probe_left")
    state.apply("done")
    assert (state.phase, state.side_to_act) == ("blue_card", "blue")


def test_a_state_of_a_card_makes_units_faster() -> None:
    state = command(red="march many guns")
    state.apply("play march")
    assert str(state.movement_left("R1")) == "5"


# -- what lasts -----------------------------------------------------------------------------------


def test_the_patch_of_a_card_lies_over_the_game_for_the_turn() -> None:
    setup = {"R1": "0303", "R2": "0304", "B1": "0403"}
    state = command(6, red="assault many guns", setup=setup)
    state.apply("play assault")
    assert sizes(state)["cards in force"] == "Assault"
    state.apply("done")
    assert str(state.preview("attack 0403 by R1").column) == "1"
    state.apply("attack 0403 by R1")
    assert state.side_to_act == "blue"  # it could hold an ambush, and does
    state.apply("pass")
    assert "cards in force" in sizes(state)


def test_it_is_over_with_the_turn() -> None:
    state = command(1, 1, red="assault many guns", setup={"R1": "0101", "B1": "0705"})
    state.apply("play assault")
    while state.turn == 1:
        state.apply(listed(state)[-1])
    assert "cards in force" not in sizes(state)
    assert state.effects == ()


def test_one_that_lasts_for_the_game_stays() -> None:
    game, random = tiny("card_driven"), Random(5)
    for seed in range(60):
        state = game.start(seed=seed)
        while not state.is_over:
            line = next((a for a in listed(state, "play") if a == "play thaw as event"), "")
            state.apply(line or state.sample_action(random))
            if line:
                assert "card.thaw" in state.effects
                while not state.is_over and state.turn == 2:
                    state.apply(state.sample_action(random))
                assert state.is_over or "card.thaw" in state.effects
                return
    pytest.fail("nobody played it")


# -- events and points ----------------------------------------------------------------------------


def test_a_card_is_played_for_its_event_or_for_its_points() -> None:
    state = driven()
    assert listed(state) == [
        "play skirmish as event",
        "play skirmish as operations",
        "play levy as operations",
        "play parade as event",
        "play parade as operations",
        "play mud as event",
        "play mud as operations",
    ]
    event, points, *_ = state.apply("play parade as operations")
    assert str(event) == "Red plays Parade for operations."
    assert str(points) == "Red operations: 2 gained, 2 now."
    assert sizes(state)["red_points"] == 2
    assert "discards of strategy" not in sizes(state)  # they do not lie open


def test_a_card_without_a_way_says_in_which_ways_it_is_played() -> None:
    state = driven()
    assert refused(state, "play mud") == "2.2: Mud is played: play mud as event or operations."
    assert refused(state, "play mud as joke").startswith("2.2: Mud is played:")


def test_the_event_of_another_side_is_not_ones_own() -> None:
    state = driven()
    assert refused(state, "play levy as event") == "2.2: Levy is for Blue to carry out."


def test_played_for_its_points_the_enemys_event_happens_as_well_and_the_card_leaves() -> None:
    state = driven()
    state.apply("play levy as operations")
    known = sizes(state)
    assert (known["red_points"], known["war"]) == (2, 2)
    assert known["removed of strategy"] == "Levy"


def test_ones_own_event_does_not_happen_for_points_and_the_card_stays() -> None:
    state = driven()
    state.apply("play parade as operations")
    assert "removed of strategy" not in sizes(state)
    assert sizes(state)["hand of red strategy"] == 3


def test_an_event_removes_its_card_and_draws_another() -> None:
    state = driven(1)
    state.apply("play parade as event")
    assert sizes(state)["removed of strategy"] == "Parade"
    assert hand(state, "red") == ["skirmish", "skirmish", "levy", "mud"]


def test_an_event_waits_for_its_condition() -> None:
    state = driven(red="entry levy skirmish skirmish", blue="mud spies parade")
    assert refused(state, "play entry as event") == (
        "2.2: The neutral enters cannot be played now: see its text."
    )
    assert state.explain("play entry as operations") is None
    state.apply("play levy as operations")
    state.apply("done")
    state.apply("play mud as operations")
    while state.phase != "red_second":
        state.apply("done")
    state.apply("play skirmish as event")
    assert state.explain("play entry as event") is None


def test_a_card_of_the_enemys_hand_is_lost_by_lot_and_seen() -> None:
    state = driven(2, red="spies levy mud skirmish", blue="parade entry skirmish")
    events = state.apply("play spies as event")
    assert [str(e) for e in events if e.kind == "card_lost"] == ["Blue loses Parade."]
    assert hand(state, "blue") == ["skirmish", "entry"]
    # It was shuffled in at once, with the spies.
    assert sizes(state)["deck strategy"] == 11 - 7 + 2


def test_a_card_joins_the_deck_when_its_time_has_come() -> None:
    state, random = tiny("card_driven").start(seed=3), Random(3)
    assert sizes(state)["deck strategy"] == 11 - 7
    joined = []
    while not state.is_over:
        joined += [
            (state.turn, str(event))
            for event in state.apply(state.sample_action(random))
            if event.kind == "card_joins"
        ]
    assert joined == [(2, "Thaw joins Strategy cards.")]


def test_several_cards_may_be_played_and_some_put_aside() -> None:
    state = driven()
    state.apply("play skirmish as operations")
    state.apply("done")
    state.apply("play skirmish as operations")
    state.apply("done")
    assert state.phase == "red_second"
    assert "discard mud" in listed(state)
    (event, *_) = state.apply("discard mud")
    assert str(event) == "Red puts Mud aside."
    assert refused(state, "discard levy") == ("2.5: No more cards may be put aside in this phase.")
    state.apply("play levy as operations")
    assert listed(state) == ["play parade as event", "play parade as operations", "done"]
    state.apply("play parade as operations")
    assert state.phase == "blue_second"


# -- undo, saves, play ----------------------------------------------------------------------------


def test_a_card_is_taken_back_until_something_comes_to_light() -> None:
    """And then it is in the hand again, and may be played otherwise."""
    history = History(command())
    history.apply("play many")
    history.apply("command R1")
    history.undo()
    assert history.state.explain("command R1") is None
    assert str(history.undo()) == "play many"
    assert history.state.explain("play many") is None
    assert history.undo_lock == "nothing to undo yet"


def test_a_draw_is_a_die_and_is_not_taken_back() -> None:
    history = History(command(3))
    history.apply("play probe_left")
    history.apply("command R1")
    history.apply("done")
    assert history.undo_lock == "locked: a card was drawn"


@pytest.mark.parametrize("name", ["command_cards", "card_driven"])
def test_no_card_is_lost_or_doubled_in_play_to_the_end(name: str) -> None:
    """And what is written of a state is the same state again."""
    game = tiny(name)
    for seed in range(8):
        state, random = game.start(seed=seed), Random(seed)
        while not state.is_over:
            state.apply(state.sample_action(random))
            assert broken_invariants(state) == []  # each copy of each card is in one place
            assert game.state_from_dict(state.to_dict()) == state


@pytest.mark.parametrize("name", ["command_cards", "card_driven"])
def test_what_is_listed_is_legal_and_the_same_lines_are_the_same_game(name: str) -> None:
    state, random = tiny(name).start(seed=11), Random(11)
    for action in state.legal_actions():
        assert state.explain(action) is None
    lines = play(state, random)
    again = tiny(name).start(seed=11)
    for line in lines:
        assert again.explain(line) is None
        again.apply(hexwar.Action.parse(line))
    assert again == state


# -- cards that do nothing -------------------------------------------------------------------------


def test_a_card_that_orders_nobody_is_known_before_it_is_played() -> None:
    state = command(red="probe_left guns many", setup={"R1": "0104", "B1": "0704"})
    assert state.in_vain(Action.parse("play guns")) == "Guns forward orders none of your units"
    assert not state.in_vain(Action.parse("play many"))
    labels = {str(choice.action): choice.label for choice in state.choices()}
    assert labels["play guns"] == "Guns forward (orders nobody)"
    assert labels["play many"] == "By the book"
    warned = {card.id: [play.in_vain for play in card.plays] for card in state.hand("red")}
    assert warned["guns"] == ["It orders none of your units now."]
    assert warned["many"] == [""]


def test_a_last_card_orders_nobody_where_it_orders_as_many_as_are_left() -> None:
    state = command(red="many many many")
    assert not state.in_vain(Action.parse("play many"))
    alone = state.clone()
    hands = alone.rules[DeckRules].hands
    red, card = alone.frame.side_index["red"], alone.rules[DeckRules].index["many"]
    for _ in range(2):
        hands.put_aside(alone, red, card)
    assert alone.in_vain(Action.parse("play many"))


@pytest.mark.parametrize(("name", "hint"), [("oops", "did you mean ops?"), ("seals", "count it")])
def test_a_number_on_cards_that_no_way_counts_is_found(
    name: str, hint: str, tmp_path: Path
) -> None:
    printed = "decks: {strategy: {cards: {mud: {values: {NAME: 2}}, spies: {values: {NAME: 3}}}}}"
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(folder(tmp_path, printed.replace("NAME", name), FOLDER / "card_driven"))
    assert [(each.code, each.place.text.strip()) for each in found] == [
        ("HW302", printed.replace("NAME", name))
    ]
    assert (found[0].help or "").startswith(hint)


DRAWN_IN = """decks:
  command:
    draws: [{phase: [deal, red_end], to: hand}, {phase: blue_end, count: 1}]
sequence:
  phases:
    - {id: deal, kind: deal, deck: command, if: {turn: 1}}
    - {id: red_card, kind: card, side: red, deck: command, mandatory: true}
    - {id: red_movement, kind: movement, side: red, only: {state: ordered}}
    - {id: red_combat, kind: combat, side: red, only: {state: ordered}}
    - {id: red_end, kind: recovery, side: red}
    - {id: blue_card, kind: card, side: blue, deck: command, mandatory: true}
    - {id: blue_combat, kind: combat, side: blue, only: {state: ordered}}
    - {id: blue_end, kind: recovery, side: blue}
"""


@pytest.mark.parametrize(
    ("phase", "vain"), [("red_movement", True), ("blue_end", True), ("red_end", False)]
)
def test_a_hand_is_patched_only_where_it_is_filled(phase: str, vain: bool, tmp_path: Path) -> None:
    patched = f"- {{patch: {{decks: {{command: {{hand: 4}}}}}}, id: {phase},"
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    said = DRAWN_IN.replace(f"- {{id: {phase},", patched)
    findings = hexwar.check(folder(tmp_path, said, FOLDER / "command_cards"))
    there = ["hand: no hand of command is filled in the phases of this patch"]
    assert [finding.message for finding in findings] == there * vain
