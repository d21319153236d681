"""Section ``hidden``: which units hide, which may search where, and what shows those that hide.

Which units hide, and so whose places are secret, is kept in the position (``Position.secret``).
First hiding: chosen before the first turn, ended in play by what a unit does or by being met. Then
searching, by which the others may end it. Then the choices that both ask for, and last what the
other sides are told of the deeds of units that they do not see.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from hexwar.definition.grammar import opening
from hexwar.engine.action import DONE, Action, Decision
from hexwar.engine.event import Event
from hexwar.engine.notation import ATTACKING, UNIT, Verb, where
from hexwar.engine.position import bits
from hexwar.engine.queries import Status
from hexwar.engine.registry import Hiding
from hexwar.engine.rules import Frame, Rules
from hexwar.engine.slot import Slot, UnitMask
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.hidden.section import Hidden
from hexwar.rules.language.dice import throw_to_pass
from hexwar.rules.language.section import ValueOf
from hexwar.rules.language.selectors import Selectors, is_at
from hexwar.rules.language.wording import every, percents, several, standing
from hexwar.rules.line_of_sight.rules import SightRules
from hexwar.rules.scenarios.rules import SetupRules
from hexwar.rules.sequence.contracts import ActivationContribution, MovementContribution
from hexwar.rules.stacking.task import known_events, note_hidden
from hexwar.rules.units.rules import Forces, mask_of

CHOSEN = Slot("hidden", UnitMask(), lasts="phase")
"""Mask of the units that were chosen to hide, while this is being chosen."""
SEARCHED = Slot("searched", UnitMask(), lasts="phase")
"""Mask of the units that have searched in this phase."""


class HiddenRules:
    """``places`` are the hexes in which units can hide, ``sides`` those whose units may."""

    def __init__(
        self, frame: Frame, section: Hidden, forces: Forces, setup: SetupRules, selectors: Selectors
    ) -> None:
        self._frame, self._forces = frame, forces
        self._ambush = section.ambush
        self._areas = setup.areas
        opening, cell = frame.resolved.scenario.opening, frame.board.cell
        self._begins = [cell[opening[name]] if name in opening else OFF_MAP for name in forces.ids]
        self.cite, self.ends = section.cite, section.ends
        self.sides = tuple(map(frame.side_index.__getitem__, section.side))
        self._theirs = sum(forces.mask_of_side[side] for side in self.sides)
        self._fit = selectors.anywhere(section.only)
        self.places = frame.board.mask(
            number for number in frame.map if is_at(section.where, frame.map, number)
        )

    def _may_hide(self, state: Position) -> int:
        """Mask of the units that may hide, if they begin where they can."""
        return self._theirs & self._fit(state)

    # -- before the first turn -------------------------------------------------------------------

    def keep_out_of_sight(self, state: Position) -> None:
        """Before any unit is set up: one that could hide, wherever it is set up, is not seen
        yet.
        """
        state.conceal(
            mask_of(
                unit
                for unit in bits(self._may_hide(state))
                if state.cells[unit] != OFF_MAP
                and self._may_begin(unit, state.cells[unit]) & self.places
            )
        )

    def _may_begin(self, unit: int, cell: int) -> int:
        """Mask of the hexes where a unit may be set up, together with the cell where it stands."""
        return self._areas.get(unit, 0) | self._frame.board.bit[cell]

    def where(self, unit: int) -> int:
        """Mask of the hexes where a unit that has not been seen yet may hide, as far as anybody
        knows: where it can begin, or, if it may move unseen, all hexes where units hide.
        """
        if "moved" not in self.ends:
            return self.places
        return self._may_begin(unit, self._begins[unit]) & self.places

    def able(self, state: Position, side: int) -> list[int]:
        """The units of a side that may still be chosen to hide, in the order of the units file.

        All units of a hex hide, or none: where one of them may not, none may.
        """
        bit, cells, mine = self._frame.board.bit, state.cells, self._forces.of_side[side]
        may = self._may_hide(state)
        # A set has every hex once, so that the sum of their bits is their union.
        betrayed = sum({bit[cells[unit]] for unit in mine if not may >> unit & 1})
        hexes, chosen = self.places & ~betrayed, state.memory[CHOSEN].units
        return [unit for unit in mine if hexes & bit[cells[unit]] and not chosen >> unit & 1]

    def company(self, state: Position, unit: int) -> int:
        """Mask of the units of a unit's side in its hex, itself included."""
        mates, cell = self._forces.of_side[self._forces.side[unit]], state.cells[unit]
        return mask_of([mate for mate in mates if state.cells[mate] == cell])

    def choose(self, state: Position, unit: int) -> None:
        """Let a unit hide, with all that are in its hex."""
        units = self.company(state, unit)
        state.remember(CHOSEN, UnitMask(state.memory[CHOSEN].units | units))
        if state.events is not None:
            number = self._frame.board.number[state.cells[unit]]
            names = state.names_of(units)
            text = f"{every(names)} {'hides' if len(names) == 1 else 'hide'} in {number}."
            state.tell("hides", self.cite.get("hide", ""), text, units=names, hex=number)

    def show_the_others(self, state: Position, side: int) -> None:
        """A side has chosen: its other units are seen from now on."""
        mine = self._forces.mask_of_side[side]
        open_units = state.secret & mine & ~state.memory[CHOSEN].units
        state.disclose(open_units)
        if state.events is not None and open_units:
            names, number = state.names_of(open_units), self._frame.board.number
            places = tuple(number[state.cells[unit]] for unit in bits(open_units))
            who = opening(self._frame.side_names[side], "begins")
            text = f"{who} in the open: {standing(names, places)}."
            rule = self.cite.get("hide", "")
            state.tell("set_up", rule, text, units=names, places=places)

    # -- in play ---------------------------------------------------------------------------------

    def mask(self, state: Position) -> int:
        """Mask of the units that hide."""
        return state.secret

    def hidden(self, state: Position, side: int) -> int:
        """Mask of the units that hide from a side."""
        return state.secret & ~self._forces.mask_of_side[side] if state.secret else 0

    def reveal(self, state: Position, units: int) -> None:
        """Those of some units (a mask) that hide are seen from now on."""
        seen = units & state.secret
        if not seen:
            return
        state.disclose(seen)
        if state.events is not None:
            names, number = state.names_of(seen), self._frame.board.number
            standing = (
                f"{self._forces.ids[unit]} in {number[state.cells[unit]]}" for unit in bits(seen)
            )
            verb = "is" if len(names) == 1 else "are"
            text = f"{every(standing)} {verb} no longer hidden."
            state.tell("revealed", self.cite.get("revealed", ""), text, units=names)

    def moved(self, state: Position, unit: int) -> None:
        """A unit has entered a hex: that may show it, and no unit hides beside one that is seen."""
        if not state.secret:
            return
        if "moved" in self.ends:
            self.reveal(state, 1 << unit)
        company = self.company(state, unit)
        if company & ~state.secret:
            self.reveal(state, company)

    def fired(self, state: Position, unit: int) -> None:
        """A unit is about to fire: it is seen, with all in its hex."""
        if state.secret >> unit & 1 and "fired" in self.ends:
            self.reveal(state, self.company(state, unit))

    def did(self, state: Position, what: str, units: int) -> None:
        """Units did something: those that attack are seen, with all in their hexes, before the
        dice.
        """
        if what == "attacked" and state.secret & units:
            for unit in bits(state.secret & units):
                self.reveal(state, self.company(state, unit))

    def treads(self, state: Position, unit: int, hexes: int) -> None:
        """A unit moves through hexes: where units could hide, it shows whether any do."""
        if hexes & self.places and self.hidden(state, self._forces.side[unit]):
            state.show()

    def meets(self, state: Position, unit: int, cell: int) -> None:
        """A unit would have entered a hex in which others hide from it: they are seen."""
        cells = state.cells
        self.reveal(state, mask_of([unit for unit in bits(state.secret) if cells[unit] == cell]))

    def ambush(self, state: Position, unit: int, shows: bool) -> bool:
        """A unit is about to fire, and is seen by it if it ``shows`` itself: answers whether no
        unit can interrupt it. A unit that only tries to react is seen by what it does then, if it
        comes to that.

        Rolls if the unit hid until now; to be asked before any other unit can react to the fire.
        """
        if not state.secret >> unit & 1:
            return False
        if shows:
            self.fired(state, unit)
        ambush = self._ambush
        if ambush is None:
            return False
        (face,) = throw_to_pass(state, (self._forces.die(unit, ambush.die),), ambush.success)
        success = face >= ambush.success
        if state.events is not None:
            outcome = "nobody can interrupt its fire" if success else "its fire can be interrupted"
            name = self._forces.ids[unit]
            text = f"Ambush by {name}: die {face}: {outcome}."
            state.tell("ambush", self.cite.get("ambush", ""), text, unit=name, die=face)
        return success


