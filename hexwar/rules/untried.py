"""Section ``untried``: units of which nobody knows how strong they are before they fight.

What an untried unit is worth nobody knows, not even its owner. When it first attacks or defends, as
the section has it, it draws a chit out of its bag before the odds are reckoned, and has the
strengths of that chit from then on; one that is nothing may be eliminated at once. Until then it
counts with what is printed on it, so that odds can be told and attacks weighed.

In this order: what the section may say, the draw, what everybody reads of it, what ``check``
proves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, NamedTuple, Protocol, Self, TypeVar

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import ID, NOT_EMPTY, Form, RuleNumber, between, matching, says
from hexwar.engine.queries import Status
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import Selector
from hexwar.rules.language.selectors import Fits, Selectors
from hexwar.rules.language.wording import several
from hexwar.rules.units.rules import Forces, Strength, eliminate
from hexwar.rules.units.section import Unit, Units

# What section ``untried`` may say.


Strengths = tuple[int, int]
"""Attack and defence strength of a chit."""


class StrengthChit(NamedTuple):
    """One kind of chit: its strengths, at full strength first, and how many copies there are."""

    written: str
    steps: tuple[Strengths, ...]
    copies: int


def _strengths(written: str) -> Strengths:
    attack, defense = map(int, written.split("-"))
    return attack, defense


_Draw = Annotated[
    Mapping[
        Annotated[str, matching("^[0-9]{1,3}-[0-9]{1,3}(/[0-9]{1,3}-[0-9]{1,3})*$")],
        Annotated[int, between(1, 1000), says("How many of these chits there are.", 9)],
    ],
    NOT_EMPTY,
    says(
        "The chits in the bag: attack and defence strength on the left, how many on the right. A "
        "chit for a unit of several steps has the strengths of each: `6-6/3-3`.",
        {"6-6": 9, "4-6": 30, "0-1": 6},
        {"6-6/3-3": 9, "4-6/2-3": 30},
    ),
]


class Bag(Form, example={"only": {"trait": "mechanised"}, "draw": {"5-5": 4, "2-3": 6}}):
    """A bag of its own for some units."""

    only: Annotated[Selector, EACH, says("The units.", {"trait": "mechanised"})]
    draw: _Draw

    @property
    def chits(self) -> tuple[StrengthChit, ...]:
        """What is in it."""
        return tuple(
            StrengthChit(written, tuple(map(_strengths, written.split("/"))), count)
            for written, count in self.draw.items()
        )


class Untried(Form, example={"only": {"trait": "militia"}, "draw": {"6-6": 9, "0-1": 6}}):
    """Units whose strength nobody knows, their owner included, before they first fight: then it
    is drawn from a bag by dice. A chit stays with its unit, and goes back into the bag when the
    unit comes back after its loss. Until then the unit counts with what is printed on it.
    """

    only: Annotated[Selector, EACH, says("The units.", {"trait": "militia"})]
    draw: _Draw
    bags: Annotated[
        Mapping[Annotated[str, matching(ID)], Bag],
        NOT_EMPTY,
        says(
            "Bags of their own for other units, such as those of armour. Of a unit that several "
            "mean the first counts.",
            {"tanks": {"only": {"trait": "mechanised"}, "draw": {"5-5": 4, "2-3": 6}}},
        ),
    ] = {}
    revealed: Annotated[
        frozenset[
            Annotated[
                Literal["attack", "defend"], says("What the unit does in a battle.", "defend")
            ]
        ],
        NOT_EMPTY,
        says("In which battles it is drawn: before odds are reckoned.", ["attack", "defend"]),
    ] = frozenset({"attack", "defend"})
    zero: Annotated[
        Literal["eliminated", "stays"],
        says(
            "What becomes of a unit that draws no strength for what it does: it is eliminated and "
            "the battle goes on without it, or it stays.",
            "eliminated",
        ),
    ] = "eliminated"
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "5.3")] = ""

    @property
    def all_bags(self) -> tuple[Bag, ...]:
        """Every bag, in the order in which they are asked."""
        return Bag(only=self.only, draw=self.draw), *self.bags.values()


# What units draw when they first fight.


class Tried(NamedTuple):
    """The units that have drawn, each with its chit, by its place in the bags together."""

    units: tuple[tuple[int, int], ...] = ()

    def without(self, units: int) -> Tried:
        """The record without these units: their chits are in the bag again."""
        return Tried(tuple(entry for entry in self.units if not units >> entry[0] & 1))


TRIED = Slot("untried", Tried(), lasts="game")


class Engaged(Protocol):
    """A battle, as far as units are tried in it."""

    @property
    def attackers(self) -> tuple[int, ...]:
        """The units that attack."""

    @property
    def defenders(self) -> tuple[int, ...]:
        """The units that are attacked."""

    def still_there(self, state: Position) -> Self:
        """The battle with the units that are still on the map."""


E = TypeVar("E", bound=Engaged)


class UntriedRules:
    """Which units have drawn, and what. Before that there is nothing that anybody could know."""

    def __init__(
        self, section: Untried, combat: Combat | None, forces: Forces, selectors: Selectors
    ) -> None:
        self._section = section
        self._rule = combat.cite.get("result", "") if combat else ""
        self._chits = tuple(chit for bag in section.all_bags for chit in bag.chits)
        self._forces = forces
        # The units that draw from each bag, and the kinds of chit in it, by their places.
        self._bags: list[tuple[Fits, range]] = []
        for bag in section.all_bags:
            first = self._bags[-1][1].stop if self._bags else 0
            kinds = range(first, first + len(bag.chits))
            self._bags.append((selectors.fits(bag.only), kinds))

    def strengths(self, state: Position) -> Mapping[int, Strengths]:
        """What the units have drawn that have, at the steps that they have left."""
        drawn: Mapping[int, Strengths] | None = state.near.get(TRIED)
        if drawn is None:
            drawn = state.near[TRIED] = {
                unit: steps[min(state.lost[unit], len(steps) - 1)]
                for unit, (_, steps, _) in self._chits_drawn(state).items()
            }
        return drawn

    def _chits_drawn(self, state: Position) -> Mapping[int, StrengthChit]:
        return {unit: self._chits[chit] for unit, chit in state.memory[TRIED].units}

    def attack(self, state: Position, unit: int, printed: Strength) -> Strength:
        """What a unit has drawn for attacks; until then what is printed on it."""
        drawn = self.strengths(state).get(unit)
        return drawn[0] if drawn else printed

    def defense(self, state: Position, unit: int, printed: Strength) -> Strength:
        """What it has drawn for defence; until then what is printed on it."""
        drawn = self.strengths(state).get(unit)
        return drawn[1] if drawn else printed

    def is_untried(self, state: Position, unit: int) -> bool:
        """Whether a unit is still to draw its strength."""
        if unit in self.strengths(state):
            return False
        return any(fits(state, unit) for fits, _ in self._bags)

    def engages(self, state: Position, battle: E) -> E:
        """A battle is about to be reckoned: untried units draw, and may turn out to be nothing."""
        parties = battle.attackers, battle.defenders
        for doing, units in zip(("attack", "defend"), parties, strict=True):
            if doing in self._section.revealed:
                for unit in units:
                    if self.is_untried(state, unit):
                        self._draw(state, unit)
        if self._section.zero == "eliminated":
            drawn = self._chits_drawn(state)
            for index, units in enumerate(parties):
                for unit in units:
                    chit = drawn.get(unit)
                    if chit and not chit.steps[0][index] and state.cells[unit] != OFF_MAP:
                        eliminate(state, unit, self._rule)
        return battle.still_there(state)

    def _draw(self, state: Position, unit: int) -> None:
        """Draw a chit out of those in its bag that no unit has, each as likely."""
        drawn = state.memory[TRIED].units
        gone = [chit for _, chit in drawn]
        # Of several bags that a unit could draw from the first is its own.
        kinds = next(kinds for fits, kinds in self._bags if fits(state, unit))
        left = {chit: self._chits[chit].copies - gone.count(chit) for chit in kinds}
        if not any(left.values()):
            return
        # One roll over all chits that are left, counted off kind by kind.
        at, chit = state.roll(sum(left.values())), kinds.start
        while at > left[chit]:
            at -= left[chit]
            chit += 1
        state.remember(TRIED, Tried((*drawn, (unit, chit))))
        if state.events is not None:
            name = self._forces.ids[unit]
            text = f"{name} is tried for the first time: {self._chits[chit].written}."
            state.tell("tried", self._section.cite, text, unit=name)


# When units draw their strengths, and what everybody reads of them.


def _status(state: Position, unit: int) -> Iterator[Status]:
    """What a unit has drawn, or that it is still to draw."""
    rules = state.rules.find(UntriedRules)
    if rules is None:
        return
    drawn = rules.strengths(state).get(unit)
    if drawn is not None:
        worth = f"{drawn[0]}-{drawn[1]}"
        yield Status(f"tried: {worth}", worth, strength=True)
    elif rules.is_untried(state, unit):
        yield Status("untried", "?", strength=True)


STATUS = (_status,)
SLOTS = (TRIED,)
BATTLE_STAGES = {"reveal": (UntriedRules, UntriedRules.engages)}


# What is proved of section ``untried``: chits enough, for units that can have one.


@of_each_game
def bags_hold_enough(subject: Subject, findings: Findings) -> None:
    """There is a chit for every untried unit, and each has the strengths of all its steps."""
    untried = subject.game.section(Untried)
    if untried is None:
        return
    left = [*subject.game[Units].counters.values()]
    names = [(), *(("bags", name) for name in untried.bags)]
    for name, bag in zip(names, untried.all_bags, strict=True):
        units = [unit for unit in left if _may_be(bag.only, unit)]
        left = [unit for unit in left if unit not in units]
        place, chits = subject.key("untried", *name, "draw").place(), sum(bag.draw.values())
        if len(units) > chits:
            message = f"{len(units)} units draw from {chits} chits: for some none is left"
            findings.add("HW562", place, message, help="add chits, or say of fewer units `only`")
        for steps in sorted({len(unit.steps) for unit in units}):
            wrong = next((chit for chit in bag.chits if len(chit.steps) != steps), None)
            if wrong is not None:
                example = next(unit.id for unit in units if len(unit.steps) == steps)
                message = f"{example} has {several(steps, 'step')}, chit {wrong.written} has "
                message += f"{several(len(wrong.steps), 'strength')}"
                hint = "write the strengths of each step, such as 6-6/3-3"
                findings.add("HW562", place, message, help=hint)


def _may_be(only: Selector, unit: Unit) -> bool:
    """Whether a selector means a unit, as far as its counter tells."""
    traits, types = only.trait, only.type
    sides = [side for side in only.side if side not in ("own", "enemy")]
    return (
        (not traits or any(trait in unit.type.traits for trait in traits))
        and (not types or unit.type.id in types)
        and (not sides or unit.side in sides)
        and (not only.unit or unit.id in only.unit)
    )
