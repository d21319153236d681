"""What is proved of section ``dummies``: that there are counters, and more than are nothing."""

from __future__ import annotations

from hexwar.definition.checks import Subject, lacks, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import SequenceNode
from hexwar.rules.combat.section import Combat
from hexwar.rules.dummies.section import ALWAYS, ATTACKED, ATTACKS, FIRED_AT, FIRES, Dummies
from hexwar.rules.fire.section import Fire
from hexwar.rules.language.selector import could_fit
from hexwar.rules.language.wording import several
from hexwar.rules.units.section import Units


@of_each_game
def some_counters_are_units(subject: Subject, findings: Findings) -> None:
    """Each entry has counters of its own, and more of them than are nothing."""
    section = subject.game.section(Dummies)
    taken: set[str] = set()
    for said in section.by_id.values() if section else ():
        counters = [
            unit.id
            for unit in subject.game[Units].counters.values()
            if unit.side == said.side and could_fit(said.only, unit) and unit.id not in taken
        ]
        taken.update(counters)
        if not counters:
            message = f"no counter of {said.side} is left to lie face down as {said.id}"
            place = subject.key("dummies", said.id).place()
            findings.add("HW760", place, message, help="correct `only`, or delete the entry")
        elif said.count >= len(counters):
            there = several(len(counters), "counter")
            message = f"{said.count} of {there} are nothing, so everybody knows which"
            hint = f"lower `count` to less than {len(counters)}"
            findings.add(
                "HW761", subject.key("dummies", said.id, "count").place(), message, help=hint
            )


@of_each_game
def what_turns_counters_up_can_happen(subject: Subject, findings: Findings) -> None:
    """What is said to turn counters up is something that units of the game do."""
    section, game = subject.game.section(Dummies), subject.game
    for said in section.by_id.values() if section else ():
        node = subject.node("dummies", said.id, "turned_up")
        if not isinstance(node, SequenceNode) or said.turned_up == ALWAYS:
            continue
        for words, form, name in (
            ({FIRES, FIRED_AT}, Fire, "fire"),
            ({ATTACKS, ATTACKED}, Combat, "combat"),
        ):
            if words & said.turned_up and game.section(form) is None:
                word = sorted(words & said.turned_up)[0]
                lacks(name, node, f"{word} turns counters up", findings)
