"""Section ``reactions``: which units may react to what a unit does, and how.

A unit moves or fires, and in the midst of it others may act: that is a reaction. An action begins
and is remembered as under way; at each moment that the game names (a hex entered, a fire about to
be fired) a window opens for the sides that could react (``task``). Units that try meet those that
join against them, dice say in which order all act (``contest``), and each does what it may
(``acts``). Units may have gone on overwatch before (``overwatch``).

This module has, from the top: what is remembered of the action and of units that have tried; which
units may react, join, fire together; and the dice that they throw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.violation import Violation
from hexwar.rules.activation.rules import now_acted
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.fire.task import Group, GroupFireRules
from hexwar.rules.initiative import InitiativeRules
from hexwar.rules.language.selectors import Fits, Selectors
from hexwar.rules.movement.modes import ModeRules, WayToMove
from hexwar.rules.reactions.contest import (
    Chances,
    OneDie,
    Rolled,
    chances_of_contest,
    throws_of_contest,
)
from hexwar.rules.reactions.section import (
    ACTOR,
    FIRE,
    HEX_MOVED,
    INITIATIVE,
    MOVE,
    PHASE,
    TURN,
    Reaction,
    Reactions,
)
from hexwar.rules.units.rules import Forces, mask_of
from hexwar.rules.values import NamedValues

if TYPE_CHECKING:
    pass


# What is remembered of actions that can be interrupted, and of units that have reacted.


Entry = tuple[int, ...]
"""A :class:`YetToAct` as saves keep it: unit, die, and then its foes one after the other."""


class YetToAct(NamedTuple):
    """A unit that has yet to act in an exchange, with its die and the units it may fire at."""

    unit: int
    score: int
    foes: tuple[int, ...] = ()

    @classmethod
    def of(cls, entry: Entry) -> YetToAct:
        """What an entry says."""
        unit, score, *foes = entry
        return cls(unit, score, tuple(foes))

    @property
    def entry(self) -> Entry:
        """What is kept of it."""
        return (self.unit, self.score, *self.foes)


def left(units: tuple[int, ...], gone: int) -> tuple[int, ...]:
    """Those of some units that are not in a mask."""
    return tuple(unit for unit in units if not gone >> unit & 1)


class ActionUnderWay(NamedTuple):
    """The action that is under way: the unit that acts, the cell that it fires at (or 0).

    ``tried`` is the mask of the units that have tried to react to it, ``declined`` of the sides
    that let the rest of it go on; ``late`` the units that act after it. ``in_phase`` have tried in
    this phase; ``roller`` is the side whose die showed the latest 1.
    """

    actor: int = NOBODY
    target: int = 0
    tried: int = 0
    declined: int = 0
    late: tuple[Entry, ...] = ()
    in_phase: int = 0
    roller: int = NOBODY

    def without(self, units: int) -> ActionUnderWay:
        """The record without these units (a mask)."""
        gone = self.actor != NOBODY and units >> self.actor & 1
        return self._replace(
            actor=NOBODY if gone else self.actor,
            tried=self.tried & ~units,
            late=tuple(entry for entry in self.late if not units >> entry[0] & 1),
            in_phase=self.in_phase & ~units,
        )


class Reacted(NamedTuple):
    """Masks of units in this turn: those that have tried to react, those that have moved in
    reaction, and those whose reactions have ended.
    """

    tried: int = 0
    moved: int = 0
    ended: int = 0

    def without(self, units: int) -> Reacted:
        """The record without these units (a mask)."""
        return Reacted(self.tried & ~units, self.moved & ~units, self.ended & ~units)


UNDER_WAY = Slot("under_way", ActionUnderWay(), lasts="phase")
REACTED = Slot("reacted", Reacted(), lasts="turn")


Mask = Callable[[Position], int]

HIDDEN = "a hidden unit"
"""In place of the name of a unit, for a side that does not see it."""


class CompiledReaction(NamedTuple):
    """An entry of the section compiled: which units may react, as each side sees it; which may join
    against them, if any; what is added to which units' dice.
    """

    form: Reaction
    who: tuple[Mask, ...]
    joins: Mask | None
    plus: tuple[tuple[int, Fits], ...]


class ReactionRules:
    """The reaction of each phase, and which units may take part in it now."""

    def __init__(
        self,
        frame: Frame,
        section: Reactions,
        forces: Forces,
        selectors: Selectors,
        values: NamedValues,
        modes: ModeRules,
        fire: FireRules | None,
        together: GroupFireRules | None,
        initiative: InitiativeRules | None,
    ) -> None:
        self._frame, self._forces, self._modes, self._fire = frame, forces, modes, fire
        self._values, self._together = values, together
        self._initiative = initiative
        self._by_phase: dict[int, CompiledReaction] = {}
        for reaction in section.by_id.values():
            sides = range(len(frame.side_ids))
            plus = reaction.contest.plus if reaction.contest is not None else ()
            compiled = CompiledReaction(
                reaction,
                tuple(selectors.mask(reaction.only, side) for side in sides),
                selectors.mask(reaction.join) if reaction.join is not None else None,
                tuple((bonus.add, selectors.fits(bonus.only)) for bonus in plus),
            )
            for phase in reaction.phases:
                self._by_phase[frame.phase_ids.index(phase)] = compiled

    def find(self, state: Position) -> Reaction | None:
        """How units react in the present phase, if they may."""
        compiled = self._by_phase.get(state.phase_index)
        return None if compiled is None else compiled.form

    def of(self, state: Position) -> Reaction:
        """How units react in the present phase."""
        return self._by_phase[state.phase_index].form

    # -- an action under way ---------------------------------------------------------------------

    def begins(self, state: Position, actor: int, target: int) -> bool:
        """Note that a unit begins an action; whether units may react to it in this phase."""
        if self.find(state) is None:
            return False
        # All is reset but the units that tried in this phase: some games allow one try a phase.
        before = state.memory[UNDER_WAY]
        state.remember(UNDER_WAY, ActionUnderWay(actor, target, in_phase=before.in_phase))
        return True

    def may_open(self, state: Position, actor: int, target: int) -> bool:
        """Whether units may react to what happens now: a hex entered, or a fire at a cell."""
        if not self.opens(state, target):
            return False
        return any(self.is_asked(state, side, actor) for side in range(len(self._frame.side_ids)))

    def opens(self, state: Position, target: int) -> bool:
        """Whether units react to fires in this phase, or, without a target, to a hex entered."""
        reaction = self.find(state)
        return reaction is not None and (FIRE if target else HEX_MOVED) in reaction.opens_at

    def is_asked(self, state: Position, side: int, actor: int) -> bool:
        """Whether a side is asked to react: its units could, or some of it hide.

        As long as some hide it is asked every time: else it would show where they are.
        """
        if state.hides(side):
            return self._listens(state, side, actor)
        return bool(self.able(state, side, actor))

    def _listens(self, state: Position, side: int, actor: int) -> bool:
        """Whether a side sees an enemy act, and has not let the rest of it go on."""
        if side == self._forces.side[actor] or not state.cells[actor]:
            return False
        seen = not state.hidden(side) >> actor & 1
        return seen and not state.memory[UNDER_WAY].declined >> side & 1

    def able(self, state: Position, side: int, actor: int) -> list[int]:
        """The units of a side that may react to a unit now, and could do something."""
        if not self._listens(state, side, actor):
            return []
        key = "react", side, actor  # asked as the moment opens, and during it
        reactors: list[int] | None = state.near.get(key)
        if reactors is None:
            fitting = self._by_phase[state.phase_index].who[side]
            who = fitting(state) & self._forces.mask_of_side[side]
            ready = bits(who & ~self._units_spent(state))
            reactors = [unit for unit in ready if self.could(state, unit, (actor,), moves=True)]
            state.near[key] = reactors
        return reactors

    def _units_spent(self, state: Position) -> int:
        """The units that have tried as often as they may, or may no more."""
        under_way, reacted = state.memory[UNDER_WAY], state.memory[REACTED]
        spent, once_in = under_way.tried | reacted.ended, self.of(state).each
        if once_in == PHASE:
            spent |= under_way.in_phase
        return spent | reacted.tried if once_in == TURN else spent

    def may_join(self, state: Position, actor: int, reactors: tuple[int, ...]) -> bool:
        """Whether the acting side is asked to join: its units could, or some of them hide."""
        if self.of(state).join is not None and state.hides(self._forces.side[actor]):
            return True
        return bool(self.joining(state, actor, reactors))

    def joining(self, state: Position, actor: int, reactors: tuple[int, ...]) -> list[int]:
        """The units on the acting side that may join against those that try to react."""
        joins = self._by_phase[state.phase_index].joins
        if joins is None:
            return []
        who = joins(state) & self._forces.mask_of_side[self._forces.side[actor]]
        # Nobody joins an exchange about its own action.
        who &= ~self._units_spent(state) & ~(1 << actor)
        return [unit for unit in bits(who) if self.could(state, unit, reactors, moves=False)]

    def could(self, state: Position, unit: int, foes: tuple[int, ...], *, moves: bool) -> bool:
        """Whether a unit could do anything in reaction."""
        if not state.cells[unit] or state.forbidden(unit, "react") is not None:
            return False
        may_move = moves and self._may_move(state, unit)
        # Fires are judged foe by foe, ways by floods over the map: the quickest test comes first.
        if may_move and self._modes.surely_moves(state, unit, ()):
            return True
        fire, cells = self._fire, state.cells
        if fire is not None and any(
            cells[foe]
            and fire.is_in_range(state, unit, cells[foe])
            and self.why_not_fire(state, unit, foe) is None
            for foe in foes
        ):
            return True
        return may_move and bool(self._modes.ways(state, unit))

    # -- what a unit may do in reaction ----------------------------------------------------------

    def cells(self, state: Position, unit: int, foes: tuple[int, ...]) -> list[int]:
        """The cells of the units that a unit may fire at in reaction, in map order."""
        hit = [foe for foe in foes if self.why_not_fire(state, unit, foe) is None]
        return self._frame.board.in_map_order(mask_of({state.cells[foe] for foe in hit}))

    def why_not_fire(self, state: Position, unit: int, foe: int) -> Violation | None:
        """Why a unit may not fire at another in reaction."""
        if FIRE not in self.of(state).may:
            return self.refuse(state, "act", "Nobody fires in reaction.")
        return self.why_not_fire_back(state, unit, foe)

    def why_not_fire_back(self, state: Position, unit: int, foe: int) -> Violation | None:
        """Why a unit may not fire at another, in reaction or not."""
        ids = self._forces.ids
        if self._fire is None or not state.cells[foe] or not state.cells[unit]:
            return self.refuse(state, "act", f"{ids[unit]} cannot fire at {ids[foe]}.")
        refused = state.forbidden(unit, "fire")
        return refused or self._fire.why_not(state, unit, state.cells[foe])

    def ways(self, state: Position, unit: int, barred: tuple[str, ...]) -> list[WayToMove]:
        """The ways in which a unit can move in reaction; none if it has done so in this turn."""
        return self._modes.ways(state, unit, barred) if self._may_move(state, unit) else []

    def _may_move(self, state: Position, unit: int) -> bool:
        """Whether a unit may still move in reaction in this turn."""
        return MOVE in self.of(state).may and not state.memory[REACTED].moved >> unit & 1

    def companions(self, state: Position, unit: int, foe: int) -> list[int]:
        """The units that may fire in reaction together with a unit: those that could try to react
        as it does, where no dice decide which comes first.
        """
        together = self._together
        if together is None or together.said is None or self.of(state).contest is not None:
            return []
        able = self.able(state, self._forces.side[unit], foe)
        return [other for other in able if other != unit]

    def groups(self, state: Position, unit: int, foes: tuple[int, ...]) -> list[Group]:
        """The groups that are listed for a unit that fires in reaction, itself first."""
        if self._together is None or FIRE not in self.of(state).may or len(foes) != 1:
            return []
        able = [unit, *self.companions(state, unit, foes[0])]
        offered = self._together.offered(state, able) if able[1:] else ()
        cell = state.cells[foes[0]]
        return [group for group in offered if group[0][0] == unit and group[1] == cell]

    def why_not_together(
        self, state: Position, units: tuple[int, ...], foe: int
    ) -> Violation | None:
        """Why units may not fire together in reaction, the first of them acting."""
        able, ids = self.companions(state, units[0], foe), self._forces.ids
        for unit in units[1:]:
            if unit not in able:
                text = f"{ids[unit]} may not react together with {ids[units[0]]}."
                return self.refuse(state, "act", text)
        if self._together is None:
            raise LookupError("units fire together, but the game does not let them")
        return self._together.why_not(state, units, state.cells[foe])

    # -- what is remembered ------------------------------------------------------------------------

    def tries(self, state: Position, unit: int) -> None:
        """A unit tries to react, or joins an exchange."""
        bit = 1 << unit
        action, turn = state.memory[UNDER_WAY], state.memory[REACTED]
        tried, in_phase = action.tried | bit, action.in_phase | bit
        state.remember(UNDER_WAY, action._replace(tried=tried, in_phase=in_phase))
        state.remember(REACTED, turn._replace(tried=turn.tried | bit))

    def declines(self, state: Position, side: int) -> None:
        """A side lets the rest of the action go on."""
        action = state.memory[UNDER_WAY]
        state.remember(UNDER_WAY, action._replace(declined=action.declined | 1 << side))

    def ends(self, state: Position, units: int) -> None:
        """The reactions of these units (a mask) have ended for this turn."""
        turn = state.memory[REACTED]
        state.remember(REACTED, turn._replace(ended=turn.ended | units))

    def costs_action(self, state: Position, unit: int) -> bool:
        """Whether to react is all that a unit does in this turn, in the present phase."""
        mine = self._forces.side[unit] == state.phase_side
        return self.of(state).counts == "as_action" and not mine

    def acts(self, state: Position, unit: int, *, moves: bool) -> None:
        """A unit fires or moves in reaction."""
        if self.costs_action(state, unit):
            now_acted(state, unit)
        if moves:
            turn = state.memory[REACTED]
            state.remember(REACTED, turn._replace(moved=turn.moved | 1 << unit))

    # -- the order of an exchange ------------------------------------------------------------------

    def comes_first(self, state: Position, sides: set[int]) -> int:
        """Of sides with equal dice the one that comes first."""
        contest, actor = self.of(state).contest, state.phase_side
        wins = actor
        if contest is not None and contest.ties == INITIATIVE and self._initiative is not None:
            wins = self._initiative.side(state)
        elif contest is not None and contest.ties != ACTOR:
            wins = min(sides - {actor}, default=actor)
        return wins if wins in sides else min(sides)

    def roll(self, state: Position, units: Sequence[int]) -> dict[int, Rolled]:
        """The dice that units roll in a contest."""
        contest, values = self.of(state).contest, self._values
        die = contest.die if contest is not None else ""
        # A unit that prints no such die rolls one of a single face.
        dice = tuple([max(1, values.die(state, unit, die)) if die else 1 for unit in units])
        added = tuple([self._added_to_die(state, unit) for unit in units])
        faces = state.throw(dice, partial(throws_of_contest, dice, added, contest))
        scores = [face + add for face, add in zip(faces, added, strict=True)]
        return dict(zip(units, map(Rolled, faces, scores), strict=True))

    def chances(self, state: Position, units: Sequence[int]) -> dict[int, Chances]:
        """The chances of each unit of a contest, of which the first acts; ValueError in a phase
        without contests.
        """
        reaction = self.find(state)
        if reaction is None or reaction.contest is None:
            raise ValueError("there are no contests in this phase")
        contest, actor = reaction.contest, units[0]
        dice = [
            OneDie(
                unit,
                max(1, self._values.die(state, unit, contest.die)),
                self._added_to_die(state, unit),
                self._forces.side[unit],
            )
            for unit in units
        ]

        def wins_tie(die: OneDie) -> bool:
            mine = self._forces.side[actor]
            return die.side != mine and self.comes_first(state, {die.side, mine}) == die.side

        winning = {die.unit for die in dice if wins_tie(die)}
        return chances_of_contest(dice, contest.success, winning)

    def _added_to_die(self, state: Position, unit: int) -> int:
        """What is added to the die of a unit in a contest."""
        plus = self._by_phase[state.phase_index].plus
        return sum([add for add, fits in plus if fits(state, unit)])

    def fired_at(self, state: Position, unit: int, cell: int) -> Iterator[int]:
        """The units that a unit fires at in a hex."""
        side = self._forces.side[unit]
        unseen = state.hidden(side)
        for other in state.standing(cell):
            if self._forces.side[other] != side and not unseen >> other & 1:
                yield other

    def places(self, state: Position, units: tuple[int, ...], side: int) -> tuple[str, ...]:
        """The hexes of some units, as far as a side sees them."""
        unseen, cells = state.hidden(side), state.cells
        number = self._frame.board.number
        return tuple(
            number[cells[unit]] for unit in units if cells[unit] and not unseen >> unit & 1
        )

    def known(self, state: Position, units: Sequence[int], side: int) -> list[str]:
        """Units as a side knows them: those that hide from it last, without their names."""
        unseen, ids = state.hidden(side), self._forces.ids
        seen = [ids[unit] for unit in units if not unseen >> unit & 1]
        others = [HIDDEN for unit in units if unseen >> unit & 1]
        return [*seen, *others]

    def hiding(self, state: Position) -> int:
        """Mask of the units that hide from any side."""
        mask = 0
        for side in range(len(self._frame.side_ids)):
            mask |= state.hidden(side)
        return mask

    def refuse(self, state: Position, reason: str, message: str) -> Violation:
        """A refusal, with the rule that the game cites for it."""
        cite = self.of(state).cite
        return Violation(cite.get(reason, ""), message, f"reactions.{reason}")