class SearchRules:
    """Searching: ``search HEX by UNIT``."""

    def __init__(
        self,
        frame: Frame,
        section: Hidden,
        forces: Forces,
        hidden: HiddenRules,
        sight: SightRules | None,
    ) -> None:
        self._board, self._cite = frame.board, section.cite
        self._forces, self._hidden, self._sight = forces, hidden, sight
        self._search = search = section.search
        self._success = search.success if search else 0
        units = range(len(forces.ids))
        within = search.within if search else 0
        self._faces = tuple(forces.die(unit, search.die) if search else 0 for unit in units)
        self._range = tuple(
            int(forces.number(unit, within.value)) if isinstance(within, ValueOf) else within
            for unit in units
        )

    @property
    def is_known(self) -> bool:
        """Whether the game has searching at all."""
        return self._search is not None

    def hexes(self, state: Position, unit: int) -> int:
        """Mask of the hexes that a unit may search now and that are listed: none when its side sees
        all units, though it may search all the same.
        """
        # In a copy for a side the units that it does not see are out of play.
        sees_all = not (state.unknown(self._forces.side[unit]) or state.unseen)
        if sees_all or self.why_not_unit(state, unit) is not None:
            return 0
        return self.in_reach(state, unit)

    def in_reach(self, state: Position, unit: int) -> int:
        """Mask of the hexes that a unit could search from where it stands."""
        cell = state.cells[unit]
        cell_bit = self._board.bit[cell]
        near = self._board.within(cell_bit, self._range[unit]) & self._hidden.places & ~cell_bit
        # Hexes where units can hide, whether any do or not: what may be searched tells nothing of
        # what is there.
        return self._sight.seen_of(cell, near) if self._sight else near

    def why_not_unit(self, state: Position, unit: int) -> Violation | None:
        """Why a unit searches nowhere now."""
        name = self._forces.ids[unit]
        if self._search is None:
            return self._refuse("There is no searching in this game.")
        if state.cells[unit] == OFF_MAP:
            return self._refuse(f"{name} is not on the map.")
        if not self._faces[unit]:
            return self._refuse(f"{name} cannot search: it has no {self._search.die}.")
        if state.secret >> unit & 1:
            return self._refuse(f"{name} is hidden, and would be seen searching.")
        if state.memory[SEARCHED].units >> unit & 1:
            return self._refuse(f"{name} has already searched in this phase.")
        return state.forbidden(unit, "search")

    def why_not(self, state: Position, unit: int, number: str) -> Violation | None:
        """Why a unit may not search a hex now; ``None`` when it may."""
        refused = self.why_not_unit(state, unit)
        if refused is not None:
            return refused
        name, cell = self._forces.ids[unit], self._board.cell.get(number)
        if cell is None:
            return self._refuse(f"{number} is not a hex of the map.")
        if self.in_reach(state, unit) >> cell & 1:
            return None
        if not self._hidden.places >> cell & 1:
            return self._refuse(f"Nobody can hide in {number}.")
        if cell == state.cells[unit]:
            return self._refuse(f"{name} stands in {number} itself.")
        far = self._range[unit]
        if self._board.within(self._board.bit[state.cells[unit]], far) >> cell & 1 and self._sight:
            return self._sight.why(state.cells[unit], cell)
        return self._refuse(f"{number} is too far: {name} searches within {several(far, 'hex')}.")

    def chance(self, unit: int) -> str:
        """What the die of a unit must show to find somebody, and how likely it does."""
        faces, passed = self._faces[unit], self._success
        if not faces:
            return ""
        (share,) = percents([Fraction(max(0, faces + 1 - passed), faces)])
        return f"{passed} or more on a d{faces}, {share}"

    def refuse_several(self) -> Violation:
        """Units search one by one."""
        return self._refuse("Units search one by one: search HEX by UNIT.")

    def refuse_other_side(self, unit: str) -> Violation:
        """The unit is not the player's own."""
        return self._refuse(f"{unit} belongs to the other side.")

    def _refuse(self, text: str) -> Violation:
        return Violation(self._cite.get("search", ""), text, "hidden.search")

    def search(self, state: Position, unit: int, cell: int) -> None:
        """Roll; with a success the units that hide in the hex are seen from now on."""
        (face,) = throw_to_pass(state, (self._faces[unit],), self._success)
        hiding = [other for other in bits(state.secret) if state.cells[other] == cell]
        spotted = mask_of(hiding) if face >= self._success else 0
        state.remember(SEARCHED, UnitMask(state.memory[SEARCHED].units | 1 << unit))
        if state.events is not None:
            name, number = self._forces.ids[unit], self._board.number[cell]
            units_found = every(state.names_of(spotted)) or "nobody"
            asked = f"{self._success} or more finds"
            text = f"{name} searches {number}, {asked}: die {face}, {units_found} found."
            rule = self._cite.get("search", "")
            state.tell("searched", rule, text, unit=name, hex=number, die=face)
        self._hidden.reveal(state, spotted)


