"""What is proved of what units did: that nothing but what they do puts them into these states."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import descend
from hexwar.rules.movement.section import Movement
from hexwar.rules.states.section import DEEDS, States


@of_each_game
def deeds_begin_and_end_by_themselves(subject: Subject, findings: Findings) -> None:
    """A state that says what units did has no end of its own, and no result marks it."""
    hint = "give the game a state of another name"
    ways = subject.game[Movement].modes
    for way in ways.values():
        if way.deed in DEEDS:
            place = subject.node("movement", "modes", way.id, "deed").place()
            message = f"{way.deed} is what units of every game did, in whatever way"
            findings.add("HW521", place, message, help=hint)
    deeds = {*DEEDS, *(way.deed for way in ways.values() if way.deed)}
    for name in sorted(deeds):
        state = subject.game[States].by_id.get(name)
        if state is not None and (state.endings or state.while_ is not None):
            how = "has an end of its own" if state.endings else "holds by position as well"
            message = f"{name} is what units did, and {how}"
            findings.add("HW521", subject.key("states", name).place(), message, help=hint)
    for reference in subject.references:
        marks = {"mark", "unmark"} & set(reference.path[-2:])
        if reference.kind == "state" and reference.name in deeds and marks:
            node = descend(subject.tree, reference.path)
            message = f"{reference.name} is what units did, and no result changes it"
            findings.add("HW521", node.place(), message, help=hint)
