"""Section ``capture``: units that fall to an enemy who moves into their hex.

Such a unit is not fought for: where only such units stand, an enemy beside them moves in, and each
is lost, or another counter takes its place on the side that took it. In this order: the form, which
units can be taken by which and what follows, the action of movement phases, the checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import (
    NO_RULES,
    NOT_EMPTY,
    Citations,
    Form,
    cited,
    cites,
    name_of,
    read_by,
    says,
)
from hexwar.engine.action import Action
from hexwar.engine.notation import GOING, Verb
from hexwar.engine.rules import Frame
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import SectionRefusals, Violation
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import Names, Selector, one_of
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import every
from hexwar.rules.movement.limits import UnitsOfPhase
from hexwar.rules.movement.moves import Moves
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.contracts import MovementContribution
from hexwar.rules.units.section import Units

# -- what the section may say ----------------------------------------------------------------------


UnitName = Annotated[str, name_of("unit")]


class Capture(Form, example={"only": {"trait": "supply"}}):
    """Units that fall to an enemy who moves into their hex: supplies, staffs, leaders. Where only
    such units stand, a unit next to the hex enters it in its movement phase, for what the step
    costs, as if it were empty, and takes all of them; it may move on.
    """

    only: Annotated[
        Selector, EACH, cited("only"), says("The units that can be taken.", {"trait": "supply"})
    ]
    by: Annotated[
        Selector | None,
        EACH,
        cited("by"),
        says("The units that take others; all if left out.", {"trait": "mechanised"}),
    ] = None
    becomes: Annotated[
        Mapping[
            UnitName,
            Annotated[
                Names,
                read_by(
                    lambda: one_of(UnitName, "The counter for it in the hands of the enemy.", "R9")
                ),
                says(
                    "The counter for it, or one for each side that may take it.", "R9", ["R9", "G9"]
                ),
            ],
        ],
        NOT_EMPTY,
        cited("becomes"),
        says(
            "What is put in its place for the side that takes it: a counter off the map. A unit "
            "that is not named here, or whose counter is in play, is lost.",
            {"B9": "R9"},
            {"N1": ["R9", "B9"]},
        ),
    ] = {}
    cite: Annotated[
        Citations,
        cites(
            "Rules about captures.",
            only="Who can be taken.",
            by="Who takes others.",
            becomes="What becomes of a unit that is taken.",
        ),
    ] = NO_RULES


# -- which units can be taken by which, and taking them --------------------------------------------


class CaptureRules:
    """Captures in movement phases."""

    def __init__(
        self,
        frame: Frame,
        section: Capture,
        selectors: Selectors,
        movement: MovementRules,
        concerned: UnitsOfPhase,
    ) -> None:
        self._concerned = concerned
        self._frame, self._movement, self._moves = frame, movement, Moves(movement)
        self._only, self._by = selectors.fits(section.only), selectors.fits(section.by)
        index = frame.unit_index
        sides = frame.unit_side
        self._becomes = {
            (index[taken], sides[index[captured_as]]): index[captured_as]
            for taken, names in section.becomes.items()
            for captured_as in names
        }
        self.cite = section.cite
        self._refuse = SectionRefusals("capture", self.cite)

    def goals(self, state: Position, unit: int) -> Iterator[int]:
        """The cells that a unit may enter now by taking the enemies there."""
        near = self._frame.board.adjacent[state.cells[unit]]
        enemies = state.enemies_of(self._frame.unit_side[unit])
        for cell in self._frame.board.in_map_order(near & enemies):
            if self.why_not(state, unit, cell) is None:
                yield cell

    def why_not(self, state: Position, unit: int, goal: int) -> Violation | None:
        """Why a unit does not take those in a cell now; ``None`` when it does."""
        movement, frame = self._movement, self._frame
        name, number = frame.unit_ids[unit], frame.board.number[goal]
        taken = self._enemies_seen(state, unit, goal)
        if not taken:
            return self._refuse("only", f"There is nobody to take in {number or 'no hex'}.")
        unseen = state.hidden(frame.unit_side[unit])
        if any(unseen >> other & 1 or not self._only(state, other) for other in taken):
            return self._refuse("only", f"Not everybody in {number} can be taken.")
        if not self._by(state, unit):
            return self._refuse("by", f"{name} takes nobody.")
        if movement.outside(state, unit):
            why = self._concerned.why_outside(state, unit)
            return self._refuse("by", f"{name} may not move in this phase{why}")
        if not movement.able(state, unit):
            return self._refuse("by", f"{name} cannot move now.")
        cost = self._cost(state, unit, goal)
        if cost is None or cost > movement.points_left(state, unit):
            return self._refuse("by", f"{name} cannot enter {number} from where it is.")
        if not movement.stacking.fit(state, goal, [unit]):
            return movement.stacking.refusal(unit, name, number)
        return None

    def _enemies_seen(self, state: Position, unit: int, goal: int) -> list[int]:
        """The enemies in a cell that everybody sees there."""
        owner = self._frame.unit_side
        foes = self._frame.foes[owner[unit]]
        return [
            other
            for other in state.standing(goal)
            if owner[other] in foes and not state.secret >> other & 1
        ]

    def _cost(self, state: Position, unit: int, goal: int) -> int | None:
        """Scaled points for the step; ``None`` where it cannot be made."""
        origin, movement = state.cells[unit], self._movement
        if not self._frame.board.adjacent[origin] >> goal & 1:
            return None
        # The price is that of any step. Enemies close their hexes to movement, but here they are
        # what is taken; anything else that closes a hex closes it to a capture too.
        bounds = movement.bounds
        past = bounds.enemies(state, unit) & ~bounds.closed(state, unit)
        return movement.passage(state, unit).step_cost(origin, goal, past=past)

    def take(self, state: Position, unit: int, goal: int) -> None:
        """Take those in a cell and enter it."""
        frame, movement = self._frame, self._movement
        origin, number = state.cells[unit], frame.board.number[goal]
        cost, taken = self._cost(state, unit, goal) or 0, self._enemies_seen(state, unit, goal)
        points_left = movement.points_left(state, unit) - cost
        side = frame.unit_side[unit]
        for other in taken:
            state.eliminate(other)
        stops = movement.passage(state, unit).ends >> goal & 1
        self._moves.arrive(state, unit, origin, goal, 0 if stops else points_left)
        for other in taken:
            captured_as = self._becomes.get((other, side))
            if captured_as is not None and state.cells[captured_as] == OFF_MAP:
                state.renew(captured_as)
                self._moves.put_down(state, captured_as, goal)
        if state.events is None:
            return
        name, ids = self._frame.unit_ids[unit], self._frame.unit_ids
        rule = self.cite.get("only", "")
        text = f"{name} enters {number} and takes {every(ids[other] for other in taken)}."
        state.tell("captured", rule, text, unit=name, hex=number)
        for other in taken:
            captured_as = self._becomes.get((other, self._frame.unit_side[unit]))
            if captured_as is not None and state.cells[captured_as]:
                rule, text = (
                    self.cite.get("becomes", ""),
                    f"{ids[other]} becomes {ids[captured_as]}.",
                )
                state.tell("taken_over", rule, text, unit=ids[captured_as], hex=number)
            else:
                text = f"{ids[other]} is lost in {number}."
                state.tell("eliminated", rule, text, unit=ids[other], hex=number)


# -- ``capture UNIT HEX`` in movement phases -------------------------------------------------------

# What the rules of the package allow is offered as a move of a movement phase, unit by unit.


CAPTURE = "capture"


class Capturing(MovementContribution):
    """Units enter hexes by taking the enemies there."""

    verbs: ClassVar[frozenset[str]] = frozenset({CAPTURE})
    is_move: ClassVar[bool] = True

    def __init__(self, frame: Frame, rules: CaptureRules) -> None:
        self._frame, self._rules = frame, rules

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit, hexes in map order."""
        ids, number = self._frame.unit_ids, self._frame.board.number
        for unit, side in enumerate(self._frame.unit_side):
            if side == state.phase_side and state.cells[unit]:
                for cell in self._rules.goals(state, unit):
                    yield Action(CAPTURE, (ids[unit],), (number[cell],))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit does not take those in a hex."""
        unit = self._frame.unit_index[action.units[0]]
        if self._frame.unit_side[unit] != state.phase_side:
            text = f"{action.units[0]} belongs to the other side."
            return Violation("", text, "capture.owner")
        if not state.cells[unit]:
            return Violation("", f"{action.units[0]} is not on the map.", "capture.owner")
        goal = self._frame.board.cell.get(action.hexes[0], OFF_MAP)
        return self._rules.why_not(state, unit, goal)

    def why_not_entered(self, state: Position, unit: int, cell: int) -> str:
        """That those in a cell, if they can be taken, are taken by an action of its own."""
        if self._rules.why_not(state, unit, cell) is not None:
            return ""
        action = f"{CAPTURE} {self._frame.unit_ids[unit]} {self._frame.board.number[cell]}"
        return f"it can be taken: {action}"

    def perform(self, state: Position, action: Action) -> None:
        """Enter the hex."""
        goal = self._frame.board.cell[action.hexes[0]]
        self._rules.take(state, self._frame.unit_index[action.units[0]], goal)


def _label(action: Action, state: Position) -> str:
    taken = every(state.units_at(action.hexes[0]))
    return f"{action.units[0]} enters {action.hexes[0]} and takes {taken}"


VERBS = {
    CAPTURE: Verb(
        GOING._replace(most_units=1, most_hexes=1),
        "goal",
        _label,
        does="enter a hex and take the units there that cannot defend themselves",
    ),
}
CONTRIBUTIONS = {"movement": (Capturing,)}


# -- what is proved: that a unit that is taken can become what the section says --------------------


@of_each_game
def captives_change_sides(subject: Subject, findings: Findings) -> None:
    """A unit that is taken becomes a counter of another side, that is not on the map by then."""
    counters = subject.game[Units].counters
    section = subject.game.section(Capture)
    becomes = section.becomes.items() if section else ()
    for taken, captured_as in (
        (taken, captured_as) for taken, names in becomes for captured_as in names
    ):
        if section is None or taken not in counters or captured_as not in counters:
            continue
        place = subject.node("capture", "becomes", taken).place()
        if counters[taken].side == counters[captured_as].side:
            message = (
                f"{captured_as} is of the same side as {taken}, which it is to be for the enemy"
            )
            findings.add("HW594", place, message, help="name a counter of the other side")
        elif captured_as in subject.game.scenario.setup and taken not in section.becomes.get(
            captured_as, ()
        ):
            message = (
                f"{captured_as} is on the map from the start, and cannot be put in {taken}'s place"
            )
            instead = f"let {captured_as} become {taken} when it is taken"
            hint = f"name a counter that is not set up, or {instead}"
            findings.add("HW594", place, message, help=hint)