# Choosing which units hide, and searching: the choices.
#
# Hiding is chosen before the first turn, below the set-up; searching is contributed to phases of
# movement and of activation.


@dataclass(slots=True)
class HidingTask(Task):
    """A side chooses which of its units begin hidden: ``hide UNIT``, then ``done``."""

    kind = "hiding"
    owner: int

    def settle(self, state: Position) -> bool:
        """Go on when no unit is left to choose."""
        if state.rules[HiddenRules].able(state, self.owner):
            return True
        self._end(state)
        return False

    def _end(self, state: Position) -> None:
        state.rules[HiddenRules].show_the_others(state, self.owner)
        state.remember(CHOSEN, UnitMask())
        state.agenda.pop()
        if not state.agenda:
            state.begin_turns(0)

    def side(self, state: Position) -> int:
        """The side whose units may hide."""
        return self.owner

    def decision(self, state: Position) -> Decision:
        """The units that may still be chosen."""
        return self.asks(
            state,
            "Choose which units begin hidden, or leave the rest in the open.",
            units=self._names(state),
            may_decline=True,
        )

    def _names(self, state: Position) -> tuple[str, ...]:
        ids = state.frame.unit_ids
        return tuple(ids[unit] for unit in state.rules[HiddenRules].able(state, self.owner))

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit, in the order of the units file; then ``done``."""
        for name in self._names(state):
            yield Action("hide", (name,))
        yield DONE

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not hide."""
        rules = state.rules[HiddenRules]
        if action.verb == "done":
            return None
        if action.verb != "hide" or len(action.units) != 1:
            return _refuse(rules, "Choose which units hide (hide UNIT), or end the choice (done).")
        (name,) = action.units
        unit = state.frame.unit_index[name]
        if state.frame.unit_side[unit] != self.owner:
            return _refuse(rules, f"{name} belongs to the other side.")
        if unit in rules.able(state, self.owner):
            return None
        if state.memory[CHOSEN].units >> unit & 1:
            return _refuse(rules, f"{name} hides already; undo to leave it in the open.")
        return _refuse(rules, f"{name} cannot hide where it begins.")

    def perform(self, state: Position, action: Action) -> None:
        """Hide a unit, or go on."""
        if action.verb == "done":
            self._end(state)
        else:
            unit = state.frame.unit_index[action.units[0]]
            state.rules[HiddenRules].choose(state, unit)


