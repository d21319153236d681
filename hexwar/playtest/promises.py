"""What must hold at every step of every game, whatever its rules.

The state keeps its invariants, a drawn action is legal by every way of asking, its notation
round-trips, a copy and a state made from its dictionary go on exactly like the original, undo
brings back what was, and a refused action changes nothing; no side is told the name of a unit that
it did not see, and the real column is one of those that it was shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random

import hexwar
from hexwar.engine import Action, Event
from hexwar.engine.notation import FACING, verbs
from hexwar.rules.history import History
from hexwar.rules.invariants import broken_invariants, is_dead_end
from hexwar.rules.state import State


class BrokenPromiseError(Exception):
    """Something that holds in every game did not hold; the message says what."""


class DeadEndError(BrokenPromiseError):
    """The game is not over, and the side that has to choose can do nothing."""


def promise(kept: bool, broken: str) -> None:
    """Raise :class:`BrokenPromiseError` unless the promise is kept."""
    if not kept:
        raise BrokenPromiseError(broken)


def keeps_invariants(state: State) -> None:
    """What the rules say of every position."""
    broken = broken_invariants(state)
    if broken and is_dead_end(state):
        raise DeadEndError("; ".join(broken))
    promise(not broken, "; ".join(broken))


def look_at(game: hexwar.Game, state: State, action: Action) -> None:
    """The drawn action is legal by every way of asking, and asking changes nothing."""
    before = state.to_dict()
    promise(Action.parse(str(action)) == action, f"the notation of {action!r} does not round-trip")
    promise(Action.from_dict(action.to_dict()) == action, f"{action!r} is lost in its dictionary")
    violation = state.explain(action)
    promise(violation is None, f"a drawn action is refused: {violation}")
    promise(str(action) in state.legal_actions(), f"{action} is legal, but not in legal_actions()")
    if action.verb in ("attack", "overrun"):
        real, seen_preview = (
            state.preview(action),
            state.view(state.side_to_act or "").preview(action),
        )
        chances = real.probabilities
        promise(sum(chances.values()) == 1, f"the chances of {action} do not add up: {chances}")
        lowest, highest = seen_preview.columns
        promise(
            lowest <= real.column <= highest, f"the column of {action} is not between its bounds"
        )
    stored = json.loads(json.dumps(before))
    promise(
        game.state_from_dict(stored).to_dict() == before, "a state is not what its dictionary says"
    )
    promise(state.to_dict() == before, f"asking about {action} changed the state")


def look_at_all(state: State, drawn: Action, random: Random) -> None:
    """The listed actions: some, all different, the drawn one among them, all legal."""
    listed = [str(action) for action in state.legal_actions()]
    promise(bool(listed), "a game that is not over lists no action")
    promise(len(set(listed)) == len(listed), "an action is listed twice")
    # A player may write the whole path of a move (the list of actions has only its end), or the
    # facing after it.
    written_out = "-" in str(drawn) or f" {FACING} " in str(drawn)
    promise(written_out or str(drawn) in listed, f"{drawn} is drawn, but not listed")
    promise(state.explain(drawn) is None, f"{drawn} is drawn, but refused: {state.explain(drawn)}")
    for line in random.sample(listed, min(len(listed), 12)):
        violation = state.explain(line)
        promise(violation is None, f"{line} is listed, but refused: {violation}")
        scrambled = " ".join(random.sample(line.split(), len(line.split())))
        refuses_in_peace(state, scrambled)


def refuses_in_peace(state: State, line: str) -> None:
    """A refused action names a reason and leaves the state alone."""
    violation = state.explain(line)
    if violation is None:
        return
    promise(bool(violation.message), f"{line} is refused without a word")
    before = state.to_dict()
    with suppress(hexwar.IllegalAction):
        state.apply(line)
        raise BrokenPromiseError(f"{line} is refused by explain() and accepted by apply()")
    promise(state.to_dict() == before, f"the refused {line} changed the state")


def step(game: hexwar.Game, history: History, action: Action) -> list[Event]:
    """Apply an action four ways, which must agree, then take it back and do it again."""
    before = history.state.to_dict()
    copied, rebuilt = history.state.clone(), game.state_from_dict(before)
    copied.apply(str(action))
    promise(history.state.to_dict() == before, "playing on a copy changed the original")
    rebuilt.apply(action, events=False)
    unseen = {side: unseen_by(history.state, side) for side in history.state.frame.side_ids}
    events = history.apply(action)
    keeps_secrets(history.state, unseen, events)
    after = history.state.to_dict()
    promise(copied.to_dict() == after, f"a copy went another way after {action}")
    promise(rebuilt.to_dict() == after, f"a rebuilt state went another way after {action}")
    rolled = after["rolled"] != before["rolled"]
    promise(not (rolled and history.can_undo), f"{action} rolled a die and can be undone")
    # An attack is final even where the table gives its result without a roll, and so are what its
    # sides choose of it, and a move that shows, or could have shown, a hidden unit.
    showed = history.state.shown == history.state.ply
    final = rolled or showed or verbs()[action.verb].commits
    promise(
        final != history.can_undo, f"{action} is {'final' if final else 'open'}, and undo differs"
    )
    if not final:
        promise(history.undo() == action, f"undo did not take back {action}")
        promise(history.state.to_dict() == before, f"undo of {action} left something behind")
        history.redo()
        promise(history.state.to_dict() == after, f"redo of {action} went another way")
    return events


def unseen_by(state: State, side: str) -> set[str]:
    """The units that a side does not see."""
    view = state.view(side)
    return {unit for unit in state.frame.unit_ids if not view.sees(unit)}


def keeps_secrets(state: State, before: Mapping[str, set[str]], events: Sequence[Event]) -> None:
    """No side is told the name of a unit that it saw neither before nor after."""
    shown = {
        unit
        for event in events
        if event.kind == "battle"
        for unit in (*event.attackers, *event.defenders)
    }
    for side in state.frame.side_ids:
        secret = (before[side] & unseen_by(state, side)) - shown
        if secret:
            for event in state.view(side).known_events(events):
                # The code of a result may be spelt like a unit.
                plain = {key: value for key, value in event.to_dict().items() if key != "result"}
                words = set(re.findall(r"[\w.]+", json.dumps(plain)))
                promise(not words & secret, f"{side} is told of what it does not see: {event}")
