"""Activations: chits from a cup, sides in turn, one side after the other, as a side likes.

In the tiny game *chits* the Guard (R1, R2) and the East (B1, B2) have two chits, the Line (R3) one,
blue's guns (B3) one for the fight only; from turn 2 there is one for all of red. Dusk ends the
turn, and red's march that would follow. In *turns_about* sides activate units in turn; its
scenarios have the other orders.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.charts.sequence_of_play import sequence_of_play
from hexwar.cli.terminal import lines_of
from hexwar.players import make_player
from hexwar.rules.history import History
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, play, prices, tiny, varied

ALL = "Guard 2, Line, East 2, Guns, Dusk"
"""In the cup at the beginning: 7 chits, in the order of the file."""


def cup(*dice: int, turn: int = 1) -> State:
    """A game in which these are drawn: each die counts the chits that are left."""
    return tiny("chits").start(dice=dice, phase="run", turn=turn)


def drawn(events: Iterable[hexwar.Event]) -> list[str]:
    """The chits that were drawn."""
    return [str(event) for event in events if event.kind == "chit"]


def movers(state: State) -> set[str]:
    """Who may move."""
    return {line.split()[1] for line in listed(state, "move")}


# -- chits ----------------------------------------------------------------------------------------


def test_a_chit_activates_its_formation_and_nobody_else() -> None:
    state = cup(4, 1)  # East
    assert (state.phase, state.side_to_act) == ("move", "blue")
    assert movers(state) == {"B1", "B2"}
    refused = state.explain("move B3 0603")
    assert refused is not None
    assert refused.message == "B3 may not move in this phase: its chit is not the one drawn."


def test_then_the_next_is_drawn_from_those_that_are_left() -> None:
    state = cup(4, 3, 1)
    assert state.records()["in the cup"] == "Guard 2, Line, East, Guns, Dusk"
    events = state.apply("done")
    assert drawn(events) == ["Chit drawn: Line."]
    assert (state.side_to_act, movers(state)) == ("red", {"R3"})
    assert state.records() == {"chit": "Line", "in the cup": "Guard 2, East, Guns, Dusk"}
    told = next(one for one in state.recorded() if one.id == "chit")
    assert told.notes == ("Only its units act now.",)
    state.apply("resign")
    assert not any(one.notes for one in state.recorded())


def test_a_chit_may_be_for_some_of_the_phases() -> None:
    setup = {"R1": "0303", "R2": "0101", "B1": "0701", "B3": "0403"}
    state = tiny("chits").start(dice=[6, 1], setup=setup, phase="run")
    assert (state.phase, state.side_to_act) == ("fight", "blue")
    assert {line.split(" by ")[1] for line in listed(state, "attack")} == {"B3"}


def test_the_chit_of_dusk_ends_the_turn_whatever_is_left() -> None:
    state = cup(7, 1)
    assert state.turn == 2
    assert drawn(state.events or []) == ["Chit drawn: Dusk.", "Chit drawn: Guard."]


def test_the_cup_is_filled_anew_in_every_turn_with_those_whose_time_has_come() -> None:
    state = cup(1, turn=2)
    assert state.records()["in the cup"] == "Guard, Line, East 2, Guns, Reserve, Dusk"
    first = cup(1)
    assert "Reserve" not in str(first.records()["in the cup"])


def test_a_formation_that_is_gone_has_its_chit_drawn_in_vain() -> None:
    setup = {"R1": "0303", "B1": "0701"}
    state = tiny("chits").start(dice=[3, 1], setup=setup, phase="run")
    assert drawn(state.events or []) == ["Chit drawn: Line.", "Chit drawn: Guard."]


def test_nobody_can_foresee_the_next_chit() -> None:
    """A copy to think with, and one with another seed, draw others than the game will."""
    state = tiny("chits").start(seed=11)
    while state.is_over or len(state.records()) < 2:
        state.apply("done")
    twins = [state.seen_by("red"), state.clone(seed=1), state.clone(seed=2), state.clone(seed=3)]
    assert all(twin.records() == state.records() for twin in twins)
    seen = {tuple(drawn(_to_the_end(twin))) for twin in (state, *twins)}
    assert len(seen) > 2


def _to_the_end(state: State) -> list[hexwar.Event]:
    told: list[hexwar.Event] = []
    while not state.is_over:
        told += state.apply("done")
    return told


def test_everybody_knows_what_is_in_the_cup() -> None:
    state = cup(1)
    assert state.view("blue").records() == state.view("red").records() == state.records()


def test_a_draw_is_never_taken_back() -> None:
    history = History(cup(1, 1))
    history.apply("move R1 0202")
    assert history.can_undo
    history.apply("done")
    assert not history.can_undo


def test_a_game_goes_on_where_it_was_saved() -> None:
    state = tiny("chits").start(seed=5)
    random = Random(5)
    while not state.is_over:
        again = tiny("chits").state_from_dict(state.to_dict())
        action = state.sample_action(random)
        assert again == state
        assert list(map(str, again.apply(action))) == list(map(str, state.apply(action)))


# -- chits that bring something -------------------------------------------------------------------


def news(*dice: int) -> State:
    """With chits for news and a storm, and two of the East: News is the eighth of nine."""
    return tiny("chits").start(None, ["news"], dice=dice, phase="run")


def test_a_chit_may_roll_on_a_table_and_activate_nobody() -> None:
    state = news(8, 2, 1)  # News, a roll of 2, then the Guard
    events = [str(event) for event in state.events or []]
    assert [text for text in events if "rain" in text or "Chit" in text] == [
        "Chit drawn: News.", "News: die 2, rain.", "Chit drawn: Guard."
    ]  # fmt: skip
    assert state.records()["weather"] == "mud"


def test_what_a_chit_brings_comes_before_its_units_act() -> None:
    """The storm that comes with the Line keeps it to one hex already."""
    state = news(9)
    assert movers(state) == {"R3"}
    assert {len(line.split("-")) for line in listed(state, "move")} == {1}
    assert set(prices(state, "R3").values()) == {"1"}


def test_there_may_be_as_many_chits_as_something_counts() -> None:
    state = tiny("chits").start(
        None, ["news"], setup={"R1": "0101", "B1": "0701"}, dice=[1], phase="run"
    )
    assert state.records()["in the cup"] == "Guard, Line, East, Guns, Dusk, News, Storm"


def test_a_chit_for_all_sides_runs_phases_of_each() -> None:
    setup = {"R1": "0303", "B1": "0402"}
    state = tiny("chits").start(None, ["battle_chit"], setup=setup, dice=[8, 6], phase="run")
    assert (state.phase, state.side_to_act) == ("red_fight", "red")
    state.apply("done")
    assert (state.phase, state.side_to_act) == ("blue_fight", "blue")


def test_a_phase_of_activations_begins_and_ends_once() -> None:
    """However many are activated in it; the day ends when nobody is left to draw."""
    state = cup(3, 6, 1)  # the Line, then dusk
    events = [*(state.events or []), *state.apply("done")]
    told = [(e.kind, e.phase) for e in events if e.kind.startswith("phase_")]
    assert told.count(("phase_ends", "run")) == 1
    assert told.index(("phase_ends", "run")) > told.index(("phase_ends", "move"))
    assert told.count(("phase_begins", "run")) == 2  # of this turn, and of the next


@pytest.mark.parametrize(
    ("chit", "said"),
    [
        ("{side: all}", "activates all sides, and move does not say whose phase it is"),
        ("{phases: [move], do: [{roll: news}]}", "says whom it activates, and not whose they are"),
        ("{title: Nothing}", "says neither a side nor a formation"),
    ],
)
def test_a_chit_that_activates_nobody_in_particular_is_found(
    tmp_path: Path, chit: str, said: str
) -> None:
    table = "{news: {dice: 1d6, table: {1..6: calm}, results: {calm: [nothing]}}}"
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(
        folder(tmp_path, f"cup: {{odd: {chit}}}\ntables: {table}\n", FOLDER / "chits")
    )
    assert f"odd {said}" in [one.message for one in found if one.code == "HW524"]


# -- in turn --------------------------------------------------------------------------------------


def begin(scenario: str = "meeting") -> State:
    return tiny("turns_about").start(scenario, seed=1)


def activate(state: State, *lines: str) -> None:
    """Activate somebody and let it do nothing."""
    for line in lines:
        state.apply(line)
        while state.phase != "run":
            state.apply("done")


def test_sides_activate_one_unit_each_in_turn() -> None:
    state = begin()
    assert listed(state) == ["activate R1", "activate R2", "activate R3", "pass"]
    state.apply("activate R2")
    assert (state.phase, movers(state)) == ("move", {"R2"})
    state.apply("done")
    assert (state.phase, state.side_to_act) == ("run", "blue")
    assert listed(state, "activate") == ["activate B1", "activate B2", "activate B3"]


def test_each_is_activated_once_a_turn() -> None:
    state = begin()
    activate(state, "activate R1", "activate B1")
    refused = state.explain("activate R1")
    assert refused is not None
    assert "has been activated" in refused.message
    assert state.explain("activate B2") is not None
    activate(state, "activate R2", "activate B2", "activate R3", "activate B3")
    assert state.turn == 2
    assert state.explain("activate R1") is None


def test_the_other_side_goes_on_when_one_has_nobody_left() -> None:
    state = begin()
    state.eliminate(state.frame.unit_index["B2"])
    state.eliminate(state.frame.unit_index["B3"])
    activate(state, "activate R1", "activate B1", "activate R2")
    assert (state.side_to_act, listed(state)) == ("red", ["activate R3", "pass"])


def test_who_passes_may_come_in_again_until_both_have_passed() -> None:
    state = begin()
    state.apply("pass")
    assert state.side_to_act == "blue"
    activate(state, "activate B1")
    assert state.side_to_act == "red"
    state.apply("pass")
    state.apply("pass")
    assert state.turn == 2


def test_first_all_of_one_side_then_all_of_the_other() -> None:
    state = begin("first")
    activate(state, "activate R1", "activate R2")
    assert state.side_to_act == "red"
    state.apply("pass")
    assert listed(state, "activate") == ["activate B1", "activate B2", "activate B3"]
    activate(state, "activate B1")
    assert state.side_to_act == "blue"


def test_formations_are_activated_whole() -> None:
    state = begin("divisions")
    assert listed(state) == ["activate guard", "activate R3", "pass"]
    state.apply("activate guard")
    assert movers(state) == {"R1", "R2"}


def test_as_a_side_likes() -> None:
    state = begin("impulses")
    activate(state, "activate R3")
    assert state.side_to_act == "red"
    state.apply("pass")
    assert state.phase == "blue_movement"


def test_a_unit_picked_offers_its_activation() -> None:
    """So the window needs to know no name."""
    state = begin()
    (choice,) = state.choices(["R2"])
    assert (str(choice.action), choice.units) == ("activate R2", ("R2",))
    assert [c.label for c in state.choices()][-1] == "Activate nobody now"


# -- played, and checked --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["chits", "turns_about"])
def test_the_computer_activates_its_units(name: str) -> None:
    state = tiny(name).start(seed=2)
    players = {side: make_player("greedy") for side in ("red", "blue")}
    verbs, random = set(), Random(2)
    for _ in range(60):
        if state.is_over or state.side_to_act is None:
            break
        action = players[state.side_to_act].choose(state.seen_by(state.side_to_act), random)
        verbs.add(action.verb)
        state.apply(action)
    assert "move" in verbs
    assert name == "chits" or "activate" in verbs


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("chits", "meeting"),
        ("turns_about", "meeting"),
        ("turns_about", "first"),
        ("turns_about", "divisions"),
        ("turns_about", "impulses"),
    ],
)
def test_random_games_come_to_an_end(game: str, scenario: str) -> None:
    for seed in range(6):
        state = tiny(game).start(scenario, seed=seed)
        play(state, Random(seed), 3_000)
        assert state.is_over
        assert broken_invariants(state) == []


@pytest.mark.parametrize(
    ("yaml", "codes"),
    [
        ("sequence: {phases: [{id: run, kind: activation, phases: [{id: m, kind: movement}]}]}",
         ["HW301", "HW522", "HW524"]),
        ("sequence: {phases: [{id: run, kind: movement, side: red, order: any}]}",
         ["HW301", "HW522", "HW524"]),
        ("cup: {guard: {formation: gard}}", ["HW301"]),
        ("cup: {line: {formation: null}}", ["HW524"]),
        ("cup: {dusk: {side: red}}", ["HW524"]),
        ("cup: {guard: {phases: [run]}}", ["HW524"]),
        ("cup: null\noptions: null", ["HW409"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_found(tmp_path: Path, yaml: str, codes: list[str]) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "chits"))
    assert sorted({one.code for one in found}) == codes


def test_who_is_activated_is_found_by_unit_and_by_hex() -> None:
    """Whoever points at nobody may also pass."""
    state = tiny("turns_about").start(seed=1)

    def offered(picked: tuple[str, ...] = (), at: str = "") -> list[str]:
        return [str(choice.action) for choice in state.choices(picked, at)]

    assert offered() == ["activate R1", "activate R2", "activate R3", "pass"]
    assert offered(("R2",)) == offered(at="0103") == offered(("R2",), "0103") == ["activate R2"]
    assert offered(("R2",), "0102") == offered(at="0701") == offered(("B1",)) == []


WITHIN = """
initiative: {first: red, die: {red: d6, blue: d6}}
units: {types: {foot: {steps: 4-4-3}}}
sequence:
  turns: 4
  phases:
    - {id: act, kind: activation, order: alternating, phases: [{id: go, kind: KIND}]}
    - {id: late, kind: movement, side: blue}
