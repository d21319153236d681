"""What the player has picked up, and what a click on a hex means then.

Nothing here knows a rule: what may be done comes from the state's ``legal_actions``, ``reach``
and ``attack_options``, why something may not from ``explain``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexwar.engine import Action, IllegalAction, Preview, Reach
from hexwar.viewer.match import Match

_NOT_LISTED = frozenset({"move", "attack", "done", "resign"})
_TO_A_HEX = frozenset({"enter", "retreat", "place"})


@dataclass(frozen=True, slots=True)
class Choice:
    """An action offered in the list: how it reads, and its notation."""

    label: str
    action: str


class Selection:
    """The unit, target and attackers picked; the hex cursor; the hex under the pointer."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.unit: str | None = None
        self.target: str | None = None
        self.attackers: tuple[str, ...] = ()
        numbers = match.resolved.map.numbers
        self.cursor: str = numbers[len(numbers) // 2]
        self.pointer: str | None = None
        self.cursor_shown = False
        self._seen = -1
        self._actions: tuple[Action, ...] = ()
        self._ready: tuple[str, ...] | None = None
        self._reach: dict[str, Mapping[str, Reach]] = {}
        self._targets: Mapping[str, tuple[tuple[str, ...], ...]] = {}
        self._preview: tuple[str, Preview | None] = ("", None)
        self.refresh()

    # -- what the position offers -----------------------------------------------------------------

    def refresh(self) -> None:
        """Take note of a new position; drop what can no longer act."""
        if self._seen == self.match.version:
            return
        self._seen = self.match.version
        self._reach, self._targets, self._preview = {}, {}, ("", None)
        self._actions, self._ready = (), None
        if not self.match.human_to_act:
            self.clear()
            return
        if self.kind == "combat":
            self._targets = self.match.state.attack_options()
        else:
            self._actions = tuple(self.match.state.legal_actions())
        if self.target not in self._targets:
            self.target, self.attackers = None, ()
        ready = self.ready()
        if self.unit not in ready:
            self.unit = ready[0] if len(ready) == 1 and self.kind != "movement" else None

    @property
    def kind(self) -> str:
        """The kind of the decision that a person has to make, or an empty text."""
        decision = self.match.decision
        return decision.kind if decision is not None and self.match.human_to_act else ""

    @property
    def focus_hex(self) -> str | None:
        """The hex that is looked at: under the pointer, or else under the cursor."""
        return self.cursor if self.cursor_shown else self.pointer

    def reach(self, unit: str) -> Mapping[str, Reach]:
        """Where a unit can move now, its own hex left out."""
        if unit not in self._reach:
            found = self.match.state.reach(unit) if self.kind == "movement" else {}
            here = self.match.state.position(unit)
            self._reach[unit] = {number: r for number, r in found.items() if number != here}
        return self._reach[unit]

    @property
    def targets(self) -> Mapping[str, tuple[tuple[str, ...], ...]]:
        """Hexes that can be attacked, each with the groups able to attack it."""
        self.refresh()
        return self._targets

    def destinations(self, unit: str | None) -> Mapping[str, str]:
        """Hexes where a click does something with the unit, each with the action."""
        if unit is None:
            return {}
        found: dict[str, str] = {}
        if self.kind == "movement":
            found = {number: f"move {unit} {number}" for number in self.reach(unit)}
        for action in self._actions:
            if action.verb in _TO_A_HEX and unit in action.units:
                # A stack goes together where its units cannot go one by one.
                if len(action.units) == 1 or action.hexes[-1] not in found:
                    found[action.hexes[-1]] = str(action)
            elif action.verb == "advance" and action.units == (unit,):
                decision = self.match.decision
                goal = action.hexes[-1:] or (decision.hexes[-1:] if decision else ())
                if goal:
                    found.setdefault(goal[0], str(action))
        return found

    def ready(self) -> tuple[str, ...]:
        """Units that can do something in this decision, in the order of the units file."""
        if self._ready is None:
            self._ready = self._find_ready()
        return self._ready

    def _find_ready(self) -> tuple[str, ...]:
        kind = self.kind
        if kind == "movement":
            decision = self.match.decision
            moving = set(decision.units if decision else ())
            waiting = {a.units[0] for a in self._actions if a.verb == "enter"}
            return self._ordered(moving | waiting)
        if kind == "combat":
            able = {unit for groups in self._targets.values() for group in groups for unit in group}
        else:
            able = {unit for action in self._actions for unit in action.units}
        return self._ordered(able)

    def choices(self) -> tuple[Choice, ...]:
        """The actions worth a line in a list: everything but moves, attacks and ``done``.

        Where units wait to be put on the map, that is done on the map.
        """
        return tuple(
            Choice(_sentence(action), str(action))
            for action in self._actions
            if action.verb not in _NOT_LISTED
            and not (action.verb in ("enter", "place") and len(self._actions) > 9)
        )

    def ending(self) -> str | None:
        """The action that ends the phase or declines what is offered, if there is one."""
        for notation in ("done", "pass"):
            if self.kind and self.match.state.explain(notation) is None:
                return notation
        return None

    def preview(self) -> Preview | None:
        """The battle that is being prepared, None when there is none."""
        attack = self.attack()
        if attack is None:
            return None
        if self._preview[0] != attack:
            try:
                self._preview = (attack, self.match.state.preview(attack))
            except IllegalAction as refused:
                self._preview = (attack, None)
                self.match.refuse(refused.violation)
        return self._preview[1]

    def attack(self) -> str | None:
        """The notation of the attack that is being prepared."""
        if self.target is None or not self.attackers:
            return None
        return f"attack {self.target} by {' '.join(self.attackers)}"

    # -- what the player does ----------------------------------------------------------------------

    def clear(self) -> None:
        """Let go of everything."""
        self.unit, self.target, self.attackers = None, None, ()

    def pick(self, unit: str) -> None:
        """Take up a unit."""
        self.unit = unit
        if self.kind != "combat":
            self.target, self.attackers = None, ()

    def click(self, number: str, act: bool = False) -> None:
        """The player points at a hex. ``act``: go there even if a friend to pick stands there."""
        if not self.kind:
            return
        if self.kind == "combat":
            self._click_in_combat(number)
            return
        here = self._own_ready(number)
        there = self.destinations(self.unit)
        if number in there and (act or not here or self.kind == "advance"):
            self._do(there[number])
        elif here and self.kind == "loss" and len(here) == 1:
            self._do(f"lose {here[0]}")
        elif here and self.kind == "advance" and len(here) == 1 and self.unit == here[0]:
            self._do(next(iter(self.destinations(here[0]).values())))
        elif here:
            self._cycle(here)
        elif self.unit is not None:
            self._refuse_going(self.unit, number)
        elif self.match.state.units_at(number):
            self._refuse_picking(number)

    def _own_ready(self, number: str) -> tuple[str, ...]:
        ready = set(self.ready())
        return tuple(unit for unit in self.match.state.units_at(number) if unit in ready)

    def _cycle(self, units: tuple[str, ...]) -> None:
        """Pick the next unit of a stack."""
        at = units.index(self.unit) + 1 if self.unit in units else 0
        self.pick(units[at % len(units)])

    def _do(self, notation: str) -> None:
        if self.match.act(notation):
            self.refresh()

    def _refuse_going(self, unit: str, number: str) -> None:
        verb = {"retreat": "retreat", "advance": "advance"}.get(self.kind, "move")
        if verb == "move" and self.match.state.position(unit) is None:
            verb = "enter"
        if number == self.match.state.position(unit):
            self.clear()
            return
        violation = self.match.state.explain(f"{verb} {unit} {number}")
        if violation is not None:
            self.match.refuse(violation)

    def _refuse_picking(self, number: str) -> None:
        """A unit that cannot act was clicked: ask the rules why it cannot leave its hex."""
        state = self.match.state
        unit = state.units_at(number)[0]
        if self.kind == "movement":
            next_to = self.match.resolved.map.neighbors(number)
            violation = state.explain(f"move {unit} {next_to[0]}") if next_to else None
        elif self.kind == "loss":
            violation = state.explain(f"lose {unit}")
        else:
            violation = state.explain(f"{self.kind} {unit} {number}")
        if violation is not None:
            self.match.refuse(violation)

    def _click_in_combat(self, number: str) -> None:
        if number in self.targets:
            self.aim(number)
            return
        here = self.match.state.units_at(number)
        groups = self.targets.get(self.target or "", ())
        mine = [group for group in groups if set(group) & set(here)]
        if mine:
            self.toggle(self.unit if self.unit in mine[0] else mine[0][0])
            return
        own = self._own_ready(number)
        if own:
            self.target, self.attackers = None, ()
            self._cycle(own)
            return
        if here:
            self._refuse_attack(number, here)

    def _refuse_attack(self, number: str, here: tuple[str, ...]) -> None:
        state, side = self.match.state, self.match.state.side_to_act
        if self.match.resolved.units[here[0]].side == side:
            # One of the player's own units with nobody to attack.
            others = [u for u in self.match.resolved.units.values() if u.side != side]
            spots = [spot for u in others if (spot := state.position(u.id))]
            near = min(spots, key=lambda s: self.match.resolved.map.distance(s, number), default="")
            violation = state.explain(f"attack {near} by {here[0]}") if near else None
        else:
            units = self.attackers or ((self.unit,) if self.unit else self.ready()[:1])
            if not units:
                units = tuple(
                    u.id
                    for u in self.match.resolved.units.values()
                    if u.side == side and state.position(u.id)
                )[:1]
            violation = state.explain(f"attack {number} by {' '.join(units)}") if units else None
        if violation is not None:
            self.match.refuse(violation)

    def aim(self, number: str) -> None:
        """Prepare an attack on a hex, with everybody who can take part.

        When all together are too many for the rules, as many as may are taken.
        """
        groups = self.targets[number]
        if self.target == number:
            return
        self.target = number
        chosen: tuple[str, ...] = ()
        first = [group for group in groups if self.unit in group]
        for group in [*first, *(group for group in groups if group not in first)]:
            together = self._ordered({*chosen, *group})
            attack = f"attack {number} by {' '.join(together)}"
            # A weak group alone may be illegal where it is legal with the next one's help.
            if self.match.state.explain(attack) is None or not chosen:
                chosen = together
        attack = f"attack {number} by {' '.join(chosen)}"
        everybody = self._ordered({unit for group in groups for unit in group})
        if self.match.state.explain(attack) is not None:
            chosen = everybody
        self.attackers = chosen

    def toggle(self, unit: str) -> None:
        """Add a unit, with those that must attack with it, to the attack, or take it out."""
        for group in self.targets.get(self.target or "", ()):
            if unit in group:
                now = set(self.attackers)
                wanted = now - set(group) if unit in now else now | set(group)
                self.attackers = self._ordered(wanted)
                return

    def _ordered(self, units: set[str]) -> tuple[str, ...]:
        return tuple(unit for unit in self.match.resolved.units if unit in units)

    def commit(self) -> bool:
        """Carry out the attack that is prepared; answers whether there was one."""
        attack = self.attack()
        if attack is None:
            return False
        if self.match.act(attack):
            self.target, self.attackers, self.unit = None, (), None
            self.refresh()
        return True

    def end(self) -> None:
        """End the phase or decline; say why not when that is illegal."""
        if not self.kind:
            return
        notation = self.ending()
        if notation is None:
            decision = self.match.decision
            wanted = "pass" if decision and decision.kind == "advance" else "done"
            violation = self.match.state.explain(wanted)
            if violation is not None:
                self.match.refuse(violation)
            return
        self.clear()
        self._do(notation)

    def step_unit(self, step: int) -> str | None:
        """Pick the next unit (``step`` 1) or the one before (-1) that can act."""
        ready = self.ready()
        if not ready:
            return None
        at = ready.index(self.unit) + step if self.unit in ready else (0 if step > 0 else -1)
        self.pick(ready[at % len(ready)])
        return self.unit

    def options(self) -> tuple[str, ...]:
        """Hexes that mean something now: targets in combat, else the unit's destinations."""
        return tuple(self.targets) if self.kind == "combat" else tuple(self.destinations(self.unit))


def _sentence(action: Action) -> str:
    """An action as a line in a list.

    >>> _sentence(Action.parse("retreat C 0402")), _sentence(Action.parse("pass"))
    ('C retreats to 0402', 'Decline')
    """
    units, place = " and ".join(action.units), action.hexes[-1] if action.hexes else ""
    return {
        "retreat": f"{units} retreats to {place}",
        "lose": f"Lose {units}",
        "advance": f"{units} advances{f' to {place}' if place else ''}",
        "enter": f"{units} enters in {place}",
        "place": f"{units} begins in {place}",
        "overrun": f"Overrun {place} with {units}",
        "hold": f"Hold: lose {action.name} instead of retreating",
        "declare": f"Declare: {action.name.replace('_', ' ')}",
        "pass": "Decline",
    }.get(action.verb, str(action))
