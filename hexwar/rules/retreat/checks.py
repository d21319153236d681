"""What is proved of section ``retreat``."""

from __future__ import annotations

from hexwar.definition.checks import Subject, lacks, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.editing import deletion
from hexwar.rules.retreat.section import Retreat


@of_each_game
def supply_is_there_to_lead_to(subject: Subject, findings: Findings) -> None:
    """Retreats towards supply need the section."""
    if "supply" not in subject.tree and subject.game[Retreat].toward == "supply":
        node = subject.node("retreat", "toward")
        lacks("supply", node, "retreats lead towards supply", findings)


@of_each_game
def nobody_left_battles_back(subject: Subject, findings: Findings) -> None:
    """A unit that has left before combat strikes nobody: in `do` only such units are defenders."""
    for step in subject.tree.mapping("retreat").mapping("before_combat").inside():
        if "battle_back" in step:
            message = "battle_back: the defenders are here those who have left, and strike nobody"
            place = step.entries["battle_back"].key.place()
            hint, fix = "say it in the result of a battle", deletion(step)
            findings.add("HW112", place, message, help=hint, fix=fix)


@of_each_game
def retreats_may_go_on(subject: Subject, findings: Findings) -> None:
    """The most hexes of a retreat before combat are more than it must go."""
    before = subject.game[Retreat].before_combat
    if before is None or not isinstance(before.most, int) or not isinstance(before.hexes, int):
        return
    if before.most <= before.hexes:
        place = subject.node("retreat", "before_combat", "most").place()
        message = (
            f"units go {before.hexes} and may go {before.most} at most, so that nothing is chosen"
        )
        findings.add("HW450", place, message, help="raise `most`, or delete it")
