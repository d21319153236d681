"""Twins: two states that differ only in which counters of red are nothing are the same to blue.

All that blue gets is compared in the tiny game *patrols*, from the choice of the dummies to the
moment at which one is turned up: views, copies, worlds, what blue is told and may do, why not,
what is foreseen, printed and shown, and the replay that is made for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import assume, example, given
from hypothesis import strategies as st

from hexwar.engine import Action, Event
from hexwar.records import Replay, Session
from hexwar.rules.dummies.rules import FACE_DOWN
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from hexwar.viewer.match.match import Match
from hexwar.viewer.page.page import replay_page
from hexwar.viewer.table.selection import Selection
from tests.cli.conversation import talk
from tests.examples import examples
from tests.rules.tiny import tiny

CHOICES = (("R1", "R2"), ("R3", "R4"))


def twins(options: str, seed: int) -> list[Session]:
    """Two games in which red has chosen this and that."""
    game, found = tiny("patrols"), []
    for chosen in CHOICES:
        state = game.start("meeting", options.split(), seed=seed)
        session = Session(game, state, players={"red": "random"})
        for unit in chosen:
            session.apply(f"decoy {unit}")
        session.apply("done")
        found.append(session)
    return found


def conceivable(state: State) -> Iterator[Action]:
    """Actions of all sorts, legal or not."""
    board = state.frame.board
    for unit in state.frame.unit_ids:
        yield Action("turn_up", (unit,))
        yield Action("decoy", (unit,))
        for number in board.number[1::2]:
            if number:
                yield Action("move", (unit,), (number,))
                yield Action("attack", (unit,), (number,))
                yield Action("fire", (unit,), (number,))


def known(state: State) -> Iterator[object]:
    """All that blue can get from a state without playing."""
    view, seen, units = state.view("blue"), state.seen_by("blue"), state.frame.unit_ids
    yield view.to_dict()
    yield seen.to_dict()
    yield seen.ply, seen.shown
    yield [(view.reach(unit), view.status(unit), view.zone(unit)) for unit in units]
    yield view.threats("red"), view.points(), view.records(), view.decision
    yield list(view.legal_actions())
    yield state.side_to_act, state.decision
    for action in conceivable(state):
        yield view.explain(action)
    if state.side_to_act == "blue":
        yield list(state.legal_actions())
        yield state.choices()
        for action in view.legal_actions():
            yield view.preview(action) if action.verb in ("attack", "fire") else None
    worlds = state.worlds("blue", Random(1))
    for _ in range(3):
        yield next(worlds).to_dict()
    yield state.evaluate("blue")


def shown(session: Session) -> Iterator[object]:
    """What a person who plays blue is shown, and the replay that is made for it."""
    yield session.undo_lock
    yield talk(session, "", "map", "units", "legal", "log")
    selection = Selection(Match(session, {"red": "random"}))
    yield selection.ready()
    for unit in selection.ready():
        selection.pick(unit)
        yield selection.reach(), selection.destinations(), selection.choices()
    yield replay_page(Replay(session), ("blue",), lambda done: None)


def play_alike(one: Session, other: Session, draw: Random) -> Iterator[tuple[Event, ...]]:
    """Play both on in the same way, and turn up no counter in which they differ.

    It ends where blue is to act, if it can: wherever a twin is shown, the computer plays red on,
    and what it turns up is for all to see.
    """
    differs = one.state.memory[FACE_DOWN].nothing ^ other.state.memory[FACE_DOWN].nothing
    for step in range(90):
        if one.state.is_over or (step >= 30 and one.state.side_to_act == "blue"):
            return
        action = one.state.sample_action(draw)
        ahead = one.state.clone()
        ahead.apply(action)
        if differs & ~ahead.memory[FACE_DOWN].units:
            continue
        told, its = one.apply(action), other.apply(action)
        view = one.state.view("blue")
        assert view.known_events(told) == other.state.view("blue").known_events(its)
        yield tuple(told)


@examples(0.3)
@given(
    st.sampled_from(("", "battles_only", "fire", "tables")),
    st.integers(0, 40),
    st.randoms(use_true_random=False),
)
def test_twins_look_alike(options: str, seed: int, draw: Random) -> None:
    one, other = twins(options, seed)
    for _ in play_alike(one, other, draw):
        assert broken_invariants(one.state) == []
        for mine, its in zip(known(one.state), known(other.state), strict=True):
            assert mine == its


@examples(0.2)
@given(st.sampled_from(("", "fire")), st.integers(0, 40), st.randoms(use_true_random=False))
@example("fire", 0, Random(9))  # after 30 steps red is to act, and would turn up R1
def test_twins_are_shown_alike(options: str, seed: int, draw: Random) -> None:
    one, other = twins(options, seed)
    assume([*play_alike(one, other, draw)] and one.state.side_to_act != "red")
    for mine, its in zip(shown(one), shown(other), strict=True):
        assert mine == its


def test_the_choice_itself_is_secret() -> None:
    """How much is chosen already is not told either, nor what is drawn by lot."""
    one, other = twins("", 3)
    logs = [talk(session, "", "log") for session in (one, other)]
    assert logs[0] == logs[1]
    assert "is a dummy" not in logs[0]
    begun = Session(tiny("patrols"), tiny("patrols").start(seed=3), players={"red": "random"})
    fresh = begun.state.seen_by("blue").to_dict()
    begun.apply("decoy R1")
    assert begun.state.seen_by("blue").to_dict() == fresh
