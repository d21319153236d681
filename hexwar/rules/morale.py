"""Section ``morale``: dice that decide whether a unit stands when it has lost somebody.

One die is rolled for each figure that still counts, or for each step; so many successes are needed.
A unit that fails comes into the state that the section names: what that does is said in section
``states``. Chances are exact and asked for often, by previews and computer players, so that they
are kept by die and number of dice.

In this order: what the section may say, the check and its chances, what ``check`` proves.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import (
    ID,
    NO_RULES,
    Citations,
    Form,
    between,
    cited,
    cites,
    matching,
    name_of,
    says,
)
from hexwar.engine.rules import Frame
from hexwar.engine.state import Position
from hexwar.rules.language import dice as opposed
from hexwar.rules.language.dice import chance_to_pass, chances_of_successes, throw_to_pass
from hexwar.rules.units.rules import Forces
from hexwar.rules.units.section import Units
from hexwar.rules.values import NamedValues

if TYPE_CHECKING:
    from hexwar.rules.figures.rules import FigureRules
    from hexwar.rules.states.rules import StateRules


# What section ``morale`` may say.


PINNED = {"die": "morale", "success": 4, "fails": "pinned"}


class Successes(Form, example={"successes": 1}):
    """A number of successes."""

    successes: Annotated[int, between(1, 100), says("How many dice must succeed.", 1)]


class Morale(Form, example=PINNED):
    """A unit that has lost somebody to fire rolls one die for each of its effective figures, or of
    its steps where units have no figures. What happens to it if it fails is a state.
    """

    die: Annotated[
        str, matching(ID), name_of("die"), says("The value of units that is the die.", "morale")
    ] = "morale"
    success: Annotated[int, between(1, 100), says("The least face that is a success.", 4)] = 4
    passes: Annotated[
        Successes | None,
        says(
            "How many successes are needed; as many as there are failures if left out.",
            {"successes": 1},
        ),
    ] = None
    fails: Annotated[
        str, name_of("state"), cited("fails"), says("The state of a unit that fails.", "pinned")
    ]
    cite: Annotated[
        Citations, cites("Rules about morale.", check="The check.", fails="Units that fail it.")
    ] = NO_RULES


# The check of a unit that has lost somebody, and its chances.


class MoraleRules:
    """Checks of morale. ``section`` is what the game says of them."""

    def __init__(
        self,
        frame: Frame,
        section: Morale,
        forces: Forces,
        values: NamedValues,
        states: StateRules,
        figures: FigureRules | None,
    ) -> None:
        self.section = section
        self._forces, self._values, self._states = forces, values, states
        self._figures = figures
        self._failures: dict[tuple[int, int], Fraction] = {}

    def dice(self, state: Position, unit: int) -> int:
        """How many dice a unit rolls: one for each effective figure, or for each step left."""
        if self._figures is not None:
            return self._figures.effective(state, unit)
        return self._forces.steps_left(state, unit) if state.cells[unit] else 0

    def die(self, state: Position, unit: int) -> int:
        """The faces of the die that a unit rolls."""
        return self._values.die(state, unit, self.section.die)

    def failure(self, state: Position, unit: int, dice: int) -> Fraction:
        """The chance that a unit fails a check with so many dice; with none it fails none."""
        if not dice:
            return Fraction(0)
        die, passes, success = self.die(state, unit), self.section.passes, self.section.success
        chance = self._failures.get((die, dice))
        if chance is None:
            rolled = (die,) * dice
            if passes is None:
                chance = 1 - chance_to_pass(rolled, success)
            else:
                chances = chances_of_successes(rolled, success).items()
                too_few = [part for number, part in chances if number < passes.successes]
                chance = sum(too_few, start=Fraction(0))
            self._failures[die, dice] = chance
        return chance

    def _successes_needed(self, dice: int) -> int:
        """How many of so many dice must be successes."""
        passes = self.section.passes
        return opposed.needed_to_pass(dice) if passes is None else passes.successes

    def check(self, state: Position, unit: int) -> bool:
        """Let a unit check its morale, with what follows; whether it stands.

        One with nobody left rolls no dice, and nothing follows.
        """
        count = self.dice(state, unit)
        if not count:
            return True
        sides = self.die(state, unit)
        dice, needed = (sides,) * count, self._successes_needed(count)
        faces = throw_to_pass(state, dice, self.section.success, needed)
        least, successes = self.section.success, self._successes_needed(len(faces))
        stands = sum([face >= least for face in faces]) >= successes
        if state.events is not None:
            name = self._forces.ids[unit]
            verdict = "stands" if stands else "fails"
            thrown = f"Morale of {name}: {', '.join(map(str, faces))}"
            wanted = f"{least} or more is needed"
            if len(faces) > 1:
                wanted = f"{successes} of {len(faces)} must be {least} or more"
            text = f"{thrown}; {wanted}: it {verdict}."
            rule = self.section.cite.get("check", "")
            state.tell("morale", rule, text, unit=name, dice=faces, stands=stands)
        if not stands:
            self._states.put(state, self.section.fails, 1 << unit)
        return stands


# What can be asked of a unit's morale.


def _chance(state: Position, unit: int, lost: int) -> Fraction | None:
    """The chance that a unit passes a check after so many more losses."""
    rules = state.rules.find(MoraleRules)
    if rules is None:
        return None
    return 1 - rules.failure(state, unit, max(0, rules.dice(state, unit) - lost))


ANSWERS = {"morale": _chance}


# What is proved of section ``morale``: that checks can be passed, and can fail.


@of_each_game
def morale_decides_something(subject: Subject, findings: Findings) -> None:
    """On the die that a unit rolls some faces succeed, and some do not."""
    section = subject.game.section(Morale)
    if section is None:
        return
    for unit in subject.game[Units].counters.values():
        sides = unit.values.get(section.die)
        if isinstance(sides, int) and not 1 < section.success <= sides:
            place = subject.node("morale", "success").place()
            always = "always" if section.success <= 1 else "never"
            message = f"{unit.id} rolls a d{sides}, which {always} shows {section.success} or more"
            findings.add("HW468", place, message, help=f"say a number from 2 to {sides}")
            return
