"""What is proved of section ``reinforcements``: that each group can come, and somewhere.

A group enters in a movement phase of its side; one that waits for a result must be named by one;
and what is offered while the entry is blocked must be other hexes than those that are.
"""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game, of_each_game_thoroughly
from hexwar.definition.diagnostics import Findings
from hexwar.rules.reinforcements.section import Reinforcements
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.terrain.checks import enterable
from hexwar.rules.units.section import Units
from hexwar.rules.withdrawals import Withdrawals


@of_each_game
def reinforcements_can_enter(subject: Subject, findings: Findings) -> None:
    """A group enters in a movement phase of its side, with counters of its side."""
    # What is set up and not withdrawn could not come back.
    withdrawals = subject.game[Withdrawals].by_id.values()
    withdrawn = {unit for withdrawal in withdrawals for unit in withdrawal.units}
    begins_for_good = subject.game.scenario.setup.keys() - withdrawn
    for group in subject.game[Reinforcements].groups.values():
        named = [phase for phase in subject.game[SequenceOfPlay].phases if phase.id == group.phase]
        # Two phases of one name are a finding of their own: one that suits is enough here.
        suits = any(
            phase.kind == "movement" and (phase.side == group.side or phase.decided)
            for phase in named
        )
        phase = named[0] if named and not suits else None
        if phase is not None:
            place = subject.node("reinforcements", group.id, "phase").place()
            whose = "is not a movement phase" if phase.side == group.side else "is the enemy's"
            message = f"{group.id} cannot enter in {group.phase}, which {whose}"
            phases = subject.game[SequenceOfPlay].phases
            own = [p.id for p in phases if p.side == group.side and p.kind == "movement"]
            hint = f"its movement phases: {', '.join(own)}"
            hint = hint if own else "its side has no movement phase"
            findings.add("HW510", place, message, help=hint)
        for index, unit in enumerate(group.units):
            place = subject.node("reinforcements", group.id, "units", index).place()
            known = subject.game[Units].counters.get(unit)
            if known is not None and known.side != group.side:
                message = f"{unit} is of side {known.side}, not of {group.side}"
                findings.add("HW511", place, message)
            elif group.again == "never" and unit in begins_for_good:
                message = f"{unit} is a reinforcement and is set up at the start as well"
                related = [subject.setup(unit).place("set up here")]
                hint = "for a unit that comes again after its loss, add `again: every_turn`"
                findings.add("HW511", place, message, help=hint, related=related)


@of_each_game
def groups_that_results_bring_are_named(subject: Subject, findings: Findings) -> None:
    """A group that only a result lets come is named by one."""
    named = {
        reference.name
        for reference in subject.references
        if reference.kind == "group" and reference.path[-1] == "enter"
    }
    for group in subject.game[Reinforcements].groups.values():
        if group.declared == "by_result" and group.id not in named:
            place = subject.node("reinforcements", group.id, "declared").place()
            message = f"no result of a battle or a table lets {group.id} come"
            findings.add("HW607", place, message, help=f"add the step `enter: {group.id}` to one")


@of_each_game_thoroughly
def blocked_entries_have_a_way_round(subject: Subject, findings: Findings) -> None:
    """`blocked` offers hexes that are not entry hexes themselves."""
    game = subject.game
    edge = {number for number in game.map if len(game.map.neighbors(number)) < 6}
    for group in game[Reinforcements].groups.values():
        region, blocked = group.entry.hexes(game.map), group.entry.blocked
        if blocked is None or not region:
            continue
        # The hexes of the map at most so far from one of some hexes.
        distance = blocked.within
        reached = fresh = set(region)
        for _ in range(distance):
            fresh = {near for number in fresh for near in game.map.neighbors(number)} - reached
            reached = reached | fresh
        others = reached - region
        others = others & edge if blocked.edge else others
        units = [game[Units].counters[unit] for unit in group.units if unit in game[Units].counters]
        if not any(enterable(game, unit, number) for unit in units for number in others) and units:
            place = subject.node("reinforcements", group.id, "entry", "blocked").place()
            where = " along the edge" if blocked.edge else ""
            message = f"no other hex within {blocked.within}{where} can be entered"
            findings.add("HW606", place, message, help="raise the number")
