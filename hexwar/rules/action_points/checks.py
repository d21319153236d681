"""What is proved of action points: that units are activated one by one, and can spend them."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.action_points.section import PointPhases
from hexwar.rules.sequence.section import ROUND, SequenceOfPlay

UNCOUNTED = "activation"
"""In phases of this kind units move without accounts of points."""


@of_each_game
def units_are_activated_one_by_one(subject: Subject, findings: Findings) -> None:
    """Action points belong to units that sides activate, in phases that keep accounts."""
    phases = subject.game[SequenceOfPlay].phases
    for phase in phases:
        points = phase[PointPhases].points
        if points is None:
            continue
        place = subject.node("sequence", "phases", *phase.at, "points").place()
        if phase.within:
            outer = next(other for other in phases if other.id == phase.within)
            if points.most is not None or outer[PointPhases].points is None:
                message = f"{phase.id} is run within {phase.within}, whose units have the points"
                help_ = f"say `points` of {phase.within}, and here at most what a fire costs"
                findings.add("HW493", place, message, help=help_)
            continue
        if phase.kind != ROUND or phase.order == "chits" or phase.each != "unit":
            message = f"in {phase.id} no units are activated each for itself"
            hint = "say it of a phase of kind activation with `phases`, `order` and `each: unit`"
            findings.add("HW453", place, message, help=hint)
            continue
        inner = [other for other in phases if other.within == phase.id]
        loose = next((other.id for other in inner if other.kind == UNCOUNTED), None)
        if loose is not None:
            message = f"what units do in {loose}, a phase of kind activation, costs them nothing"
            findings.add("HW453", place, message, help="write phases of movement and fire")
        if points.most is not None and points.fire > points.most:
            message = f"a fire costs {points.fire} points, and a unit spends {points.most} at most"
            findings.add("HW454", place, f"{message} each time: nobody ever fires")
