"""What the position offers to the player who has to choose, and why a click may do nothing.

Nothing here knows a rule or a kind of decision: what may be done comes from the state's
``choices`` and ``explain``, and how from the verbs. A phase is offered as far as the side to act
can tell: as if units that it does not see were not there. Battles ask for what the rules allow.

:class:`AvailableChoices` says what can be done; :class:`Refusals` says, of a click that can do
nothing, why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from hexwar.engine import Action, Choice, Reach, Violation
from hexwar.engine.notation import OWN, verbs
from hexwar.engine.task import offered
from hexwar.rules.language.wording import every
from hexwar.rules.movement.section import Movement
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.section import Units
from hexwar.rules.zones_of_control.section import ZonesOfControl
from hexwar.viewer.decisions import presentation_of
from hexwar.viewer.decisions.combat import FOUGHT_IN
from hexwar.viewer.decisions.presentation import Groups
from hexwar.viewer.match.match import Match

MOST_LINES = 9
"""Lines of a list, one a digit."""

_OUT_OF_TURN = "sequence.order"


class AvailableChoices:
    """The present decision, asked for by unit and by hex."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._seen: tuple[int, bool, bool] | None = None
        self.state = match.state
        """The position, as far as the decision is offered on it."""
        self.assumes = False
        """Whether movement is offered without knowing of units that could be in its way."""
        self.presentation = presentation_of(match.state, None)
        self._choices: tuple[Choice, ...] = ()
        self._targets: Groups = {}
        self._verb_at: dict[str, str] = {}
        self._ready: tuple[str, ...] | None = None
        self._entering: tuple[str, ...] | None = None
        self._reach: dict[tuple[str, ...], Mapping[str, Reach]] = {}
        self._ways: dict[tuple[tuple[str, ...], str], Mapping[str, Action]] = {}
        self._fights: dict[tuple[str, ...], Mapping[str, Action]] = {}
        self._modes: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._lines: dict[tuple[str, ...], tuple[Choice, ...]] = {}

    def refresh(self) -> bool:
        """Take note of a new position; answers whether it is one."""
        match, visibility = self.match, self.match.visibility
        key = match.version, visibility.fog, visibility.shared
        if self._seen == key:
            return False
        self._seen = key
        self.state, self.assumes = match.state, False
        self._reach, self._ways, self._fights = {}, {}, {}
        self._modes, self._lines, self._entering = {}, {}, None
        self._choices, self._targets, self._verb_at, self._ready = (), {}, {}, None
        decision = match.decision if match.human_to_act else None
        self.presentation = presentation_of(match.state, decision)
        if decision is None:
            return True
        side = match.state.side_to_act
        if self.presentation.as_seen and visibility.limited and visibility.fog and side is not None:
            # It chooses by what it sees: what is offered must not tell of units out of its sight.
            view = match.state.view(side)
            self.state = match.state.seen_by(side)
            zones = match.resolved.section(ZonesOfControl) is not None
            self.assumes = zones and any(map(view.hides, match.resolved.map.numbers))
        # Attacks are so many where units fight in groups that some decisions name targets instead.
        targets = self.presentation.targets(self.state)
        if targets is None:
            self._choices = self.presentation.offered(self.state)
            targets = self._listed_targets() if self.target_first else {}
        else:
            self._choices = self.presentation.choices_beside(self.state)
        self._targets = targets
        if self.presentation.in_hand and visibility.shared:
            # What is in a hand is not laid open before all who look on.
            self._choices = tuple(c for c in self._choices if verbs()[c.action.verb].ends)
        return True

    def _listed_targets(self) -> Groups:
        """Hexes to fight by the choices: the smallest groups that can, by the first verb that is
        listed for the hex.
        """
        groups_at: dict[str, list[tuple[str, ...]]] = {}
        for choice in self._pointing("target"):
            number, verb = choice.hexes[-1], choice.action.verb
            if self._verb_at.setdefault(number, verb) == verb:
                groups_at.setdefault(number, []).append(choice.units)

        def smallest(groups: list[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
            return tuple(
                group
                for group in groups
                if group and not any(set(smaller) < set(group) for smaller in groups)
            )

        return {number: smallest(groups) for number, groups in groups_at.items()}

    def _pointing(self, *at: str) -> Iterator[Choice]:
        """The choices that are made by pointing at one of these (``points_at`` of their verbs)."""
        for choice in self._choices:
            points_at = verbs()[choice.action.verb].points_at
            # Without a hex there is nowhere to point, unless a unit is pointed at.
            if points_at in at and (choice.hexes or points_at == "unit"):
                yield choice

    def explain(self, line: str | Action) -> Violation | None:
        """Why an action is illegal, as far as the side to act can tell."""
        self.refresh()
        return self.state.explain(line)

    @property
    def kind(self) -> str:
        """The kind of the decision that a person has to make, or an empty text."""
        decision = self.match.decision
        return decision.kind if decision is not None and self.match.human_to_act else ""

    @property
    def targets(self) -> Groups:
        """Hexes to begin an attack with, each with the groups able to take part."""
        self.refresh()
        return self._targets

    @property
    def target_first(self) -> bool:
        """Whether an attack begins with its target, and not with the units picked up.

        Decisions that say nothing of it (None) are judged by what their choices point at.
        """
        stated = self.presentation.target_first
        if stated is not None:
            return stated
        pointed = {verbs()[choice.action.verb].points_at for choice in self._choices}
        return "target" in pointed and "goal" not in pointed

    # -- who -------------------------------------------------------------------------------------

    def ready(self) -> tuple[str, ...]:
        """Units that can do something in this decision, in the order of the units file."""
        if self._ready is None:
            able = {unit for choice in self._choices for unit in choice.units}
            for groups in self._targets.values():
                able.update(*groups)
            self._ready = self.ordered(able)
        return self._ready

    def entering(self) -> tuple[str, ...]:
        """Units that can enter the map in this phase."""
        if self._entering is None:
            self._entering = self.state.left_waiting(Action("done")) if self.kind else ()
        return self._entering

    def mates(self, unit: str) -> tuple[str, ...]:
        """The units that may go together with this one, itself among them."""
        hex_now = self.match.state.position(unit)
        if hex_now is None or not self.go_together:
            return (unit,)
        ready = self.ready()
        return tuple(u for u in self.match.state.units_at(hex_now) if u in ready) or (unit,)

    @property
    def go_together(self) -> bool:
        """Whether units of one hex may act as one in this decision."""
        stated = self.presentation.together(self.match.resolved)
        if stated is None:
            return any(len(choice.units) > 1 for choice in self._pointing("goal", "target"))
        return stated

    def picked_unasked(self) -> tuple[str, ...]:
        """The units that alone have to choose now: one, or those that one action can take."""
        ready = self.ready()
        if len(ready) == 1 and self.presentation.picks_alone:
            return ready
        groups = (choice.units for choice in self._choices if len(choice.units) > 1)
        whole = max(groups, key=len, default=())
        alone = self.presentation.picks_together and set(whole) == set(ready)
        return whole if alone and len(set(map(self.match.state.position, whole))) == 1 else ()

    def ordered(self, units: Iterable[str]) -> tuple[str, ...]:
        """Units in the order of the units file."""
        chosen = set(units)
        return tuple(unit for unit in self.match.resolved[Units].counters if unit in chosen)

    @property
    def candidates(self) -> bool:
        """Whether one of all that can act has to be named or chosen, and nothing else done."""
        names_units = any(self._pointing("unit")) and not any(self._pointing("goal", "target"))
        return self.presentation.candidates or names_units

    def naming(self, unit: str) -> Choice | None:
        """The choice that is made by naming a unit, if nothing else can be done with it."""
        choices = [choice for choice in self._choices if unit in choice.units]
        alone = len(choices) == 1 and choices[0].units == (unit,)
        return choices[0] if alone and choices[0] in self._pointing("unit") else None

    # -- where to --------------------------------------------------------------------------------

    def reach(self, units: tuple[str, ...]) -> Mapping[str, Reach]:
        """Where these units can move together now, with costs, their own hex left out."""
        if units not in self._reach:
            self._reach[units] = self.presentation.reach(self.state, self._choices, units)
        return self._reach[units]

    def ways(self, units: tuple[str, ...]) -> tuple[str, ...]:
        """The modes of movement in which these units can go, that of the ordinary one empty.

        Without units: the names of what can be placed in a hex.
        """
        if units not in self._modes:
            theirs = (choice for choice in self._pointing("goal") if choice.units == units)
            self._modes[units] = tuple(dict.fromkeys(choice.action.name for choice in theirs))
        return self._modes[units]

    def destinations(self, units: tuple[str, ...], manner: str = "") -> Mapping[str, Action]:
        """Hexes where a click does something with the units, each with the action.

        ``manner``: one of their :meth:`ways` of going.
        """
        if (units, manner) not in self._ways:
            move = self.presentation.reaches_by
            actions: dict[str, Action] = {}
            if not manner:
                actions = {number: Action(move, units, (number,)) for number in self.reach(units)}
            goals = [
                choice
                for choice in self._pointing("goal")
                if (manner or choice.action.verb != move) and choice.action.name == manner
            ]
            for choice in goals:
                number = choice.hexes[-1]
                if number in actions:
                    continue
                if choice.units in (units, ()):
                    actions[number] = choice.action
                elif set(choice.units) < set(units):
                    # Listed for some of them alone; the rules say whether all may.
                    together = Action(choice.action.verb, units, (number,))
                    if self.state.explain(together) is None:
                        actions[number] = together
            if len(units) == 1:
                for choice in goals:
                    if units[0] in choice.units:
                        # A stack goes together where its units cannot go one by one.
                        actions.setdefault(choice.hexes[-1], choice.action)
            self._ways[units, manner] = actions
        return self._ways[units, manner]

    def fights(self, units: tuple[str, ...]) -> Mapping[str, Action]:
        """Hexes that these units can fight together now, each with the action.

        There are none where a fight begins with its target.
        """
        if not units or not self.kind or self.target_first:
            return {}
        if units not in self._fights:
            hex_now, actions = self.state.position(units[0]), dict[str, Action]()
            around = self.match.resolved.map.neighbors(hex_now) if hex_now else ()
            near = [number for number in around if self.state.units_at(number)]
            for verb in self._verbs("target"):
                listed = (c.hexes[-1] for c in self._pointing("target") if c.action.verb == verb)
                for number in dict.fromkeys([*near, *listed]):
                    action = Action(verb, units, (number,))
                    if number not in actions and self.state.explain(action) is None:
                        actions[number] = action
            self._fights[units] = actions
        return self._fights[units]

    def within_aim(self) -> Groups:
        """Hexes with units in sight that can be fought now, in a phase where a fight begins with
        the units that are to fight it, each with the groups that can. There are none but in a phase
        in which units aim.
        """
        looks = self.presentation
        if not (self.kind and looks.aims and looks.own_turn) or self.target_first:
            return {}
        # Hexes into which one may fire on suspicion are marked once a unit is picked.
        visibility = self.match.visibility
        targets = self._listed_targets()
        return {number: groups for number, groups in targets.items() if visibility.units_at(number)}

    def fight(self, number: str, units: tuple[str, ...], also: tuple[str, ...] = ()) -> Action:
        """A fight of units for a hex, as it is begun there, or for several at once."""
        listed = None if also else self.fights(units).get(number)
        verb = self._verb_at.get(number, self.presentation.fights_by)
        return listed or Action(verb, units, (number, *also))

    def attackers_of(self, number: str, first_unit: str | None) -> tuple[str, ...]:
        """As many of the units that can attack a hex as the rules let attack it together.

        The group of the unit ``first_unit`` comes before the others.
        """
        groups = sorted(self.targets[number], key=lambda group: first_unit not in group)

        def may(units: tuple[str, ...]) -> bool:
            return self.match.state.explain(self.fight(number, units)) is None

        chosen: tuple[str, ...] = ()
        for group in groups:
            together = self.ordered({*chosen, *group})
            # A weak group alone may be illegal where it is legal with the next one's help.
            if may(together) or not chosen:
                chosen = together
        if may(chosen):
            return chosen
        every_unit = self.ordered({unit for group in groups for unit in group})
        if may(every_unit):
            return every_unit
        if first_unit is not None and first_unit in groups[0]:
            return groups[0]  # Why it cannot is told of the unit that the player has picked.
        # One unit alone may attack where none may join it, and the first be the one that cannot.
        return next(filter(may, groups), every_unit)

    def joined_by(
        self, group: tuple[str, ...], attackers: tuple[str, ...], hexes: tuple[str, ...]
    ) -> tuple[str, ...]:
        """The attackers of hexes with a group more; the group alone, where each of the two may
        attack but not both together.
        """
        number, *also = hexes

        def may(units: tuple[str, ...]) -> bool:
            return self.match.state.explain(self.fight(number, units, tuple(also))) is None

        together = self.ordered({*attackers, *group})
        if attackers and not may(together) and may(attackers) and may(group):
            return group
        return together

    def against_all(
        self, hexes: tuple[str, ...], chosen_before: tuple[str, ...]
    ) -> tuple[str, ...]:
        """The most units that can fight several hexes at once, or those before; else none."""
        able = [{unit for group in self.targets.get(n, ()) for unit in group} for n in hexes]
        for units in (set.union(*able), set.intersection(*able), set(chosen_before)):
            chosen = self.ordered(units)
            attack = self.fight(hexes[0], chosen, hexes[1:])
            if chosen and self.match.state.explain(attack) is None:
                return chosen
        return ()

    # -- why not ---------------------------------------------------------------------------------

    def why_not_go(self, units: tuple[str, ...], number: str, attacking: bool) -> Violation | None:
        """Why units cannot go to a hex, or fight it."""
        # The most likely intention is asked first, so that its reason is the one the player reads.
        going = self.presentation.going(self.match.state.position(units[0]) is not None)
        verbs_meant = (
            [going] if going else [choice.action.verb for choice in self._pointing("goal")]
        )
        fighting = self._verbs("target") if attacking else ()
        in_order = dict.fromkeys([*fighting, *verbs_meant, *self._verbs("goal")])
        return self._first(Action(verb, units, (number,)) for verb in in_order)

    def why_not_fight(self, units: tuple[str, ...], number: str) -> tuple[str, Violation] | None:
        """The verb by which units could fight a hex at this time, and why they may not."""
        for verb in self._verbs("target"):
            refusal = self._first((Action(verb, units, (number,)),))
            if refusal is not None:
                return verb, refusal
        return None

    def why_not_act(self, unit: str, number: str) -> Violation | None:
        """Why a unit that stands in a hex cannot act."""
        line = self.presentation.leaving(self.match.resolved, unit, number)
        if line:
            return self.explain(line)
        naming = dict.fromkeys(choice.action.verb for choice in self._pointing("unit"))
        if naming:
            return self._first(Action(verb, (unit,)) for verb in naming)
        return self.why_not_go((unit,), number, attacking=False)

    def why_not_end(self) -> Violation | None:
        """Why the phase cannot be ended now, or what is offered be declined."""
        usual = "done" if self.presentation.own_turn else "pass"
        refusal = self._first(map(Action, self._ending_verbs())) or self.explain(usual)
        decision = self.match.decision
        if refusal is not None and refusal.reason == _OUT_OF_TURN and decision is not None:
            # The words of the notation mean nothing to somebody who plays in a window.
            return replace(refusal, message=decision.prompt)
        return refusal

    def _first(self, actions: Iterable[Action]) -> Violation | None:
        """The first refusal that says more than that it is not the time."""
        refusals = (self.explain(action) for action in actions)
        return next((no for no in refusals if no is not None and no.reason != _OUT_OF_TURN), None)

    # -- what else -------------------------------------------------------------------------------

    def lines(self, units: tuple[str, ...]) -> tuple[Choice, ...]:
        """The choices worth a line in a list while these units are picked up: what is not better
        done on the map.
        """
        if units not in self._lines:
            ways = self.destinations(units)
            own_turn = self.presentation.own_turn
            listed = [choice for choice in self._choices if self._is_line(choice)]
            many = len(self._choices if own_turn else listed) > MOST_LINES
            entering = set(self.entering())

            def is_kept(choice: Choice) -> bool:
                if not self._on_map(choice):
                    return True
                # Units that can enter the map have a list of their own.
                enters = bool(choice.units) and entering.issuperset(choice.units)
                if not many and not enters:
                    return True
                # If there are many, the choices of the units picked up that pointing does not
                # cover, and in another's turn the ways back or on that they could take.
                if choice.units == units and (
                    not choice.hexes or ways.get(choice.hexes[-1]) != choice.action
                ):
                    return True
                return not own_turn and (not choice.action.hexes or choice.action in ways.values())

            choices = filter(is_kept, listed)
            self._lines[units] = tuple(
                choices if own_turn else sorted(choices, key=_points_somewhere)
            )
        return self._lines[units]

    def _is_line(self, choice: Choice) -> bool:
        """Not what is dragged out on the map, or has a button."""
        verb = verbs()[choice.action.verb]
        ends = verb.ends and self.presentation.own_turn
        if ends or choice.action.verb == self.presentation.reaches_by:
            return False
        pointed_at = verb.points_at == "target" or (
            verb.points_at == "goal" and not self.presentation.lists_ways
        )
        return not (pointed_at and self._on_map(choice))

    def _on_map(self, choice: Choice) -> bool:
        """Whether units can be picked up for it, and a hex pointed at where there is one."""
        points_at = verbs()[choice.action.verb].points_at
        if points_at == "unit":
            return not self.candidates
        if points_at == "nothing" or not choice.hexes:
            return False
        together = len({self.match.state.position(unit) for unit in choice.units}) < 2
        return together or (points_at == "target" and self.target_first)

    def endings(self) -> tuple[Action, ...]:
        """The actions that end the phase or decline what is offered; of several the last one does
        so for all that is still to come.
        """
        actions = map(Action, self._ending_verbs() if self.kind else ())
        return tuple(action for action in actions if self.match.state.explain(action) is None)

    # Only the game's own verbs: to look through all that there are would import every package.

    def _verbs(self, points_at: str) -> Iterator[str]:
        """The game's verbs that are said by pointing at something, sections in their order."""
        registered = self.state.frame.registry.verbs
        return (name for name, verb in registered.items() if verb.points_at == points_at)

    def _ending_verbs(self) -> list[str]:
        """The game's verbs that end or decline, first those that every game has."""
        registered = OWN | self.state.frame.registry.verbs
        return [name for name, verb in registered.items() if verb.ends]

    def line(self, action: Action) -> str:
        """An action as its choice reads."""
        return offered(self.state, action).label


def _points_somewhere(choice: Choice) -> bool:
    """By which lines are sorted in another's turn: what can only be done from the list is first."""
    verb = verbs()[choice.action.verb]
    return verb.points_at != "nothing" or verb.ends


# Why a click does nothing: the rules are asked, by hex and by the units there.
#
# A click names a hex and no action, so each question first makes the action that the player most
# likely meant, and asks the position why that may not be done. Nothing here knows a rule.


class Refusals:
    """Answers for what the position offers to the player who has to choose."""

    def __init__(self, match: Match, available: AvailableChoices) -> None:
        self.match = match
        self.available = available
        # The action that was last spoken against, and the version of the position before it.
        self._warned: tuple[int, str] | None = None

    def foes_at(self, number: str) -> bool:
        """Whether enemies of the side to act are seen in a hex."""
        units = self.match.visibility.units_at(number)
        return bool(units) and not self._is_own(units[0])

    def _is_own(self, unit: str) -> bool:
        return self.match.resolved[Units].counters[unit].side == self.match.state.side_to_act

    def of_going(self, units: tuple[str, ...], number: str) -> Violation | None:
        """Why units cannot go to a hex, or fight it from the next."""
        hex_now = self.match.state.position(units[0])
        # Only from the next hex a click on enemies means an attack; from afar it is a move that was
        # meant.
        near = hex_now is not None and hex_now in self.match.resolved.map.neighbors(number)
        foes = self.foes_at(number)
        refusal = self.available.why_not_go(units, number, attacking=near and foes)
        if refusal is None or not foes or hex_now is None:
            return refusal
        if near and refusal.reason != "movement.enemy":
            return refusal
        # A player who meant to fight in passing, as in an overrun, hears what that lacks too.
        unfit = self.available.why_not_fight(units, number)
        if unfit is None:
            return replace(refusal, message=f"{refusal.message}{self._fought_later()}")
        verb, why = unfit
        return replace(refusal, message=f"{refusal.message} To {verb}: {why.message}")

    def _fought_later(self) -> str:
        """A sentence with the next phase of this turn in which the side fights; empty if none."""
        state, phases = self.match.state, self.match.resolved[SequenceOfPlay].phases
        ids = [phase.id for phase in phases]
        if state.phase in ids:
            for phase in phases[ids.index(state.phase) + 1 :]:
                if (
                    phase.side == state.side_to_act
                    and phase.kind in FOUGHT_IN
                    and not phase.condition
                ):
                    return f" Enemy units are {FOUGHT_IN[phase.kind]} in {phase.title}."
        return ""

    def way_called(self, manner: str) -> str:
        """A way of moving in words; empty for the ordinary one."""
        modes = self.match.resolved[Movement].modes
        return modes[manner].title.lower() if manner in modes else manner

    def another_way(self, units: tuple[str, ...], number: str) -> str:
        """In words a way in which units come to a hex; empty if there is none."""
        if units:
            for manner in self.available.ways(units):
                if number in self.available.destinations(units, manner):
                    return self.way_called(manner) or "in the ordinary way"
        return ""

    def warned(self, action: Action) -> bool:
        """Tell once what speaks against an action that the rules allow: units that can enter now
        and could not after it, or that it would be for nothing. Returns whether that was told just
        now, so that nothing is to be done yet.
        """
        match = self.match
        # What a lesson asks for is done at once, without a word of units that stay out.
        taught = match.lesson is not None and match.lesson.waits_for(action)
        about = match.version, str(action)
        if taught or self._warned == about:
            return False
        state = self.available.state
        left_waiting, in_vain = state.left_waiting(action), state.in_vain(action)
        if left_waiting:
            when = "in this phase" if action.verb == "done" else "before anything moves"
            them = "it" if len(left_waiting) == 1 else "them"
            text = f"{every(left_waiting)} can still enter {when}. "
            text += f"The same again goes on without {them}."
        else:
            text = f"{in_vain}. Choose it once more to play it all the same." if in_vain else ""
        if text:
            self._warned = about
            match.say(text)
        return bool(text)

    def of_picking(self, number: str) -> Violation | None:
        """Why the first unit in a hex cannot act."""
        return self.available.why_not_act(self.match.visibility.units_at(number)[0], number)

    def of_attacking(self, units: tuple[str, ...], number: str) -> Violation | None:
        """Why units do not attack a hex, or why the unit there attacks nobody.

        Without units, why the first of the side to act does not.
        """
        state, units_there = self.match.state, self.match.visibility.units_at(number)
        on_map = [unit for unit in self.match.resolved[Units].counters if state.position(unit)]
        if self._is_own(units_there[0]):
            # One of the player's own units with nobody to attack: why not the nearest enemy?
            distance = self.match.resolved.map.distance
            enemies = (state.position(unit) or "" for unit in on_map if not self._is_own(unit))
            near = min(enemies, key=lambda enemy: distance(enemy, number), default="")
            return state.explain(self.available.fight(near, units_there[:1])) if near else None
        # Nobody is picked up: the first of the side stands for all, since a reason is wanted.
        attackers = units or tuple(filter(self._is_own, on_map))[:1]
        return state.explain(self.available.fight(number, attackers)) if attackers else None
