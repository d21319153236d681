"""What is proved of section ``retreat``."""

from __future__ import annotations

from hexwar.definition.checks import Subject, lacks, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.retreat.section import Retreat


@of_each_game
def supply_is_there_to_lead_to(subject: Subject, findings: Findings) -> None:
    """Retreats towards supply need the section."""
    if "supply" not in subject.tree and subject.game[Retreat].toward == "supply":
        node = subject.node("retreat", "toward")
        lacks("supply", node, "retreats lead towards supply", findings)
