"""Section ``bombardment``: units that take part in battles from a distance.

Such a unit is an attacker like any other once it takes part; here is what is different about it:
which hexes it reaches and sees, with which units it may attack, what its strength is from afar,
what it lends a defender, what the result does to it and which obligations its attack meets. The
rules of combat ask for all of that wherever they have guns.

In this order: what the section may say, which units reach what, strengths, which may attack
together, why not, what ``check`` proves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from hexwar.definition.checks import Subject, lacks, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import (
    NO_RULES,
    ONCE,
    Citations,
    Form,
    asked,
    asked_at,
    between,
    cited,
    cites,
    says,
)
from hexwar.definition.tree import MappingNode
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot, UnitMask
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import SectionRefusals, Violation
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import Selector
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import every, several
from hexwar.rules.line_of_sight.rules import SightRules
from hexwar.rules.line_of_sight.section import LineOfSight
from hexwar.rules.states.section import States
from hexwar.rules.units.rules import Forces, Strength, mask_of
from hexwar.rules.units.section import ByValue, Units
from hexwar.rules.values import NamedValues

# What section ``bombardment`` may say.


class BombardmentValues(Form, not_empty=True, example={"defender": {"value": "support"}}):
    """The values that count from a distance."""

    attacker: Annotated[
        ByValue | None, says("In an attack, alone or not.", {"value": "barrage"})
    ] = None
    defender: Annotated[ByValue | None, says("Lent to a defender.", {"value": "support"})] = None


class Bombardment(
    Form, moments=("offer",), example={"only": {"trait": "artillery"}, "range": {"value": "range"}}
):
    """Units that attack from a distance in phases of combat, on the combat results table: they
    join the attack of others, or make one by themselves. Beside its target such a unit is an
    attacker like any other.

    A unit that attacks from a distance crosses no hexside; what the hex does to a battle counts for
    it too. It counts towards the limit on attackers, attacks once in a phase, and never advances.
    """

    only: Annotated[
        Selector | None,
        EACH,
        cited("only"),
        says(
            "Who bombards; every unit with a range if left out. Guns that an enemy pins down where "
            "he stands are left out with `not: {in_zone: true}`.",
            {"trait": "artillery"},
        ),
    ] = None
    targets: Annotated[
        Selector | None,
        asked("the side that attacks", units="enemy"),
        cited("targets"),
        says(
            "Who can be bombarded: a hex is a target with one such unit. All enemies if left out.",
            {"not": {"at": {"terrain": "woods"}}},
        ),
    ] = None
    range: Annotated[
        int | ByValue,
        between(2, 1000),
        cited("range"),
        says("The most hexes to a target.", 2, {"value": "range"}),
    ]
    line_of_sight: Annotated[
        Literal["required", "not_needed"],
        cited("line_of_sight"),
        says("Whether the unit must see the hex, see the section line_of_sight.", "required"),
    ] = "not_needed"
    alone: Annotated[
        Literal["allowed", "forbidden"],
        cited("alone"),
        says("Whether an attack can be made from a distance only.", "forbidden"),
    ] = "allowed"
    support: Annotated[
        tuple[
            Annotated[
                Literal["attacker", "defender"], says("Whom they lend their strength.", "attacker")
            ],
            ...,
        ],
        asked_at("offer", "commit"),
        ONCE,
        cited("support"),
        says(
            "Whom they lend their strength from a distance: the attacker, as part of the attack "
            "of units beside the target; the defender of a hex within range, once in a phase, when "
            "its owner says so before the die. What is lent to the defender terrain does not "
            "change, and nothing happens to who lends it.",
            ["attacker", "defender"],
        ),
    ] = ("attacker",)
    strength: Annotated[
        BombardmentValues,
        asked_at("bombard"),
        says(
            "Which values count from a distance; attack strengths do if left out.",
            {"attacker": {"value": "barrage"}, "defender": {"value": "support"}},
        ),
    ] = BombardmentValues()
    suffers: Annotated[
        Literal["nothing", "all"],
        asked_at("bombard"),
        cited("suffers"),
        says(
            "What the results of a battle do to attackers at a distance: nothing, or all that they "
            "do to attackers. That they may attack once more (`again`) holds for them in any case.",
            "all",
        ),
    ] = "nothing"
    mandatory: Annotated[
        Literal["met", "unmet"],
        asked_at("bombard"),
        cited("mandatory"),
        says(
            "Whether a unit that must be attacked (combat.mandatory) has been when it was attacked "
            "from a distance only.",
            "unmet",
        ),
    ] = "met"
    cite: Annotated[
        Citations,
        cites(
            "Rules about bombardment.",
            only="Who bombards.",
            targets="Who can be bombarded.",
            range="How far units bombard.",
            line_of_sight="That a target must be seen.",
            alone="Attacks from a distance only.",
            support="Lending strength to others from a distance.",
            suffers="What happens to units that attack from a distance.",
            mandatory="Whether a bombardment is an attack that must be made.",
        ),
    ] = NO_RULES


# Section ``bombardment``: which hexes a unit reaches from a distance, and which units attack
# together.
#
# A unit that is not beside the hex it attacks is at a distance: it needs a range, and sight where
# that is required. The rules of combat ask here which hexes and units are to be considered, whether
# attackers from near and far may join, whose strength is lent to a defender, and which units the
# result spares.


SUPPORTED = Slot("supported", UnitMask(), lasts="phase")
"""The mask of the units that have lent a defender their strength in this phase."""


class BombardmentRules:
    """Attackers at a distance: those that are not beside the target."""

    def __init__(
        self,
        frame: Frame,
        section: Bombardment,
        forces: Forces,
        selectors: Selectors,
        values: NamedValues,
        sight: SightRules | None,
    ) -> None:
        self._section = section
        self._board, self._hexmap = frame.board, frame.map
        self._forces, self._selectors, self._values = forces, selectors, values
        self._sight = sight if section.line_of_sight == "required" else None
        self._fits = selectors.fits(section.only)
        # Units that can never bombard are known from the start, and need not be asked.
        everybody = selectors.perhaps(section.only)
        self._perhaps = [
            tuple(unit for unit in units if everybody >> unit & 1) for units in forces.of_side
        ]
        self._is_target = [
            selectors.mask(section.targets, side) if section.targets else None
            for side in range(len(forces.side_ids))
        ]
        self.alone = section.alone == "allowed"
        self.supports_defender = "defender" in section.support
        self.has_strength_of_its_own = section.strength.attacker is not None
        self.joins = "attacker" in section.support
        # Whether any units that can attack a hex may do it together.
        self.any_force = self.alone and self.joins
        self._refuse = SectionRefusals("bombardment", self._section.cite)

    def range(self, state: Position, unit: int) -> int:
        """How many hexes a unit reaches now."""
        distance = self._section.range
        if isinstance(distance, ByValue):
            return int(self._values.number(state, unit, distance.value))
        return distance

    def reach(self, state: Position, unit: int, among: int = -1) -> int:
        """Mask of the hexes, no matter who is there, that a unit attacks from a distance now, out
        of all or of some.
        """
        cell = state.cells[unit]
        if cell == OFF_MAP or not self._fits(state, unit):
            return 0
        return self._hexes_at_range(cell, self.range(state, unit), among)

    def places(self, state: Position, unit: int, target: int) -> int:
        """Mask of the hexes from which a unit would attack a hex from a distance, if it stood there
        and were one that can.
        """
        if unit not in self._perhaps[self._forces.side[unit]]:
            return 0
        return self._hexes_at_range(target, self.range(state, unit))

    def _hexes_at_range(self, cell: int, hexes: int, among: int = -1) -> int:
        """Mask of the hexes beyond the adjacent ones, within so many and in sight; sight works both
        ways.
        """
        board = self._board
        near = board.bit[cell] | board.adjacent[cell]
        far = self._selectors.around(cell, hexes) & ~near & among if hexes > 1 else 0
        return self._sight.seen_of(cell, far) if self._sight and far else far

    def hexes(self, state: Position, side: int, done: int) -> int:
        """Mask of the enemy hexes that units of a side attack from a distance now.

        ``done``: the mask of the units that attack no more.
        """
        reached, exposed = 0, self._exposed_hexes(state, side)
        if exposed:
            for unit in self._perhaps[side]:
                if not done >> unit & 1:
                    # Sight is only worked out for hexes that no earlier unit reaches.
                    reached |= self.reach(state, unit, exposed & ~reached)
        return reached

    def units(self, state: Position, side: int, cell: int, done: int) -> list[int]:
        """The units of a side that attack an enemy hex from a distance now."""
        if not self._exposed_hexes(state, side) >> cell & 1:
            return []
        return [
            unit
            for unit in self._perhaps[side]
            if not done >> unit & 1 and self.reach(state, unit) >> cell & 1
        ]

    def _exposed_hexes(self, state: Position, side: int) -> int:
        """Mask of the enemy hexes that may be bombarded at all."""
        enemies, chosen = state.enemies_of(side), self._is_target[side]
        if chosen is None:
            return enemies
        mine = chosen(state) & ~self._forces.mask_of_side[side] & ~state.hidden(side)
        there = 0
        for unit, cell in enumerate(state.cells):
            if mine >> unit & 1:
                there |= self._board.bit[cell]
        return enemies & there

    # -- strength ---------------------------------------------------------------------------------

    def strength(self, state: Position, unit: int, attack: Strength) -> Strength:
        """The strength of an attacker at a distance, whose attack strength is given."""
        by_value = self._section.strength.attacker
        return attack if by_value is None else self._values.number(state, unit, by_value.value)

    def lent(self, state: Position, unit: int, attack: Strength) -> Strength:
        """What a unit lends a defender, whose attack strength is given."""
        by_value = self._section.strength.defender
        return attack if by_value is None else self._values.number(state, unit, by_value.value)

    def supporters(self, state: Position, defenders: Sequence[int], cell: int) -> list[int]:
        """The units that could lend their strength to the defenders of a hex now."""
        if not self.supports_defender or not defenders:
            return []
        side = self._forces.side[defenders[0]]
        busy = state.memory[SUPPORTED].units
        return [
            unit
            for unit in self._perhaps[side]
            if not busy >> unit & 1
            and unit not in defenders
            and state.cells[unit] not in (OFF_MAP, cell)
            and self.why_no_support(state, unit, cell) is None
        ]

    def why_no_support(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit may not lend a defender its strength; ``None`` when it may."""
        name, number = self._forces.ids[unit], self._board.number[cell]
        if state.memory[SUPPORTED].units >> unit & 1:
            text = f"{name} has lent its strength already in this phase."
            return self._refuse("support", text)
        at = state.cells[unit]
        if at in (OFF_MAP, cell) or not self._fits(state, unit):
            return self._refuse("only", f"{name} cannot support the defence of {number}.")
        # A gun beside the hex lends its strength as well, though its bombardments begin farther
        # away.
        beside = self._board.adjacent[cell] >> at & 1 and self.range(state, unit) > 0
        return None if beside else self.why_not_reached(state, unit, cell)

    def note_support(self, state: Position, units: Iterable[int]) -> None:
        """Remember who has lent a defender its strength in this phase."""
        now = state.memory[SUPPORTED].units
        state.remember(SUPPORTED, UnitMask(now | mask_of(units)))

    # -- attackers ---------------------------------------------------------------------------------

    def afar(self, state: Position, units: Sequence[int], cell: int) -> tuple[int, ...]:
        """Those of some attackers that are not beside the hex."""
        near = self._board.adjacent[cell] | self._board.bit[cell]
        return tuple([unit for unit in units if not near >> state.cells[unit] & 1])

    def spared(self, state: Position, units: Sequence[int], cell: int) -> tuple[int, ...]:
        """The attackers of a hex that the result does nothing to."""
        return tuple([unit for unit in units if self.spares(state.cells[unit], cell)])

    def spares(self, origin: int, cell: int) -> bool:
        """Whether the result does nothing to a unit that attacks from one hex into another."""
        near = self._board.adjacent[cell] | self._board.bit[cell]
        return self._section.suffers == "nothing" and not near >> origin & 1

    def meeting(self, state: Position, units: Iterable[int], cell: int) -> tuple[int, ...]:
        """Those attackers of a hex whose attack counts as one on a unit that must be attacked."""
        attackers = tuple(units)
        if self._section.mandatory == "met":
            return attackers
        far = self.afar(state, attackers, cell)
        return tuple([unit for unit in attackers if unit not in far])

    def may_attack_together(self, state: Position, units: Sequence[int], cell: int) -> bool:
        """Whether attackers, each of which may attack the hex, may do so together."""
        far = len(self.afar(state, units, cell))
        if not far:
            return True
        return self.alone if far == len(units) else self.joins

    # -- refusals ----------------------------------------------------------------------------------

    def why_not(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit may not attack an enemy hex from a distance; ``None`` when it may."""
        name, number = self._forces.ids[unit], self._board.number[cell]
        if not self._fits(state, unit):
            text = f"{name} is not adjacent to {number}, and may not attack from a distance."
            return self._refuse("only", text)
        if not self._exposed_hexes(state, self._forces.side[unit]) >> cell & 1:
            return self._refuse("targets", f"{number} may not be attacked from a distance.")
        return self.why_not_reached(state, unit, cell)

    def why_not_reached(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a hex is out of a unit's range or sight; ``None`` when it is not."""
        name, number = self._forces.ids[unit], self._board.number[cell]
        at, reach = state.cells[unit], self.range(state, unit)
        away = self._hexmap.distance(self._board.number[at], number)
        if reach < away:
            far = f"its range is {reach}" if reach else "it has no range"
            text = f"{number} is {several(away, 'hex')} away from {name}, and {far}."
            return self._refuse("range", text)
        if self._sight and not self._sight.sees(at, cell):
            return self._sight.why(at, cell)
        return None

    def why_not_together(
        self, state: Position, units: Sequence[int], cell: int
    ) -> Violation | None:
        """Why attackers, each of which may attack the hex, may not do so together."""
        if self.may_attack_together(state, units, cell):
            return None
        far = self.afar(state, units, cell)
        names, number = every(self._forces.ids[unit] for unit in far), self._board.number[cell]
        if len(far) == len(units):
            text = f"Nobody beside {number} attacks it, and from a distance {names} may only join."
            return self._refuse("alone", text)
        text = f"{names} may not join an attack on {number} of units beside it."
        return self._refuse("support", text)


# What section ``bombardment`` remembers.


SLOTS = (SUPPORTED,)


# What is proved of section ``bombardment``: some unit has a range, and sight where it is needed.
#
# What the section relies on: a range that some unit has, and something that guns may do with it in
# some phase.


LEAST = 2
"""The nearest hex that is not adjacent."""


@of_each_game
def bombardment_has_what_it_leans_on(subject: Subject, findings: Findings) -> None:
    """Bombardments are attacks of the combat phase; guns that must see their target need lines of
    sight.
    """
    section, game = subject.game.section(Bombardment), subject.game
    if section is None:
        return
    if game.section(Combat) is None:
        lacks("combat", subject.key("bombardment"), "bombardments are attacks of combat", findings)
    if section.line_of_sight == "required" and game.section(LineOfSight) is None:
        node = subject.node("bombardment", "line_of_sight")
        lacks("line_of_sight", node, "targets are seen", findings)


@of_each_game
def somebody_has_a_range(subject: Subject, findings: Findings) -> None:
    """The value used as the range reaches beyond the next hex for one unit at least."""
    section, game = subject.game.section(Bombardment), subject.game
    if section is None or not isinstance(section.range, ByValue):
        return
    name, states = section.range.value, game.section(States)
    if not any(name in unit.values for unit in game[Units].counters.values()):
        return  # A name that no unit has is reported where it is written.
    if states and any(name in state.modifiers for state in states.by_id.values()):
        return
    if any(int(u.values.get(name, 0)) >= LEAST for u in game[Units].counters.values()):
        return
    place = subject.node("bombardment", "range").place()
    message = f"no unit prints a {name} of {LEAST} or more"
    findings.add("HW540", place, message, help=f"give guns one: `values: {{{name}: {LEAST}}}`")


@of_each_game
def bombardment_does_something(subject: Subject, findings: Findings) -> None:
    """Guns at a distance join others, or attack alone, in some phase at least."""
    section = subject.game.section(Bombardment)
    sections = subject.game.sections.values()
    patches = (patch for section in sections for patch in section.parts(MappingNode))
    # A patch in play may say it after all.
    if subject.game.overlay is None or any("bombardment" in patch for patch in patches):
        return
    if section and section.alone == "forbidden" and not section.support:
        place = subject.key("bombardment", "alone").place()
        message = "units at a distance attack neither alone nor support others"
        findings.add("HW541", place, message, help="allow one of the two, or delete the section")
