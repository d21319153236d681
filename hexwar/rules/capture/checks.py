"""What is proved of section ``capture``: that who is taken can become what is said."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.capture.section import Capture
from hexwar.rules.units.section import Units


@of_each_game
def captives_change_sides(subject: Subject, findings: Findings) -> None:
    """A unit that is taken becomes a counter of another side, that is not on the map by then."""
    counters = subject.game[Units].counters
    section = subject.game.section(Capture)
    becomes = section.becomes.items() if section else ()
    for taken, own in ((taken, own) for taken, names in becomes for own in names):
        if section is None or taken not in counters or own not in counters:
            continue
        place = subject.node("capture", "becomes", taken).place()
        if counters[taken].side == counters[own].side:
            message = f"{own} is of the same side as {taken}, which it is to be for the enemy"
            findings.add("HW594", place, message, help="name a counter of the other side")
        elif own in subject.game.scenario.setup and taken not in section.becomes.get(own, ()):
            message = f"{own} is on the map from the start, and cannot be put in {taken}'s place"
            hint = (
                f"name a counter that is not set up, or let {own} become {taken} when it is taken"
            )
            findings.add("HW594", place, message, help=hint)
