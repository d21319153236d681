"""What the player has picked up, and what a click on a hex means then.

Nothing here knows a rule or a kind of decision: what may be done comes from
:class:`~.available.AvailableChoices`, why something may not from the state's ``explain``.

There are two ways to choose. Usually units come first: a click picks those of a hex, and a second
one sends them somewhere. Where an attack begins with its target (``target_first``) a click aims at
a hex, all units that can attack it take part, and clicks on them leave one out or take it in again.
What cannot be taken back, such as a fight, is prepared by one click and carried out by the next
step.

From the top: what the position offers for what is picked up, picking up, and what clicks and keys
mean. Nothing is stored that could be asked for: units, target and attackers are all there is, and
after every change of the position :meth:`Selection.refresh` drops those that no longer hold.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexwar.definition.model import ResolvedGame
from hexwar.engine import Action, Choice, FirePreview, IllegalAction, Preview, Reach, Violation
from hexwar.rules.language.wording import either, place_named
from hexwar.rules.state import State
from hexwar.rules.units.section import Units
from hexwar.viewer.decisions.presentation import Groups, Presentation
from hexwar.viewer.decisions.setup import put_on_top
from hexwar.viewer.match.inspection import Inspection
from hexwar.viewer.match.last_answer import LastAnswer
from hexwar.viewer.match.match import Match
from hexwar.viewer.table.available import MOST_LINES, AvailableChoices, Refusals


class Selection:
    """The units picked up, the target and attackers; the hex cursor; the hex under the pointer.

    ``units`` act together; ``unit`` is the first of them. ``also``: hexes that are attacked
    together with the target.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.available = AvailableChoices(match)
        self.refusals = Refusals(match, self.available)
        self.inspection = Inspection(match)
        """The enemies that are looked into."""
        self.units: tuple[str, ...] = ()
        self.target: str | None = None
        self.also: tuple[str, ...] = ()
        self.attackers: tuple[str, ...] = ()
        numbers = match.resolved.map.numbers
        self.cursor: str = numbers[len(numbers) // 2]
        self.pointer: str | None = None
        self.cursor_shown = False
        self._preview = LastAnswer[Preview | None]()
        self._refusal = LastAnswer[Violation | None]()
        self._reactors = LastAnswer[tuple[str, ...]]()
        self._kind = ""
        """The kind of decision for which units were picked up."""
        self._way = ""
        """The way of moving that was chosen for them; it may no longer be open to them."""
        self._page = 0
        """Which of several lists of choices is shown."""
        self.refresh()

    # -- what the position offers -----------------------------------------------------------------

    def refresh(self) -> None:
        """Take note of a new position; drop what can no longer act."""
        if not self.available.refresh():
            return
        self._preview.forget()
        self._page = 0
        if self.kind != self._kind:
            # What was taken up for one kind of choice says nothing about the next.
            self._kind, self.units = self.kind, ()
        if not self.match.human_to_act:
            self.clear()
            return
        ready, units_before = self.ready(), self.units
        self.units = tuple(unit for unit in self.units if unit in ready)
        if len({self.match.state.position(unit) for unit in self.units}) > 1:
            self.units = ()  # units that stand apart by now no longer act as one
        self.units = self.units or self.available.picked_unasked()
        # A way of moving is chosen for the units that were picked up, and for no others.
        self._way = self._way if self.units == units_before else ""
        if self.target not in self.targets and self.target not in self.fights():
            self._prepare(None)

    @property
    def state(self) -> State:
        """The position, as far as the decision is offered on it."""
        return self.available.state

    @property
    def resolved(self) -> ResolvedGame:
        """The game."""
        return self.match.resolved

    @property
    def presentation(self) -> Presentation:
        """How the decision looks."""
        return self.available.presentation

    @property
    def unit(self) -> str | None:
        """The first of the units picked up."""
        return self.units[0] if self.units else None

    @property
    def kind(self) -> str:
        """The kind of the decision that a person has to make, or an empty text."""
        return self.available.kind

    @property
    def focus_hex(self) -> str | None:
        """The hex that is looked at: under the pointer, or else under the cursor."""
        return self.cursor if self.cursor_shown else self.pointer

    @property
    def here(self) -> str | None:
        """The hex of the units picked up."""
        return self.match.state.position(self.units[0]) if self.units else None

    def reach(self) -> Mapping[str, Reach]:
        """Where the units picked up can move together now, in the ordinary way."""
        return {} if self.way else self.available.reach(self.units)

    @property
    def targets(self) -> Groups:
        """Hexes to begin an attack with, each with the groups able to take part."""
        return self.available.targets

    def destinations(self) -> Mapping[str, Action]:
        """Hexes where a click does something with the units picked up, each with the action."""
        return self.available.destinations(self.units, self.way)

    @property
    def way(self) -> str:
        """The name of the way in which the units picked up would go; empty for the ordinary one."""
        ways = self.available.ways(self.units)
        return self._way if self._way in ways or not ways else ways[0]

    @property
    def way_title(self) -> str:
        """The way in which the units picked up would go, in words; empty for the ordinary one."""
        return self.refusals.way_called(self.way)

    def next_way(self) -> bool:
        """Take the next way of going; answers whether there are several."""
        ways = self.available.ways(self.units)
        if len(ways) > 1:
            self._way = ways[(ways.index(self.way) + 1) % len(ways)]
        return len(ways) > 1

    def take_way(self, manner: str) -> None:
        """Go in one of the ways that there are, by its name."""
        self._way = manner

    def other_ways(self) -> tuple[Mapping[str, Action], ...]:
        """Where the units picked up could go in the other ways."""
        ways = self.available.ways(self.units)
        return tuple(
            self.available.destinations(self.units, manner) for manner in ways if manner != self.way
        )

    def course(self, number: str) -> tuple[str, ...]:
        """The way of the units picked up to a hex, where they would go hex by hex."""
        action = self.destinations().get(number)
        return self.presentation.course(self.state, action) if action is not None else ()

    def fights(self) -> Mapping[str, Action]:
        """Hexes that the units picked up can fight, each with the action."""
        return self.available.fights(self.units)

    def ready(self) -> tuple[str, ...]:
        """Units that can do something in this decision, in the order of the units file."""
        return self.available.ready()

    def waiting(self) -> tuple[str, ...]:
        """Units off the map that can do something in this decision."""
        return tuple(unit for unit in self.ready() if self.match.state.position(unit) is None)

    def choices(self) -> tuple[Choice, ...]:
        """The choices worth a line in a list, as many as there are digits."""
        lines = self.available.lines(self.units)
        if len(lines) <= MOST_LINES:
            return lines
        # With several lists the last digit turns the page, so each has one line less.
        first_line = self._page % self.pages * (MOST_LINES - 1)
        return lines[first_line : first_line + MOST_LINES - 1]

    @property
    def pages(self) -> int:
        """How many lists there are; of several the last digit turns to the next."""
        lines = len(self.available.lines(self.units))
        return 1 if lines <= MOST_LINES else -(-lines // (MOST_LINES - 1))

    def members(self) -> tuple[str, ...]:
        """The counters to choose among one by one: a stack that goes together, or candidates."""
        if self.available.candidates:
            # In the order of the list of choices: a unit has one number, here and there.
            listed = dict.fromkeys(unit for choice in self.choices() for unit in choice.units)
            ready = self.ready()
            numbered = [unit for unit in listed if unit in ready]
            numbered += [unit for unit in ready if unit not in listed]
            return tuple(numbered) if len(numbered) > 1 else ()
        mates = self.available.mates(self.units[0]) if self.units else ()
        ordered = self.presentation.lays_out_order and self.match.visibility.stacks
        if ordered and len(mates) < 2 and self.here:
            mates = self.match.state.units_at(self.here)  # their order matters to the enemy
        return mates if len(mates) > 1 else ()

    def reactors(self, course: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """Which units could react as those picked up go a way, by hex: only units that are seen
        here.

        Not every decision is offered on the view of its side: in the midst of an action only the
        position itself is at hand, which would betray hidden units.
        """
        return self.match.visibility.state.could_react(self.units[0], course[1:])

    def first_to_react(self, shot: FirePreview) -> tuple[str, ...]:
        """Which units could react before a fire that is prepared, of those that are seen here."""
        state = self.match.visibility.state

        def reactors() -> tuple[str, ...]:
            units: dict[str, None] = {}
            for unit in shot.attackers:
                hex_of_unit = state.position(unit)
                able = state.could_react(unit, (hex_of_unit,), shot.target) if hex_of_unit else {}
                units |= dict.fromkeys(reactor for some in able.values() for reactor in some)
            return tuple(units)

        question = self.match.version, self.match.visibility.sides, shot.attackers, shot.target
        return self._reactors.about(question, reactors)

    def ending(self) -> Action | None:
        """The action that ends the phase or declines what is offered, if there is one."""
        return next(iter(self.available.endings()), None)

    @property
    def ending_says(self) -> str:
        """What it is to decline: by what it does, and that dice are thrown then."""
        ending = self.ending()
        if ending is None:
            return Presentation.declines
        says = self.available.line(ending)
        if self.match.impending is None:
            return says
        # "Decline" alone would sound as if the attack itself were called off.
        plain = says == Presentation.declines and self.presentation.before_the_die
        if self.match.rolls_with(ending):
            return "Roll" if plain else f"{says}: roll"
        return "Go on" if plain else says

    @property
    def covered(self) -> bool:
        """Whether what can be chosen lies in a hand that is covered, as several look on."""
        return self.presentation.in_hand and self.match.visibility.shared

    def ending_all(self) -> Action | None:
        """The action that declines all that is still to come as well, if there is one."""
        endings = self.available.endings()
        return endings[-1] if len(endings) > 1 or (self.presentation.in_hand and endings) else None

    def preview(self) -> Preview | None:
        """The battle or fire that is being prepared, as far as it can be known; None for none."""
        attack = self.attack()
        if attack is None:
            return None

        def foreseen() -> Preview | None:
            # As the side sees it: the strengths of what hides would be told by a preview.
            views = self.match.visibility.views
            try:
                return (views[0] if views else self.match.state).preview(attack)
            except IllegalAction:
                self._refuse(self.match.state.explain(attack))
                return None  # without a refusal it is no battle that could be foreseen

        return self._preview.about((attack,), foreseen)

    def attack(self) -> Action | None:
        """The attack that is being prepared, or what else fights a hex."""
        if self.target is None or (not self.attackers and self.targets.get(self.target, True)):
            return None
        return self.available.fight(self.target, self.attackers, self.also)

    def attack_refused(self) -> Violation | None:
        """Why the attack that is being prepared may not be made with those who are to make it."""
        attack = self.attack()
        if attack is None:
            return None
        question = self.match.version, attack
        return self._refusal.about(question, lambda: self.available.explain(attack))

    @property
    def aimed_at(self) -> tuple[str, ...]:
        """The hexes of the attack that is being prepared."""
        return (self.target, *self.also) if self.target else ()

    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Units that can take part in the attack that is being prepared, group by group."""
        able = (group for number in self.aimed_at for group in self.targets.get(number, ()))
        return tuple(dict.fromkeys(able))

    def _prepare(
        self, target: str | None, attackers: tuple[str, ...] = (), also: tuple[str, ...] = ()
    ) -> None:
        self.target, self.attackers, self.also = target, attackers, also

    # -- picking up --------------------------------------------------------------------------------

    def clear(self) -> None:
        """Let go of everything."""
        self.inspection.leave()
        self.units = ()
        self._prepare(None)

    def pick(self, *units: str) -> None:
        """Take up units of one hex."""
        self.inspection.leave()
        self.units, self._page, self._way = units, 0, ""
        # Where the target comes first, picking a unit adds to what is being prepared.
        if not self.available.target_first:
            self._prepare(None)

    def take_member(self, unit: str, also: bool = False) -> None:
        """Choose one of :meth:`members` or :meth:`waiting`.

        ``also`` adds it to what is picked up, or takes it out. Where one of them has to be named,
        that is the choice.
        """
        if unit not in (*self.members(), *self.waiting()):
            return
        choice = self.available.naming(unit)
        if choice is not None:
            self._do(choice.action)
        elif also and self.available.go_together:
            members = set(self.units) ^ {unit}
            self.pick(*self.available.ordered(members or {unit}))
        else:
            self.pick(unit)

    def take_all(self) -> None:
        """Take the whole stack, or of a whole stack the first unit only."""
        if self.unit is None and self.focus_hex:
            self.units = self._own_ready(self.focus_hex)[:1]
        mates = self.available.mates(self.units[0]) if self.units else ()
        if mates:
            self.pick(*(mates[:1] if self.units == mates else mates))

    def put_on_top(self) -> None:
        """Put the unit picked up on top of its stack, else the next of the stack looked at."""
        on_top_next = self.units if len(self.units) == 1 else self._own(self.focus_hex or self.here)
        if not on_top_next:
            self.match.say("Pick a counter of a stack first, or point at a stack of yours.")
            return
        on_top = [index for index, unit in enumerate(on_top_next) if self.on_top(unit)]
        # From the one below the top on, so that the same key goes through the stack.
        first = on_top[0] + 1 if on_top else 0
        in_turn = (*on_top_next[first:], *on_top_next[:first])
        able = (unit for unit in in_turn if self.match.state.explain(put_on_top(unit)) is None)
        self._do(put_on_top(next(able, in_turn[0])))

    def on_top(self, unit: str) -> bool:
        """Whether everybody sees a unit, as the top one of its stack."""
        return unit in self.match.visibility.tops()

    def _own(self, number: str | None) -> tuple[str, ...]:
        """The units in a hex of the side whose choice it is."""
        state = self.match.state
        units = state.units_at(number) if number else ()
        return tuple(
            unit
            for unit in units
            if self.match.resolved[Units].counters[unit].side == state.side_to_act
        )

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
        """The player points at a hex. ``act``: go there even if a friend to pick stands there.

        What can be meant is tried in the order in which it is likely: a fight there, a move there,
        a choice about the units there, picking one of them. Where nothing can be done it is said
        why, or an enemy is looked into.
        """
        if not self.kind:
            self.inspection.look_into(self.match.visibility.units_at(number))
            return
        if self.available.target_first:
            self._click_to_fight(number)
            return
        own_here, goals = self._own_ready(number), self.destinations()
        lesson, past_friends = self.match.lesson, self.presentation.click_again
        # Where friends stand a click picks one of them, unless the decision or the command says go,
        # or a lesson waits for just that.
        goes = number in goals and (act or not own_here or past_friends)
        goes |= number in goals and lesson is not None and lesson.waits_for(goals[number])
        # Pointing at units may be a choice: at one alone, or at the one picked up.
        is_one = len(own_here) == 1 or (act and self.unit in own_here)
        pointed_at = self.unit if self.unit in own_here else next(iter(own_here), None)
        if number in self.fights():
            # Prepared first and carried out by a second step, since nobody can take it back.
            self._prepare(number, self.units)
        elif goes:
            self._do(goals[number])
        elif is_one and pointed_at and (choices_named := self.available.naming(pointed_at)):
            self._do(choices_named.action)
        elif own_here and past_friends and self.units == own_here and goals:
            self._do(next(iter(goals.values())))
        elif own_here:
            self._cycle(own_here)
        elif self.units:
            self.refuse_going(number)
        elif number in (aimed_at := self.available.within_aim()):
            self._aim_with(aimed_at[number], number)
        elif self.refusals.foes_at(number):
            self.inspection.look_into(self.match.visibility.units_at(number))
        elif self.match.visibility.units_at(number):
            self._refuse(self.refusals.of_picking(number))
        else:
            self.inspection.leave()

    def _aim_with(self, groups: tuple[tuple[str, ...], ...], number: str) -> None:
        """Prepare the fight of the only group that can fight a hex; of several ask for one."""
        if len(groups) == 1:
            self.pick(*groups[0])
            self._prepare(number, groups[0])
            return
        able = self.available.ordered(unit for group in groups for unit in group)
        can = self.presentation.can_fight(self.available.fight(number, groups[0]).verb)
        place = place_named(self.match.resolved, number)
        self.match.say(f"Pick {either(able)} first: each {can} {place}.")

    def _own_ready(self, number: str) -> tuple[str, ...]:
        """The units in a hex that can do something in this decision."""
        ready = set(self.ready())
        return tuple(unit for unit in self.match.state.units_at(number) if unit in ready)

    @property
    def can_be_dragged(self) -> bool:
        """Whether units go somewhere in this decision."""
        return bool(self.kind) and not (self.available.target_first or self.available.candidates)

    def take_way_to(self, number: str | None) -> None:
        """Take a way in which the units picked up come to a hex, if the present one does not."""
        if number is None or number in self.destinations() or number in self.fights():
            return
        ways = (manner for manner in self.available.ways(self.units) if manner != self.way)
        leading = (
            manner for manner in ways if number in self.available.destinations(self.units, manner)
        )
        self._way = next(leading, self._way)

    def liftable(self, number: str) -> tuple[str, ...]:
        """The units that a drag from a hex takes along: those picked up there, or those that a
        click would pick; none where units do not go anywhere.
        """
        if not self.can_be_dragged:
            return ()
        own_here = self._own_ready(number)
        if self.units and self.here == number:
            return self.units
        return self.available.mates(own_here[0]) if own_here else ()

    def _cycle(self, units: tuple[str, ...]) -> None:
        """Pick a whole stack if it may act as one, then its units one by one."""
        turns: list[tuple[str, ...]] = [(unit,) for unit in units]
        mates = self.available.mates(units[0])
        if len(mates) > 1:
            turns.insert(0, mates)
        at = turns.index(self.units) + 1 if self.units in turns else 0
        self.pick(*turns[at % len(turns)])

    def _do(self, action: Action) -> None:
        """Do an action, unless something was to be said of it first."""
        if self.refusals.warned(action):
            return
        if self.match.act(action):
            self.refresh()

    def refuse_going(self, number: str) -> None:
        """Say why the units picked up cannot go to a hex; at their own they are let go of."""
        if number == self.here:
            self.clear()
        else:
            self._refuse(self.refusals.of_going(self.units, number))

    def _refuse(self, violation: Violation | None) -> None:
        """Say why not, if anything speaks against it."""
        if violation is not None:
            self.match.refuse(violation)

    # -- battles -----------------------------------------------------------------------------------

    def _click_to_fight(self, number: str) -> None:
        """A click where the target comes first: aim there, take units there in or out, or say why
        nobody there can be attacked.
        """
        if number in self.targets:
            if not self._take_along(number):
                self.aim(number)
            return
        units_there = self.match.visibility.units_at(number)
        group = next((group for group in self.groups() if set(group) & set(units_there)), ())
        own_there = self._own_ready(number)
        if group:
            self.toggle(self.units[0] if self.unit in group else group[0])
        elif own_there:
            self._prepare(None)
            self._cycle(own_there)
        elif units_there:
            if self.refusals.foes_at(number) and self.target is None:
                self.inspection.look_into(units_there)
            units = self.attackers or self.units or self.ready()[:1]
            self._refuse(self.refusals.of_attacking(units, number))

    def aim(self, number: str) -> None:
        """Prepare an attack on a hex, with every unit that can take part.

        When all together are too many for the rules, as many as may are taken. In a lesson those
        are proposed with whom its step waits for the attack.
        """
        if self.aimed_at != (number,):
            self._prepare(number)
            lesson = self.match.lesson
            taught = lesson.taught() if lesson is not None else ()
            with_whom = (action.units for action in taught if number in action.hexes)
            proposed = self.available.attackers_of(number, self.unit)
            self.attackers = next(with_whom, ()) or proposed

    def _take_along(self, number: str) -> bool:
        """Attack another hex together with those aimed at, or leave it out; whether one can."""
        if self.target is None or number == self.target:
            return False
        if number in self.also:
            hexes = tuple(aimed_at for aimed_at in self.aimed_at if aimed_at != number)
        else:
            hexes = (*self.aimed_at, number)
        chosen = self.available.against_all(hexes, self.attackers)
        if chosen:
            self._prepare(hexes[0], chosen, hexes[1:])
        return bool(chosen)

    def toggle(self, unit: str) -> None:
        """Add a unit, with those that must attack with it, to the attack, or take it out."""
        # Units that must attack together come and go together.
        for group in self.groups():
            if unit in group:
                if unit in self.attackers:
                    attackers_left = set(self.attackers) - set(group)
                    self.attackers = self.available.ordered(attackers_left)
                else:
                    self.attackers = self.available.joined_by(group, self.attackers, self.aimed_at)
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

    def end(self, everything: bool = False) -> None:
        """End the phase or decline, ``everything``: all that is still to come as well; say why not
        when that is illegal.
        """
        if not self.kind:
            return
        action = self.ending_all() if everything else self.ending()
        if action is None:
            self._refuse(self.available.why_not_end())
            return
        if everything and self.presentation.in_hand:
            self.match.ask_no_more()
        self.clear()
        self._do(action)

    def options(self) -> tuple[str, ...]:
        """Hexes that mean something now: targets where they come first, else destinations.

        The enemies that the units can fight come first, then the hexes from the nearest on.
        """
        if self.available.target_first:
            return tuple(self.targets)
        hex_now, distance = self.here, self.match.resolved.map.distance
        goals = self.destinations()
        near = sorted(goals, key=lambda number: distance(hex_now, number)) if hex_now else goals
        return (*self.fights(), *near)

    def choose(self, digit: int) -> bool:
        """Take a line of the list, counted from 1; answers whether there is one."""
        choices = self.choices()
        if self.pages > 1 and digit == MOST_LINES:
            self._page += 1
            return True
        if not 1 <= digit <= len(choices):
            return False
        self._do(choices[digit - 1].action)
        return True
