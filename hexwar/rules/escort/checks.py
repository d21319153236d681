"""What is proved of section ``escort``: that somebody can be escorted, and by whom."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.escort.section import Escort
from hexwar.rules.sequence.section import SequenceOfPlay


@of_each_game
def escorts_are_made_where_units_act(subject: Subject, findings: Findings) -> None:
    """Somebody is handed over only in a game in which units act one at a time."""
    section = subject.game.section(Escort)
    if section is None or section.hand_over is None:
        return
    kinds = {phase.kind for phase in subject.game[SequenceOfPlay].phases}
    if "activation" not in kinds:
        place = subject.key("escort", "hand_over").place()
        message = "nobody can be handed over, as there is no phase of kind activation"
        findings.add("HW496", place, message, help="leave `hand_over` out, or add such a phase")


@of_each_game
def the_escorted_are_chosen_by_what_never_changes(subject: Subject, findings: Findings) -> None:
    """Who is escorted is off the map, so it is told by type, trait, side or name."""
    section = subject.game.section(Escort)
    if section is None:
        return
    changing = {"at", "within", "stacked_with", "step"} & {name for name, _ in section.units.said()}
    if changing:
        place = subject.node("escort", "units").place()
        message = f"who is escorted cannot depend on {sorted(changing)[0]}"
        findings.add("HW497", place, message, help="say the type, the trait or the unit")
