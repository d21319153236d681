"""What is proved of section ``overrun``."""

from __future__ import annotations

from hexwar.definition.checks import Subject, lacks, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.editing import without
from hexwar.definition.tree import key_node
from hexwar.rules.overrun.section import Overrun


@of_each_game
def battles_are_there_to_overrun_by(subject: Subject, findings: Findings) -> None:
    """An overrun needs the section that says how battles are fought."""
    if "combat" not in subject.tree and "overrun" in subject.tree:
        lacks("combat", subject.key("overrun"), "an overrun is a battle", findings)


@of_each_game
def overruns_are_on_all_of_a_hex(subject: Subject, findings: Findings) -> None:
    """The patch of overruns aims at nobody in particular: all units of the hex are overrun."""
    combat = subject.tree.mapping("overrun").mapping("patch").mapping("combat")
    aim = combat.scalar("target")
    if aim is not None and aim.raw != "hex":
        message = f"target: {aim.raw} changes nothing here: an overrun is on all units of a hex"
        hint, fix = "delete `target`, or write `target: hex`", without(key_node(combat, "target"))
        findings.add("HW112", aim.place(), message, help=hint, fix=fix)


@of_each_game
def overruns_leave_points_for_another(subject: Subject, findings: Findings) -> None:
    """Units overrun again where an overrun does not end their move."""
    overrun = subject.game.section(Overrun)
    if overrun is not None and overrun.again != "forbidden" and overrun.ends == "move":
        place = subject.node("overrun", "again").place()
        message = "units may overrun again, and an overrun ends their move"
        findings.add("HW451", place, message, help="add `ends: nothing` or `ends: unless_vacated`")
