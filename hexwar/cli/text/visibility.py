"""What the person at the terminal may know of a game.

Where something is hidden, everything is asked of a view of one side: the one person's, or that of
the side to act if several share the terminal. Movement is judged as if units that are not seen were
not there, as a refusal would betray them; battles by what the rules allow.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

from hexwar.engine import Event, Preview
from hexwar.engine.event import SUMMARIES
from hexwar.records import HUMAN, Session
from hexwar.records.replay import in_a_sentence
from hexwar.rules.history import LogEntry
from hexwar.rules.movement.task import MovementPhase
from hexwar.rules.state import State
from hexwar.rules.units.section import Units
from hexwar.rules.view import View
from hexwar.rules.zones_of_control.section import ZonesOfControl

ASSUMED = "Zones of control of enemy units that are hidden are not counted here."


@dataclass(frozen=True, slots=True)
class Seen:
    """A position as one side sees it; ``view`` is ``None`` where everything is seen."""

    state: State
    view: View | None = None

    def units_at(self, number: str) -> tuple[str, ...]:
        """The units that are seen in a hex."""
        return (self.view or self.state).units_at(number)

    def on_the_map(self, number: str) -> tuple[str, ...]:
        """What is drawn in a hex: the units that are seen, a plus for those that are not."""
        return (*self.units_at(number), *(["+"] if self.hides(number) else []))

    def lying(self, number: str) -> tuple[str, ...]:
        """The titles of the counters in a hex that are no units."""
        return tuple(marker.title for marker in self.state.on_map() if marker.hex == number)

    def position(self, unit: str) -> str | None:
        """Where a unit stands, as far as that is known."""
        return (self.view or self.state).position(unit)

    def hides(self, number: str) -> bool:
        """Whether more units are in a hex than are seen."""
        return self.view is not None and self.view.hides(number)

    def is_secret(self, unit: str) -> bool:
        """Whether it must not be told if a unit stands on the map: an enemy that is not seen."""
        # Enemies that are not seen may stand anywhere or nowhere, and neither is told.
        if self.view is None or self.state.resolved[Units].counters[unit].side == self.view.side:
            return False
        return self.view.position(unit) is None

    @property
    def known(self) -> State:
        """The state to ask what may be done. Battles ask for what the rules allow.

        Movement is a matter of what is known: as if units that are not seen were not there.
        """
        return self.seen if self._moving else self.state

    @property
    def seen(self) -> State:
        """The state as far as it is known: as if units that are not seen were not there."""
        return self.state if self.view is None else self.state.seen_by(self.view.side)

    @property
    def assumes(self) -> bool:
        """Whether unseen units may have zones of control that are not taken into account."""
        resolved = self.state.resolved
        zones = resolved.section(ZonesOfControl) is not None
        return self._moving and zones and any(map(self.hides, resolved.map.numbers))

    @property
    def _moving(self) -> bool:
        return not self.state.is_over and isinstance(self.state.agenda[-1], MovementPhase)

    def preview(self, attack: str) -> Preview:
        """An attack or a fire before its dice; IllegalAction says why there is none."""
        return (self.view or self.state).preview(attack)

    def known_events(self, events: Iterable[Event]) -> list[Event]:
        """Events as they were learned of."""
        return list(events) if self.view is None else self.view.known_events(events)

    def sentence(self, entry: LogEntry) -> str:
        """An action in words: what it brought about first, as that was learned of."""
        return in_a_sentence(entry, self.known_events(entry.events), self.state)

    def learned_of(self, entries: Iterable[LogEntry]) -> list[LogEntry]:
        """Those actions of which it is known that they were done."""
        eyes = () if self.view is None else (self.view.side,)
        return [entry for entry in entries if not entry.is_secret_from(eyes)]

    def action_of(self, entry: LogEntry) -> str:
        """An action as it was learned of: without what it says where units moved out of sight."""
        events_known = self.known_events(entry.events)
        # What follows when the phase is over, such as cards that are drawn, is none of it.
        before_next_phase = takewhile(lambda event: event.kind not in _PHASES, entry.events)
        facts = (event for event in before_next_phase if event.kind not in SUMMARIES)
        if all(event in events_known for event in facts):
            return str(entry.action)
        return f"{entry.action.verb}{OUT_OF_SIGHT}"


OUT_OF_SIGHT = ", out of sight"
"""Ends an action of which no more was learned than that it was done."""

_PHASES = ("phase_ends", "phase_begins")


def seen_in(session: Session) -> Seen:
    """The present position, seen by the one person who plays, else by the side to act.

    Everything is seen where nothing is hidden, nobody plays or the game is over.
    """
    state = session.state
    people = [side for side, player in session.players.items() if player == HUMAN]
    if state.is_over or not people or not state.scopes.hiding:
        return Seen(state)
    # Where several people share a terminal each sees what its own side does, in its turn.
    acting = state.side_to_act
    return Seen(state, state.view(acting if acting in people else people[0]))
