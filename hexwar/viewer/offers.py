"""What the position offers to the player who has to choose: the rules' answers, kept a position.

Nothing here knows a rule: what may be done comes from the state's ``legal_actions``, ``reach``,
``attack_options`` and ``explain``. Movement is offered as far as the side to act can tell: as if
units that it does not see were not there. Battles ask for what the rules allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hexwar.engine import Action, Reach, Violation
from hexwar.rules.movement.section import Movement
from hexwar.rules.overrun.section import Overrun
from hexwar.rules.reinforcements.section import Reinforcements
from hexwar.rules.retreat.section import Retreat
from hexwar.rules.zones_of_control.section import ZonesOfControl
from hexwar.viewer.match import Match

_ON_THE_MAP = frozenset({"move", "attack", "overrun", "done", "resign"})
"""Verbs that are never lines of a list: a hex is clicked for them, or a button pushed."""

_TO_A_HEX = frozenset({"enter", "retreat", "place"})
_MOST_LINES = 9


@dataclass(frozen=True, slots=True)
class Choice:
    """An action offered in the list: how it reads, and its notation."""

    label: str
    action: str


class Offers:
    """The present decision, asked for by unit and by hex."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._seen: tuple[int, bool] | None = None
        self._state = match.state
        self.assumes = False
        """Whether movement is offered without knowing of units that could be in its way."""
        self._actions: tuple[Action, ...] = ()
        self._targets: Mapping[str, tuple[tuple[str, ...], ...]] = {}
        self._ready: tuple[str, ...] | None = None
        self._moves: dict[tuple[str, ...], set[str]] = {}
        self._reach: dict[tuple[str, ...], Mapping[str, Reach]] = {}
        self._ways: dict[tuple[str, ...], Mapping[str, str]] = {}
        self._overruns: dict[tuple[str, ...], Mapping[str, str]] = {}

    def refresh(self) -> bool:
        """Take note of a new position; answers whether it is one."""
        if self._seen == (self.match.version, self.match.sight.fog):
            return False
        self._seen = self.match.version, self.match.sight.fog
        self._state, self.assumes = self.match.state, False
        self._reach, self._ways, self._overruns = {}, {}, {}
        self._actions, self._targets, self._ready = (), {}, None
        if not self.match.human_to_act:
            return True
        if self.kind == "movement":
            self._look()
        if self.kind == "combat":
            self._targets = self._state.attack_options()
        else:
            self._actions = tuple(self._state.legal_actions())
            self._moves = {}
            for action in self._actions:
                if action.verb == "move":
                    self._moves.setdefault(action.units, set()).add(action.hexes[-1])
        return True

    def _look(self) -> None:
        """Take the place of the side that moves, as far as it sees."""
        match, side = self.match, self.match.state.side_to_act
        if match.sight.limited and match.sight.fog and side is not None:
            view = match.state.view(side)
            self._state = match.state.seen_by(side)
            zones = match.resolved.section(ZonesOfControl) is not None
            self.assumes = zones and any(map(view.hides, match.resolved.map.numbers))

    def explain(self, line: str) -> Violation | None:
        """Why an action is illegal, as far as the side to act can tell."""
        self.refresh()
        return self._state.explain(line)

    @property
    def kind(self) -> str:
        """The kind of the decision that a person has to make, or an empty text."""
        decision = self.match.decision
        return decision.kind if decision is not None and self.match.human_to_act else ""

    @property
    def targets(self) -> Mapping[str, tuple[tuple[str, ...], ...]]:
        """Hexes that can be attacked, each with the groups able to attack it."""
        self.refresh()
        return self._targets

    # -- who -------------------------------------------------------------------------------------

    def ready(self) -> tuple[str, ...]:
        """Units that can do something in this decision, in the order of the units file."""
        if self._ready is None:
            self._ready = self.ordered(self._able())
        return self._ready

    def _able(self) -> set[str]:
        if self.kind == "movement":
            decision = self._state.decision
            also = [a for a in self._actions if a.verb in ("enter", "overrun")]
            waiting = {unit for action in also for unit in action.units}
            return {*(decision.units if decision else ()), *waiting}
        if self.kind == "combat":
            return {u for groups in self._targets.values() for group in groups for u in group}
        return {unit for action in self._actions for unit in action.units}

    def mates(self, unit: str) -> tuple[str, ...]:
        """The units that may go together with this one, itself among them."""
        here = self.match.state.position(unit)
        if here is None or not self.go_together:
            return (unit,)
        ready = self.ready()
        return tuple(u for u in self.match.state.units_at(here) if u in ready) or (unit,)

    @property
    def go_together(self) -> bool:
        """Whether units of one hex may act as one in this decision."""
        if self.kind == "movement":
            return self.match.resolved[Movement].stacks == "allowed"
        return self.kind == "retreat" and self.match.resolved[Retreat].stacks

    def party(self) -> tuple[str, ...]:
        """The units that one action can take together and that alone have to choose now."""
        groups = {action.units for action in self._actions if len(action.units) > 1}
        whole = max(groups, key=len, default=())
        return whole if self.kind == "retreat" and set(whole) == set(self.ready()) else ()

    def ordered(self, units: Iterable[str]) -> tuple[str, ...]:
        """Units in the order of the units file."""
        wanted = set(units)
        return tuple(unit for unit in self.match.resolved.units if unit in wanted)

    # -- where to --------------------------------------------------------------------------------

    def reach(self, units: tuple[str, ...]) -> Mapping[str, Reach]:
        """Where these units can move together now, their own hex left out.

        Of several, what is told is the way of the one with least left.
        """
        if self.kind != "movement" or not units:
            return {}
        if units not in self._reach:
            self._reach[units] = self._reach_of(units)
        return self._reach[units]

    def _reach_of(self, units: tuple[str, ...]) -> Mapping[str, Reach]:
        state = self._state
        if len(units) == 1:
            here = state.position(units[0])
            return {number: r for number, r in state.reach(units[0]).items() if number != here}
        each = [self.reach((unit,)) for unit in units]
        names = "+".join(units)
        common = self._moves.get(units)  # whole stacks are listed, their parts have to be asked for
        if common is None:
            common = set.intersection(*map(set, each))
            common = {n for n in common if state.explain(f"move {names} {n}") is None}
        return {
            number: min((reach[number] for reach in each), key=lambda r: r.left)
            for number in each[0]
            if number in common
        }

    def destinations(self, units: tuple[str, ...]) -> Mapping[str, str]:
        """Hexes where a click does something with the units, each with the action."""
        if not units:
            return {}
        if units not in self._ways:
            self._ways[units] = self._find_ways(units)
        return self._ways[units]

    def _find_ways(self, units: tuple[str, ...]) -> Mapping[str, str]:
        names = "+".join(units)
        found = {number: f"move {names} {number}" for number in self.reach(units)}
        for action in self._actions:
            if action.verb == "advance" and action.units == units:
                found.setdefault(self._advance_goal(action), str(action))
            elif action.verb in _TO_A_HEX and set(action.units) <= set(units):
                number = action.hexes[-1]
                together = str(Action(action.verb, units, (number,)))
                same = action.units == units
                if number not in found and (same or self._state.explain(together) is None):
                    found[number] = together
        for action in self._actions if len(units) == 1 else ():
            if action.verb in _TO_A_HEX and units[0] in action.units:
                # A stack goes together where its units cannot go one by one.
                found.setdefault(action.hexes[-1], str(action))
        return found

    def _advance_goal(self, action: Action) -> str:
        """The hex that an advance ends in; one that names no hex goes into the battle's."""
        decision = self.match.decision
        return (action.hexes[-1:] or (decision.hexes[:1] if decision else ("",)))[0]

    def overruns(self, units: tuple[str, ...]) -> Mapping[str, str]:
        """Hexes that these units can overrun together now, each with the action."""
        if self.kind != "movement" or not units or self.match.resolved.section(Overrun) is None:
            return {}
        if units not in self._overruns:
            state = self._state
            here = state.position(units[0])
            around = self.match.resolved.map.neighbors(here) if here else ()
            actions = {number: f"overrun {number} by {' '.join(units)}" for number in around}
            self._overruns[units] = {
                number: action
                for number, action in actions.items()
                if state.units_at(number) and state.explain(action) is None
            }
        return self._overruns[units]

    # -- what else -------------------------------------------------------------------------------

    def choices(self, units: tuple[str, ...]) -> tuple[Choice, ...]:
        """The actions worth a line in a list: everything but moves, attacks and ``done``.

        Where many units wait to be put on the map, that is done on the map; where many ways
        lead back, or on, those of the units picked up are listed.
        """
        many = sum(action.verb not in _ON_THE_MAP for action in self._actions) > _MOST_LINES
        ways = set(self.destinations(units).values())
        titles = {
            key: group.title for key, group in self.match.resolved[Reinforcements].groups.items()
        }
        return tuple(
            Choice(sentence(action, titles), str(action))
            for action in sorted(self._actions, key=lambda action: action.verb != "hold")
            if action.verb not in _ON_THE_MAP
            and not (action.verb in ("enter", "place") and len(self._actions) > _MOST_LINES)
            and not (action.verb == "retreat" and many and str(action) not in ways)
            and not (action.verb == "advance" and many and action.units != units and action.hexes)
        )

    def ending(self) -> str | None:
        """The action that ends the phase or declines what is offered, if there is one."""
        for notation in ("done", "pass"):
            if self.kind and self.match.state.explain(notation) is None:
                return notation
        return None


def sentence(action: Action, titles: Mapping[str, str] = MappingProxyType({})) -> str:
    """An action as a line in a list. ``titles``: how what can be declared reads.

    >>> sentence(Action.parse("retreat C 0402")), sentence(Action.parse("hold 2"))
    ('C retreats to 0402', 'Lose 2 steps, retreat 2 hexes less')
    """
    units, place = " and ".join(action.units), action.hexes[-1] if action.hexes else ""
    plural = "" if len(action.units) > 1 else "s"
    steps = "1 step, retreat 1 hex" if action.name == "1" else ""
    return {
        "retreat": f"{units} retreat{plural} to {place}",
        "lose": f"Lose {units}",
        "advance": f"{units} advance{plural}{f' to {place}' if place else ''}",
        "enter": f"{units} enters in {place}",
        "place": f"{units} begins in {place}",
        "hold": f"Lose {steps or f'{action.name} steps, retreat {action.name} hexes'} less",
        "declare": f"Declare: {titles.get(action.name, action.name)}",
        "pass": "Decline",
    }.get(action.verb, str(action))
