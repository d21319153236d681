"""Twins in Lost & Found: what the marines get does not depend on where Taliban teams hide.

All that they can ask, are shown and are told is compared, in positions of games with figures,
morale, states, the escort and reactions; and again after the same actions with the same dice, until
a team shows itself. That it hides, somewhere, is no secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hexwar.cli import main
from hexwar.engine import Action
from hexwar.engine.position import bits
from hexwar.players import GreedyPlayer, choice_of
from hexwar.records import Session
from hexwar.rules.hidden.rules import HiddenRules
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from hexwar.viewer.match.match import Match
from hexwar.viewer.table.selection import Selection
from tests.cli.conversation import talk
from tests.conformance.fof.table import DUEL, begin, fof, index
from tests.examples import examples

USMC, TALIBAN = 0, 1


@cache
def _opened(seed: int) -> State:
    """A game in which the teams in woods hide, and the computer has set up and led the marines."""
    state, random, player = fof().start("lost_and_found", seed=seed), Random(seed), GreedyPlayer()
    while state.decision is not None and state.decision.kind in ("setup", "hiding"):
        action = choice_of(player, state, random)
        if state.decision.kind == "hiding":
            action = next(iter(state.legal_actions()))
        state.apply(action)
    return state


def reached(seed: int, decisions: int, asked: str = "") -> State:
    """The last of so many positions of a game in which some hide (and a side is asked).

    The computer plays the marines, and chance the Taliban.
    """
    state, random, player = _opened(seed).clone(), Random(seed), GreedyPlayer()
    found = state.clone()
    for _ in range(decisions):
        marines = state.side_to_act == "usmc"
        state.apply(choice_of(player, state, random) if marines else _shy(state, random))
        if state.is_over or not state.hidden(USMC):
            break
        if asked in ("", state.side_to_act):
            found = state.clone()
    return found


def _shy(state: State, random: Random) -> Action:
    """Any action but those by which a team that hides shows itself."""
    action = state.sample_action(random)
    for _ in range(20):
        units = [state.frame.unit_index[name] for name in action.units]
        if not any(state.secret >> unit & 1 for unit in units):
            return action
        action = state.sample_action(random)
    return Action("done") if state.explain("done") is None else action


def twin_of(state: State, draw: Random) -> State:
    """One in which those that hide do so in other woods, or beside the marines where they can."""
    twin, board = state.clone(), state.frame.board
    places = state.rules[HiddenRules].places
    taken = sum(
        {board.bit[cell] for u, cell in enumerate(state.cells) if not state.secret >> u & 1}
    )
    free = board.cells(places & ~taken)
    near = board.cells(places & ~taken & board.within(state.occupied[USMC], 2))
    units = list(bits(state.secret))
    cells = draw.sample(free, len(units))
    if near and draw.random() < 0.7:
        close = draw.choice(near)
        cells = [close, *(cell for cell in cells if cell != close)]
    for unit, cell in zip(units, cells, strict=False):
        twin.place(unit, cell)
    return twin


def conceivable(state: State) -> Iterator[Action]:
    """Actions of all sorts, legal or not, at hexes here and there and in all near woods."""
    board = state.frame.board
    near = state.rules[HiddenRules].places & board.within(state.occupied[USMC], 4)
    numbers = [*board.numbers(near)[::4], *state.resolved.map.numbers[::97]]
    for unit in state.frame.unit_ids:
        yield from (Action(verb, (unit,)) for verb in ("react", "join", "overwatch", "leave"))
        for number in numbers:
            for verb in ("move", "fire", "search", "evacuate", "place"):
                yield Action(verb, (unit,), (number,))
            yield Action("move", (unit,), (number,), "rapid")


def known(state: State) -> Iterator[object]:
    """All that the marines can get from a state without playing."""
    view, seen, units = state.view("usmc"), state.seen_by("usmc"), state.frame.unit_ids
    yield view.to_dict()
    yield seen.to_dict()
    yield [(view.sees(unit), view.position(unit), view.status(unit)) for unit in units]
    yield [(view.units_at(number), view.hides(number)) for number in state.resolved.map]
    yield [(view.reach(unit), view.course(unit, "1818"), view.fire_range(unit)) for unit in units]
    yield view.points(), view.records(), view.decision, view.under_way(), view.waiting("taliban")
    yield view.casualties("taliban"), state.side_to_act, state.hidden(USMC)
    yield list(view.legal_actions())
    if state.side_to_act == "usmc":
        yield list(state.legal_actions())
        yield [view.preview(a) for a in state.legal_actions() if a.verb == "fire"]
        yield state.choices()
        yield [state.choices([unit], "1212") for unit in units]
    for action in conceivable(state):
        yield view.explain(action)


def alike(state: State, twin: State) -> None:
    """The two are the same to the marines."""
    for mine, its in zip(known(state), known(twin), strict=True):
        assert mine == its


@examples(0.2)
@given(st.integers(0, 12), st.integers(0, 120), st.randoms(use_true_random=False))
def test_twins_look_alike(seed: int, decisions: int, draw: Random) -> None:
    state = reached(seed, decisions)
    twin = twin_of(state, draw)
    assert broken_invariants(twin) == []
    alike(state, twin)


@examples(0.2)
@given(st.integers(0, 12), st.integers(30, 120), st.randoms(use_true_random=False))
def test_the_computer_chooses_the_same(seed: int, decisions: int, draw: Random) -> None:
    state = reached(seed, decisions, asked="usmc")
    assume(state.side_to_act == "usmc")
    mine, its = (choice_of(GreedyPlayer(), s, Random(1)) for s in (state, twin_of(state, draw)))
    assert mine == its


@examples(0.2)
@given(st.integers(0, 12), st.integers(0, 100), st.randoms(use_true_random=False))
def test_twins_stay_alike(seed: int, decisions: int, draw: Random) -> None:
    """Who is asked, what is told and what can be done, until a team shows itself."""
    state = reached(seed, decisions)
    twin = twin_of(state, draw)
    for _ in range(25):
        hidden = state.secret
        action = state.sample_action(draw) if state.side_to_act == "usmc" else _shy(state, draw)
        if state.side_to_act == "taliban" and twin.explain(action) is not None:
            action = Action("done")
        if state.explain(action) is not None or twin.explain(action) is not None:
            assert state.side_to_act == "taliban"
            return
        told, its = state.apply(action), twin.apply(action)
        if state.is_over or state.secret != hidden or twin.secret != hidden:
            return
        assert state.known_events(told, "usmc") == twin.known_events(its, "usmc")
        assert [e.fields for e in state.known_events(told, "usmc")] == [
            e.fields for e in twin.known_events(its, "usmc")
        ]
        assert state.side_to_act == twin.side_to_act
        assert state.view("usmc").to_dict() == twin.view("usmc").to_dict()
        assert state.view("usmc").decision == twin.view("usmc").decision
        assert list(state.view("usmc").legal_actions()) == list(twin.view("usmc").legal_actions())
    alike(state, twin)


def shown(state: State) -> Iterator[object]:
    """What a person who leads the marines is shown, in the terminal and in the window."""
    session = Session(fof(), state, players={"taliban": "random"})
    asked = [f"{ask} Alpha" for ask in ("legal", "why move")]
    yield talk(session, "", "map", "units", "legal", "log", *asked)
    selection = Selection(Match(session, {"taliban": "random"}))
    yield selection.ready()
    for unit in selection.ready():
        selection.pick(unit)
        yield selection.reach(), selection.destinations(), selection.fights(), selection.choices()


@examples(0.2)
@given(st.integers(0, 12), st.integers(30, 120), st.randoms(use_true_random=False))
def test_twins_are_shown_alike(seed: int, decisions: int, draw: Random) -> None:
    state = reached(seed, decisions, asked="usmc")
    assume(state.side_to_act == "usmc")
    for mine, its in zip(shown(state), shown(twin_of(state, draw)), strict=True):
        assert mine == its


@pytest.mark.rule("fof", "9.1")
@pytest.mark.parametrize("number", ["1906", "1827"])
def test_of_incoming_rounds_on_a_hidden_team_it_is_told_what_they_cost_and_not_where(
    number: str,
) -> None:
    """T2 moves up, Bravo rolls a 1 in reaction; the table is rolled on, and T1 is drawn."""
    dice = (5, 1, 9, 1, *(6,) * 6, *(1,) * 30)
    state = begin(DUEL | {"T1": number, "Charlie": "1836"}, *dice)
    state.conceal(1 << index(state, "T1"))
    state.apply("move T2 0309")
    state.apply("react Bravo")
    told = list(map(str, state.view("usmc").known_events(state.apply("done"))))
    assert "A hidden unit is under fire: 6 hits." in told
    assert "6 figures of a hidden unit are hit." in told
    assert not [line for line in told if "T1" in line or number in line]


def test_a_record_shown_to_the_marines_is_the_same_wherever_a_team_hides(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the set-up on, with fire, moves and reactions that are declined."""
    printed = []
    for number in ("1906", "1806"):
        path = tmp_path / f"{number}.jsonl"
        session = Session.new("force_on_force", seed=3, players={"taliban": "random"}, path=path)
        lines = ["done", f"place T1 {number}", "done", "hide T1", "hide T3", "hide T4", "done"]
        for line in lines:
            session.apply(line)
        for _ in range(40):
            listed = map(str, session.state.legal_actions())
            firsts = {line.split()[0]: line for line in listed}
            marines, quiet = session.state.side_to_act == "usmc", ("pass", "decline", "done")
            order = ("fire", "move", *quiet) if marines else (*quiet, "fire")
            session.apply(next(firsts[verb] for verb in order if verb in firsts))
        assert session.state.view("usmc").position("T1") is None
        assert main(["replay", str(path), "--side", "usmc"]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] and "fires at" in printed[0] and "moves" in printed[0]
