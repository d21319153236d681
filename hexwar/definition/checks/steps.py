"""Printed values that no rule counts."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.definition.checks import Subject, of_all_games
from hexwar.definition.diagnostics import Findings


@of_all_games
def printed_strengths_count(subjects: Sequence[Subject], findings: Findings) -> None:
    """Counters with a weaker side need battles in which printed values count."""
    battles = [s for s in subjects if s.game.combat is not None]
    if any(s.game.combat.strength == "values" for s in battles if s.game.combat):
        return
    for subject in battles:
        weaker = (
            unit
            for unit in subject.game.units.values()
            if len({(step.attack, step.defense) for step in unit.steps}) > 1
        )
        unit = next(weaker, None)
        key = subject.key("combat", "strength")
        if unit is not None and subject.is_own(key):
            message = f"the steps of {unit.id} differ in strength, and every unit counts one"
            hint = "write `strength: values` in combat"
            findings.add("HW415", key.place(), message, help=hint)
            return


@of_all_games
def odds_can_be_below(subjects: Sequence[Subject], findings: Findings) -> None:
    """A column for one attacker is never undershot, so that `below` says nothing."""
    said = [
        (subject, combat)
        for subject in subjects
        if (combat := subject.game.combat) is not None and combat.below != "first_column"
    ]
    if any(combat.odds != "attackers" or combat.columns[0] > 1 for _, combat in said):
        return
    for subject, combat in said:
        key = subject.key("combat", "below")
        if subject.is_own(key):
            message = f"no attack is below column {combat.headings[0]}: one attacker is enough"
            findings.add("HW416", key.place(), message, help="delete `below`")
            return
