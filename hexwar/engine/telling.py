"""What is told of a position as it changes, and who was hidden from whom meanwhile.

Whoever applies an action calls :meth:`ToldPosition.listen` first and :meth:`ToldPosition.told`
after it; between them the rules tell. In games that hide units each event is noted with who was
hidden then: judged by the position before and after alone, what lay open in the midst of an action
would be told as hidden, and what was hidden by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from hexwar.definition.grammar import as_it_seems, does
from hexwar.engine.event import Event
from hexwar.engine.position import OFF_MAP, bits
from hexwar.engine.written import WrittenPosition


class ToldPosition(WrittenPosition):
    """A position that tells what happens in it, and notes what each side sees of that."""

    __slots__ = ()

    def unknown(self, side: int) -> int:
        """Mask of the units of which a side does not know where they are.

        They are those hidden from it and, as nobody says which these are, all others of their
        owners that could be: the ones off the map, but for those that cannot have come yet.
        """
        hidden = self.hidden(side)
        if not hidden:
            return 0
        away = self._away()
        for to_come in self.rules.hooks.to_come:
            away &= ~to_come(self)
        for owner in {self.frame.unit_side[unit] for unit in bits(hidden)}:
            mine = sum(
                1 << unit for unit, whose in enumerate(self.frame.unit_side) if whose == owner
            )
            hidden |= mine & away & ~self.eliminated
        return hidden

    def _away(self) -> int:
        """Mask of the units off the map."""
        return sum(1 << unit for unit, cell in enumerate(self.cells) if cell == OFF_MAP)

    def _unknown_to_each(self) -> list[int]:
        return [self.unknown(side) for side in range(len(self.frame.side_ids))]

    def listen(self, *, opening: bool = False) -> None:
        """Tell what happens from now on, and watch who is hidden from whom meanwhile.

        At the ``opening`` of a game nobody has seen yet what lies on the map.
        """
        self.events, self.watched = [], None
        if self.scopes.hiding:
            unseen = ~self._away() if opening else 0
            self.watched = [[unknown | unseen for unknown in self._unknown_to_each()]]

    def tell(self, kind: str, rule: str, text: str, **fields: Any) -> None:
        """Record an event; callers on hot paths test ``state.events is not None`` first."""
        if self.events is not None:
            self._record(Event(kind, rule, text, **fields))

    def _record(self, event: Event) -> None:
        if self.events is not None:
            self.events.append(event)
        if self.watched is not None:
            away = self._away()
            sides = range(len(self.frame.side_ids))
            self.watched.append([self.hidden(side) | away for side in sides])

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What happens meanwhile does so at one moment: nobody sees how things stand within it."""
        watched, self.watched = self.watched, None
        yield
        self.watched = watched
        if watched is not None:
            # One entry at the beginning and one an event: those of this moment get what was before
            # it.
            watched += watched[-1:] * (len(self.events or ()) + 1 - len(watched))

    def told(self) -> list[Event]:
        """What has happened since :meth:`listen`: each event notes who was hidden from whom."""
        if self.watched is not None:
            moments = [*self.watched, self._unknown_to_each()]
            self.watched = None
            for hiding in self.scopes.hiding:
                hiding.redact(self, moments)
        return self.events or []

    def _ending(self, phase: int, *, nothing_to_do: bool) -> Event:
        frame = self.frame
        ends = does(as_it_seems(frame.phase_titles[phase]), "ends")
        text, reason = f"{ends}.", "order"
        if nothing_to_do:
            text = f"{ends}: there is nothing more to do."
            reason = "nothing_to_do"
        rule = frame.cite.get(reason, "")
        return Event("phase_ends", rule, text, phase=frame.phase_ids[phase], forced=nothing_to_do)

    def known_events(self, events: Iterable[Event], side: str) -> list[Event]:
        """Events as a side learns of them."""
        known = list(events)
        if self.scopes.hiding:
            known = [self._ending_seen_by(side, event) for event in known]
        for hiding in self.scopes.hiding:
            known = hiding.known_events(known, side)
        return known

    def _ending_seen_by(self, side: str, event: Event) -> Event:
        """The end of a phase, of which the others do not learn why: it tells who is there."""
        if event.kind != "phase_ends" or not event.fields.get("forced"):
            return event
        phase = self.frame.phase_ids.index(event.phase)
        owner = self.frame.phase_sides[phase]
        if owner >= 0 and self.frame.side_ids[owner] == side:
            return event
        return self._ending(phase, nothing_to_do=False)
