"""What rolls on each table of a game, and so which roles units have in it and whose eyes it has.

A table may be rolled on by a phase, a battle, a fire, or a result of another table. What its
results may ask ("the unit that is rolled for", "the attacker") follows from all its callers
together, so it is found by iteration: a table passes its roles on to those that its results roll
on, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from hexwar.definition.checks import Subject
from hexwar.definition.forms import Role
from hexwar.definition.verdict import Path, Reference
from hexwar.rules.language.places import ACTING, FIRED_AT, ROLLED_FOR
from hexwar.rules.sequence.section import SequenceOfPlay


class Callers(NamedTuple):
    """What all callers that roll on a table bring to it, taken together: the roles, and whether
    some of them look with the eyes of a side.
    """

    roles: frozenset[Role] = frozenset()
    has_eyes: bool = False

    @property
    def is_for_units(self) -> bool:
        """Whether it is rolled on for a unit."""
        return any(role.word == ROLLED_FOR.word and role != ACTING for role in self.roles)


class _Roll(NamedTuple):
    """One place that names a table; ``inside``: the table in whose results it stands, if any."""

    table: str
    inside: str
    roles: frozenset[Role]
    has_eyes: bool


def rolled_on(subject: Subject) -> Mapping[str, Callers]:
    """The tables on which anything may roll, be it under a patch in play."""
    of_nobody = nobodys_phases(subject)
    rolls = [
        _roll(named, subject, of_nobody)
        for named in (*subject.references, *subject.once(subject.in_patches))
        if named.kind == "table"
    ]
    known: dict[str, Callers] = {}
    while True:
        before = known
        known = {}
        for roll in rolls:
            old, around = known.get(roll.table, Callers()), before.get(roll.inside, Callers())
            # What the table of a fire rolls on is rolled on for each unit that was fired at.
            more = {ROLLED_FOR} if FIRED_AT in around.roles else ()
            known[roll.table] = Callers(
                old.roles.union(around.roles, roll.roles, more),
                old.has_eyes or around.has_eyes or roll.has_eyes,
            )
        if known == before:
            return known


def nobodys_phases(subject: Subject) -> Collection[Path]:
    """The phases that are of no side, each by where it stands among the phases."""
    phases = subject.game[SequenceOfPlay].phases
    return {phase.at for phase in phases if not (phase.side or phase.decided)}


def _roll(named: Reference, subject: Subject, of_nobody: Collection[Path]) -> _Roll:
    """A place that names a table, with what the roll made there brings."""
    place, path = named.place, named.path
    roles = [r for r in place.roles or () if not r.needs or r.needs in subject.tree]
    if not place.called:
        # A phase of no side looks with the eyes of the units for which it rolls, if it rolls for
        # units.
        has_eyes = bool(roles) or path[:1] != ("sequence",) or path[2:-1] not in of_nobody
        return _Roll(named.name, "", frozenset(roles), has_eyes)
    # In the results of a table the roles are those with which it is rolled on, and one more where
    # it rolls for units.
    own = frozenset(role for role in roles if role.beside)
    return _Roll(named.name, str(path[1]), own, bool(own))
