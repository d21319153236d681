"""What is proved of section ``pools``: that points come, and are good for something.

A side that pays must be able to: a pool of the side that acts, and as many points at once as a deed
costs (:func:`most_points`, which replacements and modifiers ask as well), in the phase in which it
is paid.
"""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.grammar import a_or_an
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.dice import DiceThrow
from hexwar.rules.pools.section import PaidPhase, Pool, Pools
from hexwar.rules.sequence.section import ROUND, SequenceOfPlay
from hexwar.rules.spending import DEEDS


@of_each_game
def pools_are_filled(subject: Subject, findings: Findings) -> None:
    """Every pool of the game's own has points at some time."""
    for pool in subject.game[Pools].by_id.values():
        place = subject.key("pools", pool.id)
        if subject.is_own(place) and most_points(subject, pool) == 0:
            message = f"no points ever come to {pool.id}"
            hint = "add `gain: {phase: ..., count: ...}`, or `begins`"
            findings.add("HW440", place.place(), message, help=hint)


@of_each_game
def pools_are_asked_for(subject: Subject, findings: Findings) -> None:
    """Every pool of the game's own is named by some other rule."""
    asked = subject.named("pool")
    for pool in subject.game[Pools].by_id:
        place = subject.key("pools", pool)
        if subject.is_own(place) and pool not in asked:
            message = f"nothing is paid from {pool}, and no condition asks about it"
            hint = "name it in replacements, say, or delete it"
            findings.add("HW441", place.place(), message, help=hint)


@of_each_game
def what_is_done_can_be_paid_for(subject: Subject, findings: Findings) -> None:
    """Acting is paid for in phases in which units act, out of a pool of the side that acts."""
    pools, combat = subject.game.section(Pools), subject.game.section(Combat)
    first = combat is not None and combat.battle.declare == "all_first"
    for phase in subject.game[SequenceOfPlay].phases:
        price = phase[PaidPhase].spends
        owners = {pools.by_id[name].side for name in price.pool} if price and pools else set()
        wrong = ""
        if price is None:
            continue
        if phase.kind not in (*DEEDS, ROUND):
            wrong = f"is {a_or_an(phase.written_kind)} phase, in which nothing is paid for"
        elif phase.side and phase.side not in owners:
            wrong = f"is {phase.side}'s, and is paid for by others"
        elif phase.kind == "combat" and first:
            wrong = "has all battles declared before the first is paid for"
        if wrong:
            place = subject.node("sequence", "phases", *phase.at, "spends").place()
            hint = "leave `spends` out, or say it where units move, attack, fire or are activated"
            findings.add("HW641", place, f"{phase.id} {wrong}", help=hint)


@of_each_game
def points_last_until_they_are_spent(subject: Subject, findings: Findings) -> None:
    """Points that no phase keeps come in the phase in which acting is paid for with them."""
    pools = subject.game[Pools].by_id
    for phase in subject.game[SequenceOfPlay].phases:
        price = phase[PaidPhase].spends
        if price and phase.kind != "combat":
            for name in price.pool:
                pool = pools[name]
                come = {gain.phase for gain in pool.gain}
                mine = not phase.side or pool.side == phase.side
                if mine and pool.kept == "never" and come.isdisjoint((phase.id, phase.within)):
                    place = subject.node("sequence", "phases", *phase.at, "spends").place()
                    message = (
                        f"{name} is empty in {phase.id}: its points go with the phase they come in"
                    )
                    hint = f"say `kept: turn`, or let the points come in {phase.within or phase.id}"
                    findings.add("HW440", place, message, help=hint)


def most_points(subject: Subject, pool: Pool, phase: str = "") -> int | None:
    """The most points that a pool can have at once, in a phase or in any; ``None``: any number."""
    named = (
        reference
        for reference in subject.references
        if reference.kind == "pool" and reference.name == pool.id
    )
    if any("gain" in reference.path[-2:] for reference in named):
        return None  # by a step of some result, or by a card
    gains = pool.gain
    if pool.kept == "never" and phase:
        gains = tuple(gain for gain in gains if gain.phase == phase)
    if gains and pool.kept == "always":
        return None
    counts = [
        max(gain.count.totals) if isinstance(gain.count, DiceThrow) else gain.count
        for gain in gains
    ]
    if any(not isinstance(count, int) for count in counts):
        return None
    return pool.begins + sum(count for count in counts if isinstance(count, int))