def _refuse(rules: HiddenRules, text: str) -> Violation:
    return Violation(rules.cite.get("hide", ""), text, "hidden.hide")


class HidingChoices:
    """The choices of the sides whose units may hide, put below the set-up by the players."""

    def __init__(self, section: Hidden, rules: HiddenRules) -> None:
        self._rules = rules

    def set_up(self, state: Position) -> None:
        """Units that could hide are out of sight at once; which do is chosen when all units are set
        up.
        """
        self._rules.keep_out_of_sight(state)
        if state.secret:
            # At the bottom of the agenda, below the set-up by the players: it is chosen when all
            # are placed.
            state.agenda[:0] = [HidingTask(side) for side in reversed(self._rules.sides)]


class Searches:
    """``search HEX by UNIT``, wherever it is contributed."""

    verbs = frozenset({"search"})

    def __init__(self, frame: Frame, rules: SearchRules) -> None:
        self._frame, self._rules = frame, rules

    def concerns(self, phase: int) -> bool:
        """Every such phase of a game with searching."""
        return self._rules.is_known

    def _of_unit(self, state: Position, unit: int) -> Iterator[Action]:
        """The searches of a unit, hexes in map order."""
        for number in self._frame.board.numbers(self._rules.hexes(state, unit)):
            yield Action("search", (self._frame.unit_ids[unit],), (number,))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not search there."""
        if len(action.units) != 1:
            return self._rules.refuse_several()
        (name,), unit = action.units, self._frame.unit_index[action.units[0]]
        if self._frame.unit_side[unit] != state.phase_side:
            return self._rules.refuse_other_side(name)
        return self._rules.why_not(state, unit, action.hexes[0])

    def perform(self, state: Position, action: Action) -> None:
        """Search."""
        cell = self._frame.board.cell[action.hexes[0]]
        self._rules.search(state, self._frame.unit_index[action.units[0]], cell)


class SearchWhileMoving(Searches, MovementContribution):
    """In movement phases it is no move of the unit and hinders none."""

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit."""
        for unit, side in enumerate(self._frame.unit_side):
            if side == state.phase_side:
                yield from self._of_unit(state, unit)


