"""What is proved of section ``overrun``."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.definition.checks import Subject, lacks, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.editing import without
from hexwar.definition.model import ResolvedGame
from hexwar.definition.tree import MappingNode, Node, key_node
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.section import each_step
from hexwar.rules.overrun.section import Overrun
from hexwar.rules.scopes.checks import of_patches_of_battles


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


@of_patches_of_battles("advance")
def who_overruns_advances_anyway(
    subject: Subject, patch: MappingNode, game: ResolvedGame
) -> Iterator[tuple[Node, str]]:
    """After an overrun the units that won it advance, whatever is said of other advances."""
    overrun, combat = subject.game.section(Overrun), game.section(Combat)
    advance = patch.mapping("advance")
    if combat is not None and "mandatory" in advance:
        steps = [step for each in combat.results.values() for step in each_step(each.effects)]
        others = any(step.verb == "advance" and step.who != "attacker" for step in steps)
        is_overrun = overrun is not None and patch is overrun.patch
        why = "mandatory: after an overrun a unit must advance in any case"
        yield key_node(advance, "mandatory"), why if is_overrun and not others else ""
