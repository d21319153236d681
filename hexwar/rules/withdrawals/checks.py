"""What is proved of section ``withdrawals``: that each is about units of its side."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.units.section import Units
from hexwar.rules.withdrawals.section import Withdrawals


@of_each_game
def withdrawals_have_units(subject: Subject, findings: Findings) -> None:
    """Units are named or selected, not both, and are of the side that loses them."""
    section = subject.game.section(Withdrawals)
    counters = subject.game[Units].counters
    for name, withdrawal in section.by_id.items() if section else ():
        place = subject.key("withdrawals", name).place()
        if bool(withdrawal.units) == (withdrawal.only is not None):
            what = "names units and selects some" if withdrawal.units else "is about no units"
            findings.add("HW563", place, f"{name} {what}", help="say `units`, or `only`")
        for unit in withdrawal.units:
            if unit in counters and counters[unit].side != withdrawal.side:
                message = f"{unit} is of side {counters[unit].side}, not of {withdrawal.side}"
                findings.add("HW563", place, message)