class SearchWhenActive(Searches, ActivationContribution):
    """In its activation a unit searches before or after what else it does."""

    when = "free"

    def actions(self, state: Position, unit: int) -> Iterator[Action]:
        """Of one unit."""
        return self._of_unit(state, unit)


# What others know: events about units that hide lose the hex, the rolls, or are left out.


_UNNOTICED = frozenset({"hides", "placed", "made_way", "turned"})
"""What hidden units do without any other side learning that it has happened at all."""

_BY_PLACE = frozenset({"out_of_supply", "in_supply"})
"""What happens to units because of where they are: other sides do not learn when it happens to a
hidden unit.
"""

_UNSEEN = {
    "moved": "A hidden unit moves.",
    "entered": "A hidden unit enters.",
    "sent_back": "A hidden unit goes back.",
}
"""What others read of what hidden units do, where leaving out their place is not enough."""


def _hides(rules: Rules) -> bool:
    return rules.find(HiddenRules) is not None


def _hidden(state: Position, side: int) -> int:
    return state.rules[HiddenRules].hidden(state, side)


def _known_events(events: Iterable[Event], side: str) -> list[Event]:
    noticed = (_noticed(event, side) if side in event.hidden else event for event in events)
    return known_events([event for event in noticed if event is not None], side)


def _noticed(event: Event, side: str) -> Event | None:
    """What another side learns of an event about units that hide from it; ``None``: nothing."""
    if event.kind == "set_up":
        # Told of those that are seen: `known_events` leaves out the others.
        return None if set(event.units).issubset(event.hidden[side]) else event
    if event.kind in _UNNOTICED or _is_secret_roll(event, side):
        return None
    if event.kind in _BY_PLACE:
        units = event.fields.get("units", ())
        seen = tuple(unit for unit in units if unit not in event.hidden[side])
        text = event.text.replace(", ".join(units), ", ".join(seen))
        return Event(event.kind, event.rule, text, units=seen) if seen else None
    # All other events are told without the hex where the units are.
    fields = dict(event.fields)
    if event.kind in _UNSEEN:
        fields = {"unseen": _UNSEEN[event.kind], **fields}
    # An event without a hex has none to take out: `(?!)` matches nowhere.
    hex_number = re.escape(event.fields.get("hex", "")) or "(?!)"
    text = re.sub(rf" (?:in|to|at|from) {hex_number}(?!\w)", "", event.text)
    about = Event(event.kind, event.rule, text, **fields)
    # This lets `known_events`, which reads it next, leave out the names of those that hide.
    about.hidden = event.hidden
    return about


