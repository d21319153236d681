"""Dice that have fallen: which events tell of them, and which a player has still to see.

An event tells of dice (``is_thrown``) or of what follows of the dice before it, up to the end of a
phase or of the game. :class:`PendingResults` keeps those of the people at this window until they
have been seen: a phase that ends by itself after its last attack would otherwise let the computer
play on before anybody could read the die.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from hexwar.engine import Event
from hexwar.rules.combat.section import Combat
from hexwar.rules.history import LogEntry

SHOTS = frozenset({"fire"})
"""Kinds of event that tell of two pools of dice against each other, or of a table instead."""

_THROWN = SHOTS | {
    *("morale", "casualties", "check", "state_roll", "points_roll", "ambush", "searched", "contest")
}
"""Kinds of event whose dice are shown by themselves; those of battles have a panel of their own."""

_ENDS = frozenset({"points_lapsed", "phase_ends", "phase_begins", "game_over"})
"""Kinds of event that follow of the end of a phase or a game, and not of its last battle."""


def is_thrown(event: Event) -> bool:
    """Whether an event tells of dice that are shown."""
    return event.kind in _THROWN


def faces(event: Event) -> tuple[int, ...]:
    """What the dice of an event show; none for what only follows of them."""
    if not is_thrown(event):
        return ()
    dice: tuple[int, ...] = event.fields.get("dice") or (event.fields.get("die", 0),)
    return dice if all(dice) else ()


def thrown_in(events: Sequence[Event]) -> list[Event]:
    """The dice that were thrown in the course of an action, each with what followed of it."""
    rolls: list[Event] = []
    following = False
    for event in events:
        following = is_thrown(event) or (following and event.kind not in _ENDS)
        if following:
            rolls.append(event)
    return rolls


def later_than(event: Event, entries: Sequence[LogEntry]) -> list[Event]:
    """All that has happened since an event, up to now."""
    later: list[Event] = []
    for entry in reversed(entries):
        # By identity: the same battle can be fought twice with the same result, in equal events.
        at = next((index for index, known in enumerate(entry.events) if known is event), None)
        if at is not None:
            return [*entry.events[at + 1 :], *later]
        later[:0] = entry.events
    return []


def left_from(unit: str, later: Iterable[Event]) -> str | None:
    """Where a unit stood before it went elsewhere or was lost; ``None`` if it has done neither."""
    for event in later:
        fields = event.fields
        if fields.get("unit") == unit and (fields.get("path") or event.kind == "eliminated"):
            return str(fields["path"][0] if fields.get("path") else fields.get("hex", "")) or None
    return None


class PendingResults:
    """The events from the first die on, as the player has learned of them."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.fought_by: Combat | None = None
        """The section by which the last battle was fought."""
        self._open = False  # what happens next still follows of the dice

    def __bool__(self) -> bool:
        return bool(self.events)

    @property
    def battle(self) -> Event | None:
        """The battle that was fought last."""
        return next((event for event in reversed(self.events) if event.kind == "battle"), None)

    @property
    def shot(self) -> Event | None:
        """The fire that was resolved last."""
        return next((event for event in reversed(self.events) if event.kind in SHOTS), None)

    @property
    def followed(self) -> list[Event]:
        """What came of the last battle."""
        battle = self.battle
        at = next((place for place, event in enumerate(self.events) if event is battle), -1)
        return self.events[at + 1 :]

    @property
    def came_to_nothing(self) -> bool:
        """Whether the last battle is over and nothing has come of it."""
        return self.battle is not None and not self._open and not self.followed

    @property
    def earlier(self) -> list[Event]:
        """The battles before the last."""
        return [event for event in self.events if event.kind == "battle"][:-1]

    @property
    def rolls(self) -> list[Event]:
        """The dice with what followed of them, where they were none of a battle."""
        return [] if self.battle else self.events

    def took(
        self,
        events: Iterable[Event],
        is_own: Callable[[Event], bool],
        fought_by: Combat | None,
        *,
        settled: bool,
    ) -> None:
        """Take what was told of an action. ``is_own``: whether dice are those of somebody at the
        window; ``fought_by``: the section by which its battle was fought; ``settled``: nothing more
        will follow of the dice.
        """
        for event in events:
            if event.kind in _ENDS:
                self._open = False
            elif (event.kind == "battle" or is_thrown(event)) and is_own(event):
                self._open = True
                self.fought_by = fought_by if event.kind == "battle" else self.fought_by
            elif event.kind == "battle" and not self._open:
                # Where others fought in the same hex since, what is kept would pass for theirs.
                earlier = self.battle
                if earlier is not None and {*earlier.hexes} & {*event.hexes}:
                    self.events.clear()
            if self._open:
                self.events.append(event)
        self._open = self._open and not settled

    def dismiss(self) -> None:
        """They have been seen. Of a battle that is not over yet the rest is still to come."""
        if not self._open:
            self.events.clear()

    def clear(self) -> None:
        """Forget them."""
        self._open = False
        self.events.clear()
