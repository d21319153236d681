"""A reckoning line by line, as players read it before the die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from hexwar.definition.model import CombatEffect
from hexwar.engine.queries import Modifier
from hexwar.engine.state import State
from hexwar.rules.combat.in_force import Line
from hexwar.rules.combat.odds import Moving, Odds, OddsRules, moving
from hexwar.rules.combat.printing import printed
from hexwar.rules.combat.together import ON_TABLE


def itemised(
    rules: OddsRules,
    state: State,
    odds: Odds,
    attackers: Sequence[int],
    defenders: Sequence[int],
) -> tuple[Modifier, ...]:
    """The lines of a reckoning, in the order in which they were applied.

    What concerns nobody is left out.
    """
    ids, parties = rules.forces.ids, {"attacker": attackers, "defender": defenders}
    alone = [
        line._replace(title=f"{ids[unit]} across {line.title}")
        for unit, lines in odds.crossed.items()
        for line in rules.counting(state, unit, (*lines, *odds.lines))
        if line in lines
    ]
    concerned: dict[Line, list[int]] = {}
    for who, party in parties.items():
        of_side = [line for line in odds.lines if line.effect.who == who]
        for unit in party:
            for line in rules.counting(state, unit, (*odds.crossed.get(unit, ()), *of_side)):
                concerned.setdefault(line, []).append(unit)
    on_all = [line for line in odds.lines if line in concerned]
    told: list[Modifier] = []
    for line in (*alone, *on_all, *_cut_short(rules, odds)):
        who, units = line.effect.who, concerned.get(line, [])
        some = len(units) < len(parties[who]) and line.effect.operation not in ON_TABLE
        named = tuple(ids[unit] for unit in units if some)
        told.append(Modifier(line.title, who, printed(line.effect), line.rule, named))
    return tuple(told)


def _cut_short(rules: OddsRules, odds: Odds) -> Iterator[Line]:
    """What the limits of modifiers leave of the columns or the die, where that is less."""
    kept: tuple[tuple[Moving, int], ...] = (("shift", odds.shifts), ("roll", odds.roll))
    for operation, value in kept:
        if value != moving(operation, odds.lines):
            effect = CombatEffect("attacker", operation, Fraction(value))
            yield Line("Limited to", rules.section.cite.get("limits", ""), effect)
