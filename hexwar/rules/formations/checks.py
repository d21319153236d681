"""What is proved of section ``formations``: that counters belong to them, all of one side."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from hexwar.definition.checks import Subject, of_all_games, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import MappingNode
from hexwar.rules.formations.section import Formations
from hexwar.rules.language.checks import most_of
from hexwar.rules.units.section import Units


@of_all_games
def every_formation_has_counters(subjects: Sequence[Subject], findings: Findings) -> None:
    """No formation to which no counter belongs."""
    used = {unit.formation for s in subjects for unit in s.game[Units].counters.values()}
    for subject in subjects:
        for name in subject.game[Formations].by_id:
            key = subject.key("formations", name)
            if name not in used and subject.is_own(key):
                message = f"formation {name} is defined and never used"
                hint = "write `formation:` at its counters, or delete it"
                findings.add("HW302", key.place(), message, help=hint)


@of_each_game
def formations_are_of_one_side(subject: Subject, findings: Findings) -> None:
    """No formation with counters of two sides."""
    first: dict[str, str] = {}
    counters = subject.game[Units].counters
    for unit in counters.values():
        other = first.setdefault(unit.formation, unit.id)
        if unit.formation and counters[other].side != unit.side:
            place = subject.node("units", "counters", unit.id, "formation").place()
            related = [subject.node("units", "counters", other, "formation").place("the other")]
            message = f"{unit.formation} has counters of {counters[other].side} and {unit.side}"
            hint = "give each side a formation of its own"
            findings.add("HW520", place, message, related=related, help=hint)


@most_of("formations")
def most_formations(subject: Subject, leaf: MappingNode) -> tuple[int | None, str]:
    """The most formations that a condition can count: those of its side."""
    side, game = leaf.text("side"), subject.game
    share = leaf.mapping("lost").text("share")
    if share and Fraction(share) > 1:
        return 0, "no formation loses more than all"
    counters = game[Units].counters.values()
    there = {u.formation for u in counters if u.formation and (not side or u.side == side)}
    named = set(leaf.texts("formation"))
    most = len(there & named if named else there)
    return most, f"{side or 'the game'} has {most} such formations"
