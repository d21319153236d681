"""Section ``dummies``: which counters lie face down, what turns them up, and what comes of it.

Before the first turn all counters of an entry are laid face down, and the owner or a draw decides
which are nothing. In play each is a unit in all that may be done, until something turns it up:
then, before the dice, it proves to be a unit or leaves the map. In copies for a side the choices of
others are forgotten, and guessed for the worlds that a computer player imagines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import NamedTuple

from hexwar.engine.action import DONE, Action, Decision
from hexwar.engine.event import Event
from hexwar.engine.notation import UNIT, Verb, where
from hexwar.engine.position import bits
from hexwar.engine.queries import Status
from hexwar.engine.registry import Guess, Hiding
from hexwar.engine.rules import Frame, Rules
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat.targets import Engagement
from hexwar.rules.dummies.section import (
    ADJACENT,
    ATTACKED,
    ATTACKS,
    FIRED_AT,
    FIRES,
    Dummies,
    DummyCounters,
)
from hexwar.rules.language.selectors import Fitting, Key, Selectors, those_or_others
from hexwar.rules.language.wording import several
from hexwar.rules.sequence.contracts import MovementContribution
from hexwar.rules.units.rules import Forces, mask_of


class FaceDown(NamedTuple):
    """Masks of units: whose counters lie face down, as everybody knows; which of them are nothing,
    as their sides alone know; which were turned up and were nothing.
    """

    units: int = 0
    nothing: int = 0
    gone: int = 0

    def without(self, units: int) -> FaceDown:
        """The record without these units (a mask)."""
        return FaceDown(self.units & ~units, self.nothing & ~units, self.gone & ~units)

    def turned_up(self, units: int) -> FaceDown:
        """The record when these units (a mask) have been turned up."""
        gone = self.gone | self.nothing & units
        return FaceDown(self.units & ~units, self.nothing & ~units, gone)


FACE_DOWN = Slot("face_down", FaceDown(), lasts="game")


class CompiledDummies(NamedTuple):
    """Counters of one entry: of which side (an index), and their mask."""

    form: DummyCounters
    side: int
    units: int


class DummyRules:
    """Counters face down. ``groups`` are the entries of the section, in their order."""

    def __init__(
        self, frame: Frame, section: Dummies, forces: Forces, selectors: Selectors
    ) -> None:
        self._frame, self._board, self._forces = frame, frame.board, forces
        groups, taken = [], 0
        for entry in section.by_id.values():
            side = frame.side_index[entry.side]
            # A counter belongs to the first entry that it fits, and is counted for no other.
            units = selectors.perhaps(entry.only) & forces.mask_of_side[side] & ~taken
            groups.append(CompiledDummies(entry, side, units))
            taken |= units
        self.groups = tuple(groups)
        # For each thing that turns counters up, the mask of the counters that it turns up.
        self._turned_up = {
            word: mask_of(
                unit
                for group in groups
                if word in group.form.turned_up
                for unit in bits(group.units)
            )
            for word in (ATTACKS, ATTACKED, FIRES, FIRED_AT, ADJACENT)
        }
        self._cites = {unit: group.form.cite for group in groups for unit in bits(group.units)}

    # -- before the first turn -------------------------------------------------------------------

    def lay_down(self, state: Position) -> None:
        """All counters lie face down; where lots decide, the dice say which are nothing."""
        # No counter belongs to two entries, so the sum is the union.
        state.remember(FACE_DOWN, FaceDown(sum(group.units for group in self.groups)))
        for group in self.groups:
            if group.form.chosen == "lots":
                units_left = list(bits(group.units))
                for _ in range(min(group.form.count, len(units_left))):
                    # No die is thrown for the last one.
                    lot = state.roll(len(units_left)) - 1 if len(units_left) > 1 else 0
                    self.choose(state, units_left.pop(lot))

    def choose(self, state: Position, unit: int) -> None:
        """A counter is nothing, which only its side is told."""
        record = state.memory[FACE_DOWN]
        state.remember(FACE_DOWN, record._replace(nothing=record.nothing | 1 << unit))
        if state.events is not None:
            name = self._forces.ids[unit]
            side = self._frame.side_ids[self._forces.side[unit]]
            text = f"{name} is a dummy."
            state.tell("dummy_chosen", self.cite(unit), text, side=side, unit=name)

    def still_to_choose(self, state: Position, group: CompiledDummies) -> list[int]:
        """The counters of which one more is to be chosen; none when there are enough."""
        chosen = state.memory[FACE_DOWN].nothing & group.units
        if chosen.bit_count() >= min(group.form.count, group.units.bit_count()):
            return []
        return list(bits(group.units & ~chosen))

    # -- in play ---------------------------------------------------------------------------------

    def face_down(self, state: Position) -> int:
        """Mask of the units whose counters lie face down."""
        return state.memory[FACE_DOWN].units

    def nothing(self, state: Position, units: int) -> int:
        """Which of some units (a mask) are nothing, as far as the state knows."""
        return state.memory[FACE_DOWN].nothing & units

    def turn_up(self, state: Position, units: int) -> None:
        """Turn up those of some units (a mask) that lie face down on the map."""
        record = state.memory[FACE_DOWN]
        on_map = mask_of(unit for unit in bits(record.units) if state.cells[unit] != OFF_MAP)
        turned = units & on_map
        if not turned:
            return
        state.remember(FACE_DOWN, record.turned_up(turned))
        state.show()
        for unit in bits(turned):
            is_nothing = record.nothing >> unit & 1
            if state.events is not None:
                turned_up = "a dummy" if is_nothing else "a unit"
                name, number = self._forces.ids[unit], self._board.number[state.cells[unit]]
                text = f"{name} in {number} is turned up: it is {turned_up}."
                state.tell("turned_up", self.cite(unit), text, unit=name, hex=number)
            # Off the map, and not eliminated: it is no loss.
            if is_nothing:
                state.place(unit, OFF_MAP)

    def engages(self, state: Position, battle: Engagement) -> Engagement:
        """A battle is about to be reckoned: the units that fight are turned up."""
        if not state.memory[FACE_DOWN].units:
            return battle
        attackers = mask_of(battle.attackers) & self._turned_up[ATTACKS]
        defenders = mask_of(battle.defenders) & self._turned_up[ATTACKED]
        self.turn_up(state, attackers | defenders)
        return battle.still_there(state)

    def exposes(self, state: Position, firers: int, cell: int) -> None:
        """Units are about to fire at a hex: they are turned up, and so are those in it."""
        if state.memory[FACE_DOWN].units:
            standing = mask_of(state.standing(cell)) & self._turned_up[FIRED_AT]
            # Fire does not turn up friends in the hex: only the other side is fired at.
            friends = sum(mask for mask in self._forces.mask_of_side if mask & firers)
            self.turn_up(state, firers & self._turned_up[FIRES] | standing & ~friends)

    def comes(self, state: Position, unit: int) -> None:
        """A unit has come somewhere: it and its enemies next to it are turned up."""
        down = state.memory[FACE_DOWN].units & self._turned_up[ADJACENT]
        if down and state.cells[unit] != OFF_MAP:
            self.turn_up(state, down & self._face_to_face(state, unit))

    def _face_to_face(self, state: Position, unit: int) -> int:
        """A unit and the enemies next to it that it sees; no unit where there are no such
        enemies.
        """
        board, side = self._board, self._forces.side[unit]
        enemies = state.enemies_of(side) & board.within(board.bit[state.cells[unit]], 1)
        if not enemies:
            return 0
        foes, unseen = self._frame.foes[side], state.hidden(side)
        met = mask_of(
            other
            for cell in board.cells(enemies)
            for other in state.standing(cell)
            if self._forces.side[other] in foes and not unseen >> other & 1
        )
        return met | 1 << unit if met else 0

    def all_come(self, state: Position) -> None:
        """Everybody is set up: units next to an enemy are turned up."""
        down = state.memory[FACE_DOWN].units & self._turned_up[ADJACENT]
        met = 0
        for unit in bits(down):
            if state.cells[unit] != OFF_MAP:
                met |= self._face_to_face(state, unit)
        # All at once: a dummy that is turned up leaves the map, and would no longer turn up the
        # units that it met.
        self.turn_up(state, down & met)

    def own(self, state: Position, side: int) -> Iterator[int]:
        """The units of a side on the map whose counters lie face down."""
        for unit in bits(state.memory[FACE_DOWN].units & self._forces.mask_of_side[side]):
            if state.cells[unit] != OFF_MAP:
                yield unit

    def why_not_turn_up(self, state: Position, unit: int) -> Violation | None:
        """Why its side may not turn a counter up."""
        name = self._forces.ids[unit]
        if self._forces.side[unit] != state.phase_side:
            return self.refuse(unit, f"{name} belongs to the other side.")
        if unit not in self.own(state, state.phase_side):
            return self.refuse(unit, f"{name} does not lie face down on the map.")
        return None

    def keep_secret(self, state: Position, side: int) -> None:
        """In a copy for a side, forget which counters of the others are nothing."""
        record, mine = state.memory[FACE_DOWN], self._forces.mask_of_side[side]
        if record.nothing & ~mine:
            state.remember(FACE_DOWN, record._replace(nothing=record.nothing & mine))

    def cite(self, unit: int) -> str:
        """The rule about a unit's counter."""
        return self._cites.get(unit, "")

    def refuse(self, unit: int, text: str) -> Violation:
        """A refusal, with the rule that the game cites for it."""
        return Violation(self.cite(unit), text, "dummies")


