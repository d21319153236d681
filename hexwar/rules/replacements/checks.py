"""What is proved of section ``replacements``: that each side can make them, and pay.

Each has a phase of its kind and side, with no other of the side in it, as a player would not know
which of them he makes; a pool that can have what a step costs; and hexes where units come back.
"""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.pools.checks import most_points
from hexwar.rules.pools.section import Pools
from hexwar.rules.replacements.section import RETURN, Replacements
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides


@of_each_game
def replacements_have_their_phase(subject: Subject, findings: Findings) -> None:
    """Replacements are made in a phase of kind replacement of the side."""
    phases = subject.game[SequenceOfPlay].phases
    for section in subject.game[Replacements].by_id.values():
        named = [phase for phase in phases if phase.id == section.phase]
        suits = any(
            phase.kind == "replacement" and section.side in (phase.side, phase.decided)
            for phase in named
        )
        if named and not suits:
            place = subject.node("replacements", section.id, "phase").place()
            side = named[0].side or named[0].decided
            whose = f"of side {side}" if side != section.side else ""
            kind = whose or f"a {named[0].written_kind} phase"
            message = f"{section.side} makes no replacements in {section.phase}, which is {kind}"
            hint = (
                f"add {{id: {section.side}_replacement, kind: replacement, side: {section.side}}}"
            )
            findings.add("HW442", place, message, help=hint)


@of_each_game
def each_phase_is_for_one_kind(subject: Subject, findings: Findings) -> None:
    """Replacements are of a side that there is, and no other of it are made in their phase."""
    first: dict[tuple[str, str], str] = {}
    for section in subject.game[Replacements].by_id.values():
        place = subject.key("replacements", section.id).place()
        if section.side not in subject.game[Sides].names:
            message = f"whose replacements {section.id} are is not said"
            hint = "add `side:`, or call them after their side"
            findings.add("HW442", place, message, help=hint)
        other = first.setdefault((section.phase, section.side), section.id)
        if other != section.id:
            message = f"{other} and {section.id} are both made in {section.phase}"
            hint = "give each a phase of its own, of kind replacement"
            findings.add("HW442", place, message, help=hint)


@of_each_game
def replacement_phases_have_replacements(subject: Subject, findings: Findings) -> None:
    """Somebody makes replacements in every phase of their kind."""
    sections = subject.game[Replacements].by_id.values()
    for phase in subject.game[SequenceOfPlay].phases:
        if not sections or phase.kind != "replacement" or phase.decided:
            continue
        if not any(
            (replacement.phase, replacement.side) == (phase.id, phase.side)
            for replacement in sections
        ):
            place = subject.node("sequence", "phases", *phase.at, "kind").place()
            message = f"{phase.id} is a replacement phase, and {phase.side} makes none in it"
            hint = f"name the phase in `replacements`, under {phase.side}, or delete it"
            findings.add("HW443", place, message, help=hint)


@of_each_game
def replacements_are_paid(subject: Subject, findings: Findings) -> None:
    """What pays is a pool of the side that can have as many points as a step costs."""
    for section in subject.game[Replacements].by_id.values():
        pool = subject.game[Pools].by_id.get(section.pool)
        if pool is None:
            continue
        if pool.side != section.side:
            place = subject.node("replacements", section.id, "pool").place()
            message = f"{section.side} cannot spend {pool.id}, which is of side {pool.side}"
            findings.add("HW444", place, message, help=f"name a pool of side {section.side}")
            continue
        most = most_points(subject, pool, section.phase)
        if most is not None and isinstance(section.cost, int) and section.cost > most:
            place = subject.node("replacements", section.id, "cost").place()
            message = f"a step costs {section.cost}, and {pool.id} has at most {most} then"
            hint = "lower the cost, let more points come in the phase, or keep them longer"
            findings.add("HW446", place, message, help=hint)


@of_each_game
def returning_units_know_where(subject: Subject, findings: Findings) -> None:
    """Where units return it is said how and where."""
    for section in subject.game[Replacements].by_id.values():
        if RETURN in section.does and section.returns is None:
            place = subject.node("replacements", section.id, "does").place()
            message = f"units of {section.side} return, and nothing says where"
            hint = "add `returns: {step: last, at: {region: ...}}`, or take `return` out"
            findings.add("HW445", place, message, help=hint)
