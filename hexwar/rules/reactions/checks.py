"""What is proved of section ``reactions``: phases in which units can react, dice that decide.

Reactions come between the hexes of a move or before a fire: a phase in which nobody moves hex by
hex, or stacks move at once, has no such moments. Contests need a die that can be won.
"""

from __future__ import annotations

from hexwar.definition.checks import Subject, lacks, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.grammar import a_or_an
from hexwar.definition.tree import descend
from hexwar.rules.fire.section import Fire
from hexwar.rules.initiative import Initiative
from hexwar.rules.movement.section import Movement
from hexwar.rules.reactions.section import FIRE, INITIATIVE, OverwatchPhase, Reactions
from hexwar.rules.scopes.checks import overlays_of
from hexwar.rules.sequence.section import ROUND, SequenceOfPlay
from hexwar.rules.states.section import States
from hexwar.rules.units.section import Units

KINDS = ("activation", "movement", "carry_out")


@of_each_game
def reactions_have_their_phases(subject: Subject, findings: Findings) -> None:
    """Units react in phases in which others move hex by hex, and in one way in each."""
    phases = {phase.id: phase for phase in subject.game[SequenceOfPlay].phases}
    first: dict[str, str] = {}
    for reaction in subject.game[Reactions].by_id.values():
        for index, phase in enumerate(reaction.phases):
            place = subject.node("reactions", reaction.id, "phases", index).place()
            if phase in phases and phases[phase].kind not in KINDS:
                kind = phases[phase].written_kind
                message = f"{phase} is {a_or_an(kind)} phase, in which there is no reaction"
                hint = "name phases of kind activation, movement or carry_out"
                if phases[phase].kind == ROUND:
                    message = f"{phase} says who is activated, and nobody acts in it"
                    hint = "name those of its `phases` in which units move or fire"
                findings.add("HW488", place, message, help=hint)
            elif phase in first:
                message = f"{first[phase]} and {reaction.id} are both for {phase}"
                findings.add("HW489", place, message, help="keep one of them for each phase")
            first.setdefault(phase, reaction.id)


@of_each_game
def reactions_can_be_carried_out(subject: Subject, findings: Findings) -> None:
    """Fire in reaction needs the section fire, and the initiative its own section."""
    game = subject.game
    for reaction in game[Reactions].by_id.values():
        if FIRE in reaction.may and game.section(Fire) is None:
            node = subject.key("reactions", reaction.id)
            lacks("fire", node, "units fire in reaction", findings)
        contest = reaction.contest
        if contest and contest.ties == INITIATIVE and game.section(Initiative) is None:
            node = subject.node("reactions", reaction.id, "contest", "ties")
            lacks("initiative", node, "equal dice go to the initiative", findings)


@of_each_game
def a_contest_can_be_won(subject: Subject, findings: Findings) -> None:
    """Somebody has a die that reaches the least face, with what is added to it."""
    units = subject.game[Units].counters.values()
    for reaction in subject.game[Reactions].by_id.values():
        contest = reaction.contest
        if contest is None:
            continue
        best = max((int(unit.values.get(contest.die, 0)) for unit in units), default=0)
        if best + sum(max(bonus.add, 0) for bonus in contest.plus) < contest.success:
            place = subject.node("reactions", reaction.id, "contest", "success").place()
            message = f"nobody ever rolls {contest.success}: the best {contest.die} is a d{best}"
            findings.add("HW495", place, message, help="lower `success`, or print larger dice")


@of_each_game
def joining_needs_a_contest(subject: Subject, findings: Findings) -> None:
    """Units join a contest: without one nobody does."""
    for reaction in subject.game[Reactions].by_id.values():
        if reaction.join is not None and reaction.contest is None:
            place = subject.key("reactions", reaction.id, "join").place()
            message = f"{reaction.id} has no contest that units could join"
            findings.add("HW490", place, message, help="add a `contest`, or delete `join`")


@of_each_game
def stacks_are_not_interrupted(subject: Subject, findings: Findings) -> None:
    """Where units react to moves of a movement phase, units move one by one: whatever the base game
    has, in those phases, and under every effect, as the game is in them.
    """
    phases = subject.game[SequenceOfPlay].phases
    kinds = {phase.id: (index, phase.kind) for index, phase in enumerate(phases)}
    interrupted = [
        (reaction.id, kinds[phase][0])
        for reaction in subject.game[Reactions].by_id.values()
        for phase in reaction.phases
        if kinds.get(phase, (0, ""))[1] == "movement"
    ]
    overlays = overlays_of(subject, Findings()) if interrupted else None
    if overlays is None:
        return
    for reaction, phase in interrupted:
        for patches, game in overlays.each_in(phase):
            if game[Movement].stacks == "allowed":
                saying = [patch for patch in patches if "stacks" in patch.mapping("movement")]
                whole = saying[-1] if saying else subject.tree
                place = descend(whole, ("movement", "stacks")).place()
                message = f"stacks move together, and {reaction} is about single units that move"
                findings.add("HW491", place, message, help="write `stacks: forbidden`")


@of_each_game
def overwatch_is_a_state(subject: Subject, findings: Findings) -> None:
    """A phase of kind overwatch puts units into a state that there is."""
    states = subject.game[States].by_id
    for phase in subject.game[SequenceOfPlay].phases:
        mark = phase[OverwatchPhase].mark
        if phase.kind == "overwatch" and mark not in states:
            place = subject.node("sequence", "phases", *phase.at).place()
            message = f"{phase.id} puts units into the state {mark}, and there is no such state"
            hint = (
                f"add it to the section states, such as {mark}: {{ends: {{at: end, turn: true}}}}"
            )
            findings.add("HW494", place, message, help=hint)
