"""Undo and redo: back to the last die, attack or unit that came into sight, and no further.

What could be learnt by trying must not be taken back. So one state is kept beside the present one,
the *anchor*: that after the last action that told its side something. Undo copies the anchor and
plays the actions since then again without the last; that costs nothing as long as nothing is
undone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from hexwar.engine.action import Action
from hexwar.engine.dice import Dice
from hexwar.engine.event import Event
from hexwar.engine.notation import verbs
from hexwar.rules.state import State


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One action of a game and what it brought about; ``dice`` are the faces that it threw."""

    side: str
    action: Action
    events: tuple[Event, ...]
    dice: tuple[int, ...] = ()

    def is_secret_from(self, sides: Collection[str]) -> bool:
        """Whether there is one of these sides that does not even learn that it was done."""
        secret = verbs()[self.action.verb].in_secret
        return secret and any(side != self.side for side in sides)


class History:
    """A game in progress with its log, and with undo up to the last roll or attack."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.entries: list[LogEntry] = []
        self._undone: list[Action] = []
        self._anchor = state.clone()
        self._anchored = 0
        self._lock = ""

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back."""
        return self.undoable > 0

    @property
    def undoable(self) -> int:
        """How many of the last actions can be taken back."""
        return len(self.entries) - self._anchored

    @property
    def can_redo(self) -> bool:
        """Whether an action taken back can be done again."""
        return bool(self._undone)

    @property
    def undo_lock(self) -> str | None:
        """Why the last action cannot be taken back, or ``None`` when it can."""
        if self.can_undo:
            return None
        if not self.entries:
            return "nothing to undo yet"
        return f"locked: {self._lock}"

    def apply(self, action: Action | str, dice: Iterable[int] | None = None) -> list[Event]:
        """Apply an action; a new action forgets what was undone. IllegalAction as ``apply``, and
        ValueError if ``dice``, the faces to be thrown, do not fit.
        """
        parsed = Action.parse(action) if isinstance(action, str) else action
        events = self._forward(parsed, dice)
        self._undone.clear()
        return events

    def undo(self) -> Action | None:
        """Take the last action back and answer with it; ``None`` when it is locked."""
        if not self.can_undo:
            return None
        taken_back = self.entries.pop().action
        state = self._anchor.clone()
        for entry in self.entries[self._anchored :]:
            state.apply(entry.action, events=False)
        state.events = list(self.entries[-1].events) if self.entries else []
        self.state = state
        self._undone.append(taken_back)
        return taken_back

    def redo(self) -> list[Event] | None:
        """Do again what was undone last; ``None`` when there is nothing."""
        return self._forward(self._undone.pop()) if self._undone else None

    def back_to(self, start: State, standing: int) -> None:
        """Go back to where so many actions stood, beyond dice too: only if all agree.

        ``start`` is the position in which the game began; it is played on, with the dice as they
        fell. A caller that goes on has to provide other dice (:meth:`throw_with`).
        """
        self.entries = self.entries[:standing]
        for entry in self.entries:
            start.apply(entry.action, events=False, dice=entry.dice or None)
        start.events = list(self.entries[-1].events) if self.entries else []
        start.dice = self.state.dice
        self.state, self._anchor, self._anchored = start, start.clone(), standing
        self._undone.clear()
        self._lock = "all have agreed to go back to here"

    def throw_with(self, dice: Dice) -> None:
        """Let other dice fall from here on."""
        self.state.dice = self._anchor.dice = dice

    def _forward(self, action: Action, dice: Iterable[int] | None = None) -> list[Event]:
        """Apply an action and note it; if nothing before it can be taken back from now on, the
        state after it is the new anchor.
        """
        state = self.state
        side, rolled, own = state.side_to_act or "", state.rolled, state.dice
        if dice is None:
            state.dice = noted = own.noting()
            try:
                events = state.apply(action)
            finally:
                state.dice = own
            thrown = noted.faces
        else:
            thrown = tuple(dice)
            events = state.apply(action, dice=thrown)
        self.entries.append(LogEntry(side, action, tuple(events), thrown))
        seen = state.shown == state.ply
        diced = state.rolled != rolled
        if diced or seen or verbs()[action.verb].commits:
            # Why neither this action nor any before it can be taken back.
            if diced:
                fields_of_events = [event.fields for event in events]
                # To draw a card is to roll which one it is; no player saw a die.
                drawn = any("deck" in fields for fields in fields_of_events)
                self._lock = (
                    "a card was drawn"
                    if drawn and not any("dice" in f for f in fields_of_events)
                    else _ROLLED
                )
            elif seen:
                self._lock = "what was hidden could be seen"
            else:
                aims = verbs()[action.verb].points_at == "target"
                self._lock = "an attack was declared" if aims else "what was chosen has been seen"
            self._anchor = state.clone()
            self._anchored = len(self.entries)
        return events


_ROLLED = "a die was rolled"
