"""What is proved of section ``bombardment``: somebody has a range, and sight where it is needed.

What the section leans on, a range that some unit has, and something that guns may do with it in
some phase.
"""

from __future__ import annotations

from hexwar.definition.checks import Subject, lacks, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import MappingNode
from hexwar.rules.bombardment.section import Bombardment
from hexwar.rules.combat.section import Combat
from hexwar.rules.line_of_sight.section import LineOfSight
from hexwar.rules.states.section import States
from hexwar.rules.units.section import ByValue, Units

LEAST = 2
"""The nearest hex that is not adjacent."""


@of_each_game
def bombardment_has_what_it_leans_on(subject: Subject, findings: Findings) -> None:
    """Bombardments are attacks of the combat phase; who must see his target has lines of sight."""
    section, game = subject.game.section(Bombardment), subject.game
    if section is None:
        return
    if game.section(Combat) is None:
        lacks("combat", subject.key("bombardment"), "bombardments are attacks of combat", findings)
    if section.line_of_sight == "required" and game.section(LineOfSight) is None:
        node = subject.node("bombardment", "line_of_sight")
        lacks("line_of_sight", node, "targets are seen", findings)


@of_each_game
def somebody_has_a_range(subject: Subject, findings: Findings) -> None:
    """The value that is the range reaches beyond the next hex for one unit at least."""
    section, game = subject.game.section(Bombardment), subject.game
    if section is None or not isinstance(section.range, ByValue):
        return
    name, states = section.range.value, game.section(States)
    if states and any(name in state.modifiers for state in states.by_id.values()):
        return
    if any(int(u.values.get(name, 0)) >= LEAST for u in game[Units].counters.values()):
        return
    place = subject.node("bombardment", "range").place()
    message = f"no unit prints a {name} of {LEAST} or more"
    findings.add("HW540", place, message, help=f"give guns one: `values: {{{name}: {LEAST}}}`")


@of_each_game
def bombardment_does_something(subject: Subject, findings: Findings) -> None:
    """Guns at a distance join others, or attack alone, in some phase at least."""
    section = subject.game.section(Bombardment)
    if subject.game.overlay is None or _in_some_phases(subject):
        return
    if section and section.alone == "forbidden" and not section.support:
        place = subject.key("bombardment", "alone").place()
        message = "units at a distance attack neither alone nor support others"
        findings.add("HW541", place, message, help="allow one of the two, or delete the section")


def _in_some_phases(subject: Subject) -> bool:
    """Whether a patch in play says something of bombardment."""
    sections = subject.game.sections.values()
    return any("bombardment" in patch for s in sections for patch in s.parts(MappingNode))