class DummyGuesses:
    """Draws dummies for the others, each choice of as many as are left being equally likely."""

    def __init__(self, frame: Frame, dummies: DummyRules) -> None:
        self._frame, self._dummies = frame, dummies

    def guess(self, seen: Position, side: int) -> Guess | None:
        """How to choose for the others in a copy of what a side sees; ``None`` where there is
        nothing to choose.
        """
        record, to_choose = seen.memory[FACE_DOWN], []
        for group in self._dummies.groups:
            if group.side != side and group.units & record.units:
                # Everybody knows how many there were, and which have been turned up since.
                there_were = min(group.form.count, group.units.bit_count())
                left_to_choose = there_were - (record.gone & group.units).bit_count()
                if left_to_choose:
                    to_choose.append((group, left_to_choose))
        return partial(_choose, to_choose) if to_choose else None


def _choose(wanted: list[tuple[CompiledDummies, int]], world: Position, random: Random) -> None:
    """Draw so many dummies of each entry among its counters that still lie face down."""
    record = world.memory[FACE_DOWN]
    dummies = record.nothing
    for group, count in wanted:
        down = list(bits(group.units & record.units))
        for unit in random.sample(down, min(count, len(down))):
            dummies |= 1 << unit
    world.remember(FACE_DOWN, record._replace(nothing=dummies))


