"""What is proved of section ``transport``: that who begins aboard can, and stands nowhere else."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.transport.section import Transport
from hexwar.rules.units.section import Units


@of_each_game
def who_begins_aboard_can(subject: Subject, findings: Findings) -> None:
    """A unit begins aboard one carrier of its own side, and not on the map."""
    section, counters = subject.game.section(Transport), subject.game[Units].counters
    setup = subject.game.scenario.setup
    seen: dict[str, str] = {}
    for carrier, loads in section.begins.items() if section else ():
        place = subject.key("transport", "begins", carrier).place()
        for load in loads:
            known = load in counters and carrier in counters
            why = ""
            if load == carrier or (known and counters[load].side != counters[carrier].side):
                why = f"{carrier} does not carry it"
            elif load in setup:
                why = "it is set up on the map as well"
            elif load in seen:
                why = f"it is aboard {seen[load]}"
            if why:
                findings.add("HW580", place, f"{load} does not begin aboard {carrier}: {why}")
            seen[load] = carrier
