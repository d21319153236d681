"""What is proved of section ``dummies``: that there are counters, and more than are nothing."""

from __future__ import annotations

from hexwar.definition.checks import Subject, lacks, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import SequenceNode
from hexwar.rules.combat.section import Combat
from hexwar.rules.dummies.section import ALWAYS, ATTACKED, ATTACKS, FIRED_AT, FIRES, Dummies
from hexwar.rules.fire.section import Fire
from hexwar.rules.language.section import could_fit
from hexwar.rules.language.wording import several
from hexwar.rules.units.section import Units


@of_each_game
def some_counters_are_units(subject: Subject, findings: Findings) -> None:
    """Each entry has counters of its own, and more of them than are nothing."""
    section = subject.game.section(Dummies)
    taken: set[str] = set()
    if not section:
        return
    for entry in section.by_id.values():
        counters = [
            unit.id
            for unit in subject.game[Units].counters.values()
            if unit.side == entry.side and could_fit(entry.only, unit) and unit.id not in taken
        ]
        taken.update(counters)
        if not counters:
            message = f"no counter of {entry.side} is left to lie face down as {entry.id}"
            place = subject.key("dummies", entry.id).place()
            findings.add("HW760", place, message, help="correct `only`, or delete the entry")
        elif entry.count >= len(counters):
            all_counters = several(len(counters), "counter")
            message = f"{entry.count} of {all_counters} are nothing, so everybody knows which"
            hint = f"lower `count` to less than {len(counters)}"
            findings.add(
                "HW761", subject.key("dummies", entry.id, "count").place(), message, help=hint
            )


@of_each_game
def what_turns_counters_up_can_happen(subject: Subject, findings: Findings) -> None:
    """What is said to turn counters up is something that units of the game do."""
    section, game = subject.game.section(Dummies), subject.game
    if not section:
        return
    for entry in section.by_id.values():
        node = subject.node("dummies", entry.id, "turned_up")
        if not isinstance(node, SequenceNode) or entry.turned_up == ALWAYS:
            continue
        for words, form, name in (
            ({FIRES, FIRED_AT}, Fire, "fire"),
            ({ATTACKS, ATTACKED}, Combat, "combat"),
        ):
            if words & entry.turned_up and game.section(form) is None:
                word = sorted(words & entry.turned_up)[0]
                lacks(name, node, f"{word} turns counters up", findings)
