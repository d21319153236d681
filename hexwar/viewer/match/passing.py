"""Turns that go by without a choice for somebody at the window, who is told of them.

When all units of a side are pinned or gone, its phases begin and end by themselves within another's
action, and nobody is asked. Such turns are collected here until the side acts again, and the window
waits until the player has seen that they went by.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from hexwar.engine import Event
from hexwar.rules.history import LogEntry
from hexwar.viewer.match.aftermath import is_fight


class Passing:
    """The turns since a side acted last in which none of its units could.

    ``side`` is whose turns they are; ``unseen`` until the player goes on. ``phases``: those of
    people that ended by themselves in the last action, by id, where there is no result in them that
    should be read instead.
    """

    def __init__(self, opening: Sequence[Event], entries: Iterable[LogEntry]) -> None:
        self.side, self.turns, self.phases = "", list[int](), list[str]()
        self.unseen = False
        self._acted = _last_turns(opening, entries)
        """Side to the last turn in which it acted."""

    def acted(self, side: str, turn: int) -> None:
        """A side has acted in a turn of its own."""
        self._acted[side] = turn
        self.forget()

    def took(self, events: Sequence[Event], people: Collection[str], by_person: bool) -> None:
        """Take what happened in an action: phases of people that began and ended in it, and that in
        which a person acted, if it had no more for him.
        """
        begun: dict[str, Event] = {}
        ends = [event for event in events if event.kind == "phase_ends"]
        # Once others have acted a phase before that is no news any more.
        self.phases = []
        if by_person and ends and ends[0].fields.get("forced"):
            self.phases.append(ends[0].phase)
        events_told = 0  # events in the phase that began last
        for event in events:
            events_told = 0 if event.kind == "phase_begins" else events_told + 1
            if event.kind == "phase_begins" and event.side in people:
                begun[event.phase] = event
            if event.kind != "phase_ends" or not event.fields.get("forced"):
                continue
            # The game ended the phase by itself. If it also began in this action, nobody was asked.
            began = begun.get(event.phase)
            if began is None:
                continue
            if events_told == 1:  # its end alone
                self.phases.append(event.phase)
            if self._acted.get(began.side, 0) >= began.turn or began.turn in self.turns:
                continue
            if began.side != self.side:
                self.side, self.turns = began.side, []
            self.turns.append(began.turn)
            self.unseen = True
        if by_person and any(map(is_fight, events)):
            self.phases = []  # what became of one's own fight is to be read

    def can_act(self, side: str, turn: int) -> None:
        """A side is asked what its units do: only a phase of this turn went by, not the turn."""
        if side == self.side and turn in self.turns:
            self.turns.remove(turn)
            self.unseen = self.unseen and bool(self.turns)

    def seated(self, side: str, opening: Sequence[Event], entries: Iterable[LogEntry]) -> None:
        """Somebody else plays a side: what it has done so far counts, whoever did it. What has gone
        by for another side is told all the same.
        """
        self._acted[side] = _last_turns(opening, entries).get(side, 0)
        if side == self.side:
            self.forget()

    def dismiss(self) -> None:
        """It has been seen."""
        self.unseen = False

    def forget(self) -> None:
        """The side acts again, or the game went to another position."""
        self.side, self.turns, self.phases, self.unseen = "", [], [], False


def _last_turns(opening: Sequence[Event], entries: Iterable[LogEntry]) -> dict[str, int]:
    """Side to the last turn in which it has acted."""
    acted: dict[str, int] = {}
    turn = _turn_after(opening, 1)
    for entry in entries:
        acted[entry.side] = turn
        turn = _turn_after(entry.events, turn)
    return acted


def _turn_after(events: Iterable[Event], turn: int) -> int:
    for event in events:
        turn = event.turn if event.kind == "phase_begins" else turn
    return turn
