"""Why a click does nothing: the rules are asked, by hex and by the units there.

A click names a hex and no action, so each question first makes the action that the player most
likely meant, and asks the position why that may not be done. Nothing here knows a rule.
"""

from __future__ import annotations

from hexwar.engine import Action, Violation
from hexwar.rules.language.wording import every
from hexwar.rules.movement.section import Movement
from hexwar.rules.units.section import Units
from hexwar.viewer.match.match import Match
from hexwar.viewer.table.available import AvailableChoices


class Refusals:
    """Answers for what the position offers to the player who has to choose."""

    def __init__(self, match: Match, available: AvailableChoices) -> None:
        self.match = match
        self.available = available
        self._warned = -1  # the version of the position in which it was told who stays out

    def foes_at(self, number: str) -> bool:
        """Whether enemies of the side to act are seen in a hex."""
        units = self.match.visibility.units_at(number)
        return bool(units) and not self._is_own(units[0])

    def _is_own(self, unit: str) -> bool:
        return self.match.resolved[Units].counters[unit].side == self.match.state.side_to_act

    def of_going(self, units: tuple[str, ...], number: str) -> Violation | None:
        """Why units cannot go to a hex, or fight it from the next."""
        here = self.match.state.position(units[0])
        # Only from the next hex a click on enemies means an attack; from afar it is a move that was
        # meant.
        near = here is not None and here in self.match.resolved.map.neighbors(number)
        return self.available.why_not_go(units, number, attacking=near and self.foes_at(number))

    def way_called(self, way: str) -> str:
        """A way of moving in words; empty for the ordinary one."""
        modes = self.match.resolved[Movement].modes
        return modes[way].title.lower() if way in modes else way

    def another_way(self, units: tuple[str, ...], number: str) -> str:
        """In words a way in which units come to a hex; empty if there is none."""
        for way in self.available.ways(units) if units else ():
            if number in self.available.destinations(units, way):
                return self.way_called(way) or "in the ordinary way"
        return ""

    def warned(self, action: Action) -> bool:
        """Tell once who can enter now and could not after an action; whether that was told just
        now, so that nothing is to be done yet.
        """
        match = self.match
        # What a lesson asks for is done at once, without a word of who stays out.
        taught = match.lesson is not None and match.lesson.waits_for(action)
        left = () if taught else self.available.state.left_waiting(action)
        if not left or self._warned == match.version:
            return False
        self._warned = match.version
        when = "in this phase" if action.verb == "done" else "before anything moves"
        them = "it" if len(left) == 1 else "them"
        match.say(f"{every(left)} can still enter {when}. The same again goes on without {them}.")
        return True

    def of_picking(self, number: str) -> Violation | None:
        """Why the first unit in a hex cannot act."""
        return self.available.why_not_act(self.match.visibility.units_at(number)[0], number)

    def of_attacking(self, units: tuple[str, ...], number: str) -> Violation | None:
        """Why units do not attack a hex, or why the unit there attacks nobody.

        Without units, why the first of the side to act does not.
        """
        state, here = self.match.state, self.match.visibility.units_at(number)
        counters = self.match.resolved[Units].counters
        if self._is_own(here[0]):
            # One of the player's own units with nobody to attack.
            spots = [
                spot
                for unit in counters
                if not self._is_own(unit) and (spot := state.position(unit))
            ]
            near = min(
                spots, key=lambda spot: self.match.resolved.map.distance(spot, number), default=""
            )
            return state.explain(self.available.fight(near, here[:1])) if near else None
        # Nobody is picked up: the first of the side stands for all, since a reason is wanted.
        able = (
            units
            or tuple(unit for unit in counters if self._is_own(unit) and state.position(unit))[:1]
        )
        return state.explain(self.available.fight(number, able)) if able else None
