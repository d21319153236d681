"""What is proved of section ``melee``: some unit can enter, and any unit that does can fight."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.section import could_fit
from hexwar.rules.melee.section import Melee
from hexwar.rules.sequence.section import ROUND, SequenceOfPlay
from hexwar.rules.units.section import Units

MOVES = frozenset({"movement", "activation"})
"""The kinds of phase in which units move."""


@of_each_game
def melees_are_fought(subject: Subject, findings: Findings) -> None:
    """Units that share a hex can fight there: a game of fire alone would lock them for ever."""
    game, melee = subject.game, subject.game.section(Melee)
    if melee is None or "melee" not in subject.tree:
        return
    if game.section(Combat) is None:
        message = "units go into hexes of the enemy, and the game has no battles"
        hint = "add the section `combat` and a phase of kind combat"
        findings.add("HW690", subject.key("melee").place(), message, help=hint)


@of_each_game
def somebody_enters(subject: Subject, findings: Findings) -> None:
    """Some counter may enter a hex of the enemy, in a phase in which units move."""
    game, melee = subject.game, subject.game.section(Melee)
    if melee is None or "melee" not in subject.tree:
        return
    if melee.only is not None:
        counters = game[Units].counters.values()
        if not any(could_fit(melee.only, unit) for unit in counters):
            place = subject.node("melee", "only").place()
            findings.add("HW691", place, "no counter is of those that enter hexes of the enemy")
    phases = {phase.id: phase for phase in game[SequenceOfPlay].phases}
    for index, name in enumerate(melee.phases):
        if name in phases and phases[name].kind not in MOVES:
            place = subject.node("melee", "phases", index).place()
            message = f"nobody moves in {name}, a phase of kind {phases[name].written_kind}"
            hint = "name phases in which units move"
            if phases[name].kind == ROUND:
                hint = "name those of its `phases` in which units move"
            findings.add("HW691", place, message, help=hint)