# Choosing dummies, turning counters up, and what others are told of it.
#
# The owner chooses before the first turn (`ChoosingDummies`); in its movement phases it may turn a
# counter up; the rest are the tables by which events, previews and copies ask for it.


CHOOSE, TURN_UP = "decoy", "turn_up"


@dataclass(slots=True)
class ChoosingDummies(Task):
    """A side says which of its counters are nothing: ``decoy UNIT`` for each, then ``done``.

    ``group`` is the place of the entry in the section.
    """

    kind = "dummies"
    done_says = "Begin"
    group: int

    def _group(self, state: Position) -> CompiledDummies:
        return state.rules[DummyRules].groups[self.group]

    def _left_to_choose(self, state: Position) -> list[int]:
        return state.rules[DummyRules].still_to_choose(state, self._group(state))

    def settle(self, state: Position) -> bool:
        """Go on where there is no counter to choose."""
        # It does not go on as soon as enough are chosen: until `done` the choice can be taken back.
        if self._group(state).units:
            return True
        self._end(state)
        return False

    def side(self, state: Position) -> int:
        """The side whose counters they are."""
        return self._group(state).side

    def decision(self, state: Position) -> Decision:
        """How many are still to be chosen, of which."""
        group, left_to_choose = self._group(state), self._left_to_choose(state)
        chosen = (state.memory[FACE_DOWN].nothing & group.units).bit_count()
        prompt = f"All dummies of {group.form.title} are chosen: go on, or undo."
        if left_to_choose:
            in_words = several(group.form.count - chosen, "dummy")
            prompt = f"Choose {in_words} among {group.form.title}."
        ids = state.frame.unit_ids
        return self.asks(
            state,
            prompt,
            units=tuple([ids[unit] for unit in left_to_choose]),
            may_decline=not left_to_choose,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit; ``done`` when there are enough."""
        left_to_choose = self._left_to_choose(state)
        for unit in left_to_choose:
            yield Action(CHOOSE, (state.frame.unit_ids[unit],))
        if not left_to_choose:
            yield DONE

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a counter is not chosen, or the choice is not over."""
        group, rules = self._group(state), state.rules[DummyRules]
        left_to_choose = self._left_to_choose(state)
        cited = group.form.cite
        if action.verb == DONE.verb:
            return (
                Violation(cited, "Not all dummies are chosen.", "dummies")
                if left_to_choose
                else None
            )
        if action.verb != CHOOSE:
            return state.out_of_turn(action)
        (name,) = action.units
        unit = state.frame.unit_index[name]
        if not group.units >> unit & 1:
            return Violation(cited, f"{name} is none of {group.form.title}.", "dummies")
        if rules.nothing(state, 1 << unit):
            return Violation(cited, f"{name} is a dummy already.", "dummies")
        return None if left_to_choose else Violation(cited, "All dummies are chosen.", "dummies")

    def perform(self, state: Position, action: Action) -> None:
        """Choose one, or go on."""
        if action.verb == CHOOSE:
            unit = state.frame.unit_index[action.units[0]]
            state.rules[DummyRules].choose(state, unit)
            return
        # Sides choose without knowing each other's choice, so it cannot be taken back.
        state.show()
        self._end(state)

    def _end(self, state: Position) -> None:
        state.agenda.pop()
        if not state.agenda:
            state.begin_turns(0)


class LayingDown:
    """Lays counters face down when a game is set up."""

    def __init__(self, rules: DummyRules) -> None:
        self._rules = rules

    def set_up(self, state: Position) -> None:
        """All lie face down; where their sides choose, that choice is put below the set-up."""
        self._rules.lay_down(state)
        chosen = [
            place for place, group in enumerate(self._rules.groups) if group.form.chosen == "owner"
        ]
        state.agenda[:0] = [ChoosingDummies(place) for place in reversed(chosen)]


class TurningUp(MovementContribution):
    """``turn_up UNIT``: in its movement phases a side may turn its counters up."""

    verbs = frozenset({TURN_UP})
    comes_last = True

    def __init__(self, frame: Frame, rules: DummyRules) -> None:
        self._frame, self._rules = frame, rules

    def concerns(self, phase: int) -> bool:
        """Every such phase."""
        return bool(self._rules.groups)

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit."""
        for unit in self._rules.own(state, state.phase_side):
            yield Action(TURN_UP, (self._frame.unit_ids[unit],))

    def can_act(self, state: Position) -> bool:
        """No phase waits for it."""
        return False

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a counter may not be turned up."""
        return self._rules.why_not_turn_up(state, self._frame.unit_index[action.units[0]])

    def perform(self, state: Position, action: Action) -> None:
        """Turn it up."""
        self._rules.turn_up(state, 1 << self._frame.unit_index[action.units[0]])


def _keeps_secrets(rules: Rules) -> bool:
    return rules.find(DummyRules) is not None


def _hides_nobody(state: Position, side: int) -> int:
    return 0


def _needs_no_note(state: Position, moments: object) -> None:
    """Only its own side is told what a counter is, no matter who sees it."""


def _known_events(events: Iterable[Event], side: str) -> list[Event]:
    return [event for event in events if event.kind != "dummy_chosen" or event.side == side]


def _status(state: Position, unit: int) -> Iterator[Status]:
    record = state.memory[FACE_DOWN]
    if record.units >> unit & 1:
        yield Status("face down", "F")
    if record.nothing >> unit & 1:
        yield Status("a dummy", "D")


def _begins(state: Position, unit: int, form: object) -> None:
    """The caller that starts a game says that a counter lies face down, and whether it is
    nothing.
    """
    rules, name = state.rules.find(DummyRules), state.frame.unit_ids[unit]
    if rules is None or not any(group.units >> unit & 1 for group in rules.groups):
        raise ValueError(f"setup of {name}: its counter never lies face down in this game")
    if not isinstance(form, bool):
        raise ValueError(f"setup of {name}: dummy is True or False")
    record = state.memory[FACE_DOWN]
    dummies = record.nothing | (1 << unit if form else 0)
    state.remember(FACE_DOWN, FaceDown(record.units | 1 << unit, dummies, record.gone))


def _face_down(wanted: bool, selectors: Selectors, side: int) -> Fitting:
    def now(state: Position) -> int:
        rules = state.rules.find(DummyRules)
        return rules.face_down(state) if rules is not None else 0

    return those_or_others(wanted, selectors, now)


def _in_words(wanted: bool, words: object) -> str:
    return f"{'' if wanted else 'not '}face down"


def _choose_label(action: Action, state: Position) -> str:
    name = action.units[0]
    cell = state.cells[state.frame.unit_index[name]]
    where_ = "" if cell == OFF_MAP else f" in {state.frame.board.number[cell]}"
    return f"{name}{where_} is a dummy"


VERBS = {
    CHOOSE: Verb(
        UNIT,
        "unit",
        _choose_label,
        in_secret=True,
        does="say that a counter is a dummy",
        needs=where(
            Dummies,
            lambda dummies: any(group.chosen == "owner" for group in dummies.by_id.values()),
        ),
    ),
    TURN_UP: Verb(
        UNIT,
        label=lambda action, state: f"Turn {action.units[0]} up",
        commits=True,
        does="turn a counter up that lies face down",
    ),
}
TASKS = {"dummies": ChoosingDummies}
TITLES = {"dummies": lambda game: game[Dummies].by_id}
SLOTS = (FACE_DOWN,)
STATUS = (_status,)
UNIT_BEGINNINGS = {"dummy": _begins}
SELECTS = {"face_down": Key(_face_down, _in_words)}
HIDES = (Hiding(_keeps_secrets, _hides_nobody, _needs_no_note, _known_events),)
BATTLE_STAGES = {"turn_up": (DummyRules, DummyRules.engages)}
CONTRIBUTIONS = {"movement": (TurningUp,)}
HOOKS = {
    "set_up": (LayingDown, LayingDown.set_up),
    "turns_begin": (DummyRules, DummyRules.all_come),
    "moved": (DummyRules, DummyRules.comes),
    "exposes": (DummyRules, DummyRules.exposes),
    "absent": (DummyRules, DummyRules.nothing),
    "secrets": (DummyRules, DummyRules.keep_secret),
    "keeps": (DummyRules, lambda rules, state: True),
    "guesses": (DummyGuesses, DummyGuesses.guess),
}
