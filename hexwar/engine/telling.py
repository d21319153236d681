"""The events of a position as it changes, and which units were hidden from which side meanwhile.

Code that applies an action calls :meth:`ToldPosition.listen` first and :meth:`ToldPosition.told`
after it; between them the rules tell what happens. In games that hide units each event is noted
with the units that were hidden then: judged by the position before and after alone, a unit that lay
open in the midst of an action would be told as hidden, and one that was hidden by its name.

Below it stands what a position is when it is written down (:class:`WrittenPosition`).
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from functools import reduce
from operator import or_
from typing import Any, Self

from hexwar.definition.grammar import as_it_seems, does
from hexwar.engine.dice import Dice
from hexwar.engine.event import Event
from hexwar.engine.position import NOBODY, OFF_MAP, PositionData, bits
from hexwar.engine.rules import Frame, Scopes

# -- positions as plain data, for JSON: saves, pickles and the comparison of two positions ---------

# Units, hexes, phases and sides are written by their ids and not by their places in the files, so
# that a reader knows them. What can be computed again (masks, caches) is not written, and what was
# told (``events``) is no part of a position.


class WrittenPosition(PositionData):
    """A position that can be written down and read again."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; ``Game.state_from_dict`` makes an equal state of it."""
        frame, resolved = self.frame, self.frame.resolved
        whose_phase: dict[str, str] = {}
        if frame.phase_decided[self.phase_index]:
            # The files leave it to play whose phase it is.
            nobody = self.phase_side == NOBODY
            whose_phase = {"phase_side": "" if nobody else frame.side_ids[self.phase_side]}
        return {
            "game": resolved.header.id,
            "scenario": resolved.scenario.id,
            "options": list(resolved.options),
            "edition": resolved.edition,
            "turn": self.turn,
            "phase": self.phase,
            **whose_phase,
            "effects": list(self.effects),
            "units": {
                unit: frame.board.number[cell]
                for unit, cell in zip(frame.unit_ids, self.cells, strict=True)
                if cell != OFF_MAP
            },
            "eliminated": list(self.names_of(self.eliminated)),
            "lost": {
                unit: lost for unit, lost in zip(frame.unit_ids, self.lost, strict=True) if lost
            },
            "marks": {n: list(self.names_of(units)) for n, units in self.marks.items() if units},
            "concealed_at": frame.board.numbers(self.concealed_at),
            # Only where units hide: other saves say nothing of it.
            **({"unseen": list(self.names_of(self.unseen))} if self.unseen else {}),
            **({"secret": list(self.names_of(self.secret))} if self.secret else {}),
            "agenda": [task.to_dict() for task in self.agenda],
            "memory": {
                slot.name: slot.write(record)
                for slot, record in self.memory.items()
                if record != slot.empty
            },
            "dice": self.dice.to_dict(),
            "rolled": self.rolled,
            "is_over": self.is_over,
            "winner": self.winner,
            "level": self.level,
            "outcome": self.outcome,
        }

    @classmethod
    def from_dict(cls, scopes: Scopes, data: dict[str, Any]) -> Self:
        """The state that :meth:`to_dict` described, under its rules."""
        state = cls(scopes, Dice.from_dict(data["dice"]))
        frame, registry = scopes.frame, scopes.frame.registry
        index = frame.unit_index
        state.turn = data["turn"]
        state.phase_index = frame.phase_ids.index(data["phase"])
        state.phase_side = frame.phase_sides[state.phase_index]
        if frame.phase_decided[state.phase_index]:
            state.phase_side = {"": NOBODY, **frame.side_index}[data["phase_side"]]
        state.effects = _names(data["effects"])
        state.rules = scopes.rules(state.phase_index, state.effects)
        for unit, number in data["units"].items():
            state.place(index[unit], frame.board.cell[number])
        state.eliminated = _mask(frame, data["eliminated"])
        for unit, lost in data["lost"].items():
            state.lost[index[unit]] = lost
        for name, units in data["marks"].items():
            state.marks[name] = _mask(frame, units)
        state.concealed_at = frame.board.mask(data["concealed_at"])
        # After the units are placed: the hexes of hidden ones are read off where they stand.
        state.unseen = _mask(frame, data.get("unseen", []))
        state.conceal(_mask(frame, data.get("secret", [])))
        for name, record in data["memory"].items():
            slot = registry.slots[name]
            state.remember(slot, slot.read(record))
        state.agenda = [registry.tasks[task["task"]].from_dict(task) for task in data["agenda"]]
        state.rolled = data["rolled"]
        state.is_over = data["is_over"]
        state.winner = data["winner"]
        state.level = data["level"]
        state.outcome = data["outcome"]
        return state

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.scopes, self.to_dict())

    def in_brief(self) -> Hashable:
        """What equal positions of a game have in common, and most others do not; soon made."""
        return tuple(self.cells), tuple(self.lost), self.rolled

    def in_full(self) -> Hashable:
        """What equal positions of a game have in common, and no others do."""
        return json.dumps(self.to_dict(), sort_keys=True)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, WrittenPosition):
            return NotImplemented
        return (
            self.in_brief() == other.in_brief()
            # In this order: writing both down takes longest, and few positions get so far.
            and self.resolved.digest == other.resolved.digest
            and self.to_dict() == other.to_dict()
        )

    __hash__ = None  # type: ignore[assignment]  # it changes


