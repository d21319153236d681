"""What is proved of activations one after the other, and of the chits that decide their order.

Phases within a phase need an order, and an order needs them. Chits belong to a phase that draws
them, and activate units that may then act.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.cup.section import ALL, Chit, Cup
from hexwar.rules.language.section import ACTOR, TARGET, Selector, could_fit, is_about
from hexwar.rules.movement.section import WhoMoves
from hexwar.rules.sequence.section import ACTIVATED, ROUND, Phase, SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.units.section import Units


@of_each_game
def activations_have_an_order(subject: Subject, findings: Findings) -> None:
    """A phase has phases of its own where it says in which order units are activated."""
    for phase in subject.game[SequenceOfPlay].phases:
        for wrong, hint in _contradictions(phase):
            place = subject.node("sequence", "phases", *phase.at).place()
            findings.add("HW522", place, f"{phase.id} {wrong}", help=hint)


def _contradictions(phase: Phase) -> Iterator[tuple[str, str]]:
    """What contradicts itself in a phase, each with what to do about it."""
    if phase.phases and phase.order is None:
        yield "has phases of its own and no order", "write for instance `order: alternating`"
    if phase.order is not None and not phase.phases:
        yield "has an order and no phases", "say under `phases` what is run for each"
    if phase.kind == ROUND and (phase.order == "any") != bool(phase.side):
        how = "no side to choose" if phase.order == "any" else "a side, and all sides act in it"
        yield f"has {how}", "`side:` goes with `order: any`"


@of_each_game
def chits_are_about_no_single_unit(subject: Subject, findings: Findings) -> None:
    """While a chit is drawn no unit acts, is rolled for or is fired at."""
    cup = subject.game.section(Cup)
    if cup is None:
        return
    for chit in cup.chits.values():
        if any(is_about(who, chit.does) for who in (ACTOR, TARGET)):
            place = subject.node("cup", chit.id, "do").place()
            message = f"{chit.id} is about a unit that acts, and nobody does when it is drawn"
            hint = "speak of units: `who: any` and `only`, or roll on a table for each"
            findings.add("HW526", place, message, help=hint)


@of_each_game
def chits_are_drawn(subject: Subject, findings: Findings) -> None:
    """Some phase draws from the cup, and where chits are drawn there is a cup."""
    phases = [p for p in subject.game[SequenceOfPlay].phases if p.order == "chits"]
    cup = subject.game.section(Cup)
    if phases and cup is None:
        place = subject.node("sequence", "phases", *phases[0].at).place()
        message = f"{phases[0].id} draws chits, and the game has no section cup"
        findings.add("HW409", place, message, help="add the section, or another order")
    if cup is not None and not phases:
        message = "there are chits in a cup, and no phase draws any"
        hint = "write `order: chits` in a phase of kind activation"
        findings.add("HW523", subject.key("cup").place(), message, help=hint)


@of_each_game
def chits_activate_somebody(subject: Subject, findings: Findings) -> None:
    """A chit activates units of one side, in phases within another; or it ends something."""
    inner = {phase.id for phase in subject.game[SequenceOfPlay].phases if phase.within}
    phases = subject.game[SequenceOfPlay].phases
    sideless = {phase.id for phase in phases if phase.within and phase.side in ("", ACTIVATED)}
    for chit in subject.game[Cup].chits.values():
        wrong = _wrong_with(chit, inner)
        run = sorted(sideless & chit.phases if chit.phases else sideless)
        if not wrong and chit.side == ALL and run:
            # It would be for the side that is activated to act there.
            wrong = f"activates all sides, and {run[0]} does not say whose phase it is"
        if wrong:
            place = subject.key("cup", chit.id).place()
            hint = "say whom it activates, such as `{side: red}`, or what it `ends`"
            findings.add("HW524", place, f"{chit.id} {wrong}", help=hint)


@of_each_game
def phases_within_have_units(subject: Subject, findings: Findings) -> None:
    """Some unit that can be activated may act in each phase within an activation."""
    game = subject.game
    units = game[Units].counters.values()
    for phase in game[SequenceOfPlay].phases:
        only = phase[WhoMoves].only if phase.within else None
        if only is None:
            continue
        activated = [*_units_activated(subject, phase)]
        if any(
            could_fit(only, unit) and could_fit(who, unit) for unit in units for who in activated
        ):
            continue
        place = subject.node("sequence", "phases", *phase.at, "only").place()
        message = f"{phase.id} is for units that are never activated in {phase.within}"
        hint = "choose others in `only`, or let the phase stand by itself"
        findings.add("HW525", place, message, help=hint)


def _units_activated(subject: Subject, phase: Phase) -> Iterator[Selector]:
    """The units for which a phase within an activation is run, one selector for each way."""
    outer = next(p for p in subject.game[SequenceOfPlay].phases if p.id == phase.within)
    side = phase.side if phase.side not in ("", ACTIVATED) else outer.side
    sides = (side,) if side else tuple(subject.game[Sides].names)
    only = outer[WhoMoves].only
    meant = [Selector(side=sides), *([only] if only else [])]
    # Without chits any unit of the phase's sides may be activated.
    if outer.order != "chits":
        yield Selector(all=tuple(meant))
        return
    for chit in subject.game[Cup].chits.values():
        if not chit.activates or (chit.phases and phase.id not in chit.phases):
            continue
        parts = [*meant, *([chit.only] if chit.only else [])]
        if chit.side and chit.side != ALL:
            parts.append(Selector(side=(chit.side,)))
        if chit.formation:
            members = [
                u.id for u in subject.game[Units].counters.values() if u.formation == chit.formation
            ]
            parts.append(Selector(unit=tuple(members)))
        yield Selector(all=tuple(parts))


def _wrong_with(chit: Chit, inner: set[str]) -> str:
    """What is wrong with a chit; empty if nothing is. ``inner``: the phases within activations."""
    activates = chit.side or chit.formation
    if chit.ends and (activates or chit.only or chit.phases):
        return "ends the drawing, and says whom it activates"
    if not chit.ends and not activates and not chit.does:
        return "says neither a side nor a formation"
    if not activates and (chit.only or chit.phases):
        return "says whom it activates, and not whose they are"
    others = sorted(chit.phases - inner)
    return f"is for {others[0]}, which is no phase within an activation" if others else ""
