"""What is proved of section ``untried``: chits enough, for units that can have one."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.language.selector import Selector
from hexwar.rules.units.section import Unit, Units
from hexwar.rules.untried.section import Untried


@of_each_game
def bags_hold_enough(subject: Subject, findings: Findings) -> None:
    """There is a chit for every untried unit, and each of these has one step."""
    untried = subject.game.section(Untried)
    if untried is None:
        return
    counters = subject.game[Units].counters.values()
    units = [unit for unit in counters if _may_be(untried.only, unit)]
    place = subject.key("untried", "draw").place()
    chits = sum(untried.draw.values())
    if len(units) > chits:
        message = f"{len(units)} units draw from {chits} chits: for some none is left"
        findings.add("HW562", place, message, help="add chits, or say of fewer units `only`")
    for unit in (unit for unit in units if len(unit.steps) > 1):
        message = f"{unit.id} has {len(unit.steps)} steps, and a chit is the strength of one"
        findings.add("HW562", subject.key("untried", "only").place(), message)


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
