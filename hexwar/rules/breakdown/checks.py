"""What is proved of section ``breakdown``: that counters can take turns."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import MappingNode, descend
from hexwar.rules.breakdown.section import Breakdown, Breakdowns
from hexwar.rules.units.section import Units


@of_each_game
def breakdowns_can_be(subject: Subject, findings: Findings) -> None:
    """A unit and at least two parts of its side, not all on the map from the start."""
    for entry in subject.game[Breakdowns].by_id.values():
        for wrong, hint in _faults(subject, entry):
            place = subject.key("breakdown", entry.id).place()
            findings.add("HW592", place, f"{entry.id}: {wrong}", help=hint)


@of_each_game
def swaps_are_of_two(subject: Subject, findings: Findings) -> None:
    """One counter becomes another."""
    for reference in subject.references:
        if reference.path[-2:] != ("swap", "for"):
            continue
        swap = descend(subject.tree, reference.path[:-1])
        if isinstance(swap, MappingNode) and swap.text("unit") == reference.name:
            place = descend(swap, ("for",)).place()
            message = f"{reference.name}, which takes the place of a counter, is itself"
            findings.add("HW593", place, message, help="name another counter")


def _faults(subject: Subject, said: Breakdown) -> Iterator[tuple[str, str]]:
    counters, setup = subject.game[Units].counters, subject.game.scenario.setup
    units = [said.unit, *said.smaller]
    known = [counters[unit] for unit in units if unit in counters]
    if len(said.smaller) < 2:
        yield "one counter is no parts", "name two at least"
    if said.unit in said.smaller:
        yield f"{said.unit} is a part of itself", "leave it out of `parts`"
    if len({unit.side for unit in known}) > 1:
        yield "its counters are of several sides", "name counters of one side"
    there = [part for part in said.smaller if part in setup]
    if said.unit in setup and there:
        yield (
            f"{said.unit} and its part {there[0]} are both set up",
            "set up one or the other",
        )
