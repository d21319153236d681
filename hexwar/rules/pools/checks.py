"""What is proved of section ``pools``: that points come, and are good for something."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.pools.section import Pool, Pools


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


def most_points(subject: Subject, pool: Pool, phase: str = "") -> int | None:
    """The most points that a pool can have at once, in a phase or in any; ``None``: any number."""
    named = (r for r in subject.references if r.kind == "pool" and r.name == pool.id)
    if any(reference.is_key and reference.path[-1:] == ("gain",) for reference in named):
        return None  # by a step of some result
    gains = pool.gain
    if pool.kept == "never" and phase:
        gains = tuple(gain for gain in gains if gain.phase == phase)
    if gains and pool.kept == "always":
        return None
    counts = [gain.count for gain in gains]
    if any(not isinstance(count, int) for count in counts):
        return None
    return pool.begins + sum(count for count in counts if isinstance(count, int))
