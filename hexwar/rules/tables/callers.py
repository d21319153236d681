"""Who rolls on each table of a game, and so which roles units have in it and whose eyes it has."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from hexwar.definition.checks import Subject
from hexwar.definition.forms import Role
from hexwar.definition.verdict import Path, Reference
from hexwar.rules.language.places import ACTING, FIRED_AT, ROLLED_FOR
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.tables.section import TablePhase


class Rolled(NamedTuple):
    """What those who roll on a table bring to it, all of them together: the roles, and whether
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


def rolled_on(subject: Subject) -> Mapping[str, Rolled]:
    """The tables on which anything may roll, be it under a patch in play."""
    rolls = [*_rolls(subject)]
    known: dict[str, Rolled] = {}
    while True:
        before = known
        known = {}
        for roll in rolls:
            old, around = known.get(roll.table, Rolled()), before.get(roll.inside, Rolled())
            # What the table of a fire rolls on is rolled on for each who was fired at.
            more = {ROLLED_FOR} if FIRED_AT in around.roles else ()
            known[roll.table] = Rolled(
                old.roles.union(around.roles, roll.roles, more),
                old.has_eyes or around.has_eyes or roll.has_eyes,
            )
        if known == before:
            return known


def nobodys_phases(subject: Subject) -> Collection[Path]:
    """The phases that are of no side, each by where it stands among the phases."""
    phases = subject.game[SequenceOfPlay].phases
    return {phase.at for phase in phases if not (phase.side or phase.decided)}


def _rolls(subject: Subject) -> Iterator[_Roll]:
    for_nobody = {
        phase.at
        for phase in subject.game[SequenceOfPlay].phases
        if phase.at in nobodys_phases(subject) and not phase[TablePhase].for_each
    }
    for named in (*subject.references, *subject.once(subject.in_patches)):
        if named.kind == "table":
            yield _roll(named, subject, for_nobody)


def _roll(named: Reference, subject: Subject, for_nobody: Collection[Path]) -> _Roll:
    place, path = named.place, named.path
    there = [r for r in place.roles or () if not r.needs or r.needs in subject.tree]
    if not place.called:
        has_eyes = path[:1] != ("sequence",) or path[2:-1] not in for_nobody
        return _Roll(named.name, "", frozenset(there), has_eyes)
    # In the results of a table the roles are those with which it is rolled on, and one more where
    # it rolls for units.
    own = frozenset(role for role in there if role.beside)
    return _Roll(named.name, str(path[1]), own, bool(own))