def _is_secret_roll(event: Event, side: str) -> bool:
    """Whether it is a roll for units that are all hidden from a side: the number of dice and of
    their faces would show which they are. The event itself may say what is told instead.
    """
    fields = event.fields
    if "unseen" in fields or not {"dice", "die"} & fields.keys():
        return False
    about = {fields.get("unit", ""), fields.get("target", ""), *fields.get("units", ())} - {""}
    return about <= set(event.hidden[side])


def _status(state: Position, unit: int) -> Iterator[Status]:
    if state.secret >> unit & 1:
        yield Status("hidden", "H")


def _worth(state: Position, side: int, action: Action) -> float:
    """To hide is better than to be seen."""
    return float(action.verb == "hide")


def _hide_label(action: Action, state: Position) -> str:
    (name,) = action.units
    return f"{name} hides in {state.position(name)}"


def _search_label(action: Action, state: Position) -> str:
    """A search, with what its die must show and how likely that is."""
    chance = state.rules[SearchRules].chance(state.frame.unit_index[action.units[0]])
    return f"{action.units[0]} searches {action.hexes[0]}{f' ({chance})' if chance else ''}"


def _begins(state: Position, unit: int, form: object) -> None:
    """The caller that starts a game says that a unit begins hidden."""
    rules, name = state.rules.find(HiddenRules), state.frame.unit_ids[unit]
    if rules is None or state.frame.unit_side[unit] not in rules.sides:
        raise ValueError(f"setup of {name}: its side hides no units in this game")
    if not isinstance(form, bool):
        raise ValueError(f"setup of {name}: hidden is True or False")
    if form:
        state.conceal(1 << unit)


UNIT_BEGINNINGS = {"hidden": _begins}
VERBS = {
    "hide": Verb(UNIT, "unit", _hide_label, does="let a unit begin hidden"),
    "search": Verb(
        ATTACKING,
        "target",
        _search_label,
        does="look for hidden units in a hex",
        needs=where(Hidden, lambda hidden: hidden.search),
    ),
}
TASKS = {"hiding": HidingTask}
SLOTS = (CHOSEN, SEARCHED)
HOOKS = {
    "set_up": (HidingChoices, HidingChoices.set_up),
    "treads": (HiddenRules, HiddenRules.treads),
    "meets": (HiddenRules, HiddenRules.meets),
    "moved": (HiddenRules, HiddenRules.moved),
    "surprises": (HiddenRules, HiddenRules.ambush),
    "fired": (HiddenRules, HiddenRules.fired),
    "did": (HiddenRules, HiddenRules.did),
}
STATUS = (_status,)
HIDES = (Hiding(_hides, _hidden, note_hidden, _known_events),)
CONTRIBUTIONS = {"movement": (SearchWhileMoving,), "activation": (SearchWhenActive,)}
WORTH = {"hiding": _worth}
