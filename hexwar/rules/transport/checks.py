"""What is proved of section ``transport``: units that begin aboard can, and stand nowhere else."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.language.section import could_fit
from hexwar.rules.language.wording import every
from hexwar.rules.transport.section import Transport
from hexwar.rules.units.section import Units


@of_each_game
def carriers_have_loads(subject: Subject, findings: Findings) -> None:
    """Some side has both units that carry and units that are carried, where none begins aboard; a
    series may well speak of carriers that a game lacks.
    """
    section, counters = subject.game.section(Transport), subject.game[Units].counters.values()
    if section is None or section.begins:
        return
    carriers, loads = (
        {unit.side for unit in counters if could_fit(only, unit)}
        for only in (section.carriers, section.load)
    )
    place = subject.node("transport", "load")
    if carriers and loads and carriers.isdisjoint(loads) and subject.is_own(place):
        message = f"nobody is loaded: carriers are {every(carriers)}'s, and loads {every(loads)}'s"
        findings.add("HW112", place.place(), message, help="name loads of the carriers' side")


@of_each_game
def who_begins_aboard_can(subject: Subject, findings: Findings) -> None:
    """A unit begins aboard one carrier of its own side, and not on the map."""
    section, counters = subject.game.section(Transport), subject.game[Units].counters
    setup = subject.game.scenario.setup
    seen: dict[str, str] = {}
    if not section:
        return
    for carrier, loads in section.begins.items():
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
