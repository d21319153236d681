"""Works that are wrecked by themselves: charges that go off when somebody comes near.

A charge goes off when a unit of the right kind comes to one of its two hexes, or with a phase, if
its condition holds and perhaps a roll succeeds. One that has failed may be a dud for good.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY, Position
from hexwar.rules.language.conditions import Conditions, Test
from hexwar.rules.language.selectors import Fits, Selectors, selected
from hexwar.rules.language.wording import either
from hexwar.rules.works.rules import WorkRules
from hexwar.rules.works.section import Falling, Works


class FailedDemolitions(NamedTuple):
    """Mask of the places for which a roll has failed, so that there is no other."""

    places: int = 0


FAILED_DEMOLITIONS = Slot("works_duds", FailedDemolitions(), lasts="game")


class Charge(NamedTuple):
    """How works of a kind fall, compiled."""

    said: Falling
    nears: Fits | None
    phases: frozenset[int]
    holds: Test


class FallRules:
    """When works fall, by the places where they stand."""

    __slots__ = ("_charges", "_frame", "_works")

    def __init__(
        self,
        frame: Frame,
        section: Works,
        works: WorkRules,
        selectors: Selectors,
        conditions: Conditions,
    ) -> None:
        self._frame, self._works = frame, works
        self._charges = {
            name: Charge(
                work.falls,
                selectors.fits(work.falls.nears) if work.falls.nears else None,
                frozenset(map(frame.phase_ids.index, work.falls.phase)),
                conditions.test(work.falls.condition),
            )
            for name, work in section.by_id.items()
            if work.falls is not None
        }

    def concerned_at(self, moment: str) -> bool:
        """Only in games in which something falls at such a moment."""
        charges = self._charges.values()
        if moment == "phase_begins":
            return any(charge.phases for charge in charges)
        return any(charge.nears for charge in charges)

    def on_the_way(self, state: Position, unit: int, cell: int) -> None:
        """Units move hex by hex where charges may go off before them: ``moved`` sees to these."""

    def moved(self, state: Position, unit: int) -> None:
        """A unit has come to a hex: what stands beside it may fall."""
        here = self._frame.board.bit[state.cells[unit]]
        self._fall(
            state,
            lambda charge, hexes: bool(
                hexes & here and charge.nears is not None and charge.nears(state, unit)
            ),
            next(iter(self._frame.foes[self._frame.unit_side[unit]]), 0),
        )

    def phase_begins(self, state: Position) -> None:
        """What falls with this phase."""
        phase = state.phase_index
        side = state.phase_side if state.phase_side != NOBODY else 0
        self._fall(state, lambda charge, hexes: phase in charge.phases, side)

    def _fall(self, state: Position, concerns: Callable[[Charge, int], bool], side: int) -> None:
        for place, (work, _, _, hexes) in enumerate(self._works.places):
            charge = self._charges.get(work.id)
            if charge is None or not concerns(charge, hexes):
                continue
            dud = state.memory[FAILED_DEMOLITIONS].places >> place & 1
            if self._works.stands(state, place) and not dud and charge.holds(state):
                if self._goes_off(state, place, charge.said):
                    self._works.change(state, place, side, stands=False)
                elif charge.said.again == "forbidden":
                    state.remember(
                        FAILED_DEMOLITIONS,
                        FailedDemolitions(state.memory[FAILED_DEMOLITIONS].places | 1 << place),
                    )

    def _goes_off(self, state: Position, place: int, falling: Falling) -> bool:
        work, pair, _, _ = self._works.places[place]
        roll, rule, title = falling.roll, work.cite.get("falls", ""), work.title
        where, faces = "/".join(pair), tuple[int, ...]()
        if roll is not None:
            faces = tuple([state.roll(roll.dice.sides) for _ in range(roll.dice.count)])
        goes_off = roll is None or roll.dice.read(faces) >= roll.at_least
        if state.events is not None:
            thrown = f"die {roll.dice.read(faces)}, " if roll is not None else ""
            text = f"{title} on {where}: {thrown}{'' if goes_off else 'not '}wrecked."
            state.tell("work_falls", rule, text, hex=pair[0], dice=faces, passed=goes_off)
        return goes_off

    def told(self, state: Position, number: str) -> list[str]:
        """What is charged beside a hex and still stands, a phrase each."""
        lines = []
        for place, (kind, pair, _, _) in enumerate(self._works.places):
            charge = self._charges.get(kind.id)
            if charge is None or number not in pair or not self._works.stands(state, place):
                continue
            work = f"{kind.title} to {pair[0] if number == pair[1] else pair[1]}"
            if state.memory[FAILED_DEMOLITIONS].places >> place & 1:
                lines.append(f"{work}: its charge has failed")
            else:
                lines.append(f"{work} {self._falls(charge.said)}")
        return lines

    def _falls(self, said: Falling) -> str:
        """When it falls, in words."""
        whens = [f"as {selected(said.nears)} comes near"] if said.nears else []
        titles = dict(zip(self._frame.phase_ids, self._frame.phase_titles, strict=True))
        whens += [f"with {titles[name]}" for name in said.phase]
        roll = said.roll
        on = f", on {roll.at_least} or more with {roll.dice}" if roll is not None else ""
        return f"falls {either(whens)}{on}"


def charges_at(state: Position, number: str) -> list[str]:
    """What is charged beside a hex: ``Bridge to 0403 falls as red comes near``."""
    rules = state.rules.find(FallRules)
    return rules.told(state, number) if rules is not None else []
