"""What the player has picked up, and what a click on a hex means then.

Nothing here knows a rule: what may be done comes from :class:`~.offers.Offers`, why something may
not from the state's ``explain``.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexwar.engine import IllegalAction, Preview, Reach
from hexwar.rules.overrun.section import Overrun
from hexwar.viewer.match import Match
from hexwar.viewer.offers import Choice, Offers

_VERBS = {"retreat": "retreat", "advance": "advance", "setup": "place"}
"""Kind of decision to the verb that goes to a hex; a move otherwise."""


class Selection:
    """The units picked up, the target and attackers; the hex cursor; the hex under the pointer.

    ``units`` act together; ``unit`` is the first of them.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.offers = Offers(match)
        self.units: tuple[str, ...] = ()
        self.target: str | None = None
        self.attackers: tuple[str, ...] = ()
        numbers = match.resolved.map.numbers
        self.cursor: str = numbers[len(numbers) // 2]
        self.pointer: str | None = None
        self.cursor_shown = False
        self._preview: tuple[str, Preview | None] = ("", None)
        self._kind = ""
        self.refresh()

    # -- what the position offers -----------------------------------------------------------------

    def refresh(self) -> None:
        """Take note of a new position; drop what can no longer act."""
        if not self.offers.refresh():
            return
        self._preview = ("", None)
        if self.kind != self._kind:
            # What was taken up for one kind of choice says nothing about the next.
            self._kind, self.units = self.kind, ()
        if not self.match.human_to_act:
            self.clear()
            return
        ready = self.ready()
        self.units = tuple(unit for unit in self.units if unit in ready)
        if len({self.match.state.position(unit) for unit in self.units}) > 1:
            self.units = ()
        if not self.units and self.kind != "movement":
            self.units = ready if len(ready) == 1 else self.offers.party()
        if self.target not in self.targets and self.target not in self.overruns():
            self.target, self.attackers = None, ()

    @property
    def unit(self) -> str | None:
        """The first of the units picked up."""
        return self.units[0] if self.units else None

    @property
    def kind(self) -> str:
        """The kind of the decision that a person has to make, or an empty text."""
        return self.offers.kind

    @property
    def focus_hex(self) -> str | None:
        """The hex that is looked at: under the pointer, or else under the cursor."""
        return self.cursor if self.cursor_shown else self.pointer

    @property
    def here(self) -> str | None:
        """The hex of the units picked up."""
        return self.match.state.position(self.units[0]) if self.units else None

    def reach(self) -> Mapping[str, Reach]:
        """Where the units picked up can move together now."""
        return self.offers.reach(self.units)

    @property
    def targets(self) -> Mapping[str, tuple[tuple[str, ...], ...]]:
        """Hexes that can be attacked, each with the groups able to attack it."""
        return self.offers.targets

    def destinations(self) -> Mapping[str, str]:
        """Hexes where a click does something with the units picked up, each with the action."""
        return self.offers.destinations(self.units)

    def overruns(self) -> Mapping[str, str]:
        """Hexes that the units picked up can overrun, each with the action."""
        return self.offers.overruns(self.units)

    def ready(self) -> tuple[str, ...]:
        """Units that can do something in this decision, in the order of the units file."""
        return self.offers.ready()

    def choices(self) -> tuple[Choice, ...]:
        """The actions worth a line in a list."""
        return self.offers.choices(self.units)

    def members(self) -> tuple[str, ...]:
        """The counters to choose among one by one: a stack that goes together, or candidates."""
        if self.kind in ("loss", "advance"):
            return self.ready() if len(self.ready()) > 1 else ()
        mates = self.offers.mates(self.units[0]) if self.units else ()
        if self.kind in ("setup", "combat") and self.here and self.match.sight.limited:
            mates = self.match.state.units_at(self.here)  # their order matters to the enemy
        kinds = ("movement", "retreat", "setup", "combat")
        return mates if len(mates) > 1 and self.kind in kinds else ()

    def ending(self) -> str | None:
        """The action that ends the phase or declines what is offered, if there is one."""
        return self.offers.ending()

    def preview(self) -> Preview | None:
        """The battle that is being prepared, as far as it can be known; None for none."""
        attack = self.attack()
        if attack is None:
            return None
        if self._preview[0] != attack:
            views = self.match.sight.views
            try:
                known = views[0] if views else self.match.state
                self._preview = (attack, known.preview(attack))
            except IllegalAction as refused:
                self._preview = (attack, None)
                self.match.refuse(refused.violation)
        return self._preview[1]

    def attack(self) -> str | None:
        """The notation of the attack or overrun that is being prepared."""
        if self.target is None or not self.attackers:
            return None
        verb = "attack" if self.kind == "combat" else "overrun"
        return f"{verb} {self.target} by {' '.join(self.attackers)}"

    # -- picking up --------------------------------------------------------------------------------

    def clear(self) -> None:
        """Let go of everything."""
        self.units, self.target, self.attackers = (), None, ()

    def pick(self, *units: str) -> None:
        """Take up units of one hex."""
        self.units = units
        if self.kind != "combat":
            self.target, self.attackers = None, ()

    def take_member(self, unit: str, also: bool = False) -> None:
        """Choose one of :meth:`members`; ``also`` adds it to what is picked up, or takes it out.

        Where one of them has to be named for a loss, that is the choice.
        """
        if unit not in self.members():
            return
        if self.kind == "loss":
            self._do(f"lose {unit}")
        elif also and self.kind in ("movement", "retreat"):
            wanted = set(self.units) ^ {unit}
            self.pick(*self.offers.ordered(wanted or {unit}))
        else:
            self.pick(unit)

    def take_all(self) -> None:
        """Take the whole stack, or of a whole stack the first unit only."""
        if self.unit is None and self.focus_hex:
            mine = self._own_ready(self.focus_hex)
            self.units = mine[:1]
        mates = self.offers.mates(self.units[0]) if self.units else ()
        if mates:
            self.pick(*(mates[:1] if self.units == mates else mates))

    def put_on_top(self) -> None:
        """Put the unit picked up on top of its stack, else the next of the stack looked at."""
        wanted = self.units if len(self.units) == 1 else self._own(self.focus_hex or self.here)
        if not wanted:
            self.match.say("Pick a counter of a stack first, or point at a stack of yours.")
            return
        shown = [place for place, unit in enumerate(wanted) if self.on_top(unit)]
        first = shown[0] + 1 if shown else 0
        turn = (*wanted[first:], *wanted[:first])
        able = (unit for unit in turn if self.match.state.explain(f"top {unit}") is None)
        self._do(f"top {next(able, turn[0])}")

    def on_top(self, unit: str) -> bool:
        """Whether everybody sees a unit, as the top one of its stack."""
        return unit in self.match.sight.tops()

    def _own(self, number: str | None) -> tuple[str, ...]:
        """The units in a hex of the side whose choice it is."""
        state = self.match.state
        units = state.units_at(number) if number else ()
        return tuple(u for u in units if self.match.resolved.units[u].side == state.side_to_act)

    def step_unit(self, step: int) -> str | None:
        """Pick the next unit (``step`` 1) or the one before (-1) that can act."""
        ready = self.ready()
        if not ready:
            return None
        at = ready.index(self.units[0]) + step if self.unit in ready else (0 if step > 0 else -1)
        self.pick(ready[at % len(ready)])
        return self.unit

    # -- hexes -------------------------------------------------------------------------------------

    def click(self, number: str, act: bool = False) -> None:
        """The player points at a hex. ``act``: go there even if a friend to pick stands there."""
        if not self.kind:
            return
        if self.kind == "combat":
            self._click_in_combat(number)
            return
        here = self._own_ready(number)
        there = self.destinations()
        if number in self.overruns():
            self.target, self.attackers = number, self.units
        elif number in there and (act or not here or self.kind == "advance"):
            self._do(there[number])
        elif here and self.kind == "loss" and (len(here) == 1 or (act and self.unit in here)):
            self._do(f"lose {self.unit if self.unit in here else here[0]}")
        elif here and self.kind == "advance" and self.units == here:
            self._do(next(iter(self.destinations().values())))
        elif here:
            self._cycle(here)
        elif self.units:
            self._refuse_going(number)
        elif self.match.sight.units_at(number):
            self._refuse_picking(number)

    def _own_ready(self, number: str) -> tuple[str, ...]:
        ready = set(self.ready())
        return tuple(unit for unit in self.match.state.units_at(number) if unit in ready)

    def _cycle(self, units: tuple[str, ...]) -> None:
        """Pick a whole stack if it may act as one, then its units one by one."""
        turns: list[tuple[str, ...]] = [(unit,) for unit in units]
        mates = self.offers.mates(units[0])
        if len(mates) > 1:
            turns.insert(0, mates)
        at = turns.index(self.units) + 1 if self.units in turns else 0
        self.pick(*turns[at % len(turns)])

    def _do(self, notation: str) -> None:
        if self.match.act(notation):
            self.refresh()

    def _refuse_going(self, number: str) -> None:
        here = self.here
        if number == here:
            self.clear()
            return
        names = "+".join(self.units)
        verb = _VERBS.get(self.kind, "move" if here else "enter")
        line = f"{verb} {names} {number}"
        beside = here in self.match.resolved.map.neighbors(number)
        if self.kind == "movement" and self.match.resolved.section(Overrun) and beside:
            other = self.match.sight.units_at(number)
            if other and self.match.resolved.units[other[0]].side != self.match.state.side_to_act:
                line = f"overrun {number} by {' '.join(self.units)}"
        violation = self.offers.explain(line)
        if violation is not None:
            self.match.refuse(violation)

    def _refuse_picking(self, number: str) -> None:
        """A unit that cannot act was clicked: ask the rules why it cannot leave its hex."""
        state = self.match.state
        unit = self.match.sight.units_at(number)[0]
        if self.kind == "movement":
            next_to = self.match.resolved.map.neighbors(number)
            violation = self.offers.explain(f"move {unit} {next_to[0]}") if next_to else None
        elif self.kind == "loss":
            violation = state.explain(f"lose {unit}")
        else:
            violation = state.explain(f"{_VERBS.get(self.kind, 'move')} {unit} {number}")
        if violation is not None:
            self.match.refuse(violation)

    # -- battles -----------------------------------------------------------------------------------

    def _click_in_combat(self, number: str) -> None:
        if number in self.targets:
            self.aim(number)
            return
        here = self.match.sight.units_at(number)
        groups = self.targets.get(self.target or "", ())
        mine = [group for group in groups if set(group) & set(here)]
        if mine:
            self.toggle(self.units[0] if self.unit in mine[0] else mine[0][0])
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
            units = self.attackers or self.units or self.ready()[:1]
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
            together = self.offers.ordered({*chosen, *group})
            attack = f"attack {number} by {' '.join(together)}"
            # A weak group alone may be illegal where it is legal with the next one's help.
            if self.match.state.explain(attack) is None or not chosen:
                chosen = together
        attack = f"attack {number} by {' '.join(chosen)}"
        everybody = self.offers.ordered({unit for group in groups for unit in group})
        if self.match.state.explain(attack) is not None:
            chosen = everybody
        self.attackers = chosen

    def toggle(self, unit: str) -> None:
        """Add a unit, with those that must attack with it, to the attack, or take it out."""
        for group in self.targets.get(self.target or "", ()):
            if unit in group:
                now = set(self.attackers)
                wanted = now - set(group) if unit in now else now | set(group)
                self.attackers = self.offers.ordered(wanted)
                return

    def commit(self) -> bool:
        """Carry out the attack that is prepared; answers whether there was one."""
        attack = self.attack()
        if attack is None:
            return False
        if self.match.act(attack):
            self.clear()
            self.refresh()
        return True

    def end(self) -> None:
        """End the phase or decline; say why not when that is illegal."""
        if not self.kind:
            return
        notation = self.ending()
        if notation is None:
            decision = self.match.decision
            wanted = "pass" if decision and decision.kind in ("advance", "retreat") else "done"
            violation = self.match.state.explain(wanted)
            if violation is not None:
                self.match.refuse(violation)
            return
        self.clear()
        self._do(notation)

    def options(self) -> tuple[str, ...]:
        """Hexes that mean something now: targets in combat, else the units' destinations.

        Whom they can overrun comes first, then the hexes from the nearest on.
        """
        if self.kind == "combat":
            return tuple(self.targets)
        here, distance = self.here, self.match.resolved.map.distance
        ways = self.destinations()
        near = sorted(ways, key=lambda number: distance(here, number)) if here else ways
        return (*self.overruns(), *near)

    def choose(self, digit: int) -> bool:
        """Take a line of the list, counted from 1; answers whether there is one."""
        choices = self.choices()
        if not 1 <= digit <= len(choices):
            return False
        self._do(choices[digit - 1].action)
        return True
