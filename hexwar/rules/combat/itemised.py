"""The lines of a reckoning, in words: before the die in a preview, after it beside the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from hexwar.definition.model import CombatEffect
from hexwar.engine.queries import Modifier
from hexwar.engine.state import Position
from hexwar.rules.combat.in_force import ON_TABLE, Moving, moving, printed
from hexwar.rules.combat.odds import Odds, OddsRules
from hexwar.rules.language.by_unit import Line
from hexwar.rules.language.wording import every


def itemised(
    rules: OddsRules,
    state: Position,
    odds: Odds,
    attackers: Sequence[int],
    defenders: Sequence[int],
) -> tuple[Modifier, ...]:
    """The lines of a reckoning, in the order in which they were applied.

    Lines that concern no unit are left out.
    """

    def lines(now: Position) -> tuple[Modifier, ...]:
        ids, parties = rules.forces.ids, {"attacker": attackers, "defender": defenders}
        # All lines are asked at once, as perhaps only the best of those of terrain counts.
        alone = [
            line._replace(title=f"{ids[unit]} across {line.title}")
            for unit, lines in odds.crossed.items()
            for line in rules.strengths.counting(now, unit, (*lines, *odds.lines))
            if line in lines
        ]
        concerned: dict[Line, list[int]] = {}
        for who, party in parties.items():
            of_side = [line for line in odds.lines if line.effect.who == who]
            for unit in party:
                for line in rules.strengths.counting(
                    now, unit, (*odds.crossed.get(unit, ()), *of_side)
                ):
                    concerned.setdefault(line, []).append(unit)
        on_all = [line for line in odds.lines if line in concerned]
        modifiers: list[Modifier] = []
        for line in (*alone, *on_all, *_cut_short(rules, odds)):
            who, units = line.effect.who, concerned.get(line, [])
            on_table = line.effect.operation in ON_TABLE
            some = len(units) < len(parties[who]) and not on_table
            named = tuple(ids[unit] for unit in units if some)
            value = printed(line.effect)
            modifiers.append(Modifier(line.title, who, value, line.rule, named, on_table))
        return tuple(modifiers)

    return rules.asked(state, attackers, defenders, lines)


def concerning(modifier: Modifier, side: str) -> str:
    """What a line of a preview is about: its label, and whose strength it changes, ``side`` being
    the name of its side, empty where that is plain. What moves the column or the die belongs to the
    battle, not to a side.

    >>> concerning(Modifier("River", "attacker", "x1/2"), "Union")
    'River, Union'
    >>> concerning(Modifier("Town", "attacker", "1 column left", on_table=True), "Union")
    'Town'
    """
    if modifier.units:
        return f"{modifier.label}, {every(modifier.units)} only"
    return modifier.label if modifier.on_table or not side else f"{modifier.label}, {side}"


def _cut_short(rules: OddsRules, odds: Odds) -> Iterator[Line]:
    """What the limits of modifiers leave of the columns or the die, where that is less."""
    kept: tuple[tuple[Moving, int], ...] = (("shift", odds.shifts), ("roll", odds.roll))
    for operation, value in kept:
        if value != moving(operation, odds.lines):
            effect = CombatEffect("attacker", operation, Fraction(value))
            yield Line("Limited to", rules.section.cite.get("limits", ""), effect)


def moved_by(
    rules: OddsRules,
    state: Position,
    odds: Odds,
    attackers: Sequence[int],
    defenders: Sequence[int],
) -> tuple[str, ...]:
    """Each line that moved the result along the columns, or the die, with how far:
    ``Town: 1 column left``.
    """
    if not any(line.effect.operation in ON_TABLE for line in odds.lines):
        return ()
    on_table = {
        (line.title, printed(line.effect))
        for line in (*odds.lines, *_cut_short(rules, odds))
        if line.effect.operation in ON_TABLE
    }
    lines = itemised(rules, state, odds, attackers, defenders)
    return tuple(
        f"{line.label}: {line.value}" for line in lines if (line.label, line.value) in on_table
    )