def _names(written: Any) -> tuple[str, ...]:
    """A list of names; TypeError if it is something else, such as one name."""
    if not isinstance(written, list) or not all(isinstance(name, str) for name in written):
        raise TypeError(f"{str(written)[:80]!r} is no list of names")
    return tuple(written)


def _mask(frame: Frame, written: Any) -> int:
    """The units of a list, however often each stands in it."""
    return reduce(or_, (1 << frame.unit_index[unit] for unit in _names(written)), 0)


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
        away = self._units_away()
        for to_come in self.rules.hooks.to_come:
            away &= ~to_come(self)
        for owner in {self.frame.unit_side[unit] for unit in bits(hidden)}:
            mine = sum(
                1 << unit for unit, whose in enumerate(self.frame.unit_side) if whose == owner
            )
            hidden |= mine & away & ~self.eliminated
        return hidden

    def _units_away(self) -> int:
        """Mask of the units off the map."""
        return sum(1 << unit for unit, cell in enumerate(self.cells) if cell == OFF_MAP)

    def _unknown_to_each(self) -> list[int]:
        """By side, the mask of the units of which it does not know where they are."""
        return [self.unknown(side) for side in range(len(self.frame.side_ids))]

    def listen(self, *, opening: bool = False) -> None:
        """Note what happens from now on, and which units are hidden from which side meanwhile.

        At the ``opening`` of a game nobody has seen yet what lies on the map.
        """
        self.events, self.watched = [], None
        if self.scopes.hiding:
            unseen = ~self._units_away() if opening else 0
            self.watched = [[unknown | unseen for unknown in self._unknown_to_each()]]

    def tell(self, kind: str, rule: str, text: str, **fields: Any) -> None:
        """Record an event; callers on hot paths test ``state.events is not None`` first."""
        if self.events is not None:
            self._record(Event(kind, rule, text, **fields))

    def _record(self, event: Event) -> None:
        """Append an event, with the units that did not lie in the open to each side then."""
        if self.events is not None:
            self.events.append(event)
        if self.watched is not None:
            away = self._units_away()
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
        """What has happened since :meth:`listen`; each event notes which units were hidden from
        which side.
        """
        if self.watched is not None:
            moments = [*self.watched, self._unknown_to_each()]
            self.watched = None
            for hiding in self.scopes.hiding:
                hiding.redact(self, moments)
        return self.events or []

    def _ending(self, phase: int, *, nothing_to_do: bool) -> Event:
        """The event of a phase's end; ``nothing_to_do``: it ended by itself, and says so."""
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
        """The end of a phase as another side learns of it: why it ended is left out, as that would
        tell which units are there.
        """
        if event.kind != "phase_ends" or not event.fields.get("forced"):
            return event
        phase = self.frame.phase_ids.index(event.phase)
        owner = self.frame.phase_sides[phase]
        if owner >= 0 and self.frame.side_ids[owner] == side:
            return event
        return self._ending(phase, nothing_to_do=False)
