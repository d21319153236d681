"""What is proved of section ``untried``: chits enough, for units that can have one."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.language.selector import Selector
from hexwar.rules.language.wording import several
from hexwar.rules.units.section import Unit, Units
from hexwar.rules.untried.section import Untried


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
