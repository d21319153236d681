"""What is proved of section ``sequence``: phases that are distinct, and that have rules.

Each kind of phase is brought by a section, which must be there; a side must be asked in a phase in
which anything is chosen; and the units that a phase names must be of the side whose phase it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.definition.checks import Subject, of_all_games, of_each_game
from hexwar.definition.diagnostics import Findings, Span
from hexwar.definition.grammar import a_or_an
from hexwar.definition.packages import sections, words_of
from hexwar.definition.tree import MappingNode
from hexwar.rules.movement.section import WhoMoves
from hexwar.rules.pools.section import PaidPhase
from hexwar.rules.sequence.section import SequenceOfPlay


@of_each_game
def phases_are_distinct(subject: Subject, findings: Findings) -> None:
    """No two phases with one id."""
    first: dict[str, tuple[int | str, ...]] = {}
    for phase in subject.game[SequenceOfPlay].phases:
        node = subject.node("sequence", "phases", *phase.at, "id")
        if phase.id in first:
            related = [
                subject.node("sequence", "phases", *first[phase.id], "id").place("the first")
            ]
            message = f"two phases have the id {phase.id}"
            findings.add("HW306", node.place(), message, related=related)
        first.setdefault(phase.id, phase.at)


@of_all_games
def names_of_turns_have_turns(subjects: Sequence[Subject], findings: Findings) -> None:
    """Every name of the calendar has a turn in some scenario."""
    never: dict[str, Span] = {}
    sometimes: set[str] = set()
    for subject in subjects:
        sequence = subject.game[SequenceOfPlay]
        for name in sequence.calendar:
            if sequence.called(name):
                sometimes.add(name)
            never.setdefault(name, subject.key("sequence", "calendar", name).place())
    for name, place in never.items():
        if name not in sometimes:
            findings.add("HW467", place, f"no turn of the game is {name}")


@of_each_game
def phases_have_rules(subject: Subject, findings: Findings) -> None:
    """A phase needs the section that brings its kind: a combat phase the section `combat`. Only one
    of kind activation has phases of its own.
    """
    brought_by = {
        kind: section.name
        for section in sections().values()
        for kind in section.words.get("phases", ())
    }
    for phase in subject.game[SequenceOfPlay].phases:
        node = subject.node("sequence", "phases", *phase.at)
        written = node.text("kind") if isinstance(node, MappingNode) else ""
        if phase.phases and written != "activation":
            message = f"{phase.id} has phases of its own, and is {a_or_an(written)} phase"
            findings.add("HW522", node.place(), message, help="write `kind: activation`")
        section = brought_by.get(phase.kind)
        if section is not None and section not in subject.tree:
            place = subject.node("sequence", "phases", *phase.at, "kind").place()
            kind = a_or_an(phase.written_kind)
            message = f"{phase.id} is {kind} phase, and the game has no section {section}"
            hint = "add the section, or delete the phase"
            findings.add("HW409", place, message, help=hint)


@of_each_game
def phases_are_somebodys(subject: Subject, findings: Findings) -> None:
    """In a phase without a side nobody has to choose anything."""
    neutral = words_of("neutral_phases")
    for phase in subject.game[SequenceOfPlay].phases:
        if not (phase.side or phase.decided) and phase.kind not in neutral:
            place = subject.node("sequence", "phases", *phase.at).place()
            message = f"{phase.id} is nobody's, and a {phase.written_kind} phase is some side's"
            findings.add("HW424", place, message, help="say whose it is: `side:` and a side's id")


@of_each_game
def phases_are_about_units_of_their_side(subject: Subject, findings: Findings) -> None:
    """The units that a phase names are of the side whose phase it is."""
    for phase in subject.game[SequenceOfPlay].phases:
        spends = phase[PaidPhase].spends
        spoken_of = {("only",): phase[WhoMoves].only, ("spends", "only"): spends and spends.only}
        for path, selector in spoken_of.items():
            sides = selector.side if selector else ()
            # A side may well have no units of some trait; that it has none of another side is sure.
            if phase.side and sides and not {phase.side, "own", "enemy"} & {*sides}:
                place = subject.node("sequence", "phases", *phase.at, *path).place()
                message = f"no counter of {phase.side} is meant, whose phase {phase.id} is"
                hint = f"name units of {phase.side}, or delete it"
                findings.add("HW855", place, message, help=hint)