"""
TWISTED = "states: {twisted: {title: Twisted, taken: {phase: go}}}"
TRENCH = """
markers:
  trench: {title: T, side: red, does: {cost: {add: 1}}, place: {phase: go, by: {side: red}}}
"""
FIRE = "fire: {range: {most: 1}, dice: {count: units, die: d6}, hits: eliminated}\n"
ALERT = f"{FIRE}states: {{overwatch: {{title: Alert}}}}\nreactions: {{shot: {{phases: [late]}}}}"


@pytest.mark.parametrize(
    ("kind", "more", "line"),
    [
        ("orders", TWISTED, "take {} twisted"),
        ("markers", TRENCH, "dig {} trench"),
        ("overwatch", ALERT, "overwatch {}"),
        ("activation", FIRE + "activation: {may: [move]}", "move {} 0203"),
    ],
)
def test_whatever_its_kind_a_phase_within_is_for_those_who_are_activated(
    kind: str, more: str, line: str, tmp_path: Path
) -> None:
    game = varied(tmp_path, WITHIN.replace("KIND", kind) + more, "meadow")
    state = game.start(setup={"R1": "0102", "R2": "0204", "B1": "0703"}, seed=1)
    state.apply("activate R1")
    named = {word for choice in listed(state) for word in choice.split() if word[0] == "R"}
    assert named == {"R1"}
    assert state.explain(line.format("R1")) is None
    assert state.explain(line.format("R2")) is not None


@pytest.mark.parametrize("of", ["own", "any"])
def test_in_a_recovery_within_an_activation_only_those_recover_who_are_activated(
    of: str, tmp_path: Path
) -> None:
    dazed = f"states: {{dazed: {{title: Dazed, ends: {{at: end, kind: recovery, of: {of}}}}}}}"
    game = varied(tmp_path, WITHIN.replace("KIND", "recovery") + dazed, "meadow")
    setup = {"R1": "0102", "R2": "0204", "B1": "0703"}
    state = game.start(setup=setup, seed=1, states={"R1": "dazed", "R2": "dazed"})
    state.apply("activate R1")
    assert (state.phase, state.side_to_act) == ("act", "blue")
    assert state.marks["dazed"] == 1 << state.frame.unit_index["R2"]


@pytest.mark.parametrize(
    ("yaml", "message"),
    [
        (
            f"{FIRE}reactions: {{shot: {{phases: [act]}}}}",
            "HW488: act says who is activated, and nobody acts in it",
        ),
        (
            "melee: {phases: [act]}",
            "HW691: nobody moves in act, a phase of kind activation",
        ),
    ],
)
def test_where_phases_lie_within_an_activation_they_are_named_and_not_it(
    yaml: str, message: str, tmp_path: Path
) -> None:
    """In the words of who wrote it: no author knows of a kind of phase called round."""
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    game = folder(tmp_path, WITHIN.replace("KIND", "activation") + yaml, FOLDER / "meadow")
    assert message in [f"{finding.code}: {finding.message}" for finding in hexwar.check(game)]


def test_the_sequence_of_play_calls_an_activation_by_its_name(tmp_path: Path) -> None:
    game = varied(tmp_path, WITHIN.replace("KIND", "movement"), "meadow")
    shown = "\n".join(lines_of(sequence_of_play(game.start().resolved)))
    assert "1. Act\n" in shown
    assert "(round" not in shown
